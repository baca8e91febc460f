"""What a seat sees: everything but the tokens that lie face down and the order of the large mines."""

from typing import Any

from pydantic import BaseModel

from pithead.engine.view_fields import AS_PRINTED, BySeat, Seat, things
from pithead.engine.views import kept, kept_by, numbers, shared
from pithead.kit import material

from . import state as st
from .notation import PHASES, PRICE_NAMES
from .rules.board_scoring import board_score, marks
from .rules.building import settlements_in
from .rules.common import price, slot_room
from .rules.consolidation import administration, base_value, top_value
from .rules.disasters import discs_of, is_secured
from .rules.income import income
from .rules.miners import engineer_moves_left, moves_left, places_left
from .rules.scoring import engines_of, final_points, has_line, line_points, station_points
from .rules.technology import pieces_on, technology_coins, technology_vp, wagons
from .state import Ask, Option, Owner, Stage, State

_M = material()
PRINTED_OPTIONS = (Option.IRONWORKS_ENGINEER_VP, Option.LOADING_ENGINEER_COINS, Option.WORKFORCE_RAISES_PLACES)
Counts = tuple[int, ...]
SYNDICATE_TOKENS: dict[int, str] = {Owner.SYNDICATE_ENGINE: "engine", Owner.SYNDICATE_COIN: "coin"}


class MineView(BaseModel):
    """A small or single mine on the map."""

    number: int
    name: str
    field: str = things("field")
    round: int
    status: str  # later, on_sale, player, syndicate, gone
    owner: Seat | None
    token: str | None  # of the Syndicate on it: engine, coin


class FieldView(BaseModel):
    """A field and its large mine."""

    id: str
    name: str
    in_play: bool
    marks: int
    consolidates: int | None
    status: str  # later, player, syndicate, gone: the large mine
    owner: Seat | None
    token: str | None  # of the Syndicate on it: engine, coin


class SettlementView(BaseModel):
    """A settlement with its miners."""

    player: Seat
    miners: int


class VillageView(BaseModel):
    """A village."""

    id: str
    name: str
    in_play: bool
    workers: int
    spots: int
    free: int
    settlements: list[SettlementView]


class StationView(BaseModel):
    """A station; `token`: one still lies there, face down."""

    id: str
    name: str
    line: str
    in_play: bool
    token: bool
    miners: BySeat  # by player


class SlotView(BaseModel):
    """A slot of the mat with its card."""

    id: str
    card: str | None  # mine:12 or large:VG
    name: str | None
    engine: bool
    guard_space: bool
    guard: bool
    needs_protection: bool
    secured: bool


class TechSlotView(BaseModel):
    """A slot of a technology card on the side that shows."""

    id: str
    room: int
    pieces: int


class TechnologyView(BaseModel):
    """A technology card."""

    card: str
    flipped: bool
    slots: list[TechSlotView]


class ForecastView(BaseModel):
    """What the scorings would bring as things stand."""

    income: int
    board: int
    technology_coins: int
    technology_points: int
    wagons: int
    administration: int
    discs: int
    stations: int
    lines: int
    final: int | None


class PlayerView(BaseModel):
    """One player; `coins` is None where the table plays with hidden money."""

    points: int
    coins: int | None
    workers: int
    reserve: int
    settlements: int
    engineers: int
    extra_actions: int
    engines: int
    engines_aside: int
    coking_steps: int  # paid
    lost_miners: int
    hit: bool  # by the disaster of the round, while discs are drawn
    held: str | None = things("bonus")
    tokens: dict[str, int] = things("rail")
    fresh_tokens: dict[str, int] = things("rail")
    slots: list[SlotView]
    technology: list[TechnologyView]
    complete_lines: list[str]
    forecast: ForecastView


class BidderView(BaseModel):
    """A bidder in a consolidation."""

    player: Seat
    base: int
    value: int
    active: bool
    maximum: int | None


