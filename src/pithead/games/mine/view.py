"""What a seat of MINE! sees."""

from typing import Any

from pydantic import BaseModel

from pithead.engine.view_fields import Seat, things
from pithead.engine.views import kept, kept_by, numbers, shared

from . import state as st
from .rules.cards import helmets, helmets_at, is_dummy
from .rules.placing import is_done
from .rules.resolution import defence, most_to_sell, round_mine_limit, round_sale_limit
from .state import Change, Option, Phase, Place, State, Step, Supply

STEPS = ("place", "sell", "draw")
PLACES = (Place.SHELTER, Place.WATCHTOWER, Place.MINE, Place.RECRUITMENT)


class Card(BaseModel):
    """A profession with its helmets at each location, for the help panel."""

    id: str
    helmets: dict[str, int]
    firedamp_proof: bool


class EventCard(BaseModel):
    """An event: how much firedamp it is, and what it changes for its owner and for everybody else."""

    id: str
    firedamp: int
    for_owner: dict[str, int] = things("change")
    for_others: dict[str, int] = things("change")


class Heap(BaseModel):
    """Cards at one location: how many, and which if the seat may know."""

    count: int
    cards: list[str] | None
    helmets: int | None


class Attack(BaseModel):
    """One stack at the looters' shelter."""

    count: int
    target: Seat | None
    town: str | None
    cards: list[str] | None
    strength: int | None


class Board(BaseModel):
    """One seat's board, hand and pawn."""

    player: Seat | None
    town: str
    points: int
    coal: int
    cards: int
    hand: list[str] | None
    colour_cards: list[str] | None
    placed: int
    passed: bool
    done: bool
    has_die: bool
    events: Heap
    shelter: list[Attack]
    watchtower: Heap
    mine: Heap
    recruitment: Heap
    changes: dict[str, int] = things("change")
    gain: int
    loss: int


class DieCard(BaseModel):
    """The limits of a die card."""

    sale: int
    mine: int


class View(BaseModel):
    """The table of MINE! from one seat; `boards` are all seats, a dummy last."""

    round: int
    rounds: int
    step: str
    holder: Seat
    seats: int
    reserve: int | None
    deck: int
    discard: dict[str, int]
    sale_limit: int
    mine_limit: int | None
    die_card: DieCard | None
    die_cards_left: list[DieCard]
    firedamp: int | None
    most_to_sell: int | None
    track_end: int
    hand_limit: int
    base_draw: int
    cards_per_round: int
    boards: list[Board]
    professions: list[Card]
    event_cards: list[EventCard]


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    deciding = s.phase == Phase.SELL and s.current == seat
    return _common(s).model_copy(
        update={
            "most_to_sell": most_to_sell(s, seat) if deciding and seat is not None else None,
            "boards": [_board(s, other, other == seat or s.phase == Phase.OVER) for other in range(s.seats)],
        }
    )


@shared
def _common(s: State) -> View:
    """What everybody sees; the fields that depend on who looks are empty."""
    limit = round_mine_limit(s)
    return View(
        round=s.round,
        rounds=st.ROUNDS,
        step=STEPS[s.step],
        holder=s.holder,
        seats=s.seats,
        reserve=None if s.options[Option.SUPPLY] == Supply.OPEN else s.reserve,
        deck=s.deck.n,
        discard={st.KINDS[kind]: s.discard[kind] for kind in range(st.N_KINDS) if s.discard[kind]},
        sale_limit=round_sale_limit(s),
        mine_limit=None if limit == st.UNLIMITED else limit,
        die_card=_die_card(s.die_card) if s.options[Option.DIE_CARDS] else None,
        die_cards_left=[_die_card(card) for card in sorted(s.die_deck.items[: s.die_deck.n])],
        firedamp=None if s.step == Step.PLACE else s.firedamp,
        most_to_sell=None,
        track_end=st.TRACK_END,
        hand_limit=st.HAND_LIMIT,
        base_draw=st.BASE_DRAW,
        cards_per_round=st.CARDS_PER_ROUND,
        boards=[],
        professions=_professions(s),
        event_cards=[],
        # The list itself: pydantic would copy it, and it is encoded once for all positions.
    ).model_copy(update={"event_cards": _event_cards()})


