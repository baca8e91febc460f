"""The six locations, resolved in order: what the cards do when they are turned over."""

from pithead.kit import emit, rule

from .. import state as st
from ..state import Change, Event, Option, Place, State, Supply
from .cards import draw_card, helmets, helmets_at, is_dummy, learn, take_card, who
from .dummy import discard_at_random, draw_for_dummy


@rule
def in_dice_order(s: State, i: int) -> int:
    """The i-th seat, from the one that holds the die clockwise."""
    return (s.holder + i) % s.seats


@rule
def round_sale_limit(s: State) -> int:
    """The value of the die; R28: in the variant the limit of the die card, for each seat or for all together."""
    if s.die_card < 0:
        return s.round + 0
    return st.DIE_CARD_SALE[s.die_card] * (s.seats if s.options[Option.SUPPLY] == Supply.SHARED else 1)


@rule
def round_mine_limit(s: State) -> int:
    """None; R28: in the variant the limit of the die card, unless all seats share what it lets them mine."""
    if s.die_card < 0 or s.options[Option.SUPPLY] == Supply.SHARED:
        return st.UNLIMITED
    return st.DIE_CARD_MINE[s.die_card] + 0


# Step 1: events


@rule
def resolve_events(s: State) -> None:
    """Turn over all events in dice order; R36: their changes add up for the round."""
    for i in range(s.seats):
        seat = in_dice_order(s, i)
        s.players[seat].shown = Place.EVENTS
        for event in range(st.N_EVENTS):
            for _ in range(s.players[seat].events[event]):
                learn(s, seat, st.N_PROFESSIONS + event, 1)
                emit(s, Event.EVENT_SHOWN, who(s, seat), st.N_PROFESSIONS + event)
                play_event(s, seat, event)
    for seat in range(s.seats):
        if s.players[seat].change[Change.SALE] < 0:  # R37: only the sum is held at 0
            s.players[seat].change[Change.SALE] = 0
    if s.firedamp > 0:
        emit(s, Event.FIREDAMP, s.firedamp)


@rule
def play_event(s: State, owner: int, event: int) -> None:
    """One event changes the round for its owner, for the others, or for all."""
    s.firedamp += st.FIREDAMP[event]
    for seat in range(s.seats):
        for change in range(st.N_CHANGES):
            amount = st.FOR_OWNER[event][change] if seat == owner else st.FOR_OTHERS[event][change]
            if amount != 0:
                s.players[seat].change[change] += amount  # R30: on the die card's limit as well
                emit(s, Event.CHANGED, who(s, seat), change, amount)


# Steps 2 and 3: looters' shelter and watchtower (R10: one resolution)


@rule
def resolve_looting(s: State) -> None:
    """Turn over all attacks and guards, then settle every victim (R12: from the stock before this step)."""
    for i in range(s.seats):
        show_attacks(s, in_dice_order(s, i))
    for i in range(s.seats):
        show_site(s, in_dice_order(s, i), Place.WATCHTOWER, Event.GUARDS)
    for i in range(s.seats):
        loot_seat(s, in_dice_order(s, i))
    for seat in range(s.seats):
        player = s.players[seat]
        player.coal += player.gain - player.loss  # R12: what was looted now cannot be looted now


@rule
def show_attacks(s: State, seat: int) -> None:
    """Turn over the stacks at the shelter and add up their helmets."""
    player = s.players[seat]
    for i in range(player.n_stacks):
        strength = player.change[Change.ATTACK] + 0  # R38: on every stack, so nothing without one
        target = player.stacks[i].target + 0
        for profession in range(st.N_PROFESSIONS):
            count = player.stacks[i].cards[profession] + 0
            if count > 0:
                strength += count * helmets(s, 0, profession)
                learn(s, seat, profession, count)
                emit(s, Event.ATTACKERS, who(s, seat), who(s, target), profession, count)
        player.force[target] = strength if strength > 0 else 0


@rule
def show_site(s: State, seat: int, place: int, event: int) -> None:
    """Turn over the cards at the watchtower, the mine or recruitment."""
    player = s.players[seat]
    player.shown = place
    for profession in range(st.N_PROFESSIONS):
        count = player.sites[st.SITE_OF[place]][profession] + 0
        if count > 0:
            learn(s, seat, profession, count)
            emit(s, event, who(s, seat), profession, count)


@rule
def defence(s: State, seat: int) -> int:
    """R11: helmets at the watchtower, in full against every attack."""
    points = helmets_at(s, seat, st.SITE_OF[Place.WATCHTOWER]) + s.players[seat].change[Change.DEFENCE]
    return points if points > 0 else 0


@rule
def loot_seat(s: State, victim: int) -> None:
    """R16: looters take in the order of their attack, strongest first, equals together."""
    guard = defence(s, victim)
    left = s.players[victim].coal + 0
    strength = strongest_below(s, victim, st.UNLIMITED)
    while strength >= 0:
        if strength <= guard:
            tell_repelled(s, victim, strength, guard)
        else:
            left -= loot_by_equals(s, victim, strength, guard, left)
        strength = strongest_below(s, victim, strength)
    s.players[victim].loss = s.players[victim].coal - left  # R9: perhaps nothing


@rule
def strongest_below(s: State, victim: int, bound: int) -> int:
    """The strongest attack on the victim below a bound, or −1."""
    best = -1
    for seat in range(s.seats):
        force = s.players[seat].force[victim]
        if best < force < bound:
            best = force + 0
    return best


