"""Results count: once each, in one order, and so that nobody gets strong by other means than playing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, select

from pithead.table.errors import Unavailable
from pithead.table.results import people as players
from pithead.table.results import profiles, ratings
from pithead.table.results.history import person_of
from pithead.table.results.ratings import MU, Place, Skill, rerated, weight
from pithead.table.results.rebuild import rebuild
from pithead.table.store import FinishedGame, Store, schema

DAY = 86_400.0


def game(board: str, *who: str, at: float = 1000.0, verdict: str = "waiting", title: str = "example") -> FinishedGame:
    """A finished game, the winner first; `name/fate` for whoever gave up or was helped."""
    row = {"board": board, "game": title, "players": len(who), "how": "played", "visibility": "private"}
    seats = []
    for seat, one in enumerate(who):
        player, _, fate = one.partition("/")
        facts = {"side": seat, "rank": seat + 1, "score": 30 - seat, "points": '{"coal":20,"francs":4}', "fate": fate}
        seats.append({"board": board, "seat": seat, "player": player, "name": player.title(), **facts})
    return FinishedGame(row | {"verdict": verdict, "number": None, "ended_at": at}, seats)


async def put(store: Store, *games: FinishedGame) -> None:
    for one in games:
        await store.write(one.insert)


async def count(store: Store) -> int:
    counted = 0
    while await store.write(partial(ratings.count_next, store)):
        counted += 1
    return counted


async def table(store: Store) -> dict[tuple[str, str], Any]:
    async with store.reading() as connection:
        rows = await connection.execute(select(schema.rating))
        return {(row.game, row.player): (row.mu, row.sigma, row.games, row.rivals) for row in rows}


async def mu(store: Store, player: str) -> float:
    return float((await table(store))["example", player][0])


def on(database: str, scene: Any) -> None:
    async def act() -> None:
        store = Store(database)
        await store.open()
        try:
            await scene(store)
        finally:
            await store.close()

    asyncio.run(act())


@pytest.fixture
def sqlite(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


# -- the arithmetic ---------------------------------------------------------------------------------------------------


def fair(*places: Place) -> dict[str, Skill]:
    names = {place.player for place in places}
    return rerated(list(places), dict.fromkeys(names, Skill()), dict.fromkeys(names, 1.0))


def test_of_four_players_the_first_gains_and_the_last_loses_most() -> None:
    after = fair(*(Place(name, seat, seat + 1) for seat, name in enumerate(("ada", "ben", "cleo", "dan"))))
    order = [after[name].mu for name in ("ada", "ben", "cleo", "dan")]
    assert order == sorted(order, reverse=True)
    assert order[0] > MU > order[3]
    assert all(skill.sigma < Skill().sigma for skill in after.values())


def test_both_of_a_team_gain() -> None:
    after = fair(Place("ada", 0, 1), Place("ben", 1, 2), Place("cleo", 0, 1), Place("dan", 1, 2))
    assert after["ada"] == after["cleo"]
    assert after["ada"].mu > MU > after["ben"].mu == after["dan"].mu


def test_two_bots_of_one_level_are_one_player() -> None:
    after = fair(Place("ada", 0, 1), Place("bot:hewer", 1, 2), Place("bot:hewer", 2, 3))
    assert after.keys() == {"ada", "bot:hewer"}
    assert after["bot:hewer"].mu < MU


def test_a_tie_of_equals_moves_nobody() -> None:
    after = fair(Place("ada", 0, 1), Place("ben", 1, 1))
    assert after["ada"].mu == pytest.approx(MU) == pytest.approx(after["ben"].mu)


def test_whoever_was_helped_by_a_bot_can_lose_but_not_gain() -> None:
    won = fair(Place("ada", 0, 1, "helped"), Place("ben", 1, 2))
    assert won["ada"] == Skill() and won["ben"].mu < MU
    assert fair(Place("ada", 0, 2, "helped"), Place("ben", 1, 1))["ada"].mu < MU


def test_the_same_opponent_counts_less_and_less() -> None:
    assert [weight(met, bot=False) for met in range(11)] == [1] * 5 + [1 / 2, 1 / 4, 1 / 8, 1 / 16, 0, 0]
    assert [weight(met, bot=True) for met in (9, 10, 14)] == [1, 1 / 2, 0]


@pytest.mark.slow
def test_a_server_that_rates_nothing_does_not_load_the_library() -> None:
    """It takes 4 MB and a fortieth of a second."""
    program = "import sys, pithead.table.http.app; sys.exit('openskill' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# -- in the database --------------------------------------------------------------------------------------------------


def test_every_game_counts_once_and_the_rebuilt_ratings_are_the_same(database: str) -> None:
    async def scene(store: Store) -> None:
        names = ("ada", "ben", "cleo", "bot:hewer")
        for number in range(12):
            turned = names[number % 4 :] + names[: number % 4]
            await put(store, game(f"g{number:02}", *turned[: 2 + number % 3], at=1000.0 + number))
            if number % 5 == 0:
                await count(store)
        await put(store, game("casual", "ada", "ben", verdict="casual"))
        assert await count(store) > 0
        assert await count(store) == 0
        before = await table(store)
        async with store.reading() as connection:
            numbers = (await connection.execute(select(schema.result.c.number))).scalars().all()
        assert sorted(number for number in numbers if number) == list(range(1, 13))
        assert await store.write(partial(ratings.rebuild, store)) == 12
        assert await table(store) == before
        page = await profiles.profile(store, "ada", "ada")
        assert sum(one["games"] for one in page["results"]) == 12 - 3 + 1, "the casual one too"
        assert sum(one["wins"] for one in page["results"]) == 3 + 1
        assert page["points"] == [{"game": "example", "games": 10, "sources": {"coal": 20, "francs": 4}}]
        assert {one["name"] for one in page["opponents"]} == {"Ben", "Cleo"}
        (bot,) = page["bots"]
        assert bot["level"] == "hewer" and bot["games"] > bot["ahead"]
        stranger = await profiles.profile(store, "ada", "stranger")
        assert sum(one["games"] for one in stranger["results"]) == 9
        listed = await profiles.games(store, "ada", "ada", None)
        assert len(listed["games"]) == 10 and listed["next"] is None
        assert [one["level"] for one in await profiles.leaderboard(store, "example", "ada")] == ["hewer"]

    on(database, scene)


def test_what_a_crash_left_over_is_counted_by_the_next_server(sqlite: str) -> None:
    async def crash(store: Store) -> None:
        await put(store, game("one", "ada", "ben"))

        def fail(connection: Connection) -> None:
            assert ratings.count_next(store, connection)
            raise RuntimeError("the machine stops here")

        with pytest.raises(Unavailable):
            await store.write(fail)
        assert await table(store) == {}

    async def restart(store: Store) -> None:
        assert await count(store) == 1
        assert (await table(store))["example", "ada"][2] == 1

    on(sqlite, crash)
    on(sqlite, restart)


def test_friends_who_lose_to_each_other_all_day_gain_little(sqlite: str) -> None:
    async def scene(store: Store) -> None:
        for number in range(30):
            await put(store, game(f"farm{number:02}", "ada", "ben", at=1000.0 + number))
        await count(store)
        capped = await mu(store, "ada")
        await put(store, game("again", "ada", "ben", at=2000.0))
        await count(store)
        assert await mu(store, "ada") == capped, "beyond a number of games nothing counts any more"
        await put(store, game("later", "ada", "ben", at=2000.0 + 8 * DAY))
        await count(store)
        assert await mu(store, "ada") > capped, "a week later it does"

    on(sqlite, scene)


def test_two_guests_who_turn_out_to_be_one_person_do_not_count(sqlite: str) -> None:
    async def scene(store: Store) -> None:
        guest, person = person_of("guest"), person_of("person")
        await put(store, game("one", person, guest), game("two", guest, "ben", at=1001.0))
        await count(store)
        assert len(await table(store)) == 3
        await store.write(lambda connection: players.bring_along(connection, "guest", "person"))
        await store.write(partial(ratings.rebuild, store))
        found = await table(store)
        assert {player for _, player in found} == {person, "ben"}
        assert found["example", person][2] == 1
        page = await profiles.games(store, person, person, None)
        assert [one["verdict"] for one in page["games"]] == ["counted", "two_seats"]

    on(sqlite, scene)


def test_whoever_is_deleted_stays_as_nobody_and_the_others_keep_their_ratings(sqlite: str) -> None:
    async def scene(store: Store) -> None:
        ada = person_of("device of ada")
        await put(store, game("one", ada, "ben"), game("two", "ben", ada, at=1001.0))
        await count(store)
        ben = (await table(store))["example", "ben"]
        await store.write(lambda connection: players.forget(connection, "device of ada", "token"))
        await store.write(partial(ratings.rebuild, store))
        found = await table(store)
        assert found["example", "ben"] == ben
        assert ("example", "nobody:token") in found and ("example", ada) not in found
        async with store.reading() as connection:
            names = set((await connection.execute(select(schema.result_seat.c.name))).scalars())
        assert names == {"Ben", "N.N."}
        listed = await profiles.games(store, "ben", "ben", None)
        assert {seat["person"] for one in listed["games"] for seat in one["seats"]} == {"ben", None}

    on(sqlite, scene)


def test_the_leaderboard_lists_bots_and_people_with_enough_games_and_opponents(sqlite: str) -> None:
    async def scene(store: Store) -> None:
        for number in range(10):
            await put(store, game(f"a{number}", "ada", ("ben", "cleo", "bot:hewer")[number % 3], at=1000.0 + number))
            await put(store, game(f"b{number}", "dan", "eve", at=2000.0 + number))
        await count(store)
        ranked = await profiles.leaderboard(store, "example", "ada")
        assert [(one["place"], one["person"], one["level"]) for one in ranked] == [(1, "ada", None), (2, None, "hewer")]
        assert ranked[0]["you"] and not ranked[0]["provisional"] and ranked[0]["rating"] > 1000
        assert await profiles.leaderboard(store, "mine", "ada") == []

    on(sqlite, scene)


def test_the_command_makes_all_ratings_anew(sqlite: str) -> None:
    async def fill(store: Store) -> None:
        await put(store, game("one", "ada", "ben"))
        await count(store)
        await store.write(lambda connection: connection.execute(schema.rating.delete()).rowcount)

    on(sqlite, fill)
    assert asyncio.run(rebuild(sqlite)) == (1, 0)

    async def look(store: Store) -> None:
        assert len(await table(store)) == 2

    on(sqlite, look)
