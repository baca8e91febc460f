"""How good a position of Mine Out looks to a player."""

from pithead.kit import Cells, rule

from . import state as st
from .rules.actions import next_price
from .rules.scoring import score_of
from .rules.table import visible
from .rules.turn import best_count, wilds_of
from .state import Mode, Option, Phase, State

# The weights come from duels of this evaluation against itself (docs/bots.md). Each has two values: with two players,
# who have a Master and an Apprentice each, and with more.
# What a leader gains in a round, as far as plans should reach.
FAME_PER_ROUND = (1.85, 1.65)
# An action point in hand is worth a little; where it is spent well the gain is larger.
POINT_LEFT = (0.28, 0.27)
# Of the next scorings of a hoard this many count; most of its worth is what an Out or the Market brings.
COUNTS_PER_HOARD = (0.16, 0.18)
# A cube: by itself, and by the price that it brings; a bonus on the price in every round to come.
CUBE, CUBE_BY_PRICE, PRICE_BONUS = (0.18, 0.2), (0.11, 0.12), (0.03, 0.025)
# Half a hoard is a promise. A full one is there to be sold: who counts it on holds it for too long.
HALF_A_HOARD = (0.85, 0.93)
JEWEL = (1.7, 2.6)
# Money up to what a turn can use, and beyond.
MONEY, MORE_MONEY = (0.48, 0.46), (0.12, 0.12)
# Cards in play, by the rounds to come: payouts, Outs, draws. Workers for their next play, or when that is late.
PAYOUT, MAFIA, AGENT = (0.065, 0.065), (0.19, 0.17), (0.12, 0.13)
WORKER, LATE_WORKER = (0.4, 0.37), (0.1, 0.09)
# Miners in play, by the rounds to come; a mineral of the best dig, by itself and by what it takes; a step to its mine.
DIG_BONUS = (0.155, 0.17)
FOUND, FOUND_BY_STRENGTH, STEP = (0.31, 0.24), (0.14, 0.14), (0.19, 0.17)
# Cards in hand: fame that can be paid for, fame that cannot, strength; a step to the Market for who has no money.
READY, NOT_READY, STRENGTH = (0.26, 0.22), (0.12, 0.12), (0.16, 0.17)
STEP_TO_MARKET = (0.05, 0.045)


@rule
def many(s: State) -> int:
    """Which of the two values of a weight holds: 0 with two players, 1 with more."""
    return 0 if s.mode == Mode.TWO else 1


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
    rounds = (st.END_ABOVE + 1 - best) / FAME_PER_ROUND[many(s)]
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
        value += POINT_LEFT[many(s)] * s.ap
    return value


@rule
def hoard_value(s: State, seat: int, rounds: float) -> float:
    """Minerals: what they score in the coming Point Phases, and what they bring in an Out or at the Market.

    Negotiators in play count for later sales too.
    """
    m = many(s)
    owner = s.seats[seat]
    wilds = 0 if s.phase == Phase.POINTS and seat == s.active else wilds_of(s, seat)
    counts = min(rounds, COUNTS_PER_HOARD[m])
    value = counts * (best_count(s, seat, wilds) // 1_000_000)
    short = rounds if rounds < 1.0 else 1.0
    for ore in range(st.N_ORES):
        cubes = owner.cubes[ore] + 0
        bonus = visible(s, seat, st.PRICE_BONUS + ore)
        value += short * cubes * (CUBE[m] + CUBE_BY_PRICE[m] * (next_price(s, ore) + bonus))
        value += PRICE_BONUS[m] * rounds * bonus
        if cubes < st.MINIMUM[ore]:
            value += short * HALF_A_HOARD[m] * cubes * cubes / st.MINIMUM[ore]
    return value + short * JEWEL[m] * owner.cubes[st.JEWEL]


@rule
def money_value(s: State, seat: int, rounds: float) -> float:
    """Money pays wages, which bring about as much fame; beyond what a turn can use it is worth less."""
    m = many(s)
    money = s.seats[seat].money + 0
    useful = money if money < 9 else 9
    scale = 1.0 if rounds > 1.4 else 0.5
    return scale * (MONEY[m] * useful + MORE_MONEY[m] * (money - useful))


@rule
def area_value(s: State, seat: int, rounds: float) -> float:
    """Cards in play: payouts, Outs, draws; Workers for their next play or a great dig."""
    m = many(s)
    value = PAYOUT[m] * rounds * visible(s, seat, st.PAYOUT)
    value += MAFIA[m] * rounds * visible(s, seat, st.MAFIA) + AGENT[m] * rounds * visible(s, seat, st.AGENT)
    workers = s.seats[seat].area[st.WORKER] + 0
    return value + (WORKER[m] * workers if rounds > 1.5 else LATE_WORKER[m] * workers)


@rule
def dig_value(s: State, seat: int, rounds: float, strongest: int) -> float:
    """The best dig that the strongest card in hand offers, nearer mines first; Miners in play help with all digs."""
    m = many(s)
    owner = s.seats[seat]
    value = 0.0
    best = 0.0
    for mineral in range(st.N_MINERALS):
        bonus = visible(s, seat, st.DIG_BONUS + mineral)
        value += DIG_BONUS[m] * rounds * bonus / st.DIG_REQUIRED[mineral]
        if strongest > 0:
            found = (strongest + bonus) // st.DIG_REQUIRED[mineral]
            if found > s.mines[mineral]:
                found = s.mines[mineral] + 0
            worth = found * (FOUND[m] + FOUND_BY_STRENGTH[m] * st.DIG_REQUIRED[mineral])
            worth -= STEP[m] * st.DISTANCE[owner.place][st.MINE_OF[mineral]]
            if worth > best:
                best = worth
    return value + best


@rule
def hand_value(s: State, seat: int, rounds: float) -> float:
    """Cards in hand: fame when played, and what they can dig."""
    m = many(s)
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
        ready = READY[m] if st.WAGE[kind] <= owner.money else NOT_READY[m]
        value += ready * fame + STRENGTH[m] * st.DIG[kind]
        if st.DIG[kind] > strongest:
            strongest = st.DIG[kind] + 0
    if owner.money < 3:
        value -= STEP_TO_MARKET[m] * st.DISTANCE[owner.place][st.MARKET]
    return value + dig_value(s, seat, rounds, strongest)


@rule
def habit(s: State, legal: Cells) -> int:
    """Every choice is worth a thought."""
    return -1
