"""Plans of Coal Baron: the shortest way to fill an order, to load a cube, to empty the carts of a level."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from pithead.engine.offers import Plan

from . import state as st
from .notation import level_id, order_id
from .rules.placement import can_place, workers_needed
from .state import Act, Option, Phase, Space, State, fill_action, with_action

Counts = tuple[int, ...]
_ALL = range(st.N_COLOURS)
HOPELESS = 1000


class Mine(NamedTuple):
    """What matters for mining: the cage, the coal, and the empty squares of the order to be filled (if any)."""

    level: int
    cage: Counts
    storage: Counts
    coal: tuple[Counts, ...]
    needs: Counts


class Step(NamedTuple):
    """A mining move (or a two for one) with its cost and what it leads to."""

    actions: tuple[int, ...]
    moves: int
    mine: Mine


class Way(NamedTuple):
    """The decisions that lead somewhere, and the mining moves that they take."""

    actions: tuple[int, ...]
    moves: int


class Table(NamedTuple):
    """What stays the same while one plan is searched."""

    card: int
    storage_needs_surface: bool
    unstorable: Counts  # colours that other orders still want, if the table lets only unwanted ones be stored
    store_needed: bool  # the target order's own colours are unstorable too


def plans(s: State) -> list[Plan]:
    """Sequences for the actor's orders, single cubes and levels; when workers are placed, for the orders."""
    if s.phase == Phase.MINE:
        return [*_order_plans(s, s.moves), *_cube_plans(s), *_level_plans(s)]
    if s.phase == Phase.PLACE:
        return _placing_plans(s)
    return []


def _placing_plans(s: State) -> list[Plan]:
    """Fill an order from the mining space that takes the fewest workers."""
    player = s.players[s.current]
    spaces = sorted(
        (workers_needed(s, space), st.SPACE_DETAIL[space], space)
        for space in range(st.N_SPACES)
        if st.SPACE_KIND[space] == Space.MINING and can_place(s, player, space)
    )
    found = []
    for plan in _order_plans(s, max((moves for _, moves, _ in spaces), default=0)):
        space = next(space for _, moves, space in spaces if moves >= plan.params["moves"])  # type: ignore[operator]
        found.append(Plan(plan.target, plan.kind, plan.params, (Act.PLACE + space, *plan.actions)))
    return found


def _order_plans(s: State, moves: int) -> list[Plan]:
    orders = s.players[s.current].orders
    found = []
    for card in orders.items[: orders.n]:
        if s.missing[card]:
            way = _filling(_mine(s, card), _table(s, card)).within(moves)
            if way is not None:
                found.append(_plan(order_id(card), "fill_order", way, order=order_id(card)))
    return found


class _Filling:
    """The way to fill an order, searched with the most moves that were ever allowed: the cheapest within fewer is it
    too, or there is none."""

    __slots__ = ("_mine", "_searched", "_table", "_way")

    def __init__(self, mine: Mine, table: Table) -> None:
        self._mine = mine
        self._table = table
        self._searched = -1
        self._way: Way | None = None

    def within(self, moves: int) -> "Way | None":
        """The cheapest way within so many moves."""
        if self._way is None and moves > self._searched:
            self._way = _search(self._mine, self._table, moves, _order_distance)
            self._searched = moves
        return self._way if self._way is not None and self._way.moves <= moves else None


@lru_cache(maxsize=2048)
def _filling(mine: Mine, table: Table) -> _Filling:
    """Kept: a mine often stays as it is for several turns, and this search is the longest."""
    return _Filling(mine, table)


def _cube_plans(s: State) -> list[Plan]:
    mine, table = _mine(s, None), _table(s, None)
    found = []
    for level in _ALL:
        for colour in _ALL:
            count = mine.coal[level][colour]
            if count:
                way = _to_load(mine, level, (colour,), s.moves) or _search(
                    mine, table, s.moves, _taken(level, colour, count - 1)
                )
                if way is not None:
                    target = f"cart:{level + 1}:{st.COLOURS[colour]}"
                    found.append(_plan(target, "load_cube", way, colour=st.COLOURS[colour], level=level_id(level + 1)))
    return found


