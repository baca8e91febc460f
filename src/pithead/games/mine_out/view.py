"""What a seat of Mine Out sees."""

from typing import Any

from pydantic import BaseModel

from pithead.engine.view_fields import AS_PRINTED, BySeat, Partners, Seat
from pithead.engine.views import kept, kept_by, numbers, shared
from pithead.kit import material

from . import state as st
from .knowledge import is_hidden, unseen_of_deck
from .notation import COLOURS, PHASES, ROLES, TWO_PLAYER_COLOURS
from .rules.actions import dig_cost, hire_cost, next_price, sell_cost
from .rules.outs import bank_out_points, mine_out_points
from .rules.scoring import score_of, teams
from .rules.table import is_apprentice, player_of, role_of, visible
from .rules.turn import best_count, count_in, smith_points, wilds_of
from .state import Mode, Option, Phase, State

NOBODY = -1
"""The player of a spectator."""


class SeatView(BaseModel):
    """One pawn and what belongs to it."""

    player: Seat
    role: str
    colour: str
    joined: bool
    score: int | None  # an Apprentice has none
    ends_next: bool  # above the threshold: the game ends when this seat's turn starts
    rupees: int
    place: str
    cards: int
    hand: list[str] | None  # only for its own player
    remembered: list[str]  # cards in hand that everybody saw being taken
    in_play: dict[str, int]
    cubes: dict[str, int]
    wilds: int
    dig_bonus: dict[str, int]  # by mineral, community included, as all that follows
    price_bonus: dict[str, int]  # by ore
    smith_points: dict[str, int]  # by ore, if its minimum is reached
    payout: int
    mafia: int
    draws: int
    next_points: int  # what the next Point Phase brings if nothing changes


class MineView(BaseModel):
    """A mine, and what every seat would score if it ran out now."""

    mineral: str
    place: str
    left: int
    of: int
    dig: int
    minimum: int
    out: BySeat


class RowView(BaseModel):
    """A row of the market."""

    ore: str
    cubes: list[str]
    prices: list[int]
    next_price: int


class BankView(BaseModel):
    """The bank, the expense box, and what every seat would score if the bank ran out now."""

    rupees: int
    expenses: int
    out: BySeat


class TurnView(BaseModel):
    """How far the turn is."""

    action_points: int
    of: int
    hires: int
    digs: int
    sales: int
    limits: dict[str, int]
    deeds: int  # actions that were no moves
    costs: dict[str, int]  # what a hire or dig at each place, or a sale, costs now
    wilds_left: int
    wilds: dict[str, int]
    best: dict[str, int] | None  # the best way to count the wilds left
    digger: str | None
    draws_left: int


class PlaceView(BaseModel):
    """A place of the town, and where it is drawn."""

    place: str
    kind: str
    column: int
    row: int


class KindView(BaseModel):
    """What is printed on a kind of card."""

    card: str
    type: str
    frame: str
    place: str
    dig: int
    wage: int
    fame: int
    effect: dict[str, int | str]


class View(BaseModel):
    """The town of Mine Out from one seat."""

    mode: str
    phase: str
    round: int
    round_limit: int
    ends_above: int
    first: Seat  # who began
    active: int  # seat
    turn: TurnView
    mines: list[MineView]
    market: list[RowView]
    bank: BankView
    hire: list[str | None]
    waiting: list[str]
    community: list[str]
    community_slots: int
    hand_limit: int
    deck: int
    discard: dict[str, int]
    unseen: dict[str, int]  # cards that may lie in the deck or were drawn from it unseen
    players: list[int]  # scores by player
    teams: Partners
    seats: list[SeatView]
    places: list[PlaceView] = AS_PRINTED
    rails: list[list[str]] = AS_PRINTED
    kinds: list[KindView] = AS_PRINTED


_M = material()
TRACKS = [[st.PLACES[a], st.PLACES[b]] for a, b in st.RAILS]
ON_CARDS = ("type", "frame", "place", "dig", "wage", "fame", "effect")


@kept
def _town() -> list[PlaceView]:
    return [_place(name) for name in _M["places"]]


@kept
def _place(name: str) -> PlaceView:
    place = _M["places"][name]
    return PlaceView(place=name, kind=place["kind"], column=place["grid"][0], row=place["grid"][1])


