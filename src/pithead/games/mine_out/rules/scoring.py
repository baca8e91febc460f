"""Scores, ranks, sides, and what must hold after every decision."""

from pithead.kit import Cells, rule

from ..state import END_ABOVE, Mode, Option, Phase, State
from .table import player_of

MONEY, CUBES_LOST, CARDS, HANDS, COMMUNITY, TURN, FAME_LOST, EMPTIED = range(1, 9)
KINDS_AT_ONCE = 7


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return s.reason + 0


@rule
def progress(s: State) -> int:
    """0 … 1000: how near the leader is to the end, or the game to its round limit."""
    if s.phase == Phase.OVER:
        return 1000
    best = 0
    for player in range(s.n):
        if score_of(s, player) > best:
            best = score_of(s, player)
    done = best * 1000 // (END_ABOVE + 1)
    if s.options[Option.ROUND_LIMIT] > 0:
        rounds = (s.round - 1) * 1000 // s.options[Option.ROUND_LIMIT]
        if rounds > done:
            done = rounds
    return done if done < 1000 else 999


@rule
def score_of(s: State, player: int) -> int:
    """A player's fame; with two players it is the Master's."""
    return s.seats[2 * player].score + 0 if s.mode == Mode.TWO else s.seats[player].score + 0


@rule
def scores(s: State, out: Cells) -> None:
    """Fame of every player, also of partners, who win together but count alone."""
    for player in range(s.n):
        out[player] = score_of(s, player)


@rule
def is_ahead(s: State, player: int, other: int) -> bool:
    """More fame; a tie goes to whoever comes first clockwise from the active player, who comes before all."""
    difference = score_of(s, player) - score_of(s, other)
    if difference != 0:
        return difference > 0
    active = player_of(s, s.active + 0)
    return (player - active) % s.n < (other - active) % s.n


@rule
def ranking(s: State, out: Cells) -> None:
    """Ranks by fame (R12: also for whoever ended the game); R63: the team of the single best player wins."""
    for player in range(s.n):
        rank = 1
        for other in range(s.n):
            if other != player and is_ahead(s, other, player):
                rank += 1
        out[player] = rank
    if s.mode == Mode.TEAMS:
        winners = 0 if out[0] == 1 or out[2] == 1 else 1
        for player in range(s.n):
            out[player] = 1 if player % 2 == winners else 2


@rule
def teams(s: State, out: Cells) -> None:
    """Partners sit opposite each other."""
    for player in range(s.n):
        out[player] = player % 2 if s.mode == Mode.TEAMS else player
