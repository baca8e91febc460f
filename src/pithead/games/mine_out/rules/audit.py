"""What never changes in Mine Out: money, cubes and cards are all there after every step."""

from pithead.kit import rule, total

from .. import state as st
from ..state import State

MONEY, CUBES_LOST, CARDS, HANDS, COMMUNITY, TURN, FAME_LOST, EMPTIED = range(1, 9)
KINDS_AT_ONCE = 7


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant."""
    if not money_kept(s):
        return MONEY
    if not cubes_kept(s):
        return CUBES_LOST
    if not cards_kept(s):
        return CARDS
    if s.bank <= 0:
        return EMPTIED
    for mineral in range(st.N_MINERALS):
        if s.mines[mineral] <= 0:
            return EMPTIED
    for seat in range(s.n_seats):
        if s.seats[seat].held < 0 or s.seats[seat].held > st.HAND_LIMIT or s.seats[seat].money < 0:
            return HANDS
        if s.seats[seat].score != total(s.seats[seat].fame):
            return FAME_LOST
    if s.community.n > st.COMMUNITY_SLOTS:
        return COMMUNITY
    for i in range(s.community.n):
        if s.community.items[i] == st.WORKER:
            return COMMUNITY
    if s.ap < 0 or s.ap > st.ACTION_POINTS or s.hires > st.MAX_HIRES or s.digs > st.MAX_DIGS or s.sales > st.MAX_SALES:
        return TURN
    return 0


@rule
def money_kept(s: State) -> bool:
    """Bank, expense box and seats hold all the money of the game."""
    money = s.bank + s.expenses
    for seat in range(s.n_seats):
        money += s.seats[seat].money
    return money == st.RUPEES[s.mode]


@rule
def cubes_kept(s: State) -> bool:
    """Every cube is in its mine, with a seat or in the market."""
    for mineral in range(st.N_MINERALS):
        cubes = s.mines[mineral] + 0
        for seat in range(s.n_seats):
            cubes += s.seats[seat].cubes[mineral]
        for ore in range(st.N_ORES):
            if ore == mineral or mineral == st.JEWEL:
                for i in range(s.market[ore].n):
                    if s.market[ore].items[i] == mineral:
                        cubes += 1
        if cubes != st.CUBES[s.mode][mineral]:
            return False
    return True


@rule
def cards_kept(s: State) -> bool:
    """Every card is somewhere, and only once; counted for a few kinds at a time, a byte for each."""
    for first in range(0, st.N_KINDS, KINDS_AT_ONCE):
        missing = 0
        for kind in range(first, min(first + KINDS_AT_ONCE, st.N_KINDS)):
            count = st.COUNT[kind] - s.discard[kind] - cards_away(s, kind)
            for seat in range(s.n_seats):
                count -= s.seats[seat].area[kind]
            missing += count << 8 * (kind - first)
        for i in range(s.deck.n):
            missing -= card_byte(s.deck.items[i] - first)
        for i in range(s.waiting.n):
            missing -= card_byte(s.waiting.items[i] - first)
        for i in range(s.community.n):
            missing -= card_byte(s.community.items[i] - first)
        for slot in range(st.HIRE_SLOTS):
            if s.hire[slot] != st.EMPTY:
                missing -= card_byte(s.hire[slot] - first)
        for seat in range(s.n_seats):
            for i in range(s.seats[seat].held):
                missing -= card_byte(s.seats[seat].hand[i] - first)
        if missing != 0:
            return False
    return True


@rule
def card_byte(offset: int) -> int:
    """One card of the kind at an offset within those counted at once."""
    return 1 << 8 * offset if 0 <= offset < KINDS_AT_ONCE else 0


@rule
def cards_away(s: State, kind: int) -> int:
    """Start-marked cards out of the game, or in reserve for Apprentices who have not joined yet."""
    if st.START_MARKED[kind] == 0:
        return 0
    away = st.HANDS_REMOVED[s.mode] + 0
    for seat in range(s.n_seats):
        if not s.seats[seat].joined:
            away += 1
    return away
