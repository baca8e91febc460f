"""What a connection is told: tables and positions as a seat may see them, as JSON."""

from typing import Any

from pydantic_core import to_json

from pithead.engine.match import Match
from pithead.engine.outcome import Outcome
from pithead.engine.record import named

from .ledger import LINES, Ledger, Line

_NOBODY: dict[int, float] = {}


def result(ledger: Ledger) -> dict[str, Any] | None:
    """How the game ended, or None while it runs or if it never started."""
    match = ledger.match
    if match is None or ledger.how is None:
        return None
    if match.result is not None:
        reason = match.result.reason
        standing = match.standing
    else:
        # Stopped by people: the points are those of the position that everybody saw last.
        reason = ""
        standing = match.rules.standing(match.settled_state, match.players)
    conceded = [i for i, seat in enumerate(ledger.seats) if seat.conceded]
    return {
        "how": ledger.how,
        "reason": reason,
        "scores": standing.scores,
        "ranks": ranks_after(standing, conceded),
        "teams": standing.teams,
        "breakdown": [match.breakdown(player) for player in range(match.players)],
        "conceded": conceded,
        "replaced": [i for i, seat in enumerate(ledger.seats) if seat.helped],
    }


def ranks_after(standing: Outcome, conceded: list[int]) -> list[int]:
    """The ranks of a standing with those who gave up in the last place, which they share.

    A side has given up when all its seats have. A rank counts the sides ahead, automata of the game included.
    """
    ranks, teams = standing.ranks, standing.teams
    rank_of = dict(zip(teams, ranks, strict=True))
    playing = {team for seat, team in enumerate(teams) if seat not in conceded}
    if len(playing) == len(rank_of):
        return ranks
    if len(playing) == 1:
        return [1 if team in playing else 2 for team in teams]
    kept = {
        team: rank_of[team] - sum(rank_of[other] < rank_of[team] for other in rank_of.keys() - playing)
        for team in playing
    }
    last = max([1, len(playing), *kept.values()]) + 1
    return [kept.get(team, last) for team in teams]


def deal(ledger: Ledger) -> dict[str, Any]:
    """The hash before the game; seed or secret only when nothing is left to hide."""
    dealt = ledger.deal
    assert dealt
    told: dict[str, Any] = {
        "commitment": dealt.commitment,
        "scheme": dealt.scheme if dealt.secret is not None else None,
        "commitments": [seat.commitment for seat in ledger.seats],
        "opening": ledger.opening is not None,
        "nonces": [nonce.hex() for nonce in dealt.nonces],
        "secret": None,
        "seed": None,
    }
    if ledger.how is not None:
        if dealt.secret is not None:
            told["secret"] = dealt.secret.hex()
        else:
            told["seed"] = f"hex:{dealt.seed.hex()}" if isinstance(dealt.seed, bytes) else str(dealt.seed)
    return told


def code(ledger: Ledger) -> str | None:
    """The code of a table, while it opens a seat."""
    return ledger.code if any(seat.waits for seat in ledger.seats) else None


