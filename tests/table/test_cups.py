"""Cups: everybody plays as often as everybody, nobody waits for a leaver, results and tie-breaks are in order."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select

from pithead.table.clocks import Timekeeper
from pithead.table.cups import records
from pithead.table.cups.page import page
from pithead.table.cups.pairing import circle, grouped, meetings, rounds_of_circle, seat_sums
from pithead.table.cups.standings import Played, places, standings
from pithead.table.log import commands
from pithead.table.protocol import NewCup
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store, schema
from pithead.table.workers.calls import Workers

from .client import GIVE_UP, Person
from .conftest import Server
from .scenes import people, refused

LIVE = {"kind": "live", "turn": 600, "bank": 600}

# -- who plays whom ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 5, 8, 64])
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    names = [f"p{i}" for i in range(count)]
    rounds = [circle(names, number) for number in range(1, rounds_of_circle(count) + 1)]
    for groups in rounds:
        seated = [player for group in groups for player in group if player]
        assert sorted(seated) == sorted(names), "everybody plays in every round"
    met = meetings([group for groups in rounds for group in groups])
    assert set(met.values()) == {1} and len(met) == count * (count - 1) // 2


@pytest.mark.parametrize(("count", "size"), [(64, 4), (10, 4), (7, 3), (5, 5), (3, 2), (2, 4)])
def test_swiss_tables_are_full_and_repeat_as_little_as_can_be(count: int, size: int) -> None:
    ranked = [f"p{i:02}" for i in range(count)]
    before: list[Any] = []
    for _ in range(3):
        groups = grouped(ranked, size, meetings(before), seat_sums(before))
        assert all(len(group) == size for group in groups)
        assert sorted(player for group in groups for player in group if player) == ranked
        bots = [group.count(None) for group in groups]
        assert max(bots) - min(bots) <= 1, "bots are spread over the tables"
        before += groups
    if count == 64:
        assert max(meetings(before).values()) == 1
        seats = seat_sums(before)
        assert max(seats.values()) < 9, "nobody always sits last"


def test_the_strong_meet_the_strong() -> None:
    groups = grouped(["a", "b", "c", "d"], 2, Counter({frozenset("ab"): 1}), Counter())
    assert [set(filter(None, group)) for group in groups] == [{"a", "c"}, {"b", "d"}]


# -- the table of results ---------------------------------------------------------------------------------------------


def table(round: int, number: int, *seats: tuple[str | None, int, int]) -> list[Played]:
    return [Played(round, number, seat, who, seat, rank, score) for seat, (who, rank, score) in enumerate(seats)]


def test_points_count_whom_somebody_came_before_and_ties_are_broken_in_order() -> None:
    played = table(1, 1, ("a", 1, 30), ("b", 2, 20), ("c", 2, 20)) + table(
        1, 2, ("d", 1, 40), (None, 2, 5), ("e", 3, 1)
    )
    found = {one.player: one for one in standings("abcde", played, duplicate=False)}
    assert [found[name].points for name in "abcde"] == [2, 0.5, 0.5, 2, 0]
    assert found["a"].opponents == 1 and found["d"].opponents == 0, "bots are no opponents for a tie-break"
    ordered = standings("abcde", played, duplicate=False)
    assert [one.player for one in ordered] == ["a", "d", "b", "c", "e"]
    assert places(ordered) == [1, 2, 3, 3, 5]


def test_in_a_duplicate_round_the_same_seat_of_other_tables_breaks_the_tie() -> None:
    played = table(1, 1, ("a", 1, 30), ("b", 2, 28)) + table(1, 2, ("c", 1, 40), ("d", 2, 10))
    ordered = standings("abcd", played, duplicate=True)
    assert [(one.player, one.duplicate) for one in ordered] == [("c", 1), ("a", 0), ("b", 1), ("d", 0)]


# -- rounds and crashes -----------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def rooms_on(database: str) -> AsyncIterator[Rooms]:
    """A worker without its loops: the test does what they do."""
    store = Store(database)
    await store.open()
    rooms = Rooms(Settings(database=database), store, Timekeeper(), Workers(1))
    # No bot interferes.
    rooms.stopping = True
    try:
        yield rooms
    finally:
        await store.close()


def test_a_round_that_was_planned_before_a_crash_is_opened_once_by_the_next_server(database: str) -> None:
    async def boards(rooms: Rooms) -> list[tuple[str, str]]:
        async with rooms.store.reading() as connection:
            rows = await connection.execute(select(schema.board.c.id, schema.board.c.status))
            return sorted((row.id, row.status) for row in rows)

    async def named(rooms: Rooms, id: str) -> list[str | None]:
        shown = await page(rooms.store, await records.get(rooms.store, id), "ada")
        return [one["table"] for one in shown["tables"]]

    async def scene() -> None:
        async with rooms_on(database) as rooms:
            id = await rooms.cups.new(NewCup(**cup(size=3, visibility="public")), "ada")
            for name in ("ada", "ben", "cleo", "dan"):
                await records.join(rooms.store, id, name, name.title(), 1.0)
            assert await records.set_status(rooms.store, id, "open", "running", 2.0)
            groups = grouped(["ada", "ben", "cleo", "dan"], 3, Counter(), Counter())
            plan = [(f"table{number}", "", group) for number, group in enumerate(groups)]
            assert await records.advance(rooms.store, id, 0, 3.0, plan)
            assert not await records.advance(rooms.store, id, 0, 3.0, plan), "another worker was faster"
            assert await boards(rooms) == []
            assert await named(rooms, id) == [None, None], "nobody is sent to a table that is not there yet"
        async with rooms_on(database) as rooms:
            for _ in range(2):
                await rooms.cups.sweep()
                assert await boards(rooms) == [("table0", "running"), ("table1", "running")]
            assert await named(rooms, id) == ["table0", "table1"]
            for name in ("table0", "table1"):
                await (await rooms.get(name)).act(commands.close_idle)
            await rooms.cups.sweep()
            assert (await records.get(rooms.store, id)).status == "finished", "a table that is closed holds nobody up"

    asyncio.run(scene())


# -- at real tables ---------------------------------------------------------------------------------------------------


def cup(**more: Any) -> dict[str, Any]:
    return {"name": "Pit Cup", "game": "example", "size": 2, "rounds": 1, "clock": LIVE, **more}


async def until(person: Person, id: str, true: Any) -> Any:
    async with asyncio.timeout(GIVE_UP):
        while not true(found := await person.call("GET", f"/cups/{id}")):
            await asyncio.sleep(0.1)
    return found


async def play(person: Person, id: str, round: int) -> None:
    """Play the own table of a round to its end."""

    def own(cup: Any) -> list[Any]:
        open = (one for one in cup["tables"] if one["round"] == round and one["table"])
        return [one for one in open if any(seat["you"] for seat in one["seats"])]

    (mine,) = own(await until(person, id, own))
    seat = next(number for number, seat in enumerate(mine["seats"]) if seat["you"])
    async with person.socket(mine["table"], seat) as socket:
        await socket.play_on(random.Random(seat))


def test_a_cup_goes_through_its_rounds_by_itself(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person, stranger: Person) -> None:
        opened = await emma.call("POST", "/cups", cup(format="round_robin", rounds=9, visibility="private"))
        path = f"/cups/{opened['id']}"
        await refused("cup_too_small", emma.call("POST", f"{path}/start"))
        for name, person in (("Emma", emma), ("Hugo", hugo), ("Jules", jules)):
            await person.call("POST", f"{path}/join", {"name": name})
        await refused("not_cup_owner", hugo.call("POST", f"{path}/start"))
        begun = await emma.call("POST", f"{path}/start")
        assert begun["status"] == "running" and begun["round"] == 1 and begun["rounds"] == 3
        assert sum(seat["name"] is None for one in begun["tables"] for seat in one["seats"]) == 1, "a bot fills up"
        await refused("cup_begun", stranger.call("POST", f"{path}/join", {"name": "Late"}))
        seen = await stranger.call("GET", path)
        assert all(one["table"] is None for one in seen["tables"]), "private tables stay private"
        table = next(one["table"] for one in begun["tables"] if one["table"])
        await refused("rated_runs", emma.call("POST", f"/tables/{table}/close"))
        for round in (1, 2):
            await asyncio.gather(*(play(person, opened["id"], round) for person in (emma, hugo, jules)))
        # Whoever leaves gives up where the game stands, and is a bot from then on.
        await until(emma, opened["id"], lambda one: one["round"] == 3)
        await jules.call("POST", f"{path}/leave")
        done = await asyncio.gather(play(emma, opened["id"], 3), play(hugo, opened["id"], 3), return_exceptions=True)
        assert not any(isinstance(one, AssertionError) for one in done)
        over = await until(emma, opened["id"], lambda one: one["status"] == "finished")
        assert [one["games"] for one in over["standings"]] == [3, 3, 3]
        assert [one["place"] for one in over["standings"]] == sorted(one["place"] for one in over["standings"])
        assert [one["left"] for one in over["standings"] if one["name"] == "Jules"] == [True]

    people(server, 4, scene)


def test_tables_with_the_same_deal_are_closed_to_others_until_all_are_done(server: Server) -> None:
    async def scene(*everybody: Person) -> None:
        emma, hugo, jules, nour, stranger = everybody
        opened = await emma.call("POST", "/cups", cup(duplicate=True))
        path = f"/cups/{opened['id']}"
        for number, person in enumerate((emma, hugo, jules, nour)):
            await person.call("POST", f"{path}/join", {"name": f"Player {number}"})
        begun = await emma.call("POST", f"{path}/start")
        first, second = begun["tables"]
        infos = [await emma.call("GET", f"/tables/{one['table']}") for one in (first, second)]
        assert infos[0]["deal"]["commitment"] == infos[1]["deal"]["commitment"], "one deal for both"
        at = {
            seat["name"]: (one["table"], number) for one in begun["tables"] for number, seat in enumerate(one["seats"])
        }
        here = {f"Player {number}": person for number, person in enumerate((emma, hugo, jules, nour))}
        ends = [name for name, (table, _) in at.items() if table == first["table"]]
        await refused("sealed", stranger.socket(first["table"], None).knock())

        async def finish(name: str) -> None:
            async with here[name].socket(*at[name]) as socket:
                await socket.play_on(random.Random(1))

        await asyncio.gather(*(finish(name) for name in ends))
        ended = await emma.call("GET", f"/tables/{first['table']}")
        assert ended["status"] == "finished" and ended["sealed"] and ended["deal"]["secret"] is None
        for path_of in ("record", "positions"):
            answer = await stranger.http.get(f"/api/tables/{first['table']}/{path_of}")
            assert answer.json()["code"] == "sealed"
        await asyncio.gather(*(finish(name) for name in at.keys() - set(ends)))
        await until(emma, opened["id"], lambda one: one["status"] == "finished")
        ended = await emma.call("GET", f"/tables/{first['table']}")
        assert not ended["sealed"] and ended["deal"]["secret"]
        assert (await stranger.http.get(f"/api/tables/{first['table']}/record")).status_code == 200

    people(server, 5, scene)


def test_a_cup_needs_a_clock_and_can_be_called_off(server: Server) -> None:
    async def scene(emma: Person) -> None:
        await refused("bad_cup", emma.call("POST", "/cups", cup(clock={"kind": "none"})))
        await refused("bad_players", emma.call("POST", "/cups", cup(size=7)))
        opened = await emma.call("POST", "/cups", cup())
        assert opened["id"] in [one["id"] for one in (await emma.call("GET", "/cups"))["cups"]]
        assert (await emma.call("POST", f"/cups/{opened['id']}/end"))["status"] == "cancelled"
        assert opened["id"] not in [one["id"] for one in (await emma.call("GET", "/cups"))["cups"]]
        await refused("no_such_cup", emma.call("GET", "/cups/none"))

    people(server, 1, scene)


def test_whoever_deletes_everything_is_nameless_in_cups_that_go_on_without_them(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        waits, runs = [await emma.call("POST", "/cups", cup(size=3)) for _ in range(2)]
        for name, person in (("Emma", emma), ("Hugo", hugo), ("Jules", jules)):
            await person.call("POST", f"/cups/{runs['id']}/join", {"name": name})
        await emma.call("POST", f"/cups/{runs['id']}/start")
        assert [one["id"] for one in (await emma.call("GET", "/me/export"))["cups"]] == [waits["id"], runs["id"]]
        await emma.http.delete("/api/me")
        assert (await hugo.call("GET", f"/cups/{waits['id']}"))["status"] == "cancelled", "nobody else could start it"
        found = await hugo.call("GET", f"/cups/{runs['id']}")
        (gone,) = [one for one in found["standings"] if one["left"]]
        assert (gone["name"], gone["person"], found["status"]) == ("N.N.", None, "running")
        assert "Emma" not in str(found)

    people(server, 3, scene)
