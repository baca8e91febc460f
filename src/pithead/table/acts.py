"""What people and the server may do at a table: each act is checked here and becomes entries of the log.

Nothing here changes the ledger; whoever calls applies the entries and makes them durable.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pithead import bots
from pithead.engine.errors import GameOver, Illegal, NothingToUndo, NotYourTurn, Stale
from pithead.engine.fair import SCHEMES, commit
from pithead.engine.match import END, Match
from pithead.engine.messages import common

from .errors import (
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
from .identity import Right, holds, seat_of
from .ledger import Ledger, Sitter
from .protocol import Pledge, SeatSetup, Whom

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


def lobby(ledger: Ledger) -> None:
    """Refuse what is possible only before the start."""
    if ledger.status != "lobby":
        raise NotInLobby()
    if ledger.opening is not None:
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


def welcome(ledger: Ledger, device: str) -> None:
    """Refuse those whom the owner has sent away."""
    if device in ledger.removed:
        raise NotWelcome()


def sit_down(ledger: Ledger, seat: int, device: str, name: str, pledge: Pledge, hotseat: bool = False) -> list[New]:
    """Take a free or reserved seat."""
    lobby(ledger)
    welcome(ledger, device)
    sitter = ledger.sitter(seat)
    if sitter.kind not in ("open", "invite") or (sitter.device and sitter.device != device):
        raise SeatTaken()
    others = [other.name for i, other in enumerate(ledger.seats) if i != seat]
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


def stand_up(ledger: Ledger, seat: int) -> list[New]:
    """Leave a seat before the start."""
    lobby(ledger)
    sitter = ledger.sitter(seat)
    return [New("seat", seat, {"kind": "open", "uid": sitter.uid, "left": sitter.name})]


def redeem(ledger: Ledger, right: Right, device: str, name: str | None, pledge: Pledge) -> list[New]:
    """Use a link; using one's own changes nothing."""
    seat = seat_of(right, ledger)
    if seat is None:
        if ledger.owner == device:
            return []
        if not holds(right, ledger):
            raise BadLink()
        return [New("owner", None, {"device": device})]
    sitter = ledger.sitter(seat)
    if seat in ledger.seats_of(device):
        return []
    if right.kind == "device":
        if sitter.kind != "human" or not holds(right, ledger):
            raise BadLink()
        welcome(ledger, device)
        data: dict[str, Any] = {"device": device}
        if ledger.status == "lobby" and ledger.opening is None and (pledge.nonce or pledge.commitment):
            # The nonce of the old device stays there.
            data |= {"nonce": pledge.nonce, "commitment": pledge.commitment}
        return [New("device", seat, data)]
    # An invitation ends when somebody sits down: whoever comes later learns that, and may watch.
    lobby(ledger)
    if sitter.holder:
        raise SeatTaken()
    if not holds(right, ledger):
        raise BadLink()
    if name is None:
        raise NeedsName()
    return sit_down(ledger, seat, device, name, pledge)


def start(ledger: Ledger) -> list[New]:
    """Deal, or ask for the nonces that are still kept back: from now on nobody can change his."""
    if ledger.opening is not None:
        return []
    lobby(ledger)
    taken = _taken(ledger)
    ledger.game.check_setup(len(taken), ledger.options)
    if not ledger.ready:
        empty = [str(i + 1) for i in taken if not _occupied(ledger.seats[i])]
        raise NotReady(seats=", ".join(empty))
    return [New("opening", None, {})] if ledger.unopened else [_deal(ledger, {})]


def open_nonce(ledger: Ledger, device: str, nonce: str) -> list[New]:
    """Open what the seats of a device have committed to; with the last one it is dealt."""
    mine = [i for i in ledger.seats_of(device) if ledger.seats[i].commitment == commit(bytes.fromhex(nonce))]
    closed = [i for i in mine if i in ledger.unopened]
    if mine and not closed:
        return []
    if not closed or ledger.opening is None:
        raise BadNonce()
    news = [New("nonce", i, {"nonce": nonce}) for i in closed]
    if closed == ledger.unopened:
        news.append(_deal(ledger, dict.fromkeys(closed, nonce)))
    return news


