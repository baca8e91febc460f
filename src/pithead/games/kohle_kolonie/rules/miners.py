"""Action e: placing and moving miners, one step at a time."""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Ask, Event, Option, Player, Rail, Source, State
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
    emit(s, Event.MOVES_MINERS, s.current, by_token)
    s.ask = Ask.STEP


@rule
def places_left(s: State) -> int:
    """R66: what the workforce card allows counts at once, also for a running action."""
    if s.turn.by_token:
        return st.TOKEN_PLACES - s.turn.placed
    return places_of(s, s.players[s.current].flipped[st.WORKFORCE] + 0) - s.turn.placed


@rule
def places_of(s: State, side: int) -> int:
    """R24: the turned workforce card raises moves, not places; by the other reading both alike."""
    if side == 1 and s.options[Option.WORKFORCE_RAISES_PLACES]:
        return st.MOVES[side] + 0
    return st.PLACES[side] + 0


@rule
def moves_left(s: State) -> int:
    """Moves of miners that are left in the open action."""
    if s.turn.by_token:
        return st.TOKEN_MOVES - s.turn.moved
    return st.MOVES[s.players[s.current].flipped[st.WORKFORCE]] - s.turn.moved


@rule
def engineer_moves_left(s: State) -> int:
    """R23: engineers move only in the main action, with the turned workforce card."""
    if s.turn.by_token:
        return 0
    return st.ENGINEER_MOVES[s.players[s.current].flipped[st.WORKFORCE]] - s.turn.engineers_moved


@rule
def list_places(s: State, out: Cells, k: int, until: int) -> int:
    """R14: a miner from the reserve goes to a guard space, a technology slot or (below `until`) a settlement."""
    player = s.players[s.current]
    if player.miners[st.RESERVE] > 0:
        for place in range(until):
            if has_room(s, player, place):
                out[k] = Act.PLACE + place
                k += 1
    return k


@rule
def list_steps(s: State, out: Cells, k: int) -> int:
    """Placing, lifting a miner, lifting an engineer, as far as the action allows."""
    player = s.players[s.current]
    if places_left(s) > 0:
        k = list_places(s, out, k, st.STATION_AT)
    if moves_left(s) > 0:
        for place in range(st.RESERVE):
            if player.miners[place] > 0:
                out[k] = Act.LIFT + place
                k += 1
    if engineer_moves_left(s) > 0 and free_engineer_slots(s, player) > 0:
        for slot in range(st.N_ENGINEER_SLOTS):
            if player.placed_engineers[slot] > 0:
                out[k] = Act.LIFT_ENGINEER + slot
                k += 1
    return k


@rule
def free_engineer_slots(s: State, player: Player) -> int:
    """Empty engineer slots of a player."""
    count = 0
    for slot in range(st.N_ENGINEER_SLOTS):
        if takes_engineer(s, player, slot):
            count += 1
    return count


@rule
def place_miner(s: State, place: int) -> None:
    """R13, R65: the miner comes from the reserve."""
    player = s.players[s.current]
    player.miners[st.RESERVE] -= 1
    player.miners[place] += 1
    emit(s, Event.PLACED, s.current, place)


@rule
def can_go(s: State, player: Player, start: int, place: int) -> bool:
    """Whether a lifted miner may be put down: R18–R21."""
    if place == st.RESERVE:  # R20
        return True
    if place == start:
        return False
    if place >= st.STATION_AT:
        return is_next(s, start, place - st.STATION_AT)
    if start >= st.STATION_AT:  # R19: along the line or home, nowhere else
        return False
    if place >= st.VILLAGE_AT:  # R18: only placing fills a settlement, unless the table plays it otherwise
        return s.options[Option.DIRECT_MOVE] > 0 and start < st.VILLAGE_AT and has_room(s, player, place)
    return has_room(s, player, place)


@rule
def is_next(s: State, start: int, station: int) -> bool:
    """R21: a station is entered from a connected settlement or from its neighbours along the line."""
    if st.STATION_IN[s.small][station] == 0:
        return False
    if start >= st.STATION_AT:
        for other in st.STATION_NEXT[start - st.STATION_AT]:
            if other == station:
                return True
    elif start >= st.VILLAGE_AT:
        for other in st.VILLAGE_STATIONS[start - st.VILLAGE_AT]:
            if other == station:
                return True
    return False


@rule
def list_targets(s: State, out: Cells) -> int:
    """Where the lifted miner can be put down."""
    k = 0
    player = s.players[s.current]
    start = s.turn.lifted + 0
    for place in range(st.RESERVE + 1):
        if can_go(s, player, start, place):
            out[k] = Act.TO + place
            k += 1
    return k


@rule
def lift(s: State, place: int) -> None:
    """Pick a miner up."""
    s.turn.lifted = place
    s.ask = Ask.TO


@rule
def put_down(s: State, place: int) -> None:
    """R70: one move takes a miner one space further; R71: also one placed just now."""
    player = s.players[s.current]
    start = s.turn.lifted + 0
    player.miners[start] -= 1
    player.miners[place] += 1
    s.turn.moved += 1
    s.turn.lifted = 0
    emit(s, Event.MOVED, s.current, start, place)
    if st.STATION_AT <= place < st.RESERVE:
        uncover(s, place - st.STATION_AT)
    s.ask = Ask.STEP


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
    emit(s, Event.UNCOVERED, p, station, token)
    if token == Rail.POINTS:
        score(s, p, Source.RAIL_TOKENS, st.RAIL_TOKEN_VP)
    elif token == Rail.COIN:
        earn(s, p, st.RAIL_TOKEN_COINS)
    else:
        s.players[p].fresh[token] += 1


@rule
def lift_engineer(s: State, slot: int) -> None:
    """Pick an engineer up."""
    s.turn.lifted = slot
    s.ask = Ask.ENGINEER_TO


@rule
def list_engineer_targets(s: State, out: Cells) -> int:
    """Where the lifted engineer can be put down."""
    k = 0
    player = s.players[s.current]
    for slot in range(st.N_ENGINEER_SLOTS):
        if takes_engineer(s, player, slot):
            out[k] = Act.ENGINEER_TO + slot
            k += 1
    return k


@rule
def put_engineer_down(s: State, slot: int) -> None:
    """R23: one engineer moves to another engineer slot."""
    player = s.players[s.current]
    player.placed_engineers[s.turn.lifted] = 0
    player.placed_engineers[slot] = 1
    emit(s, Event.MOVED_ENGINEER, s.current, s.turn.lifted, slot)
    s.turn.engineers_moved += 1
    s.turn.lifted = 0
    pay_coking_steps(s, s.current + 0)
    s.ask = Ask.STEP
