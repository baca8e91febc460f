"""Histories and ratings at real tables: what counts, what does not, and who may read it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from .authenticator import Authenticator
from .client import GIVE_UP, Person
from .conftest import Server, StartServer
from .scenes import friends, people, refused
from .test_accounts import make_passkey, sign_in

LIVE = {"kind": "live", "turn": 600, "bank": 600}


async def finish(table: dict[str, Any], *everybody: Person) -> None:
    """Play a table of two to its end."""

    async def play(person: Person, seat: int) -> None:
        async with person.socket(table["id"], seat) as socket:
            await socket.play_on(random.Random(seat))

    await asyncio.gather(*(play(person, seat) for seat, person in enumerate(everybody)))


async def concede(table: dict[str, Any], person: Person, seat: int) -> None:
    async with person.socket(table["id"], seat) as socket:
        await socket.send({"type": "concede", "seat": seat})


async def counted(person: Person) -> Any:
    """The own page, once nothing waits any more."""
    async with asyncio.timeout(GIVE_UP):
        while any(one["verdict"] == "waiting" for one in (await person.call("GET", "/people/me/games"))["games"]):
            await asyncio.sleep(0.1)
    return await person.call("GET", "/people/me")


def test_a_rated_game_counts_for_both_and_a_casual_one_for_nobody(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        casual = await friends(emma, hugo)
        assert not casual["rated"] and casual["hints"]
        await finish(casual, emma, hugo)
        assert (await counted(emma))["ratings"] == []
        rated = await friends(emma, hugo, rated=True, clock=LIVE)
        assert rated["rated"] and not rated["hints"]
        await finish(rated, emma, hugo)
        page = await counted(emma)
        assert page["you"] and page["name"] == "Emma"
        (results,) = page["results"]
        assert (results["game"], results["players"], results["games"]) == ("example", 2, 2)
        (rating,) = page["ratings"]
        assert rating["games"] == 1 and rating["provisional"]
        (friend,) = page["opponents"]
        assert friend["name"] == "Friend 1" and friend["games"] == 2
        assert page["points"][0]["games"] == 2 and page["points"][0]["sources"]
        last, first = (await emma.call("GET", "/people/me/games"))["games"]
        assert (last["verdict"], first["verdict"]) == ("counted", "casual")
        assert last["table"] == rated["id"] and last["change"] is not None and first["change"] is None
        # Somebody else sees what counts, without the key to the private table; the casual game is theirs alone.
        seen = await jules.call("GET", f"/people/{page['person']}")
        assert seen["results"][0]["games"] == 1 and not seen["you"]
        (one,) = (await jules.call("GET", f"/people/{page['person']}/games"))["games"]
        assert one["table"] is None
        assert len((await hugo.call("GET", f"/people/{page['person']}/games"))["games"]) == 2

    people(server, 3, scene)


def test_a_rated_table_needs_a_clock_and_one_person_per_seat(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        problem = await refused("not_ratable", emma.table("example", "you", "hewer", rated=True))
        assert "clock" in problem["text"]
        await refused("not_ratable", emma.table("example", "you", "hotseat", rated=True, clock=LIVE))
        table = await emma.table("example", "you", "open", rated=True, clock=LIVE)
        await refused("not_ratable", emma.call("PATCH", f"/tables/{table['id']}", {"clock": {"kind": "none"}}))
        hotseat = {"kind": "hotseat", "name": "Hugo"}
        await emma.call("PUT", f"/tables/{table['id']}/seats/1", hotseat)
        await refused("not_ratable", emma.call("POST", f"/tables/{table['id']}/start"))
        casual = await emma.call("PATCH", f"/tables/{table['id']}", {"rated": False, "hints": True})
        assert casual["hints"] and not casual["rated"]
        again = await emma.call("PATCH", f"/tables/{table['id']}", {"clock": LIVE})
        assert not again["rated"]

    people(server, 2, scene)


def test_a_loss_is_not_escaped_by_closing_the_table(server: Server) -> None:
    async def scene(emma: Person) -> None:
        rated: dict[str, Any] = {"rated": True, "clock": LIVE, "start": True}
        table = await emma.table("example", "you", "random", **rated)
        async with emma.socket(table["id"], 0) as socket:
            await socket.play_on(random.Random(1), 8)
        await refused("rated_runs", emma.call("POST", f"/tables/{table['id']}/close"))
        await concede(table, emma, 0)
        (rating,) = (await counted(emma))["ratings"]
        assert rating["rating"] < 1000
        early = await emma.table("example", "you", "random", **rated)
        await concede(early, emma, 0)
        last, first = (await emma.call("GET", "/people/me/games"))["games"]
        assert first["how"] == "conceded" and first["seats"][0]["conceded"] and first["verdict"] == "counted"
        assert last["verdict"] == "short", "not everybody had a turn"

    people(server, 1, scene)


def test_whoever_held_two_seats_for_a_while_makes_the_game_count_for_nobody(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo, rated=True, clock=LIVE)
        for giver, taker in ((hugo, emma), (emma, hugo)):
            link = await giver.call("POST", f"/tables/{table['id']}/seats/1/device")
            await taker.call("POST", "/links", {"token": link["token"]})
        await concede(table, hugo, 1)
        (one,) = (await hugo.call("GET", "/people/me/games"))["games"]
        assert one["verdict"] == "two_seats"

    people(server, 2, scene)


def test_a_page_shows_nothing_of_games_that_run(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        await friends(emma, hugo, visibility="public", rated=True, clock=LIVE)
        page = await emma.call("GET", "/people/me")
        assert page["results"] == page["opponents"] == page["points"] == []
        assert (await emma.call("GET", "/people/me/games"))["games"] == []
        await refused("no_such_person", hugo.call("GET", f"/people/{page['person']}"))
        await refused("no_such_person", hugo.call("GET", "/people/00000000000000000000"))

    people(server, 2, scene)


def test_results_come_along_are_exported_and_become_nameless(server: Server) -> None:
    async def scene(emma: Person, guest: Person, hugo: Person) -> None:
        key = Authenticator()
        await make_passkey(emma, key)
        table = await friends(guest, hugo, rated=True, clock=LIVE)
        await finish(table, guest, hugo)
        await counted(guest)
        await sign_in(guest, key, bring=True)
        page = await counted(guest)
        assert page["ratings"][0]["games"] == 1
        assert (await emma.call("GET", "/people/me"))["person"] == page["person"]
        export = await guest.call("GET", "/me/export")
        assert [one["table"] for one in export["games"]] == [table["id"]] and export["ratings"][0]["games"] == 1
        await guest.call("PATCH", "/me", {"name": "Emma of the mine"})
        assert (await guest.call("GET", "/people/me"))["name"] == "Emma of the mine"
        await guest.http.delete("/api/me")
        await refused("no_such_person", hugo.call("GET", f"/people/{page['person']}"))
        (one,) = (await hugo.call("GET", "/people/me/games"))["games"]
        assert (one["seats"][0]["name"], one["seats"][0]["person"]) == ("N.N.", None)
        assert (await hugo.call("GET", "/people/me"))["ratings"][0]["games"] == 1

    people(server, 3, scene)


def test_a_host_can_do_without_a_leaderboard(server: Server, start_server: StartServer) -> None:
    async def with_one(emma: Person) -> None:
        found = await emma.call("GET", "/leaderboard/example")
        assert found["game"] == "example" and found["enough_games"] == 10
        await refused("unknown_game", emma.call("GET", "/leaderboard/chess"))

    people(server, 1, with_one)
    modest = start_server(leaderboard=False)

    async def without(emma: Person) -> None:
        await refused("no_leaderboard", emma.call("GET", "/leaderboard/example"))

    people(modest, 1, without)


def test_a_game_that_was_played_before_there_were_results_is_read_from_its_log(start_server: StartServer) -> None:
    import sqlite3

    server = start_server()

    async def play(emma: Person, hugo: Person) -> None:
        await finish(await friends(emma, hugo), emma, hugo)

    people(server, 2, play)
    server.stop()
    file = server.database.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM result_seat")
        connection.execute("DELETE FROM result")
    from pithead.table.results.rebuild import rebuild

    assert asyncio.run(rebuild(server.database)) == (0, 1)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT verdict FROM result").fetchall() == [("casual",)]
        assert connection.execute("SELECT count(*) FROM result_seat").fetchone() == (2,)
