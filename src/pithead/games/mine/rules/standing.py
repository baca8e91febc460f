"""Points, ranks, and what must hold in every position."""

from pithead.kit import Cells, rule, total

from ..state import (
    CARDS_PER_ROUND,
    CHOOSING,
    COPIES,
    DUMMY,
    HAND_LIMIT,
    N_EVENTS,
    N_KINDS,
    N_PROFESSIONS,
    N_SITES,
    OPEN_SUPPLY,
    OVER,
    SHARED_SUPPLY,
    SUPPLY,
    TRACK_END,
    State,
)
from .cards import is_dummy
from .resolution import cubes_in_play


@rule
def scores(s: State, out: Cells) -> None:
    """The tooth of the gear on which each pawn stands."""
    for player in range(s.n):
        out[player] = s.players[player].points


@rule
def teams(s: State, out: Cells) -> None:
    """Everybody plays alone."""
    for player in range(s.n):
        out[player] = player


@rule
def ranking(s: State, out: Cells) -> None:
    """Ranks among all seats, the dummy included (R34)."""
    for player in range(s.n):
        rank = 1
        for other in range(s.seats):
            if other != player and is_ahead(s, other, player):
                rank += 1
        out[player] = rank


@rule
def is_ahead(s: State, a: int, b: int) -> bool:
    """Points, then coal in stock, then professions in hand, then a die roll.

    Hands are hidden while the game runs, so the last two count only at its end.
    """
    if s.players[a].points != s.players[b].points:
        return s.players[a].points > s.players[b].points
    if s.players[a].coal != s.players[b].coal:
        return s.players[a].coal > s.players[b].coal
    if s.phase != OVER:
        return False
    if professions_in_hand(s, a) != professions_in_hand(s, b):
        return professions_in_hand(s, a) > professions_in_hand(s, b)
    return s.players[a].roll > s.players[b].roll


@rule
def only_the_roll_decides(s: State, a: int, b: int) -> bool:
    """Whether two seats are equal in everything that counts."""
    if s.players[a].points != s.players[b].points or s.players[a].coal != s.players[b].coal:
        return False
    return a != b and professions_in_hand(s, a) == professions_in_hand(s, b)


@rule
def professions_in_hand(s: State, seat: int) -> int:
    """Events do not count; the dummy's pile holds none."""
    count = 0
    for profession in range(N_PROFESSIONS):
        count += s.players[seat].hand[profession]
    return count


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant."""
    for kind in range(N_KINDS):
        code = audit_kind(s, kind)
        if code != 0:
            return code
    for seat in range(s.seats):
        code = audit_seat(s, seat)
        if code != 0:
            return code
    return audit_coal(s)


@rule
def audit_kind(s: State, kind: int) -> int:
    """Every card is in the deck, in a hand, on a board or discarded; the books on the deck are true."""
    in_deck = 0
    for i in range(s.deck.n):
        if s.deck.items[i] == kind:
            in_deck += 1
    count = in_deck + s.discard[kind]
    drawn = 0
    for seat in range(s.seats):
        held = held_or_placed(s, seat, kind)
        count += held
        drawn += s.players[seat].drawn[kind]
        if kind < N_PROFESSIONS and s.players[seat].known[kind] > held:
            return 3
    if count != COPIES[kind]:
        return 1
    if in_deck + drawn != s.batch[kind]:
        return 2
    return 0


@rule
def held_or_placed(s: State, seat: int, kind: int) -> int:
    """Cards of a kind in a seat's hand and on its board."""
    player = s.players[seat]
    count = player.hand[kind] + 0
    if kind >= N_PROFESSIONS:
        return count + player.events[kind - N_PROFESSIONS]
    for site in range(N_SITES):
        count += player.sites[site][kind]
    for i in range(player.n_stacks):
        count += player.stacks[i].cards[kind]
    return count


@rule
def audit_seat(s: State, seat: int) -> int:
    """Hand, board and colour cards of a seat add up."""
    player = s.players[seat]
    if player.held != total(player.hand):
        return 4
    placed = total(player.events)
    for site in range(N_SITES):
        placed += total(player.sites[site])
    for i in range(player.n_stacks):
        stack = player.stacks[i]
        placed += stack.n
        if stack.n < 1 or stack.n != total(stack.cards):
            return 5
        if stack.target == seat or stack.target < 0 or stack.target >= s.seats:
            return 6
        for j in range(i):
            if player.stacks[j].target == stack.target:
                return 7
    if placed != player.placed or placed > CARDS_PER_ROUND:
        return 8
    if s.phase == CHOOSING and player.held + placed > HAND_LIMIT:
        return 9
    if player.coal < 0 or player.points < 0 or player.points > TRACK_END:
        return 10
    if is_dummy(s, seat):
        for event in range(N_EVENTS):
            if player.hand[N_PROFESSIONS + event] + player.events[event] > 0:
                return 11
    return 0


@rule
def audit_coal(s: State) -> int:
    """Coal in stocks and reserve is constant; the dummy may bring more, and so may an open or shared supply."""
    coal = s.reserve + 0
    for seat in range(s.seats):
        coal += s.players[seat].coal
    if s.reserve < 0:
        return 12
    if s.options[SUPPLY] == SHARED_SUPPLY:
        return 0
    if s.options[SUPPLY] == OPEN_SUPPLY:
        return 13 if s.reserve != 0 else 0
    if s.options[DUMMY]:
        return 14 if s.reserve > cubes_in_play(s) else 0
    return 15 if coal != cubes_in_play(s) else 0
