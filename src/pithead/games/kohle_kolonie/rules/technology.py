"""Phase 10: the technology cards pay."""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Ask, Event, Option, Player, Rail, Source, Stage, State
from .common import earn, gain, pay_workers, return_token, score, slot_room


@rule
def pieces_on(player: Player, t: int) -> int:
    """Pieces in a technology slot."""
    if t < st.N_MINER_SLOTS:
        return player.miners[st.TECH_AT + t] + 0
    if t < st.N_MINER_SLOTS + st.N_ENGINEER_SLOTS:
        return player.placed_engineers[t - st.N_MINER_SLOTS] + 0
    return player.placed_engines[t - st.N_MINER_SLOTS - st.N_ENGINEER_SLOTS] + 0


@rule
def is_full(s: State, player: Player, t: int) -> bool:
    """R29: a slot counts only with all its pieces."""
    room = slot_room(s, player, t)
    return room > 0 and pieces_on(player, t) == room


@rule
def slot_coins(s: State, player: Player, t: int) -> int:
    """R30, R32: the coins printed at a slot of the side that shows."""
    side = player.flipped[st.TECH_CARD[t]] + 0
    if t == st.LOADING_ENGINEER and side == 1:
        return s.options[Option.LOADING_ENGINEER_COINS] + 0
    return st.TECH_COINS[side][t] + 0


@rule
def slot_vp(s: State, player: Player, t: int) -> int:
    """R28: the points printed at a slot of the side that shows."""
    side = player.flipped[st.TECH_CARD[t]] + 0
    if t == st.IRONWORKS_ENGINEER and side == 0:
        return s.options[Option.IRONWORKS_ENGINEER_VP] + 0
    return st.TECH_VP[side][t] + 0


@rule
def needs_wagons(player: Player, t: int) -> int:
    """How many wagons a slot of the loading card consumes; 0 elsewhere."""
    return st.TECH_WAGONS[player.flipped[st.TECH_CARD[t]]][t] + 0


@rule
def technology_coins(s: State, player: Player) -> int:
    """What the coking plant pays."""
    coins = 0
    for t in range(st.N_TECH):
        if needs_wagons(player, t) == 0 and is_full(s, player, t):
            coins += slot_coins(s, player, t)
    return coins


@rule
def technology_vp(s: State, player: Player) -> int:
    """What the ironworks score."""
    points = 0
    for t in range(st.N_TECH):
        if is_full(s, player, t):
            points += slot_vp(s, player, t)
    return points


@rule
def next_technology(s: State) -> bool:
    """In turn order: coking plant, ironworks, then loading, about which a player may have to decide."""
    s.at += 1
    if s.at == s.n:
        s.stage = Stage.ROUND_END
        return False
    p = s.order[s.at] + 0
    player = s.players[p]
    coins = technology_coins(s, player)
    if coins > 0:
        emit(s, Event.EARNED, p, earn(s, p, coins))
    points = technology_vp(s, player)
    if points > 0:
        score(s, p, Source.TECHNOLOGY, points)
    s.current = p
    s.turn.loading = 1 if loading_fee(player) == 0 else 0
    if has_loading_choice(player):
        s.ask = Ask.LOADING
        return True
    end_loading(s)
    return False


# Loading


@rule
def loading_fee(player: Player) -> int:
    """Local workers that the scoring of the loading card costs."""
    return st.LOADING_FEE[player.flipped[st.LOADING]] + 0


@rule
def wagons(player: Player) -> int:
    """Wagons on the own mine cards."""
    count = 0
    for slot in range(st.N_SLOTS):
        count += st.CARD_WAGONS[player.cards[slot]]
    return count


@rule
def has_loading_choice(player: Player) -> bool:
    """Whether there is anything to decide; without a single wagon the fee would buy nothing."""
    tokens = player.tokens[Rail.WAGON] + (st.WAGON_WAGONS if player.held == st.WAGON + 1 else 0)
    if loading_fee(player) == 0:
        return tokens > 0
    if wagons(player) + tokens == 0:
        return False
    return player.held == st.WAGON + 1 or player.workers > 0 or player.tokens[Rail.WORKER] > 0


@rule
def list_loading(s: State, out: Cells) -> int:
    """How to pay the fee, then tokens with wagons; END when it is enough, or instead."""
    player = s.players[s.current]
    out[0] = Act.END
    k = 1
    if s.turn.loading == 0:
        if player.workers > 0:
            out[k] = Act.LOAD_WORKER
            k += 1
        if player.tokens[Rail.WORKER] > 0:
            out[k] = Act.LOAD_TOKEN
            k += 1
    if player.held == st.WAGON + 1:  # also after a worker was paid: the fee and the wagon are two things
        out[k] = Act.LOAD_BONUS
        k += 1
    if s.turn.loading and player.tokens[Rail.WAGON] > 0:  # R36
        out[k] = Act.USE_WAGON
        k += 1
    return k


@rule
def pay_loading(s: State, tokens: int) -> None:
    """Pay the fee with a local worker or a railway token."""
    pay_workers(s, s.current + 0, loading_fee(s.players[s.current]), tokens)
    s.turn.loading = 1


@rule
def load_with_bonus(s: State) -> None:
    """R35: the wagon token waives the fee and adds its wagon, also where there is no fee."""
    s.turn.loading = 1
    s.turn.wagons += st.WAGON_WAGONS
    return_token(s, s.current + 0)


@rule
def add_wagon(s: State) -> None:
    """R36: a railway token adds a wagon to one scoring."""
    s.turn.wagons += 1
    s.players[s.current].tokens[Rail.WAGON] -= 1


@rule
def loading_coins(s: State, player: Player, count: int) -> int:
    """R33, R34: the most coins that filled slots pay, each wagon being used for one slot only."""
    best = 0
    slots = 0
    for t in range(st.N_TECH):
        if st.TECH_CARD[t] == st.LOADING:
            slots += 1
    for chosen in range(1 << slots):
        used = 0
        coins = 0
        i = 0
        for t in range(st.N_TECH):
            if st.TECH_CARD[t] == st.LOADING:
                if (chosen >> i) & 1:
                    if is_full(s, player, t):
                        used += needs_wagons(player, t)
                        coins += slot_coins(s, player, t)
                i += 1
        if used <= count and coins > best:
            best = coins
    return best


@rule
def end_loading(s: State) -> None:
    """Score all wagons, if the loading card is activated."""
    p = s.current + 0
    player = s.players[p]
    count = wagons(player) + s.turn.wagons
    if s.turn.loading and count > 0:
        points = count * st.LOADING_VP[player.flipped[st.LOADING]]
        gain(s, p, Source.LOADING, points)
        coins = earn(s, p, loading_coins(s, player, count))
        emit(s, Event.LOADED, p, count, points, coins)
    s.turn.loading = 0
    s.turn.wagons = 0
