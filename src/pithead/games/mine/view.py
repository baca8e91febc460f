"""What a seat of MINE! sees."""

from pydantic import BaseModel

from pithead.engine.views import shared

from .rules.cards import helmets, helmets_at, is_dummy
from .rules.placing import is_done
from .rules.resolution import defence, most_to_sell, round_mine_limit, round_sale_limit
from .state import (
    ATTACK,
    BASE_DRAW,
    CARDS_PER_ROUND,
    CHANGES,
    COLOURS,
    DIE_CARD_MINE,
    DIE_CARD_SALE,
    DIE_CARDS,
    EVENTS,
    FIREDAMP,
    FIREDAMP_PROOF,
    FOR_OTHERS,
    FOR_OWNER,
    HAND_LIMIT,
    HIDDEN_TARGETS,
    KINDS,
    LOCATIONS,
    MINE,
    N_EVENTS,
    N_KINDS,
    N_PROFESSIONS,
    OPEN_SUPPLY,
    OVER,
    PLACE_STEP,
    RECRUITMENT,
    ROUNDS,
    SELLING,
    SHELTER,
    SITE_OF,
    SUPPLY,
    TOWNS,
    TRACK_END,
    UNLIMITED,
    WATCHTOWER,
    State,
)

STEPS = ("place", "sell", "draw")


class Card(BaseModel):
    """A profession with its helmets at each location, for the help panel."""

    id: str
    helmets: dict[str, int]
    firedamp_proof: bool


class EventCard(BaseModel):
    """An event: how much firedamp it is, and what it changes for its owner and for everybody else."""

    id: str
    firedamp: int
    for_owner: dict[str, int]
    for_others: dict[str, int]


class Heap(BaseModel):
    """Cards at one location: how many, and which if the seat may know."""

    count: int
    cards: list[str] | None
    helmets: int | None


class Attack(BaseModel):
    """One stack at the looters' shelter."""

    count: int
    target: int | None
    town: str | None
    cards: list[str] | None
    strength: int | None


class Board(BaseModel):
    """One seat's board, hand and pawn."""

    player: int | None
    town: str
    colour: str
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
    changes: dict[str, int]
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
    holder: int
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
    limit = round_mine_limit(s)
    deciding = s.phase == SELLING and s.current == seat
    return View(
        round=s.round,
        rounds=ROUNDS,
        step=STEPS[s.step],
        holder=s.holder,
        seats=s.seats,
        reserve=None if s.options[SUPPLY] == OPEN_SUPPLY else s.reserve,
        deck=s.deck.n,
        discard={KINDS[kind]: s.discard[kind] for kind in range(N_KINDS) if s.discard[kind]},
        sale_limit=round_sale_limit(s),
        mine_limit=None if limit == UNLIMITED else limit,
        die_card=_die_card(s.die_card) if s.options[DIE_CARDS] else None,
        die_cards_left=[_die_card(card) for card in sorted(s.die_deck.items[: s.die_deck.n])],
        firedamp=None if s.step == PLACE_STEP else s.firedamp,
        most_to_sell=most_to_sell(s, seat) if deciding and seat is not None else None,
        track_end=TRACK_END,
        hand_limit=HAND_LIMIT,
        base_draw=BASE_DRAW,
        cards_per_round=CARDS_PER_ROUND,
        boards=[_board(s, other, other == seat or s.phase == OVER) for other in range(s.seats)],
        professions=[_card(s, profession) for profession in range(N_PROFESSIONS)],
        event_cards=[_event_card(event) for event in range(N_EVENTS)],
    )


def _die_card(card: int) -> DieCard:
    return DieCard(sale=DIE_CARD_SALE[card], mine=DIE_CARD_MINE[card])


@shared
def _card(s: State, profession: int) -> Card:
    places = (SHELTER, WATCHTOWER, MINE, RECRUITMENT)
    return Card(
        id=KINDS[profession],
        helmets={LOCATIONS[place]: helmets(s, i, profession) for i, place in enumerate(places)},
        firedamp_proof=bool(FIREDAMP_PROOF[profession]),
    )


def _event_card(event: int) -> EventCard:
    def changes(amounts: list[int]) -> dict[str, int]:
        return {name: int(amounts[i]) for i, name in enumerate(CHANGES) if amounts[i]}

    return EventCard(
        id=KINDS[N_PROFESSIONS + event],
        firedamp=int(FIREDAMP[event]),
        for_owner=changes(FOR_OWNER[event]),
        for_others=changes(FOR_OTHERS[event]),
    )


@shared
def _board(s: State, other: int, mine: bool) -> Board:
    player = s.players[other]
    targets = {stack.target for stack in player.stacks[: player.n_stacks]}
    return Board(
        player=None if is_dummy(s, other) else other,
        town=TOWNS[other],
        colour=COLOURS[other],
        points=player.points,
        coal=player.coal,
        cards=player.held,
        hand=_names(player.hand) if mine else None,
        colour_cards=[TOWNS[t] for t in range(s.seats) if t != other and t not in targets] if mine else None,
        placed=player.placed,
        passed=bool(player.passed),
        done=is_done(s, other),
        has_die=other == s.holder,
        events=_events(s, other, mine),
        shelter=[_attack(s, other, i, mine) for i in range(player.n_stacks)],
        watchtower=_heap(s, other, WATCHTOWER, mine),
        mine=_heap(s, other, MINE, mine),
        recruitment=_heap(s, other, RECRUITMENT, mine),
        changes={name: player.change[i] for i, name in enumerate(CHANGES)},
        gain=player.gain,
        loss=player.loss,
    )


def _events(s: State, other: int, mine: bool) -> Heap:
    played = s.players[other].events
    readable = mine or s.players[other].shown >= EVENTS
    cards = [KINDS[N_PROFESSIONS + event] for event, count in enumerate(played) for _ in range(count)]
    return Heap(count=len(cards), cards=cards if readable else None, helmets=None)


def _heap(s: State, other: int, place: int, mine: bool) -> Heap:
    cards = _names(s.players[other].sites[SITE_OF[place]])
    if not mine and s.players[other].shown < place:
        return Heap(count=len(cards), cards=None, helmets=None)
    points = defence(s, other) if place == WATCHTOWER else helmets_at(s, other, SITE_OF[place])
    return Heap(count=len(cards), cards=cards, helmets=points)


def _attack(s: State, other: int, index: int, mine: bool) -> Attack:
    player = s.players[other]
    stack = player.stacks[index]
    readable = mine or player.shown >= SHELTER
    strength = sum(stack.cards[p] * helmets(s, 0, p) for p in range(N_PROFESSIONS)) + player.change[ATTACK]
    target = stack.target if readable or not s.options[HIDDEN_TARGETS] else None
    return Attack(
        count=stack.n,
        target=target,
        town=None if target is None else TOWNS[target],
        cards=_names(stack.cards) if readable else None,
        strength=strength if readable else None,
    )


def _names(counts: list[int]) -> list[str]:
    return [KINDS[kind] for kind, count in enumerate(counts) for _ in range(count)]


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source: coal sold is all there is."""
    return {"sales": s.players[player].points}
