"""The outbox of a connection: answers in order, then whatever state the client is missing.

Only answers are queued. What else is due is computed when the connection can send, so that under back-pressure a slow
client skips positions and the server buffers none.
"""

from bisect import bisect_right
from typing import NamedTuple

from pithead.table.log.state import TableState
from pithead.table.perspective import Perspective, entry_of, number
from pithead.table.protocol import PresenceFrame, TableFrame
from pithead.table.protocol.frames import UNNUMBERED, Frame
from pithead.table.protocol.words import NUMBERING
from pithead.table.render import frames
from pithead.table.render.frames import ChangesHead, PositionHead
from pithead.table.render.succession import View
from pithead.table.room import Room


class Answer(NamedTuple):
    """An answer to a message, with the time at which the message arrived."""

    frame: Frame
    received: float | None


class Outgoing(NamedTuple):
    """A frame that is to be sent now."""

    type: str
    text: str


class Outbox:
    """The outgoing frames of one connection, and a model of what the client has received."""

    def __init__(self, room: Room, device: str) -> None:
        self._room = room
        self._device = device
        self.answers: list[Answer] = []
        """In order; nearly always none or one, for which an empty deque would take ten times the memory."""
        self.accepts_changes = False
        """Whether positions may come as changes to the last one."""
        self._n = 0
        self._known_seq = 0
        """The number up to which the other side knows everything."""
        self._table_told = (0, 0)
        """The writing of the log, and the entry in it, of the last `table` frame."""
        self._lines = 0
        """How many lines of the log were sent."""
        self._position: tuple[int, int] | None = None
        """The entries of the log that made the last position and its clock."""
        self._sent_view: tuple[int, int] | None = None
        """The numbers of the last frame with a position, and of the view in it."""
        self._position_seq = 0
        """How long the log was when the last position was sent."""
        self._decisions = 0
        """How many decisions the last position showed."""
        self._presence: PresenceFrame | None = None
        self._plan = 0

    # -- what the client has received -----------------------------------------------------------------------------

    def subscribed(self, state: TableState, since: int, numbering: int = NUMBERING) -> int:
        """The client subscribes with the highest number that it has seen; returns the number to resume from."""
        # Ahead of the log: the server was restored from an older backup.
        unknown = since > number(state, self._device, state.seq)
        # Perhaps sent by a version that counted otherwise, to a page that has been open since then.
        ambiguous = numbering < NUMBERING and since != number(state, self._device, since)
        if unknown or ambiguous:
            since = 0
        self._known_seq = since
        self._lines = bisect_right(state.lines, since, key=lambda line: number(state, self._device, line.seq))
        self._table_told = (self._room.views.writings, state.about_seq)
        self._presence = None
        self.looks_anew(state)
        self._decisions = state.settled_as_of(entry_of(state, self._device, since)) if since else 0
        return since

    def looks_anew(self, state: TableState) -> None:
        """The viewing seat changed: the client has no position or event of it."""
        self.repeat_position()
        self._position_seq = state.seq
        self._decisions = 0

    @property
    def base_view(self) -> int | None:
        """The number of the view that the client has, if it accepts deltas."""
        return self._sent_view[1] if self._sent_view and self.accepts_changes else None

    def repeat_position(self) -> None:
        """Force a whole position next."""
        self._position = self._sent_view = None

    # -- frames ---------------------------------------------------------------------------------------------------

    def encode(self, frame: Frame) -> Outgoing:
        """The next frame of the connection."""
        self._n += 1
        frame.n = self._n
        return Outgoing(frame.type, frame.model_dump_json())

    def due(self, look: Perspective) -> tuple[list[Outgoing], bool]:
        """The frames that the client is missing, all of one consistent state; and whether they include a position."""
        room, state = self._room, look.state
        lines = state.lines[self._lines :]
        # A client that is cut off subscribes again from the highest number it has seen: no frame may name one beyond
        # a line or a position that is still to come.
        seq = number(state, self._device, lines[0].seq) - 1 if lines else look.seq
        newest = (look.entry, state.clock_seq)
        view = None
        if state.match and self._position != newest:
            view = room.views.view(look, self.base_view)
            if view is None:
                return [], False
        due: list[Outgoing] = []
        if (about := (room.views.writings, state.about_seq)) > self._table_told:
            self._table_told = about
            named = seq if view is None else min(seq, self._known_seq)
            due.append(self.encode(TableFrame(n=UNNUMBERED, seq=named, table=room.info(self._device))))
        if view is not None:
            due.append(self._encode_position(look, seq, view))
            self._position = newest
            self._position_seq = state.seq
            self._decisions = look.decisions
        self._known_seq = look.seq
        self._lines = len(state.lines)
        heard = (line for line in lines if not state.has_muted(self._device, line))
        due += [self.encode(frames.line(state, self._device, line)) for line in heard]
        if presence := self._changed_presence():
            due.append(self.encode(presence.model_copy()))
        plan = room.planning.frame(look.seat)
        if plan is not None and plan[0] != self._plan:
            self._plan = plan[0]
            due.append(self.encode(plan[1]))
        return due, view is not None

    def _encode_position(self, look: Perspective, seq: int, view: View) -> Outgoing:
        """The whole position, or a delta from the connection's last one if that is shorter."""
        self._n += 1
        # Conceding in the middle of a draft withdraws it: the client must drop its events.
        events_from = min(self._decisions, look.decisions, look.state.undone_since(self._position_seq))
        position = self._room.positions.of(look, events_from, self._room.clock)
        before, changes, self._sent_view = self._sent_view, view.since(self.base_view), (self._n, view.number)
        if before is not None and changes is not None:
            head = ChangesHead(n=self._n, seq=seq, base=before[0], position=position)
            return Outgoing("changes", frames.changes(head, changes))
        assert view.json is not None
        return Outgoing("position", frames.position(PositionHead(n=self._n, seq=seq, position=position), view.json))

    def _changed_presence(self) -> PresenceFrame | None:
        before, self._presence = self._presence, self._room.presence.frame()
        return None if self._presence == before else self._presence
