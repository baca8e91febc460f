"""Phase 5: the mining disaster."""

from pithead.kit import Cells, draw, emit, fill, rule, total

from .. import state as st
from ..state import Act, Ask, Danger, Event, Option, Source, Stage, State
from .common import lose, pay, return_token
from .syndicate import buy_highest

# Securing


@rule
def is_secured(s: State, p: int, slot: int) -> bool:
    """R39, R40: by the slot itself, by a guard on its space, by a coin or the token of this round."""
    safe, guarded = st.SLOT_SAFE[slot] > 0, s.players[p].miners[slot] > 0
    return safe | guarded | (s.disaster.secured[p * st.N_SLOTS + slot] > 0)  # no branches: all slots at once


@rule
def is_at_risk(s: State, p: int, slot: int) -> bool:
    """A mine that nothing secures."""
    return s.players[p].cards[slot] > 0 and not is_secured(s, p, slot)


@rule
def discs_of(s: State, p: int) -> int:
    """How many of a player's discs go into the bag."""
    count = 0
    for slot in range(st.N_SLOTS):
        if is_at_risk(s, p, slot):
            count += 1
    return min(count, st.DISCS)


@rule
def next_securing(s: State) -> bool:
    """Ask everybody who can still secure a mine, in turn order; then the bag is filled."""
    s.at += 1
    if s.at < s.n:
        s.current = s.order[s.at]
        s.ask = Ask.PROTECT
        return can_secure(s, s.current + 0)
    fill_bag(s)
    s.stage = Stage.DRAWING
    return False


@rule
def can_coin(s: State, p: int, slot: int) -> bool:
    """A coin secures an unsecured mine, where the mat allows it."""
    return st.SLOT_COIN[slot] > 0 and s.players[p].coins >= st.PROTECT_PRICE and is_at_risk(s, p, slot)


@rule
def can_defend(s: State, p: int, slot: int) -> bool:
    """The mine-defence token secures up to two mines."""
    return s.players[p].held == st.DEFENCE + 1 and s.turn.defended < st.DEFENCE_MINES and is_at_risk(s, p, slot)


@rule
def can_secure(s: State, p: int) -> bool:
    """Whether a player has a choice."""
    for slot in range(st.N_SLOTS):
        if can_coin(s, p, slot) or can_defend(s, p, slot):
            return True
    return False


@rule
def list_protect(s: State, out: Cells) -> int:
    """Coins and the token, one slot at a time; END when it is enough."""
    out[0] = Act.END
    k = 1
    p = s.current + 0
    for slot in range(st.N_SLOTS):
        if can_coin(s, p, slot):
            out[k] = Act.PROTECT + slot
            k += 1
    for slot in range(st.N_SLOTS):
        if can_defend(s, p, slot):
            out[k] = Act.DEFEND + slot
            k += 1
    return k


@rule
def protect(s: State, slot: int) -> None:
    """A coin secures the mine for this round."""
    pay(s, s.current + 0, st.PROTECT_PRICE)
    s.disaster.secured[s.current * st.N_SLOTS + slot] = 1
    emit(s, Event.PROTECTED, s.current + 0, slot)


@rule
def defend(s: State, slot: int) -> None:
    """The token secures the mine for this round."""
    s.turn.defended += 1
    s.disaster.secured[s.current * st.N_SLOTS + slot] = 1
    emit(s, Event.DEFENDED, s.current + 0, slot)


@rule
def end_securing(s: State) -> None:
    """The mine-defence token is used up if it secured a mine."""
    if s.turn.defended > 0:
        return_token(s, s.current + 0)


# Drawing


@rule
def fill_bag(s: State) -> None:
    """Discs for unsecured mines, the black ones and the blank one; then the token of the round is turned up."""
    bag = s.disaster.bag
    fill(bag, 0)
    for p in range(s.n):
        bag[p] = discs_of(s, p)
        if bag[p] > 0:
            emit(s, Event.BAG_FILLED, p, bag[p] + 0)
    bag[st.BLACK] = st.BLACK_DISCS
    bag[st.BLANK] = st.BLANK_DISCS
    s.disaster.drawn = 0
    s.disaster.blank = 0
    s.disaster.struck = 0
    fill(s.disaster.hit, 0)
    s.shown = s.round
    s.barrier += 1
    emit(s, Event.TOKEN_SHOWN, s.disaster_token[s.round - 1] + 0)


@rule
def next_disc(s: State) -> bool:
    """Draw one disc after another; asks only a player who must choose the miner that is lost."""
    disaster = s.disaster
    if disaster.struck == 1:
        strike(s)  # the token works after the loss that was being decided
    if disaster.drawn == st.DRAWS:
        end_disaster(s)
        return False
    disc = draw_disc(s)
    if disc == st.BLACK:
        lose_syndicate_coin(s)
    elif disc == st.BLANK:
        disaster.blank = 1
    else:
        return hit(s, disc)
    return False


