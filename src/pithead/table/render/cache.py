"""The views of one table: rendered once for everybody who looks from the same seat.

Views are rendered here or requested from the rendering process, which wakes the connections when they are ready.
"""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from pithead.table.perspective import Perspective
from pithead.table.workers.tasks import edition_of

from .succession import View
from .views import Request

if TYPE_CHECKING:
    from pithead.table.log.state import TableState
    from pithead.table.room import Room


class _Batch(NamedTuple):
    """Views of one table that are rendered together."""

    keys: list[tuple[int, int | None]]
    positions: list[Perspective]
    """A seat that looks at each of the positions."""
    requests: list[Request]
    whole: set[int | None]

    @classmethod
    def of(cls, state: "TableState", wanted: dict[int | None, bool]) -> "_Batch":
        looks = [Perspective(state, seat) for seat in wanted]
        # All viewers but the drafting seat share the same position and number of decisions.
        positions = {look.decisions: look for look in looks}
        places = list(positions)
        return cls(
            [(look.entry, look.seat) for look in looks],
            list(positions.values()),
            [(places.index(look.decisions), look.seat, look.drafts) for look in looks],
            {seat for seat, whole in wanted.items() if whole},
        )


class ViewCache:
    """The newest view of every seat with a connection."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._views: dict[tuple[int, int | None], View] = {}
        self._last: dict[int | None, View] = {}
        """The last rendered view of each seat, which may be stale."""
        self._wanted: dict[int | None, bool] = {}
        """The seats whose views are to be rendered, and whether somebody needs the whole of it."""
        self._ordering: asyncio.Task[None] | None = None
        self.writings = 0
        """How often the log was rewritten: what was told of an entry before is to be told again."""

    def clear(self) -> None:
        """Clear the cache: the log is read again."""
        self._views.clear()
        self._last.clear()

    def rewritten(self) -> None:
        """The log says something else of the same entries: nobody may go on with what was told before."""
        self.writings += 1
        self._room.held_back = True

    def prune(self) -> None:
        """Evict views that are no longer the newest of their seat, and resume requests that wait."""
        state = self._room.state
        self._views = {key: view for key, view in self._views.items() if key[0] == Perspective(state, key[1]).entry}
        if self._wanted:
            self._start()

    def ready(self, perspective: Perspective, known: int | None) -> bool:
        """Whether the current view is ready for a connection that has view `known`; otherwise it is woken later."""
        if perspective.state.match is None or self._room.rooms.renderer.worker is None:
            return True
        view = self._views.get((perspective.entry, perspective.seat))
        if view is not None and view.leads_from(known):
            return True
        self._request(perspective.seat, known is None or view is not None)
        return False

    def view(self, perspective: Perspective, known: int | None) -> View | None:
        """The current view of a seat, for a connection that has view `known`; None while it is being rendered."""
        renderer, seat = self._room.rooms.renderer, perspective.seat
        key = (perspective.entry, seat)
        view = self._views.get(key)
        if view is not None and view.leads_from(known):
            return view
        if renderer.worker:
            self._request(seat, known is None or view is not None)
            return None
        while view is None or not view.leads_from(known):
            self._render_here(perspective, known is None or view is not None)
            view = self._views[key]
        return view

    def _render_here(self, perspective: Perspective, whole: bool) -> None:
        """Render a seat's view, batched with those that the other connections are about to request."""
        state, wanted = perspective.state, {perspective.seat: whole}
        for listener in self._room.listeners:
            look = Perspective(state, listener.seat)
            if look.seat != perspective.seat and (look.entry, look.seat) not in self._views:
                wanted[look.seat] = listener.base_view is None or wanted.get(look.seat, False)
        batch = _Batch.of(state, wanted)
        positions = [look.position for look in batch.positions]
        views = self._room.rooms.renderer.here(state.id, state.game, positions, batch.requests, batch.whole)
        for key, view in zip(batch.keys, views, strict=True):
            self._views[key] = self._rendered(key[1], view)

    def _rendered(self, seat: int | None, view: View) -> View:
        self._last[seat] = view = view.after(self._last.get(seat))
        return view

    def _request(self, seat: int | None, whole: bool) -> None:
        self._wanted[seat] = whole or self._wanted.get(seat, False)
        self._start()

    def _start(self) -> None:
        if self._ordering is None:
            self._ordering = self._room.rooms.spawn(self._order())

    async def _order(self) -> None:
        """Request views from the rendering process until none is missing."""
        room = self._room
        try:
            # Requests of the same iteration of the event loop are batched.
            await asyncio.sleep(0)
            while self._wanted and not room.unsure:
                state, wanted = room.state, self._wanted
                self._wanted = {}
                if state.match is None:
                    continue
                batch = _Batch.of(state, wanted)
                encoded = [look.encoded for look in batch.positions]
                game, edition = state.game.id, edition_of(state.game)
                views = await room.rooms.renderer.there(state.id, game, edition, encoded, batch.requests, batch.whole)
                newest = {(Perspective(room.state, seat).entry, seat) for seat in wanted}
                for key, view in zip(batch.keys, views, strict=True):
                    followed = self._rendered(key[1], view)
                    if key in newest:
                        self._views[key] = followed
                for listener in room.listeners:
                    if listener.seat in wanted:
                        listener.wake()
                await asyncio.sleep(0)
        except ConnectionError:
            # Fall back to rendering in the event loop.
            for listener in room.listeners:
                listener.wake()
        finally:
            self._ordering = None
