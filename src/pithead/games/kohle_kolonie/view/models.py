"""What the view of a seat is made of, as models; what is printed on board and cards is in `printed`."""

from pydantic import BaseModel

from pithead.engine.view_fields import AS_PRINTED, BySeat, Seat, things

from .printed import PrintedView


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
