"""What a value net sees of a position of Mine Out: a player's fame and belongings against the best of the others."""

from pithead.kit import rule
from pithead.kit.observation import flag, number, observation

from . import state as st
from .rules.scoring import score_of
from .state import Mode, State

MOST = 60  # what is more than this counts as this


@rule
def master(s: State, player: int) -> int:
    """The seat that counts for a player: with two players the Master's."""
    return 2 * player if s.mode == Mode.TWO else player


@rule
def best_score(s: State, player: int) -> int:
    """The fame of the best other player."""
    best = 0
    for other in range(s.n):
        if other != player and score_of(s, other) > best:
            best = score_of(s, other)
    return min(best, MOST)


@rule
def most_money(s: State, player: int) -> int:
    """The most rupees that another player has."""
    most = 0
    for other in range(s.n):
        if other != player and s.seats[master(s, other)].money > most:
            most = s.seats[master(s, other)].money + 0
    return min(most, MOST)


@rule
def in_hand(s: State, seat: int, kind: int) -> int:
    """Cards of a kind in a hand."""
    cards = 0
    for i in range(s.seats[seat].held):
        if s.seats[seat].hand[i] == kind:
            cards += 1
    return cards


INPUTS = observation(
    lambda s: s.n,
    flag("number of players, from two on", lambda s, me, i: s.n == i + 2, st.MAX_PLAYERS - 1),
    flag("mode", lambda s, me, i: s.mode == i, len(st.MODES)),
    flag("to move", lambda s, me: s.active == master(s, me)),
    number("action points left", 0, MOST, lambda s, me: (s.active == master(s, me)) * s.ap),
    number("fame", 0, MOST, lambda s, me: min(score_of(s, me), MOST)),
    number("fame of the best of the others", 0, MOST, lambda s, me: best_score(s, me)),
    number("rupees", 0, MOST, lambda s, me: min(s.seats[master(s, me)].money + 0, MOST)),
    number("most rupees of another", 0, MOST, lambda s, me: most_money(s, me)),
    flag("place", lambda s, me, i: s.seats[master(s, me)].place == i, st.N_PLACES),
    number("cubes by mineral", 0, MOST, lambda s, me, i: s.seats[master(s, me)].cubes[i], st.N_MINERALS),
    number("cards in play by kind", 0, MOST, lambda s, me, i: s.seats[master(s, me)].area[i], st.N_KINDS),
    number("hand by kind", 0, MOST, lambda s, me, i: in_hand(s, master(s, me), i), st.N_KINDS),
    number("cubes by mine", 0, MOST, lambda s, me, i: s.mines[i], st.N_MINERALS),
    number("cubes by row of the market", 0, MOST, lambda s, me, i: s.market[i].n, st.N_ORES),
    number("rupees in the bank", 0, MOST, lambda s, me: min(s.bank + 0, MOST)),
)
INPUT_LAYOUT, N_INPUTS, inputs = INPUTS.layout, INPUTS.size, INPUTS.write