def table(
    ledger: Ledger, device: str | None, online: set[int] | None = None, away: dict[int, float] | None = None
) -> dict[str, Any]:
    """A table as the holder of a device sees it."""
    online, away = online or set(), away or _NOBODY
    seats = []
    for i, seat in enumerate(ledger.seats):
        human = seat.kind == "human"
        seats.append(
            {
                "seat": i,
                "kind": "invited" if seat.kind == "invite" else seat.kind,
                "name": seat.name,
                "level": seat.bot,
                "hotseat": seat.hotseat,
                "yours": human and device is not None and seat.device == device,
                "reserved": not human and device is not None and seat.device == device,
                "conceded": seat.conceded,
                "muted": human and device is not None and seat.device in ledger.mutes.get(device, ()),
                "silenced": human and seat.device in ledger.silenced,
                "standin": human and seat.standin is not None,
                "timed_out": ledger.forced == i,
                "online": i in online,
                "away_since": away.get(i) if human and i not in online else None,
            }
        )
    match = ledger.match
    yours = any(seat["yours"] for seat in seats) or device == ledger.owner
    return {
        "id": ledger.id,
        "seq": ledger.public_seq,
        "code": code(ledger) if yours else None,
        "game": ledger.game.id,
        "material": named(ledger.game),
        "edition": ledger.game.edition,
        "rules": ledger.rules_version,
        "options": ledger.options,
        "clock": ledger.clock,
        "visibility": ledger.visibility,
        "hints": ledger.hints,
        "substitute": ledger.substitute,
        "status": ledger.status,
        "owner": device == ledger.owner,
        "seats": seats,
        "ready": ledger.ready,
        "paused": ledger.paused,
        "decisions": ledger.settled,
        "turn": _turns(match) if match else 0,
        "to_move": ledger.to_move,
        "progress": match.game.files.rules.progress(match.settled_state) if match else 0,
        "motions": [
            {
                "motion": ballot.motion,
                "seat": ballot.whom,
                "level": ballot.level,
                "by": ballot.by,
                "votes": ballot.votes,
                "need": ledger.need(ballot.motion, ballot.whom),
            }
            for ballot in ledger.ballots
        ],
        "deal": deal(ledger),
        "result": result(ledger),
        "rematch": ledger.rematch,
        "origin": ledger.origin,
        "created_at": ledger.created_at,
        "changed_at": ledger.public_at,
    }


def _turns(match: Match) -> int:
    """The number of the turn being played, 1 for the first."""
    return len(match.turns) + (0 if match.turns and not match.turns[-1].ended else 1)


def state_for(ledger: Ledger, seat: int | None) -> Any:
    """The state that a seat may look at: the draft is its owner's alone."""
    assert ledger.match
    mine = seat is not None and seat == ledger.to_move
    return ledger.match.state if mine else ledger.match.settled_state


def position(ledger: Ledger, seat: int | None, events_from: int, drawn: bytes) -> bytes:
    """A position as a seat may see it, without its clock; `drawn` is the part that the game decides."""
    match = ledger.match
    assert match
    mine = seat is not None and seat == ledger.to_move
    shown = len(match.actions) if mine else match.settled
    told: dict[str, Any] = {
        "seat": seat,
        "at": ledger.seen_seq(seat),
        "decisions": shown,
        "settled": match.settled,
        "turn": _turns(match),
        "to_move": ledger.to_move,
        "draft": _draft(match) if mine else None,
        "events_from": events_from,
        "events": _events(match, seat, events_from, shown),
        "result": result(ledger),
    }
    return to_json(told)[:-1] + b"," + drawn[1:]


def _events(match: Match, seat: int | None, since: int, until: int) -> list[dict[str, Any]]:
    return [
        {"decision": event.seq, "name": event.name, "params": event.params}
        for event in match.events(seat, since)
        if event.seq < until
    ]


def _draft(match: Match) -> dict[str, Any]:
    drafted = match.actions[match.settled :]
    if drafted:
        return {"actions": drafted, "undo": True, "why": ""}
    begun = match.turns and not match.turns[-1].ended and match.turns[-1].actions
    return {"actions": [], "undo": False, "why": "revealed" if begun else "new_turn"}


def line(ledger: Ledger, said: Line) -> bytes:
    """A line of the table's log; its seat is where that stands now."""
    entry = said.entry
    params: dict[str, Any] = {}
    for known in ("text", "level", "policy"):
        if known in entry.data:
            params[known] = entry.data[known]
    told = {
        "type": "line",
        "seq": entry.seq,
        "line": "left" if "left" in entry.data else LINES[entry.kind],
        "seat": None if said.uid is None else ledger.place_of(said.uid),
        "name": said.name,
        "params": params,
        "time": entry.at,
        "decision": ledger.settled_as_of(entry.seq),
    }
    return to_json(told)
