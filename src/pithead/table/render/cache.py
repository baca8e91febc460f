"""The views of one table: rendered once for everybody who looks from the same seat.

What a seat sees is rendered here, or ordered from the process that renders; connections are woken when it has come.
"""

import asyncio
from typing import TYPE_CHECKING

from pithead.table.perspective import Perspective
from pithead.table.workers.tasks import edition_of

from .views import Rendered

if TYPE_CHECKING:
    from pithead.table.room import Room


class ViewCache:
    """The newest view of every seat that somebody looks from."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._views: dict[tuple[int, int | None], Rendered] = {}
        self._last: dict[int | None, Rendered] = {}
        """What was last rendered for each seat, be it out of date."""
        self._wanted: set[int | None] = set()
        self._ordering: asyncio.Task[None] | None = None

    def clear(self) -> None:
        """Forget everything: the log is read anew."""
        self._views.clear()
        self._last.clear()

    def prune(self) -> None:
        """Forget what is no longer the newest view of its seat, and go on with what could not be rendered before."""
        state = self._room.state
        self._views = {key: view for key, view in self._views.items() if key[0] == Perspective(state, key[1]).entry}
        if self._wanted:
            self._start()

    def ready(self, perspective: Perspective) -> bool:
        """Whether a connection can be sent what it sees now; otherwise it is woken when that has come."""
        key = (perspective.entry, perspective.seat)
        if perspective.state.match is None or key in self._views or self._room.rooms.renderer.worker is None:
            return True
        self._request(perspective.seat)
        return False

    def view(self, perspective: Perspective) -> Rendered | None:
        """What a seat sees now; None while it is still being rendered."""
        renderer, seat = self._room.rooms.renderer, perspective.seat
        key = (perspective.entry, seat)
        if key not in self._views:
            if renderer.worker:
                self._request(seat)
                return None
            game = perspective.state.game
            self._views[key] = renderer.here(game, perspective.position, seat, perspective.drafts)
        return self._views[key]

    def _request(self, seat: int | None) -> None:
        self._wanted.add(seat)
        self._start()

    def _start(self) -> None:
        if self._ordering is None:
            self._ordering = self._room.rooms.spawn(self._order())

    def _with_known_texts(self, seat: int | None, view: Rendered) -> Rendered:
        """A view that came from the process, in which most texts are copies of those that are here already."""
        last = self._last.get(seat)
        self._last[seat] = view = view if last is None else view.following(last)
        return view

    async def _order(self) -> None:
        """Order views until every seat that somebody looks from has its own."""
        room = self._room
        try:
            # Whoever else wants one in this moment is served together.
            await asyncio.sleep(0)
            while self._wanted and not room.unsure:
                state, seats = room.state, list(self._wanted)
                self._wanted.clear()
                if state.match is None:
                    continue
                looks = [Perspective(state, seat) for seat in seats]
                keys = [(look.entry, look.seat) for look in looks]
                # Everybody but the seat that drafts looks at the same position.
                positions = {id(look.position): look.position for look in looks}
                places = list(positions)
                requests = [(places.index(id(look.position)), look.seat, look.drafts) for look in looks]
                encoded = [state.match.rules.encode(position) for position in positions.values()]
                views = await room.rooms.renderer.there(state.game.id, edition_of(state.game), encoded, requests)
                newest = {(Perspective(room.state, seat).entry, seat) for seat in seats}
                self._views |= {
                    key: self._with_known_texts(key[1], view)
                    for key, view in zip(keys, views, strict=True)
                    if key in newest
                }
                for listener in room.listeners:
                    if listener.seat in seats:
                        listener.wake()
                await asyncio.sleep(0)
        except ConnectionError:
            # It is rendered here instead.
            for listener in room.listeners:
                listener.wake()
        finally:
            self._ordering = None
