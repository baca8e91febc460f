"""Plans for a seat's next turn, simulated while the others think.

Everything is computed from the seat's information set: hidden state is re-dealt before the simulation.
"""

import json
import zlib
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from pithead.engine.match import offers_in

from .log.commands import checks
from .perspective import Perspective, of_seat
from .protocol import OptionData, PlanData, PlanFrame, RefusalData
from .protocol.frames import UNNUMBERED
from .store import schema

if TYPE_CHECKING:
    from .room import Room


class Planning:
    """The plans of one table's seats."""

    def __init__(self, room: "Room", plans: dict[int, list[int]]) -> None:
        self._room = room
        self._plans = plans
        self._frames: dict[int, tuple[int, PlanFrame]] = {}
        self._made_at: dict[int, int] = {}
        self._busy: set[int] = set()
        self._count = 0

    def frame(self, seat: int | None) -> tuple[int, PlanFrame] | None:
        """The newest frame for a seat, with its version."""
        return None if seat is None else self._frames.get(seat)

    async def plan(self, seat: int, decisions: list[int] | None) -> None:
        """Store a plan and simulate it in the background; None deletes it.

        Only of a running game, in which seats keep their numbers.
        """
        checks.running(self._room.state)
        await self._keep(seat, decisions or [])
        if decisions is None:
            self._plans.pop(seat, None)
            self._frames.pop(seat, None)
        else:
            self._plans[seat] = decisions
            self._made_at[seat] = -1
            self._room.rooms.spawn(self._try(seat))

    def changed(self) -> None:
        """The position changed: plans of seats with a connection are simulated again."""
        if not self._plans:
            return
        state = self._room.state
        looking = {listener.seat for listener in self._room.listeners}
        for seat in list(self._plans):
            if state.match is None or not state.running or self._played(seat):
                self._plans.pop(seat)
                self._frames.pop(seat, None)
                self._room.rooms.spawn(self._keep(seat, []))
            elif seat in looking and self._made_at.get(seat) != self._key(seat):
                self._room.rooms.spawn(self._try(seat))

    def _played(self, seat: int) -> bool:
        """Whether the seat has begun the turn that the plan was for."""
        match = self._room.state.match
        assert match
        turn = match.turns[-1] if match.turns else None
        return turn is not None and turn.player == seat and not turn.ended and bool(turn.actions)

    def _key(self, seat: int) -> int:
        return of_seat(self._room.state, seat).at

    def wake(self, seat: int) -> None:
        """A connection looks from a seat: its stored plan is simulated."""
        if seat in self._plans and seat not in self._frames:
            self._room.rooms.spawn(self._try(seat))

    async def _keep(self, seat: int, decisions: list[int]) -> None:
        board, table = self._room.state.id, schema.plan

        def put(connection: Connection) -> None:
            connection.execute(table.delete().where(table.c.board == board, table.c.seat == seat))
            if decisions:
                connection.execute(table.insert().values(board=board, seat=seat, decisions=json.dumps(decisions)))

        await self._room.rooms.store.write(put)

    async def _try(self, seat: int) -> None:
        """Rebuild the frame of a seat, again if the position or the plan changed meanwhile."""
        if seat in self._busy:
            return
        self._busy.add(seat)
        try:
            while seat in self._plans:
                state = self._room.state
                if state.match is None or not state.running:
                    return
                key, decisions = self._key(seat), list(self._plans[seat])
                frame = await self._tried(of_seat(state, seat), seat, decisions)
                if key == self._key(seat) and decisions == self._plans.get(seat):
                    self._made_at[seat] = key
                    self._count += 1
                    self._frames[seat] = (self._count, frame)
                    for listener in self._room.listeners:
                        listener.wake()
                    return
        finally:
            self._busy.discard(seat)

    async def _tried(self, look: Perspective, seat: int, decisions: list[int]) -> PlanFrame:
        game, rules, mine = look.match.game, look.match.rules, look.drafts
        frame = PlanFrame(
            n=UNNUMBERED,
            seat=seat,
            decisions=decisions,
            legal=0,
            guess=not mine,
            phase="",
            view=None,
            options=[],
            refusals=[],
            plans=[],
        )
        seed = zlib.crc32(f"{look.state.id}:{look.at}:{seat}".encode())
        if mine:
            state = rules.copy(look.position)
            rules.determinize(state, seat, rules.fast(seed, 1))
        else:
            settled = rules.encode(look.position)
            data = await self._room.rooms.workers.imagine(game, self._room.state.id, seat, settled, seed)
            if data is None:
                return frame
            state = rules.decode(data)
        barrier = rules.facts(state).barrier
        for decision in decisions:
            if rules.to_move(state) != seat or decision not in rules.legal(state):
                break
            rules.apply(state, decision)
            frame.legal += 1
            if mine and rules.facts(state).barrier != barrier:
                # Hidden information is revealed here: later steps are not predictable.
                break
        if not mine and rules.to_move(state) == seat:
            offers = offers_in(game, state, rules.legal(state))
            frame.phase = game.files.notation.PHASES[rules.facts(state).phase]
            frame.view = game.files.view.view(state, seat).model_dump(mode="json")
            frame.options = [OptionData.model_validate(option) for option in offers.options]
            frame.refusals = [RefusalData.model_validate(refusal) for refusal in offers.refusals]
            frame.plans = [PlanData.model_validate(plan) for plan in offers.plans]
        return frame
