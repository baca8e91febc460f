"""Phase 9: small mines are merged, and the large mine is auctioned."""

from pithead.kit import Cells, emit, fill, pop, push, rule, shuffle, total

from .. import state as st
from ..state import Act, Ask, Event, Owner, Player, Rail, Source, Stage, State
from .common import gain, pay, return_token, score, syndicate_mark
from .mines import free_slots, is_reachable
from .technology import is_full

# The lots


@rule
def begin_consolidations(s: State) -> None:
    """Shuffle the large mines of the round; there are none before the third."""
    for field in range(st.N_FIELDS):
        if st.LARGE_ROUND[field] == s.round and st.FIELD_IN[s.small][field]:
            push(s.stack, field)
    if s.stack.n > 1:
        s.barrier += 1
        shuffle(s.rng, s.stack.items, s.stack.n + 0)


@rule
def next_lot(s: State) -> bool:
    """Reveal the next large mine, and find out who takes part."""
    s.at = -1
    if s.stack.n == 0:
        s.stage = Stage.TECHNOLOGY
        return False
    auction = s.auction
    auction.lot = pop(s.stack)
    s.barrier += 1
    emit(s, Event.LOT_SHOWN, auction.lot + 0)
    find_bidders(s)
    if auction.n == 0:
        conclude(s, -1, 0)
    elif auction.n == 1 and auction.syndicate < 0:
        conclude(s, auction.order[0] + 0, 0)  # R74: all small mines in one hand
    else:
        s.stage = Stage.HELPING
    return False


@rule
def find_bidders(s: State) -> None:
    """R55: owners of small mines of the field, by their highest number; the Syndicate stands in for nobody's mines."""
    auction = s.auction
    auction.n = 0
    auction.winner = -1
    auction.price = 0
    auction.engines = 0
    fill(auction.order, 0)
    fill(auction.active, 0)
    fill(auction.base, 0)
    fill(auction.value, 0)
    fill(auction.help, 0)
    syndicate = -1
    mines = st.FIELD_MINES[auction.lot]
    for i in range(len(mines)):
        mine = mines[len(mines) - 1 - i] + 0
        if mine < 0:
            continue
        owner = s.mines[mine] + 0
        if owner >= st.MAX_PLAYERS:
            syndicate = max(syndicate, 0) + st.MINE_COST[mine]
        elif auction.active[owner] == 0:
            auction.active[owner] = 1
            auction.order[auction.n] = owner
            auction.n += 1
    if syndicate >= 0:
        syndicate += total(s.syndicate_track) + s.extra_coin
        s.extra_coin = 0  # R48: used up, whoever wins
    auction.syndicate = syndicate


# Help before the bidding


@rule
def next_helper(s: State) -> bool:
    """R53: in turn order, before the first bid, bidders may use tokens."""
    s.at += 1
    if s.at < s.n:
        s.current = s.order[s.at]
        s.ask = Ask.HELP
        return s.auction.active[s.current] > 0 and can_help(s.players[s.current])
    begin_bidding(s)
    return False


@rule
def can_help(player: Player) -> bool:
    """Whether a player holds a token for consolidations."""
    return player.held == st.HELP + 1 or player.tokens[Rail.CONSOLIDATION] > 0


@rule
def list_help(s: State, out: Cells) -> int:
    """The bonus token and railway tokens, one at a time; END when it is enough."""
    player = s.players[s.current]
    out[0] = Act.END
    k = 1
    if player.held == st.HELP + 1:
        out[k] = Act.USE_HELP
        k += 1
    if player.tokens[Rail.CONSOLIDATION] > 0:
        out[k] = Act.USE_RAIL
        k += 1
    return k


@rule
def help_with_bonus(s: State) -> None:
    """R54: the token is spent, also if the auction is lost."""
    s.auction.help[s.current] += st.HELP_POINTS
    emit(s, Event.HELPED, s.current + 0, st.HELP_POINTS)
    return_token(s, s.current + 0)


@rule
def help_with_rail(s: State) -> None:
    """R53: several railway tokens may be combined."""
    s.auction.help[s.current] += 1
    emit(s, Event.HELPED, s.current + 0, 1)
    s.players[s.current].tokens[Rail.CONSOLIDATION] -= 1


@rule
def administration(s: State, p: int) -> int:
    """R31: the filled slots of the administration."""
    points = 0
    player = s.players[p]
    for t in range(st.N_TECH):
        bid = st.TECH_BID[player.flipped[st.TECH_CARD[t]]][t] + 0
        if bid > 0 and is_full(s, player, t):
            points += bid
    return points


