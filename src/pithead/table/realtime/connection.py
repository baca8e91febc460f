"""A connection to a table: reads messages one at a time, and sends whatever the other side does not know yet.

Nothing is queued but answers: what is due is found out when the connection can take it, so a slow client skips
positions instead of making the server remember them.
"""

import asyncio
import json
import logging
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pithead.engine.errors import NotYourTurn, PitheadError, Stale
from pithead.table import metrics, problems, protocol
from pithead.table.errors import (
    BadMessage,
    NotSubscribed,
    RateLimited,
    TooLarge,
    TooManySpectators,
    TooManyTabs,
    Unavailable,
)
from pithead.table.identity import Session
from pithead.table.limits import Bucket, Limits, address_of
from pithead.table.log import commands
from pithead.table.log.commands import checks
from pithead.table.log.events import Event
from pithead.table.log.state import TableState
from pithead.table.people import name_of, refuse_blocked_talk, refuse_blocked_watcher
from pithead.table.perspective import Perspective, entry_of, number
from pithead.table.render import frames
from pithead.table.room import Build, Room

log = logging.getLogger("pithead.table.realtime.connection")

SEND_PATIENCE = 20.0
STUCK = 2.0
"""Seconds after which a connection that does not read no longer waits for anything: its clock runs."""
MAX_ANSWERS = 200
MAX_BAD = 50
POLICY, FAILED, RESTARTING = 1008, 1011, 1012


class _Answer:
    """An answer to a message, with the time at which the message arrived."""

    __slots__ = ("body", "received", "type")

    def __init__(self, body: bytes, kind: str, received: float | None) -> None:
        self.body = body
        self.type = kind
        self.received = received


