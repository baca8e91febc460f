"""Points, ranks, and what must hold in every position."""

from pithead.kit import Cells, rule

from ..state import N_PROFESSIONS, Phase, State


@rule
def scores(s: State, out: Cells) -> None:
    """The tooth of the gear on which each pawn stands."""
    for player in range(s.n):
        out[player] = s.players[player].points


@rule
def teams(s: State, out: Cells) -> None:
    """Everybody plays alone."""
    for player in range(s.n):
        out[player] = player


@rule
def ranking(s: State, out: Cells) -> None:
    """Ranks among all seats, the dummy included (R34)."""
    for player in range(s.n):
        rank = 1
        for other in range(s.seats):
            if other != player and is_ahead(s, other, player):
                rank += 1
        out[player] = rank


@rule
def is_ahead(s: State, a: int, b: int) -> bool:
    """Points, then coal in stock, then professions in hand, then a die roll.

    Hands are hidden while the game runs, so the last two count only at its end.
    """
    if s.players[a].points != s.players[b].points:
        return s.players[a].points > s.players[b].points
    if s.players[a].coal != s.players[b].coal:
        return s.players[a].coal > s.players[b].coal
    if s.phase != Phase.OVER:
        return False
    if professions_in_hand(s, a) != professions_in_hand(s, b):
        return professions_in_hand(s, a) > professions_in_hand(s, b)
    return s.players[a].roll > s.players[b].roll


@rule
def only_the_roll_decides(s: State, a: int, b: int) -> bool:
    """Whether two seats are equal in everything that counts."""
    if s.players[a].points != s.players[b].points or s.players[a].coal != s.players[b].coal:
        return False
    return a != b and professions_in_hand(s, a) == professions_in_hand(s, b)


@rule
def professions_in_hand(s: State, seat: int) -> int:
    """Events do not count; the dummy's pile holds none."""
    count = 0
    for profession in range(N_PROFESSIONS):
        count += s.players[seat].hand[profession]
    return count