@rule
def mine_value(s: State, p: int, field: int) -> int:
    """What a player's small mines of a field cost."""
    value = 0
    for mine in st.FIELD_MINES[field]:
        if mine < 0:
            break
        if s.mines[mine] == p:
            value += st.MINE_COST[mine]
    return value


@rule
def base_value(s: State, p: int) -> int:
    """Where a bidder starts: mines of the field, administration, and the tokens used so far."""
    return mine_value(s, p, s.auction.lot + 0) + administration(s, p) + s.auction.help[p]


# Bidding


@rule
def begin_bidding(s: State) -> None:
    """Everybody starts at the base value."""
    auction = s.auction
    for i in range(auction.n):
        p = auction.order[i] + 0
        auction.base[p] = base_value(s, p)
        auction.value[p] = auction.base[p]
        emit(s, Event.BASE, p, auction.base[p] + 0)
    auction.at = -1
    s.stage = Stage.BIDDING


@rule
def top_value(s: State) -> int:
    """R51: the highest value of the Syndicate and of those who have not passed."""
    auction = s.auction
    top = auction.syndicate + 0
    for i in range(auction.n):
        p = auction.order[i]
        if auction.active[p] > 0:
            top = max(top, auction.value[p] + 0)
    return top


@rule
def is_leading(s: State, p: int) -> bool:
    """R49, R50: above the Syndicate and above every other bidder."""
    auction = s.auction
    if auction.value[p] <= auction.syndicate:
        return False
    for i in range(auction.n):
        other = auction.order[i]
        if other != p and auction.active[other] > 0 and auction.value[other] >= auction.value[p]:
            return False
    return True


@rule
def next_bidder(s: State) -> bool:
    """Ask the next bidder who does not lead; the Syndicate never raises."""
    auction = s.auction
    active = total(auction.active)
    if active == 0:
        conclude(s, -1, 0)
        return False
    auction.at = (auction.at + 1) % auction.n
    p = auction.order[auction.at] + 0
    if auction.active[p] == 0:
        return False
    if is_leading(s, p):
        if active == 1:
            conclude(s, p, auction.value[p] - auction.base[p])
        return False
    if auction.base[p] + s.players[p].coins <= top_value(s):
        drop_out(s, p)  # no bid is possible
        return False
    s.current = p
    s.ask = Ask.BID
    return True


@rule
def list_bids(s: State, out: Cells) -> int:
    """R52: any value above the highest that the coins reach; END is to pass."""
    out[0] = Act.END
    k = 1
    p = s.current + 0
    for value in range(top_value(s) + 1, s.auction.base[p] + s.players[p].coins + 1):
        out[k] = Act.BID + value
        k += 1
    return k


@rule
def bid(s: State, value: int) -> None:
    """Name a value."""
    s.turn.bid = value
    s.ask = Ask.CONFIRM


@rule
def end_bid(s: State) -> None:
    """The bid stands; without one the player is out of this auction."""
    p = s.current + 0
    if s.turn.bid > 0:
        s.auction.value[p] = s.turn.bid
        emit(s, Event.BADE, p, s.turn.bid + 0, s.turn.bid - s.auction.base[p])
    else:
        drop_out(s, p)


@rule
def drop_out(s: State, p: int) -> None:
    """A player passes."""
    s.auction.active[p] = 0
    emit(s, Event.PASSED, p)


# The end of a consolidation


@rule
def conclude(s: State, winner: int, coins: int) -> None:
    """Small mines leave the game, the large mine goes to the winner or to the Syndicate (−1)."""
    auction = s.auction
    field = auction.lot + 0
    auction.winner = winner
    auction.price = coins
    if winner >= 0:
        emit(s, Event.WON, winner, field, coins)
        pay(s, winner, coins)
    else:
        emit(s, Event.SYNDICATE_WON, field)
    for p in range(s.n):
        compensate(s, p, field, winner)
    engines = clear_field(s, field)
    if winner >= 0:
        auction.engines = engines
        s.players[winner].miners[st.RESERVE] -= 1
        s.large[field] = winner
        score(s, winner, Source.CONSOLIDATION, st.CARD_VP[st.LARGE_CARD + field] + 0)
    else:
        s.bank_engines += engines  # R58
        s.large[field] = syndicate_mark(s)
    s.stage = Stage.GAPS
    s.at = -1


@rule
def compensate(s: State, p: int, field: int, winner: int) -> None:
    """Markers return to the reserve; every owner but the winner is paid for the mines given up."""
    lost = 0
    for mine in st.FIELD_MINES[field]:
        if mine < 0:
            break
        if s.mines[mine] == p:
            lost += 1
    s.players[p].miners[st.RESERVE] += lost
    if lost > 0 and p != winner:
        gain(s, p, Source.COMPENSATION, st.LOST_MINE_VP * lost)
        emit(s, Event.COMPENSATED, p, st.LOST_MINE_VP * lost, field)


