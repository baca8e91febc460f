"""Commands around the game: concede, vote, stand-ins, timeouts, closing, rematch."""

from pithead.table.errors import BotPlays, NoMotion, NotAway, NotDead, NothingToReclaim, RatedRuns, TooLate
from pithead.table.log.base import Bill, Motion
from pithead.table.log.events import (
    Aborted,
    Closed,
    Conceded,
    Event,
    OwnerChanged,
    Paused,
    Reclaimed,
    RematchOpened,
    Replaced,
    Resumed,
    TimedOut,
    Voted,
)
from pithead.table.log.state import TableState

from . import checks
from .play import FREE
from .seats import stand_up


def concede(state: TableState, seat: int) -> list[Event]:
    """Give up. The game ends when one side is left to win it, or nobody but bots to watch it."""
    checks.running(state)
    if not state.seats[seat].person:
        raise BotPlays()
    people = [person for person in state.people if person != seat]
    return [Conceded(seat=seat, ends=not people or len(state.sides_without(seat)) < 2)]


def vote(
    state: TableState,
    seat: int,
    motion: Motion,
    whom: int | None,
    level: str | None,
    yes: bool,
    away: bool,
    bill: Bill = FREE,
) -> list[Event]:
    """Propose a motion or vote on it; a motion that carries takes effect in the same batch of events.

    `away` says whether `whom` has been gone for long enough, `bill` what the clock of the seat to move says.
    """
    checks.running(state)
    if not state.seats[seat].person or state.seats[seat].standin is not None:
        raise BotPlays()
    if motion == "replace":
        if whom is None or whom >= len(state.seats) or whom == seat or not state.seats[whom].person:
            raise NoMotion()
        level = _standin(state, whom, level, away)
    else:
        whom = level = None
    if motion == "abort" and state.settled:
        raise TooLate()
    if (motion == "pause" and state.paused) or (motion == "resume" and not state.paused):
        raise NoMotion()
    ballot = state.ballot(motion, whom)
    if ballot is None and not yes:
        raise NoMotion()
    events: list[Event] = [Voted(seat=seat, motion=motion, whom=whom, level=level, yes=yes)]
    votes = {**(ballot.votes if ballot else {}), seat: yes}
    if sum(votes.get(person, False) for person in state.voters(whom)) >= state.need(motion, whom):
        events.append(_carried(state, motion, whom, ballot.level if ballot else level, bill))
    return events


def _carried(state: TableState, motion: Motion, whom: int | None, level: str | None, bill: Bill) -> Event:
    match motion:
        case "pause":
            return Paused(**bill)
        case "resume":
            return Resumed()
        case "abort":
            return Aborted()
        case "replace":
            assert whom is not None and level is not None
            return _replaced(state, whom, level, bill)


def _standin(state: TableState, whom: int, level: str | None, away: bool) -> str:
    """The level of the bot that may play for somebody who is away."""
    if not state.seats[whom].person or state.seats[whom].standin is not None:
        raise BotPlays()
    if not away:
        raise NotAway()
    return checks.level(level or state.substitute)


def _replaced(state: TableState, whom: int, level: str, bill: Bill) -> Replaced:
    """Bill the time of a turn in progress: after a reclaim only the rest of it is left."""
    return Replaced(seat=whom, level=level, **(bill if whom == state.to_move else FREE))


def replace(state: TableState, device: str, whom: int, level: str | None, away: bool, bill: Bill = FREE) -> list[Event]:
    """The owner lets a bot play for somebody who has left, but not for himself."""
    checks.owner(state, device)
    checks.seat_exists(state, whom)
    checks.running(state)
    level = _standin(state, whom, level, away and state.seats[whom].device != device)
    return [_replaced(state, whom, level, bill)]


def reclaim(state: TableState, seat: int) -> list[Event]:
    """Take a seat back from its stand-in."""
    checks.running(state)
    if state.seats[seat].conceded or state.seats[seat].standin is None:
        raise NothingToReclaim()
    return [Reclaimed(seat=seat)]


def come_back(state: TableState, present: set[int]) -> list[Event]:
    """People are at their seats again: the bots that stood in for them leave."""
    if not state.running:
        return []
    seats = [(seat, state.seats[seat]) for seat in sorted(present)]
    return [Reclaimed(seat=seat) for seat, place in seats if place.standin is not None and not place.conceded]


def time_out(state: TableState, seat: int) -> list[Event]:
    """A seat has used up its time: the table's policy follows."""
    policy = state.clock.timeout
    events: list[Event] = [TimedOut(seat=seat, policy=policy)]
    return events + concede(state, seat) if policy == "concede" else events


def close(state: TableState, device: str, away: set[int]) -> list[Event]:
    """The owner closes the table: before the start, or when everybody else has been away for long."""
    checks.owner(state, device)
    if state.status != "lobby":
        checks.running(state)
    if state.running and ((state.rated and state.settled) or state.cup is not None):
        raise RatedRuns()
    others = {seat for seat in state.people if state.seats[seat].device != device}
    if state.running and not others <= away:
        raise NotDead()
    return [Closed()]


def close_idle(state: TableState) -> list[Event]:
    """Nobody has played for long: the table is closed."""
    return [Closed()] if state.running else []


def leave_for_good(state: TableState, device: str) -> list[Event]:
    """Somebody leaves the server: the table goes on without them, or is closed where nobody else is left."""
    if state.status not in ("lobby", "running"):
        return []
    others = [place.device for place in state.seats if place.person and place.device not in (None, device)]
    if not others:
        return [Closed()]
    held = state.seats_of(device)
    # With several seats only the first concedes: conceding all could end a game that others play.
    if state.status == "lobby":
        events = [event for seat in held for event in stand_up(state, seat)]
    else:
        events = [event for seat in held[:1] if state.seats[seat].person for event in concede(state, seat)]
    if state.owner == device and others[0] is not None:
        events.append(OwnerChanged(device=others[0]))
    return events


def open_rematch(state: TableState, seat: int, table: str) -> list[Event]:
    """Record the rematch's table; the first request wins."""
    return [] if state.rematch else [RematchOpened(seat=seat, table=table)]
