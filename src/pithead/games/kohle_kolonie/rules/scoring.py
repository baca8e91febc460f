"""Final scoring, scores and ranks."""

from pithead.kit import Cells, emit, rule, total

from .. import state as st
from ..state import Event, Option, Player, Source, State
from .common import score


@rule
def engines_of(player: Player) -> int:
    """R63: all steam engines of a player: on mine cards, on technology cards, beside the mat."""
    return total(player.engines) + total(player.placed_engines) + player.engines_aside


@rule
def engine_points(engines: int) -> int:
    """R63: more than six steam engines score no more."""
    return st.ENGINES_VP[min(engines, st.ENGINES_COUNTED)] + 0


@rule
def station_points(s: State, player: Player) -> int:
    """R60: a point for every station with an own miner (or, by table option, for every miner)."""
    count = 0
    for station in range(st.N_STATIONS):
        miners = player.miners[st.STATION_AT + station] + 0
        count += miners if s.options[Option.STATION_VP_PER_MINER] else min(miners, 1)
    return count * st.STATION_VP


@rule
def has_line(s: State, player: Player, line: int) -> bool:
    """R61: an own miner on every station of the line that is in play."""
    for station in range(st.N_STATIONS):
        if st.STATION_LINE[station] == line and st.STATION_IN[s.small][station]:
            if player.miners[st.STATION_AT + station] == 0:
                return False
    return True


@rule
def line_points(s: State, player: Player) -> int:
    """Complete lines."""
    points = 0
    for line in range(st.N_LINES):
        if st.LINE_BONUS[s.small][line] > 0 and has_line(s, player, line):
            points += st.LINE_BONUS[s.small][line]
    return points


@rule
def final_points(s: State, player: Player) -> int:
    """What the final scoring would bring now."""
    return (
        engine_points(engines_of(player))
        + player.coins // st.COINS_PER_VP
        + station_points(s, player)
        + line_points(s, player)
        + player.extra_actions * st.EXTRA_ACTION_VP
    )


@rule
def final_scoring(s: State) -> None:
    """R64: engines, coins, stations, lines and unused extra-action tokens; nothing else counts."""
    for p in range(s.n):
        player = s.players[p]
        emit(s, Event.FINAL, p, final_points(s, player))
        score(s, p, Source.ENGINES, engine_points(engines_of(player)))
        score(s, p, Source.COINS, player.coins // st.COINS_PER_VP)
        score(s, p, Source.STATIONS, station_points(s, player))
        score(s, p, Source.LINES, line_points(s, player))
        score(s, p, Source.EXTRA_ACTIONS, player.extra_actions * st.EXTRA_ACTION_VP)
    emit(s, Event.ENDED)


@rule
def mine_points(s: State, p: int) -> int:
    """R62: the printed points of a player's single and large mines."""
    points = 0
    for mine in range(st.N_MINES):
        if s.mines[mine] == p and st.MINE_SINGLE[mine]:
            points += st.CARD_VP[mine + 1]
    for field in range(st.N_FIELDS):
        if s.large[field] == p:
            points += st.CARD_VP[st.LARGE_CARD + field]
    return points


@rule
def scores(s: State, out: Cells) -> None:
    """Points of every player."""
    for p in range(s.n):
        out[p] = s.players[p].points


@rule
def teams(s: State, out: Cells) -> None:
    """Everybody plays alone."""
    for p in range(s.n):
        out[p] = p


@rule
def strength(s: State, p: int) -> int:
    """Points, then steam engines, then the value of single and large mines, as one number."""
    return (s.players[p].points * 1000 + engines_of(s.players[p])) * 1000 + mine_points(s, p)


@rule
def ranking(s: State, out: Cells) -> None:
    """Ranks; who is equal in everything shares."""
    for p in range(s.n):
        rank = 1
        for other in range(s.n):
            if strength(s, other) > strength(s, p):
                rank += 1
        out[p] = rank
