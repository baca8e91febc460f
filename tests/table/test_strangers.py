"""A stranger within the limits costs the tables nothing: costly reads leave the loop, queues end."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import Request

import pithead
from pithead.table import protocol, replay_cache, replays
from pithead.table.errors import QueueFull, RateLimited
from pithead.table.http.middleware import MAX_BODY, MAX_RECORD, body_limit
from pithead.table.http.routes import games
from pithead.table.jobs import Jobs
from pithead.table.limits import Limits
from pithead.table.log import commands
from pithead.table.log.fold import fold
from pithead.table.log.rows import Entry
from pithead.table.log.state import TableState
from pithead.table.replay_cache import ReplayCache
from pithead.table.settings import Settings

from .client import GIVE_UP, Person, Refused, Socket
from .conftest import Server, StartServer
from .scenes import friends, people, refused

VISIT = Request({"type": "http", "headers": []})


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small allowances that are not filled up again."""
    folder = tmp_path_factory.mktemp("strict")
    sizes = {"replay": 3, "chat": 3, "chat_watch": 4, "chat_address": 8, "upload": 2}
    bursts = {f"{name}_burst": size for name, size in sizes.items()}
    rates = {f"{name}_rate": 0.001 for name in sizes}
    shared = Server(f"sqlite:///{folder / 'tables.sqlite3'}", folder, jobs_waiting=2, **bursts, **rates)
    yield shared.start()
    shared.close()


def finished(game: str = "example", players: int = 2) -> TableState:
    """A table that shows a finished game."""
    match = pithead.new(game, players=players, seed=7)
    chance = random.Random(5)
    while not match.over:
        match.play(chance.choice(match.legal))
    data = replays.read(match.record().text, None)
    entry = Entry(1, commands.archive(data, "owner"), None, 0.0)
    return fold("table", [entry], match.game)


class Workers:
    """Renders in this process, when it is allowed to, and counts."""

    def __init__(self) -> None:
        self.made = 0
        self.go = asyncio.Event()

    async def replay(self, *arguments: Any) -> Any:
        self.made += 1
        await self.go.wait()
        return replays.render(*arguments)


def ask(cache: ReplayCache, state: TableState, seat: int | None, table: str = "table") -> asyncio.Task[Any]:
    assert state.match
    data = replays.match_data(state, state.match.actions)
    return asyncio.create_task(cache.of(table, data, seat, True))


