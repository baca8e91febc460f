"""The shape of Mine Out's components, for edition files."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

MINERALS = ("copper", "silver", "gold", "jewel")
ORES = MINERALS[:3]
MODE_SEATS = {"four": 4, "three": 3, "teams": 4, "two": 2}
SEATS = 4

Name = Annotated[str, Field(pattern=r"^[a-z][a-z_]*$", max_length=30)]
Points = Annotated[int, Field(ge=0, le=50)]
Mineral = Literal["copper", "silver", "gold", "jewel"]
Ore = Literal["copper", "silver", "gold"]


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Play(Strict):
    """Counts and costs of the rules."""

    action_points: int = Field(ge=1, le=20)
    end_above: int = Field(ge=1, le=1000)
    hand_limit: int = Field(ge=2, le=8)
    hire_slots: int = Field(ge=1, le=10)
    waiting_slots: int = Field(ge=0, le=10)
    community_slots: int = Field(ge=1, le=8)
    starting_rupees: int = Field(ge=0, le=50)
    start: Name
    hires_per_turn: int = Field(ge=1, le=5)
    digs_per_turn: int = Field(ge=1, le=5)
    sales_per_turn: int = Field(ge=1, le=5)
    cost_move: int = Field(ge=1, le=20)
    cost_hire: list[Annotated[int, Field(ge=1, le=20)]] = Field(min_length=1)
    cost_dig: list[Annotated[int, Field(ge=1, le=20)]] = Field(min_length=1)
    cost_sell: list[Annotated[int, Field(ge=1, le=20)]] = Field(min_length=1)
    cost_refresh: int = Field(ge=1, le=20)
    cost_play: int = Field(ge=1, le=20)
    worker_dig_bonus: list[Annotated[int, Field(ge=0, le=1000)]] = Field(min_length=1, max_length=30)
    mafia_bonus: list[Points] = Field(min_length=1, max_length=30)
    bank_out_divisor: int = Field(ge=1, le=20)
    apprentice_divisor: int = Field(ge=1, le=20)

    @model_validator(mode="after")
    def costs_reach_the_limits(self) -> "Play":
        """Every allowed repetition needs its price, and nothing is free at the start of a table."""
        for costs, limit in (
            (self.cost_hire, self.hires_per_turn),
            (self.cost_dig, self.digs_per_turn),
            (self.cost_sell, self.sales_per_turn),
        ):
            if len(costs) < limit:
                raise ValueError("a cost list is shorter than the number of times a turn allows")
        if self.worker_dig_bonus[0] != 0 or self.mafia_bonus[0] != 0:
            raise ValueError("the bonus tables start with 0 for no card")
        return self


class Coin(Strict):
    """Coins of one value."""

    value: int = Field(ge=1, le=50)
    count: int = Field(ge=0, le=200)


class Mode(Strict):
    """What one way to play changes at the set-up."""

    start_scores: list[Points]
    coins_removed: int = Field(ge=0)
    start_hands_removed: int = Field(ge=0)
    cubes_removed: list[Annotated[int, Field(ge=0)]] = Field(min_length=4, max_length=4)


class MineralFacts(Strict):
    """One mineral: its cubes, its mine's plate and its market row."""

    cube: Name
    cubes: int = Field(ge=1, le=30)
    dig: int = Field(ge=1, le=50)
    minimum: int = Field(ge=0, le=30)
    prices: list[Points] = Field(max_length=10)


class Place(Strict):
    """A place on the board; the grid is where it is drawn (column, row)."""

    kind: Literal["market", "establishment", "mine"]
    mineral: Mineral | None = None
    grid: Annotated[list[Annotated[int, Field(ge=0, le=8)]], Field(min_length=2, max_length=2)]


class Rail(Strict):
    """A rail joins two places."""

    between: Annotated[list[Name], Field(min_length=2, max_length=2)]


class Effect(Strict):
    """What a card does while it is in play."""

    dig_bonus: Points = 0
    price_bonus: Points = 0
    mineral: Mineral | Literal["any"] | None = None
    worker: bool = False
    community_payout: Points = 0
    wilds: Points = 0
    mafia: Points = 0
    draws: Points = 0
    smith: Ore | None = None


class Card(Strict):
    """One kind of character."""

    type: Name
    frame: Name
    count: int = Field(ge=1, le=60)
    start: int = Field(ge=0, le=60)
    place: Name
    dig: Points
    wage: Points
    fame: Points
    effect: Effect


