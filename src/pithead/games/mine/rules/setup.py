"""Setting up a game."""

from pithead.kit import Cells, begin, draw, fill, push, rule, seed, shuffle

from .. import state as st
from ..state import Option, State
from .cards import blank, build_deck, forget_fresh
from .rounds import advance, begin_round


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0, or the number of the reason why these options do not fit."""
    seats = players + options[Option.DUMMY]
    if seats < st.SEATS_MIN:
        return 1
    if seats > st.MAX_PLAYERS:
        return 2
    if options[Option.SUPPLY] and not options[Option.DIE_CARDS]:
        return 3
    return 0


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole state, up to the first decision."""
    seed(s.rng, key, 0)
    for i in range(len(s.options)):
        s.options[i] = options[i]
    s.n = players
    s.seats = players + s.options[Option.DUMMY]
    s.round = 1
    s.phase = 0
    s.current = 0
    s.reason = 0
    s.barrier = 0
    blank(s)
    fill(s.discard, 0)
    fill(s.aside, 0)
    for seat in range(st.MAX_PLAYERS):
        sit_down(s, seat)
    s.reserve = 0 if s.options[Option.DIE_CARDS] else st.COAL_CUBES - st.START_COAL * s.seats
    build_deck(s)
    shuffle_die_cards(s)
    s.holder = draw(s.rng, s.seats + 0)  # R1
    begin_round(s)
    advance(s)
    begin(s.rng, 1)


@rule
def sit_down(s: State, seat: int) -> None:
    """A board, coal, and the starting hand, which everybody knows; seats out of play stay empty."""
    player = s.players[seat]
    fill(player.hand, 0)
    fill(player.known, 0)
    player.points = 0
    player.coal = 0
    player.held = 0
    player.roll = 0
    forget_fresh(s, seat)
    if seat < s.seats:
        player.coal = st.START_COAL_VARIANT if s.options[Option.DIE_CARDS] else st.START_COAL
        player.held = st.START_HAND
        for profession in range(st.N_PROFESSIONS):
            player.hand[profession] = st.START[profession]
            player.known[profession] = st.START[profession]


@rule
def shuffle_die_cards(s: State) -> None:
    """In the variant the die cards lie face down."""
    s.die_card = -1
    s.die_deck.n = 0
    fill(s.die_deck.items, 0)
    if s.options[Option.DIE_CARDS]:
        for card in range(st.N_DIE_CARDS):
            push(s.die_deck, card)
        shuffle(s.rng, s.die_deck.items, s.die_deck.n)