@kept
def _kinds() -> list[KindView]:
    return [_kind(name) for name in _M["cards"]]


@kept
def _kind(name: str) -> KindView:
    card = _M["cards"][name]
    return KindView(card=name, **{field: card[field] for field in ON_CARDS})


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    player = NOBODY if seat is None else seat
    return _common(s).model_copy(
        update={
            "unseen": _counted(_unseen(s, player)),
            "seats": [_seat(s, other, player_of(s, other) == player) for other in range(s.n_seats)],
        }
    )


@shared
def _common(s: State) -> View:
    """What everybody sees; the fields that depend on who looks are empty."""
    return View(
        mode=st.MODES[s.mode],
        phase=PHASES[s.phase],
        round=s.round,
        round_limit=s.options[Option.ROUND_LIMIT],
        ends_above=st.END_ABOVE,
        first=player_of(s, s.first),
        active=s.active,
        turn=_turn(s),
        mines=_mines(s),
        market=_rows(s),
        bank=_bank(s),
        hire=[None if kind == st.EMPTY else st.KINDS[kind] for kind in s.hire],
        waiting=[st.KINDS[kind] for kind in s.waiting.items[: s.waiting.n]],
        community=[st.KINDS[kind] for kind in s.community.items[: s.community.n]],
        community_slots=st.COMMUNITY_SLOTS,
        hand_limit=st.HAND_LIMIT,
        deck=s.deck.n,
        discard=_counted(s.discard),
        unseen={},
        players=[score_of(s, other) for other in range(s.n)],
        teams=_teams(s),
        seats=[],
        places=[],
        rails=TRACKS,
        kinds=[],
        # The lists themselves: pydantic would copy them, and they are encoded once for all positions.
    ).model_copy(update={"places": _town(), "kinds": _kinds()})


@shared
def _bank(s: State) -> BankView:
    out = [bank_out_points(s, seat) for seat in range(s.n_seats)]
    return BankView(rupees=s.bank, expenses=s.expenses, out=out)


@shared
def _turn(s: State) -> TurnView:
    over = s.phase == Phase.OVER
    costs = {"sell": sell_cost(s)} if s.sales < st.MAX_SALES and not over else {}
    for place in range(st.N_PLACES):
        if over:
            break
        if st.MINERAL_OF[place] >= 0 and s.digs < st.MAX_DIGS:
            costs[st.PLACES[place]] = dig_cost(s, place)
        elif place in st.PLACE_OF and s.hires < st.MAX_HIRES:
            costs[st.PLACES[place]] = hire_cost(s, place)
    best = best_count(s, s.active, s.wilds_left) if s.phase == Phase.POINTS else None
    return TurnView(
        action_points=s.ap,
        of=st.ACTION_POINTS,
        hires=s.hires,
        digs=s.digs,
        sales=s.sales,
        limits={"hires": st.MAX_HIRES, "digs": st.MAX_DIGS, "sales": st.MAX_SALES},
        deeds=s.deeds,
        costs=costs,
        wilds_left=s.wilds_left,
        wilds=dict(zip(st.ORES, s.wilds, strict=True)),
        best=None if best is None else {st.ORES[ore]: count_in(best, ore) for ore in range(st.N_ORES)},
        digger=st.KINDS[s.digger] if s.phase == Phase.WORKERS else None,
        draws_left=s.draws_left,
    )


def _teams(s: State) -> list[int]:
    found = [0] * s.n
    teams(s, found)
    return found


@shared
def _mines(s: State) -> list[MineView]:
    return [_mine(s, mineral) for mineral in range(st.N_MINERALS)]


def _mine(s: State, mineral: int) -> MineView:
    return MineView(
        mineral=st.MINERALS[mineral],
        place=st.PLACES[st.MINE_OF[mineral]],
        left=s.mines[mineral],
        of=st.CUBES[s.mode][mineral],
        dig=st.DIG_REQUIRED[mineral],
        minimum=st.MINIMUM[mineral],
        out=[mine_out_points(s, seat, mineral) for seat in range(s.n_seats)],
    )


@shared
def _rows(s: State) -> list[RowView]:
    return [_row(s, ore) for ore in range(st.N_ORES)]


