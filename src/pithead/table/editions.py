"""Uploaded edition files: validated, stored in the database, and loaded beside the built-in components."""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, select

from pithead.engine import registry
from pithead.engine.game import Game
from pithead.kit.loader import fingerprint_of

from .errors import NoEditions, NoSuchEdition
from .settings import Settings, data_folder
from .store import Conflict, Store, schema
from .workers.calls import Workers

_loaded: dict[tuple[str, str], Game] = {}


def _file(fingerprint: str) -> Path:
    return data_folder() / "editions" / f"{fingerprint}.toml"


def _put_file(text: bytes) -> Path:
    file = _file(fingerprint_of(text))
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            part.write(text)
        Path(part.name).replace(file)
    return file


def _load(name: str, text: bytes) -> Game:
    key = (name, fingerprint_of(text))
    if key not in _loaded:
        _loaded[key] = registry.load(name, _put_file(text))
    return _loaded[key]


async def keep(store: Store, settings: Settings, workers: Workers, name: str, text: str) -> str:
    """Check an edition and keep it; returns its fingerprint."""
    if not settings.editions:
        raise NoEditions()
    registry.load(name)
    data = text.encode()
    await workers.check_edition(name, data)
    game = await asyncio.to_thread(_load, name, data)
    fingerprint = game.material.fingerprint

    def put(connection: Connection) -> None:
        connection.execute(schema.edition.insert().values(fingerprint=fingerprint, game=game.id, text=data))

    # A conflict on insert: it is stored already.
    with suppress(Conflict):
        await store.write(put)
    return fingerprint


async def load(store: Store, name: str, fingerprint: str) -> Game:
    """A game with the components of a kept edition."""
    known = _loaded.get((name, fingerprint))
    if known is not None:
        return known
    query = select(schema.edition.c.text).where(schema.edition.c.fingerprint == fingerprint)
    async with store.reading() as connection:
        text = (await connection.execute(query)).scalar()
    if text is None:
        raise NoSuchEdition(edition=fingerprint[:12])
    return await asyncio.to_thread(_load, name, bytes(text))
