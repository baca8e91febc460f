"""Read queries on results: profiles, lists of games, the leaderboard.

Nothing here is about a game that runs. Whoever looks sees rated games and those of public tables; casual games of
private tables are for those who sat there.
"""

import json
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select

from pithead.table.errors import NoSuchPerson
from pithead.table.store import Store, schema

from .history import BOT, NOBODY
from .ratings import SCALE, Skill

PAGE = 30
RECENT = 200
"""Games of a title from which points by source are averaged."""
MOST = 12
"""Opponents that a page names."""
ESTABLISHED = 10
"""Games after which a rating is no longer provisional."""
RIVALS = 3
"""Different opponents without whom nobody is on the leaderboard."""
LONGEST = 100

_SUMS = ("game", "players", "games", "wins", "rank", "score", "best")

_result, _seat, _rating = schema.result, schema.result_seat, schema.rating


def _visible(person: str, viewer: str) -> ColumnElement[bool]:
    """Filter a person's results by what the viewer may see; one's own are all visible."""
    if person == viewer:
        return _seat.c.player == person
    there = select(_seat.c.board).where(_seat.c.player == viewer)
    shown = or_(_result.c.visibility == "public", _result.c.verdict == "counted", _result.c.board.in_(there))
    return (_seat.c.player == person) & shown


def _seats(person: str, viewer: str, *columns: Any) -> Select[Any]:
    return select(*columns).join(_result, _result.c.board == _seat.c.board).where(_visible(person, viewer))


async def profile(store: Store, person: str, viewer: str) -> dict[str, Any]:
    """The page of a person; only of people who have finished a game that the viewer may know of."""
    last = _seats(person, viewer, _seat.c.name, _result.c.ended_at).order_by(_result.c.ended_at.desc()).limit(1)
    async with store.reading() as connection:
        seen = (await connection.execute(last)).first()
        if (seen is None and person != viewer) or person.startswith((BOT, NOBODY)):
            raise NoSuchPerson()
        by = (_result.c.game, _result.c.players)
        won = func.sum(func.coalesce((_seat.c.rank == 1).cast(_seat.c.rank.type), 0))
        sums = (func.count(), won, func.avg(_seat.c.rank), func.avg(_seat.c.score), func.max(_seat.c.score))
        results = (await connection.execute(_seats(person, viewer, *by, *sums).group_by(*by).order_by(*by))).all()
        others = await _others(connection, person, viewer)
        points = await _points(connection, person, viewer, sorted({row[0] for row in results}))
    rated = await ratings_of(store, person)
    name = next((one["name"] for one in rated), None) or (seen.name if seen else None)
    return {
        "person": person,
        "name": name,
        "you": person == viewer,
        "ratings": [one | {"equal": await _equal(store, one)} for one in rated],
        "results": [dict(zip(_SUMS, row, strict=True)) for row in results],
        "opponents": [one for one in others if one["level"] is None][:MOST],
        "bots": [one for one in others if one["level"] is not None],
        "points": points,
    }


async def _others(connection: Any, person: str, viewer: str) -> list[dict[str, Any]]:
    """Whom somebody has met on another side, most often first, with the games in which the person came before them."""
    other = _seat.alias()
    ahead = func.sum((_seat.c.rank < other.c.rank).cast(_seat.c.rank.type))
    sums = (other.c.player, func.max(other.c.name), func.count(), ahead)
    query = (
        _seats(person, viewer, *sums)
        .join(other, (other.c.board == _seat.c.board) & (other.c.side != _seat.c.side))
        .group_by(other.c.player)
        .order_by(func.count().desc(), other.c.player)
    )
    opponents = []
    for player, name, games, before in await connection.execute(query):
        level = player.removeprefix(BOT) if player.startswith(BOT) else None
        known = None if level is not None or player.startswith(NOBODY) else player
        opponents.append({"person": known, "name": name, "level": level, "games": games, "ahead": int(before)})
    return opponents


async def _points(connection: Any, person: str, viewer: str, games: list[str]) -> list[dict[str, Any]]:
    """The mean points by source, in the last games of each title."""
    sources = []
    for game in games:
        query = _seats(person, viewer, _seat.c.points).where(_result.c.game == game)
        rows = (await connection.execute(query.order_by(_result.c.ended_at.desc()).limit(RECENT))).scalars().all()
        sums: Counter[str] = Counter()
        for row in rows:
            sums.update(json.loads(row))
        sources.append({"game": game, "games": len(rows), "sources": {key: sums[key] / len(rows) for key in sums}})
    return sources


