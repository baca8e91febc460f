"""What a player of Mine Out knows, and what must be imagined.

Secret are the order of the deck and the cards that others drew from it unseen; hired and opening cards were open.
A deck begins as a known set of cards. So whatever was drawn unseen from an earlier deck is known as a set too, only not
who holds which, and cards of one deck never mix with those of another.
"""

from pithead.kit import Cells, Fast, fast_draw, fast_shuffle, fill, fork, pop, push, rule

from .rules.ending import cards_away
from .rules.table import player_of
from .state import (
    COUNT,
    EMPTY,
    HIRE_SLOTS,
    JEWEL,
    MAX_SEATS,
    N_KINDS,
    N_MINERALS,
    N_ORES,
    N_PLACES,
    SEEN,
    THIS_DECK,
    TWO,
    WAITING_SLOTS,
    WORKERS,
    State,
)

# The observation in named groups with their lengths; seats count clockwise from the player's own one, which is +0
# (with two players: the own Master; the own Apprentice is +1).
_TOWN = (
    ("phase", 1),
    ("round", 1),
    ("action points left", 1),
    ("hires this turn", 1),
    ("digs this turn", 1),
    ("sales this turn", 1),
    ("actions but moves this turn", 1),
    ("wilds left to count", 1),
    ("draws left", 1),
    ("1 + kind of the card that digs while Workers are named, 0 otherwise", 1),
    ("rupees in the bank", 1),
    ("rupees in the expenses", 1),
    ("cards in the deck", 1),
    ("number of players", 1),
    ("mode (four, three, teams, two)", 1),
    ("options in the order of game.toml", 4),
    ("cards in the community", 1),
    ("cubes left by mine", N_MINERALS),
    ("minerals sold by ore", N_ORES),
    ("wilds counted by ore", N_ORES),
    ("jewels sold by ore", N_ORES),
    ("hires by place this turn", N_PLACES),
    ("digs by place this turn", N_PLACES),
    ("cards for hire by kind", N_KINDS),
    ("community by kind", N_KINDS),
    ("discard pile by kind", N_KINDS),
    ("cards in the deck or drawn from it unseen by kind", N_KINDS),
    ("1 + kind by waiting slot, 0 on an empty one", WAITING_SLOTS),
)
_SEAT = (
    ("points", 1),
    ("rupees", 1),
    ("place", 1),
    ("size of the hand", 1),
    ("has joined", 1),
    ("is taking its turn", 1),
    ("cubes by mineral", N_MINERALS),
    ("cards in play by kind", N_KINDS),
    ("cards known in the hand by kind", N_KINDS),
)
LAYOUT: tuple[tuple[str, int], ...] = (
    *_TOWN,
    *((f"seat +{i}: {name}", length) for i in range(MAX_SEATS) for name, length in _SEAT),
)
N_SEAT = sum(length for _, length in _SEAT)
N_FEATURES = sum(length for _, length in LAYOUT)


@rule
def is_hidden(s: State, player: int, seat: int, i: int) -> bool:
    """Whether somebody else drew this card unseen; a player knows both own hands, but not the partner's (R64)."""
    return player_of(s, seat) != player and s.seats[seat].unseen[i] != SEEN


@rule
def unseen_of_deck(s: State, player: int, kind: int) -> int:
    """How many cards of a kind lie in the deck or were drawn from it unseen by others: all that are nowhere else."""
    count = COUNT[kind] - cards_away(s, kind) - s.discard[kind]
    for slot in range(HIRE_SLOTS):
        if s.hire[slot] == kind:
            count -= 1
    for i in range(s.waiting.n):
        if s.waiting.items[i] == kind:
            count -= 1
    for i in range(s.community.n):
        if s.community.items[i] == kind:
            count -= 1
    for seat in range(s.n_seats):
        owner = s.seats[seat]
        count -= owner.area[kind]
        for i in range(owner.held):
            if owner.hand[i] == kind:
                if not is_hidden(s, player, seat, i) or owner.unseen[i] != THIS_DECK:
                    count -= 1
    return count


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    """Re-deal the deck and the cards that others drew unseen, and replace the future."""
    fork(s.rng, fast)
    for age in range(THIS_DECK + 1, oldest_secret(s, seat) + 1):
        redeal_old(s, seat, age, fast)
    fill(s.deck.items, 0)
    s.deck.n = 0
    for kind in range(N_KINDS):
        for _ in range(unseen_of_deck(s, seat, kind)):
            push(s.deck, kind)
    fast_shuffle(fast, s.deck.items, s.deck.n)
    deal_secrets(s, seat, THIS_DECK)


