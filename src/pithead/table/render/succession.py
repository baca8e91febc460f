"""Delta encoding of views: each with the changes since the previous one from the same seat.

Deltas are computed where views are rendered, once for all connections of a seat. So the event loop of a busy server
neither compares nor stores views; it requests a whole one where a connection needs it.
"""

from collections import OrderedDict
from functools import lru_cache
from typing import NamedTuple

from pithead.engine import registry
from pithead.engine.game import Game
from pithead.table.workers.child import picklable

from .views import Rendered, Request, render_all

KEPT = 2_000
"""Of so many tables the last views are kept; the next views of the others come without changes."""
STEPS = 2


class View(NamedTuple):
    """A rendered view of a seat: the JSON of a `GamePosition`, or the delta to it."""

    number: int
    """No two views of a server have the same."""
    json: str | None
    """All of it, where somebody needs that."""
    steps: tuple[tuple[int, str], ...] = ()
    """What led here: the numbers of earlier views of the seat, each with the changes to the next, as items of JSON."""

    def after(self, last: "View | None") -> "View":
        """Also keep the delta before: a connection may have skipped one view."""
        if last is None or not self.steps or self.steps[0][0] != last.number:
            return self
        return View(self.number, self.json, (last.steps + self.steps)[-STEPS:])

    def since(self, number: int | None) -> str | None:
        """The delta from an earlier view of the seat; None if unavailable."""
        if number == self.number:
            return ""
        for place, (base, _) in enumerate(self.steps):
            if base == number:
                return ",".join(changes for _, changes in self.steps[place:] if changes)
        return None

    def leads_from(self, number: int | None) -> bool:
        """Whether it can be sent to a connection that has view `number` (None: no view of the seat)."""
        return self.json is not None or number == self.number or number in [base for base, _ in self.steps]


class Succession:
    """The last views of all tables."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, dict[int | None, tuple[int, Rendered]]] = OrderedDict()

    def follow(self, table: str, seat: int | None, number: int, rendered: Rendered, whole: bool = True) -> View:
        """The next view of a seat: whole if requested or shorter than the delta."""
        seats = self._tables.setdefault(table, {})
        self._tables.move_to_end(table)
        if len(self._tables) > KEPT:
            self._tables.popitem(last=False)
        last = seats.get(seat)
        seats[seat] = (number, rendered)
        if last is None:
            return View(number, rendered.json)
        changes = ",".join(rendered.changes(last[1]))
        if len(changes) >= rendered.size:
            return View(number, rendered.json)
        return View(number, rendered.json if whole else None, ((last[0], changes),))

    def follow_all(
        self, table: str, requests: list[Request], rendered: list[Rendered], whole: set[int | None], first: int
    ) -> list[View]:
        """The next views of several seats, numbered from the first on."""
        return [
            self.follow(table, seat, first + place, one, seat in whole)
            for place, ((_, seat, _), one) in enumerate(zip(requests, rendered, strict=True))
        ]

    def clear(self) -> None:
        """Clear the cache."""
        self._tables.clear()


_here = Succession()


class Order(NamedTuple):
    """Views of seats of one table that are to be rendered from the bytes of states, numbered from the first on."""

    table: str
    game: str
    edition: str | None
    encoded: list[bytes]
    requests: list[Request]
    whole: set[int | None]
    first: int


def render_orders(orders: list[Order]) -> list[list[View] | Exception]:
    """The views of several tables, or why those of a table could not be rendered; runs in a child process."""
    return [_render(order) for order in orders]


def _render(order: Order) -> list[View] | Exception:
    try:
        game = _loaded(order.game, order.edition)
        rendered = render_all(game, [game.rules().decode(data) for data in order.encoded], order.requests)
        return _here.follow_all(order.table, order.requests, rendered, order.whole, order.first)
    except Exception as problem:
        return picklable(problem)


@lru_cache(maxsize=64)
def _loaded(name: str, edition: str | None) -> Game:
    """The registry looks into folders for every game that it is asked for; the file of an edition never changes."""
    return registry.load(name, edition)
