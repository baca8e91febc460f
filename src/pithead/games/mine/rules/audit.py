"""What never changes in MINE!: cards, coal and places are all there after every step."""

from pithead.kit import rule, total

from .. import state as st
from ..state import Option, Phase, State, Supply
from .cards import is_dummy
from .resolution import cubes_in_play


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant."""
    for kind in range(st.N_KINDS):
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
        if kind < st.N_PROFESSIONS and s.players[seat].known[kind] > held:
            return 3
    if count != st.COPIES[kind]:
        return 1
    if in_deck + drawn != s.batch[kind]:
        return 2
    return 0


@rule
def held_or_placed(s: State, seat: int, kind: int) -> int:
    """Cards of a kind in a seat's hand and on its board."""
    player = s.players[seat]
    count = player.hand[kind] + 0
    if kind >= st.N_PROFESSIONS:
        return count + player.events[kind - st.N_PROFESSIONS]
    for site in range(st.N_SITES):
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
    for site in range(st.N_SITES):
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
    if placed != player.placed or placed > st.CARDS_PER_ROUND:
        return 8
    if s.phase == Phase.PLACE and player.held + placed > st.HAND_LIMIT:
        return 9
    if player.coal < 0 or player.points < 0 or player.points > st.TRACK_END:
        return 10
    if is_dummy(s, seat):
        for event in range(st.N_EVENTS):
            if player.hand[st.N_PROFESSIONS + event] + player.events[event] > 0:
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
    if s.options[Option.SUPPLY] == Supply.SHARED:
        return 0
    if s.options[Option.SUPPLY] == Supply.OPEN:
        return 13 if s.reserve != 0 else 0
    if s.options[Option.DUMMY]:
        return 14 if s.reserve > cubes_in_play(s) else 0
    return 15 if coal != cubes_in_play(s) else 0