class AuctionView(BaseModel):
    """The consolidation that is going on."""

    field: str = things("field")
    syndicate: int | None
    top: int
    bidders: list[BidderView]


class SyndicateView(BaseModel):
    """The Coal Syndicate."""

    track: list[bool]
    coins: int
    purchases: int
    extra_coin: bool
    next_mines: list[int] = things("mine")


class TurnView(BaseModel):
    """What the player to move has done and can still do."""

    main_done: bool
    by_token: bool
    places_left: int | None
    moves_left: int | None
    engineer_moves_left: int | None
    lifted: str | None
    mine: str | None  # that is being bought
    second_worker: bool | None  # was taken for it
    village: str | None = things("village")  # that is being settled
    card: str | None  # that is being arranged after it was turned
    miners: int | None  # to be arranged
    afterwards: str | None  # the question that follows
    purchases: int  # of workers in a row
    sales: int
    defended: int  # mines, by the token
    bid: int | None
    loading: bool
    wagons: int  # added by tokens


class FieldsPrint(BaseModel):
    """What is printed on the fields, in the order of `fields`; 0 where there is no large mine."""

    city: list[str]
    outline: list[list[float]]  # x and y of the corners in turn, 0 … 100
    points: list[int]
    income: list[int]
    wagons: list[int]


class MinesPrint(BaseModel):
    """What is printed on small and single mines, in the order of `mines`."""

    cost: list[int]
    income: list[int]
    points: list[int]
    wagons: list[int]
    second_miner: list[bool]


class VillagesPrint(BaseModel):
    """Where the villages lie, in the order of `villages`, and the fields they touch."""

    x: list[float]
    y: list[float]
    touches: list[list[str]]


class StationsPrint(BaseModel):
    """Where the stations lie, in the order of `stations`, and the villages on both sides of them."""

    x: list[float]
    y: list[float]
    villages: list[list[str]]


class SlotPrint(BaseModel):
    """A slot of one side of a technology card: its piece, and what it brings when it is full."""

    id: str
    piece: str  # miner, engineer, steam_engine
    coins: int
    points: int
    bid: int
    wagons: int  # that it consumes


class FlipPrint(BaseModel):
    """One price for turning a card."""

    workers: int
    coins: int


class SidePrint(BaseModel):
    """One side of a technology card, and what turning to it costs and brings."""

    card: str
    flipped: bool
    places: int  # of an action that places and moves miners
    moves: int
    slots: list[SlotPrint]
    flip: list[FlipPrint]
    points: int


class PrintedView(BaseModel):
    """What the board and the cards of this game say: the same in every position."""

    fields: FieldsPrint
    mines: MinesPrint
    villages: VillagesPrint
    stations: StationsPrint
    lines: dict[str, int]  # points for a complete one
    technology: list[SidePrint]
    bonus_costs: dict[str, int]
    arrows: list[list[str]]  # between the slots of the mat


class View(BaseModel):
    """The table from one seat."""

    round: int
    rounds: int
    phase: int  # of the ten phases of the rulebook
    question: str
    to_move: Seat | None
    turn_order: list[Seat]  # empty until the first one is fixed
    choosers: list[Seat]
    bonus_track: list[str | None]
    markers: list[Seat | None]  # who took the token of a space, while tokens are chosen
    blocked_bonus: list[str] = things("bonus")
    prices: dict[str, int] = things("bonus")
    raised: list[str] = things("bonus")
    bank_workers: int
    bank_coins: int
    bank_engines: int
    syndicate: SyndicateView
    disasters: list[str | None]  # by round; None: face down
    damage_active: bool
    bag: dict[str, int] | None = things("disc")
    discs_drawn: int | None  # while discs are drawn
    rail_tokens_unseen: dict[str, int] = things("rail")
    lots_left: list[str] = things("field")
    auction: AuctionView | None
    turn: TurnView
    fields: list[FieldView]
    mines: list[MineView]
    villages: list[VillageView]
    stations: list[StationView]
    players: list[PlayerView]
    printed: PrintedView = AS_PRINTED


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    open_money = s.options[Option.OPEN_MONEY] > 0 or s.stage == Stage.OVER
    return _common(s).model_copy(
        update={
            "auction": _auction(s, seat) if Stage.HELPING <= s.stage <= Stage.PLACING else None,
            "players": [_player(s, p, open_money or p == seat) for p in range(s.n)],
        }
    )