@rule
def clear_field(s: State, field: int) -> int:
    """Take all small mines of a field out of the game; returns the steam engines that lay on them."""
    engines = 0
    for mine in st.FIELD_MINES[field]:
        if mine < 0:
            break
        owner = s.mines[mine] + 0
        if owner == Owner.SYNDICATE_ENGINE:
            engines += 1
        elif owner == Owner.SYNDICATE_COIN:
            s.bank_coins += 1  # R47: only a sign, never collected
        elif owner < st.MAX_PLAYERS:
            engines += remove_card(s.players[owner], mine + 1)
        s.mines[mine] = Owner.GONE
    return engines


@rule
def remove_card(player: Player, card: int) -> int:
    """Take a card off the mat; returns the steam engine on it."""
    engine = 0
    for slot in range(st.N_SLOTS):
        if player.cards[slot] == card:
            engine = player.engines[slot] + 0
            player.cards[slot] = 0
            player.engines[slot] = 0
    return engine


# Gaps on the mats


@rule
def filled_after(player: Player, slot: int) -> int:
    """How many of the slots that follow a slot along the arrows hold a card."""
    count = 0
    for after in st.SLOT_AFTER[slot]:
        if after >= 0 and player.cards[after] > 0:
            count += 1
    return count


@rule
def move_up(player: Player, slot: int, after: int) -> None:
    """Move a card against the arrow, with its steam engine; guards stay."""
    player.cards[slot] = player.cards[after]
    player.engines[slot] = player.engines[after]
    player.cards[after] = 0
    player.engines[after] = 0


@rule
def close_one(player: Player, branching: bool) -> bool:
    """Close one gap to which only one card can move; returns whether there was one."""
    for slot in range(st.N_SLOTS):
        if player.cards[slot] == 0 and (st.SLOT_BRANCHES[slot] > 1) == branching and filled_after(player, slot) == 1:
            for after in st.SLOT_AFTER[slot]:
                if after >= 0 and player.cards[after] > 0:
                    move_up(player, slot, after + 0)
                    return True
    return False


@rule
def close_rows(player: Player) -> None:
    """R56: the rows close by themselves, before the space where they begin is filled."""
    while close_one(player, False) or close_one(player, True):
        pass


@rule
def gap(player: Player) -> int:
    """The empty slot to which two cards could move; −1: none."""
    for slot in range(st.N_SLOTS):
        if player.cards[slot] == 0 and filled_after(player, slot) > 1:
            return slot
    return -1


@rule
def next_gap(s: State) -> bool:
    """Everybody closes gaps; R56: asked is only who can choose."""
    s.at += 1
    if s.at == s.n:
        s.stage = Stage.PLACING
        return False
    p = s.order[s.at] + 0
    close_rows(s.players[p])
    if gap(s.players[p]) < 0:
        return False
    s.current = p
    s.ask = Ask.GAP
    return True


@rule
def list_gap(s: State, out: Cells) -> int:
    """The cards that could fill the gap."""
    k = 0
    player = s.players[s.current]
    for after in st.SLOT_AFTER[gap(player)]:
        if after >= 0 and player.cards[after] > 0:
            out[k] = Act.CLOSE_GAP + after
            k += 1
    return k


@rule
def close_gap(s: State, after: int) -> None:
    """This card moves up, and its row follows."""
    player = s.players[s.current]
    move_up(player, gap(player), after)
    close_rows(player)
    emit(s, Event.GAP_CLOSED, s.current + 0, after)
    s.at -= 1  # look at this mat again
    s.ask = Ask.CONFIRM


# The large mine


@rule
def next_placing(s: State) -> bool:
    """R57: after the gaps are closed the winner puts the large mine on a reachable slot."""
    if s.auction.winner < 0:
        s.stage = Stage.REVEALING
        return False
    s.current = s.auction.winner
    player = s.players[s.current]
    if free_slots(player) > 1:
        s.ask = Ask.PLACE_LARGE
        return True
    for slot in range(st.N_SLOTS):
        if is_reachable(player, slot):
            put_large(s, slot)
            break
    return False


@rule
def put_large(s: State, slot: int) -> None:
    """R58: one of the collected steam engines goes on the large mine, the rest beside the mat."""
    player = s.players[s.current]
    player.cards[slot] = st.LARGE_CARD + s.auction.lot
    emit(s, Event.PUT_CARD, s.current + 0, st.LARGE_CARD + s.auction.lot, slot)
    if s.auction.engines > 0:
        player.engines[slot] = 1
        player.engines_aside += s.auction.engines - 1
        s.auction.engines = 0
    s.stage = Stage.REVEALING
    s.ask = Ask.CONFIRM
