"""How good a position looks to a player."""

from pithead.kit import Cells, rule

from . import state as st
from .rules.board_scoring import board_score, is_present, marks
from .rules.consolidation import administration, mine_value
from .rules.income import income
from .rules.miners import moves_left, places_left
from .rules.scoring import engines_of, final_points, has_line
from .rules.technology import loading_coins, loading_fee, technology_coins, technology_vp, wagons
from .state import Ask, Owner, Rail, Stage, State

# The weights come from duels of this evaluation against itself (docs/bots.md).
# What a coin is worth in points: half a point at the end, more while it can still be invested. The first few of a round
# buy mines, the best investment there is; those to come later, or beyond what a round's actions can spend, count less.
COIN = 0.46
NEEDED_COINS = 4
NEEDED_PER_ROUND = 0.43
LATER_PER_ROUND = 0.23
# Opportunities that are open in the own turn, by scorings left.
ACTION = 0.58
PLACE = 0.6
MOVE = 0.039
TOKEN_PIECE = 0.72
WORKER = 1.12
SETTLER = 0.38
SETTLEMENT = 0.73
RESERVE_MINER = 0.084
GUARD = 0.34
HELD_TOKEN = 0.78
# The part of the points on the map today that a coming scoring will bring: others move in.
STANDING = 0.26
# How much of the points that disasters threaten is really lost.
RISK = 0.84


@rule
def evaluate(s: State, seat: int) -> float:
    """Points so far, what every coming scoring would bring as things stand, and the use of what is in hand."""
    player = s.players[seat]
    value = 1.0 * player.points
    if s.stage == Stage.OVER:
        return value
    value += final_points(s, player)
    incomes, boards, technologies = scorings_left(s)
    coin = COIN + LATER_PER_ROUND * boards
    # The final points count the half point of a coin.
    value += LATER_PER_ROUND * boards * player.coins
    value += (NEEDED_PER_ROUND - LATER_PER_ROUND) * boards * min(NEEDED_COINS, player.coins)
    value += coin * incomes * income(player)
    value += boards * board_score(s, seat) * STANDING
    value += technologies * (coin * technology_coins(s, player) + technology_vp(s, player))
    value += loading_value(s, seat, technologies, coin)
    value += consolidation_value(s, seat)
    value += lines_value(s, seat)
    value += hand_value(s, seat, boards)
    if s.current == seat and s.stage <= Stage.EXTRA_ACTION:
        value += open_value(s, seat, coin, incomes, boards)
    return value - RISK * risk(s, seat)


@rule
def open_value(s: State, seat: int, coin: float, incomes: int, boards: int) -> float:
    """What the turn has begun but not finished: a mine without its card, steps to make, a piece to place."""
    player = s.players[seat]
    ask = s.ask + 0
    value = ACTION * boards if s.turn.main_done == 0 and s.stage > Stage.CHOOSING else 0.0
    if ask in (Ask.STEP, Ask.TO):
        value += PLACE * boards * min(places_left(s), player.miners[st.RESERVE] + 0) + MOVE * moves_left(s)
    elif ask == Ask.SECOND_MINER:
        value += PLACE * boards
    elif Ask.TOKEN_ENGINE <= ask <= Ask.TOKEN_ENGINEER:
        value += TOKEN_PIECE * boards + 2 * coin
    elif Ask.WORKER <= ask <= Ask.SLOT and s.stage > Stage.CHOOSING:
        card = s.turn.mine + 1
        value += coin * incomes * st.CARD_INCOME[card] + 0.097 * boards * st.CARD_WAGONS[card]
        if st.MINE_SINGLE[s.turn.mine]:
            value += st.CARD_VP[card]
        if ask <= Ask.MARKER:
            field = st.MINE_FIELD[s.turn.mine] + 0
            value += 0.35 * boards * (1 if is_present(s, seat, field) else marks(s, field) + 1)
            value += WORKER + st.LOST_MINE_VP
    return value


@rule
def scorings_left(s: State) -> tuple[int, int, int]:
    """How often income, the map and the technology cards will still pay."""
    left = st.ROUNDS - s.round
    return (
        left + (1 if s.stage <= Stage.INCOME else 0),
        left + (1 if s.stage <= Stage.BOARD else 0),
        left + (1 if s.stage <= Stage.TECHNOLOGY else 0),
    )


@rule
def loading_value(s: State, seat: int, times: int, coin: float) -> float:
    """Wagons score one point each, if the fee can be paid."""
    player = s.players[seat]
    count = wagons(player)
    each = 1.0 * count + coin * loading_coins(s, player, count)
    if loading_fee(player) > 0:
        each = max(0.0, each - 2 * WORKER) * (0.53 if player.workers > 0 else 0.31)
    return times * each