def _shown(row: Any) -> dict[str, Any]:
    skill = Skill(row.mu, row.sigma)
    return {
        "game": row.game,
        "name": row.name,
        "rating": skill.shown,
        "deviation": skill.deviation,
        "games": row.games,
        "provisional": row.games < ESTABLISHED,
    }


async def ratings_of(store: Store, player: str) -> list[dict[str, Any]]:
    """The ratings of a person or a bot."""
    async with store.reading() as connection:
        rows = await connection.execute(select(_rating).where(_rating.c.player == player).order_by(_rating.c.game))
        return [_shown(row) for row in rows]


async def _equal(store: Store, one: dict[str, Any]) -> str | None:
    """The level of the bot that is nearest in strength, among those with enough games to know it."""
    bots = (_rating.c.game == one["game"]) & _rating.c.player.startswith(BOT, autoescape=True)
    async with store.reading() as connection:
        query = select(_rating).where(bots, _rating.c.games >= ESTABLISHED)
        rows = (await connection.execute(query)).all()
    near = sorted(rows, key=lambda row: (abs(SCALE * row.mu - one["rating"]), row.player))
    return str(near[0].player).removeprefix(BOT) if near else None


async def games(store: Store, person: str, viewer: str, before: float | None) -> dict[str, Any]:
    """The games of a person, the last first, page by page."""
    query = _seats(person, viewer, _seat.c.seat, _seat.c.mu_before, _seat.c.mu_after, _result)
    if before is not None:
        query = query.where(_result.c.ended_at < before)
    query = query.order_by(_result.c.ended_at.desc()).limit(PAGE + 1)
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
        boards = [row.board for row in rows[:PAGE]]
        seated = await connection.execute(
            select(_seat).where(_seat.c.board.in_(boards)).order_by(_seat.c.board, _seat.c.seat)
        )
        seats: dict[str, list[Any]] = defaultdict(list)
        for seat in seated:
            seats[seat.board].append(seat)
        kept = set((await connection.execute(select(schema.board.c.id).where(schema.board.c.id.in_(boards)))).scalars())
    # Once also where two guests at a table have turned out to be one person.
    shown = {row.board: row for row in rows[:PAGE]}.values()
    listed = [_game(row, seats[row.board], person, viewer, row.board in kept) for row in shown]
    return {"games": listed, "next": rows[PAGE - 1].ended_at if len(rows) > PAGE else None}


def _game(row: Any, seats: list[Any], person: str, viewer: str, kept: bool) -> dict[str, Any]:
    mine = person == viewer or any(seat.player == viewer for seat in seats)
    return {
        # A private table's id is a capability: do not disclose it.
        "table": row.board if kept and (mine or row.visibility == "public") else None,
        "game": row.game,
        "ended_at": row.ended_at,
        "how": row.how,
        "verdict": row.verdict,
        "seat": row.seat,
        "change": None if row.mu_after is None else round(SCALE * row.mu_after) - round(SCALE * row.mu_before),
        "seats": [
            {
                "person": None if seat.player.startswith((BOT, NOBODY)) else seat.player,
                "name": seat.name,
                "level": seat.player.removeprefix(BOT) if seat.player.startswith(BOT) else None,
                "rank": seat.rank,
                "score": seat.score,
                "conceded": seat.fate == "conceded",
                "helped": seat.fate == "helped",
            }
            for seat in seats
        ],
    }


async def all_games(store: Store, person: str) -> AsyncIterator[dict[str, Any]]:
    """Every game of somebody, for the person."""
    before: float | None = None
    while True:
        page = await games(store, person, person, before)
        for game in page["games"]:
            yield game
        before = page["next"]
        if before is None:
            return


async def leaderboard(store: Store, game: str, viewer: str) -> list[dict[str, Any]]:
    """The strongest in a title, by what each is at least: people with enough games and opponents, and all bots."""
    bot = _rating.c.player.startswith(BOT, autoescape=True)
    nobody = _rating.c.player.startswith(NOBODY, autoescape=True)
    person = ~nobody & (_rating.c.games >= ESTABLISHED) & (_rating.c.rivals >= RIVALS)
    query = (
        select(_rating)
        .where(_rating.c.game == game, or_(bot, person))
        .order_by((_rating.c.mu - 3 * _rating.c.sigma).desc(), _rating.c.player)
        .limit(LONGEST)
    )
    async with store.reading() as connection:
        rows = (await connection.execute(query)).all()
    return [
        _shown(row)
        | {
            "place": place,
            "person": None if row.player.startswith(BOT) else row.player,
            "level": row.player.removeprefix(BOT) if row.player.startswith(BOT) else None,
            "you": row.player == viewer,
        }
        for place, row in enumerate(rows, 1)
    ]
