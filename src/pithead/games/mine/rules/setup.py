"""Setting up a game."""

from pithead.kit import Cells, begin, draw, fill, push, rule, seed, shuffle

from ..state import (
    COAL_CUBES,
    DIE_CARDS,
    DUMMY,
    MAX_PLAYERS,
    N_DIE_CARDS,
    N_OPTIONS,
    N_PROFESSIONS,
    SEATS_MIN,
    START,
    START_COAL,
    START_COAL_VARIANT,
    START_HAND,
    SUPPLY,
    State,
)
from .cards import blank, build_deck, forget_fresh
from .rounds import advance, begin_round


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0, or the number of the reason why these options do not fit."""
    seats = players + options[DUMMY]
    if seats < SEATS_MIN:
        return 1
    if seats > MAX_PLAYERS:
        return 2
    if options[SUPPLY] and not options[DIE_CARDS]:
        return 3
    return 0


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole state, up to the first decision."""
    seed(s.rng, key, 0)
    for i in range(N_OPTIONS):
        s.options[i] = options[i]
    s.n = players
    s.seats = players + s.options[DUMMY]
    s.round = 1
    s.phase = 0
    s.current = 0
    s.reason = 0
    s.barrier = 0
    blank(s)
    fill(s.discard, 0)
    fill(s.aside, 0)
    for seat in range(MAX_PLAYERS):
        sit_down(s, seat)
    s.reserve = 0 if s.options[DIE_CARDS] else COAL_CUBES - START_COAL * s.seats
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
        player.coal = START_COAL_VARIANT if s.options[DIE_CARDS] else START_COAL
        player.held = START_HAND
        for profession in range(N_PROFESSIONS):
            player.hand[profession] = START[profession]
            player.known[profession] = START[profession]


@rule
def shuffle_die_cards(s: State) -> None:
    """In the variant the die cards lie face down."""
    s.die_card = -1
    s.die_deck.n = 0
    fill(s.die_deck.items, 0)
    if s.options[DIE_CARDS]:
        for card in range(N_DIE_CARDS):
            push(s.die_deck, card)
        shuffle(s.rng, s.die_deck.items, s.die_deck.n)
