"""The start of a game: revealing the nonces (commit–reveal), and the deal."""

from pithead.engine.fair import SCHEMES, commit
from pithead.table.errors import BadNonce, NotReady
from pithead.table.log.events import Event, NonceOpened, Opening, Started
from pithead.table.log.state import TableState

from . import checks
from .seats import free_name


def start(state: TableState) -> list[Event]:
    """Deal, or enter the reveal phase if nonces are missing; commitments are fixed from here on."""
    if state.opening is not None:
        return []
    checks.lobby(state)
    taken = _taken(state)
    state.game.check_setup(len(taken), state.options)
    if not state.ready:
        raise NotReady(seats=", ".join(str(i + 1) for i in taken if not state.seats[i].occupied))
    if state.rated:
        checks.ratable(state.game, state.clock.kind, [seat.device for seat in state.seats])
    return [Opening()] if state.unopened else [_deal(state, {})]


def start_by(state: TableState, device: str) -> list[Event]:
    """The owner starts the game."""
    checks.owner(state, device)
    return start(state)


def start_when_ready(state: TableState) -> list[Event]:
    """Deal if all seats are ready."""
    return start(state) if state.ready else []


def open_nonce(state: TableState, device: str, nonce: str) -> list[Event]:
    """Reveal the nonce of a device's seats; the last one triggers the deal."""
    mine = [i for i in state.seats_of(device) if state.seats[i].commitment == commit(bytes.fromhex(nonce))]
    closed = [i for i in mine if i in state.unopened]
    if mine and not closed:
        return []
    if not closed or state.opening is None:
        raise BadNonce()
    events: list[Event] = [NonceOpened(seat=i, nonce=nonce) for i in closed]
    if closed == state.unopened:
        events.append(_deal(state, dict.fromkeys(closed, nonce)))
    return events


def deal_without(state: TableState) -> list[Event]:
    """Deal without the nonces that were not revealed in time; the log shows which."""
    return [] if state.opening is None else [_deal(state, {})]


def _deal(state: TableState, opened: dict[int, str]) -> Started:
    taken = _taken(state)
    names: list[str] = []
    for i in taken:
        names.append(free_name(state.seats[i].name, names))
    nonces = [nonce for i in taken if (nonce := opened.get(i) or state.seats[i].nonce)]
    return Started(order=tuple(taken), names=tuple(names), nonces=tuple(nonces), scheme=SCHEMES[0])


def _taken(state: TableState) -> list[int]:
    return [i for i, seat in enumerate(state.seats) if seat.kind != "closed"]
