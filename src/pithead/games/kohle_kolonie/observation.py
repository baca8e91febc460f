"""The observation of a seat of Kohle & Kolonie: all that its view shows, as numbers.

Players count in the order of seats from the own one. What the rules work out of the rest (income, scorings, marks,
prices) is left to whoever reads it.
"""

from pithead.kit import rule
from pithead.kit.observation import choice, flag, number, observation, player, seats, tally

from . import state as st
from .notation import PHASES
from .rules.consolidation import base_value
from .rules.disasters import is_secured
from .state import Ask, Option, Stage, State

_PLAYERS = tuple(f"player +{i}" for i in range(st.MAX_PLAYERS))
_HOLDERS = (
    *_PLAYERS,
    "Syndicate with a steam engine",
    "Syndicate with a coin",
    "Syndicate",
    "on sale",
    "later",
    "gone",
)
_PLACES = (
    "none",
    *(f"guard of {slot}" for slot in st.SLOTS),
    *(f"{card} {slot}" for card, slot in st.MINER_SLOTS),
    *st.VILLAGES,
    *st.STATIONS,
    "reserve",
)
_ENGINEERS = ("none", *(f"{card} {slot}" for card, slot in st.ENGINEER_SLOTS))
_BONUS = ("none", *st.BONUS)
_DISASTERS = ("face down", *st.DISASTERS)
_MINES = ("none", *st.MINE_NAMES)
_MINE_CARDS = ("none", *st.MINE_NAMES, *(f"large mine of {field}" for field in st.FIELDS))
_MOST_POINTS = 1000  # no rule limits points; nobody comes near this
_MOST = 100


@rule
def relative(s: State, seat: int, holder: int) -> int:
    """A player counted from the seat on; other holders keep their number."""
    return holder + (holder < st.MAX_PLAYERS) * (s.n * (holder < seat) - seat)


@rule
def is_buying(s: State) -> bool:
    """Whether a mine is being bought: its workers, its place and its second miner are asked for."""
    asked = (s.ask == Ask.WORKER) | (s.ask == Ask.MARKER) | (s.ask == Ask.SECOND_WORKER)
    return asked | (s.ask == Ask.SLOT) | (s.ask == Ask.SECOND_MINER)


@rule
def is_auction(s: State) -> bool:
    """Whether a field is being consolidated."""
    return (s.stage >= Stage.HELPING) & (s.stage <= Stage.PLACING)


@rule
def is_stepping(s: State) -> bool:
    """Whether miners are being placed and moved."""
    return (s.ask == Ask.STEP) | (s.ask == Ask.TO)


@rule
def is_bidder(s: State, p: int) -> bool:
    """Whether a player is among the bidders of the auction."""
    for i in range(s.auction.n):
        if s.auction.order[i] == p:
            return True
    return False


@rule
def bid_of(s: State, p: int, kept: int) -> int:
    """A bidder's value; while tokens are asked for, each use still raises the base."""
    if not is_bidder(s, p):
        return 0
    return base_value(s, p) if s.stage == Stage.HELPING else kept


@rule
def bidder_at(s: State, i: int) -> int:
    """The player at a place in the order of bidders, or −1."""
    return s.auction.order[i] if is_auction(s) & (i < s.auction.n) else -1