@rule
def draw_disc(s: State) -> int:
    """One disc from the bag, which stays out."""
    bag = s.disaster.bag
    n = draw(s.rng, total(bag))
    s.barrier += 1
    s.disaster.drawn += 1
    for kind in range(st.N_DISCS):
        n -= bag[kind]
        if n < 0:
            bag[kind] -= 1
            emit(s, Event.DISC_DRAWN if kind < st.BLACK else Event.NEUTRAL_DRAWN, kind, s.disaster.drawn + 0)
            return kind
    return st.BLANK


@rule
def hit(s: State, p: int) -> bool:
    """R42, R45: points are lost once a round, a miner for every disc; returns whether the player must choose him."""
    player = s.players[p]
    if s.disaster.hit[p] == 0:
        s.disaster.hit[p] = 1
        emit(s, Event.HIT, p, lose(s, p, Source.DISASTERS, st.DISASTER_VP[s.round] + 0))
    if s.disaster.struck == 0:
        s.disaster.struck = 1
    if player.miners[st.RESERVE] > 0:
        lose_miner(s, p, st.RESERVE)
        return False
    # R65: without a reserve another miner is lost, never one that marks a mine.
    choices = 0
    only = 0
    for place in range(st.RESERVE):
        if player.miners[place] > 0:
            choices += 1
            only = place
    if choices == 1:
        lose_miner(s, p, only)
    if choices <= 1:
        return False
    s.current = p
    s.ask = Ask.LOSE
    return True


@rule
def list_lose(s: State, out: Cells) -> int:
    """Where the lost miner can come from."""
    k = 0
    for place in range(st.RESERVE):
        if s.players[s.current].miners[place] > 0:
            out[k] = Act.LOSE + place
            k += 1
    return k


@rule
def lose_miner(s: State, p: int, place: int) -> None:
    """R69: a miner on a disaster space stays there for the rest of the game."""
    s.players[p].miners[place] -= 1
    s.players[p].lost += 1
    emit(s, Event.MINER_LOST, p, place)


@rule
def choose_lost(s: State, place: int) -> None:
    """The player gives this miner."""
    lose_miner(s, s.current + 0, place)
    s.ask = Ask.CONFIRM


@rule
def lose_syndicate_coin(s: State) -> None:
    """R38: a black disc takes a coin from the Syndicate's track, at its high or its low end."""
    for i in range(st.TRACK):
        space = i if s.options[Option.SYNDICATE_LOSES_FROM_1] else st.TRACK - 1 - i
        if s.syndicate_track[space] > 0:
            s.syndicate_track[space] = 0
            s.bank_coins += 1
            return


@rule
def strike(s: State) -> None:
    """R41: the first disc of a player triggers the token, once."""
    s.disaster.struck = 2
    token = s.disaster_token[s.round - 1] + 0
    emit(s, Event.TOKEN_WORKS, token)
    if token == Danger.HIGHEST_NUMBER:
        buy_highest(s)  # R46
    elif token == Danger.EXTRA_COIN:
        s.extra_coin = 1
    elif token == Danger.PURCHASING_POWER:
        s.purchases = min(st.PURCHASES_MAX, s.purchases + 1)
    else:
        s.damage_active = 1  # R43


@rule
def end_disaster(s: State) -> None:
    """The discs return to their owners, coins no longer secure anything."""
    fill(s.disaster.bag, 0)
    fill(s.disaster.secured, 0)
    s.stage = Stage.DAMAGE if s.damage_active and s.disaster.blank else Stage.SYNDICATE_BUYS
    s.at = -1


# Mining damage


@rule
def next_damage(s: State) -> bool:
    """R43: with the blank disc everybody pays for mining damage; without a coin, in points."""
    s.at += 1
    if s.at == s.n:
        s.stage = Stage.SYNDICATE_BUYS
        return False
    s.current = s.order[s.at]
    if s.players[s.current].coins >= st.DAMAGE_COINS:
        s.ask = Ask.DAMAGE
        return True
    damage_by_points(s, s.current + 0)
    return False


@rule
def list_damage(s: State, out: Cells) -> int:
    """A coin or points."""
    out[0] = Act.DAMAGE_BY_COIN
    out[1] = Act.DAMAGE_BY_VP
    return 2


@rule
def damage_by_points(s: State, p: int) -> None:
    """R44: points are lost down to zero."""
    emit(s, Event.DAMAGED, p, 0, lose(s, p, Source.DAMAGE, st.DAMAGE_VP))


@rule
def settle_damage(s: State, by_coin: bool) -> None:
    """Pay for the damage."""
    if by_coin:
        pay(s, s.current + 0, st.DAMAGE_COINS)
        emit(s, Event.DAMAGED, s.current + 0, st.DAMAGE_COINS, 0)
    else:
        damage_by_points(s, s.current + 0)
    s.ask = Ask.CONFIRM
