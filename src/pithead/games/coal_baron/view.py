"""What a seat of Coal Baron sees."""

from pydantic import BaseModel

from pithead.engine.view_fields import Seat
from pithead.engine.views import shared
from pithead.kit import names

from . import state as st
from .notation import PHASES
from .rules.placement import workers_needed
from .rules.scoring import element_count, empty_carts, prize_place, surplus_tiles
from .rules.shifts import factory_workers
from .state import Option, Phase, Pile, Player, Space, State


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
    delivered_orders: list[OrderView] | None
    sources: dict[str, int]


class MajorityView(BaseModel):
    """One element of the scoring wheel, with what the seat knows of the counts and who would get the prizes by them."""

    id: str
    type: str
    key: str
    first_prize: int
    second_prize: int
    scored: bool
    counts: list[int]
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
    draft: list[OrderView]
    drawn: DrawnView | None
    swap: SwapView | None
    unfilled: str | None
    to_fill: int  # carts of the new tile that still lack coal
    players: list[PlayerView]
    majorities: list[MajorityView]


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    return View(
        phase=PHASES[s.phase],
        shift=max(s.shift, 1),
        drafting=s.shift == st.DRAFT_SHIFT,
        first=s.first,
        current=s.current,
        moves=s.moves,
        moves_given=s.moves_given,
        cage_slots=st.CAGE_SLOTS,
        spaces=[*(_space(s, space) for space in range(st.N_SPACES)), _bank(s)],
        supply=dict(zip(st.COLOURS, s.supply, strict=True)),
        tiles=_pile(s.piles[st.TILES], seat, st.TILE_IDS),
        orders=_pile(s.piles[st.ORDERS], seat, st.ORDER_IDS),
        draft=[_order(s, card) for card in range(st.N_ORDERS) if s.order_at[card] == st.IN_DRAFT],
        drawn=_drawn(s, seat) if s.drawn.n + s.arranged.n else None,
        swap=_swap(s) if s.phase in (Phase.FIRST_CUBE, Phase.SECOND_CUBE) else None,
        unfilled=st.COLOURS[s.level] if s.unfilled else None,
        to_fill=s.unfilled,
        players=[_player(s, p, _delivered_shown(s, p, seat)) for p in range(s.n)],
        majorities=[_majority(s, element, seat) for element in range(st.N_ELEMENTS)],
    )


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source."""
    return dict(zip(st.SOURCES, s.players[player].earned, strict=True))


def _delivered_shown(s: State, p: int, seat: int | None) -> bool:
    """Delivered orders lie face down before their owner, unless the table plays with open piles."""
    return p == seat or s.phase == Phase.OVER or s.options[Option.DELIVERED_VISIBILITY] == 1


@shared
def _space(s: State, space: int) -> SpaceView:
    kind, detail = st.SPACE_KIND[space], st.SPACE_DETAIL[space]
    tile = s.factory[detail] if kind == Space.FACTORY else st.NONE
    card = s.display[detail] if kind == Space.ORDER else st.NONE
    return SpaceView(
        id=st.SPACES[space],
        kind=names(Space)[kind],
        open=s.n >= st.SPACE_MIN_PLAYERS[space],
        workers=s.workers_on[space],
        owner=s.owner_of[space] if s.workers_on[space] else None,
        need=workers_needed(s, space),
        moves=detail if kind == Space.MINING else None,
        francs=detail if kind == Space.MONEY else None,
        vehicle=st.VEHICLES[detail] if kind == Space.DELIVERY else None,
        tile=None if tile == st.NONE else _tile(tile),
        order=None if card == st.NONE else _order(s, card),
    )


@shared
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


def _tile(tile: int) -> TileView:
    return TileView(
        id=st.TILE_IDS[tile],
        colour=st.COLOURS[st.TILE_COLOUR[tile]],
        carts=st.TILE_CARTS[tile],
        side=st.SIDES[st.TILE_SIDE[tile]],
        price=st.TILE_PRICE[tile],
    )


def _order(s: State, card: int) -> OrderView:
    return OrderView(
        id=st.ORDER_IDS[card],
        vehicle=st.VEHICLES[st.ORDER_VEHICLE[card]],
        points=st.ORDER_POINTS[card],
        squares=_squares(s, card),
        complete=s.missing[card] == 0,
    )


def _squares(s: State, card: int) -> list[SquareView]:
    """The squares with the cubes that were put on each."""
    printed = [colour for i, colour in enumerate(st.COLOURS) for _ in range(st.ORDER_SQUARES[card][i])]
    return [SquareView(colour=colour, cubes=_on_square(colour, s.squares[card][i])) for i, colour in enumerate(printed)]


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
    return PlayerView(
        points=player.points,
        francs=player.francs,
        workers=player.workers,
        canteen=player.canteen,
        bank=player.bank,
        factory_workers=factory_workers(s, p),
        level=player.level,
        cage=_cubes(player.cage),
        storage=_cubes(player.storage),
        mine=[_level(player, colour) for colour in range(st.N_COLOURS)],
        light=_tiles_on(player, st.LIGHT),
        dark=_tiles_on(player, st.DARK),
        balance=st.VP_PER_SURPLUS * surplus_tiles(player),
        orders=[_order(s, card) for card in player.orders.items[: player.orders.n]],
        delivered=player.delivered,
        delivered_orders=None,
        sources=breakdown(s, p),
    )


def _cubes(counts: list[int]) -> list[str]:
    return [colour for colour, count in zip(st.COLOURS, counts, strict=True) for _ in range(count)]


def _tiles_on(player: Player, side: int) -> int:
    return sum(player.tiles[tile] for tile in range(st.N_TILES) if st.TILE_SIDE[tile] == side)


def _level(player: Player, colour: int) -> LevelView:
    """A gallery; carts of a level are interchangeable, so its coal is shown on the newest ones."""
    tunnels = [TunnelView(id=None, side=st.BASE_CART_SIDE[colour], carts=[None])]
    for tile in range(st.N_TILES):
        if st.TILE_COLOUR[tile] == colour:
            tunnels += [
                TunnelView(id=st.TILE_IDS[tile], side=st.SIDES[st.TILE_SIDE[tile]], carts=[None] * st.TILE_CARTS[tile])
                for _ in range(player.tiles[tile])
            ]
    coal = _cubes(player.coal[colour])
    for tunnel in reversed(tunnels):
        for i in range(len(tunnel.carts)):
            if coal:
                tunnel.carts[i] = coal.pop()
    return LevelView(level=colour + 1, colour=st.COLOURS[colour], tunnels=tunnels, empty=empty_carts(player, colour))


def _majority(s: State, element: int, seat: int | None) -> MajorityView:
    counts = [_known_count(s, p, element, _delivered_shown(s, p, seat)) for p in range(s.n)]
    places = [prize_place(count, sum(other > count for other in counts), s.n) for count in counts]
    return MajorityView(
        id=st.ELEMENT_IDS[element],
        type=st.ELEMENT_TYPES[st.ELEMENT_TYPE[element]],
        key=st.ELEMENT_IDS[element].partition(":")[2],
        first_prize=st.FIRST_PRIZE[element],
        second_prize=st.SECOND_PRIZE[element] if s.n > 2 else 0,
        scored=element < st.ELEMENTS_PER_SHIFT * max(s.shift, 1),
        counts=counts,
        winners=[p for p, place in enumerate(places) if place == 1],
        runners_up=[p for p, place in enumerate(places) if place == 2],
    )


@shared
def _known_count(s: State, p: int, element: int, open_pile: bool) -> int:
    """Empty carts are open; squares of a face-down pile are those of the last scoring."""
    if open_pile or st.ELEMENT_TYPE[element] == st.EMPTY_CARTS:
        return element_count(s.players[p], element)
    key = st.ELEMENT_KEY[element]
    return s.players[p].revealed[st.N_COLOURS + key if st.ELEMENT_TYPE[element] == st.VEHICLE_SQUARES else key]
