"""What every phase uses: seats, visible cards, fame, hands and the deck."""

from pithead.kit import emit, fill, pop, push, rule, shuffle

from .. import state as st
from ..state import Event, Mode, Seat, Source, State

PLAIN, MASTER, APPRENTICE = range(3)


@rule
def is_apprentice(s: State, seat: int) -> bool:
    """With two players every second seat is an Apprentice."""
    return s.mode == Mode.TWO and seat % 2 == 1


@rule
def player_of(s: State, seat: int) -> int:
    """Who decides for a seat: a Master also plays the turns of the Apprentice."""
    return seat // 2 if s.mode == Mode.TWO else seat + 0


@rule
def role_of(s: State, seat: int) -> int:
    """What a seat is to its player."""
    if s.mode != Mode.TWO:
        return PLAIN
    return APPRENTICE if seat % 2 == 1 else MASTER


@rule
def visible(s: State, seat: int, effect: int) -> int:
    """An effect summed over the seat's area and the community; other areas are invisible (R51)."""
    row = st.EFFECTS[effect]
    area = s.seats[seat].area
    found = 0
    for kind in range(st.N_KINDS):
        found += row[kind] * area[kind]
    for i in range(s.community.n):
        found += row[s.community.items[i]]
    return found


@rule
def award(s: State, seat: int, points: int, source: int) -> None:
    """Fame for a seat, as one scoring event; the track has no end (R9).

    An Apprentice has no score: its Master gets half of every event, rounded down (R69).
    """
    if is_apprentice(s, seat):
        half = points // st.APPRENTICE_DIVISOR
        master = s.seats[seat - 1]
        master.score += half
        master.fame[Source.APPRENTICE] += half
        if points > 0:
            emit(s, Event.CREDITED, player_of(s, seat), points, half)
    else:
        owner = s.seats[seat]
        owner.score += points
        owner.fame[source] += points


@rule
def deal_in(s: State, seat: int) -> None:
    """Rupees from the bank, one start-marked Worker and Miner, and the pawn on its starting place."""
    new = s.seats[seat]
    new.joined = 1
    new.place = st.START  # R8: any number of pawns share a place
    new.money = st.STARTING_RUPEES
    s.bank -= st.STARTING_RUPEES
    for kind in range(st.N_KINDS):
        if st.START_MARKED[kind] > 0:
            take_card(new, kind, st.SEEN)


@rule
def take_card(seat: Seat, kind: int, unseen: int) -> None:
    """Add a card to a hand, which has room for it."""
    seat.hand[seat.held] = kind
    seat.unseen[seat.held] = unseen
    seat.held += 1


@rule
def lose_card(seat: Seat, kind: int) -> None:
    """Take one card of a kind out of a hand.

    Of equal cards the one that everybody knows goes first, then the one drawn longest ago: what the table can still
    say about the rest of the hand is then exact.
    """
    at = -1
    for i in range(seat.held):
        if seat.hand[i] == kind:
            if at < 0 or seat.unseen[i] == st.SEEN:
                at = i
            elif seat.unseen[at] != st.SEEN and seat.unseen[i] > seat.unseen[at]:
                at = i
    seat.held -= 1
    for i in range(at, seat.held):
        seat.hand[i] = seat.hand[i + 1]
        seat.unseen[i] = seat.unseen[i + 1]
    seat.hand[seat.held] = 0
    seat.unseen[seat.held] = 0


@rule
def draw_card(s: State) -> int:
    """The top card of the deck, or −1 when neither deck nor discard pile has one (R17)."""
    if s.deck.n == 0:
        reshuffle(s)
    return pop(s.deck)


@rule
def reshuffle(s: State) -> None:
    """R17: only when a draw finds the deck empty, the discard pile becomes the new deck."""
    for kind in range(st.N_KINDS):
        for _ in range(s.discard[kind]):
            push(s.deck, kind)
    fill(s.discard, 0)
    if s.deck.n > 0:
        shuffle(s.rng, s.deck.items, s.deck.n)
        emit(s, Event.RESHUFFLED, s.deck.n)
        for p in range(s.n_seats):
            seat = s.seats[p]
            for i in range(seat.held):
                if st.SEEN < seat.unseen[i] < st.LONG_AGO:
                    seat.unseen[i] += 1