@shared
def _common(s: State) -> View:
    """What everybody sees; the fields that depend on who looks are empty."""
    return View(
        round=s.round,
        rounds=st.ROUNDS,
        phase=st.RULEBOOK_PHASE[s.stage],
        question=PHASES[s.ask],
        to_move=None if s.stage == Stage.OVER else s.current,
        turn_order=[] if s.round == 1 and s.stage == Stage.CHOOSING else list(s.order[: s.n]),
        choosers=list(s.choosers[: s.n]),
        bonus_track=[st.BONUS[token - 1] if token else None for token in s.track],
        markers=_markers(s) if s.stage == Stage.CHOOSING else [],
        blocked_bonus=[name for token, name in enumerate(st.BONUS) if s.round < st.BONUS_FIRST_ROUND[token]],
        prices={name: price(s, what) for what, name in enumerate(PRICE_NAMES)},
        raised=[name for what, name in enumerate(PRICE_NAMES) if s.raised[what]],
        bank_workers=s.bank_workers,
        bank_coins=s.bank_coins,
        bank_engines=s.bank_engines,
        syndicate=_syndicate(s),
        disasters=[st.DISASTERS[s.disaster_token[i]] if i < s.shown else None for i in range(st.ROUNDS)],
        damage_active=bool(s.damage_active),
        bag=_bag(s),
        discs_drawn=s.disaster.drawn if s.stage == Stage.DRAWING else None,
        rail_tokens_unseen={name: st.RAIL_COUNT[kind] - s.uncovered[kind] for kind, name in enumerate(st.RAIL)},
        lots_left=[st.FIELDS[field] for field in sorted(s.stack.items[: s.stack.n])],
        auction=None,
        turn=_turn(s),
        fields=_fields(s),
        mines=_mines(s),
        villages=_villages(s),
        stations=_stations(s),
        players=[],
        printed=_printed(int(s.small), *(int(s.options[option]) for option in PRINTED_OPTIONS)),
    )


@kept
def _printed(small: int, ironworks_engineer: int, loading_engineer: int, raises_places: int) -> PrintedView:
    """R24, R28, R32: three numbers on the technology cards are options of the table."""
    sides = [SidePrint.model_validate(_side(side)) for side in _M["technology"]]
    for side in sides:
        if (side.card, side.flipped) == ("workforce", True) and raises_places:
            side.places = side.moves
        for slot in side.slots:
            if (side.card, side.flipped, slot.id) == ("ironworks", False, "E"):
                slot.points = ironworks_engineer
            if (side.card, side.flipped, slot.id) == ("loading", True, "E"):
                slot.coins = loading_engineer
    return PrintedView(
        fields=FieldsPrint(
            city=[field["city"] for field in _M["fields"]],
            outline=[[number for corner in field["poly"] for number in corner] for field in _M["fields"]],
            points=[int(st.CARD_VP[st.LARGE_CARD + field]) for field in range(st.N_FIELDS)],
            income=[int(st.CARD_INCOME[st.LARGE_CARD + field]) for field in range(st.N_FIELDS)],
            wagons=[int(st.CARD_WAGONS[st.LARGE_CARD + field]) for field in range(st.N_FIELDS)],
        ),
        mines=MinesPrint(
            cost=[int(cost) for cost in st.MINE_COST],
            income=[int(st.CARD_INCOME[mine + 1]) for mine in range(st.N_MINES)],
            points=[int(st.CARD_VP[mine + 1]) for mine in range(st.N_MINES)],
            wagons=[int(st.CARD_WAGONS[mine + 1]) for mine in range(st.N_MINES)],
            second_miner=[bool(second) for second in st.MINE_SECOND],
        ),
        villages=VillagesPrint(
            x=[village["x"] for village in _M["villages"]],
            y=[village["y"] for village in _M["villages"]],
            touches=[village["fields"] for village in _M["villages"]],
        ),
        stations=StationsPrint(
            x=[station["x"] for station in _M["stations"]],
            y=[station["y"] for station in _M["stations"]],
            villages=[station["villages"] for station in _M["stations"]],
        ),
        lines={name: int(st.LINE_BONUS[small][line]) for line, name in enumerate(st.LINES)},
        technology=sides,
        bonus_costs={name: int(st.BONUS_COST[token]) for token, name in enumerate(st.BONUS)},
        arrows=[list(arrow) for arrow in _M["mat"]["arrows"]],
    )


