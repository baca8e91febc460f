"""What people and the server may do at a table: each act is checked here and becomes entries of the log.

Nothing here changes the state; whoever calls applies the entries and makes them durable.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pithead import bots
from pithead.engine.errors import GameOver, Illegal, NothingToUndo, NotYourTurn, Stale
from pithead.engine.fair import SCHEMES, commit
from pithead.engine.match import END, Match
from pithead.engine.messages import common
from pithead.table.errors import (
    BadLink,
    BadNonce,
    BotPlays,
    NeedsName,
    NobodyThere,
    NoMotion,
    NotAway,
    NothingToReclaim,
    NotInLobby,
    NotReady,
    NotRunning,
    NotWelcome,
    Opening,
    Paused,
    SeatTaken,
    Silenced,
    TooLate,
)
from pithead.table.identity import Right, holds, seat_of
from pithead.table.protocol import Pledge, SeatSetup, Whom

from .state import Sitter, TableState

Bill = Mapping[str, int]
"""What the clock of the seat to move says about the time that an entry ends (see `Clock.bill`)."""
FREE: Bill = {}


class New(NamedTuple):
    """An entry that has no place in the log yet."""

    kind: str
    seat: int | None
    data: dict[str, Any]


# -- before the start -------------------------------------------------------------------------------------------------


def check_level(level: str | None) -> str:
    """A level of bots; anything else is refused with the list."""
    if level not in bots.LEVELS:
        raise bots.UnknownLevel(level=str(level), known=", ".join(bots.LEVELS))
    return level


def lobby(state: TableState) -> None:
    """Refuse what is possible only before the start."""
    if state.status != "lobby":
        raise NotInLobby()
    if state.opening is not None:
        raise Opening()


def free_name(wanted: str, others: Iterable[str]) -> str:
    """The name, with a number where somebody at the table has it already: records tell players apart by name."""
    taken = {name.casefold() for name in others}
    if wanted.casefold() not in taken:
        return wanted
    number = 2
    while f"{wanted} {number}".casefold() in taken:
        number += 1
    return f"{wanted} {number}"


def seat_data(
    setup: SeatSetup, others: Iterable[str], device: str, pledge: Pledge, uid: str, known_name: str | None = None
) -> dict[str, Any]:
    """A seat for the log, from what its maker wrote."""
    data: dict[str, Any] = {"kind": setup.kind, "uid": uid}
    if setup.kind == "bot":
        level = check_level(setup.level)
        name = setup.name or common("en").text(f"bots.level.{level}")
        return data | {"name": free_name(name, others), "level": level}
    if setup.kind in ("you", "hotseat"):
        wanted = setup.name or (known_name if setup.kind == "you" else None)
        if not wanted:
            raise NeedsName()
        return data | {
            "kind": "human",
            "name": free_name(wanted, others),
            "device": device,
            "nonce": pledge.nonce,
            "commitment": pledge.commitment,
            "hotseat": setup.kind == "hotseat",
        }
    return data


def welcome(state: TableState, device: str) -> None:
    """Refuse those whom the owner has sent away."""
    if device in state.removed:
        raise NotWelcome()


def sit_down(state: TableState, seat: int, device: str, name: str, pledge: Pledge, hotseat: bool = False) -> list[New]:
    """Take a free or reserved seat."""
    lobby(state)
    welcome(state, device)
    sitter = state.sitter(seat)
    if sitter.kind not in ("open", "invite") or (sitter.device and sitter.device != device):
        raise SeatTaken()
    others = [other.name for i, other in enumerate(state.seats) if i != seat]
    data: dict[str, Any] = {
        "kind": "human",
        "uid": sitter.uid,
        "name": free_name(name, others),
        "device": device,
        "nonce": pledge.nonce,
        "commitment": pledge.commitment,
    }
    if hotseat:
        data["hotseat"] = True
    return [New("seat", seat, data)]


def stand_up(state: TableState, seat: int) -> list[New]:
    """Leave a seat before the start."""
    lobby(state)
    sitter = state.sitter(seat)
    return [New("seat", seat, {"kind": "open", "uid": sitter.uid, "left": sitter.name})]


def redeem(state: TableState, right: Right, device: str, name: str | None, pledge: Pledge) -> list[New]:
    """Use a link; using one's own changes nothing."""
    seat = seat_of(right, state)
    if seat is None:
        if state.owner == device:
            return []
        if not holds(right, state):
            raise BadLink()
        return [New("owner", None, {"device": device})]
    sitter = state.sitter(seat)
    if seat in state.seats_of(device):
        return []
    if right.kind == "device":
        if sitter.kind != "human" or not holds(right, state):
            raise BadLink()
        welcome(state, device)
        data: dict[str, Any] = {"device": device}
        if state.status == "lobby" and state.opening is None and (pledge.nonce or pledge.commitment):
            # The nonce of the old device stays there.
            data |= {"nonce": pledge.nonce, "commitment": pledge.commitment}
        return [New("device", seat, data)]
    # An invitation ends when somebody sits down: whoever comes later learns that, and may watch.
    lobby(state)
    if sitter.holder:
        raise SeatTaken()
    if not holds(right, state):
        raise BadLink()
    if name is None:
        raise NeedsName()
    return sit_down(state, seat, device, name, pledge)


