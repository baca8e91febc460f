"""Placing cards face down, one by one."""

from pithead.kit import emit, rule

from ..state import CARDS_PER_ROUND, N_PROFESSIONS, SITE_OF, Event, Option, Phase, Place, State
from .cards import is_dummy, leave_hand, who


@rule
def is_done(s: State, seat: int) -> bool:
    """A seat is done with its cards placed, after a pass, or with an empty hand."""
    player = s.players[seat]
    if player.placed == CARDS_PER_ROUND:  # R6: colour cards are not among them
        return True
    if player.passed and s.options[Option.PASS_IS_FINAL]:  # R5
        return True
    return player.held == 0  # R35


@rule
def placing_is_over(s: State) -> bool:
    """All seats are done; R5: or, where a pass is not final, those who are not have passed one after another."""
    waiting = 0
    for seat in range(s.seats):
        if not is_done(s, seat):
            waiting += 1
    return waiting == 0 or (not s.options[Option.PASS_IS_FINAL] and s.passes >= waiting)


@rule
def lay(s: State, seat: int, kind: int, place: int, target: int) -> None:
    """R7: a card from the hand lies face down on the seat's own board (R2), at the shelter on a stack."""
    player = s.players[seat]
    leave_hand(s, seat, kind)
    player.placed += 1
    player.passed = 0
    s.passes = 0
    if place == Place.EVENTS:  # R4
        player.events[kind - N_PROFESSIONS] += 1
    elif place == Place.SHELTER:
        stack = player.stacks[stack_against(s, seat, target)]
        stack.n += 1
        stack.cards[kind] += 1
    else:
        player.sites[SITE_OF[place]][kind] += 1
    tell_laid(s, seat, kind, place, target)


@rule
def tell_laid(s: State, seat: int, kind: int, place: int, target: int) -> None:
    """Everybody sees where a card lies; only its owner sees which."""
    emit(s, Event.LAID, who(s, seat), place)
    if not is_dummy(s, seat) and place == Place.SHELTER:
        emit(s, Event.AIMED_OWN, seat, kind, who(s, target))
    elif not is_dummy(s, seat):
        emit(s, Event.LAID_OWN, seat, kind, place)
    if place == Place.SHELTER and not s.options[Option.HIDDEN_TARGETS]:
        emit(s, Event.AIMED, who(s, seat), who(s, target))


@rule
def stack_against(s: State, seat: int, target: int) -> int:
    """R8: one stack per target; its first card brings the colour card along."""
    player = s.players[seat]
    for i in range(player.n_stacks):
        if player.stacks[i].target == target:
            return i
    stack = player.n_stacks + 0
    player.n_stacks += 1
    player.stacks[stack].target = target
    return stack


@rule
def pass_turn(s: State) -> None:
    """R5: a pass."""
    s.players[s.current].passed = 1
    s.passes += 1
    s.phase = Phase.PLACED
    emit(s, Event.PASSED, s.current)
