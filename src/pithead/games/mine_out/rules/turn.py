"""A turn from the end check to its end: refill, Point Phase, next seat."""

from pithead.kit import emit, fill, push, rule, take

from .. import state as st
from ..state import Event, Mode, Option, Phase, Source, State
from .table import award, deal_in, draw_card, is_apprentice, player_of, role_of, visible


@rule
def to_move(s: State) -> int:
    """The player to decide, or −1 when the game is over."""
    return -1 if s.phase == Phase.OVER else player_of(s, s.active + 0)


@rule
def phase(s: State) -> int:
    """What is being asked."""
    return s.phase + 0


@rule
def barrier(s: State) -> int:
    """How often something hidden was revealed."""
    return s.barrier + 0


@rule
def start_turn(s: State) -> None:
    """End check, refill, Point Phase."""
    if s.options[Option.ROUND_LIMIT] > 0 and s.round > s.options[Option.ROUND_LIMIT]:
        finish(s, st.BY_ROUND_LIMIT)  # R76: the last round is over
    elif s.seats[s.active].score > st.END_ABOVE:  # R10: 50 is not enough; R70: an Apprentice has no score
        finish(s, st.BY_FAME)  # R11, R13: at once, without a Point Phase
    else:
        refill(s)
        s.ap = st.ACTION_POINTS
        fill(s.hires_at, 0)
        fill(s.digs_at, 0)
        s.hires = 0
        s.digs = 0
        s.sales = 0
        s.deeds = 0
        emit(s, Event.TURN, player_of(s, s.active + 0), role_of(s, s.active + 0), s.round)
        begin_point_phase(s)


@rule
def finish(s: State, reason: int) -> None:
    """The game is over; the winner is read from the scores (R12)."""
    s.phase = Phase.OVER
    s.reason = reason
    s.wilds_left = 0
    s.ap = 0
    emit(s, Event.ENDED, reason)


@rule
def refill(s: State) -> None:
    """Fill the hire zone from the left (R15), then the waiting row; R14: only at the start of a turn."""
    for slot in range(st.HIRE_SLOTS):
        if s.hire[slot] == st.EMPTY:
            if s.waiting.n > 0:
                s.hire[slot] = take(s.waiting, 0)
            else:
                s.hire[slot] = draw_card(s)  # R16; EMPTY when no card is left
    while s.waiting.n < st.WAITING_SLOTS:
        kind = draw_card(s)
        if kind < 0:
            return
        push(s.waiting, kind)


@rule
def begin_point_phase(s: State) -> None:
    """Without wilds the ore is counted at once; with wilds their owner is asked."""
    s.wilds_left = wilds_of(s, s.active + 0)
    s.phase = Phase.POINTS
    if s.wilds_left == 0:
        score_ore(s)


@rule
def wilds_of(s: State, seat: int) -> int:
    """Jewels, and Jewelers in the area or the community (R40)."""
    return s.seats[seat].cubes[st.JEWEL] + visible(s, seat, st.WILDS)


@rule
def count_wild(s: State, ore: int) -> None:
    """R39: one wild counts as one ore. R36: which, its owner decides alone."""
    s.wilds[ore] += 1
    s.wilds_left -= 1
    if s.wilds_left == 0:
        score_ore(s)


@rule
def count_best(s: State) -> None:
    """Count all wilds left where they bring most."""
    best = best_count(s, s.active + 0, s.wilds_left + 0)
    for ore in range(st.N_ORES):
        s.wilds[ore] += count_in(best, ore)
    score_ore(s)


@rule
def smith_points(s: State, seat: int, ore: int) -> int:
    """Each visible Smith pays one point per visible card in its colour: itself and community cards too (R42, R43)."""
    return visible(s, seat, st.SMITH + ore) * visible(s, seat, st.FRAME + ore)


@rule
def ore_points(s: State, seat: int, ore: int, wilds: int) -> int:
    """One point per cube if the minimum is reached; wilds help to reach it or reach it alone (R37)."""
    count = s.seats[seat].cubes[ore] + wilds
    return count if count >= st.MINIMUM[ore] else 0


@rule
def best_count(s: State, seat: int, wilds: int) -> int:
    """The most points that a Point Phase can bring, with the way to count the wilds.

    One number: the points × 10⁶ + the wilds to count as each ore × 10⁴, 10², 1. Wilds that the active seat has counted
    already stay where they are.
    """
    best = -1
    smiths_0, smiths_1, smiths_2 = smith_points(s, seat, 0), smith_points(s, seat, 1), smith_points(s, seat, 2)
    fixed_0, fixed_1, fixed_2 = 0, 0, 0
    if seat == s.active:
        fixed_0, fixed_1, fixed_2 = s.wilds[0] + 0, s.wilds[1] + 0, s.wilds[2] + 0
    for a in range(wilds + 1):
        for b in range(wilds - a + 1):
            c = wilds - a - b
            points = 0
            ore = ore_points(s, seat, 0, fixed_0 + a)
            if ore > 0:
                points += ore + smiths_0
            ore = ore_points(s, seat, 1, fixed_1 + b)
            if ore > 0:
                points += ore + smiths_1
            ore = ore_points(s, seat, 2, fixed_2 + c)
            if ore > 0:
                points += ore + smiths_2
            if points > best // 1_000_000:
                best = points * 1_000_000 + a * 10_000 + b * 100 + c
    return best


@rule
def count_in(best: int, ore: int) -> int:
    """How many wilds a best count gives to an ore."""
    if ore == 0:
        return best // 10_000 % 100
    if ore == 1:
        return best // 100 % 100
    return best % 100


@rule
def score_ore(s: State) -> None:
    """Score every ore whose minimum is reached; R38: how wilds were counted is forgotten afterwards."""
    seat = s.active + 0
    cubes = 0
    smiths = 0
    for ore in range(st.N_ORES):
        points = ore_points(s, seat, ore, s.wilds[ore] + 0)
        if points > 0:
            cubes += points
            smiths += smith_points(s, seat, ore)  # R41: a minimum reached with wilds counts
    fill(s.wilds, 0)
    s.wilds_left = 0
    s.phase = Phase.ACT
    if cubes > 0:
        emit(s, Event.ORE_SCORED, player_of(s, seat), role_of(s, seat), cubes + smiths, cubes, smiths)
    if is_apprentice(s, seat):
        award(s, seat, cubes + smiths, Source.ORE)  # R69: a whole Point Phase is one event
    else:
        award(s, seat, cubes, Source.ORE)
        award(s, seat, smiths, Source.SMITHS)


@rule
def after_action(s: State) -> None:
    """On with the turn, which has nothing left when its points are spent."""
    s.phase = Phase.DONE if s.ap == 0 else Phase.ACT


@rule
def end_turn(s: State) -> None:
    """The next seat clockwise; unspent points are lost."""
    s.barrier += 1
    seat = s.active + 0
    waiting = True
    while waiting:
        seat = (seat + 1) % s.n_seats
        if seat == s.first:
            s.round += 1
            if s.mode == Mode.TWO and s.round == 2:
                apprentices_join(s)
        waiting = s.seats[seat].joined == 0  # R66: in round 1 only the Masters play, the first player first
    s.active = seat
    start_turn(s)


@rule
def apprentices_join(s: State) -> None:
    """R67: with their own pawn, rupees, Worker and Miner; R68: all of it apart from the Master's."""
    for seat in range(1, s.n_seats, 2):
        deal_in(s, seat)
        emit(s, Event.JOINED, player_of(s, seat))