def start(state: TableState) -> list[New]:
    """Deal, or ask for the nonces that are still kept back: from now on nobody can change his."""
    if state.opening is not None:
        return []
    lobby(state)
    taken = _taken(state)
    state.game.check_setup(len(taken), state.options)
    if not state.ready:
        empty = [str(i + 1) for i in taken if not _occupied(state.seats[i])]
        raise NotReady(seats=", ".join(empty))
    return [New("opening", None, {})] if state.unopened else [_deal(state, {})]


def open_nonce(state: TableState, device: str, nonce: str) -> list[New]:
    """Open what the seats of a device have committed to; with the last one it is dealt."""
    mine = [i for i in state.seats_of(device) if state.seats[i].commitment == commit(bytes.fromhex(nonce))]
    closed = [i for i in mine if i in state.unopened]
    if mine and not closed:
        return []
    if not closed or state.opening is None:
        raise BadNonce()
    news = [New("nonce", i, {"nonce": nonce}) for i in closed]
    if closed == state.unopened:
        news.append(_deal(state, dict.fromkeys(closed, nonce)))
    return news


def deal_without(state: TableState) -> list[New]:
    """Deal without the nonces that nobody has opened in time: everybody sees which."""
    return [] if state.opening is None else [_deal(state, {})]


def _deal(state: TableState, opened: dict[int, str]) -> New:
    taken = _taken(state)
    names: list[str] = []
    for i in taken:
        names.append(free_name(state.seats[i].name, names))
    nonces = [nonce for i in taken if (nonce := opened.get(i) or state.seats[i].nonce)]
    return New("started", None, {"order": taken, "names": names, "nonces": nonces, "scheme": SCHEMES[0]})


def _taken(state: TableState) -> list[int]:
    return [i for i, seat in enumerate(state.seats) if seat.kind != "closed"]


def _occupied(seat: Sitter) -> bool:
    return seat.kind == "bot" or (seat.kind == "human" and seat.device is not None)


# -- about others -----------------------------------------------------------------------------------------------------


def person(state: TableState, whom: Whom, asking: str) -> tuple[str, str]:
    """Device and name of somebody else at the table."""
    device, name = None, ""
    if whom.seat is not None and whom.seat < len(state.seats) and state.seats[whom.seat].kind == "human":
        device, name = state.seats[whom.seat].device, state.seats[whom.seat].name
    elif whom.line is not None:
        for line in state.lines:
            if line.seq == whom.line and line.entry.kind == "chat":
                device, name = line.device, line.name
    if device is None or device == asking:
        raise NobodyThere()
    return device, name


def remove(state: TableState, whom: Whom) -> list[New]:
    """The owner sends somebody away: from a seat before the start, from the bench at any time."""
    device, _ = person(state, whom, state.owner)
    held = state.seats_of(device)
    if held:
        lobby(state)
    return [*(new for seat in held for new in stand_up(state, seat)), New("removed", None, {"device": device})]


def silence(state: TableState, whom: Whom, on: bool) -> list[New]:
    """The owner lets somebody say nothing, or again."""
    device, _ = person(state, whom, state.owner)
    return [New("silenced", None, {"device": device, "on": on})] if (device in state.silenced) != on else []


def chat(state: TableState, device: str, seat: int | None, said: dict[str, Any]) -> list[New]:
    """Say something."""
    if device in state.silenced or device in state.removed:
        raise Silenced()
    return [New("chat", seat, said)]


# -- playing ----------------------------------------------------------------------------------------------------------


def _turn_of(state: TableState, seat: int, expect: int | None, bot: bool) -> Match:
    match = state.match
    if match is None or not state.running:
        raise GameOver() if state.status == "finished" else NotRunning()
    if state.paused:
        raise Paused()
    if match.to_move != seat:
        raise NotYourTurn(player=match.names[match.to_move or 0])
    if not bot and state.mover_bot is not None:
        raise BotPlays()
    if expect is not None and expect != state.changed:
        raise Stale(expected=expect, got=state.changed)
    return match


def play(
    state: TableState, seat: int, decisions: list[int], expect: int | None, bill: Bill = FREE, bot: bool = False
) -> list[New]:
    """Play decisions of a seat's turn, all or nothing; `bill` is what its clock says."""
    match = _turn_of(state, seat, expect, bot)
    if decisions[0] not in match.legal:
        # Refuses, with the reason that the game gives.
        match.play(decisions[0], seat)
    if len(decisions) > 1:
        _try(match, seat, decisions)
    first, *rest = decisions
    return [
        New("play", seat, {"d": first, **bill}),
        *(New("play", seat, {"d": d}) for d in rest),
    ]