def deal_without(ledger: Ledger) -> list[New]:
    """Deal without the nonces that nobody has opened in time: everybody sees which."""
    return [] if ledger.opening is None else [_deal(ledger, {})]


def _deal(ledger: Ledger, opened: dict[int, str]) -> New:
    taken = _taken(ledger)
    names: list[str] = []
    for i in taken:
        names.append(free_name(ledger.seats[i].name, names))
    nonces = [nonce for i in taken if (nonce := opened.get(i) or ledger.seats[i].nonce)]
    return New("started", None, {"order": taken, "names": names, "nonces": nonces, "scheme": SCHEMES[0]})


def _taken(ledger: Ledger) -> list[int]:
    return [i for i, seat in enumerate(ledger.seats) if seat.kind != "closed"]


def _occupied(seat: Sitter) -> bool:
    return seat.kind == "bot" or (seat.kind == "human" and seat.device is not None)


# -- about others -----------------------------------------------------------------------------------------------------


def person(ledger: Ledger, whom: Whom, asking: str) -> tuple[str, str]:
    """Device and name of somebody else at the table."""
    device, name = None, ""
    if whom.seat is not None and whom.seat < len(ledger.seats) and ledger.seats[whom.seat].kind == "human":
        device, name = ledger.seats[whom.seat].device, ledger.seats[whom.seat].name
    elif whom.line is not None:
        for line in ledger.lines:
            if line.seq == whom.line and line.entry.kind == "chat":
                device, name = line.device, line.name
    if device is None or device == asking:
        raise NobodyThere()
    return device, name


def remove(ledger: Ledger, whom: Whom) -> list[New]:
    """The owner sends somebody away: from a seat before the start, from the bench at any time."""
    device, _ = person(ledger, whom, ledger.owner)
    held = ledger.seats_of(device)
    if held:
        lobby(ledger)
    return [*(new for seat in held for new in stand_up(ledger, seat)), New("removed", None, {"device": device})]


def silence(ledger: Ledger, whom: Whom, on: bool) -> list[New]:
    """The owner lets somebody say nothing, or again."""
    device, _ = person(ledger, whom, ledger.owner)
    return [New("silenced", None, {"device": device, "on": on})] if (device in ledger.silenced) != on else []


def chat(ledger: Ledger, device: str, seat: int | None, said: dict[str, Any]) -> list[New]:
    """Say something."""
    if device in ledger.silenced or device in ledger.removed:
        raise Silenced()
    return [New("chat", seat, said)]


# -- playing ----------------------------------------------------------------------------------------------------------


def _turn_of(ledger: Ledger, seat: int, expect: int | None, bot: bool) -> Match:
    match = ledger.match
    if match is None or not ledger.running:
        raise GameOver() if ledger.status == "finished" else NotRunning()
    if ledger.paused:
        raise Paused()
    if match.to_move != seat:
        raise NotYourTurn(player=match.names[match.to_move or 0])
    if not bot and ledger.mover_bot is not None:
        raise BotPlays()
    if expect is not None and expect != ledger.changed:
        raise Stale(expected=expect, got=ledger.changed)
    return match


def play(
    ledger: Ledger, seat: int, decisions: list[int], expect: int | None, bill: Bill = FREE, bot: bool = False
) -> list[New]:
    """Play decisions of a seat's turn, all or nothing; `bill` is what its clock says."""
    match = _turn_of(ledger, seat, expect, bot)
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


def undo(ledger: Ledger, seat: int, expect: int, whole: bool, bill: Bill = FREE) -> list[New]:
    """Take back the last decision of the draft, or all of it."""
    match = _turn_of(ledger, seat, expect, bot=False)
    drafted = len(match.actions) - match.settled
    if not drafted:
        raise NothingToUndo()
    return [New("undo", seat, {"n": drafted if whole else 1, **bill})]


