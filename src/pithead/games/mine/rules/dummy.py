"""The dummy: an automaton that takes a seat, lays its cards by a fixed plan and never decides."""

from pithead.kit import draw, emit, fill, rule

from .. import state as st
from ..state import Event, Place, State
from .cards import discard_card, draw_card, take_card
from .placing import lay


@rule
def seats_with_coal(s: State, seat: int) -> int:
    """How many other seats have coal."""
    count = 0
    for other in range(s.seats):
        if other != seat and s.players[other].coal > 0:
            count += 1
    return count


@rule
def planned_place(s: State, seat: int, index: int) -> int:
    """Where the dummy's next card goes; stocks do not change while cards are placed."""
    has_coal = s.players[seat].coal > 0
    if s.round == st.ROUNDS:
        if has_coal and index < st.DUMMY_LAST_WATCHTOWER:
            return Place.WATCHTOWER
        return Place.SHELTER if seats_with_coal(s, seat) > 0 else Place.MINE  # R39
    if has_coal:
        if index < st.DUMMY_WATCHTOWER:
            return Place.WATCHTOWER
        index -= st.DUMMY_WATCHTOWER
    if seats_with_coal(s, seat) >= 2:  # R32
        if index < st.DUMMY_SHELTER:
            return Place.SHELTER
        index -= st.DUMMY_SHELTER
    return Place.RECRUITMENT if index < st.DUMMY_RECRUITMENT else Place.MINE


@rule
def next_target(s: State, seat: int) -> int:
    """R39: seats with coal in random order, one stack each, then around them again."""
    player = s.players[seat]
    prey = seats_with_coal(s, seat)
    if player.n_stacks == prey:
        laid = 0
        for i in range(player.n_stacks):
            laid += player.stacks[i].n
        return player.stacks[laid % prey].target + 0
    skip = draw(s.rng, prey - player.n_stacks)
    for other in range(s.seats):
        if other != seat and s.players[other].coal > 0 and not is_prey(s, seat, other):
            if skip == 0:
                return other
            skip -= 1
    return -1


@rule
def is_prey(s: State, seat: int, other: int) -> bool:
    """Whether a stack against that seat lies there already."""
    for i in range(s.players[seat].n_stacks):
        if s.players[seat].stacks[i].target == other:
            return True
    return False


@rule
def lay_planned_card(s: State, seat: int) -> None:
    """A random card of the pile; taking one per turn is the same chance as taking all four at once."""
    place = planned_place(s, seat, s.players[seat].placed + 0)
    target = next_target(s, seat) if place == Place.SHELTER else -1
    lay(s, seat, random_card(s, seat), place, target)


@rule
def random_card(s: State, seat: int) -> int:
    """A kind from the pile, every card equally likely."""
    skip = draw(s.rng, s.players[seat].held + 0)
    for kind in range(st.N_KINDS):
        skip -= s.players[seat].hand[kind]
        if skip < 0:
            return kind
    return -1


@rule
def draw_for_dummy(s: State, seat: int, count: int) -> None:
    """R33: into its pile; events are set aside, replaced, and discarded after the draw."""
    fill(s.aside, 0)
    while count > 0:
        kind = draw_card(s)
        if kind < 0:
            break
        if kind < st.N_PROFESSIONS:
            take_card(s, seat, kind)
            count -= 1
        else:
            s.aside[kind - st.N_PROFESSIONS] += 1
            s.batch[kind] -= 1
            emit(s, Event.SET_ASIDE, kind)
    for event in range(st.N_EVENTS):
        s.discard[st.N_PROFESSIONS + event] += s.aside[event]
        s.aside[event] = 0


@rule
def top_up(s: State, seat: int) -> None:
    """A pile with too few cards for the round is filled from the deck."""
    before = s.players[seat].held + 0
    if before < st.CARDS_PER_ROUND:
        draw_for_dummy(s, seat, st.CARDS_PER_ROUND - before)
        emit(s, Event.DREW, -1, s.players[seat].held - before, s.deck.n)


@rule
def discard_at_random(s: State, seat: int) -> None:
    """Above the hand limit chance chooses."""
    while s.players[seat].held > st.HAND_LIMIT:
        discard_card(s, seat, random_card(s, seat))
