"""How tests let people meet at a table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any

import pytest

from .client import GIVE_UP, Person, Refused
from .conftest import Server
from .contract import Frame

Scene = Callable[..., Coroutine[Any, Any, None]]


def people(server: Server, count: int, scene: Scene) -> None:
    """Let so many people act out a scene."""

    async def act() -> None:
        async with AsyncExitStack() as stack:
            everybody = [await stack.enter_async_context(Person(server.address)) for _ in range(count)]
            await scene(*everybody)

    asyncio.run(act())


async def refused(code: str, work: Coroutine[Any, Any, Any]) -> Frame:
    """Expect a refusal with a code."""
    with pytest.raises(Refused) as caught:
        await work
    assert caught.value.code == code
    return caught.value.frame


async def eventually(not_yet: str, make: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Try again as long as the refusal is that it is too early."""
    async with asyncio.timeout(GIVE_UP):
        while True:
            try:
                return await make()
            except Refused as problem:
                if problem.code != not_yet:
                    raise
                await asyncio.sleep(0.02)


def sit(name: str, **more: Any) -> dict[str, Any]:
    """A name and a nonce."""
    return {"name": name, "nonce": secrets.token_hex(16), **more}


async def friends(*everybody: Person, **more: Any) -> Frame:
    """A running table of the example game with these people on its seats, in their order."""
    owner, *others = everybody
    table = await owner.table("example", "you", *["open"] * len(others), **more)
    for seat, person in enumerate(others, 1):
        await person.call("POST", f"/tables/{table['id']}/seats/{seat}/take", sit(f"Friend {seat}"))
    started: Frame = await owner.call("POST", f"/tables/{table['id']}/start")
    return started
