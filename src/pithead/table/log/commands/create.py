"""The `Created` event of new tables: as requested, a rematch, a record, a lesson, or a branch of another game."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from pithead.engine.fair import Deal
from pithead.engine.game import Game
from pithead.engine.lessons import OPPONENT, Lesson
from pithead.table import perspective
from pithead.table.errors import NotFinished, NotReady
from pithead.table.log.base import ClockRules, DealData, LessonData, SeatData
from pithead.table.log.events import Created, Event, Unsealed
from pithead.table.log.state import TableState
from pithead.table.protocol import NewRematch, NewTable, Pledge, SeatSetup

from . import checks
from .seats import seat_from

UNTIMED = ClockRules(kind="none", turn=60, bank=0, timeout="move")


def seats_from(
    setups: Iterable[SeatSetup], device: str, pledge: Pledge, fresh_uid: Callable[[], str], known_name: str | None
) -> list[SeatData]:
    """The seats of a new table, from what its maker wrote."""
    seats: list[SeatData] = []
    for setup in setups:
        others = [seat.name for seat in seats]
        seats.append(seat_from(setup, others, device, pledge, fresh_uid(), known_name))
    return seats


def _title(game: Game, rules: int | None = None) -> dict[str, Any]:
    """Which game with which components by which rules, and that the table has no code yet."""
    return {
        "game": game.id,
        "edition": game.material.fingerprint,
        "rules": game.rules_version if rules is None else rules,
        "code": None,
    }


def new_table(
    game: Game,
    ask: NewTable,
    device: str,
    fresh_uid: Callable[[], str],
    known_name: str | None,
    secret: bytes | None = None,
) -> Created:
    """A table from a request."""
    options = game.resolve(ask.options)
    checks.level(ask.substitute)
    seats = seats_from(ask.seats[: max(game.players)], device, ask, fresh_uid, known_name)
    if ask.rated:
        checks.ratable(game, ask.clock.kind, [seat.device for seat in seats])
    playing = [seat for seat in seats if seat.kind != "closed"]
    if len(ask.seats) > max(game.players) or ask.start:
        game.check_setup(len(playing) + len(ask.seats) - len(seats), options)
    return Created(
        **_title(game),
        options=options,
        clock=ClockRules(**ask.clock.model_dump()),
        visibility=ask.visibility,
        hints=ask.hints and not ask.rated,
        coach=0 if ask.rated else checks.coach(ask.coach, [seat.kind for seat in seats]),
        rated=ask.rated,
        substitute=ask.substitute,
        owner=device,
        seats=tuple(seats),
        deal=DealData.of(Deal.secretly(secret=secret)),
    )


def rematch(
    state: TableState, ask: NewRematch, device: str, fresh_uid: Callable[[], str], secret: bytes | None = None
) -> Created:
    """The same people and options once more, their seats reserved for them."""
    seats = [
        SeatData(kind="bot", uid=fresh_uid(), name=seat.name, level=seat.level)
        if seat.kind == "bot"
        else SeatData(kind="invite", uid=fresh_uid(), name=seat.name, device=seat.device, hotseat=seat.hotseat)
        for seat in state.seats
    ]
    if ask.rotate:
        seats = seats[1:] + seats[:1]
    return Created(
        **_title(state.game),
        options=state.options,
        clock=state.clock,
        visibility=state.visibility,
        hints=state.hints,
        coach=state.coach,
        rated=state.rated,
        substitute=state.substitute,
        owner=device,
        seats=tuple(seats),
        deal=DealData.of(Deal.secretly(secret=secret)),
        origin=state.id,
    )


def cup_table(game: Game, cup: str, owner: str, seats: Iterable[SeatData], secret: bytes, **rules: Any) -> Created:
    """A table of a cup, with everybody on a seat."""
    return Created(
        **_title(game),
        hints=False,
        owner=owner,
        seats=tuple(seats),
        deal=DealData.of(Deal.secretly(secret=secret)),
        cup=cup,
        **rules,
    )


def unseal(state: TableState) -> list[Event]:
    """All tables with the same deal are done."""
    return [Unsealed()] if state.sealed else []


def archive(record: dict[str, Any], owner: str) -> Created:
    """A table that only replays a record, parsed by `replays.read`."""
    return Created(
        game=record["game"],
        edition=record["edition"],
        rules=record["rules"],
        options=record["options"],
        clock=UNTIMED,
        visibility="private",
        hints=True,
        substitute="hewer",
        owner=owner,
        seats=tuple(
            SeatData(kind="human", name=name, uid="", conceded=seat in record["conceded"])
            for seat, name in enumerate(record["names"])
        ),
        deal=DealData(**record["deal"]),
        code=None,
        origin="record",
        names=tuple(record["names"]),
        actions=tuple(record["actions"]),
        status=record["status"],
        how=record["how"],
    )


def lesson(taught: Lesson, device: str, name: str, fresh_uid: Callable[[], str]) -> Created:
    """A table that begins with a lesson."""
    bot = SeatSetup(kind="bot", level=OPPONENT)
    setups = [SeatSetup(kind="you", name=name) if seat == taught.seat else bot for seat in range(taught.players)]
    seats = seats_from(setups, device, Pledge(), fresh_uid, name)
    match, script = taught.start(), taught.script
    return Created(
        **_title(taught.game, match.rules_version),
        options=match.options,
        clock=UNTIMED,
        owner=device,
        seats=tuple(seats),
        deal=DealData.of(match.deal),
        origin="lesson",
        lesson=LessonData(name=taught.name, line=script.line.steps),
        names=tuple(seat.name for seat in seats),
        actions=script.line.decisions[: script.moments[0].at],
    )


def branch(state: TableState, decision: int, seats: list[SeatData], owner: str) -> Created:
    """A table that plays on from a position of a game that has ended."""
    if state.match is None or state.how is None:
        raise NotFinished()
    checks.unsealed(state)
    match = state.match
    empty = [str(i + 1) for i, seat in enumerate(seats) if seat.kind not in ("human", "bot")]
    if len(seats) != match.players or empty:
        raise NotReady(seats=", ".join(empty or [str(len(seats) + 1)]))
    return Created(
        **_title(state.game, state.rules_version),
        options=match.options,
        clock=UNTIMED,
        visibility="private",
        hints=True,
        substitute=state.substitute,
        owner=owner,
        seats=tuple(seats),
        deal=DealData.of(replace(match.deal, hidden=False)),
        origin=state.id,
        names=tuple(seat.name for seat in seats),
        actions=tuple(perspective.public_decisions(state)[:decision]),
        status="running",
    )
