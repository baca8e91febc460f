"""What must hold after every decision."""

from pithead.kit import rule, total

from ..state import (
    ALL_COINS,
    ALL_ENGINES,
    ALL_WORKERS,
    ASK_ARRANGE,
    ASK_SECOND_WORKER,
    ASK_SLOT,
    GAPS,
    LARGE_CARD,
    MAX_PLAYERS,
    N_BONUS,
    N_FIELDS,
    N_MINES,
    N_SLOTS,
    N_STATIONS,
    N_VILLAGES,
    PLACING,
    RAIL_COUNT,
    SETTLEMENT_ROOM,
    SLOT_BEFORE,
    START_ENGINEERS,
    START_MINERS,
    START_SETTLEMENTS,
    SYNDICATE_COIN,
    SYNDICATE_ENGINE,
    TECH_AT,
    VILLAGE_AT,
    VILLAGE_SPOTS,
    State,
)
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
    for mine in range(N_MINES):
        if s.mines[mine] == p:
            count += 1
    for field in range(N_FIELDS):
        if s.large[field] == p:
            count += 1
    return count


@rule
def audit_player(s: State, p: int) -> int:
    """1: miners; 2: amounts; 3: settlements; 4: engineers; 5: points."""
    player = s.players[p]
    if total(player.miners) + owned_mines(s, p) + player.lost != START_MINERS:
        return 1
    if player.coins < 0 or player.workers < 0 or player.points < 0 or not 0 <= player.extra_actions <= 3:
        return 2
    for place in range(len(player.miners)):
        if player.miners[place] < 0:
            return 2
    if total(player.settled) + player.settlements != START_SETTLEMENTS:
        return 3
    for village in range(N_VILLAGES):
        if player.miners[VILLAGE_AT + village] > player.settled[village] * SETTLEMENT_ROOM:
            return 3
    if total(player.placed_engineers) + player.engineers != START_ENGINEERS:
        return 4
    if total(player.by_source) != player.points:
        return 5
    return 0


@rule
def audit_mat(s: State, p: int) -> int:
    """6: cards and mines agree; 7: no gaps; 8: technology slots are not overfull."""
    player = s.players[p]
    cards = 0
    for slot in range(N_SLOTS):
        card = player.cards[slot] + 0
        if card == 0:
            if player.engines[slot] > 0:
                return 6
            continue
        cards += 1
        owner = s.mines[card - 1] + 0 if card < LARGE_CARD else s.large[card - LARGE_CARD] + 0
        if owner != p:
            return 6
        if s.stage != GAPS and SLOT_BEFORE[slot] >= 0 and player.cards[SLOT_BEFORE[slot]] == 0:
            return 7
    if p == s.current and (s.ask == ASK_SLOT or s.ask == ASK_SECOND_WORKER):
        cards += 1  # in the hand
    if p == s.auction.winner and (s.stage == GAPS or s.stage == PLACING):
        cards += 1
    if cards != owned_mines(s, p):
        return 6
    if s.ask != ASK_ARRANGE:
        for t in range(VILLAGE_AT - TECH_AT):
            if player.miners[TECH_AT + t] > slot_room(s, player, t):
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
    for mine in range(N_MINES):
        if s.mines[mine] == SYNDICATE_ENGINE:
            engines += 1
        elif s.mines[mine] == SYNDICATE_COIN:
            coins += 1
    for field in range(N_FIELDS):
        if s.large[field] == SYNDICATE_ENGINE:
            engines += 1
        elif s.large[field] == SYNDICATE_COIN:
            coins += 1
    if workers != ALL_WORKERS or s.bank_workers < 0:
        return 9
    if coins != ALL_COINS or s.bank_coins < 0:
        return 10
    if engines != ALL_ENGINES or s.bank_engines < 0:
        return 11
    for village in range(N_VILLAGES):
        if settlements_in(s, village) > VILLAGE_SPOTS[village] or s.workers[village] < 0:
            return 12
    return 0


@rule
def audit_tokens(s: State) -> int:
    """13: every bonus token is on the track or held; 14: railway tokens; 15: the turn order."""
    for token in range(N_BONUS):
        count = 0
        for space in range(N_BONUS):
            if s.track[space] == token + 1:
                count += 1
        for p in range(s.n):
            if s.players[p].held == token + 1:
                count += 1
        if count != 1:
            return 13
    for kind in range(len(s.uncovered)):
        count = s.uncovered[kind] + 0
        for station in range(N_STATIONS):
            if s.station_token[station] == kind + 1:
                count += 1
        if count > RAIL_COUNT[kind]:
            return 14
        for p in range(s.n):
            count = s.players[p].tokens[kind] + s.players[p].fresh[kind]
            if count < 0 or count > s.uncovered[kind]:
                return 14
    for i in range(s.n):
        if not 0 <= s.order[i] < MAX_PLAYERS:
            return 15
    return 0