@rule
def consolidation_value(s: State, seat: int) -> float:
    """The chance to win a large mine, and the compensation otherwise."""
    value = 0.0
    strength = administration(s, seat) + 0.96 * s.players[seat].coins
    for field in range(st.N_FIELDS):
        if s.large[field] != Owner.LATER or st.LARGE_ROUND[field] < s.round:
            continue
        mine = mine_value(s, seat, field)
        if mine == 0:
            continue
        best = 1.0
        own = 0
        for m in st.FIELD_MINES[field]:
            if m < 0:
                break
            if s.mines[m] == seat:
                own += 1
        for p in range(s.n):
            if p != seat:
                theirs = mine_value(s, p, field)
                if theirs > 0:
                    best = max(best, theirs + administration(s, p) + 0.75 * s.players[p].coins)
        syndicate = syndicate_strength(s, field)
        if syndicate > 0:
            best = max(best, 1.0 * syndicate)
        else:
            if others_in(s, seat, field) == 0:
                best = 0.0
        mine_strength = mine + strength
        chance = mine_strength / (mine_strength + best) if best > 0.0 else 1.0
        prize = 1.0 * st.CARD_VP[st.LARGE_CARD + field] + 1.47 * st.CARD_WAGONS[st.LARGE_CARD + field]
        value += chance * (prize - 1.0) + (1.0 - chance) * st.LOST_MINE_VP * own
    return value


@rule
def others_in(s: State, seat: int, field: int) -> int:
    """Mines of a field that are not the seat's own."""
    count = 0
    for m in st.FIELD_MINES[field]:
        if m < 0:
            break
        if s.mines[m] != seat:
            count += 1
    return count


@rule
def syndicate_strength(s: State, field: int) -> int:
    """What the Syndicate would put up now; 0: it has no mine there."""
    value = 0
    for m in st.FIELD_MINES[field]:
        if m < 0:
            break
        if s.mines[m] >= st.MAX_PLAYERS:
            value += st.MINE_COST[m]
    if value == 0:
        return 0
    for coin in s.syndicate_track:
        value += coin
    return value + s.extra_coin


@rule
def lines_value(s: State, seat: int) -> float:
    """An unfinished line is worth a part that grows with the square of what stands."""
    player = s.players[seat]
    value = 0.0
    for line in range(st.N_LINES):
        if st.LINE_BONUS[s.small][line] == 0 or has_line(s, player, line):
            continue
        done = 0
        stations = 0
        for station in range(st.N_STATIONS):
            if st.STATION_LINE[station] == line and st.STATION_IN[s.small][station]:
                stations += 1
                if player.miners[st.STATION_AT + station] > 0:
                    done += 1
        share = done / stations
        value += 0.55 * st.LINE_BONUS[s.small][line] * share * share
    return value


@rule
def hand_value(s: State, seat: int, rounds: int) -> float:
    """What is not scored but can be used while rounds are left."""
    player = s.players[seat]
    left = min(1.0, 0.41 * rounds)
    value = WORKER * player.workers + WORKER * (player.tokens[Rail.WORKER] + player.fresh[Rail.WORKER])
    value += 0.97 * (player.tokens[Rail.WAGON] + player.fresh[Rail.WAGON])
    value += 0.59 * (player.tokens[Rail.CONSOLIDATION] + player.fresh[Rail.CONSOLIDATION])
    value += RESERVE_MINER * player.miners[st.RESERVE]
    for village in range(len(player.settled)):
        if player.settled[village] > 0:
            value += SETTLEMENT + SETTLER * player.miners[st.VILLAGE_AT + village]
    if player.held > 0:
        value += HELD_TOKEN
    value += 0.2 * min(3, engines_of(player))
    return left * value


@rule
def risk(s: State, seat: int) -> float:
    """Unguarded mines invite the disasters of the rounds to come."""
    player = s.players[seat]
    rounds = st.ROUNDS - s.round + (1 if s.stage < Stage.INCOME else 0)
    open_mines = 0
    for slot in range(st.N_SLOTS):
        if player.cards[slot] > 0 and st.SLOT_SAFE[slot] == 0 and player.miners[slot] == 0:
            open_mines += 1
    return GUARD * rounds * min(3, open_mines)


@rule
def habit(s: State, legal: Cells) -> int:
    """Every choice is worth a thought."""
    return -1
