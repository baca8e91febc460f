"""Pairing: the groups of a round, from earlier rounds. Pure functions without I/O or clock."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Group = list[str | None]
"""The players of a table in the order of their seats; None is a bot."""


def circle(players: Sequence[str], round: int) -> list[Group]:
    """The circle method: round `round` (from 1) of a round robin in pairs, in which everybody meets everybody once."""
    ring: Group = [*players, *([None] if len(players) % 2 else [])]
    fixed, rest = ring[0], ring[1:]
    turn = (round - 1) % len(rest)
    rest = rest[turn:] + rest[:turn]
    order = [fixed, *rest]
    half = len(order) // 2
    pairs = [[order[i], order[-1 - i]] for i in range(half)]
    # The fixed player of the circle alternates seats, so as not to have the first move every time.
    return [pair[::-1] if (round + place) % 2 else pair for place, pair in enumerate(pairs)]


def rounds_of_circle(players: int) -> int:
    """How many rounds a round robin in pairs has."""
    return players - 1 + players % 2


def grouped(ranked: Sequence[str], size: int, met: Counter[frozenset[str]], seated: Counter[str]) -> list[Group]:
    """Swiss pairing, greedy: tables of `size` from the top of the ranking, preferring opponents who have met least.

    Bots fill up, spread from the last table upwards. `met` counts how often two have met, `seated` adds up the numbers
    of the seats that somebody has had: whoever sat late begins.
    """
    tables = -(-len(ranked) // size)
    bots = tables * size - len(ranked)
    free = list(ranked)
    groups: list[Group] = []
    for number in range(tables):
        # Bots are dealt out in rotation, starting at the last table.
        fewer = (bots + number) // tables
        group = [free.pop(0)]
        while len(group) < size - fewer and free:
            group.append(free.pop(_next(group, free, met)))
        group.sort(key=lambda player: -seated[player])
        groups.append([*group, *[None] * (size - len(group))])
    return groups


def _next(group: list[str], free: list[str], met: Counter[frozenset[str]]) -> int:
    return min(range(len(free)), key=lambda i: (sum(met[frozenset((free[i], other))] for other in group), i))


def meetings(groups: Sequence[Group]) -> Counter[frozenset[str]]:
    """Count the earlier encounters of every pair."""
    found: Counter[frozenset[str]] = Counter()
    for group in groups:
        found.update(frozenset(pair) for pair in combinations([player for player in group if player], 2))
    return found


def seat_sums(groups: Sequence[Group]) -> Counter[str]:
    """Every player's sum of seat numbers so far."""
    places: Counter[str] = Counter()
    for group in groups:
        for seat, player in enumerate(group):
            if player:
                places[player] += seat
    return places