def _side(side: dict[str, Any]) -> dict[str, Any]:
    """A side of a technology card in the words of the view."""
    return {
        "card": side["card"],
        "flipped": side["side"] == "back",
        "places": side.get("place", 0),
        "moves": side.get("move", 0),
        "slots": [
            {
                "id": slot["id"],
                "piece": slot["piece"],
                "coins": slot.get("coins", 0),
                "points": slot.get("vp", 0),
                "bid": slot.get("bid", 0),
                "wagons": slot.get("wagons", 0),
            }
            for slot in side["slots"]
        ],
        "flip": [{"workers": way.get("workers", 0), "coins": way.get("coins", 0)} for way in side.get("flip", [])],
        "points": side.get("flip_vp", 0),
    }


def _markers(s: State) -> list[int | None]:
    taken = {int(s.marker[p]): p for p in range(s.n) if s.players[p].held}
    return [taken.get(space) for space in range(st.N_BONUS)]


def _holder(holder: int) -> tuple[str, int | None]:
    """Status and owner of a mine."""
    if holder < st.MAX_PLAYERS:
        return "player", holder
    if Owner.SYNDICATE_ENGINE <= holder < Owner.ON_SALE:
        return "syndicate", None
    return Owner(holder).name.lower(), None


def _syndicate(s: State) -> SyndicateView:
    on_sale = [mine + 1 for mine in range(st.N_MINES) if s.mines[mine] == Owner.ON_SALE]
    return SyndicateView(
        track=[bool(coin) for coin in s.syndicate_track],
        coins=sum(s.syndicate_track),
        purchases=s.purchases,
        extra_coin=bool(s.extra_coin),
        next_mines=on_sale[: s.purchases],
    )


def _bag(s: State) -> dict[str, int] | None:
    """What is in the bag while discs are drawn; while mines are secured, what would be in it."""
    if s.stage == Stage.DRAWING:
        discs = {f"player_{p}": s.disaster.bag[p] for p in range(s.n)}
        return discs | {"black": s.disaster.bag[st.BLACK], "blank": s.disaster.bag[st.BLANK]}
    if s.stage == Stage.SECURING:
        return {f"player_{p}": discs_of(s, p) for p in range(s.n)}
    return None


def _auction(s: State, seat: int | None) -> AuctionView:
    auction = s.auction
    known = s.options[Option.OPEN_MONEY] > 0
    # Bases are fixed when the bidding begins; while tokens are asked for, each use still raises one.
    bases = {p: base_value(s, p) if s.stage == Stage.HELPING else auction.base[p] for p in auction.order[: auction.n]}
    return AuctionView(
        field=st.FIELDS[auction.lot],
        syndicate=auction.syndicate if auction.syndicate >= 0 else None,
        top=max(auction.syndicate, *bases.values()) if s.stage == Stage.HELPING else top_value(s),
        bidders=[
            BidderView(
                player=p,
                base=base,
                value=base if s.stage == Stage.HELPING else auction.value[p],
                active=bool(auction.active[p]),
                maximum=base + s.players[p].coins if known or p == seat else None,
            )
            for p, base in bases.items()
        ],
    )


