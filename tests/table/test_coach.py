"""The coach: for one person against bots, never with others at the table, and never in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

import pithead
from pithead.bots.search.warming import prepared
from pithead.table.perspective import of_seat
from pithead.table.workers import calls
from pithead.table.workers.tasks import DraftedTurn

from .client import GIVE_UP, Person, Socket
from .conftest import Server
from .contract import Frame
from .scenes import friends, people, refused
from .test_hidden import table_of

pytestmark = pytest.mark.slow


def test_the_coach_is_switched_on_with_the_table_and_can_be_changed_until_the_start(server: Server) -> None:
    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "random", coach=10)
        path = f"/tables/{table['id']}"
        assert table["coach"] == 10
        assert (await emma.call("PATCH", path, {"coach": 20}))["coach"] == 20
        assert (await emma.call("PATCH", path, {"hints": False}))["coach"] == 20
        assert (await emma.call("PATCH", path, {"coach": 0}))["coach"] == 0
        assert (await emma.call("PATCH", path, {"coach": 5}))["coach"] == 5
        started = await emma.call("POST", f"{path}/start")
        assert started["coach"] == 5
        await refused("not_in_lobby", emma.call("PATCH", path, {"coach": 10}))
        plain = await emma.table("example", "you", "random")
        assert plain["coach"] == 0

    people(server, 1, scene)


@pytest.mark.parametrize("other", ["open", "invite", "hotseat"])
def test_no_coach_where_a_second_person_plays_or_may_sit_down(server: Server, other: str) -> None:
    async def scene(emma: Person) -> None:
        problem = await refused("coach_alone", emma.table("example", "you", other, coach=10))
        assert "bot" in problem["text"]
        table = await emma.table("example", "you", other)
        await refused("coach_alone", emma.call("PATCH", f"/tables/{table['id']}", {"coach": 10}))
        assert (await emma.call("PATCH", f"/tables/{table['id']}", {"coach": 0}))["coach"] == 0

    people(server, 1, scene)


def test_a_seat_for_somebody_else_switches_the_coach_off(server: Server) -> None:
    """Whoever makes room for a friend need not think of the coach first, and the friend never meets one."""

    async def scene(emma: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "random", coach=10)
        path = f"/tables/{table['id']}"
        assert (await emma.call("PUT", f"{path}/seats/1", {"kind": "bot", "level": "hewer"}))["coach"] == 10
        assert (await emma.call("PUT", f"{path}/seats/1", {"kind": "open"}))["coach"] == 0
        joined = await hugo.call("POST", f"{path}/seats/1/take", {"name": "Hugo"})
        assert joined["coach"] == 0
        await refused("coach_alone", emma.call("PATCH", path, {"coach": 10}))

    people(server, 2, scene)


def test_the_rematch_has_the_coach_too(server: Server) -> None:
    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "random", coach=10, start=True)
        async with emma.socket(table["id"]) as seat:
            await seat.until(lambda me: me.position)
            await seat.send({"type": "concede", "seat": 0})
        again = await emma.call("POST", f"/tables/{table['id']}/rematch", {})
        assert again["coach"] == 10

    people(server, 1, scene)


async def about_to_waste_a_turn(emma: Person, coach: int) -> tuple[Frame, Socket]:
    """Emma has rested although she could hang a lamp: only the end of the turn is left."""
    table = await emma.table("example", "you", "random", coach=coach, start=True)
    seat = emma.socket(table["id"])
    await seat.connect()
    await seat.until(lambda me: me.mine)
    rest = next(one["id"] for one in seat.position["options"] if one["text"] == "rest")
    await seat.settle(await seat.act("play", decision=rest))
    assert [one["text"] for one in seat.position["options"]] == ["end"]
    return table, seat


async def answered(ask: Any) -> Frame:
    """The objection, as soon as the process of the bots has its search in memory."""
    async with asyncio.timeout(GIVE_UP):
        while True:
            found = (await ask())["objection"]
            if found:
                return dict(found)


def test_the_coach_speaks_against_a_turn_that_gives_much_away(server: Server) -> None:
    prepared(pithead.load("example"))

    async def scene(emma: Person, hugo: Person) -> None:
        table, seat = await about_to_waste_a_turn(emma, 1)
        path = f"/tables/{table['id']}/coach"

        def ask(language: str = "en") -> Coroutine[Any, Any, Any]:
            return emma.call("POST", f"{path}?lang={language}", {"seat": 0, "decision": 0})

        found = await answered(ask)
        assert found["loss"] >= 0.01
        assert found["back"] == 1
        assert "gives away" in found["sentence"]
        assert found["why"].startswith("The better move")
        assert "verschenkt" in (await answered(lambda: ask("de")))["sentence"]
        await refused("not_your_seat", hugo.call("POST", path, {"seat": 0, "decision": 0}))
        await refused("not_your_seat", emma.call("POST", path, {"seat": 1, "decision": 0}))
        # What is no decision, or can be taken back, is not spoken about.
        assert await emma.call("POST", path, {"seat": 0, "decision": 9999}) == {"objection": None}
        await seat.settle(await seat.act("undo"))
        assert found["decision"] in [one["id"] for one in seat.position["options"]]
        rest = next(one["id"] for one in seat.position["options"] if one["text"] == "rest")
        assert await emma.call("POST", path, {"seat": 0, "decision": rest}) == {"objection": None}
        await seat.close()

    people(server, 2, scene)


def test_without_a_coach_nobody_is_spoken_to(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table, seat = await about_to_waste_a_turn(emma, 0)
        asked = emma.call("POST", f"/tables/{table['id']}/coach", {"seat": 0, "decision": 0})
        await refused("no_coach", asked)
        await seat.close()
        together = await friends(emma, hugo)
        for person, where in ((emma, 0), (hugo, 1)):
            asked = person.call("POST", f"/tables/{together['id']}/coach", {"seat": where, "decision": 0})
            with pytest.raises(Exception, match=r"no_coach|not_your_turn"):
                await asked

    people(server, 2, scene)


class Stuck:
    """Processes that never answer, or fail at once."""

    def __init__(self, problem: Exception | None = None) -> None:
        self.problem = problem
        self.calls = 0

    async def run(self, *arguments: Any) -> Any:
        self.calls += 1
        if self.problem:
            raise self.problem
        await asyncio.Event().wait()


@pytest.mark.parametrize("problem", [None, ConnectionError(), ValueError("a bug")])
def test_a_coach_that_does_not_answer_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, problem: Exception | None
) -> None:
    monkeypatch.setattr(calls, "COACH_LIMIT", 0.01)
    state = table_of("example", 2, 1)
    assert state.match and state.to_move is not None
    match, turn = state.match, DraftedTurn.of(of_seat(state, state.to_move), state.match.legal[0])

    async def scene() -> None:
        workers = calls.Workers(1)
        stuck: Any = Stuck(problem)
        workers.pool = stuck
        for _ in range(calls.COACHED_AT_ONCE + 3):
            assert await workers.object_to(match.game, "table", turn, 10, match.names, "en") is None
        # Who never answers is not asked for ever.
        assert stuck.calls == (calls.COACHED_AT_ONCE if problem is None else calls.COACHED_AT_ONCE + 3)

    asyncio.run(scene())
