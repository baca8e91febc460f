"""What a seat knows, and what it must imagine.

Hidden from everybody alike are the railway tokens on the stations, the disaster tokens of the coming rounds and the
order of the large mines of the round. Everything else is open (R7).
"""

from pithead.kit import Cells, Fast, fast_draw, fast_shuffle, fill, fork, rule, total

from .rules.board_scoring import board_score, marks
from .rules.consolidation import administration
from .rules.final import engines_of, final_points
from .rules.income import income
from .rules.technology import technology_coins, technology_vp, wagons
from .state import (
    DISASTER_COUNT,
    MAX_PLAYERS,
    N_CARDS,
    N_FIELDS,
    N_MINES,
    N_PLACES,
    N_STATIONS,
    N_VILLAGES,
    RAIL_COUNT,
    ROUNDS,
    State,
)

N_KINDS = 5  # of railway tokens

# The observation in named groups with their lengths; players count in the order of seats from the own one, which is +0.
_SHARED = (
    ("number of players", 1),
    ("round", 1),
    ("stage of the round", 1),
    ("phase", 1),
    ("player to move", 1),
    ("workers in the bank", 1),
    ("coins in the bank", 1),
    ("steam engines in the bank", 1),
    ("coins on the track of the Syndicate", 1),
    ("purchases of the Syndicate", 1),
    ("extra coin of the Syndicate", 1),
    ("mining damage is active", 1),
    ("risen prices (settlement, engineer, steam engine)", 3),
    ("railway tokens not yet seen by kind", N_KINDS),
    ("disaster tokens shown by kind", len(DISASTER_COUNT)),
    ("field being consolidated", 1),
    ("value of the Syndicate in the auction, −1 without one", 1),
    ("main action of the turn is done", 1),
    ("miners placed in the open action", 1),
    ("miners moved in the open action", 1),
    ("discs in the bag", 1),
)
_MAP = (
    ("holder of the large mine by field (player, or 5 … 10)", N_FIELDS),
    ("marks by field", N_FIELDS),
    ("holder of the mine by number (player, or 5 … 10)", N_MINES),
    ("workers by village", N_VILLAGES),
    ("has a railway token by station", N_STATIONS),
)
_PLAYER = (
    ("points", 1),
    ("coins", 1),
    ("workers", 1),
    ("settlements left", 1),
    ("engineers left", 1),
    ("extra actions", 1),
    ("1 + bonus token, 0 without", 1),
    ("steam engines", 1),
    ("income now", 1),
    ("board scoring now", 1),
    ("coins by technology now", 1),
    ("points by technology now", 1),
    ("wagons", 1),
    ("administration now", 1),
    ("final scoring now", 1),
    ("place in the turn order", 1),
    ("railway tokens by kind", N_KINDS),
    ("railway tokens of this round by kind", N_KINDS),
    ("value in the auction", 1),
    ("takes part in the auction", 1),
    ("steps of the coking plant paid", 1),
    ("hit by the disaster", 1),
    ("technology cards turned", N_CARDS),
    ("miners by place", N_PLACES),
)
LAYOUT: tuple[tuple[str, int], ...] = (
    *_SHARED,
    *_MAP,
    *((f"seat +{i}: {name}", length) for i in range(MAX_PLAYERS) for name, length in _PLAYER),
)
N_SHARED, N_PLAYER = (sum(length for _, length in groups) for groups in (_SHARED, _PLAYER))
N_FEATURES = sum(length for _, length in LAYOUT)


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    """Deal everything face down anew, and replace the future."""
    fork(s.rng, fast)
    deal_stations(s, fast)
    deal_disasters_to_come(s, fast)
    shuffle_lots(s, fast)


@rule
def deal_stations(s: State, fast: Fast) -> None:
    """Any token not yet seen can lie on any station; with three players some of them lie in the box."""
    left = 0
    for kind in range(N_KINDS):
        left += RAIL_COUNT[kind] - s.uncovered[kind]
    # While dealing, `uncovered` also counts what has been dealt; what was seen is restored afterwards.
    for station in range(N_STATIONS):
        if s.station_token[station] > 0:
            n = fast_draw(fast, left)
            kind = 0
            while n >= RAIL_COUNT[kind] - s.uncovered[kind]:
                n -= RAIL_COUNT[kind] - s.uncovered[kind]
                kind += 1
            s.uncovered[kind] += 1
            s.station_token[station] = kind + 1
            left -= 1
    for station in range(N_STATIONS):
        if s.station_token[station] > 0:
            s.uncovered[s.station_token[station] - 1] -= 1