@rule
def loot_by_equals(s: State, victim: int, strength: int, guard: int, left: int) -> int:
    """The looters of one strength take their claim each; returns how much they take together."""
    looters = 0
    for seat in range(s.seats):
        if s.players[seat].force[victim] == strength:
            looters += 1
    share = strength - guard
    if share > left // looters:
        share = left // looters  # R13: short coal is shared rounding down; R14: the rest stays
    for i in range(s.seats):
        seat = in_dice_order(s, i)
        if s.players[seat].force[victim] == strength:
            s.players[seat].gain += share
            emit(s, Event.ATTACKED, who(s, seat), who(s, victim), strength, guard, strength - guard)
            if looters == 1:
                emit(s, Event.LOOTED, who(s, seat), who(s, victim), share)
            else:
                # R15: in full if there is enough
                emit(s, Event.SHARED, who(s, seat), who(s, victim), looters, left, share)
    return share * looters


@rule
def tell_repelled(s: State, victim: int, strength: int, guard: int) -> None:
    """Attacks that the guards stop."""
    for i in range(s.seats):
        seat = in_dice_order(s, i)
        if s.players[seat].force[victim] == strength:
            emit(s, Event.REPELLED, who(s, seat), who(s, victim), strength, guard)


# Step 4: expedition


@rule
def most_to_sell(s: State, seat: int) -> int:
    """The sale limit, the stock, and R21: the end of the track."""
    player = s.players[seat]
    most = player.change[Change.SALE] + 0
    if most > player.coal:
        most = player.coal + 0
    steps = (st.TRACK_END - player.points + st.POINTS_PER_COAL - 1) // st.POINTS_PER_COAL
    return steps if most > steps else most


@rule
def sell(s: State, seat: int, coal: int) -> None:
    """Coal leaves the stock, and the pawn moves."""
    player = s.players[seat]
    player.coal -= coal
    player.points = min(player.points + coal * st.POINTS_PER_COAL, st.TRACK_END)
    return_coal(s, coal)
    if s.options[Option.SUPPLY] == Supply.SHARED:
        leave_less_to_sell(s, seat, coal)
    emit(s, Event.SOLD, who(s, seat), coal, player.points, s.reserve)


@rule
def leave_less_to_sell(s: State, seller: int, coal: int) -> None:
    """R28: where the limit is shared, what one seat sells the others no longer can."""
    for seat in range(s.seats):
        if seat != seller:
            s.players[seat].change[Change.SALE] = max(s.players[seat].change[Change.SALE] - coal, 0)


@rule
def return_coal(s: State, coal: int) -> None:
    """R23: sold coal is in the reserve at once; R31: which never grows beyond the cubes of the game."""
    if s.options[Option.SUPPLY] != Supply.CLOSED:
        return
    room = cubes_in_play(s)
    for seat in range(s.seats):
        room -= s.players[seat].coal
    s.reserve += coal
    if s.reserve > room:
        s.reserve = room if room > 0 else 0


@rule
def cubes_in_play(s: State) -> int:
    """All cubes; R27: in the variant only those that the seats began with."""
    return st.START_COAL_VARIANT * s.seats if s.options[Option.DIE_CARDS] else st.COAL_CUBES


# Step 5: mine


@rule
def resolve_mine(s: State) -> None:
    """R24: in dice order, until the reserve is empty."""
    for i in range(s.seats):
        seat = in_dice_order(s, i)
        show_site(s, seat, Place.MINE, Event.MINERS)
        mine_coal(s, seat, extraction(s, seat))


@rule
def pit_builders(s: State, seat: int) -> int:
    """R18: cards at the mine that protect from firedamp, counted by head."""
    count = 0
    for profession in range(st.N_PROFESSIONS):
        count += s.players[seat].sites[st.SITE_OF[Place.MINE]][profession] * st.FIREDAMP_PROOF[profession]
    return count


@rule
def extraction(s: State, seat: int) -> int:
    """Helmets and changes; R17: nothing without a pit builder per firedamp; R30: the die card's limit comes last."""
    builders = pit_builders(s, seat)
    amount = helmets_at(s, seat, st.SITE_OF[Place.MINE]) + s.players[seat].change[Change.MINE]
    if builders < s.firedamp:
        if amount > 0:  # R19: who mines nothing loses nothing
            emit(s, Event.GASSED, who(s, seat), builders, s.firedamp)
        return 0
    if amount < 0:
        amount = 0
    limit = round_mine_limit(s)
    if amount > limit and not is_dummy(s, seat):  # R31
        amount = limit
    return amount


@rule
def mine_coal(s: State, seat: int, amount: int) -> None:
    """Coal from the reserve; R27: with open supply from outside; R31: what the dummy lacks as well."""
    from_reserve = amount if amount < s.reserve else s.reserve + 0
    s.reserve -= from_reserve
    taken = from_reserve
    if s.options[Option.SUPPLY] == Supply.OPEN or is_dummy(s, seat):
        taken = amount
    s.players[seat].coal += taken
    if amount > 0:
        emit(s, Event.MINED, who(s, seat), amount, taken, s.reserve)


# Step 6: recruitment


@rule
def recruit(s: State, seat: int) -> None:
    """R25: two cards and one per helmet, in the last round as well."""
    show_site(s, seat, Place.RECRUITMENT, Event.RECRUITERS)
    count = st.BASE_DRAW + helmets_at(s, seat, st.SITE_OF[Place.RECRUITMENT]) + s.players[seat].change[Change.DRAW]
    before = s.players[seat].held + 0
    if is_dummy(s, seat):
        draw_for_dummy(s, seat, count)
    else:
        for _ in range(count):
            kind = draw_card(s)
            if kind >= 0:
                take_card(s, seat, kind)
    emit(s, Event.DREW, who(s, seat), s.players[seat].held - before, s.deck.n)
    if is_dummy(s, seat):
        discard_at_random(s, seat)
