"""Scores, ranks, sides, and what must hold after every decision."""

from pithead.kit import Cells, rule, total

from ..state import (
    ACTION_POINTS,
    COMMUNITY_SLOTS,
    COUNT,
    CUBES,
    EMPTY,
    END_ABOVE,
    HAND_LIMIT,
    HANDS_REMOVED,
    HIRE_SLOTS,
    JEWEL,
    MAX_DIGS,
    MAX_HIRES,
    MAX_SALES,
    N_KINDS,
    N_MINERALS,
    N_ORES,
    OVER,
    ROUND_LIMIT,
    RUPEES,
    START_MARKED,
    TEAM_GAME,
    TWO,
    WORKER,
    State,
)
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
    if s.phase == OVER:
        return 1000
    best = 0
    for player in range(s.n):
        if score_of(s, player) > best:
            best = score_of(s, player)
    done = best * 1000 // (END_ABOVE + 1)
    if s.options[ROUND_LIMIT] > 0:
        rounds = (s.round - 1) * 1000 // s.options[ROUND_LIMIT]
        if rounds > done:
            done = rounds
    return done if done < 1000 else 999


@rule
def score_of(s: State, player: int) -> int:
    """A player's fame; with two players it is the Master's."""
    return s.seats[2 * player].score + 0 if s.mode == TWO else s.seats[player].score + 0


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
    if s.mode == TEAM_GAME:
        winners = 0 if out[0] == 1 or out[2] == 1 else 1
        for player in range(s.n):
            out[player] = 1 if player % 2 == winners else 2


@rule
def teams(s: State, out: Cells) -> None:
    """Partners sit opposite each other."""
    for player in range(s.n):
        out[player] = player % 2 if s.mode == TEAM_GAME else player


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant."""
    if not money_kept(s):
        return MONEY
    if not cubes_kept(s):
        return CUBES_LOST
    if not cards_kept(s):
        return CARDS
    if s.bank <= 0:
        return EMPTIED
    for mineral in range(N_MINERALS):
        if s.mines[mineral] <= 0:
            return EMPTIED
    for seat in range(s.n_seats):
        if s.seats[seat].held < 0 or s.seats[seat].held > HAND_LIMIT or s.seats[seat].money < 0:
            return HANDS
        if s.seats[seat].score != total(s.seats[seat].fame):
            return FAME_LOST
    if s.community.n > COMMUNITY_SLOTS:
        return COMMUNITY
    for i in range(s.community.n):
        if s.community.items[i] == WORKER:
            return COMMUNITY
    if s.ap < 0 or s.ap > ACTION_POINTS or s.hires > MAX_HIRES or s.digs > MAX_DIGS or s.sales > MAX_SALES:
        return TURN
    return 0


@rule
def money_kept(s: State) -> bool:
    """Bank, expense box and seats hold all the money of the game."""
    money = s.bank + s.expenses
    for seat in range(s.n_seats):
        money += s.seats[seat].money
    return money == RUPEES[s.mode]


@rule
def cubes_kept(s: State) -> bool:
    """Every cube is in its mine, with a seat or in the market."""
    for mineral in range(N_MINERALS):
        cubes = s.mines[mineral] + 0
        for seat in range(s.n_seats):
            cubes += s.seats[seat].cubes[mineral]
        for ore in range(N_ORES):
            if ore == mineral or mineral == JEWEL:
                for i in range(s.market[ore].n):
                    if s.market[ore].items[i] == mineral:
                        cubes += 1
        if cubes != CUBES[s.mode][mineral]:
            return False
    return True


@rule
def cards_kept(s: State) -> bool:
    """Every card is somewhere, and only once; counted for a few kinds at a time, a byte for each."""
    for first in range(0, N_KINDS, KINDS_AT_ONCE):
        missing = 0
        for kind in range(first, min(first + KINDS_AT_ONCE, N_KINDS)):
            count = COUNT[kind] - s.discard[kind] - cards_away(s, kind)
            for seat in range(s.n_seats):
                count -= s.seats[seat].area[kind]
            missing += count << 8 * (kind - first)
        for i in range(s.deck.n):
            missing -= card_byte(s.deck.items[i] - first)
        for i in range(s.waiting.n):
            missing -= card_byte(s.waiting.items[i] - first)
        for i in range(s.community.n):
            missing -= card_byte(s.community.items[i] - first)
        for slot in range(HIRE_SLOTS):
            if s.hire[slot] != EMPTY:
                missing -= card_byte(s.hire[slot] - first)
        for seat in range(s.n_seats):
            for i in range(s.seats[seat].held):
                missing -= card_byte(s.seats[seat].hand[i] - first)
        if missing != 0:
            return False
    return True


@rule
def card_byte(offset: int) -> int:
    """One card of the kind at an offset within those counted at once."""
    return 1 << 8 * offset if 0 <= offset < KINDS_AT_ONCE else 0


@rule
def cards_away(s: State, kind: int) -> int:
    """Start-marked cards out of the game, or in reserve for Apprentices who have not joined yet."""
    if START_MARKED[kind] == 0:
        return 0
    away = HANDS_REMOVED[s.mode] + 0
    for seat in range(s.n_seats):
        if not s.seats[seat].joined:
            away += 1
    return away
