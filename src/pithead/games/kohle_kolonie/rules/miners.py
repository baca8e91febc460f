"""Action e: placing and moving miners, one step at a time."""

from pithead.kit import Cells, emit, rule

from ..state import (
    ASK_ENGINEER_TO,
    ASK_STEP,
    ASK_TO,
    DIRECT_MOVE,
    ENGINEER_MOVES,
    ENGINEER_TO,
    FROM_RAIL_TOKENS,
    LIFT,
    LIFT_ENGINEER,
    MOVED,
    MOVED_ENGINEER,
    MOVES,
    MOVES_MINERS,
    N_ENGINEER_SLOTS,
    PLACE,
    PLACED,
    PLACES,
    RAIL_COIN,
    RAIL_POINTS,
    RAIL_TOKEN_COINS,
    RAIL_TOKEN_VP,
    RESERVE,
    STATION_AT,
    STATION_IN,
    STATION_NEXT,
    TO,
    TOKEN_MOVES,
    TOKEN_PLACES,
    UNCOVERED,
    VILLAGE_AT,
    VILLAGE_STATIONS,
    WORKFORCE,
    WORKFORCE_RAISES_PLACES,
    Player,
    State,
)
from .building import pay_coking_steps, takes_engineer
from .common import earn, has_room, score


@rule
def begin_steps(s: State, by_token: int) -> None:
    """R8: the action begins, and no step is obligatory."""
    s.turn.by_token = by_token
    s.turn.placed = 0
    s.turn.moved = 0
    s.turn.engineers_moved = 0
    if by_token == 0:
        s.turn.main_done = 1
    emit(s, MOVES_MINERS, s.current, by_token)
    s.ask = ASK_STEP


@rule
def places_left(s: State) -> int:
    """R66: what the workforce card allows counts at once, also for a running action."""
    if s.turn.by_token:
        return TOKEN_PLACES - s.turn.placed
    return places_of(s, s.players[s.current].flipped[WORKFORCE] + 0) - s.turn.placed


@rule
def places_of(s: State, side: int) -> int:
    """R24: the turned workforce card raises moves, not places; by the other reading both alike."""
    if side == 1 and s.options[WORKFORCE_RAISES_PLACES]:
        return MOVES[side] + 0
    return PLACES[side] + 0


@rule
def moves_left(s: State) -> int:
    """Moves of miners that are left in the open action."""
    if s.turn.by_token:
        return TOKEN_MOVES - s.turn.moved
    return MOVES[s.players[s.current].flipped[WORKFORCE]] - s.turn.moved


@rule
def engineer_moves_left(s: State) -> int:
    """R23: engineers move only in the main action, with the turned workforce card."""
    if s.turn.by_token:
        return 0
    return ENGINEER_MOVES[s.players[s.current].flipped[WORKFORCE]] - s.turn.engineers_moved


@rule
def list_places(s: State, out: Cells, k: int, until: int) -> int:
    """R14: a miner from the reserve goes to a guard space, a technology slot or (below `until`) a settlement."""
    player = s.players[s.current]
    if player.miners[RESERVE] > 0:
        for place in range(until):
            if has_room(s, player, place):
                out[k] = PLACE + place
                k += 1
    return k


@rule
def list_steps(s: State, out: Cells, k: int) -> int:
    """Placing, lifting a miner, lifting an engineer, as far as the action allows."""
    player = s.players[s.current]
    if places_left(s) > 0:
        k = list_places(s, out, k, STATION_AT)
    if moves_left(s) > 0:
        for place in range(RESERVE):
            if player.miners[place] > 0:
                out[k] = LIFT + place
                k += 1
    if engineer_moves_left(s) > 0 and free_engineer_slots(s, player) > 0:
        for slot in range(N_ENGINEER_SLOTS):
            if player.placed_engineers[slot] > 0:
                out[k] = LIFT_ENGINEER + slot
                k += 1
    return k


@rule
def free_engineer_slots(s: State, player: Player) -> int:
    """Empty engineer slots of a player."""
    count = 0
    for slot in range(N_ENGINEER_SLOTS):
        if takes_engineer(s, player, slot):
            count += 1
    return count