def _level_plans(s: State) -> list[Plan]:
    mine, table = _mine(s, None), _table(s, None)
    found = []
    for level in _ALL:
        cubes = sum(mine.coal[level])
        if cubes:
            colours = tuple(colour for colour in reversed(_ALL) for _ in range(mine.coal[level][colour]))
            way = _to_load(mine, level, colours, s.moves) or _search(mine, table, s.moves, _emptied(level))
            if way is not None:
                target = f"carts:{level + 1}"
                found.append(_plan(target, "empty_carts", way, cubes=cubes, level=level_id(level + 1)))
    return found


def _to_load(mine: Mine, level: int, colours: tuple[int, ...], moves: int) -> Way | None:
    """Straight to a level and load: there is no shorter way, but it takes room in the cage."""
    there = mine.level == level + 1
    needed = len(colours) + (not there)
    if needed > moves or sum(mine.cage) + len(colours) > st.CAGE_SLOTS:
        return None
    return Way((*(() if there else (Act.CAGE + level + 1,)), *(Act.LOAD + colour for colour in colours)), needed)


def _plan(target: str, kind: str, way: Way, **params: int | str) -> Plan:
    return Plan(target, kind, {**params, "moves": way.moves}, way.actions)


def _mine(s: State, card: int | None) -> Mine:
    player = s.players[s.current]
    return Mine(
        player.level,
        tuple(player.cage),
        tuple(player.storage),
        tuple(tuple(coal) for coal in player.coal),
        (0,) * st.N_COLOURS if card is None else tuple(s.needs[card]),
    )


def _table(s: State, card: int | None) -> Table:
    orders = s.players[s.current].orders
    others = [other for other in orders.items[: orders.n] if other != card]
    strict = bool(s.options[Option.STORE_ONLY_UNMATCHED])
    return Table(
        -1 if card is None else card,
        bool(s.options[Option.STORAGE_NEEDS_SURFACE]),
        tuple(int(strict and any(s.needs[other][colour] for other in others)) for colour in _ALL),
        strict,
    )


def _search(start: Mine, table: Table, moves: int, distance: Callable[[Mine], int]) -> Way | None:
    """A*: the cheapest steps to distance 0 within the moves, or None."""
    number = 0
    ahead: list[tuple[int, int, int, Mine]] = [(distance(start), 0, 0, start)]
    came: dict[Mine, tuple[int, Mine | None, Step | None]] = {start: (0, None, None)}
    while ahead:
        estimate, _, spent, mine = heappop(ahead)
        if estimate > moves:
            return None
        if spent > came[mine][0]:
            continue
        if estimate == spent:
            return _path(came, mine)
        for step in _steps(mine, table, moves - spent):
            total = spent + step.moves
            if step.mine not in came or total < came[step.mine][0]:
                came[step.mine] = (total, mine, step)
                number -= 1  # among equals the newest first: straight to the goal
                heappush(ahead, (total + distance(step.mine), number, total, step.mine))
    return None


def _path(came: dict[Mine, tuple[int, Mine | None, Step | None]], mine: Mine) -> Way:
    path: list[Step] = []
    at: Mine | None = mine
    while at is not None:
        _, at, step = came[at]
        if step is not None:
            path.append(step)
    return Way(tuple(action for step in reversed(path) for action in step.actions), sum(step.moves for step in path))


def _order_distance(mine: Mine) -> int:
    """At least so many moves are left until the order is complete; HOPELESS if it never can be."""
    missing = sum(mine.needs)
    if missing == 0:
        return 0
    at_hand = now = single = from_storage = 0
    for need, caged, stored, *coal in zip(mine.needs, mine.cage, mine.storage, *mine.coal, strict=True):
        up = caged + stored
        at_hand += up
        now += need if need < up else up
        single += min(need, up + sum(coal))
        from_storage += need if need < stored else stored
    # A square takes one move with a cube of its colour, and two with two others; a cube loaded for it saves one.
    cubes = 2 * missing - single
    loads = max(0, cubes - at_hand)
    if not loads and 2 * missing - now > at_hand:
        loads = 1
    moves = max(cubes + loads, 2 * missing - now)
    if not loads:
        return moves + (mine.level != st.SURFACE and from_storage < missing and sum(mine.storage) < cubes)
    below = [sum(level) for level in mine.coal]
    if loads > sum(below):
        return HOPELESS
    return moves + _travel(mine, below, loads)


