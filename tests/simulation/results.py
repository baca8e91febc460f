"""What finished games leave behind: every result is kept, and counts once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .commits import Broken

Rows = Callable[..., list[Any]]


def uncounted(rows: Rows) -> bool:
    """Whether a result waits to be taken into the ratings."""
    return bool(rows("SELECT 1 FROM result WHERE verdict = 'waiting'"))


def look_at_results(rows: Rows) -> None:
    """Every finished table has a result, those that count are in one order, and ratings are made of them alone."""
    for (table,) in rows(
        "SELECT id FROM board LEFT JOIN result ON result.board = board.id "
        "WHERE board.status = 'finished' AND result.board IS NULL"
    ):
        raise Broken(f"table {table} is finished, and has no result")
    numbers = [row[0] for row in rows("SELECT number FROM result WHERE verdict = 'counted' ORDER BY number")]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Broken(f"results are counted as {numbers}")
    played = rows(
        "SELECT game, player, number, mu_after FROM result JOIN result_seat ON result_seat.board = result.board "
        "WHERE verdict = 'counted' ORDER BY number"
    )
    counted: dict[tuple[str, str], set[int]] = {}
    latest: dict[tuple[str, str], float] = {}
    for game, player, number, after in played:
        counted.setdefault((game, player), set()).add(number)
        latest[game, player] = after
    ratings = rows("SELECT game, player, games, mu FROM rating")
    if {(game, player): games for game, player, games, _ in ratings} != {
        who: len(games) for who, games in counted.items()
    }:
        raise Broken(f"ratings count {ratings}, and results {counted}")
    for game, player, _, mu in ratings:
        if mu != latest[game, player]:
            raise Broken(
                f"the rating of {player} in {game} is {mu}, and was {latest[game, player]} after the last game"
            )
