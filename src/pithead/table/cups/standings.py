"""The table of results of a cup, from the results of its tables."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Played(NamedTuple):
    """A seat of a finished table; `player` None is a bot."""

    round: int
    table: int
    seat: int
    player: str | None
    side: int
    rank: int
    score: int


class Standing(NamedTuple):
    """A row of the standings: points, then the tie-breaks in order of precedence."""

    player: str
    points: float
    """For every opponent at a table that somebody came before one, for a tie half a one."""
    duplicate: float
    """In duplicate rounds: the same against everybody who had the same seat of the same deal at another table."""
    opponents: float
    """The points of all opponents (Buchholz)."""
    wins: int
    share: float
    """The share of the points that were made at the own tables."""
    games: int


def _against(mine: float, theirs: float) -> float:
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def standings(players: Iterable[str], played: Sequence[Played], duplicate: bool) -> list[Standing]:
    """All players in ranking order; full ties in order of joining."""
    tables: dict[tuple[int, int], list[Played]] = defaultdict(list)
    same: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for one in played:
        tables[one.round, one.table].append(one)
        same[one.round, one.seat].append(one)
    points: dict[str | None, float] = defaultdict(float)
    for group in tables.values():
        for one in group:
            points[one.player] += sum(_against(-one.rank, -other.rank) for other in group if other.side != one.side)
    lines = []
    for player in players:
        mine = [one for one in played if one.player == player]
        groups = [tables[one.round, one.table] for one in mine]
        met = [other for group, one in zip(groups, mine, strict=True) for other in group if other.side != one.side]
        rivals = [(one, other) for one in mine for other in same[one.round, one.seat] if other.table != one.table]
        shares = [
            one.score / total
            for group, one in zip(groups, mine, strict=True)
            if (total := sum(max(0, other.score) for other in group)) > 0
        ]
        lines.append(
            Standing(
                player,
                points[player],
                sum(_against(one.score, other.score) for one, other in rivals) if duplicate else 0.0,
                sum(points[other.player] for other in met if other.player is not None),
                sum(one.rank == 1 for one in mine),
                round(sum(shares) / len(shares), 6) if shares else 0.0,
                len(mine),
            )
        )
    return sorted(lines, key=lambda one: one[1:6], reverse=True)


def places(ordered: Sequence[Standing]) -> list[int]:
    """The ranks; full ties share one."""
    return [next(i for i, other in enumerate(ordered) if other[1:6] == one[1:6]) + 1 for one in ordered]