def _travel(mine: Mine, below: list[int], loads: int) -> int:
    """At least so many moves of the cage until so many cubes are up: to enough galleries, and up with every load."""
    galleries, left = 0, loads
    for cubes in sorted(below, reverse=True):
        if left > 0:
            left -= cubes
            galleries += 1
    up = mine.level == st.SURFACE
    free = st.CAGE_SLOTS if up else st.CAGE_SLOTS - sum(mine.cage)
    more_loads = -(-max(0, loads - free) // st.CAGE_SLOTS)
    return max(galleries + up, 1 + up + 2 * more_loads)


def _taken(level: int, colour: int, left: int) -> Callable[[Mine], int]:
    """The distance to a cube less of a colour on a level."""

    def distance(mine: Mine) -> int:
        if mine.coal[level][colour] <= left:
            return 0
        return 1 + (mine.level != level + 1)

    return distance


def _emptied(level: int) -> Callable[[Mine], int]:
    """The distance to a level without coal."""

    def distance(mine: Mine) -> int:
        cubes = sum(mine.coal[level])
        return cubes + (cubes > 0 and mine.level != level + 1)

    return distance


def _steps(mine: Mine, table: Table, moves: int) -> Iterator[Step]:
    """Every move from here that can serve a plan."""
    at, cage, storage, coal, needs = mine
    for level in range(st.N_COLOURS + 1):
        if level != at:
            yield Step((Act.CAGE + level,), 1, Mine(level, cage, storage, coal, needs))
    if mine.level != st.SURFACE:
        if sum(mine.cage) < st.CAGE_SLOTS:
            gallery = mine.level - 1
            for colour in _ALL:
                if mine.coal[gallery][colour]:
                    left = _with(coal, gallery, _less(coal[gallery], colour))
                    yield Step((Act.LOAD + colour,), 1, Mine(at, _more(cage, colour), storage, left, needs))
    else:
        for colour in _ALL:
            wanted = table.unstorable[colour] or (table.store_needed and mine.needs[colour])
            if mine.cage[colour] and not wanted:
                stored = Mine(at, _less(cage, colour), _more(storage, colour), coal, needs)
                yield Step((Act.STORE + colour,), 1, stored)
    if any(mine.needs):
        yield from _fills(mine, table, moves)


def _fills(mine: Mine, table: Table, moves: int) -> Iterator[Step]:
    """One cube, or two, onto the order."""
    cubes = _reachable(mine, table)
    for square in _ALL:
        if not mine.needs[square]:
            continue
        filled = mine._replace(needs=_less(mine.needs, square))
        for place, colour in cubes:
            if colour == square:
                yield Step((fill_action(table.card, square, place),), 1, _without(filled, place, colour))
        if moves < 2:
            continue
        for i, first in enumerate(cubes):
            for second in cubes[i:]:
                if first == second and _count(mine, *first) < 2:
                    continue
                actions = (fill_action(table.card, square, st.TWO_FOR_ONE), with_action(*first), with_action(*second))
                yield Step(actions, 2, _without(_without(filled, *first), *second))


def _reachable(mine: Mine, table: Table) -> list[tuple[int, int]]:
    """Kinds of cubes that can go to an order now, as (place, colour)."""
    up = mine.level == st.SURFACE
    places = [
        place for place in (st.CAGED, st.STORED) if up or (place == st.STORED and not table.storage_needs_surface)
    ]
    return [(place, colour) for place in places for colour in _ALL if _count(mine, place, colour)]


def _count(mine: Mine, place: int, colour: int) -> int:
    return (mine.cage if place == st.CAGED else mine.storage)[colour]


def _without(mine: Mine, place: int, colour: int) -> Mine:
    if place == st.CAGED:
        return mine._replace(cage=_less(mine.cage, colour))
    return mine._replace(storage=_less(mine.storage, colour))


def _more(counts: Counts, i: int) -> Counts:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


def _less(counts: Counts, i: int) -> Counts:
    return (*counts[:i], counts[i] - 1, *counts[i + 1 :])


def _with(rows: tuple[Counts, ...], i: int, row: Counts) -> tuple[Counts, ...]:
    return (*rows[:i], row, *rows[i + 1 :])