class Connection:
    """One socket of one device at one table."""

    def __init__(self, socket: WebSocket, room: Room, session: Session, limits: Limits) -> None:
        self.socket = socket
        self.room = room
        self.device = session.device
        self.session = session.id
        self._uid: str | None = None
        self.address = address_of(socket)
        self._name: str | None = None
        self._limits = limits
        settings = room.rooms.settings
        self._bucket = Bucket(settings.message_rate, settings.message_burst)
        self._language = "en"
        self._subscribed = False
        self._answers: deque[_Answer] = deque()
        self._wake = asyncio.Event()
        self._n = 0
        self._bad = 0
        self._goodbye: str | None = None
        self._stuck_since: float | None = None
        self._behind_since: float | None = None
        self._sending: asyncio.Task[None] | None = None
        # What the other side knows.
        self._about = 0
        self._line = 0
        self._sent: tuple[int, int] | None = None
        self._seen = 0
        self._have = 0
        self._presence: tuple[Any, ...] | None = None
        self._presence_version = -1
        self._plan = 0

    # -- the table's side -----------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat looked from, wherever it stands now; None for whoever only watches, or watches no longer."""
        return None if self._uid is None or self._goodbye else self.room.state.place_of(self._uid, self.device)

    @property
    def perspective(self) -> Perspective:
        """What this connection may know."""
        return Perspective(self.room.state, self.seat, self.device)

    @property
    def revoked(self) -> bool:
        """Whether the seat looked from is no longer this device's, or its person was sent away."""
        state = self.room.state
        lost = self._uid is not None and state.place_of(self._uid, self.device) is None
        return lost or self.device in state.removed

    @property
    def stuck(self) -> bool:
        """Whether the other side has not taken all that it was sent for a while, be it drop by drop."""
        return self._behind_since is not None and self.room.rooms.keeper.now() - self._behind_since > STUCK

    def wake(self) -> None:
        """Something may be due."""
        self._wake.set()

    def drop(self, reason: str) -> None:
        """Say goodbye."""
        self._goodbye = self._goodbye or reason
        self._wake.set()

    def check(self, now: float) -> None:
        """Hang up on somebody who does not read what is sent."""
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
                code = FAILED if failed else goodbye
                try:
                    await self.socket.close(code)
                except (RuntimeError, OSError):
                    log.debug("socket was gone already")

    def _failure(self, ends: Sequence[BaseException | None]) -> bool:
        """Whether one of the tasks failed, other than because the other side is gone; the log has the details."""
        problems = [end for end in ends if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect)]
        for problem in problems:
            log.error("socket failed", exc_info=problem, extra={"table": self.room.state.id})
        return bool(problems)

    def _expect_greeting(self) -> None:
        if not self._subscribed:
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
            await self._take(message.get("text"), received)
            if self._bad > MAX_BAD:
                self.drop("gone")
                return

    async def _send(self) -> None:
        while True:
            self._behind_since = None
            await self._wake.wait()
            self._wake.clear()
            while self._answers:
                answer = self._answers.popleft()
                await self._put(answer.body, answer.type)
                if answer.received is not None:
                    metrics.ack_seconds.observe(self.room.rooms.keeper.now() - answer.received)
            if self._subscribed and not self.room.unsure and self.revoked:
                self.drop("revoked")
            if self._subscribed and not self.room.unsure and not self._goodbye:
                await self._put_due()
            if self._goodbye:
                retry = {"stopping": 1.0, "slow": 1.0}.get(self._goodbye)
                await self._put(to_json({"type": "bye", "reason": self._goodbye, "retry": retry}), "bye")
                return

    async def _put(self, body: bytes, kind: str) -> None:
        self._n += 1
        frame = f'{{"n":{self._n},{body[1:].decode()}'
        self._stuck_since = self.room.rooms.keeper.now()
        # Whoever asks as fast as he reads is never done with answers: that is no waiting for the position.
        self._behind_since = self._behind_since or self._stuck_since
        await self.socket.send_text(frame)
        self._stuck_since = None
        metrics.frames.labels(kind).inc()

    async def _put_due(self) -> None:
        """Send what the other side does not know yet."""
        due, handed = self._due()
        if handed:
            # From here on it is for the other side to read it.
            self.room.handed_over(self.seat)
        for kind, body in due:
            await self._put(body, kind)

    def _due(self) -> tuple[list[tuple[str, bytes]], bool]:
        """Frames for what is not known yet, and whether a position is among them; found out in one breath."""
        room, state = self.room, self.room.state
        due: list[tuple[str, bytes]] = []
        lines = state.lines[self._line :]
        # A client that is cut off subscribes again from the highest number it has seen: no frame may name one beyond
        # a line or a position that is still to come.
        look = self.perspective
        seq = number(state, self.device, lines[0].seq) - 1 if lines else look.seq
        newest = (look.entry, state.clock_seq)
        position = None
        if state.match and self._sent != newest:
            since = min(self._have, state.undone_since(self._seen))
            position = room.views.position(look, since, seq)
            if position is None:
                return [], False
        if state.about_seq > self._about:
            self._about = state.about_seq
            told = {"type": "table", "seq": seq, "table": room.info(self.device)}
            due.append(("table", to_json(told)))
        if state.match and position is not None:
            due.append(("position", position))
            self._sent = newest
            self._seen = state.seq
            self._have = look.decisions
        self._line = len(state.lines)
        due += [("line", frames.line(state, self.device, line)) for line in lines if not state.deaf(self.device, line)]
        if self._presence_version != room.presence_version:
            self._presence_version = room.presence_version
            warming = room.rooms.warming.left(room.state.game)
            presence = (sorted(room.online()), room.away_seats(), room.spectators(), warming)
            if presence != self._presence:
                self._presence = presence
                told = dict(zip(("online", "away", "spectators", "warming"), presence, strict=True))
                told["type"] = "presence"
                due.append(("presence", to_json(told)))
        plan = room.planning.frame(self.seat)
        if plan is not None and plan[0] != self._plan:
            self._plan = plan[0]
            due.append(("plan", plan[1]))
        return due, position is not None

    # -- messages -------------------------------------------------------------------------------------------------

    async def _take(self, text: str | None, received: float) -> None:
        """Read a message, carry it out, answer it."""
        key, kind = None, "unreadable"
        try:
            message, key = self._parse(text)
            kind = message.type
            if not self._bucket.take():
                raise RateLimited()
            self._limits.take("message_address", self.address)
            await self._carry_out(message, received)
            self._bad = 0
        except PitheadError as problem:
            if isinstance(problem, BadMessage):
                self._bad += 1
            self._refuse(problem, key, kind, received)
        except Exception:
            log.exception("message failed", extra={"table": self.room.state.id})
            self._refuse(Unavailable(), key, kind, received)

    @staticmethod
    def _parse(text: str | None) -> tuple[Any, str]:
        if text is None:
            raise BadMessage(where="–", why="text")
        if len(text) > protocol.MAX_FRAME:
            raise TooLarge(limit=protocol.MAX_FRAME)
        try:
            message = protocol.client_message.validate_json(text)
        except ValidationError as problem:
            first = problem.errors(include_url=False, include_input=False)[0]
            raise BadMessage(**problems.misfit(first), key=_key_of(text)) from None
        return message, message.key

    def _answer(self, told: dict[str, Any], received: float | None) -> None:
        self._answers.append(_Answer(to_json(told), told["type"], received))
        if len(self._answers) > MAX_ANSWERS:
            self.drop("slow")
        self._wake.set()

    def _refuse(self, problem: PitheadError, key: str | None, kind: str, received: float) -> None:
        metrics.messages.labels(kind, problem.code).inc()
        if isinstance(problem, BadMessage):
            key = problem.params.pop("key", None)
        told = problems.problem(problem, self._language)
        self._answer({"type": "error", "key": key, **told}, received)
        if isinstance(problem, (Stale, NotYourTurn)):
            self._sent = None
            self._wake.set()

    def _acked(self, message: Any, received: float) -> Callable[[int, bool], None]:
        def answer(seq: int, again: bool) -> None:
            metrics.messages.labels(message.type, "ack").inc()
            told = number(self.room.state, self.device, seq)
            self._answer({"type": "ack", "key": message.key, "seq": told, "again": again}, received)

        return answer

    async def _carry_out(self, message: Any, received: float) -> None:
        if isinstance(message, protocol.Subscribe):
            await self._subscribe(message, received)
            return
        if not self._subscribed:
            raise NotSubscribed()
        if isinstance(message, protocol.Ping):
            self._acked(message, received)(self.room.state.seq, False)
        elif isinstance(message, protocol.Look):
            await self._look(message, received)
        elif isinstance(message, protocol.PlanAhead):
            await self.room.planning.plan(self._own(message.seat), message.decisions)
            self._acked(message, received)(self.room.state.seq, False)
        else:
            if isinstance(message, protocol.Chat):
                await refuse_blocked_talk(self.room.rooms.store, self.room.state, self.device)
            if isinstance(message, protocol.Chat) and message.seat is None and self._name is None:
                self._name = await name_of(self.room.rooms.store, self.device) or ""
            build = self._build(message, received)
            await self.room.act(build, f"{self.device}:{message.key}", self._acked(message, received))

    def _own(self, seat: int | None) -> int:
        """A seat of this device; anything else is refused."""
        return checks.own_seat(self.room.state, seat, self.device)

    def _build(self, message: Any, received: float) -> Build:
        """The command that a message asks for."""

        def build(state: TableState) -> list[Event]:
            room = self.room
            if isinstance(message, protocol.Chat) and message.seat is None:
                self._limits.chat(self.address, None, state.id)
                return commands.chat(state, self.device, None, message.text, self._name)
            seat = self._own(message.seat)
            bill = room.clock.bill(state, received) if seat == state.to_move else commands.FREE
            match message:
                case protocol.Play():
                    return commands.play(state, seat, [message.decision], message.expect, bill)
                case protocol.PlaySequence():
                    return commands.play(state, seat, message.decisions, message.expect, bill)
                case protocol.Confirm():
                    return commands.confirm(state, seat, message.expect, bill)
                case protocol.Undo() | protocol.Restart():
                    return commands.undo(state, seat, message.expect, isinstance(message, protocol.Restart), bill)
                case protocol.Chat():
                    self._limits.chat(self.address, self.device, state.id)
                    return commands.chat(state, self.device, seat, message.text)
                case protocol.Mute():
                    return commands.mute(state, seat, message.whom, message.on)
                case protocol.Concede():
                    return commands.concede(state, seat)
                case protocol.Vote():
                    away = message.whom is not None and room.is_away(message.whom, room.rooms.settings.away_grace)
                    now = room.clock.bill(state, room.rooms.keeper.now())
                    return commands.vote(
                        state, seat, message.motion, message.whom, message.level, message.yes, away, now
                    )
                case protocol.Reclaim():
                    return commands.reclaim(state, seat)
            raise BadMessage(where="type", why="bad_value")

        return build

    async def _subscribe(self, message: protocol.Subscribe, received: float) -> None:
        room = self.room
        self._language = message.language
        await room.catch_up()
        await refuse_blocked_watcher(room.rooms.store, room.state, self.device)
        async with room.steady() as state:
            checks.welcome(state, self.device)
            if message.seat is not None:
                self._own(message.seat)
            elif not state.seats_of(self.device) and room.spectators() >= room.rooms.settings.spectators:
                raise TooManySpectators()
            tabs = sum(other.device == self.device for other in room.listeners if other is not self)
            if tabs >= room.rooms.settings.tabs:
                raise TooManyTabs()
            # A number from the future (the server was restored from an older backup) means: knows nothing.
            since = message.since if message.since <= number(state, self.device, state.seq) else 0
            self._look_from(message.seat, state, since)
            self._about = state.about_seq
            self._presence, self._presence_version = None, -1
            self._subscribed = True
            told = {
                "type": "welcome",
                "key": message.key,
                "protocol": protocol.PROTOCOL,
                "seq": since,
                "seat": message.seat,
                "table": room.info(self.device),
            }
            self._answer(told, received)
            metrics.messages.labels("subscribe", "welcome").inc()
            room.join(self)
        if message.seat is not None:
            room.planning.wake(message.seat)

    async def _look(self, message: protocol.Look, received: float) -> None:
        async with self.room.steady() as state:
            if message.seat is not None:
                self._own(message.seat)
            line = self._line
            self._look_from(message.seat, state, 0)
            self._line = line
            self._acked(message, received)(self.room.state.seq, False)
            self.room.viewers_changed()

    def _look_from(self, seat: int | None, state: TableState, since: int) -> None:
        self._uid = None if seat is None else state.seats[seat].uid
        self._line = bisect_right(state.lines, since, key=lambda line: number(state, self.device, line.seq))
        self._sent = None
        self._seen = state.seq
        self._have = state.settled_as_of(entry_of(state, self.device, since)) if since else 0


def _key_of(text: str) -> str | None:
    """The key of a message that is wrong otherwise, so that its sender knows which one it was."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    key = found.get("key") if isinstance(found, dict) else None
    return key if isinstance(key, str) and key.isascii() and len(key) <= 64 else None


def refusal_code(status: int) -> int:
    """The close code for a socket that is refused before it begins."""
    return 4000 + status