def test_a_replay_is_rendered_once_for_everybody_and_the_queue_for_new_ones_ends() -> None:
    async def scene() -> None:
        workers, state = Workers(), finished()
        cache = ReplayCache(workers)  # type: ignore[arg-type]
        same = [ask(cache, state, None) for _ in range(50)]
        others = [ask(cache, state, None, f"table {n}") for n in range(replay_cache.WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull) as full:
            await ask(cache, state, None, "one more")
        assert str(replay_cache.WAITING) in full.value.text("en")
        assert workers.made == 1, "one at a time, and the same one once"
        # Somebody who stops waiting takes it from nobody else.
        same[0].cancel()
        workers.go.set()
        found = await asyncio.gather(*same[1:])
        assert all(one is found[0] for one in found)
        await asyncio.gather(*others)
        assert workers.made == 1 + len(others)
        assert await ask(cache, state, None) is found[0]
        assert workers.made == 1 + len(others)

    asyncio.run(scene())


def test_kept_replays_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        workers, state = Workers(), finished()
        workers.go.set()
        cache = ReplayCache(workers)  # type: ignore[arg-type]
        first = await ask(cache, state, None, "first")
        monkeypatch.setattr(replay_cache, "KEPT", 2 * len(first.packed))
        for name in ("second", "third", "third", "second", "first"):
            await ask(cache, state, None, name)
        assert workers.made == 4, "of three replays two are kept, the last used ones"

    asyncio.run(scene())


@pytest.mark.slow
def test_a_replay_is_sent_as_it_is_kept_and_in_parts(server: Server) -> None:
    async def scene(emma: Person, stranger: Person) -> None:
        table = await emma.table("example", "you", "random", start=True)
        async with emma.socket(table["id"]) as seat:
            await seat.play_on(random.Random(3))
        path = f"/api/tables/{table['id']}/positions"
        whole = await stranger.http.get(path)
        assert whole.headers["content-encoding"] == "gzip"
        plain = await stranger.http.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == whole.content
        lines = whole.content.splitlines(keepends=True)
        part = await stranger.http.get(path, params={"from": 3, "to": 5})
        assert part.content == b"".join(lines[3:6])
        assert (await stranger.http.get(path, params={"from": 100_000})).content == b""

    people(server, 2, scene)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to count a process's own time")
def test_the_process_that_carries_moves_does_not_render_whole_games(server: Server) -> None:
    """A stranger reads a finished game from every seat, again and again, while two people play."""
    state = finished("coal-baron", 4)
    assert state.match and server.process
    started = time.process_time()
    replays.render(replays.match_data(state, state.match.actions), None, True)
    once = time.process_time() - started

    async def scene(emma: Person, hugo: Person, stranger: Person) -> None:
        assert state.match and server.process
        archived = await stranger.call("POST", "/records", {"text": state.match.record().text})
        table = await friends(emma, hugo)
        path = f"/api/tables/{archived['id']}/positions"
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            before = spent(server.process.pid)
            eyes = [{}, {"seat": 0}, {"seat": 1}]
            reading = [asyncio.create_task(stranger.http.get(path, params=params)) for params in eyes * 5]
            choose = random.Random(1)
            await asyncio.gather(a.play_on(choose), b.play_on(choose))
            assert {answer.status_code for answer in await asyncio.gather(*reading)} == {200}
            assert spent(server.process.pid) - before < 2 * once, "three were rendered elsewhere"

    people(server, 3, scene)


def spent(pid: int) -> float:
    """Seconds of processor time that a process, without its children, has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
def test_reading_whole_games_is_limited_by_address(strict: Server) -> None:

    async def scene(*everybody: Person) -> None:
        emma = everybody[0]
        table = await emma.table("example", "you", "random", start=True)
        path = f"/tables/{table['id']}/positions"
        answers = [(await person.http.get(f"/api{path}")).status_code for person in everybody]
        assert answers == [200, 200, 200, 429, 429], "a new identity is no new allowance"

    people(strict, 5, scene)


async def said(sending: Coroutine[Any, Any, Any]) -> str:
    try:
        await sending
        return "said"
    except Refused as problem:
        return str(problem.code)


@pytest.mark.slow
def test_spectators_share_their_allowance_of_chat_and_seats_keep_theirs(strict: Server) -> None:

    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        other = await friends(emma, hugo)
        answers = []
        # Without a cookie every socket is somebody new.
        for _ in range(6):
            async with Socket(strict.address, table["id"], None, "") as stranger:
                answers.append(await said(stranger.send({"type": "chat", "seat": None, "text": "spam"})))
        assert answers == ["said"] * 4 + ["rate_limited"] * 2, "one allowance for all who watch a table"
        async with hugo.socket(table["id"], 1) as seat:
            await seat.send({"type": "chat", "seat": 1, "text": "they do not take mine"})
        async with emma.socket(other["id"], 0) as seat:
            await seat.send({"type": "chat", "seat": 0, "text": "one more from this address"})
            # 4 + 2 refused + 1 + 1 of 8: the address is used up, at whatever table and seat.
            await refused("rate_limited", seat.send({"type": "chat", "seat": 0, "text": "too many"}))

    people(strict, 2, scene)


def test_an_allowance_is_not_by_identity() -> None:
    """Whatever somebody without a seat can repeat is counted by address or by table."""
    limits = Limits(Settings(chat_watch_burst=2, chat_watch_rate=0.0))
    for _ in range(2):
        limits.chat("1.2.3.4", "table", None)
    with pytest.raises(RateLimited):
        limits.chat("5.6.7.8", "table", None)
    limits.chat("1.2.3.4", "another table", None)


@contextmanager
def jobs_of(**settings: Any) -> Iterator[Any]:
    """Jobs whose work never ends by itself."""
    rooms = SimpleNamespace(
        settings=Settings(**settings),
        spawn=asyncio.ensure_future,
        keeper=SimpleNamespace(now=lambda: 0.0),
        stopping=True,
    )
    jobs: Any = Jobs(rooms)  # type: ignore[arg-type]
    numbers = iter(range(1000))

    async def put(*_: Any) -> str:
        return str(next(numbers))

    jobs._put = put
    yield jobs


async def forever(job: str) -> None:
    await asyncio.Event().wait()


def test_the_queue_of_analyses_ends_and_says_so() -> None:
    async def scene() -> None:
        with jobs_of(jobs_waiting=3, jobs_per_address=100) as jobs:
            orders = [await jobs._order("analysis", None, f"device {n}", f"address {n}", {}, forever) for n in range(3)]
            with pytest.raises(QueueFull) as full:
                await jobs._order("analysis", None, "another", "elsewhere", {}, forever)
            assert full.value.params == {"waiting": 3}
            # Hints have a queue of their own, and a place becomes free with the work.
            await jobs._order("hint", None, "another", "elsewhere", {}, forever)
            jobs._running[orders[0]].cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await jobs._order("analysis", None, "another", "elsewhere", {}, forever)

    asyncio.run(scene())


def test_one_address_has_so_many_jobs_whatever_its_identities() -> None:
    async def scene() -> None:
        with jobs_of(jobs_waiting=100, jobs_per_address=2) as jobs:
            for n in range(2):
                await jobs._order("analysis", None, f"device {n}", "1.2.3.4", {}, forever)
            with pytest.raises(RateLimited):
                await jobs._order("hint", None, "a new identity", "1.2.3.4", {}, forever)
            await jobs._order("hint", None, "a new identity", "5.6.7.8", {}, forever)

    asyncio.run(scene())


@pytest.mark.slow
def test_hints_that_are_asked_for_at_once_are_counted_like_those_one_after_the_other(
    start_server: StartServer,
) -> None:
    server = start_server(jobs_at_once=2)

    async def scene(emma: Person) -> None:
        paths = []
        for _ in range(5):
            table = await emma.table("coal-baron", "you", "hotseat", start=True)
            paths.append(f"/tables/{table['id']}/hint")
        seats = [(await emma.call("GET", path.replace("/hint", "")))["to_move"] for path in paths]
        asked = [emma.call("POST", path, {"seat": seat, "think": 5}) for path, seat in zip(paths, seats, strict=True)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [getattr(answer, "code", None) for answer in answers].count("rate_limited") == 3
        for answer in answers:
            if isinstance(answer, dict):
                await emma.call("DELETE", f"/jobs/{answer['id']}")

    people(server, 1, scene)


@pytest.mark.slow
def test_an_analysis_says_how_many_come_before_it(strict: Server) -> None:

    async def scene(emma: Person, hugo: Person, ida: Person) -> None:
        tables = []
        for person in (emma, hugo):
            table = await person.table("mine", "random", "random", start=True)
            async with person.socket(table["id"], None) as watching:
                await watching.until(lambda me: me.over)
            tables.append((person, table))
        # Both games are over before anything is asked for: the first analysis is still at work when the second comes.
        jobs = [
            await person.call("POST", f"/tables/{table['id']}/analysis", {"think": 5.0}) for person, table in tables
        ]
        assert [job["ahead"] for job in jobs] == [0, 1]
        full = await refused("queue_full", ida.call("POST", f"/tables/{table['id']}/analysis", {"think": 4.0}))
        assert full["params"] == {"waiting": 2}
        for person, job in zip((emma, hugo), jobs, strict=True):
            await person.call("DELETE", f"/jobs/{job['id']}")

    people(strict, 3, scene)


def test_what_never_changes_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def schema() -> dict[str, int]:
        made.append(1)
        return {"protocol": 1}

    monkeypatch.setattr(protocol, "schema", schema)
    games._body.cache_clear()
    answers = [games.socket_schema(VISIT).body for _ in range(5)]
    games._body.cache_clear()
    assert set(answers) == {b'{"protocol":1}'}
    assert len(made) == 1


@pytest.mark.parametrize("spelling", ["Coal-Baron", "coal_baron", " coal-baron "])
def test_other_spellings_of_a_game_keep_no_further_answers(spelling: str) -> None:
    games._body.cache_clear()
    games.game_schema(VISIT, "coal-baron")
    games.game_schema(VISIT, spelling)
    assert games._body.cache_info().currsize == 1


def test_bodies_are_as_large_as_what_is_allowed() -> None:
    plain, open_ = Settings(), Settings(editions=True)
    assert body_limit("/api/tables", plain) == MAX_BODY
    assert body_limit("/api/tables", open_) > 1_000_000
    assert MAX_RECORD < body_limit("/api/records", plain) < body_limit("/api/records", open_)
    assert body_limit("/api/me", open_) == MAX_BODY


@pytest.mark.slow
def test_large_bodies_are_refused_before_they_are_parsed(strict: Server) -> None:
    with httpx.Client(base_url=strict.address, timeout=GIVE_UP) as client:
        edition = json.dumps({"game": "example", "seats": [{"kind": "open"}], "material": "x" * 900_000})
        answer = client.post("/api/tables", content=edition, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large"), "editions are off"
        codes = []
        for _ in range(3):
            # Sent in pieces, without a length: not JSON either, which only somebody who parses it would notice.
            pieces = iter([b"[" * 60_000] * 10)
            codes.append(client.post("/api/records", content=pieces).json()["code"])
        assert codes == ["malformed", "malformed", "rate_limited"]


def test_rematches_count_as_tables_that_somebody_creates(start_server: StartServer) -> None:
    """A lobby that was closed has a rematch, too: without a limit each one would open the next."""
    server = start_server(create_burst=4, create_rate=0.001)

    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "open")
        for _ in range(2):
            await emma.call("POST", f"/tables/{table['id']}/close")
            table = await emma.call("POST", f"/tables/{table['id']}/rematch", {})
        await emma.call("POST", f"/tables/{table['id']}/close")
        await refused("rate_limited", emma.call("POST", f"/tables/{table['id']}/rematch", {}))

    people(server, 1, scene)
