"""The observation of a player of Mine Out: all that the view shows, as numbers.

Seats count clockwise from the player's own one; with two players +0 is the own Master and +1 the own Apprentice. What
the rules work out of the rest (costs, bonuses, points to come, cards not seen) is left to whoever reads it.
"""

from pithead.kit import rule
from pithead.kit.observation import choice, flag, number, observation, player, seats, tally

from . import state as st
from .notation import PHASES
from .rules.table import is_apprentice, player_of
from .state import Mode, Option, Phase, State

_CARDS = ("none", *st.KINDS)
_MOST_COPIES = max(st.COUNT)
_MOST_CUBES = max(max(row) for row in st.CUBES)
_MOST_RUPEES = max(st.RUPEES)
_MOST_POINTS = 1000  # no rule limits points, rounds or wilds; nobody comes near these
_MOST_ROUNDS = 1000
_MOST_WILDS = 100


@rule
def card_in_hand(s: State, player: int, seat: int, i: int) -> int:
    """The kind of a card in the own hand, or −1."""
    own = player_of(s, seat) == player
    return (1 + s.seats[seat].hand[i]) * (own & (i < s.seats[seat].held)) - 1


@rule
def remembered_card(s: State, seat: int, i: int) -> int:
    """The kind of a card that everybody saw being taken, or −1."""
    known = s.seats[seat].unseen[i] == st.SEEN
    return (1 + s.seats[seat].hand[i]) * (known & (i < s.seats[seat].held)) - 1


OBSERVATION = observation(
    lambda s: s.n_seats,
    choice("phase", PHASES, lambda s, me: s.phase),
    number("number of players", 0, st.MAX_PLAYERS, lambda s, me: s.n),
    choice("mode", st.MODES, lambda s, me: s.mode),
    number("round", 0, _MOST_ROUNDS, lambda s, me: s.round),
    number("round limit, 0 without one", 0, _MOST_ROUNDS, lambda s, me: s.options[Option.ROUND_LIMIT]),
    player("first seat", st.MAX_SEATS, lambda s, me: s.first),
    player("seat that takes its turn", st.MAX_SEATS, lambda s, me: s.active),
    number("action points left", 0, st.ACTION_POINTS, lambda s, me: s.ap),
    number("hires this turn", 0, st.MAX_HIRES, lambda s, me: s.hires),
    number("digs this turn", 0, st.MAX_DIGS, lambda s, me: s.digs),
    number("sales this turn", 0, st.MAX_SALES, lambda s, me: s.sales),
    number("actions but moves this turn", 0, 100, lambda s, me: s.deeds),
    number(
        "hires this turn by place, while more are allowed",
        0,
        st.MAX_HIRES,
        lambda s, me, i: s.hires_at[i] * ((s.hires < st.MAX_HIRES) & (s.phase != Phase.OVER)),
        st.N_PLACES,
    ),
    number(
        "digs this turn by place, while more are allowed",
        0,
        st.MAX_DIGS,
        lambda s, me, i: s.digs_at[i] * ((s.digs < st.MAX_DIGS) & (s.phase != Phase.OVER)),
        st.N_PLACES,
    ),
    number("wilds left to count", 0, _MOST_WILDS, lambda s, me: s.wilds_left),
    number("wilds counted by ore", 0, _MOST_WILDS, lambda s, me, i: s.wilds[i], st.N_ORES),
    choice(
        "card that digs while Workers are named", _CARDS, lambda s, me: 1 + s.digger if s.phase == Phase.WORKERS else 0
    ),
    number("draws left", 0, 100, lambda s, me: s.draws_left),
    number("rupees in the bank", 0, _MOST_RUPEES, lambda s, me: s.bank),
    number("rupees in the expense box", 0, _MOST_RUPEES, lambda s, me: s.expenses),
    number("cubes by mine", 0, _MOST_CUBES, lambda s, me, i: s.mines[i], st.N_MINERALS),
    choice(
        "cube by row of the market, then by space",
        ("none", *st.MINERALS),
        lambda s, me, i, j: (1 + s.market[i].items[j]) * (j < s.market[i].n),
        st.N_ORES,
        st.ROW_LENGTH,
    ),
    choice("card by hire slot", _CARDS, lambda s, me, i: 1 + s.hire[i], st.HIRE_SLOTS),
    choice(
        "card by waiting slot",
        _CARDS,
        lambda s, me, i: (1 + s.waiting.items[i]) * (i < s.waiting.n),
        st.WAITING_SLOTS,
    ),
    choice(
        "card by slot of the community",
        _CARDS,
        lambda s, me, i: (1 + s.community.items[i]) * (i < s.community.n),
        st.COMMUNITY_SLOTS,
    ),
    number("cards in the deck", 0, st.N_CARDS, lambda s, me: s.deck.n),
    number("discard pile by kind", 0, _MOST_COPIES, lambda s, me, i: s.discard[i], st.N_KINDS),
    seats(
        st.MAX_SEATS,
        number("points", 0, _MOST_POINTS, lambda s, me, p: 0 if is_apprentice(s, p) else s.seats[p].score),
        number("rupees", 0, _MOST_RUPEES, lambda s, me, p: s.seats[p].money),
        choice("place", st.PLACES, lambda s, me, p: s.seats[p].place),
        flag("has joined", lambda s, me, p: s.seats[p].joined),
        number("size of the hand", 0, st.HAND_LIMIT, lambda s, me, p: s.seats[p].held),
        number("cubes by mineral", 0, _MOST_CUBES, lambda s, me, p, i: s.seats[p].cubes[i], st.N_MINERALS),
        number("cards in play by kind", 0, _MOST_COPIES, lambda s, me, p, i: s.seats[p].area[i], st.N_KINDS),
        tally(
            "own hand by kind", st.N_KINDS, st.HAND_LIMIT, lambda s, me, p, i: card_in_hand(s, me, p, i), st.HAND_LIMIT
        ),
        tally(
            "cards in hand that everybody saw, by kind",
            st.N_KINDS,
            st.HAND_LIMIT,
            lambda s, me, p, i: remembered_card(s, p, i),
            st.HAND_LIMIT,
        ),
    ),
    own=lambda s, me: 2 * me if s.mode == Mode.TWO else me,
)
LAYOUT, N_FEATURES, features = OBSERVATION.layout, OBSERVATION.size, OBSERVATION.write