@rule
def place_miner(s: State, place: int) -> None:
    """R13, R65: the miner comes from the reserve."""
    player = s.players[s.current]
    player.miners[RESERVE] -= 1
    player.miners[place] += 1
    emit(s, PLACED, s.current, place)


@rule
def can_go(s: State, player: Player, start: int, place: int) -> bool:
    """Whether a lifted miner may be put down: R18–R21."""
    if place == RESERVE:  # R20
        return True
    if place == start:
        return False
    if place >= STATION_AT:
        return is_next(s, start, place - STATION_AT)
    if start >= STATION_AT:  # R19: along the line or home, nowhere else
        return False
    if place >= VILLAGE_AT:  # R18: only placing fills a settlement, unless the table plays it otherwise
        return s.options[DIRECT_MOVE] > 0 and start < VILLAGE_AT and has_room(s, player, place)
    return has_room(s, player, place)


@rule
def is_next(s: State, start: int, station: int) -> bool:
    """R21: a station is entered from a connected settlement or from its neighbours along the line."""
    if STATION_IN[s.small][station] == 0:
        return False
    if start >= STATION_AT:
        for other in STATION_NEXT[start - STATION_AT]:
            if other == station:
                return True
    elif start >= VILLAGE_AT:
        for other in VILLAGE_STATIONS[start - VILLAGE_AT]:
            if other == station:
                return True
    return False


@rule
def list_targets(s: State, out: Cells) -> int:
    """Where the lifted miner can be put down."""
    k = 0
    player = s.players[s.current]
    start = s.turn.lifted + 0
    for place in range(RESERVE + 1):
        if can_go(s, player, start, place):
            out[k] = TO + place
            k += 1
    return k


@rule
def lift(s: State, place: int) -> None:
    """Pick a miner up."""
    s.turn.lifted = place
    s.ask = ASK_TO


@rule
def put_down(s: State, place: int) -> None:
    """R70: one move takes a miner one space further; R71: also one placed just now."""
    player = s.players[s.current]
    start = s.turn.lifted + 0
    player.miners[start] -= 1
    player.miners[place] += 1
    s.turn.moved += 1
    s.turn.lifted = 0
    emit(s, MOVED, s.current, start, place)
    if STATION_AT <= place < RESERVE:
        uncover(s, place - STATION_AT)
    s.ask = ASK_STEP


@rule
def uncover(s: State, station: int) -> None:
    """R22: the first miner to arrive takes the token; points and coins at once, the others for later rounds."""
    if s.station_token[station] == 0:
        return
    p = s.current + 0
    token = s.station_token[station] - 1
    s.station_token[station] = 0
    s.uncovered[token] += 1
    s.barrier += 1
    emit(s, UNCOVERED, p, station, token)
    if token == RAIL_POINTS:
        score(s, p, FROM_RAIL_TOKENS, RAIL_TOKEN_VP)
    elif token == RAIL_COIN:
        earn(s, p, RAIL_TOKEN_COINS)
    else:
        s.players[p].fresh[token] += 1


@rule
def lift_engineer(s: State, slot: int) -> None:
    """Pick an engineer up."""
    s.turn.lifted = slot
    s.ask = ASK_ENGINEER_TO


@rule
def list_engineer_targets(s: State, out: Cells) -> int:
    """Where the lifted engineer can be put down."""
    k = 0
    player = s.players[s.current]
    for slot in range(N_ENGINEER_SLOTS):
        if takes_engineer(s, player, slot):
            out[k] = ENGINEER_TO + slot
            k += 1
    return k


@rule
def put_engineer_down(s: State, slot: int) -> None:
    """R23: one engineer moves to another engineer slot."""
    player = s.players[s.current]
    player.placed_engineers[s.turn.lifted] = 0
    player.placed_engineers[slot] = 1
    emit(s, MOVED_ENGINEER, s.current, s.turn.lifted, slot)
    s.turn.engineers_moved += 1
    s.turn.lifted = 0
    pay_coking_steps(s, s.current + 0)
    s.ask = ASK_STEP