def _try(match: Match, seat: int, decisions: list[int]) -> None:
    """Play on a copy: a sequence must be legal to its end and stay within the turn."""
    rules = match.rules
    state = rules.copy(match.state)
    state._log = []
    texts = match.game.action_texts
    for decision in decisions:
        if rules.to_move(state) != seat or decision not in rules.legal(state):
            shown = texts[decision] if decision < len(texts) else str(decision)
            raise Illegal(game=match.game.id, action=shown, why="", refusal=None)
        rules.apply(state, decision)


def undo(state: TableState, seat: int, expect: int, whole: bool, bill: Bill = FREE) -> list[New]:
    """Take back the last decision of the draft, or all of it."""
    match = _turn_of(state, seat, expect, bot=False)
    drafted = len(match.actions) - match.settled
    if not drafted:
        raise NothingToUndo()
    return [New("undo", seat, {"n": drafted if whole else 1, **bill})]


def confirm(state: TableState, seat: int, expect: int, bill: Bill = FREE) -> list[New]:
    """End the turn."""
    return play(state, seat, [END], expect, bill)


# -- around the game --------------------------------------------------------------------------------------------------


def at_play(state: TableState) -> None:
    """Refuse what is possible only while a game runs."""
    if not state.running:
        raise GameOver() if state.status == "finished" else NotRunning()


def concede(state: TableState, seat: int) -> list[New]:
    """Give up. The game ends when one side is left to win it, or nobody but bots to watch it."""
    at_play(state)
    if not state.sitter(seat).person:
        raise BotPlays()
    people = [person for person in state.people if person != seat]
    return [New("concede", seat, {"ends": not people or len(state.sides_without(seat)) < 2})]


def vote(
    state: TableState,
    seat: int,
    motion: str,
    whom: int | None,
    level: str | None,
    yes: bool,
    away: bool,
    bill: Bill = FREE,
) -> list[New]:
    """Propose a motion or vote on it; what carries takes effect in the same breath."""
    at_play(state)
    if not state.sitter(seat).person or state.sitter(seat).standin is not None:
        raise BotPlays()
    if motion == "replace":
        if whom is None or whom >= len(state.seats) or whom == seat or not state.sitter(whom).person:
            raise NoMotion()
        if state.sitter(whom).standin is not None:
            raise BotPlays()
        if not away:
            raise NotAway()
        level = check_level(level or state.substitute)
    else:
        whom = level = None
    if motion == "abort" and state.settled:
        raise TooLate()
    if (motion == "pause" and state.paused) or (motion == "resume" and not state.paused):
        raise NoMotion()
    ballot = state.ballot(motion, whom)
    if ballot is None and not yes:
        raise NoMotion()
    entries = [New("vote", seat, {"motion": motion, "whom": whom, "level": level, "yes": yes})]
    votes = dict(ballot.votes) if ballot else {}
    votes[seat] = yes
    if sum(votes.get(person, False) for person in state.voters(whom)) >= state.need(motion, whom):
        chosen = ballot.level if ballot else level
        effect = {"pause": "paused", "resume": "resumed", "abort": "aborted", "replace": "replaced"}[motion]
        data: dict[str, Any] = {"level": chosen} if motion == "replace" else {}
        if motion == "pause":
            data |= bill
        entries.append(New(effect, whom, data))
    return entries


def replace(state: TableState, whom: int, level: str | None, away: bool) -> list[New]:
    """The owner lets a bot play for somebody who has left: not for himself, who would come back to a whole turn."""
    at_play(state)
    sitter = state.sitter(whom)
    if not sitter.person or sitter.standin is not None:
        raise BotPlays()
    if not away or sitter.device == state.owner:
        raise NotAway()
    return [New("replaced", whom, {"level": check_level(level or state.substitute)})]


def reclaim(state: TableState, seat: int) -> list[New]:
    """Take a seat back from its stand-in."""
    at_play(state)
    sitter = state.sitter(seat)
    if sitter.conceded or sitter.standin is None:
        raise NothingToReclaim()
    return [New("reclaimed", seat, {})]


def come_back(state: TableState, present: set[int]) -> list[New]:
    """People are at their seats again: the bots that stood in for them leave."""
    if not state.running:
        return []
    seats = [(seat, state.sitter(seat)) for seat in sorted(present)]
    return [New("reclaimed", seat, {}) for seat, sitter in seats if sitter.standin is not None and not sitter.conceded]


def time_out(state: TableState, seat: int) -> list[New]:
    """A seat has used up its time: the table's policy follows."""
    policy = str(state.clock["timeout"])
    entries = [New("timeout", seat, {"policy": policy})]
    if policy == "concede":
        entries += concede(state, seat)
    return entries
