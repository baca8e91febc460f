"""A connection to a table: hands messages to its inbox, one at a time, and sends what its outbox holds."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pithead.table import metrics, protocol
from pithead.table.identity import Session
from pithead.table.limits import Limits
from pithead.table.perspective import Perspective
from pithead.table.protocol.frames import UNNUMBERED
from pithead.table.room import Room

from .inbox import Inbox
from .outbox import Answer, Outbox, Outgoing

log = logging.getLogger("pithead.table.realtime.connection")

SEND_PATIENCE = 20.0
STUCK = 2.0
"""Seconds of back-pressure after which the clock of the seat runs although its position was not delivered."""
MAX_BAD = 50
POLICY, FAILED, RESTARTING = 1008, 1011, 1012


class Connection:
    """One socket of one device at one table."""

    def __init__(self, socket: WebSocket, room: Room, session: Session, limits: Limits) -> None:
        self.socket = socket
        self.room = room
        self.device = session.device
        self.session = session.id
        self.uid: str | None = None
        """The uid of the seat looked from, which is stable when its number changes."""
        self.subscribed = False
        self.outbox = Outbox(room, session.device)
        self._inbox = Inbox(self, limits)
        self._wake = asyncio.Event()
        self._goodbye: protocol.Goodbye | None = None
        self._stuck_since: float | None = None
        self._behind_since: float | None = None
        self._sending: asyncio.Task[None] | None = None

    # -- the table's side -----------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The current number of the viewing seat; None for a spectator, or after the connection was dropped."""
        return None if self.uid is None or self._goodbye else self.room.state.place_of(self.uid, self.device)

    @property
    def perspective(self) -> Perspective:
        """The perspective of the viewing seat."""
        return Perspective(self.room.state, self.seat, self.device)

    @property
    def base_view(self) -> int | None:
        """The number of the view that the other side knows, if it may be sent changes to it."""
        return self.outbox.base_view

    @property
    def revoked(self) -> bool:
        """Whether the viewing seat is no longer this device's, or its person was removed."""
        state = self.room.state
        lost = self.uid is not None and state.place_of(self.uid, self.device) is None
        return lost or self.device in state.removed

    @property
    def stuck(self) -> bool:
        """Back-pressure: whether the send buffer has not been empty for a while, however slowly the client reads."""
        return self._behind_since is not None and self.room.rooms.keeper.now() - self._behind_since > STUCK

    def wake(self) -> None:
        """Signal that frames may be due."""
        self._wake.set()

    def drop(self, reason: protocol.Goodbye) -> None:
        """Close with a `bye` frame."""
        self._goodbye = self._goodbye or reason
        self._wake.set()

    def check(self, now: float) -> None:
        """Close a connection whose client does not read."""
        if self._stuck_since is not None and now - self._stuck_since > SEND_PATIENCE and self._sending:
            self._goodbye = "slow"
            self._sending.cancel()

    # -- running --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve until either side leaves."""
        await self.socket.accept()
        metrics.sockets.inc()
        reading = asyncio.create_task(self._read())
        sending = self._sending = asyncio.create_task(self._send())
        waiting = asyncio.get_running_loop().call_later(self.room.rooms.settings.greeting, self._expect_greeting)
        try:
            await asyncio.wait({reading, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            for task in (reading, sending):
                task.cancel()
            failed = self._failure(await asyncio.gather(reading, sending, return_exceptions=True))
            metrics.sockets.dec()
            self.room.leave(self)
            if self.socket.client_state == WebSocketState.CONNECTED:
                goodbye = RESTARTING if self._goodbye == "stopping" else POLICY if self._goodbye else 1000
                # The peer may be gone already.
                with suppress(RuntimeError, OSError):
                    await self.socket.close(FAILED if failed else goodbye)

    def _failure(self, ends: Sequence[BaseException | None]) -> bool:
        """Whether one of the tasks failed, other than because the other side is gone; the log has the details."""
        problems = [end for end in ends if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect)]
        for problem in problems:
            log.error("socket failed", exc_info=problem, extra={"table": self.room.state.id})
        return bool(problems)

    def _expect_greeting(self) -> None:
        if not self.subscribed:
            self.drop("slow")

    async def _read(self) -> None:
        while True:
            try:
                message = await self.socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if message["type"] == "websocket.disconnect":
                return
            received = self.room.rooms.keeper.now()
            await self._inbox.take(message.get("text"), received)
            if self._inbox.unreadable > MAX_BAD:
                self.drop("gone")
                return

    async def _send(self) -> None:
        outbox = self.outbox
        while True:
            self._behind_since = None
            await self._wake.wait()
            self._wake.clear()
            while outbox.answers:
                await self._put_answer(outbox.answers.pop(0))
            if self.subscribed and not self._goodbye:
                if self.room.unsure:
                    # Nothing of it may be sent yet; what this connection was woken for is sent with the next change.
                    self.room.held_back = True
                elif self.revoked:
                    self.drop("revoked")
                else:
                    await self._put_due()
            if self._goodbye:
                retry = {"stopping": 1.0, "slow": 1.0}.get(self._goodbye)
                await self._put(outbox.encode(protocol.ByeFrame(n=UNNUMBERED, reason=self._goodbye, retry=retry)))
                return

    async def _put_answer(self, answer: Answer) -> None:
        # Not in `_send`, whose locals would keep the last answer, perhaps a whole `welcome`, until the next one.
        await self._put(self.outbox.encode(answer.frame))
        if answer.received is not None:
            metrics.ack_seconds.observe(self.room.rooms.keeper.now() - answer.received)

    async def _put(self, frame: Outgoing) -> None:
        self._stuck_since = self.room.rooms.keeper.now()
        # Kept over several answers: a client that sends as fast as it reads would otherwise reset the timeout.
        self._behind_since = self._behind_since or self._stuck_since
        await self.socket.send_text(frame.text)
        self._stuck_since = None
        metrics.frame_sent(frame.type).inc()

    async def _put_due(self) -> None:
        """Flush: send the frames that the client is missing."""
        due, handed = self.outbox.due(self.perspective)
        if handed:
            # The clock of the seat starts when its position is handed to the transport.
            self.room.clock_timer.handed_over(self.seat)
        for frame in due:
            await self._put(frame)
