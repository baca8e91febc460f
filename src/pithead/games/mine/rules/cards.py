"""Deck, hands and discard pile, and what the table learns from them."""

from pithead.kit import emit, fill, pop, push, rule, shuffle

from ..state import COPIES, HELMETS, MAX_PLAYERS, N_KINDS, N_PROFESSIONS, N_SITES, START, Event, Option, State


@rule
def who(s: State, seat: int) -> int:
    """The seat as events name it: the dummy is −1."""
    return -1 if is_dummy(s, seat) else seat


@rule
def is_dummy(s: State, seat: int) -> bool:
    """Whether the automaton sits there: the last seat, when it plays along."""
    return s.options[Option.DUMMY] == 1 and seat == s.seats - 1


@rule
def helmets(s: State, row: int, profession: int) -> int:
    """Helmets of a card at the shelter (row 0) or at a site (1 + site)."""
    return HELMETS[s.options[Option.FLAT_CARDS] * (1 + N_SITES) + row][profession] + 0


@rule
def helmets_at(s: State, seat: int, site: int) -> int:
    """All helmets of a seat at a site."""
    result = 0
    for profession in range(N_PROFESSIONS):
        count = s.players[seat].sites[site][profession]
        if count > 0:
            result += count * helmets(s, 1 + site, profession)
    return result


@rule
def build_deck(s: State) -> None:
    """R3: what the starting hands leave of the professions, and all events, are the draw deck."""
    fill(s.deck.items, 0)
    s.deck.n = 0
    for kind in range(N_KINDS):
        count = COPIES[kind]
        if kind < N_PROFESSIONS:
            count -= START[kind] * s.seats
        s.batch[kind] = count
        for _ in range(count):
            push(s.deck, kind)
    shuffle(s.rng, s.deck.items, s.deck.n)


@rule
def reshuffle(s: State) -> None:
    """R40: the discard pile, shuffled, replaces an empty deck; an empty pile makes no new one."""
    for kind in range(N_KINDS):
        s.batch[kind] = s.discard[kind]
        for _ in range(s.discard[kind]):
            push(s.deck, kind)
        s.discard[kind] = 0
    shuffle(s.rng, s.deck.items, s.deck.n)
    for seat in range(MAX_PLAYERS):
        forget_fresh(s, seat)
    if s.deck.n > 0:
        emit(s, Event.RESHUFFLED, s.deck.n)


@rule
def forget_fresh(s: State, seat: int) -> None:
    """A new deck begins: no card of it is in any hand."""
    player = s.players[seat]
    player.fresh = 0
    player.fresh_shown = 0
    fill(player.revealed, 0)
    fill(player.drawn, 0)


@rule
def draw_card(s: State) -> int:
    """The top card of the deck, or −1 when deck and discard pile are empty."""
    if s.deck.n == 0:
        reshuffle(s)
    return pop(s.deck)


@rule
def take_card(s: State, seat: int, kind: int) -> None:
    """A drawn card goes into the hand."""
    player = s.players[seat]
    player.hand[kind] += 1
    player.held += 1
    player.fresh += 1
    player.drawn[kind] += 1
    if not is_dummy(s, seat):
        emit(s, Event.DREW_OWN, seat, kind)


@rule
def leave_hand(s: State, seat: int, kind: int) -> None:
    """A card leaves the hand."""
    s.players[seat].hand[kind] -= 1
    s.players[seat].held -= 1


@rule
def discard_card(s: State, seat: int, kind: int) -> None:
    """R26: discards lie face up."""
    leave_hand(s, seat, kind)
    s.discard[kind] += 1
    learn(s, seat, kind, 1)
    emit(s, Event.DISCARDED, who(s, seat), kind)


@rule
def learn(s: State, seat: int, kind: int, count: int) -> None:
    """The table has seen cards that the seat held.

    Cards of a kind are interchangeable, so what is left of the starting hand counts as shown first.
    """
    player = s.players[seat]
    for _ in range(count):
        if kind < N_PROFESSIONS and player.known[kind] > 0:
            player.known[kind] -= 1
        else:
            player.revealed[kind] += 1
            if player.fresh_shown < player.fresh:
                player.fresh_shown += 1


@rule
def blank(s: State) -> None:
    """Nothing is being imagined."""
    for age in range(2):
        fill(s.imagined.cards[age], 0)
        fill(s.imagined.slots[age], 0)
    fill(s.imagined.size, 0)
    fill(s.imagined.fresh_shown, 0)
    for seat in range(MAX_PLAYERS):
        fill(s.imagined.need[seat], 0)
    for origin in range(3):
        fill(s.imagined.picked[origin], 0)
