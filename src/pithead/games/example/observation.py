"""The observation of a seat of Lamp Room: all that its view shows, as numbers."""

from pithead.kit import rule
from pithead.kit.observation import choice, number, observation, player, seats

from .notation import PHASES
from .state import BRIGHTNESS, COPIES, HAND, MAX_PLAYERS, N_CARDS, N_LAMPS, ROUNDS, Option, Phase, State

_MOST = max(BRIGHTNESS)
_MOST_POINTS = 2 * _MOST * ROUNDS


@rule
def is_open(s: State, owner: int, seat: int) -> bool:
    """A hand is its owner's secret until the game is over."""
    return (owner == seat) | (s.phase == Phase.OVER)


OBSERVATION = observation(
    lambda s: s.n,
    choice("phase", PHASES, lambda s, me: s.phase),
    number("number of players", 0, MAX_PLAYERS, lambda s, me: s.n),
    player("player to move", MAX_PLAYERS, lambda s, me: s.current if s.phase != Phase.OVER else -1),
    player("first player", MAX_PLAYERS, lambda s, me: s.first),
    number("round", 0, ROUNDS + 1, lambda s, me: s.round),
    number("brightness of the lamp on the hook", 0, _MOST, lambda s, me: s.glow),
    number("lamps in the deck", 0, N_CARDS, lambda s, me: s.deck.n),
    number("lamps hung by kind", 0, max(COPIES), lambda s, me, i: s.hung[i], N_LAMPS),
    number("points of the keeper", 0, _MOST_POINTS, lambda s, me: s.keeper_points if s.options[Option.KEEPER] else 0),
    seats(
        MAX_PLAYERS,
        number("points", 0, _MOST_POINTS, lambda s, me, p: s.players[p].points),
        number("matches", 0, 100, lambda s, me, p: s.players[p].matches),
        number("size of the hand", 0, HAND + ROUNDS, lambda s, me, p: s.players[p].held),
        number(
            "hand by kind, if it is seen",
            0,
            max(COPIES),
            lambda s, me, p, i: s.players[p].hand[i] if is_open(s, p, me) else 0,
            N_LAMPS,
        ),
    ),
)
LAYOUT, N_FEATURES, features = OBSERVATION.layout, OBSERVATION.size, OBSERVATION.write
