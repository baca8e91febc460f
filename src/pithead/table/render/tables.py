"""A table as a visitor sees it: the models that lists, pages and `table` frames are made of."""

from typing import Any

from pithead.engine.match import Match
from pithead.engine.outcome import Outcome
from pithead.engine.record import named
from pithead.table.log.seats import Ballot, Seat
from pithead.table.log.state import TableState
from pithead.table.perspective import number, public_position
from pithead.table.protocol import ClockSetup, DealInfo, Motion, ResultInfo, SeatInfo, TableInfo, TableLesson

_NOBODY: dict[int, float] = {}


def table_info(
    state: TableState, device: str | None, online: set[int] | None = None, away: dict[int, float] | None = None
) -> TableInfo:
    """A table as the holder of a device sees it."""
    online, away = online or set(), away or _NOBODY
    seats = [_seat(state, i, seat, device, i in online, away.get(i)) for i, seat in enumerate(state.seats)]
    yours = any(seat.yours for seat in seats) or device == state.owner
    return TableInfo(
        id=state.id,
        code=code(state) if yours else None,
        game=state.game.id,
        material=named(state.game),
        edition=state.game.edition,
        rules=state.rules_version,
        options=state.options,
        clock=ClockSetup.model_validate(state.clock.model_dump()),
        visibility=state.visibility,
        hints=state.hints,
        coach=state.coach,
        rated=state.rated,
        cup=state.cup,
        sealed=state.sealed,
        substitute=state.substitute,
        status=state.status,
        owner=device == state.owner,
        seats=seats,
        ready=state.ready,
        paused=state.paused,
        motions=[_motion(state, ballot) for ballot in state.ballots],
        deal=deal_info(state),
        result=result_info(state),
        rematch=state.rematch,
        origin=state.origin,
        lesson=state.lesson and TableLesson(name=state.lesson.name, decisions=len(state.lesson.line)),
        created_at=state.created_at,
        **moved(state, device),
    )


def moved(state: TableState, device: str | None) -> dict[str, Any]:
    """The fields of a `TableInfo` that decisions change; everything else changes with an event about the table."""
    match = state.match
    return {
        "seq": number(state, device, state.public_seq),
        "decisions": state.settled,
        "turn": turn_of(match) if match else 0,
        "to_move": state.to_move,
        "progress": match.game.files.rules.progress(public_position(state)) if match else 0,
        "deadline": deadline(state),
        "changed_at": state.public_at,
    }


def code(state: TableState) -> str | None:
    """The code of a table, while it opens a seat."""
    return state.code if any(seat.waits for seat in state.seats) else None


def deadline(state: TableState) -> float | None:
    """When turn and bank of the person to move are used up, counted from the question."""
    seat = state.to_move
    if not (state.running and state.timed) or seat is None or state.paused or state.mover_bot is not None:
        return None
    at, used = state.asked
    return at + (1000 * state.clock.turn + state.banks[seat] - used) / 1000


def turn_of(match: Match) -> int:
    """The number of the turn being played, 1 for the first."""
    return len(match.turns) + (0 if match.turns and not match.turns[-1].ended else 1)


def result_info(state: TableState) -> ResultInfo | None:
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
        standing = match.rules.standing(public_position(state), match.players)
    conceded = [i for i, seat in enumerate(state.seats) if seat.conceded]
    return ResultInfo(
        how=state.how,
        reason=reason,
        scores=standing.scores,
        ranks=ranks_after(standing, conceded),
        teams=standing.teams,
        breakdown=[match.breakdown(player) for player in range(match.players)],
        conceded=conceded,
        replaced=[i for i, seat in enumerate(state.seats) if seat.helped],
    )


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


def deal_info(state: TableState) -> DealInfo:
    """The hash before the game; seed or secret only when nothing is left to hide."""
    deal = state.deal
    assert deal
    info = DealInfo(
        commitment=deal.commitment,
        scheme=deal.scheme if deal.secret is not None else None,
        commitments=[seat.commitment for seat in state.seats],
        opening=state.opening is not None,
        nonces=[nonce.hex() for nonce in deal.nonces],
    )
    if state.how is not None and not state.sealed:
        if deal.secret is not None:
            info.secret = deal.secret.hex()
        else:
            info.seed = f"hex:{deal.seed.hex()}" if isinstance(deal.seed, bytes) else str(deal.seed)
    return info


def _seat(state: TableState, number: int, seat: Seat, device: str | None, online: bool, away: float | None) -> SeatInfo:
    human, held = seat.kind == "human", device is not None and seat.device == device
    return SeatInfo(
        seat=number,
        kind="invited" if seat.kind == "invite" else seat.kind,
        name=seat.name,
        level=seat.bot,
        hotseat=seat.hotseat,
        yours=human and held,
        reserved=not human and held,
        conceded=seat.conceded,
        muted=human and device is not None and seat.device in state.mutes.get(device, ()),
        silenced=human and seat.device in state.silenced,
        standin=human and seat.standin is not None,
        timed_out=state.forced == number,
        online=online,
        away_since=away if human and not online else None,
    )


def _motion(state: TableState, ballot: Ballot) -> Motion:
    return Motion(
        motion=ballot.motion,
        seat=ballot.whom,
        level=ballot.level,
        by=ballot.by,
        votes=ballot.votes,
        need=state.need(ballot.motion, ballot.whom),
    )
