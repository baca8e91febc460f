"""What a connection is told: tables and positions as a seat may see them, as JSON."""

from typing import Any

from pydantic_core import to_json

from pithead.engine.match import Match
from pithead.engine.outcome import Outcome
from pithead.engine.record import named
from pithead.table.log.seats import Line
from pithead.table.log.state import TableState
from pithead.table.perspective import Perspective, number

_NOBODY: dict[int, float] = {}


def result(state: TableState) -> dict[str, Any] | None:
    """How the game ended, or None while it runs or if it never started."""
    match = state.match
    if match is None or state.how is None:
        return None
    if match.result is not None:
        reason = match.result.reason
        standing = match.standing
    else:
        # Stopped by people: the points are those of the position that everybody saw last.
        reason = ""
        standing = match.rules.standing(match.settled_state, match.players)
    conceded = [i for i, seat in enumerate(state.seats) if seat.conceded]
    return {
        "how": state.how,
        "reason": reason,
        "scores": standing.scores,
        "ranks": ranks_after(standing, conceded),
        "teams": standing.teams,
        "breakdown": [match.breakdown(player) for player in range(match.players)],
        "conceded": conceded,
        "replaced": [i for i, seat in enumerate(state.seats) if seat.helped],
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


def deal(state: TableState) -> dict[str, Any]:
    """The hash before the game; seed or secret only when nothing is left to hide."""
    dealt = state.deal
    assert dealt
    told: dict[str, Any] = {
        "commitment": dealt.commitment,
        "scheme": dealt.scheme if dealt.secret is not None else None,
        "commitments": [seat.commitment for seat in state.seats],
        "opening": state.opening is not None,
        "nonces": [nonce.hex() for nonce in dealt.nonces],
        "secret": None,
        "seed": None,
    }
    if state.how is not None:
        if dealt.secret is not None:
            told["secret"] = dealt.secret.hex()
        else:
            told["seed"] = f"hex:{dealt.seed.hex()}" if isinstance(dealt.seed, bytes) else str(dealt.seed)
    return told


def code(state: TableState) -> str | None:
    """The code of a table, while it opens a seat."""
    return state.code if any(seat.waits for seat in state.seats) else None


def table(
    state: TableState, device: str | None, online: set[int] | None = None, away: dict[int, float] | None = None
) -> dict[str, Any]:
    """A table as the holder of a device sees it."""
    online, away = online or set(), away or _NOBODY
    seats = []
    for i, seat in enumerate(state.seats):
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
                "muted": human and device is not None and seat.device in state.mutes.get(device, ()),
                "silenced": human and seat.device in state.silenced,
                "standin": human and seat.standin is not None,
                "timed_out": state.forced == i,
                "online": i in online,
                "away_since": away.get(i) if human and i not in online else None,
            }
        )
    match = state.match
    yours = any(seat["yours"] for seat in seats) or device == state.owner
    return {
        "id": state.id,
        "seq": number(state, device, state.public_seq),
        "code": code(state) if yours else None,
        "game": state.game.id,
        "material": named(state.game),
        "edition": state.game.edition,
        "rules": state.rules_version,
        "options": state.options,
        "clock": state.clock.model_dump(),
        "visibility": state.visibility,
        "hints": state.hints,
        "substitute": state.substitute,
        "status": state.status,
        "owner": device == state.owner,
        "seats": seats,
        "ready": state.ready,
        "paused": state.paused,
        "decisions": state.settled,
        "turn": _turns(match) if match else 0,
        "to_move": state.to_move,
        "progress": match.game.files.rules.progress(match.settled_state) if match else 0,
        "motions": [
            {
                "motion": ballot.motion,
                "seat": ballot.whom,
                "level": ballot.level,
                "by": ballot.by,
                "votes": ballot.votes,
                "need": state.need(ballot.motion, ballot.whom),
            }
            for ballot in state.ballots
        ],
        "deal": deal(state),
        "result": result(state),
        "rematch": state.rematch,
        "origin": state.origin,
        "lesson": state.lesson and {"name": state.lesson.name, "decisions": len(state.lesson.line)},
        "created_at": state.created_at,
        "changed_at": state.public_at,
    }


def _turns(match: Match) -> int:
    """The number of the turn being played, 1 for the first."""
    return len(match.turns) + (0 if match.turns and not match.turns[-1].ended else 1)


def position(perspective: Perspective, events_from: int, view: bytes) -> bytes:
    """A position as a seat may see it, without its clock; `view` is the part that the game decides."""
    state, match = perspective.state, perspective.match
    payload: dict[str, Any] = {
        "seat": perspective.seat,
        "at": perspective.at,
        "decisions": perspective.decisions,
        "settled": match.settled,
        "turn": _turns(match),
        "to_move": state.to_move,
        "draft": _draft(perspective),
        "events_from": events_from,
        "events": [
            {"decision": event.seq, "name": event.name, "params": event.params}
            for event in perspective.events(events_from)
        ],
        "result": result(state),
    }
    return to_json(payload)[:-1] + b"," + view[1:]


def _draft(perspective: Perspective) -> dict[str, Any] | None:
    drafted = perspective.draft
    if drafted is None:
        return None
    if drafted:
        return {"actions": drafted, "undo": True, "why": ""}
    turns = perspective.match.turns
    begun = turns and not turns[-1].ended and turns[-1].actions
    return {"actions": [], "undo": False, "why": "revealed" if begun else "new_turn"}


def line(state: TableState, device: str | None, said: Line) -> bytes:
    """A line of the table's log; its seat is where that stands now."""
    payload = {
        "type": "line",
        "seq": number(state, device, said.seq),
        "line": said.event.line,
        "seat": None if said.uid is None else state.place_of(said.uid),
        "name": said.name,
        "params": said.event.line_params,
        "time": said.at,
        "decision": state.settled_as_of(said.seq),
    }
    return to_json(payload)
