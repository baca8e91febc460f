"""Edition files that strangers bring: held against the game elsewhere and in time, written only when they are right."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pithead.engine import registry
from pithead.engine.errors import BadMaterial
from pithead.engine.material import MAX_DEPTH, MAX_LINES, parse
from pithead.table import editions
from pithead.table.settings import Settings
from pithead.table.workers import calls, tasks
from pithead.table.workers.calls import Workers

from .client import Person
from .conftest import Server
from .scenes import people, refused

OWN = registry.load("example").material.text

DEEP = b"x = " + b"[" * 20_000
DOTTED = b"a" + b".a" * 300 + b" = 1"
LONG = OWN + b"\n" * MAX_LINES


@pytest.mark.parametrize("text", [DEEP, DOTTED, LONG, b"\xff", b"x = ", b"a.b = 1\n[a]\n"])
def test_a_hostile_edition_is_refused_in_one_sentence(text: bytes) -> None:
    with pytest.raises(BadMaterial) as caught:
        registry.load("example").validated(parse(text, Path("material"), builtin=False))
    assert len(caught.value.text("en")) < 300


def test_an_edition_may_be_as_deep_as_it_is_said() -> None:
    inner = "1"
    for _ in range(MAX_DEPTH - 1):
        inner = f"[{inner}]"
    assert parse(f"x = {inner}".encode(), Path("material"), builtin=False).data
    with pytest.raises(BadMaterial):
        parse(f"x = [{inner}]".encode(), Path("material"), builtin=False)


@pytest.mark.slow
def test_a_wrong_edition_leaves_no_trace_and_shows_no_path(server: Server) -> None:
    folder = server.folder / "editions"

    async def scene(emma: Person) -> None:
        for text in ("nonsense", "x = " + "[" * 20_000, OWN.decode().replace("=", "= -", 1), "[" * 5_000):
            before = sorted(folder.glob("*"))
            asked = {"game": "example", "seats": [{"kind": "open"}], "material": text}
            told = await refused("bad_material", emma.call("POST", "/tables", asked))
            assert sorted(folder.glob("*")) == before, "nothing is written before it is checked"
            assert str(server.folder) not in told["text"]
            assert told["params"]["path"] == "material"

    people(server, 1, scene)


def busy(name: str, text: bytes) -> None:
    while True:
        pass


def test_an_edition_that_takes_too_long_is_given_up_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "EDITION_LIMIT", 0.2)
    monkeypatch.setattr(tasks, "check_edition", busy)
    written: list[Any] = []
    monkeypatch.setattr(editions, "_put_file", written.append)

    async def scene() -> None:
        workers = Workers(1)
        try:
            with pytest.raises(BadMaterial) as caught:
                await editions.keep(None, Settings(editions=True), workers, "example", "x = 1")  # type: ignore[arg-type]
            assert caught.value.params["why"] == "takes too long to check"
            assert not written
            assert workers.pool.worker("editions") is None, "its process was ended"
        finally:
            await workers.close()

    asyncio.run(scene())
