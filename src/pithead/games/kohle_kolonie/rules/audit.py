"""What must hold after every decision."""

from pithead.kit import rule, total

from .. import state as st
from ..state import Ask, Owner, Stage, State
from .building import settlements_in
from .common import slot_room
from .scoring import engines_of


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant."""
    for p in range(s.n):
        code = audit_player(s, p)
        if code == 0:
            code = audit_mat(s, p)
        if code > 0:
            return code
    code = audit_supply(s)
    return code if code > 0 else audit_tokens(s)


@rule
def owned_mines(s: State, p: int) -> int:
    """Small, single and large mines that carry a miner of the player."""
    count = 0
    for mine in range(st.N_MINES):
        if s.mines[mine] == p:
            count += 1
    for field in range(st.N_FIELDS):
        if s.large[field] == p:
            count += 1
    return count


@rule
def audit_player(s: State, p: int) -> int:
    """1: miners; 2: amounts; 3: settlements; 4: engineers; 5: points."""
    player = s.players[p]
    if total(player.miners) + owned_mines(s, p) + player.lost != st.START_MINERS:
        return 1
    if player.coins < 0 or player.workers < 0 or player.points < 0 or not 0 <= player.extra_actions <= 3:
        return 2
    for place in range(len(player.miners)):
        if player.miners[place] < 0:
            return 2
    if total(player.settled) + player.settlements != st.START_SETTLEMENTS:
        return 3
    for village in range(st.N_VILLAGES):
        if player.miners[st.VILLAGE_AT + village] > player.settled[village] * st.SETTLEMENT_ROOM:
            return 3
    if total(player.placed_engineers) + player.engineers != st.START_ENGINEERS:
        return 4
    if total(player.by_source) != player.points:
        return 5
    return 0


@rule
def audit_mat(s: State, p: int) -> int:
    """6: cards and mines agree; 7: no gaps; 8: technology slots are not overfull."""
    player = s.players[p]
    cards = 0
    for slot in range(st.N_SLOTS):
        card = player.cards[slot] + 0
        if card == 0:
            if player.engines[slot] > 0:
                return 6
            continue
        cards += 1
        owner = s.mines[card - 1] + 0 if card < st.LARGE_CARD else s.large[card - st.LARGE_CARD] + 0
        if owner != p:
            return 6
        if s.stage != Stage.GAPS and st.SLOT_BEFORE[slot] >= 0 and player.cards[st.SLOT_BEFORE[slot]] == 0:
            return 7
    if p == s.current and (s.ask == Ask.SLOT or s.ask == Ask.SECOND_WORKER):
        cards += 1  # in the hand
    if p == s.auction.winner and (s.stage == Stage.GAPS or s.stage == Stage.PLACING):
        cards += 1
    if cards != owned_mines(s, p):
        return 6
    if s.ask != Ask.ARRANGE:
        for t in range(st.VILLAGE_AT - st.TECH_AT):
            if player.miners[st.TECH_AT + t] > slot_room(s, player, t):
                return 8
    return 0


@rule
def audit_supply(s: State) -> int:
    """9: local workers; 10: coins; 11: steam engines; 12: settlement spaces."""
    workers = s.bank_workers + total(s.workers)
    coins = s.bank_coins + total(s.syndicate_track)
    engines = s.bank_engines + s.auction.engines
    for p in range(s.n):
        workers += s.players[p].workers
        coins += s.players[p].coins
        engines += engines_of(s.players[p])
    for mine in range(st.N_MINES):
        if s.mines[mine] == Owner.SYNDICATE_ENGINE:
            engines += 1
        elif s.mines[mine] == Owner.SYNDICATE_COIN:
            coins += 1
    for field in range(st.N_FIELDS):
        if s.large[field] == Owner.SYNDICATE_ENGINE:
            engines += 1
        elif s.large[field] == Owner.SYNDICATE_COIN:
            coins += 1
    if workers != st.ALL_WORKERS or s.bank_workers < 0:
        return 9
    if coins != st.ALL_COINS or s.bank_coins < 0:
        return 10
    if engines != st.ALL_ENGINES or s.bank_engines < 0:
        return 11
    for village in range(st.N_VILLAGES):
        if settlements_in(s, village) > st.VILLAGE_SPOTS[village] or s.workers[village] < 0:
            return 12
    return 0


@rule
def audit_tokens(s: State) -> int:
    """13: every bonus token is on the track or held; 14: railway tokens; 15: the turn order."""
    for token in range(st.N_BONUS):
        count = 0
        for space in range(st.N_BONUS):
            if s.track[space] == token + 1:
                count += 1
        for p in range(s.n):
            if s.players[p].held == token + 1:
                count += 1
        if count != 1:
            return 13
    for kind in range(len(s.uncovered)):
        count = s.uncovered[kind] + 0
        for station in range(st.N_STATIONS):
            if s.station_token[station] == kind + 1:
                count += 1
        if count > st.RAIL_COUNT[kind]:
            return 14
        for p in range(s.n):
            count = s.players[p].tokens[kind] + s.players[p].fresh[kind]
            if count < 0 or count > s.uncovered[kind]:
                return 14
    for i in range(s.n):
        if not 0 <= s.order[i] < st.MAX_PLAYERS:
            return 15
    return 0