@rule
def oldest_secret(s: State, player: int) -> int:
    """Since how many decks the oldest hidden card has been held."""
    oldest = 0
    for seat in range(s.n_seats):
        for i in range(s.seats[seat].held):
            if is_hidden(s, player, seat, i) and s.seats[seat].unseen[i] > oldest:
                oldest = s.seats[seat].unseen[i] + 0
    return oldest


@rule
def redeal_old(s: State, player: int, age: int, fast: Fast) -> None:
    """Mix the hidden cards of an earlier deck among those who hold them; the deck's top serves as the table."""
    bottom = s.deck.n + 0
    for seat in range(s.n_seats):
        for i in range(s.seats[seat].held):
            if is_hidden(s, player, seat, i) and s.seats[seat].unseen[i] == age:
                push(s.deck, s.seats[seat].hand[i] + 0)
                # Sorted in, so that the truth cannot show through.
                at = s.deck.n - 1
                while at > bottom and s.deck.items[at] < s.deck.items[at - 1]:
                    swap(s.deck.items, at, at - 1)
                    at -= 1
    for at in range(s.deck.n - 1, bottom, -1):
        swap(s.deck.items, at, bottom + fast_draw(fast, at - bottom + 1))
    deal_secrets(s, player, age)


@rule
def swap(items: Cells, a: int, b: int) -> None:
    """Exchange two items."""
    held = items[a] + 0
    items[a] = items[b]
    items[b] = held


@rule
def deal_secrets(s: State, player: int, age: int) -> None:
    """Give every hidden card of one deck a new face from the top."""
    for seat in range(s.n_seats):
        for i in range(s.seats[seat].held):
            if is_hidden(s, player, seat, i) and s.seats[seat].unseen[i] == age:
                s.seats[seat].hand[i] = pop(s.deck)


@rule
def features(s: State, seat: int, out: Cells) -> None:
    """The board, then every seat from the player's own one on; kinds of cards are counted."""
    fill(out, 0)
    out[0] = s.phase
    out[1] = s.round
    out[2] = s.ap
    out[3] = s.hires
    out[4] = s.digs
    out[5] = s.sales
    out[6] = s.deeds
    out[7] = s.wilds_left
    out[8] = s.draws_left
    out[9] = s.digger + 1 if s.phase == WORKERS else 0
    out[10] = s.bank
    out[11] = s.expenses
    out[12] = s.deck.n
    out[13] = s.n
    out[14] = s.mode
    for i in range(4):
        out[15 + i] = s.options[i]
    out[19] = s.community.n
    at = 20
    for mineral in range(N_MINERALS):
        out[at + mineral] = s.mines[mineral]
    at += N_MINERALS
    for ore in range(N_ORES):
        out[at + ore] = s.market[ore].n
        out[at + N_ORES + ore] = s.wilds[ore]
        for i in range(s.market[ore].n):
            if s.market[ore].items[i] == JEWEL:
                out[at + 2 * N_ORES + ore] += 1
    at += 3 * N_ORES
    for place in range(N_PLACES):
        out[at + place] = s.hires_at[place]
        out[at + N_PLACES + place] = s.digs_at[place]
    at += 2 * N_PLACES
    for slot in range(HIRE_SLOTS):
        if s.hire[slot] != EMPTY:
            out[at + s.hire[slot]] += 1
    for i in range(s.community.n):
        out[at + N_KINDS + s.community.items[i]] += 1
    for kind in range(N_KINDS):
        out[at + 2 * N_KINDS + kind] = s.discard[kind]
        out[at + 3 * N_KINDS + kind] = unseen_of_deck(s, seat, kind)
    at += 4 * N_KINDS
    for i in range(s.waiting.n):
        out[at + i] = s.waiting.items[i] + 1
    at += WAITING_SLOTS
    own = 2 * seat if s.mode == TWO else seat
    for i in range(s.n_seats):
        seat_features(s, seat, (own + i) % s.n_seats, out, at + i * N_SEAT)


@rule
def seat_features(s: State, player: int, seat: int, out: Cells, at: int) -> None:
    """One seat: score, money, place, hand size, whether it is active, minerals, area, and the cards known in hand."""
    owner = s.seats[seat]
    out[at] = owner.score
    out[at + 1] = owner.money
    out[at + 2] = owner.place
    out[at + 3] = owner.held
    out[at + 4] = owner.joined
    out[at + 5] = 1 if seat == s.active else 0
    at += 6
    for mineral in range(N_MINERALS):
        out[at + mineral] = owner.cubes[mineral]
    at += N_MINERALS
    for kind in range(N_KINDS):
        out[at + kind] = owner.area[kind]
    at += N_KINDS
    for i in range(owner.held):
        if not is_hidden(s, player, seat, i):
            out[at + owner.hand[i]] += 1
