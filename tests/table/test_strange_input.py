"""What nobody types: bytes that are no text, names that show nothing, files with two names, fields that clash."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from pithead.table.errors import DatabaseInUse
from pithead.table.logs import JsonLines
from pithead.table.protocol import Name
from pithead.table.store import Store

from .client import GIVE_UP, Person
from .conftest import Server, StartServer
from .scenes import friends, people

NAME: TypeAdapter[str] = TypeAdapter(Name)


def ask(server: Server, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    """A request as it is, which a library for honest people would not send."""
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=GIVE_UP)
    connection.putrequest(method, path, skip_host="host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("content-type", "application/json")
        connection.putheader("content-length", str(len(body)))
    connection.endheaders(body)
    with contextlib.closing(connection), connection.getresponse() as answer:
        return answer.status, answer.read()


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/assets/%00.js",
        "/" + "a" * 5_000,
        "/" + "a/" * 5_000,
        "/%ed%a0%80",
        "/%ff%fe",
        "/../../../etc/passwd",
        "/api/tables/%00",
        "/api/tables/" + "a" * 5_000,
        "/api/tables/%ed%a0%80",
        "/api/games/%00",
        "/api/games/" + "a" * 5_000 + "/schema",
        "/api/games/%2e%2e/material",
        "/api/messages/%00",
        "/api/jobs/%00",
        "/api/tables?game=%00&after=nan",
        "/api/tables?lang=%ed%a0%80",
    ],
    ids=lambda path: path[:30],
)
def test_no_address_fails_without_a_reason(server: Server, path: str) -> None:
    status, body = ask(server, "GET", path)
    assert status < 500
    if path.startswith("/api"):
        assert status in (400, 404, 422) or (status, path[:16]) == (200, "/api/tables?lang")
        assert status == 200 or set(json.loads(body)) == {"code", "text", "params"}
    assert b"root:" not in body


@pytest.mark.slow
@pytest.mark.parametrize("host", ["[::1", "]", "[", "a" * 5_000, "127.0.0.1:port", "@", "\xe9"])
def test_no_host_fails_without_a_reason(server: Server, host: str) -> None:
    status, body = ask(server, "GET", "/api/levels", host=host)
    assert status in (200, 400, 403)
    assert status != 403 or json.loads(body)["code"] == "forbidden_origin"


HALVES: list[Any] = [
    {"\ud800": 1},
    {"name": "\ud800"},
    {"name": "\udfff\ud800", "language": "en"},
    "\ud800",
    {"game": "\ud800", "seats": []},
    {"game": "example", "seats": [{"kind": "you", "name": "\ud800"}], "options": {"\ud800": "\ud800"}},
    {"text": "\ud800"},
    {"code": "\ud800", "name": "E"},
    {"token": "\ud800"},
]


@pytest.mark.slow
@pytest.mark.parametrize("body", HALVES, ids=range(len(HALVES)))
def test_half_a_letter_is_refused_like_any_other_mistake(server: Server, body: Any) -> None:
    data = json.dumps(body).encode()
    for method, path in (
        ("PATCH", "/api/me"),
        ("POST", "/api/tables"),
        ("POST", "/api/records"),
        ("POST", "/api/join"),
        ("POST", "/api/links"),
    ):
        status, answer = ask(server, method, path, data)
        assert 400 <= status < 500, (path, answer)
        assert set(json.loads(answer)) == {"code", "text", "params"}


@pytest.mark.slow
def test_half_a_letter_on_a_socket_is_answered(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as seat:
            for wrong in ({"key": "\ud800", "seat": 0, "text": "x"}, {"key": "k", "seat": 0, "text": "\ud800"}):
                seat.frames.clear()
                await seat.raw(json.dumps({"type": "chat", **wrong}))
                await seat.until(lambda me: any(frame["type"] == "error" for frame in me.frames))
            await seat.send({"type": "ping"})

    people(server, 2, scene)


@pytest.mark.parametrize(
    "invisible", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u3164", "\U000e0041"]
)
def test_names_have_nothing_that_nobody_sees(invisible: str) -> None:
    assert NAME.validate_python(f"Em{invisible}ma{invisible}") == "Emma"
    with pytest.raises(ValidationError):
        NAME.validate_python(invisible * 3)


def test_names_of_real_people_stay() -> None:
    for name in ("Zoë", "Łukasz", "李雷", "محمد", "D’Arcy", "Jean-Luc 2", "Ωμέγα", "❤️"):
        assert NAME.validate_python(name) == name
    assert NAME.validate_python("Emma\u2003B") == "Emma B"
    for nothing in ("", " ", "\u00a0", "\ufe0f", "\u0301", "a\x00", "a\nb"):
        with pytest.raises(ValidationError):
            NAME.validate_python(nothing)


def test_fields_of_a_log_line_do_not_hide_each_other() -> None:
    record = logging.makeLogRecord(
        {"name": "pithead", "msg": "bot failed", "levelno": logging.ERROR, "levelname": "ERROR"}
    )
    vars(record).update(level="hewer", time="never", logger="mine", trace="none", table="T")
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["message"], line["logger"], line["table"]) == ("error", "bot failed", "pithead", "T")
    assert line["extra_level"] == "hewer"
    assert line["time"] != "never"
    assert "trace" not in line


def test_a_database_is_served_once_whatever_link_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "other.sqlite3").symlink_to(tmp_path / "real" / "tables.sqlite3")

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path}/real/tables.sqlite3")
        await store.open()
        try:
            for name in ("link/tables.sqlite3", "other.sqlite3", "real/../link/tables.sqlite3"):
                with pytest.raises(DatabaseInUse):
                    await Store(f"sqlite:///{tmp_path}/{name}").open()
        finally:
            await store.close()

    asyncio.run(scene())


@pytest.mark.slow
def test_steps_of_a_draft_are_counted_by_nobody_else(server: Server) -> None:
    """Somebody who tries things out and takes them back leaves no trace in what others can ask for."""

    async def scene(emma: Person, hugo: Person, stranger: Person) -> None:
        table = await friends(emma, hugo, visibility="public")
        path = f"/tables/{table['id']}"
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            await a.until(lambda me: me.position)
            await b.until(lambda me: me.position)
            mover, other, watcher = (a, b, hugo) if a.mine else (b, a, emma)

            async def seen() -> list[Any]:
                listed = await stranger.call("GET", "/tables?which=watch")
                shown = [one for one in listed["tables"] if one["id"] == table["id"]]
                infos = [await person.call("GET", path) for person in (watcher, stranger)]
                ping = await other.send({"type": "ping"})
                return [[(one["seq"], one["changed_at"]) for one in (*shown, *infos)], ping["seq"]]

            before = await seen()
            decision = next(o for o in mover.position["options"] if o["id"])["id"]
            drafted = await mover.act("play", decision=decision)
            await mover.settle(drafted)
            assert mover.position["draft"]["undo"], "a step that can be taken back"
            assert await seen() == before
            await mover.settle(await mover.act("undo"))
            assert await seen() == before

    people(server, 3, scene)


@pytest.mark.slow
def test_figures_are_for_this_machine_alone(start_server: StartServer) -> None:
    """They count messages by type: whoever reads them often would see others try things out."""
    server = start_server(proxies="127.0.0.1")
    assert ask(server, "GET", "/api/metrics")[0] == 200
    status, body = ask(server, "GET", "/api/metrics", x_forwarded_for="192.0.2.1")
    assert (status, json.loads(body)["code"]) == (403, "figures_closed")
    assert ask(server, "GET", "/api/metrics", x_forwarded_for="::1")[0] == 200


def test_a_proxy_that_nobody_named_opens_the_figures_to_nobody(server: Server) -> None:
    """All its visitors seem to come from the machine that serves."""
    assert ask(server, "GET", "/api/metrics")[0] == 200
    for claimed in ("192.0.2.1", "127.0.0.1"):
        status, body = ask(server, "GET", "/api/metrics", x_forwarded_for=claimed)
        assert (status, json.loads(body)["code"]) == (403, "figures_closed")
