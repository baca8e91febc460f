"""Presence at a table: connections of this process and of other workers, and since when people are away."""

from typing import TYPE_CHECKING

from .protocol.frames import UNNUMBERED, PresenceFrame

if TYPE_CHECKING:
    from .room import Room


class Presence:
    """The people of one table; the holder of a seat who connects as a spectator is not present."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._loaded_at = room.rooms.keeper.now()
        self._present: set[str] = set()
        self._away: dict[str, float] = {}
        """Since when the person of a device is not at the table."""
        self.elsewhere: dict[str, float] = {}
        """Devices connected through other workers, with the end of each lease."""
        self.spectators_elsewhere = 0
        self.version = 0
        """Incremented whenever the set of people may have changed."""
        self._frame: tuple[int, PresenceFrame] | None = None

    def changed(self) -> None:
        """Recompute after a connection or a seat may have changed."""
        self.version += 1
        present, now = self.devices(), self._room.rooms.keeper.now()
        for device in self._present - present:
            self._away[device] = now
        for device in present:
            self._away.pop(device, None)
        self._present = present

    def devices_here(self) -> set[str]:
        """Devices that look from a seat through this process."""
        return {listener.device for listener in self._room.listeners if listener.seat is not None}

    def devices_elsewhere(self) -> set[str]:
        """Devices that look from a seat through another worker, as far as is known."""
        at = self._room.rooms.notifier.informed_at()
        return {device for device, until in self.elsewhere.items() if until > at}

    def devices(self) -> set[str]:
        """Devices that look from a seat, through any worker."""
        return self.devices_here() | self.devices_elsewhere()

    def online(self) -> set[int]:
        """Seats whose people are at the table; the seats of one device are at one screen."""
        devices = self.devices()
        return {i for i, seat in enumerate(self._room.state.seats) if seat.kind == "human" and seat.device in devices}

    def away(self) -> dict[int, float]:
        """The seats of people who are not at the table, and since when."""
        online = self.online()
        return {
            i: self._away.get(seat.device or "", self._loaded_at)
            for i, seat in enumerate(self._room.state.seats)
            if seat.kind == "human" and i not in online
        }

    def away_for(self, grace: float) -> set[int]:
        """The seats of people who have been away for so many seconds."""
        now = self._room.rooms.keeper.now()
        return {seat for seat, since in self.away().items() if now - since >= grace}

    def spectators(self) -> int:
        """How many only watch."""
        room = self._room
        here = sum(not room.state.seats_of(listener.device) for listener in room.listeners)
        return here + self.spectators_elsewhere

    def frame(self) -> PresenceFrame:
        """What everybody at the table is told about it, made once per version; not numbered."""
        if self._frame is None or self._frame[0] != self.version:
            frame = PresenceFrame(
                n=UNNUMBERED,
                online=sorted(self.online()),
                away=self.away(),
                spectators=self.spectators(),
                warming=self._room.rooms.warming.left(self._room.state.game),
            )
            self._frame = (self.version, frame)
        return self._frame[1]
