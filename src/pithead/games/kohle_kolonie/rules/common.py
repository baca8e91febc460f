"""Points, coins, workers and where miners can stand: what all phases share."""

from pithead.kit import emit, rule

from .. import state as st
from ..state import Event, Option, Owner, Player, Rail, State


@rule
def gain(s: State, p: int, source: int, points: int) -> None:
    """Add points that the event of the caller tells of; `score` tells of them itself."""
    s.players[p].points += points
    s.players[p].by_source[source] += points


@rule
def score(s: State, p: int, source: int, points: int) -> None:
    """Score points and say where they come from."""
    gain(s, p, source, points)
    if points > 0:
        emit(s, Event.SCORED, p, points, source)


@rule
def lose(s: State, p: int, source: int, points: int) -> int:
    """Lose points, never below zero; returns how many were lost."""
    lost = min(points, s.players[p].points + 0)
    gain(s, p, source, -lost)
    return lost


@rule
def pay(s: State, p: int, coins: int) -> None:
    """Pay coins to the bank."""
    s.players[p].coins -= coins
    s.bank_coins += coins


@rule
def earn(s: State, p: int, coins: int) -> int:
    """R6: take coins from the bank, which pays what it has; returns how many."""
    paid = min(coins, s.bank_coins + 0)
    s.bank_coins -= paid
    s.players[p].coins += paid
    return paid


@rule
def pay_workers(s: State, p: int, workers: int, tokens: int) -> None:
    """Pay local workers to the bank; railway tokens among them leave the game."""
    player = s.players[p]
    player.workers -= workers - tokens
    s.bank_workers += workers - tokens
    player.tokens[Rail.WORKER] -= tokens


@rule
def can_pay_workers(player: Player, workers: int, tokens: int) -> bool:
    """R72: the payer chooses how many usable railway tokens a payment contains."""
    return tokens <= workers and tokens <= player.tokens[Rail.WORKER] and workers - tokens <= player.workers


@rule
def price(s: State, what: int) -> int:
    """R25: the price of a settlement, engineer or steam engine; one flip by anyone raises it for all."""
    return st.PRICES[what][s.raised[what]] + 0


@rule
def gain_extra_action(s: State, p: int) -> None:
    """Take an extra-action token."""
    s.players[p].extra_actions += 1
    emit(s, Event.GOT_EXTRA, p)


@rule
def return_token(s: State, p: int) -> None:
    """A used bonus token goes to the leftmost empty space of the track."""
    for space in range(st.N_BONUS):
        if s.track[space] == 0:
            s.track[space] = s.players[p].held
            s.players[p].held = 0
            return


@rule
def slot_room(s: State, player: Player, t: int) -> int:
    """How many pieces a technology slot holds on the side that shows; 0: it is not there."""
    if t == st.ADMINISTRATION_SECOND and s.options[Option.ADMINISTRATION_PAIR]:  # R31: the other reading
        return 2
    return st.TECH_NEED[player.flipped[st.TECH_CARD[t]]][t] + 0


@rule
def has_room(s: State, player: Player, place: int) -> bool:
    """Whether one more own miner can stand on a guard space, technology slot or in a settlement."""
    if place < st.TECH_AT:
        return st.SLOT_GUARD[place] > player.miners[place]  # R15: also beside an empty slot
    if place < st.VILLAGE_AT:
        return slot_room(s, player, place - st.TECH_AT) > player.miners[place]
    if place < st.STATION_AT:
        return player.settled[place - st.VILLAGE_AT] > 0 and player.miners[place] < st.SETTLEMENT_ROOM
    return place < st.N_PLACES


@rule
def is_syndicate(holder: int) -> bool:
    """Whether a mine belongs to the Syndicate."""
    return Owner.SYNDICATE_ENGINE <= holder < Owner.ON_SALE


@rule
def is_marked(holder: int) -> bool:
    """R73: a miner, a steam engine or a coin that stands for one marks the mine."""
    return holder < Owner.ON_SALE


@rule
def syndicate_mark(s: State) -> int:
    """Take what marks a mine of the Syndicate: a steam engine, or a coin when the bank has none left."""
    if s.bank_engines > 0:
        s.bank_engines -= 1
        return Owner.SYNDICATE_ENGINE
    if s.bank_coins > 0:
        s.bank_coins -= 1
        return Owner.SYNDICATE_COIN
    return Owner.SYNDICATE_BARE  # not even a coin is left: the mine is the Syndicate's all the same
