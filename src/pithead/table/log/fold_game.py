"""The fold of events of the game and its clocks."""

from pithead.engine.fair import Deal
from pithead.engine.match import END, Match

from . import events as on
from .rows import Entry
from .seats import Ballot
from .state import TableState


def started(state: TableState, event: on.Started, entry: Entry) -> None:
    state.opening = None
    state.seats = [state.seats[old] for old in event.order]
    for seat, name in zip(state.seats, event.names, strict=True):
        seat.name = name
    assert state.deal
    if state.deal.secret is not None:
        nonces = tuple(bytes.fromhex(nonce) for nonce in event.nonces)
        state.deal = Deal(secret=state.deal.secret, nonces=nonces, hidden=True, scheme=event.scheme)
    state.code = None
    begin(state, entry, state.deal, event.names)
    settled(state, entry)


def begin(state: TableState, entry: Entry, deal: Deal, names: tuple[str, ...]) -> None:
    state.status = "running"
    players = len(state.seats)
    state.match = Match(state.game, players, deal, state.options, names, state.rules_version)
    state.to_move = state.match.to_move
    state.banks = [1000 * state.clock.bank] * players
    _new_turn(state)
    ask(state, entry)


def played(state: TableState, event: on.Played, entry: Entry) -> None:
    match, before = state.match, state.to_move
    assert match and before is not None
    charge(state, event)
    state.offered_at = entry.at
    match.play(event.decision)
    state.changed = entry.seq
    if state.seats[before].standin is not None or state.forced == before:
        state.seats[before].helped = True
    if match.settled == len(match.actions):
        settled(state, entry)
    if match.over:
        state.status, state.how = "finished", "played"
        state.about_seq = entry.seq
    if event.decision == END or match.over:
        _end_turn(state, before, entry)
    if match.settled == len(match.actions):
        ask(state, entry)


def undone(state: TableState, event: on.Undone, entry: Entry) -> None:
    assert state.match
    charge(state, event)
    state.offered_at = entry.at
    if event.count == 1:
        state.match.undo()
    else:
        state.match.restart()
    state.changed = entry.seq
    state.undos.append((entry.seq, len(state.match.actions)))


def settled(state: TableState, entry: Entry) -> None:
    assert state.match
    state.changed = state.settled_seq = entry.seq
    state.settlings.append((entry.seq, len(state.match.actions)))
    state.settled_at.append(entry.at)


def voted(state: TableState, event: on.Voted) -> None:
    ballot = state.ballot(event.motion, event.whom)
    if ballot is None:
        ballot = Ballot(event.motion, event.whom, event.level, event.seat)
        state.ballots.append(ballot)
    ballot.votes[event.seat] = event.yes
    if not event.yes and event.motion != "replace":
        # A motion that needs unanimity fails with the first vote against it.
        state.ballots.remove(ballot)


def conceded(state: TableState, event: on.Conceded, entry: Entry) -> None:
    seat = state.seats[event.seat]
    seat.conceded = True
    seat.standin = seat.standin or state.substitute
    state.ballots.clear()
    if not state.people if event.ends is None else event.ends:
        stop(state, entry, "finished", "conceded")
    elif event.seat == state.to_move:
        _new_turn(state)
        ask(state, entry)


def replaced(state: TableState, event: on.Replaced, entry: Entry) -> None:
    charge(state, event)
    state.seats[event.seat].standin = event.level
    state.ballots = [b for b in state.ballots if not (b.motion == "replace" and b.whom == event.seat)]
    _hand_over(state, event, entry)


def reclaimed(state: TableState, event: on.Reclaimed, entry: Entry) -> None:
    state.seats[event.seat].standin = None
    if event.fresh_turn:
        state.forced = None
    _hand_over(state, event, entry)


def timed_out(state: TableState, event: on.TimedOut, entry: Entry) -> None:
    state.banks[event.seat] = 0
    if event.policy == "move":
        state.forced = event.seat
    _hand_over(state, event, entry)


def stop(state: TableState, entry: Entry, status: str, how: str) -> None:
    state.status, state.how = status, how
    state.paused = False
    state.opening = None
    state.code = None
    state.ballots.clear()
    if state.match:
        # Everybody gets the final position, the result included.
        state.changed = state.settled_seq = entry.seq


# -- clocks -----------------------------------------------------------------------------------------------------------


def charge(state: TableState, event: on.Played | on.Undone | on.Paused | on.Replaced) -> None:
    state.turn_used += event.ms
    state.turn_excused += event.excused


def ask(state: TableState, entry: Entry) -> None:
    """A new question begins: start its clock, visible to all. Steps of a draft do not restart it."""
    state.offered_at = entry.at
    state.asked = (entry.at, state.turn_used)


def _new_turn(state: TableState) -> None:
    state.turn_used = state.turn_excused = 0


def _end_turn(state: TableState, seat: int, entry: Entry) -> None:
    allowed = 1000 * state.clock.turn
    state.banks[seat] -= min(state.banks[seat], max(0, state.turn_used - allowed))
    _new_turn(state)
    if state.forced is not None:
        state.forced = None
        state.about_seq = entry.seq


def _hand_over(state: TableState, event: on.Replaced | on.Reclaimed | on.TimedOut, entry: Entry) -> None:
    """The player of a seat changes: bill the elapsed time; the turn's remaining time does not increase."""
    if event.seat == state.to_move:
        if event.fresh_turn:
            _new_turn(state)
        ask(state, entry)