@rule
def deal_disasters_to_come(s: State, fast: Fast) -> None:
    """The tokens that were not shown yet, in any order."""
    n = s.shown + 0
    for kind in range(len(DISASTER_COUNT)):
        seen = 0
        for i in range(s.shown):
            if s.disaster_token[i] == kind:
                seen += 1
        for _ in range(DISASTER_COUNT[kind] - seen):
            s.disaster_token[n] = kind
            n += 1
    for i in range(ROUNDS - 1, s.shown, -1):
        j = s.shown + fast_draw(fast, i - s.shown + 1)
        held = s.disaster_token[i] + 0
        s.disaster_token[i] = s.disaster_token[j]
        s.disaster_token[j] = held


@rule
def shuffle_lots(s: State, fast: Fast) -> None:
    """The large mines still to come are known, their order is not."""
    n = s.stack.n + 0
    for i in range(1, n):  # from a fixed order, so that the true one cannot show through
        j = i
        while j > 0 and s.stack.items[j - 1] > s.stack.items[j]:
            held = s.stack.items[j] + 0
            s.stack.items[j] = s.stack.items[j - 1]
            s.stack.items[j - 1] = held
            j -= 1
    fast_shuffle(fast, s.stack.items, n)


@rule
def relative(s: State, seat: int, holder: int) -> int:
    """A player counted from the seat on; other holders keep their number."""
    if holder < 0 or holder >= MAX_PLAYERS:
        return holder
    return (holder - seat + s.n) % s.n


@rule
def features(s: State, seat: int, out: Cells) -> None:
    """The whole open table, seen from a seat: shared numbers, the map, then the players, the own seat first."""
    fill(out, 0)
    shared_features(s, seat, out)
    map_features(s, seat, out, N_SHARED)
    for i in range(s.n):
        at = N_FEATURES - (MAX_PLAYERS - i) * N_PLAYER
        player_features(s, (seat + i) % s.n, out, at)


@rule
def shared_features(s: State, seat: int, out: Cells) -> None:
    """Round, bank, Syndicate, auction, what is known of face-down tokens."""
    out[0] = s.n
    out[1] = s.round
    out[2] = s.stage
    out[3] = s.ask
    out[4] = relative(s, seat, s.current + 0)
    out[5] = s.bank_workers
    out[6] = s.bank_coins
    out[7] = s.bank_engines
    out[8] = total(s.syndicate_track)
    out[9] = s.purchases
    out[10] = s.extra_coin
    out[11] = s.damage_active
    for i in range(3):
        out[12 + i] = s.raised[i]
    for kind in range(N_KINDS):
        out[15 + kind] = RAIL_COUNT[kind] - s.uncovered[kind]
    for i in range(s.shown):
        out[20 + s.disaster_token[i]] += 1
    out[24] = s.auction.lot
    out[25] = s.auction.syndicate
    out[26] = s.turn.main_done
    out[27] = s.turn.placed
    out[28] = s.turn.moved
    out[29] = total(s.disaster.bag)


@rule
def map_features(s: State, seat: int, out: Cells, at: int) -> None:
    """Who has which mine, marks per field, workers, stations."""
    for field in range(N_FIELDS):
        out[at + field] = relative(s, seat, s.large[field] + 0)
        out[at + N_FIELDS + field] = marks(s, field)
    at += 2 * N_FIELDS
    for mine in range(N_MINES):
        out[at + mine] = relative(s, seat, s.mines[mine] + 0)
    at += N_MINES
    for village in range(N_VILLAGES):
        out[at + village] = s.workers[village]
    at += N_VILLAGES
    for station in range(N_STATIONS):
        out[at + station] = 1 if s.station_token[station] > 0 else 0


@rule
def player_features(s: State, p: int, out: Cells, at: int) -> None:
    """One player: amounts, what every scoring would bring now, cards and miners."""
    player = s.players[p]
    out[at] = player.points
    out[at + 1] = player.coins
    out[at + 2] = player.workers
    out[at + 3] = player.settlements
    out[at + 4] = player.engineers
    out[at + 5] = player.extra_actions
    out[at + 6] = player.held
    out[at + 7] = engines_of(player)
    out[at + 8] = income(player)
    out[at + 9] = board_score(s, p)
    out[at + 10] = technology_coins(s, player)
    out[at + 11] = technology_vp(s, player)
    out[at + 12] = wagons(player)
    out[at + 13] = administration(s, p)
    out[at + 14] = final_points(s, player)
    for i in range(s.n):
        if s.order[i] == p:
            out[at + 15] = i
    for kind in range(N_KINDS):
        out[at + 16 + kind] = player.tokens[kind]
        out[at + 21 + kind] = player.fresh[kind]
    out[at + 26] = s.auction.value[p]
    out[at + 27] = s.auction.active[p]
    out[at + 28] = player.coking_steps
    out[at + 29] = s.disaster.hit[p]
    for card in range(N_CARDS):
        out[at + 30 + card] = player.flipped[card]
    for place in range(N_PLACES):
        out[at + 30 + N_CARDS + place] = player.miners[place]
