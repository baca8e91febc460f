"""What a player of Mine Out knows, and what must be imagined.

Secret are the order of the deck and the cards that others drew from it unseen; hired and opening cards were open.
A deck begins as a known set of cards. So whatever was drawn unseen from an earlier deck is known as a set too, only not
who holds which, and cards of one deck never mix with those of another.
"""

from pithead.kit import Cells, Fast, fast_draw, fast_shuffle, fill, fork, pop, push, rule

from .rules.audit import cards_away
from .rules.table import player_of
from .state import COUNT, HIRE_SLOTS, N_KINDS, SEEN, THIS_DECK, State


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
