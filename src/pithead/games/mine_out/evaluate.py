"""How good a position of Mine Out looks to a player."""

from pithead.kit import Cells, rule

from . import state as st
from .rules.actions import next_price
from .rules.scoring import score_of
from .rules.table import visible
from .rules.turn import best_count, wilds_of
from .state import Mode, Option, Phase, State

# The weights come from duels of this evaluation against itself (docs/bots.md).
FAME_PER_ROUND = 1.85  # what a leader gains in a round, as far as plans should reach
POINT_LEFT = 0.28  # an action point in hand is worth a little; where it is spent well the gain is larger
COUNTS_PER_HOARD = 0.16  # of its next scorings; most of a hoard's worth is what an Out or the Market brings


@rule
def evaluate(s: State, seat: int) -> float:
    """Fame so far plus what the seat's minerals, money and cards promise for the rounds that are left."""
    if s.phase == Phase.OVER:
        return 1.0 * score_of(s, seat)
    rounds = rounds_left(s)
    if s.mode == Mode.TWO:
        master = prospects(s, 2 * seat, rounds)
        return 1.0 * score_of(s, seat) + master + prospects(s, 2 * seat + 1, rounds) / st.APPRENTICE_DIVISOR
    return 1.0 * score_of(s, seat) + prospects(s, seat, rounds)


@rule
def rounds_left(s: State) -> float:
    """Rounds until the leader passes the end of the track, or until the round limit."""
    best = 0
    for player in range(s.n):
        if score_of(s, player) > best:
            best = score_of(s, player)
    rounds = (st.END_ABOVE + 1 - best) / FAME_PER_ROUND
    if rounds < 0.5:
        rounds = 0.5
    if s.options[Option.ROUND_LIMIT] > 0 and s.options[Option.ROUND_LIMIT] - s.round < rounds:
        rounds = 1.0 * (s.options[Option.ROUND_LIMIT] - s.round)
    return rounds


@rule
def prospects(s: State, seat: int, rounds: float) -> float:
    """What a seat's belongings are still worth in fame."""
    if not s.seats[seat].joined:
        return 0.0
    value = hoard_value(s, seat, rounds) + money_value(s, seat, rounds) + area_value(s, seat, rounds)
    value += hand_value(s, seat, rounds)
    if seat == s.active and (s.phase == Phase.ACT or s.phase == Phase.POINTS):
        value += POINT_LEFT * s.ap
    return value


@rule
def hoard_value(s: State, seat: int, rounds: float) -> float:
    """Minerals: what they score in the coming Point Phases, and what they bring in an Out or at the Market.

    Negotiators in play count for later sales too.
    """
    owner = s.seats[seat]
    wilds = 0 if s.phase == Phase.POINTS and seat == s.active else wilds_of(s, seat)
    counts = rounds if rounds < COUNTS_PER_HOARD else COUNTS_PER_HOARD
    value = counts * (best_count(s, seat, wilds) // 1_000_000)
    short = rounds if rounds < 1.0 else 1.0
    for ore in range(st.N_ORES):
        cubes = owner.cubes[ore] + 0
        bonus = visible(s, seat, st.PRICE_BONUS + ore)
        value += short * cubes * (0.18 + 0.11 * (next_price(s, ore) + bonus)) + 0.03 * rounds * bonus
        if cubes < st.MINIMUM[ore]:
            # Half a hoard is a promise. A full one is there to be sold: who counts it on holds it for too long.
            value += short * 0.85 * cubes * cubes / st.MINIMUM[ore]
    return value + short * 1.7 * owner.cubes[st.JEWEL]


@rule
def money_value(s: State, seat: int, rounds: float) -> float:
    """Money pays wages, which bring about as much fame; beyond what a turn can use it is worth less."""
    money = s.seats[seat].money + 0
    useful = money if money < 9 else 9
    scale = 1.0 if rounds > 1.4 else 0.5
    return scale * (0.48 * useful + 0.12 * (money - useful))


@rule
def area_value(s: State, seat: int, rounds: float) -> float:
    """Cards in play: payouts, Outs, draws; Workers for their next play or a great dig."""
    value = 0.065 * rounds * visible(s, seat, st.PAYOUT)
    value += 0.19 * rounds * visible(s, seat, st.MAFIA) + 0.12 * rounds * visible(s, seat, st.AGENT)
    workers = s.seats[seat].area[st.WORKER] + 0
    return value + (0.4 * workers if rounds > 1.5 else 0.1 * workers)


@rule
def dig_value(s: State, seat: int, rounds: float, strongest: int) -> float:
    """The best dig that the strongest card in hand offers, nearer mines first; Miners in play help with all digs."""
    owner = s.seats[seat]
    value = 0.0
    best = 0.0
    for mineral in range(st.N_MINERALS):
        bonus = visible(s, seat, st.DIG_BONUS + mineral)
        value += 0.155 * rounds * bonus / st.DIG_REQUIRED[mineral]
        if strongest > 0:
            found = (strongest + bonus) // st.DIG_REQUIRED[mineral]
            if found > s.mines[mineral]:
                found = s.mines[mineral] + 0
            worth = (
                found * (0.31 + 0.14 * st.DIG_REQUIRED[mineral]) - 0.19 * st.DISTANCE[owner.place][st.MINE_OF[mineral]]
            )
            if worth > best:
                best = worth
    return value + best


@rule
def hand_value(s: State, seat: int, rounds: float) -> float:
    """Cards in hand: fame when played, and what they can dig."""
    owner = s.seats[seat]
    if rounds < 1.0 and seat != s.active:
        return 0.0
    value = 0.0
    strongest = 0
    for i in range(owner.held):
        kind = owner.hand[i] + 0
        fame = 1.0 * st.FAME[kind]
        if kind == st.WORKER:
            fame = 1.0 + owner.area[st.WORKER]
        ready = 0.26 if st.WAGE[kind] <= owner.money else 0.12
        value += ready * fame + 0.16 * st.DIG[kind]
        if st.DIG[kind] > strongest:
            strongest = st.DIG[kind] + 0
    if owner.money < 3:
        value -= 0.05 * st.DISTANCE[owner.place][st.MARKET]
    return value + dig_value(s, seat, rounds, strongest)


@rule
def habit(s: State, legal: Cells) -> int:
    """Every choice is worth a thought."""
    return -1
