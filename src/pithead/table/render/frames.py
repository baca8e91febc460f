"""Frames of the socket: models of the protocol in, text out.

The part of a position that the game decides comes rendered and encoded; `_splice` is the one place where it is put into
a frame that was made from a model.
"""

from typing import Any, Literal

from pithead.table.clocks import Clock
from pithead.table.log.seats import Line
from pithead.table.log.state import TableState
from pithead.table.perspective import Perspective, number
from pithead.table.protocol import Draft, EventData, LineFrame, TurnData
from pithead.table.protocol.frames import UNNUMBERED, Frame
from pithead.table.protocol.positions import TablePosition

from .tables import result_info, turn_of


class PositionHead(Frame):
    """A `PositionFrame` as far as the table decides it; the game's part is spliced into its last field."""

    type: Literal["position"] = "position"
    seq: int
    position: TablePosition


class ChangesHead(Frame):
    """A `ChangesFrame` as far as the table decides it; the changes are spliced into its last field."""

    type: Literal["changes"] = "changes"
    seq: int
    base: int
    position: TablePosition


class TablePositions:
    """The part of a position that the table decides, made once for all who see the same of it."""

    def __init__(self) -> None:
        self._state: tuple[TableState, int] | None = None
        self._common: dict[tuple[int, int], TablePosition] = {}

    def of(self, look: Perspective, events_from: int, clock: Clock) -> TablePosition:
        """Build from a perspective."""
        if look.state.timed or not look.common(events_from):
            # Not cached: clocks contain the time of the frame.
            return table_position(look, events_from, look.clock(clock))
        state = (look.state, look.state.seq)
        if self._state != state:
            self._state = state
            self._common.clear()
        key = (look.at, events_from)
        common = self._common.get(key)
        if common is None:
            common = self._common[key] = table_position(look, events_from)
        return common if common.seat == look.seat else common.model_copy(update={"seat": look.seat})


def table_position(perspective: Perspective, events_from: int, clock: dict[str, Any] | None = None) -> TablePosition:
    """The part of a position that the table decides, as a seat may see it."""
    state, match = perspective.state, perspective.match
    return TablePosition.model_validate(
        {
            "seat": perspective.seat,
            "at": perspective.at,
            "decisions": perspective.decisions,
            "settled": state.settled,
            "turn": turn_of(match),
            "to_move": state.to_move,
            "draft": _draft(perspective),
            "events_from": events_from,
            "events": [
                EventData(decision=event.seq, name=event.name, params=event.params)
                for event in perspective.events(events_from)
            ],
            "turns": _turns(perspective, events_from),
            "clock": clock,
            "result": result_info(state),
        }
    )


def _turns(perspective: Perspective, since: int) -> list[TurnData]:
    """The turns with decisions from that one on; the time is that of the last decision that everybody sees."""
    state, match, shown = perspective.state, perspective.match, perspective.decisions
    end, settled = shown, state.settled
    turns: list[TurnData] = []
    for turn_number in range(len(match.turns), 0, -1):
        turn = match.turns[turn_number - 1]
        if turn.first < shown:
            seen = min(end, settled)
            time = state.settled_time(seen - 1) if seen > turn.first else None
            turns.append(TurnData(turn=turn_number, player=turn.player, first=turn.first, time=time))
        if turn.first <= since:
            break
        end = turn.first
    return turns[::-1]


def _draft(perspective: Perspective) -> Draft | None:
    drafted = perspective.draft
    if drafted is None:
        return None
    if drafted:
        return Draft(actions=drafted, undo=True)
    turns = perspective.match.turns
    begun = turns and not turns[-1].ended and turns[-1].actions
    return Draft(actions=[], undo=False, why="revealed" if begun else "new_turn")


def line(state: TableState, device: str | None, said: Line) -> LineFrame:
    """A line of the table's log; its seat is where that stands now."""
    return LineFrame(
        n=UNNUMBERED,
        seq=number(state, device, said.seq),
        line=said.event.line,
        seat=None if said.uid is None else state.place_of(said.uid),
        name=said.name,
        params=said.event.line_params,
        time=said.at,
        decision=state.settled_as_of(said.seq),
    )


def position(head: PositionHead, json: str) -> str:
    """A `PositionFrame` from the table's part and the game's part."""
    return _splice(head, json[1:-1])


def changes(head: ChangesHead, items: str) -> str:
    """A `ChangesFrame`: of the game's part only what differs from the last frame of the connection."""
    return _splice(head, f'"changes":[{items}]')


def _splice(head: PositionHead | ChangesHead, fields: str) -> str:
    """Put encoded fields at the end of a frame's last field, its position."""
    return f"{head.model_dump_json()[:-2]},{fields}}}}}"