class Material(Strict):
    """A whole edition."""

    schema_: str = Field(alias="schema", pattern="^mine-out/1$")
    sources: dict[str, str]
    provenance: dict[str, str]
    play: Play
    coins: list[Coin] = Field(min_length=1)
    modes: dict[str, Mode]
    minerals: dict[str, MineralFacts]
    places: dict[Name, Place] = Field(min_length=3, max_length=20)
    rails: list[Rail] = Field(min_length=2, max_length=100)
    cards: dict[Name, Card] = Field(min_length=2, max_length=40)

    @model_validator(mode="after")
    def fits_together(self) -> "Material":
        """Names the first thing that the rules could not play with."""
        for reason in self._problems():
            raise ValueError(reason)
        return self

    def _problems(self) -> Iterator[str]:
        yield from self._mineral_problems()
        yield from self._board_problems()
        yield from self._card_problems()
        yield from self._mode_problems()

    def _mineral_problems(self) -> Iterator[str]:
        if tuple(self.minerals) != MINERALS:
            yield "the minerals must be copper, silver, gold and jewel, in this order"
        if any(not self.minerals[ore].prices for ore in ORES):
            yield "every ore needs at least one price"
        if any(self.minerals[ore].minimum < 1 for ore in ORES):
            yield "every ore needs a minimum of at least 1"

    def _board_problems(self) -> Iterator[str]:
        if [place.kind for place in self.places.values()].count("market") != 1:
            yield "the board needs exactly one market"
        mines = sorted(place.mineral or "" for place in self.places.values() if place.kind == "mine")
        if mines != sorted(MINERALS):
            yield "every mineral needs exactly one mine"
        if self.play.start not in self.places:
            yield f"the pawns start at an unknown place: {self.play.start}"
        for rail in self.rails:
            for end in rail.between:
                if end not in self.places:
                    yield f"a rail leads to an unknown place: {end}"
        reached = {self.play.start}
        for _ in self.places:
            for rail in self.rails:
                if reached & set(rail.between):
                    reached |= set(rail.between)
        if reached != set(self.places):
            yield f"no rail leads to {min(set(self.places) - reached)}"

    def _card_problems(self) -> Iterator[str]:
        if [card.effect.worker for card in self.cards.values()].count(True) != 1:
            yield "exactly one kind of card must be the Worker"
        if sum(card.count for card in self.cards.values()) > 120:
            yield "more than 120 cards"
        for name, card in self.cards.items():
            if card.place not in self.places or self.places[card.place].kind != "establishment":
                yield f"{name} is hired at {card.place}, which is no establishment"
            if card.start not in (0, SEATS) or card.start > card.count:
                yield f"{name}: a card is start-marked once for each of the {SEATS} seats, or never"
            if (card.effect.dig_bonus or card.effect.price_bonus) and card.effect.mineral is None:
                yield f"{name}: a bonus needs a mineral"
            if card.effect.price_bonus and card.effect.mineral == "jewel":
                yield f"{name}: jewels have no price of their own"
            if card.effect.worker and card.fame:
                yield f"{name}: a Worker never comes to the community and has no fame"
        if not 1 <= sum(card.start > 0 for card in self.cards.values()) <= self.play.hand_limit:
            yield "the start-marked cards must fit into an opening hand"

    def _mode_problems(self) -> Iterator[str]:
        if set(self.modes) != set(MODE_SEATS):
            yield "the modes must be four, three, teams and two"
        dearest = max(self.coins, key=lambda coin: coin.value)
        for name, mode in self.modes.items():
            if len(mode.start_scores) != MODE_SEATS[name]:
                yield f"modes.{name}: one starting score per player"
            if mode.start_hands_removed != (1 if name == "three" else 0):
                yield f"modes.{name}: the start-marked cards must be just enough for the seats"
            if mode.coins_removed > dearest.count:
                yield f"modes.{name}: fewer coins exist than are removed"
            money = sum(coin.value * coin.count for coin in self.coins) - mode.coins_removed * dearest.value
            if money <= SEATS * self.play.starting_rupees:
                yield f"modes.{name}: the bank would be empty after the deal"
            for mineral, removed in zip(MINERALS, mode.cubes_removed, strict=True):
                if removed >= self.minerals[mineral].cubes:
                    yield f"modes.{name}: no {mineral} would be left"
