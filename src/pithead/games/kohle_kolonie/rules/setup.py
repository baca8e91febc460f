"""The set-up."""

from pithead.kit import Cells, begin, draw, fill, rule, seed, shuffle

from .. import state as st
from ..state import Owner, Player, Source, State
from .bonus import next_chooser
from .common import gain
from .refill import begin_round


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0: every combination of options can be played."""
    return 0


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole state."""
    seed(s.rng, key, 0)
    for i in range(len(s.options)):
        s.options[i] = options[i]
    s.n = players
    s.small = 1 if players <= st.SMALL_MAP_PLAYERS else 0
    s.round = 1
    s.barrier = 0
    fill(s.raised, 0)
    s.bank_coins = st.ALL_COINS - st.START_COINS * players - st.TRACK
    s.bank_engines = st.ALL_ENGINES
    for p in range(st.MAX_PLAYERS):
        set_player(s, p, players)
    set_map(s)
    deal_rail_tokens(s)
    deal_disasters(s)
    for space in range(st.N_BONUS):  # R4: in the order of the material
        s.track[space] = space + 1
    first = draw(s.rng, players)  # R5
    for i in range(st.MAX_PLAYERS):
        s.choosers[i] = (first + i) % players if i < players else 0
    clear_rest(s)
    begin_round(s)
    begin(s.rng, 1)
    next_chooser(s)


@rule
def set_player(s: State, p: int, players: int) -> None:
    """What a player starts with."""
    player = s.players[p]
    here = 1 if p < players else 0
    player.points = 0
    fill(player.by_source, 0)
    player.coins = here * st.START_COINS
    player.workers = 0
    player.settlements = here * st.START_SETTLEMENTS
    player.engineers = here * st.START_ENGINEERS
    player.extra_actions = 0
    player.engines_aside = 0
    player.coking_steps = 0
    player.held = 0
    player.lost = 0
    clear_boards(player)
    player.miners[st.RESERVE] = here * st.START_MINERS
    gain(s, p, Source.START, here * st.START_VP)


@rule
def clear_boards(player: Player) -> None:
    """Nothing stands anywhere."""
    fill(player.tokens, 0)
    fill(player.fresh, 0)
    fill(player.cards, 0)
    fill(player.engines, 0)
    fill(player.flipped, 0)
    fill(player.miners, 0)
    fill(player.settled, 0)
    fill(player.placed_engineers, 0)
    fill(player.placed_engines, 0)


@rule
def set_map(s: State) -> None:
    """Mines by field, local workers in the villages in play, the others in the bank."""
    for mine in range(st.N_MINES):
        s.mines[mine] = Owner.LATER if st.FIELD_IN[s.small][st.MINE_FIELD[mine]] else Owner.GONE
    for field in range(st.N_FIELDS):
        s.large[field] = Owner.LATER if st.FIELD_IN[s.small][field] and st.LARGE_ROUND[field] > 0 else Owner.GONE
    s.bank_workers = st.ALL_WORKERS
    for village in range(st.N_VILLAGES):
        s.workers[village] = st.VILLAGE_WORKERS[village] if st.VILLAGE_IN[s.small][village] else 0
        s.bank_workers -= s.workers[village]
    fill(s.syndicate_track, 1)  # R37: one coin on every space
    s.purchases = st.PURCHASES
    s.extra_coin = 0
    s.damage_active = 0


@rule
def deal_rail_tokens(s: State) -> None:
    """One face-down token on every station in play; with three players six are left, which nobody sees."""
    fill(s.uncovered, 0)
    fill(s.station_token, 0)
    left = st.N_RAIL_TOKENS
    # The counts left over are kept where the uncovered ones will be counted.
    for kind in range(len(s.uncovered)):
        s.uncovered[kind] = st.RAIL_COUNT[kind]
    for station in range(st.N_STATIONS):
        if st.STATION_IN[s.small][station]:
            s.station_token[station] = 1 + draw_kind(s, draw(s.rng, left))
            left -= 1
    fill(s.uncovered, 0)


@rule
def draw_kind(s: State, n: int) -> int:
    """The kind of the n-th token that is left."""
    kind = 0
    while n >= s.uncovered[kind]:
        n -= s.uncovered[kind]
        kind += 1
    s.uncovered[kind] -= 1
    return kind


@rule
def deal_disasters(s: State) -> None:
    """One face-down disaster token for every round."""
    n = 0
    for kind in range(len(st.DISASTER_COUNT)):
        for _ in range(st.DISASTER_COUNT[kind]):
            s.disaster_token[n] = kind
            n += 1
    shuffle(s.rng, s.disaster_token, n)
    s.shown = 0


@rule
def clear_rest(s: State) -> None:
    """What belongs to later phases is empty."""
    s.current = s.choosers[0]
    s.ask = 0
    fill(s.order, 0)
    fill(s.marker, 0)
    clear_turn(s)
    disaster = s.disaster
    fill(disaster.bag, 0)
    disaster.drawn = 0
    disaster.blank = 0
    disaster.struck = 0
    fill(disaster.hit, 0)
    fill(disaster.secured, 0)
    s.stack.n = 0
    fill(s.stack.items, 0)
    auction = s.auction
    auction.lot = 0
    auction.syndicate = 0
    auction.n = 0
    auction.at = 0
    auction.winner = -1
    auction.price = 0
    auction.engines = 0
    fill(auction.order, 0)
    fill(auction.active, 0)
    fill(auction.base, 0)
    fill(auction.value, 0)
    fill(auction.help, 0)


@rule
def clear_turn(s: State) -> None:
    """A new turn begins."""
    turn = s.turn
    turn.main_done = 0
    turn.by_token = 0
    turn.placed = 0
    turn.moved = 0
    turn.engineers_moved = 0
    turn.mine = 0
    turn.second = 0
    turn.village = 0
    turn.lifted = 0
    turn.card = 0
    turn.miners = 0
    turn.back = 0
    turn.purchases = 0
    turn.sales = 0
    turn.defended = 0
    turn.bid = 0
    turn.loading = 0
    turn.wagons = 0