def _lifted(s: State) -> str | None:
    """Where the miner or the engineer comes from that is being moved."""
    if s.ask == Ask.ENGINEER_TO:
        return f"tech:{'.'.join(st.ENGINEER_SLOTS[s.turn.lifted])}"
    return place_id(s.turn.lifted) if s.ask == Ask.TO else None


def _turn(s: State) -> TurnView:
    stepping = s.ask in (Ask.STEP, Ask.TO)
    buying = s.ask in (Ask.WORKER, Ask.MARKER, Ask.SECOND_WORKER, Ask.SLOT, Ask.SECOND_MINER)
    return TurnView(
        main_done=bool(s.turn.main_done),
        by_token=bool(s.turn.by_token),
        places_left=places_left(s) if stepping else None,
        moves_left=moves_left(s) if stepping else None,
        engineer_moves_left=engineer_moves_left(s) if stepping else None,
        lifted=_lifted(s),
        mine=card_id(s.turn.mine + 1) if buying else None,
        second_worker=bool(s.turn.second) if buying else None,
        village=st.VILLAGES[s.turn.village] if s.ask == Ask.SETTLERS else None,
        card=st.CARDS[s.turn.card] if s.ask == Ask.ARRANGE else None,
        miners=s.turn.miners if s.ask == Ask.ARRANGE else None,
        afterwards=PHASES[s.turn.back] if s.ask == Ask.ARRANGE else None,
        purchases=s.turn.purchases,
        sales=s.turn.sales,
        defended=s.turn.defended,
        bid=s.turn.bid or None,
        loading=bool(s.turn.loading),
        wagons=s.turn.wagons,
    )


@kept_by(lambda s: (s.small, tuple(s.mines), tuple(s.large)))
def _fields(s: State) -> list[FieldView]:
    return [_field(field, s.small, marks(s, field), s.large[field]) for field in range(st.N_FIELDS)]


@kept
def _field(field: int, small: int, marked: int, holder: int) -> FieldView:
    status, owner = _holder(holder)
    return FieldView(
        id=st.FIELDS[field],
        name=st.FIELD_NAMES[field],
        in_play=bool(st.FIELD_IN[small][field]),
        marks=marked,
        consolidates=st.LARGE_ROUND[field] or None,
        status=status,
        owner=owner,
        token=SYNDICATE_TOKENS.get(holder),
    )


@kept_by(lambda s: tuple(s.mines))
def _mines(s: State) -> list[MineView]:
    return [_mine(mine, holder) for mine, holder in enumerate(s.mines)]


@kept
def _mine(mine: int, holder: int) -> MineView:
    status, owner = _holder(holder)
    return MineView(
        number=mine + 1,
        name=st.MINE_NAMES[mine],
        field=st.FIELDS[st.MINE_FIELD[mine]],
        round=st.MINE_ROUND[mine],
        status=status,
        owner=owner,
        token=SYNDICATE_TOKENS.get(holder),
    )


def _settled(s: State) -> Any:
    """The settlements of everybody, and the miners in them."""
    return tuple((tuple(p.settled), tuple(p.miners[st.VILLAGE_AT : st.STATION_AT])) for p in s.players[: s.n])


@kept_by(lambda s: (s.small, tuple(s.workers), _settled(s)))
def _villages(s: State) -> list[VillageView]:
    return [
        _village(village, s.small, s.workers[village], settlements_in(s, village), _settlers(s, village))
        for village in range(st.N_VILLAGES)
    ]


def _settlers(s: State, village: int) -> tuple[tuple[int, int], ...]:
    """Who has a settlement in a village, with how many miners."""
    at = st.VILLAGE_AT + village
    return tuple((p, s.players[p].miners[at]) for p in range(s.n) if s.players[p].settled[village])


