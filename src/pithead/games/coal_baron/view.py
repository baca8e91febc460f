"""What a seat of Coal Baron sees."""

from typing import Any

from pydantic import BaseModel

from pithead.engine.view_fields import BySeat, Seat, things
from pithead.engine.views import kept, kept_by, shared
from pithead.kit import names

from . import state as st
from .notation import PHASES
from .rules.placement import workers_needed
from .rules.scoring import element_count, empty_carts, prize_place, surplus_tiles
from .rules.shifts import factory_workers
from .state import Option, Phase, Pile, Space, State

SPACE_KINDS = names(Space)
Counts = tuple[int, ...]
Order = tuple[int, Counts, bool]
"""A card, how its squares are filled, and whether all are."""


class TileView(BaseModel):
    """A tunnel tile, face up."""

    id: int
    colour: str
    carts: int
    side: str
    price: int


class SquareView(BaseModel):
    """A square of an order: empty, or with one cube of its colour, or with two of any."""

    colour: str
    cubes: list[str]


class OrderView(BaseModel):
    """An order card, face up."""

    id: int
    vehicle: str
    points: int
    squares: list[SquareView]
    complete: bool


class SpaceView(BaseModel):
    """A worker space with what lies on it; `need` is its price in workers."""

    id: str
    kind: str
    open: bool
    workers: int
    owner: Seat | None
    need: int
    moves: int | None = None
    francs: int | None = None
    vehicle: str | None = None
    tile: TileView | None = None
    order: OrderView | None = None


class TunnelView(BaseModel):
    """A tile in a mine, or the printed cart (no id); an empty cart holds None."""

    id: int | None
    side: str
    carts: list[str | None]


class LevelView(BaseModel):
    """One gallery."""

    level: int
    colour: str
    tunnels: list[TunnelView]
    empty: int


class PlayerView(BaseModel):
    """One mine and its owner."""

    points: int
    francs: int
    workers: int
    canteen: int
    bank: int
    factory_workers: int
    level: int
    cage: list[str]
    storage: list[str]
    mine: list[LevelView]
    light: int
    dark: int
    balance: int
    orders: list[OrderView]
    delivered: int
    delivered_orders: list[OrderView] | None = things("order")
    sources: dict[str, int]


class MajorityView(BaseModel):
    """One element of the scoring wheel, with what the seat knows of the counts and who would get the prizes by them."""

    id: str
    type: str
    key: str
    first_prize: int
    second_prize: int
    scored: bool
    counts: BySeat
    winners: list[Seat]
    runners_up: list[Seat]


class PileView(BaseModel):
    """A face-down pile: its size, and the items that the seat knows, by depth (1 = top)."""

    size: int
    known: dict[int, int]


class DrawnView(BaseModel):
    """Items in the hands of the player to move; only that player sees which (`items` not yet put back)."""

    pile: str
    count: int
    items: list[int] | None
    tiles: list[TileView] | None
    orders: list[OrderView] | None
    end: str | None
    arranged: list[int] | None


class SwapView(BaseModel):
    """A two for one under way."""

    order: int
    colour: str
    first: str | None


class View(BaseModel):
    """The table of Coal Baron from one seat."""

    phase: str
    shift: int
    drafting: bool
    first: Seat
    current: Seat
    moves: int
    moves_given: int
    cage_slots: int
    spaces: list[SpaceView]
    supply: dict[str, int]
    tiles: PileView
    orders: PileView
    draft: list[OrderView] = things("order")
    drawn: DrawnView | None
    swap: SwapView | None
    unfilled: str | None
    to_fill: int  # carts of the new tile that still lack coal
    players: list[PlayerView]
    majorities: list[MajorityView]


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    shown = [_delivered_shown(s, p, seat) for p in range(s.n)]
    return _common(s).model_copy(
        update={
            "tiles": _pile(s.piles[st.TILES], seat, st.TILE_IDS),
            "orders": _pile(s.piles[st.ORDERS], seat, st.ORDER_IDS),
            "drawn": _drawn(s, seat) if s.drawn.n + s.arranged.n else None,
            "players": [_player(s, p, shown[p]) for p in range(s.n)],
            "majorities": _majorities(
                st.ELEMENTS_PER_SHIFT * max(s.shift, 1), tuple(_known_counts(s, p, shown[p]) for p in range(s.n))
            ),
        }
    )


