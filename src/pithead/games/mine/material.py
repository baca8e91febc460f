"""The shape of MINE!'s components, for edition files."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

ID = Field(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9_]*$")


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Counts(Strict):
    """The numbers of the rules."""

    rounds: int = Field(ge=1, le=12)
    track_end: int = Field(ge=1, le=60)
    cards_per_round: int = Field(ge=1, le=6)
    hand_limit: int = Field(ge=1, le=12)
    base_draw: int = Field(ge=0, le=6)
    coal_cubes: int = Field(ge=0, le=100)
    start_coal: int = Field(ge=0, le=10)
    start_coal_variant: int = Field(ge=0, le=10)
    points_per_coal: int = Field(ge=1, le=5)
    seats_min: int = Field(ge=2, le=6)


class Dummy(Strict):
    """How many cards the automaton lays where; the others go to the mine."""

    watchtower: int = Field(ge=0, le=6)
    shelter: int = Field(ge=0, le=1)
    recruitment: int = Field(ge=0, le=6)
    last_round_watchtower: int = Field(ge=0, le=6)


class Town(Strict):
    """A seat's town and colour."""

    id: str = ID
    colour: str = ID


class Profession(Strict):
    """One kind of profession card: its helmets at each location."""

    id: str = ID
    count: int = Field(ge=1, le=60)
    start: int = Field(ge=0, le=12)
    shelter: int = Field(ge=0, le=9)
    watchtower: int = Field(ge=0, le=9)
    mine: int = Field(ge=0, le=9)
    recruitment: int = Field(ge=0, le=9)
    flat: int = Field(ge=0, le=9)
    firedamp_proof: bool


class Event(Strict):
    """One kind of event card: what it changes, and for whom."""

    id: str = ID
    count: int = Field(ge=1, le=20)
    scope: Literal["all", "others", "owner"]
    firedamp: int = Field(default=0, ge=0, le=3)
    sale: int = Field(default=0, ge=-6, le=6)
    attack: int = Field(default=0, ge=-9, le=9)
    defence: int = Field(default=0, ge=-9, le=9)
    mine: int = Field(default=0, ge=-9, le=9)
    draw: int = Field(default=0, ge=-6, le=6)


class DieCard(Strict):
    """One card of the variant: most coal that a seat may mine and sell."""

    mine: int = Field(ge=0, le=60)
    sale: int = Field(ge=0, le=60)


class Material(Strict):
    """A whole edition."""

    schema_: str = Field(alias="schema", pattern="^mine/1$")
    sources: dict[str, str]
    provenance: dict[str, str]
    counts: Counts
    dummy: Dummy
    towns: list[Town] = Field(min_length=6, max_length=6)
    professions: list[Profession] = Field(min_length=1, max_length=12)
    events: list[Event] = Field(min_length=1, max_length=14)
    die_cards: list[DieCard] = Field(min_length=1, max_length=12)

    @model_validator(mode="after")
    def fits_the_table(self) -> "Material":
        """Six seats must be able to sit down, and every word must name one thing."""
        cards: list[Profession | Event] = [*self.professions, *self.events]
        words = [town.id for town in self.towns] + [card.id for card in cards]
        if len(set(words)) < len(words):
            raise ValueError("two towns or cards have the same id")
        for profession in self.professions:
            if profession.count < profession.start * len(self.towns):
                raise ValueError(f"six starting hands need more than {profession.count} cards “{profession.id}”")
        if sum(profession.start for profession in self.professions) > self.counts.hand_limit:
            raise ValueError("the starting hand is larger than the hand limit")
        if sum(card.count for card in cards) > 120:
            raise ValueError("there are more than 120 cards")
        if len(self.die_cards) < self.counts.rounds:
            raise ValueError("there are fewer die cards than rounds")
        if self.counts.coal_cubes < self.counts.start_coal * len(self.towns):
            raise ValueError("there is not enough coal for six seats")
        return self