@kept
def _village(village: int, small: int, workers: int, taken: int, settlers: tuple[tuple[int, int], ...]) -> VillageView:
    in_play = st.VILLAGE_IN[small][village] > 0
    return VillageView(
        id=st.VILLAGES[village],
        name=st.VILLAGE_NAMES[village],
        in_play=in_play,
        workers=workers,
        spots=st.VILLAGE_SPOTS[village],
        free=st.VILLAGE_SPOTS[village] - taken if in_play else 0,
        settlements=[SettlementView(player=p, miners=miners) for p, miners in settlers],
    )


def _railwaymen(s: State) -> Any:
    """The miners of everybody at stations."""
    return tuple(tuple(p.miners[st.STATION_AT : st.STATION_AT + st.N_STATIONS]) for p in s.players[: s.n])


@kept_by(lambda s: (s.small, tuple(s.station_token), _railwaymen(s)))
def _stations(s: State) -> list[StationView]:
    miners = zip(*_railwaymen(s), strict=True)
    return [_station(station, s.small, s.station_token[station] > 0, by) for station, by in enumerate(miners)]


@kept
def _station(station: int, small: int, token: bool, miners: Counts) -> StationView:
    return StationView(
        id=st.STATIONS[station],
        name=st.STATION_NAMES[station],
        line=st.LINES[st.STATION_LINE[station]],
        in_play=bool(st.STATION_IN[small][station]),
        token=token,
        miners=list(miners),
    )


@shared
def prospects(s: State, p: int) -> dict[str, int]:
    """What the scorings would bring a player as things stand, apart from the final one."""
    player = s.players[p]
    coins, points, bid = _technology_pays(s, p)
    stations, lines = _railway_pays(s, p)
    return {
        "income": income(player),
        "board": board(s, p),
        "technology_coins": coins,
        "technology_points": points,
        "wagons": wagons(player),
        "administration": bid,
        "discs": discs_of(s, p),
        "stations": stations,
        "lines": lines,
    }


def _pieces(s: State, p: int) -> Any:
    """What the technology cards of a player depend on: their sides and the pieces on them."""
    player = s.players[p]
    return (
        tuple(s.options),
        tuple(player.flipped),
        tuple(player.miners),
        tuple(player.placed_engineers),
        tuple(player.placed_engines),
    )


@kept_by(_pieces)
def _technology_pays(s: State, p: int) -> tuple[int, int, int]:
    """Coins of the coking plant, points of the ironworks, and the bid of the administration."""
    player = s.players[p]
    return technology_coins(s, player), technology_vp(s, player), administration(s, p)


@kept_by(lambda s, p: (tuple(s.options), s.small, tuple(s.players[p].miners)))
def _railway_pays(s: State, p: int) -> tuple[int, int]:
    """Points for stations and for complete lines."""
    player = s.players[p]
    return station_points(s, player), line_points(s, player)


@kept_by(lambda s, p: (p, tuple(s.mines), tuple(s.large), tuple(s.players[p].settled)))
def board(s: State, p: int) -> int:
    """What the map is worth to a player."""
    return board_score(s, p)


def _shows_player(s: State, p: int, money: bool) -> Any:
    """What the view of a player depends on: what he has, whose the mines are, and what happens to him now."""
    disaster = (s.disaster.hit[p], s.stage, tuple(s.disaster.secured[p * st.N_SLOTS : (p + 1) * st.N_SLOTS]))
    return p, money, numbers(s.players[p]), tuple(s.options), s.small, tuple(s.mines), tuple(s.large), disaster


