"""The observation of a seat of MINE!: all that its view shows; seats count clockwise, the dummy's included."""

from pithead.kit import ints, rule, total
from pithead.kit.observation import choice, flag, number, observation, player, seats, tally

from . import state as st
from .notation import PHASES
from .rules.resolution import round_mine_limit, round_sale_limit
from .state import Option, Phase, Place, State, Step, Supply

SEEN_PLACES = ints([Place.EVENTS, Place.SHELTER, Place.WATCHTOWER, Place.MINE, Place.RECRUITMENT])
N_SEEN = len(SEEN_PLACES)
MOST_COAL = st.COAL_CUBES * st.MAX_PLAYERS
_PLACES = len(Place)
_STEPS = ("place", "sell", "draw")
_MOST_COPIES = max(st.COPIES)
_CHANGES = 100  # no rule limits the sum of events; nobody comes near this


@rule
def is_open(s: State, owner: int, seat: int, place: int) -> bool:
    """Cards lie face down for all but their owner until their location has been resolved."""
    return (owner == seat) | (s.phase == Phase.OVER) | (s.players[owner].shown >= place)


@rule
def is_own(s: State, owner: int, seat: int) -> bool:
    """Hands are secret to the end."""
    return (owner == seat) | (s.phase == Phase.OVER)


@rule
def stack_seen(s: State, owner: int, seat: int, i: int) -> bool:
    """Whether a seat sees which looters are in a stack."""
    return is_open(s, owner, seat, Place.SHELTER) & (i < s.players[owner].n_stacks)


@rule
def place_seen(s: State, owner: int, seat: int, i: int) -> bool:
    """Whether a seat sees the cards at the events, the shelter, the watchtower, the mine or the recruitment."""
    place: int = SEEN_PLACES[i] + 0
    shown = s.players[owner].shown + _PLACES * is_own(s, owner, seat)
    return (shown >= place) & ((place != Place.SHELTER) | (s.players[owner].n_stacks > 0))


@rule
def target_of(s: State, owner: int, seat: int, i: int) -> int:
    """The seat that a stack of looters is sent to, or −1 where that is not known."""
    known = is_open(s, owner, seat, Place.SHELTER) | (s.options[Option.HIDDEN_TARGETS] == 0)
    return (1 + s.players[owner].stacks[i].target) * (known & (i < s.players[owner].n_stacks)) - 1


@rule
def location_of(site: int) -> int:
    """The number of a site among the locations."""
    return Place.WATCHTOWER if site == 0 else Place.MINE if site == 1 else Place.RECRUITMENT


OBSERVATION = observation(
    lambda s: s.seats,
    choice("phase", PHASES, lambda s, me: s.phase),
    number("number of players", 0, st.MAX_PLAYERS, lambda s, me: s.n),
    number("number of seats", 0, st.MAX_PLAYERS, lambda s, me: s.seats),
    player("player to move", st.MAX_PLAYERS, lambda s, me: s.current if s.phase != Phase.OVER else -1),
    player("holder of the die", st.MAX_PLAYERS, lambda s, me: s.holder),
    number("round", 0, st.ROUNDS, lambda s, me: s.round),
    choice("step of the round", _STEPS, lambda s, me: s.step),
    number("coal in the reserve", 0, MOST_COAL, lambda s, me: s.reserve * (s.options[Option.SUPPLY] != Supply.OPEN)),
    number("cards in the deck", 0, st.N_CARDS, lambda s, me: s.deck.n),
    number("firedamp", 0, st.N_CARDS, lambda s, me: 0 if s.step == Step.PLACE else s.firedamp),
    number("sale limit of the round", 0, _CHANGES, lambda s, me: round_sale_limit(s)),
    number("mining limit of the round, 1000 without one", 0, st.UNLIMITED, lambda s, me: round_mine_limit(s)),
    tally(
        "die cards not turned up yet",
        st.N_DIE_CARDS,
        1,
        lambda s, me, i: (1 + s.die_deck.items[i]) * (i < s.die_deck.n) - 1,
        st.N_DIE_CARDS,
    ),
    number("discard pile by kind", 0, _MOST_COPIES, lambda s, me, i: s.discard[i], st.N_KINDS),
    seats(
        st.MAX_PLAYERS,
        number("points", 0, st.TRACK_END, lambda s, me, p: s.players[p].points),
        number("coal", 0, MOST_COAL, lambda s, me, p: s.players[p].coal),
        number("size of the hand", 0, st.N_CARDS, lambda s, me, p: s.players[p].held),
        number("cards placed this round", 0, st.CARDS_PER_ROUND, lambda s, me, p: s.players[p].placed),
        flag("has passed", lambda s, me, p: s.players[p].passed),
        flag(
            "cards are seen by location (events, shelter, watchtower, mine, recruitment)",
            lambda s, me, p, i: place_seen(s, p, me, i),
            N_SEEN,
        ),
        number("coal looted this round", 0, _CHANGES, lambda s, me, p: s.players[p].gain),
        number("coal lost to looters this round", 0, _CHANGES, lambda s, me, p: s.players[p].loss),
        number(
            "events (sale limit, then changes of attack, defence, mine, draw)",
            -_CHANGES,
            _CHANGES,
            lambda s, me, p, i: s.players[p].change[i],
            st.N_CHANGES,
        ),
        number("number of events laid", 0, st.CARDS_PER_ROUND, lambda s, me, p: total(s.players[p].events)),
        number(
            "number of cards by site (watchtower, mine, recruitment)",
            0,
            st.N_CARDS,
            lambda s, me, p, i: total(s.players[p].sites[i]),
            st.N_SITES,
        ),
        number(
            "hand by kind, if it is seen",
            0,
            _MOST_COPIES,
            lambda s, me, p, i: s.players[p].hand[i] if is_own(s, p, me) else 0,
            st.N_KINDS,
        ),
        number(
            "events laid by kind, if they are seen",
            0,
            _MOST_COPIES,
            lambda s, me, p, i: s.players[p].events[i] if is_open(s, p, me, Place.EVENTS) else 0,
            st.N_EVENTS,
        ),
        number(
            "cards by site, then by profession, if they are seen",
            0,
            _MOST_COPIES,
            lambda s, me, p, i, j: s.players[p].sites[i][j] if is_open(s, p, me, location_of(i)) else 0,
            st.N_SITES,
            st.N_PROFESSIONS,
        ),
        number("number of stacks of looters", 0, st.CARDS_PER_ROUND, lambda s, me, p: s.players[p].n_stacks),
        number(
            "looters by stack",
            0,
            st.CARDS_PER_ROUND,
            lambda s, me, p, i: s.players[p].stacks[i].n * (i < s.players[p].n_stacks),
            st.CARDS_PER_ROUND,
        ),
        player(
            "seat to be looted by stack, if it is seen",
            st.MAX_PLAYERS,
            lambda s, me, p, i: target_of(s, p, me, i),
            st.CARDS_PER_ROUND,
        ),
        number(
            "looters by stack, then by profession, if they are seen",
            0,
            st.CARDS_PER_ROUND,
            lambda s, me, p, i, j: s.players[p].stacks[i].cards[j] if stack_seen(s, p, me, i) else 0,
            st.CARDS_PER_ROUND,
            st.N_PROFESSIONS,
        ),
    ),
)
LAYOUT, N_FEATURES, features = OBSERVATION.layout, OBSERVATION.size, OBSERVATION.write