OBSERVATION = observation(
    lambda s: s.n,
    choice("phase", PHASES, lambda s, me: s.ask),
    number("number of players", 0, st.MAX_PLAYERS, lambda s, me: s.n),
    number("round", 0, st.ROUNDS, lambda s, me: s.round),
    number("phase of the rulebook", 0, 10, lambda s, me: st.RULEBOOK_PHASE[s.stage]),
    player("player to move", st.MAX_PLAYERS, lambda s, me: s.current if s.stage != Stage.OVER else -1),
    player(
        "turn order",
        st.MAX_PLAYERS,
        lambda s, me, i: -1 if (i >= s.n) | ((s.round == 1) & (s.stage == Stage.CHOOSING)) else s.order[i],
        st.MAX_PLAYERS,
    ),
    player(
        "order of choosing bonus tokens",
        st.MAX_PLAYERS,
        lambda s, me, i: s.choosers[i] if i < s.n else -1,
        st.MAX_PLAYERS,
    ),
    choice("bonus token by space of the track", _BONUS, lambda s, me, i: s.track[i], st.N_BONUS),
    flag("risen prices (settlement, engineer, steam engine)", lambda s, me, i: s.raised[i], 3),
    number("workers in the bank", 0, _MOST, lambda s, me: s.bank_workers),
    number("coins in the bank", 0, st.ALL_COINS, lambda s, me: s.bank_coins),
    number("steam engines in the bank", 0, _MOST, lambda s, me: s.bank_engines),
    flag("coin by space of the track of the Syndicate", lambda s, me, i: s.syndicate_track[i], st.TRACK),
    number("purchases of the Syndicate", 0, _MOST, lambda s, me: s.purchases),
    flag("extra coin of the Syndicate", lambda s, me: s.extra_coin),
    choice(
        "disaster token by round",
        _DISASTERS,
        lambda s, me, i: 1 + s.disaster_token[i] if i < s.shown else 0,
        st.ROUNDS,
    ),
    flag("mining damage is active", lambda s, me: s.damage_active),
    number("discs drawn in this disaster", 0, _MOST, lambda s, me: s.disaster.drawn if s.stage == Stage.DRAWING else 0),
    number(
        "black discs in the bag", 0, _MOST, lambda s, me: s.disaster.bag[st.BLACK] if s.stage == Stage.DRAWING else 0
    ),
    number(
        "blank discs in the bag", 0, _MOST, lambda s, me: s.disaster.bag[st.BLANK] if s.stage == Stage.DRAWING else 0
    ),
    number(
        "railway tokens not yet seen by kind",
        0,
        _MOST,
        lambda s, me, i: st.RAIL_COUNT[i] - s.uncovered[i],
        len(st.RAIL),
    ),
    tally(
        "large mines to come by field",
        st.N_FIELDS,
        1,
        lambda s, me, i: s.stack.items[i] if i < s.stack.n else -1,
        st.N_LARGE,
    ),
    choice("field being consolidated", ("none", *st.FIELDS), lambda s, me: 1 + s.auction.lot if is_auction(s) else 0),
    number(
        "1 + value of the Syndicate in the auction, 0 without",
        0,
        st.MAX_BID + 1,
        lambda s, me: 1 + s.auction.syndicate if is_auction(s) else 0,
    ),
    player("order of bidders", st.MAX_PLAYERS, lambda s, me, i: bidder_at(s, i), st.MAX_PLAYERS),
    flag("main action of the turn is done", lambda s, me: s.turn.main_done),
    flag("the open action belongs to a bonus token", lambda s, me: s.turn.by_token),
    number("miners placed in the open action", 0, _MOST, lambda s, me: s.turn.placed if is_stepping(s) else 0),
    number("miners moved in the open action", 0, _MOST, lambda s, me: s.turn.moved if is_stepping(s) else 0),
    number(
        "engineers moved in the open action", 0, _MOST, lambda s, me: s.turn.engineers_moved if is_stepping(s) else 0
    ),
    choice("miner that is lifted", _PLACES, lambda s, me: 1 + s.turn.lifted if s.ask == Ask.TO else 0),
    choice("engineer that is lifted", _ENGINEERS, lambda s, me: 1 + s.turn.lifted if s.ask == Ask.ENGINEER_TO else 0),
    choice("mine that is bought", _MINES, lambda s, me: 1 + s.turn.mine if is_buying(s) else 0),
    flag("its second worker was taken", lambda s, me: s.turn.second if is_buying(s) else 0),
    choice(
        "village that is settled",
        ("none", *st.VILLAGES),
        lambda s, me: 1 + s.turn.village if s.ask == Ask.SETTLERS else 0,
    ),
    choice("card that is arranged", ("none", *st.CARDS), lambda s, me: 1 + s.turn.card if s.ask == Ask.ARRANGE else 0),
    number("miners to be arranged", 0, _MOST, lambda s, me: s.turn.miners if s.ask == Ask.ARRANGE else 0),
    choice("question after that", PHASES, lambda s, me: s.turn.back if s.ask == Ask.ARRANGE else 0),
    number("purchases of workers in a row", 0, _MOST, lambda s, me: s.turn.purchases),
    number("sales of workers in a row", 0, _MOST, lambda s, me: s.turn.sales),
    number("mines defended by the token", 0, _MOST, lambda s, me: s.turn.defended),
    number("bid of this turn", 0, st.MAX_BID, lambda s, me: s.turn.bid),
    flag("loading is activated", lambda s, me: s.turn.loading),
    number("wagons added by tokens", 0, _MOST, lambda s, me: s.turn.wagons),
    choice(
        "holder of the large mine by field", _HOLDERS, lambda s, me, i: relative(s, me, s.large[i] + 0), st.N_FIELDS
    ),
    choice("holder of the mine by number", _HOLDERS, lambda s, me, i: relative(s, me, s.mines[i] + 0), st.N_MINES),
    number("workers by village", 0, _MOST, lambda s, me, i: s.workers[i], st.N_VILLAGES),
    flag("has a railway token by station", lambda s, me, i: s.station_token[i] > 0, st.N_STATIONS),
    seats(
        st.MAX_PLAYERS,
        number("points", 0, _MOST_POINTS, lambda s, me, p: s.players[p].points),
        number(
            "coins, 0 where money is hidden",
            0,
            st.ALL_COINS,
            lambda s, me, p: (
                s.players[p].coins * ((p == me) | (s.stage == Stage.OVER) | (s.options[Option.OPEN_MONEY] > 0))
            ),
        ),
        number("workers", 0, _MOST, lambda s, me, p: s.players[p].workers),
        number("settlements left", 0, _MOST, lambda s, me, p: s.players[p].settlements),
        number("engineers left", 0, _MOST, lambda s, me, p: s.players[p].engineers),
        number("extra actions", 0, _MOST, lambda s, me, p: s.players[p].extra_actions),
        number("steam engines beside the mat", 0, _MOST, lambda s, me, p: s.players[p].engines_aside),
        number("steps of the coking plant paid", 0, _MOST, lambda s, me, p: s.players[p].coking_steps),
        number("miners lost", 0, _MOST, lambda s, me, p: s.players[p].lost),
        choice("bonus token", _BONUS, lambda s, me, p: s.players[p].held),
        number(
            "1 + space of the chosen bonus token while tokens are chosen",
            0,
            st.N_BONUS,
            lambda s, me, p: 1 + s.marker[p] if (s.stage == Stage.CHOOSING) & (s.players[p].held > 0) else 0,
        ),
        flag("hit by the disaster", lambda s, me, p: s.disaster.hit[p] if s.stage == Stage.DRAWING else 0),
        number("discs in the bag", 0, _MOST, lambda s, me, p: s.disaster.bag[p] if s.stage == Stage.DRAWING else 0),
        number(
            "base in the auction",
            0,
            st.MAX_BID,
            lambda s, me, p: bid_of(s, p, s.auction.base[p] + 0) if is_auction(s) else 0,
        ),
        number(
            "value in the auction",
            0,
            st.MAX_BID,
            lambda s, me, p: bid_of(s, p, s.auction.value[p] + 0) if is_auction(s) else 0,
        ),
        flag(
            "takes part in the auction",
            lambda s, me, p: s.auction.active[p] if is_auction(s) and is_bidder(s, p) else 0,
        ),
        number("railway tokens by kind", 0, _MOST, lambda s, me, p, i: s.players[p].tokens[i], len(st.RAIL)),
        number(
            "railway tokens of this round by kind", 0, _MOST, lambda s, me, p, i: s.players[p].fresh[i], len(st.RAIL)
        ),
        choice("mine card by slot", _MINE_CARDS, lambda s, me, p, i: s.players[p].cards[i], st.N_SLOTS),
        number("steam engines by slot", 0, 1, lambda s, me, p, i: s.players[p].engines[i], st.N_SLOTS),
        flag("secured by slot", lambda s, me, p, i: (s.players[p].cards[i] > 0) & is_secured(s, p, i), st.N_SLOTS),
        flag("technology cards turned", lambda s, me, p, i: s.players[p].flipped[i], st.N_CARDS),
        number("miners by place", 0, _MOST, lambda s, me, p, i: s.players[p].miners[i], st.N_PLACES),
        flag("settlement by village", lambda s, me, p, i: s.players[p].settled[i], st.N_VILLAGES),
        number(
            "engineers by slot", 0, _MOST, lambda s, me, p, i: s.players[p].placed_engineers[i], st.N_ENGINEER_SLOTS
        ),
        number(
            "steam engines on technology cards by slot",
            0,
            _MOST,
            lambda s, me, p, i: s.players[p].placed_engines[i],
            st.N_ENGINE_SLOTS,
        ),
    ),
)
LAYOUT, N_FEATURES, features = OBSERVATION.layout, OBSERVATION.size, OBSERVATION.write