@shared
@kept_by(_shows_player)
def _player(s: State, p: int, money: bool) -> PlayerView:
    player = s.players[p]
    return PlayerView(
        points=player.points,
        coins=player.coins if money else None,
        workers=player.workers,
        reserve=player.miners[st.RESERVE],
        settlements=player.settlements,
        engineers=player.engineers,
        extra_actions=player.extra_actions,
        engines=engines_of(player),
        engines_aside=player.engines_aside,
        coking_steps=player.coking_steps,
        lost_miners=player.lost,
        hit=bool(s.disaster.hit[p]) if s.stage == Stage.DRAWING else False,
        held=st.BONUS[player.held - 1] if player.held else None,
        tokens={name: player.tokens[kind] for kind, name in enumerate(st.RAIL) if player.tokens[kind]},
        fresh_tokens={name: player.fresh[kind] for kind, name in enumerate(st.RAIL) if player.fresh[kind]},
        slots=[_slot_of(s, p, slot) for slot in range(st.N_SLOTS)],
        technology=_technology(s, p),
        complete_lines=[name for line, name in enumerate(st.LINES) if _line_in(s, line) and has_line(s, player, line)],
        forecast=ForecastView(**prospects(s, p), final=final_points(s, player) if money else None),
    )


@shared
def _line_in(s: State, line: int) -> bool:
    return any(st.STATION_IN[s.small][station] and st.STATION_LINE[station] == line for station in range(st.N_STATIONS))


def _slot_of(s: State, p: int, slot: int) -> SlotView:
    player = s.players[p]
    card = player.cards[slot]
    return _slot(slot, card, player.engines[slot], player.miners[slot] > 0, card > 0 and is_secured(s, p, slot))


@kept
def _slot(slot: int, card: int, engine: int, guard: bool, secured: bool) -> SlotView:
    return SlotView(
        id=st.SLOTS[slot],
        card=card_id(card) if card else None,
        name=card_name(card) if card else None,
        engine=bool(engine),
        guard_space=bool(st.SLOT_GUARD[slot]),
        guard=guard,
        needs_protection=st.SLOT_SAFE[slot] == 0,
        secured=secured,
    )


@kept_by(_pieces)
def _technology(s: State, p: int) -> list[TechnologyView]:
    player = s.players[p]
    slots: list[list[tuple[int, int, int]]] = [[] for _ in st.CARDS]
    for t in range(st.N_TECH):
        if room := slot_room(s, player, t):
            slots[st.TECH_CARD[t]].append((t, room, pieces_on(player, t)))
    return [_technology_card(card, player.flipped[card], tuple(slots[card])) for card in range(len(st.CARDS))]


@kept
def _technology_card(card: int, flipped: int, slots: tuple[tuple[int, int, int], ...]) -> TechnologyView:
    """A card with the slots that are there, their room and their pieces."""
    return TechnologyView(
        card=st.CARDS[card],
        flipped=bool(flipped),
        slots=[TechSlotView(id=st.TECH_SLOTS[t][1], room=room, pieces=pieces) for t, room, pieces in slots],
    )


def card_id(card: int) -> str:
    """The id of a mine card: mine:12 or large:VG."""
    return f"mine:{card}" if card < st.LARGE_CARD else f"large:{st.FIELDS[card - st.LARGE_CARD]}"


def card_name(card: int) -> str:
    """The name of a mine card."""
    return st.MINE_NAMES[card - 1] if card < st.LARGE_CARD else st.FIELD_NAMES[card - st.LARGE_CARD]


def place_id(place: int) -> str:
    """The id of a place for miners, as the targets of options name it."""
    if place < st.N_SLOTS:
        return f"guard:{st.SLOTS[place]}"
    if place < st.VILLAGE_AT:
        return f"tech:{'.'.join(st.TECH_SLOTS[place - st.N_SLOTS])}"
    if place < st.STATION_AT:
        return f"village:{st.VILLAGES[place - st.VILLAGE_AT]}"
    return f"station:{st.STATIONS[place - st.STATION_AT]}" if place < st.RESERVE else "reserve"


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source."""
    return {name: s.players[player].by_source[source] for source, name in enumerate(st.SOURCES)}
