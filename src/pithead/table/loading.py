"""Loading: a table from its log, and the reason where a log cannot be replayed."""

from typing import NamedTuple

from sqlalchemy import select

from pithead.engine import registry
from pithead.engine.errors import UnknownGame
from pithead.engine.game import Game

from . import editions
from .errors import DamagedTable, NoSuchEdition, NoSuchTable, Unavailable
from .log.events import Created
from .log.fold import fold_slowly
from .log.state import TableState
from .store import Store, schema


class Loaded(NamedTuple):
    """A table with the plans that its seats have made."""

    state: TableState
    plans: dict[int, list[int]]


async def game_of(store: Store, name: str, edition: str | None, rules: int | None = None) -> Game:
    """A game with the components of an edition; logs of the first versions name the rules version instead."""
    if edition is None:
        return registry.load(name) if rules is None else registry.as_of(name, rules)
    return registry.find(name, edition) or await editions.load(store, name, edition)


async def load(store: Store, table: str) -> Loaded:
    """Replay the log of a table; one that cannot be replayed is refused as damaged, with the reason."""
    try:
        entries, plans = await store.table(table)
        if not entries:
            raise NoSuchTable()
        created = entries[0].event
        assert isinstance(created, Created)
        game = await game_of(store, created.game, created.edition, created.rules)
        return Loaded(await fold_slowly(table, entries, game), plans)
    except (NoSuchTable, Unavailable):
        raise
    except Exception as problem:
        raise damage(table, problem) from problem


def damage(table: str, problem: Exception) -> DamagedTable:
    """The refusal for a table whose log cannot be replayed; details go to the host's log only."""
    if isinstance(problem, UnknownGame):
        return DamagedTable(table=table, why="no_title", game=problem.params["game"])
    if isinstance(problem, NoSuchEdition):
        return DamagedTable(table=table, why="no_edition", edition=problem.params["edition"])
    return DamagedTable(table=table, why="unreadable_log")


async def unreadable(store: Store) -> tuple[int, list[DamagedTable]]:
    """Replay every table of a database; returns how many there are, and those that do not load."""
    async with store.reading() as connection:
        tables = (await connection.execute(select(schema.board.c.id).order_by(schema.board.c.id))).scalars().all()
    damaged: list[DamagedTable] = []
    for table in tables:
        try:
            await load(store, table)
        except NoSuchTable as problem:
            # A summary without a log.
            damaged.append(damage(table, problem))
        except DamagedTable as problem:
            damaged.append(problem)
    return len(tables), damaged