@shared
def _common(s: State) -> View:
    """What everybody sees; the fields that depend on who looks are empty."""
    return View(
        phase=PHASES[s.phase],
        shift=max(s.shift, 1),
        drafting=s.shift == st.DRAFT_SHIFT,
        first=s.first,
        current=s.current,
        moves=s.moves,
        moves_given=s.moves_given,
        cage_slots=st.CAGE_SLOTS,
        spaces=[],
        supply=dict(zip(st.COLOURS, s.supply, strict=True)),
        tiles=_NO_PILE,
        orders=_NO_PILE,
        draft=[_order(s, card) for card in range(st.N_ORDERS) if s.order_at[card] == st.IN_DRAFT],
        drawn=None,
        swap=_swap(s) if s.phase in (Phase.FIRST_CUBE, Phase.SECOND_CUBE) else None,
        unfilled=st.COLOURS[s.level] if s.unfilled else None,
        to_fill=s.unfilled,
        players=[],
        majorities=[],
        # The list itself: pydantic would copy it, and it is encoded once for all positions.
    ).model_copy(update={"spaces": _spaces(s)})


_NO_PILE = PileView(size=0, known={})


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source."""
    return dict(zip(st.SOURCES, s.players[player].earned, strict=True))


def _delivered_shown(s: State, p: int, seat: int | None) -> bool:
    """Delivered orders lie face down before their owner, unless the table plays with open piles."""
    return p == seat or s.phase == Phase.OVER or s.options[Option.DELIVERED_VISIBILITY] == 1


def _shows_spaces(s: State) -> Any:
    """What the spaces depend on: who stands there, what costs how many workers, and what lies there."""
    banked = sum(s.players[p].bank for p in range(s.n))
    orders = tuple(None if card == st.NONE else _state_of(s, card) for card in s.display)
    return s.n, tuple(s.workers_on), tuple(s.owner_of), tuple(s.factory), orders, banked


@kept_by(_shows_spaces)
def _spaces(s: State) -> list[SpaceView]:
    return [*(_space(s, space) for space in range(st.N_SPACES)), _bank(s)]


def _space(s: State, space: int) -> SpaceView:
    kind, detail, workers = st.SPACE_KIND[space], st.SPACE_DETAIL[space], s.workers_on[space]
    tile = s.factory[detail] if kind == Space.FACTORY else st.NONE
    card = s.display[detail] if kind == Space.ORDER else st.NONE
    owner = s.owner_of[space] if workers else None
    order = None if card == st.NONE else _state_of(s, card)
    return _space_with(space, s.n, workers, owner, workers_needed(s, space), tile, order)


@kept
def _space_with(
    space: int, players: int, workers: int, owner: int | None, need: int, tile: int, order: Order | None
) -> SpaceView:
    kind, detail = st.SPACE_KIND[space], st.SPACE_DETAIL[space]
    return SpaceView(
        id=st.SPACES[space],
        kind=SPACE_KINDS[kind],
        open=players >= st.SPACE_MIN_PLAYERS[space],
        workers=workers,
        owner=owner,
        need=need,
        moves=detail if kind == Space.MINING else None,
        francs=detail if kind == Space.MONEY else None,
        vehicle=st.VEHICLES[detail] if kind == Space.DELIVERY else None,
        tile=None if tile == st.NONE else _tile(tile),
        order=None if order is None else _order_with(*order),
    )


def _bank(s: State) -> SpaceView:
    """It takes workers of everybody: who stands there is told with the players."""
    return SpaceView(
        id=st.SPACES[st.BANK],
        kind=st.SPACES[st.BANK],
        open=True,
        workers=sum(s.players[p].bank for p in range(s.n)),
        owner=None,
        need=st.BANK_WORKERS,
        francs=st.BANK_FRANCS,
    )


@kept
def _tile(tile: int) -> TileView:
    return TileView(
        id=st.TILE_IDS[tile],
        colour=st.COLOURS[st.TILE_COLOUR[tile]],
        carts=st.TILE_CARTS[tile],
        side=st.SIDES[st.TILE_SIDE[tile]],
        price=st.TILE_PRICE[tile],
    )


def _order(s: State, card: int) -> OrderView:
    return _order_with(*_state_of(s, card))


def _state_of(s: State, card: int) -> Order:
    return card, tuple(s.squares[card]), s.missing[card] == 0


@kept
def _order_with(card: int, fillings: Counts, complete: bool) -> OrderView:
    printed = [colour for i, colour in enumerate(st.COLOURS) for _ in range(st.ORDER_SQUARES[card][i])]
    return OrderView(
        id=st.ORDER_IDS[card],
        vehicle=st.VEHICLES[st.ORDER_VEHICLE[card]],
        points=st.ORDER_POINTS[card],
        squares=[SquareView(colour=colour, cubes=_on_square(colour, fillings[i])) for i, colour in enumerate(printed)],
        complete=complete,
    )


def _on_square(colour: str, filling: int) -> list[str]:
    if filling < st.FILLED_BY_TWO:
        return [colour] * filling
    return [st.COLOURS[cube] for cube in divmod(filling - st.FILLED_BY_TWO, st.N_COLOURS)]


def _pile(pile: Pile, seat: int | None, ids: list[int]) -> PileView:
    known = {}
    for depth in range(pile.n):
        at = pile.n - 1 - depth
        if seat is not None and pile.placed[at] & (1 << seat):
            known[depth + 1] = ids[pile.items[at]]
    return PileView(size=pile.n, known=known)


def _drawn(s: State, seat: int | None) -> DrawnView:
    mine = seat == s.current
    items = s.drawn.items[: s.drawn.n]
    ids = st.TILE_IDS if s.pile == st.TILES else st.ORDER_IDS
    return DrawnView(
        pile=st.PILES[s.pile],
        count=s.drawn.n + s.arranged.n,
        items=[ids[item] for item in items] if mine else None,
        tiles=[_tile(item) for item in items] if mine and s.pile == st.TILES else None,
        orders=[_order(s, item) for item in items] if mine and s.pile == st.ORDERS else None,
        end=st.ENDS[s.end] if s.phase == Phase.ARRANGE else None,
        arranged=[ids[item] for item in s.arranged.items[: s.arranged.n]] if mine else None,
    )


def _swap(s: State) -> SwapView:
    first = f"{st.PLACES[s.swap_first // st.N_COLOURS]}:{st.COLOURS[s.swap_first % st.N_COLOURS]}"
    return SwapView(
        order=st.ORDER_IDS[s.swap],
        colour=st.COLOURS[s.swap_colour],
        first=first if s.phase == Phase.SECOND_CUBE else None,
    )


def _player(s: State, p: int, open_pile: bool) -> PlayerView:
    player = _player_in_public(s, p)
    if not open_pile:
        return player
    delivered = [_order(s, card) for card in range(st.N_ORDERS) if s.order_at[card] == st.DELIVERED + p]
    return player.model_copy(update={"delivered_orders": delivered})


@shared
def _player_in_public(s: State, p: int) -> PlayerView:
    player = s.players[p]
    return _player_with(
        (player.points, player.francs, player.workers, player.canteen, player.bank, player.level, player.delivered),
        factory_workers(s, p),
        tuple(player.cage),
        tuple(player.storage),
        tuple(player.tiles),
        tuple(tuple(coal) for coal in player.coal),
        tuple(empty_carts(player, colour) for colour in range(st.N_COLOURS)),
        surplus_tiles(player),
        tuple(_state_of(s, card) for card in player.orders.items[: player.orders.n]),
        tuple(breakdown(s, p).items()),
    )


@kept
def _player_with(
    numbers: Counts,
    at_factory: int,
    cage: Counts,
    storage: Counts,
    tiles: Counts,
    coal: tuple[Counts, ...],
    empty: Counts,
    surplus: int,
    orders: tuple[Order, ...],
    sources: tuple[tuple[str, int], ...],
) -> PlayerView:
    points, francs, workers, canteen, bank, level, delivered = numbers
    return PlayerView(
        points=points,
        francs=francs,
        workers=workers,
        canteen=canteen,
        bank=bank,
        factory_workers=at_factory,
        level=level,
        cage=_cubes(cage),
        storage=_cubes(storage),
        mine=[_level(colour, tiles, coal[colour], empty[colour]) for colour in range(st.N_COLOURS)],
        light=_tiles_on(tiles, st.LIGHT),
        dark=_tiles_on(tiles, st.DARK),
        balance=st.VP_PER_SURPLUS * surplus,
        orders=[_order_with(*order) for order in orders],
        delivered=delivered,
        delivered_orders=None,
        sources=dict(sources),
    )


def _cubes(counts: Counts) -> list[str]:
    return [colour for colour, count in zip(st.COLOURS, counts, strict=True) for _ in range(count)]


def _tiles_on(tiles: Counts, side: int) -> int:
    return sum(tiles[tile] for tile in range(st.N_TILES) if st.TILE_SIDE[tile] == side)


@kept
def _level(colour: int, tiles: Counts, coal: Counts, empty: int) -> LevelView:
    """A gallery; carts of a level are interchangeable, so its coal is shown on the newest ones."""
    tunnels = [TunnelView(id=None, side=st.BASE_CART_SIDE[colour], carts=[None])]
    for tile in range(st.N_TILES):
        if st.TILE_COLOUR[tile] == colour:
            tunnels += [
                TunnelView(id=st.TILE_IDS[tile], side=st.SIDES[st.TILE_SIDE[tile]], carts=[None] * st.TILE_CARTS[tile])
                for _ in range(tiles[tile])
            ]
    cubes = _cubes(coal)
    for tunnel in reversed(tunnels):
        for i in range(len(tunnel.carts)):
            if cubes:
                tunnel.carts[i] = cubes.pop()
    return LevelView(level=colour + 1, colour=st.COLOURS[colour], tunnels=tunnels, empty=empty)


@kept
def _majorities(scored: int, counts: tuple[Counts, ...]) -> list[MajorityView]:
    """All elements, so many of which are scored; `counts` are those of the players, by element."""
    return [_majority(element, element < scored, count) for element, count in enumerate(zip(*counts, strict=True))]


@kept
def _majority(element: int, scored: bool, counts: Counts) -> MajorityView:
    players = len(counts)
    places = [prize_place(count, sum(other > count for other in counts), players) for count in counts]
    return MajorityView(
        id=st.ELEMENT_IDS[element],
        type=st.ELEMENT_TYPES[st.ELEMENT_TYPE[element]],
        key=st.ELEMENT_IDS[element].partition(":")[2],
        first_prize=st.FIRST_PRIZE[element],
        second_prize=st.SECOND_PRIZE[element] if players > 2 else 0,
        scored=scored,
        counts=list(counts),
        winners=[p for p, place in enumerate(places) if place == 1],
        runners_up=[p for p, place in enumerate(places) if place == 2],
    )


@shared
def _known_counts(s: State, p: int, open_pile: bool) -> Counts:
    """By element; empty carts are open, squares of a face-down pile are those of the last scoring."""
    return tuple(_known_count(s, p, element, open_pile) for element in range(st.N_ELEMENTS))


def _known_count(s: State, p: int, element: int, open_pile: bool) -> int:
    if open_pile or st.ELEMENT_TYPE[element] == st.EMPTY_CARTS:
        return element_count(s.players[p], element)
    key = st.ELEMENT_KEY[element]
    return s.players[p].revealed[st.N_COLOURS + key if st.ELEMENT_TYPE[element] == st.VEHICLE_SQUARES else key]
