"""The shape of Coal Baron's components, for edition files."""

from collections import Counter
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Colour = Literal["Y", "B", "G", "K"]
Side = Literal["dark", "light"]
Vehicle = Literal["handcart", "horse_cart", "truck", "locomotive"]
COLOURS: tuple[Colour, ...] = ("Y", "B", "G", "K")
VEHICLES: tuple[Vehicle, ...] = ("handcart", "horse_cart", "truck", "locomotive")
BOARD = {"factory": 8, "factory_draw": 1, "mining": 4, "delivery": 4, "money": 4, "order": 4, "order_draw": 1}
DETAILS = {"mining": "moves", "money": "francs", "delivery": "vehicle"}


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Counts(Strict):
    """Numbers that hold for any number of players."""

    shifts: int = Field(ge=1, le=12)
    coal_cubes_per_colour: int = Field(ge=4, le=60)
    cage_slots: int = Field(ge=1, le=20)
    draw_size: int = Field(ge=1, le=10)
    start_orders: int = Field(ge=1, le=3)


class ColourFacts(Strict):
    """A colour of coal and the gallery level where its carts stand."""

    name: str
    level: int = Field(ge=1, le=4)
    cart_price: int = Field(ge=0, le=20)


class ByPlayers(Strict):
    """A number for each number of players."""

    two: int = Field(alias="2", ge=1, le=40)
    three: int = Field(alias="3", ge=1, le=40)
    four: int = Field(alias="4", ge=1, le=40)


class Setup(Strict):
    """What the preparation hands out."""

    workers: ByPlayers
    francs: ByPlayers
    draft_reveal: ByPlayers


class BaseCart(Strict):
    """A cart printed on every mine."""

    colour: Colour
    side: Side


class Tile(Strict):
    """A kind of tunnel tile."""

    id: int
    colour: Colour
    carts: int = Field(ge=1, le=4)
    side: Side
    price: int = Field(ge=0, le=60)


class Tiles(Strict):
    """All tunnel tiles."""

    copies: int = Field(ge=1, le=5)
    kinds: list[Tile] = Field(min_length=8, max_length=24)


class Order(Strict):
    """An order card."""

    id: int
    vehicle: Vehicle
    vp: int = Field(ge=0, le=50)
    squares: str = Field(pattern="^[YBGK]{1,6}$")


class Orders(Strict):
    """All order cards."""

    cards: list[Order] = Field(min_length=20, max_length=60)


class Space(Strict):
    """A worker space, open from `min_players` players on."""

    id: str = Field(pattern="^[a-z0-9_]+$")
    kind: Literal["factory", "factory_draw", "mining", "delivery", "money", "order", "order_draw"]
    min_players: int = Field(ge=2, le=5)
    moves: int | None = Field(default=None, ge=1, le=20)
    francs: int | None = Field(default=None, ge=0, le=50)
    vehicle: Vehicle | None = None

    @model_validator(mode="after")
    def has_its_detail(self) -> "Space":
        """Mining has moves, money francs, delivery a vehicle; the others nothing."""
        for kind, detail in DETAILS.items():
            if (getattr(self, detail) is not None) != (self.kind == kind):
                raise ValueError(f"{self.id}: `{detail}` belongs to spaces of the kind {kind}, and only to them")
        return self


class Bank(Strict):
    """The bank, open to any number of workers."""

    francs: int = Field(ge=0, le=20)


class Spaces(Strict):
    """The board."""

    list: list[Space]
    bank: Bank

    @model_validator(mode="after")
    def is_the_board(self) -> "Spaces":
        """The same number of spaces of each kind as on the board."""
        found: Counter[str] = Counter(space.kind for space in self.list)
        for kind, count in BOARD.items():
            if found[kind] != count:
                raise ValueError(f"the board has {count} spaces of the kind {kind}, not {found[kind]}")
        if len({space.id for space in self.list} | {"bank"}) <= len(self.list):
            raise ValueError("two spaces have the same id")
        if {space.vehicle for space in self.list if space.vehicle} != set(VEHICLES):
            raise ValueError("each vehicle has one delivery space")
        return self


class Element(Strict):
    """One majority of the scoring wheel."""

    type: Literal["colour_squares", "vehicle_squares", "empty_carts"]
    key: str
    first: int = Field(ge=0, le=50)
    second: int = Field(ge=0, le=50)

    @model_validator(mode="after")
    def has_a_key_of_its_type(self) -> "Element":
        """Vehicles for vehicles, colours for the rest."""
        keys: tuple[str, ...] = VEHICLES if self.type == "vehicle_squares" else COLOURS
        if self.key not in keys:
            raise ValueError(f"the key of {self.type} is one of {', '.join(keys)}")
        return self


class Scoring(Strict):
    """The majorities in the order in which they are scored."""

    elements: list[Element] = Field(min_length=1, max_length=24)


class Endgame(Strict):
    """Conversions and penalties at the end."""

    francs_per_vp: int = Field(ge=1, le=100)
    cubes_per_vp: int = Field(ge=1, le=100)
    vp_per_outstanding_order: int = Field(ge=-20, le=0)
    vp_per_surplus_tile: int = Field(ge=-20, le=0)


class Material(Strict):
    """A whole edition."""

    schema_: str = Field(alias="schema", pattern="^coal-baron/1$")
    sources: dict[str, str]
    provenance: dict[str, str]
    counts: Counts
    colours: dict[Colour, ColourFacts]
    setup: Setup
    base_carts: list[BaseCart]
    tiles: Tiles
    orders: Orders
    spaces: Spaces
    scoring: Scoring
    endgame: Endgame

    @model_validator(mode="after")
    def fits_together(self) -> "Material":
        """Levels, prices, numbers of cards and shifts agree with each other."""
        if {facts.level for facts in self.colours.values()} != {1, 2, 3, 4}:
            raise ValueError("each of the four colours has a level of its own")
        if sorted(cart.colour for cart in self.base_carts) != sorted(COLOURS):
            raise ValueError("every mine has one printed cart of each colour")
        for tile in self.tiles.kinds:
            price = tile.carts * self.colours[tile.colour].cart_price
            if tile.price != price:
                raise ValueError(f"tile {tile.id} costs {price}: its carts times the price of one")
        _numbered("tile", [tile.id for tile in self.tiles.kinds])
        _numbered("order", [card.id for card in self.orders.cards])
        if len(self.tiles.kinds) * self.tiles.copies > 100:
            raise ValueError("there are more than 100 tiles")
        needed = 4 * self.counts.start_orders + 4
        if len(self.orders.cards) < needed:
            raise ValueError(f"there are fewer than {needed} orders")
        reveal = self.setup.draft_reveal
        for players, cards in ((2, reveal.two), (3, reveal.three), (4, reveal.four)):
            if cards != players * self.counts.start_orders + 1:
                raise ValueError(f"the draft of {players} players turns up one card more than they take")
        if len(self.scoring.elements) % self.counts.shifts:
            raise ValueError("the majorities cannot be spread evenly over the shifts")
        return self


def _numbered(what: str, ids: list[int]) -> None:
    if ids != list(range(1, len(ids) + 1)):
        raise ValueError(f"the {what}s are numbered 1, 2, 3 … in this order")