def _row(s: State, ore: int) -> RowView:
    row = s.market[ore]
    return RowView(
        ore=st.ORES[ore],
        cubes=[st.MINERALS[mineral] for mineral in row.items[: row.n]],
        prices=st.PRICES[ore][: st.N_PRICES[ore]],
        next_price=next_price(s, ore),
    )


def _seat(s: State, seat: int, mine: bool) -> SeatView:
    public = _seat_in_public(s, seat)
    return public.model_copy(update={"hand": _sorted(_hand(s, seat))}) if mine else public


def _hand(s: State, seat: int) -> list[str]:
    owner = s.seats[seat]
    return [st.KINDS[kind] for kind in owner.hand[: owner.held]]


def _sorted(cards: list[str]) -> list[str]:
    return sorted(cards, key=st.KINDS.index)


def _community(s: State) -> tuple[int, ...]:
    return tuple(s.community.items[: s.community.n])


def _shows_seat(s: State, seat: int) -> Any:
    """What the public view of a seat depends on: what it has, the community, and the wilds that it has counted."""
    counted = (s.phase == Phase.POINTS, s.wilds_left, tuple(s.wilds)) if seat == s.active else ()
    return seat, s.mode, s.first, s.n_seats, numbers(s.seats[seat]), _community(s), counted


@shared
@kept_by(_shows_seat)
def _seat_in_public(s: State, seat: int) -> SeatView:
    owner = s.seats[seat]
    seen = [name for name, unseen in zip(_hand(s, seat), owner.unseen, strict=False) if unseen == st.SEEN]
    colours = TWO_PLAYER_COLOURS if s.mode == Mode.TWO else COLOURS
    counting = s.phase == Phase.POINTS and seat == s.active
    return SeatView(
        player=player_of(s, seat),
        role=ROLES[role_of(s, seat)],
        colour=colours[(seat - s.first) % s.n_seats],
        joined=bool(owner.joined),
        score=None if is_apprentice(s, seat) else owner.score,
        ends_next=owner.score > st.END_ABOVE,
        rupees=owner.money,
        place=st.PLACES[owner.place],
        cards=owner.held,
        hand=None,
        remembered=_sorted(seen),
        in_play=_counted(owner.area),
        cubes=dict(zip(st.MINERALS, owner.cubes, strict=True)),
        wilds=wilds_of(s, seat),
        dig_bonus={st.MINERALS[mineral]: visible(s, seat, st.DIG_BONUS + mineral) for mineral in range(st.N_MINERALS)},
        price_bonus={st.ORES[ore]: visible(s, seat, st.PRICE_BONUS + ore) for ore in range(st.N_ORES)},
        smith_points={st.ORES[ore]: smith_points(s, seat, ore) for ore in range(st.N_ORES)},
        payout=visible(s, seat, st.PAYOUT),
        mafia=visible(s, seat, st.MAFIA),
        draws=visible(s, seat, st.AGENT),
        next_points=best_count(s, seat, s.wilds_left if counting else wilds_of(s, seat)) // 1_000_000,
    )


def _counted(counts: list[int]) -> dict[str, int]:
    return {st.KINDS[kind]: count for kind, count in enumerate(counts) if count}


def _cards_lie(s: State, player: int) -> Any:
    """What is known about the deck: where all other cards lie."""
    held = tuple((seat.joined, tuple(seat.hand[: seat.held]), tuple(seat.unseen[: seat.held]), tuple(seat.area))
                 for seat in s.seats[: s.n_seats])  # fmt: skip
    waiting = tuple(s.waiting.items[: s.waiting.n])
    return player, s.mode, tuple(s.discard), tuple(s.hire), waiting, _community(s), held


@kept_by(_cards_lie)
def _unseen(s: State, player: int) -> list[int]:
    """Cards whose place a player does not know, by kind: of the deck, and of earlier decks still hidden in hands."""
    unseen = [unseen_of_deck(s, player, kind) for kind in range(st.N_KINDS)]
    for seat in range(s.n_seats):
        owner = s.seats[seat]
        for i in range(owner.held):
            if owner.unseen[i] > st.THIS_DECK and is_hidden(s, player, seat, i):
                unseen[owner.hand[i]] += 1
    return unseen


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source."""
    return dict(zip(st.SOURCES, s.seats[2 * player if s.mode == Mode.TWO else player].fame, strict=True))