def confirm(ledger: Ledger, seat: int, expect: int, bill: Bill = FREE) -> list[New]:
    """End the turn."""
    return play(ledger, seat, [END], expect, bill)


# -- around the game --------------------------------------------------------------------------------------------------


def at_play(ledger: Ledger) -> None:
    """Refuse what is possible only while a game runs."""
    if not ledger.running:
        raise GameOver() if ledger.status == "finished" else NotRunning()


def concede(ledger: Ledger, seat: int) -> list[New]:
    """Give up. The game ends when one side is left to win it, or nobody but bots to watch it."""
    at_play(ledger)
    if not ledger.sitter(seat).person:
        raise BotPlays()
    people = [person for person in ledger.people if person != seat]
    return [New("concede", seat, {"ends": not people or len(ledger.sides_without(seat)) < 2})]


def vote(
    ledger: Ledger,
    seat: int,
    motion: str,
    whom: int | None,
    level: str | None,
    yes: bool,
    away: bool,
    bill: Bill = FREE,
) -> list[New]:
    """Propose a motion or vote on it; what carries takes effect in the same breath."""
    at_play(ledger)
    if not ledger.sitter(seat).person or ledger.sitter(seat).standin is not None:
        raise BotPlays()
    if motion == "replace":
        if whom is None or whom >= len(ledger.seats) or whom == seat or not ledger.sitter(whom).person:
            raise NoMotion()
        if ledger.sitter(whom).standin is not None:
            raise BotPlays()
        if not away:
            raise NotAway()
        level = check_level(level or ledger.substitute)
    else:
        whom = level = None
    if motion == "abort" and ledger.settled:
        raise TooLate()
    if (motion == "pause" and ledger.paused) or (motion == "resume" and not ledger.paused):
        raise NoMotion()
    ballot = ledger.ballot(motion, whom)
    if ballot is None and not yes:
        raise NoMotion()
    entries = [New("vote", seat, {"motion": motion, "whom": whom, "level": level, "yes": yes})]
    votes = dict(ballot.votes) if ballot else {}
    votes[seat] = yes
    if sum(votes.get(person, False) for person in ledger.voters(whom)) >= ledger.need(motion, whom):
        chosen = ballot.level if ballot else level
        effect = {"pause": "paused", "resume": "resumed", "abort": "aborted", "replace": "replaced"}[motion]
        data: dict[str, Any] = {"level": chosen} if motion == "replace" else {}
        if motion == "pause":
            data |= bill
        entries.append(New(effect, whom, data))
    return entries


def replace(ledger: Ledger, whom: int, level: str | None, away: bool) -> list[New]:
    """The owner lets a bot play for somebody who has left: not for himself, who would come back to a whole turn."""
    at_play(ledger)
    sitter = ledger.sitter(whom)
    if not sitter.person or sitter.standin is not None:
        raise BotPlays()
    if not away or sitter.device == ledger.owner:
        raise NotAway()
    return [New("replaced", whom, {"level": check_level(level or ledger.substitute)})]


def reclaim(ledger: Ledger, seat: int) -> list[New]:
    """Take a seat back from its stand-in."""
    at_play(ledger)
    sitter = ledger.sitter(seat)
    if sitter.conceded or sitter.standin is None:
        raise NothingToReclaim()
    return [New("reclaimed", seat, {})]


def come_back(ledger: Ledger, present: set[int]) -> list[New]:
    """People are at their seats again: the bots that stood in for them leave."""
    if not ledger.running:
        return []
    seats = [(seat, ledger.sitter(seat)) for seat in sorted(present)]
    return [New("reclaimed", seat, {}) for seat, sitter in seats if sitter.standin is not None and not sitter.conceded]


def time_out(ledger: Ledger, seat: int) -> list[New]:
    """A seat has used up its time: the table's policy follows."""
    policy = str(ledger.clock["timeout"])
    entries = [New("timeout", seat, {"policy": policy})]
    if policy == "concede":
        entries += concede(ledger, seat)
    return entries
