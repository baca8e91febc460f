"""The shape of the components, for edition files: counts, the map as a plane, the smaller map for three players."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Round = Annotated[int, Field(ge=1, le=5)]
Count = Annotated[int, Field(ge=0, le=60)]
Coordinate = Annotated[float, Field(ge=0, le=100)]
Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=30)]
Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^;:{}\n]+$")]
MAX_PLAYERS = 5
TOUCHES = 0.8  # how much farther than the nearest centre a field may lie from a village at its border
OUTLINE = 0.7  # outlines are rounded: how far outside a point may seem to lie


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid")


class MapField(Strict):
    """A field of the map; its outline is the part of the map that is nearest to its centre."""

    id: Id
    name: Name
    city: Name
    kind: Literal["large", "single"]
    small_map: bool
    x: Coordinate
    y: Coordinate
    poly: list[tuple[Coordinate, Coordinate]] = Field(min_length=3)


class Mine(Strict):
    """A small or single mine."""

    no: int = Field(ge=1, le=60)
    name: Name
    kind: Literal["small", "single"]
    field: Id
    round: Round
    cost: int = Field(ge=1, le=9)
    income: int = Field(ge=0, le=9)
    bonus: Literal["none", "second_miner", "wagon"]
    consolidates: Round | None = None
    vp: Count | None = None
    x: Coordinate
    y: Coordinate


class LargeMine(Strict):
    """A large mine, the aim of a consolidation."""

    field: Id
    name: Name
    consolidates: Round
    vp: Count
    income: int = Field(ge=0, le=9)
    wagons: int = Field(ge=0, le=5)
    x: Coordinate
    y: Coordinate


class Village(Strict):
    """A village at the border of fields."""

    id: Id
    name: Name
    city: Name
    workers: int = Field(ge=0, le=9)
    spots: int = Field(ge=0, le=MAX_PLAYERS)
    fields: list[Id] = Field(min_length=1)
    small_map: bool
    x: Coordinate
    y: Coordinate


class Station(Strict):
    """A station of a railway line."""

    id: Id
    name: Name
    line: Id
    pos: int = Field(ge=1)
    city: Name
    villages: list[Id] = Field(min_length=1)
    next_to: list[Id]
    small_map: bool
    x: Coordinate
    y: Coordinate


class Line(Strict):
    """A railway line and what it is worth complete."""

    id: Id
    stations: Count
    bonus: Count
    stations_small_map: Count
    bonus_small_map: Count


class BonusToken(Strict):
    """A bonus token."""

    id: Literal["consolidation_help", "wagon", "mine_defence", "miners", "engineer", "settlement", "steam_engine"]
    start: int = Field(ge=1, le=7)
    cost: Count
    first_round: Round = 1
    coins: Count | None = None
    help: Count | None = None
    wagons: Count | None = None
    mines: Count | None = None
    place: Count | None = None
    move: Count | None = None


class RailToken(Strict):
    """A kind of railway token."""

    id: Literal["points", "coin", "worker", "wagon", "consolidation"]
    count: int = Field(ge=0, le=20)
    immediate: bool
    vp: Count | None = None
    coins: Count | None = None


class DisasterToken(Strict):
    """A kind of disaster token."""

    id: Literal["highest_number", "extra_coin", "purchasing_power", "mining_damage"]
    count: int = Field(ge=0, le=5)


class TechSlot(Strict):
    """A slot of a technology card."""

    id: Id
    piece: Literal["miner", "engineer", "steam_engine"]
    need: int = Field(ge=1, le=3)
    coins: Count = 0
    vp: Count = 0
    bid: Count = 0
    wagons: Count = 0


class FlipPrice(Strict):
    """One price for turning a card."""

    workers: Count = 0
    coins: Count = 0


class TechnologySide(Strict):
    """One side of a technology card."""

    card: Literal["workforce", "coking_plant", "ironworks", "administration", "loading"]
    side: Literal["front", "back"]
    place: Count | None = None
    move: Count | None = None
    engineer_moves: Count | None = None
    flip: list[FlipPrice] | None = Field(default=None, min_length=1, max_length=2)
    flip_vp: Count | None = None
    raises: Literal["settlement", "engineer", "steam_engine"] | None = None
    step_vp: list[Count] | None = None
    extra_actions: int | None = Field(default=None, ge=0, le=1)
    fee_workers: int | None = Field(default=None, ge=0, le=1)
    vp_per_wagon: Count | None = None
    slots: list[TechSlot]


class Start(Strict):
    """What a player starts with."""

    rounds: Literal[5]
    coins: Count
    vp: Count
    miners: Count
    settlements: int = Field(ge=1, le=10)
    engineers: int = Field(ge=1, le=10)
    disaster_discs: int = Field(ge=1, le=6)


class SmallMap(Strict):
    """Who plays on the smaller map, and which town is then closed."""

    players: list[Annotated[int, Field(ge=3, le=MAX_PLAYERS)]] = Field(min_length=1)
    closed_city: Name


class Supply(Strict):
    """Shared pieces."""

    local_workers: int = Field(ge=0, le=100)
    steam_engines: Count
    coins_1: int = Field(ge=0, le=200)
    coins_5: int = Field(ge=0, le=40)
    extra_actions: Count
    black_discs: int = Field(ge=1, le=20)
    blank_discs: int = Field(ge=0, le=20)


class Trade(Strict):
    """Coins and workers that change hands in one trade."""

    coins: int = Field(ge=1, le=9)
    workers: int = Field(ge=1, le=9)


class Prices(Strict):
    """Prices, where two: before and after the rise."""

    settlement: tuple[Count, Count]
    engineer: tuple[Count, Count]
    steam_engine: tuple[Count, Count]
    protect_mine: Count
    workers_buy: Trade
    workers_sell: Trade
    steam_engine_first_round: Round


class Settlements(Strict):
    """Room in a settlement."""

    miners: int = Field(ge=1, le=5)


class Syndicate(Strict):
    """The Coal Syndicate."""

    start_coins: int = Field(ge=1, le=20)
    refill_rounds: list[Round]
    refill_to: Count
    purchases: Count
    purchases_max: Count


class Disaster(Strict):
    """The mining disaster."""

    draws: int = Field(ge=1, le=5)
    vp_loss: list[Count] = Field(min_length=5, max_length=5)
    damage_coins: Count
    damage_vp: Count


class Mat(Strict):
    """The player mat."""

    slots: list[Id] = Field(min_length=1, max_length=8)
    arrows: list[tuple[Id, Id]]
    no_protection_needed: list[Id]
    guard_spaces: list[Id]
    coin_protection: list[Id]
    settlement_extra_action: Count
    settlement_vp: list[Count]
    engineer_extra_action: Count
    bid_track: Count


class FinalScoring(Strict):
    """The end of the game."""

    steam_engines: list[Count] = Field(min_length=2)
    coins_per_vp: int = Field(ge=1)
    vp_per_station: Count
    vp_per_extra_action: Count
    vp_per_lost_mine: Count


def demand(condition: bool, reason: str) -> None:
    """Refuse an edition with a plain reason."""
    if not condition:
        raise ValueError(reason)


def unique(values: Iterable[object], what: str) -> None:
    """Demand that nothing appears twice."""
    twice = [value for value, count in Counter(values).items() if count > 1]
    demand(not twice, f"{what} {twice[0]} appears twice" if twice else "")


class Material(Strict):
    """A whole edition."""

    schema_: str = Field(alias="schema", pattern="^kohle-kolonie/1$")
    sources: dict[str, str]
    provenance: dict[str, str]
    fields: list[MapField] = Field(min_length=2, max_length=30)
    mines: list[Mine] = Field(min_length=1, max_length=60)
    large_mines: list[LargeMine] = Field(min_length=1, max_length=30)
    villages: list[Village] = Field(min_length=1, max_length=40)
    stations: list[Station] = Field(min_length=1, max_length=30)
    lines: list[Line] = Field(min_length=1, max_length=6)
    bonus_tokens: list[BonusToken] = Field(min_length=7, max_length=7)
    rail_tokens: list[RailToken] = Field(min_length=5, max_length=5)
    disaster_tokens: list[DisasterToken] = Field(min_length=4, max_length=4)
    technology: list[TechnologySide] = Field(min_length=9, max_length=9)
    start: Start
    small_map: SmallMap
    supply: Supply
    prices: Prices
    settlements: Settlements
    syndicate: Syndicate
    disaster: Disaster
    mat: Mat
    final_scoring: FinalScoring

    @model_validator(mode="after")
    def sources_are_named(self) -> "Material":
        """Every provenance names a source."""
        for path, source in self.provenance.items():
            demand(source in self.sources, f"the source “{source}” of {path} is not among [sources]")
        return self

    @model_validator(mode="after")
    def mines_fit_their_fields(self) -> "Material":
        """Numbers without gaps, kinds and rounds that agree with the field."""
        unique((field.id for field in self.fields), "the field")
        unique((mine.no for mine in self.mines), "the mine number")
        numbers = sorted(self.mines, key=lambda mine: mine.no)
        demand([mine.no for mine in numbers] == list(range(1, len(numbers) + 1)), "mine numbers have a gap")
        demand(
            all(a.round <= b.round for a, b in pairwise(numbers)),
            "mine numbers must rise with the rounds",
        )
        kinds = {field.id: field.kind for field in self.fields}
        large = {mine.field: mine for mine in self.large_mines}
        demand(
            set(large) == {field for field, kind in kinds.items() if kind == "large"}
            and len(large) == len(self.large_mines),
            "every field of the kind “large” has one large mine, and no other field",
        )
        for mine in self.mines:
            demand(mine.field in kinds, f"mine {mine.no} lies in an unknown field {mine.field}")
            demand((mine.kind == "single") == (kinds[mine.field] == "single"), f"mine {mine.no} does not fit its field")
            if mine.kind == "small":
                due = large[mine.field].consolidates
                demand(mine.consolidates == due, f"mine {mine.no} and its large mine disagree about the round")
                demand(mine.round <= due, f"mine {mine.no} appears after its consolidation")
            else:
                demand(mine.vp is not None, f"the single mine {mine.no} has no points")
        for field in self.fields:
            count = sum(mine.field == field.id for mine in self.mines)
            demand(count >= 1, f"the field {field.id} has no mine")
            demand(field.kind == "large" or count == 1, f"the field {field.id} must have exactly one single mine")
        return self

    @model_validator(mode="after")
    def map_is_plane(self) -> "Material":
        """A village touches exactly the fields whose centres are nearest; mines lie inside their fields."""
        unique((village.id for village in self.villages), "the village")
        for village in self.villages:
            near = self._nearest(village.x, village.y, TOUCHES)
            demand(
                set(village.fields) == near,
                f"{village.id} touches {', '.join(sorted(near))} on the map, not {', '.join(village.fields)}",
            )
        spaces: list[Mine | LargeMine] = [*self.mines, *self.large_mines]
        for mine in spaces:
            inside = self._nearest(mine.x, mine.y, 0.01) == {mine.field}
            demand(inside, f"{mine.name} does not lie in its field {mine.field}")
        for field in self.fields:
            for x, y in field.poly:
                at = hypot(x - field.x, y - field.y)
                nearest = min(hypot(x - other.x, y - other.y) for other in self.fields)
                demand(at - nearest < OUTLINE, f"the outline of {field.id} leaves its field at {x:g}, {y:g}")
        return self

    def _nearest(self, x: float, y: float, tolerance: float) -> set[str]:
        distances = {field.id: hypot(x - field.x, y - field.y) for field in self.fields}
        least = min(distances.values())
        return {field for field, distance in distances.items() if distance - least < tolerance}

    @model_validator(mode="after")
    def railway_is_connected(self) -> "Material":
        """Lines are chains of stations between known villages."""
        unique((station.id for station in self.stations), "the station")
        villages = {village.id for village in self.villages}
        stations = {station.id: station for station in self.stations}
        for station in self.stations:
            demand(set(station.villages) <= villages, f"station {station.id} touches an unknown village")
            chain = {
                other.id for other in self.stations if other.line == station.line and abs(other.pos - station.pos) == 1
            }
            demand(set(station.next_to) == chain, f"the neighbours of station {station.id} do not follow its line")
            demand(all(station.id in stations[other].next_to for other in station.next_to), "neighbours are mutual")
        for line in self.lines:
            of_line = [station for station in self.stations if station.line == line.id]
            demand(len(of_line) == line.stations, f"the {line.id} line has {len(of_line)} stations")
        demand({station.line for station in self.stations} <= {line.id for line in self.lines}, "a line is not listed")
        tokens = sum(token.count for token in self.rail_tokens)
        demand(tokens >= len(self.stations), f"{tokens} railway tokens cannot cover {len(self.stations)} stations")
        return self

    @model_validator(mode="after")
    def small_map_holds_together(self) -> "Material":
        """Without the closed town: its fields and stations are out, a village stays if it touches another field."""
        closed = self.small_map.closed_city
        inside = {field.id for field in self.fields if field.small_map}
        demand(
            all(field.small_map == (field.city != closed) for field in self.fields),
            f"on the small map exactly the fields of {closed} are closed",
        )
        for village in self.villages:
            demand(
                village.small_map == bool(inside & set(village.fields)),
                f"{village.id} must be on the small map exactly if it touches a field there",
            )
        for field in self.fields:
            near = [village for village in self.villages if field.id in village.fields]
            demand(len(near) >= 3, f"the field {field.id} has fewer than three villages")
            demand(
                not field.small_map or sum(village.small_map for village in near) >= 3,
                f"the field {field.id} has fewer than three villages on the small map",
            )
        open_villages = {village.id for village in self.villages if village.small_map}
        for station in self.stations:
            demand(not station.small_map or station.city != closed, f"station {station.id} lies in {closed}")
            demand(
                not station.small_map or bool(open_villages & set(station.villages)),
                f"station {station.id} cannot be reached on the small map",
            )
        for line in self.lines:
            count = sum(station.small_map for station in self.stations if station.line == line.id)
            demand(count == line.stations_small_map, f"the {line.id} line has {count} stations on the small map")
            demand(count > 0 or line.bonus_small_map == 0, f"the {line.id} line is closed but pays a bonus")
        return self

    @model_validator(mode="after")
    def pieces_suffice(self) -> "Material":
        """Workers, coins, tokens and marks fit together."""
        workers = sum(village.workers for village in self.villages)
        demand(workers <= self.supply.local_workers, f"the villages need {workers} local workers")
        coins = self.supply.coins_1 + 5 * self.supply.coins_5
        need = MAX_PLAYERS * self.start.coins + self.syndicate.start_coins
        demand(coins >= need, f"{coins} coins are fewer than the {need} of the set-up")
        demand(self.syndicate.refill_to <= self.syndicate.start_coins, "the Syndicate's track has too few spaces")
        unique((token.start for token in self.bonus_tokens), "the bonus space")
        unique((token.id for token in self.bonus_tokens), "the bonus token")
        unique((token.id for token in self.rail_tokens), "the railway token")
        unique((token.id for token in self.disaster_tokens), "the disaster token")
        disasters = sum(token.count for token in self.disaster_tokens)
        demand(disasters == self.start.rounds, f"{disasters} disaster tokens do not fill the rounds")
        wanted = {
            "consolidation_help": ("coins", "help"),
            "wagon": ("wagons",),
            "mine_defence": ("mines",),
            "miners": ("place", "move"),
        }
        for token in self.bonus_tokens:
            for key in wanted.get(token.id, ()):
                demand(getattr(token, key) is not None, f"the bonus token {token.id} needs “{key}”")
        kinds = {token.id: token for token in self.rail_tokens}
        demand(kinds["points"].vp is not None and kinds["coin"].coins is not None, "a railway token has no value")
        discs = self.supply.black_discs + self.supply.blank_discs
        demand(discs >= self.disaster.draws, "there are fewer neutral discs than draws")
        demand(len(self.mat.settlement_vp) == self.start.settlements, "every settlement has a reward, 0 for none")
        return self

    @model_validator(mode="after")
    def mat_is_a_tree(self) -> "Material":
        """Arrows lead from one first slot to every other one, each by one way."""
        slots = set(self.mat.slots)
        unique(self.mat.slots, "the slot")
        named = {slot for arrow in self.mat.arrows for slot in arrow}
        lists = (self.mat.no_protection_needed, self.mat.guard_spaces, self.mat.coin_protection)
        demand(named | {slot for listed in lists for slot in listed} <= slots, "an unknown slot is named")
        order = {slot: i for i, slot in enumerate(self.mat.slots)}
        demand(all(order[a] < order[b] for a, b in self.mat.arrows), "arrows must point to later slots")
        ends = Counter(b for _, b in self.mat.arrows)
        demand(all(ends[slot] == 1 for slot in self.mat.slots[1:]), "every slot but the first needs one arrow to it")
        return self

    @model_validator(mode="after")
    def technology_is_complete(self) -> "Material":
        """Five cards, four of them with a back side and what it costs."""
        sides = {(side.card, side.side): side for side in self.technology}
        demand(
            len(sides) == 9 and ("administration", "back") not in sides, "administration has one side, the others two"
        )
        for (card, face), side in sides.items():
            demand((side.flip is not None) == (face == "back"), f"only back sides have a price: {card}")
            unique((slot.id for slot in side.slots), f"the slot of {card}")
            if card == "workforce":
                complete = None not in (side.place, side.move, side.engineer_moves) and not side.slots
                demand(complete, "workforce says how many miners and engineers it moves, and has no slots")
            if card == "loading":
                demand(None not in (side.fee_workers, side.vp_per_wagon), "loading needs its fee and points per wagon")
            if face == "back":
                front = sides[card, "front"].slots
                miners = [sum(s.need for s in slots if s.piece == "miner") for slots in (front, side.slots)]
                demand(miners[0] <= miners[1], f"the back of {card} has less room for miners than the front")
                engineers = [[s.id for s in slots if s.piece == "engineer"] for slots in (front, side.slots)]
                demand(engineers[0] == engineers[1], f"the engineer slots of {card} differ between its sides")
        demand(bool(sides["coking_plant", "back"].step_vp), "the turned coking plant needs step_vp")
        for card, slot in (("ironworks", "E"), ("loading", "E"), ("administration", "M2")):
            demand(slot in {s.id for s in sides[card, "front"].slots}, f"{card} needs a slot {slot}")
        demand(
            any(s.piece == "steam_engine" for side in self.technology for s in side.slots),
            "a technology card needs a slot for a steam engine",
        )
        return self