@kept
def _die_card(card: int) -> DieCard:
    return DieCard(sale=st.DIE_CARD_SALE[card], mine=st.DIE_CARD_MINE[card])


@shared
def _professions(s: State) -> list[Card]:
    sites = range(len(PLACES))
    return [_card(p, tuple(helmets(s, site, p) for site in sites)) for p in range(st.N_PROFESSIONS)]


@kept
def _card(profession: int, strength: tuple[int, ...]) -> Card:
    return Card(
        id=st.KINDS[profession],
        helmets={st.LOCATIONS[place]: number for place, number in zip(PLACES, strength, strict=True)},
        firedamp_proof=bool(st.FIREDAMP_PROOF[profession]),
    )


@kept
def _event_cards() -> list[EventCard]:
    return [_event_card(event) for event in range(st.N_EVENTS)]


def _event_card(event: int) -> EventCard:
    def changes(amounts: list[int]) -> dict[str, int]:
        return {name: int(amounts[i]) for i, name in enumerate(st.CHANGES) if amounts[i]}

    return EventCard(
        id=st.KINDS[st.N_PROFESSIONS + event],
        firedamp=int(st.FIREDAMP[event]),
        for_owner=changes(st.FOR_OWNER[event]),
        for_others=changes(st.FOR_OTHERS[event]),
    )


def _shows_board(s: State, other: int, mine: bool) -> Any:
    """What the view of a board depends on."""
    return other, mine, other == s.holder, s.seats, tuple(s.options), numbers(s.players[other])


@shared
@kept_by(_shows_board)
def _board(s: State, other: int, mine: bool) -> Board:
    player = s.players[other]
    targets = {stack.target for stack in player.stacks[: player.n_stacks]}
    return Board(
        player=None if is_dummy(s, other) else other,
        town=st.TOWNS[other],
        points=player.points,
        coal=player.coal,
        cards=player.held,
        hand=_names(player.hand) if mine else None,
        colour_cards=[st.TOWNS[t] for t in range(s.seats) if t != other and t not in targets] if mine else None,
        placed=player.placed,
        passed=bool(player.passed),
        done=is_done(s, other),
        has_die=other == s.holder,
        events=_events(s, other, mine),
        shelter=[_attack(s, other, i, mine) for i in range(player.n_stacks)],
        watchtower=_heap(s, other, Place.WATCHTOWER, mine),
        mine=_heap(s, other, Place.MINE, mine),
        recruitment=_heap(s, other, Place.RECRUITMENT, mine),
        changes={name: player.change[i] for i, name in enumerate(st.CHANGES)},
        gain=player.gain,
        loss=player.loss,
    )


def _events(s: State, other: int, mine: bool) -> Heap:
    played = s.players[other].events
    readable = mine or s.players[other].shown >= Place.EVENTS
    cards = [st.KINDS[st.N_PROFESSIONS + event] for event, count in enumerate(played) for _ in range(count)]
    return Heap(count=len(cards), cards=cards if readable else None, helmets=None)


def _heap(s: State, other: int, place: int, mine: bool) -> Heap:
    cards = _names(s.players[other].sites[st.SITE_OF[place]])
    if not mine and s.players[other].shown < place:
        return Heap(count=len(cards), cards=None, helmets=None)
    points = defence(s, other) if place == Place.WATCHTOWER else helmets_at(s, other, st.SITE_OF[place])
    return Heap(count=len(cards), cards=cards, helmets=points)


def _attack(s: State, other: int, index: int, mine: bool) -> Attack:
    player = s.players[other]
    stack = player.stacks[index]
    readable = mine or player.shown >= Place.SHELTER
    strength = sum(stack.cards[p] * helmets(s, 0, p) for p in range(st.N_PROFESSIONS)) + player.change[Change.ATTACK]
    target = stack.target if readable or not s.options[Option.HIDDEN_TARGETS] else None
    return Attack(
        count=stack.n,
        target=target,
        town=None if target is None else st.TOWNS[target],
        cards=_names(stack.cards) if readable else None,
        strength=strength if readable else None,
    )


def _names(counts: list[int]) -> list[str]:
    return [st.KINDS[kind] for kind, count in enumerate(counts) for _ in range(count)]


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source: coal sold is all there is."""
    return {"sales": s.players[player].points}
