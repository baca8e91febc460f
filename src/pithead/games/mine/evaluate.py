"""How good a position of MINE! looks to a seat.

A director counts coal as points to come: what can be sold under the limits of the rounds that are left, what the own
looters may bring and the others' may take, what the mine will give, and a little for every card in hand.
"""

from pithead.kit import Cells, rule, total

from . import state as st
from .rules.cards import helmets, helmets_at
from .rules.resolution import defence, round_mine_limit
from .state import Change, Option, Phase, Place, State, Step, Supply

HIDDEN_HELMETS = 2.0  # of a face-down card, on average
HIDDEN_GUARD, GUARD_TO_COME = 3.0, 0.6  # with die cards: of a face-down card at the watchtower, and of what may follow
FUTURE_COAL = 2.8  # that a seat mines and loots in a round to come, with a full hand
LOST_COAL = 0.25  # of what is kept in stock, per round
CARD, EVENT_CARD = 0.06, 0.35
TIE_BREAK = 0.02


@rule
def evaluate(s: State, seat: int) -> float:
    """Expected final points of a seat, from what it knows; alone against the dummy the lead over it."""
    value = expected_points(s, seat)
    return value - expected_points(s, s.seats - 1) if is_alone(s) else value


@rule
def is_alone(s: State) -> bool:
    """Whether the dummy is the only opponent: no search compares its points with those of a player."""
    return s.n == 1 and s.seats > 1


@rule
def expected_points(s: State, seat: int) -> float:
    """Expected final points of a seat, the dummy's too."""
    me = s.players[seat]
    if s.phase == Phase.OVER:
        return 1.0 * me.points + TIE_BREAK * me.coal
    stock = 1.0 * me.coal
    if s.step == Step.PLACE:
        stock += expected_loot(s, seat)
        stock -= expected_loss(s, seat, stock)
    mined = 0.0 if s.step == Step.DRAW else expected_mining(s, seat)
    value = me.points + expected_sales(s, seat, stock, mined)
    if value > st.TRACK_END:
        value = 1.0 * st.TRACK_END
    return value + TIE_BREAK * stock + worth_of_cards(s, seat)


@rule
def worth_of_cards(s: State, seat: int) -> float:
    """Cards in hand and to come; events are worth more, and nothing is worth much at the end."""
    me = s.players[seat]
    rounds_left = st.ROUNDS - s.round
    value = CARD * hand_to_come(s, seat)
    for kind in range(st.N_PROFESSIONS, st.N_KINDS):
        value += EVENT_CARD * me.hand[kind]
    return value * (1.0 if rounds_left > 0 else 0.1)


@rule
def expected_guard(s: State, seat: int, other: int) -> float:
    """Defence of a seat: the own one is known, another's is guessed from the number of cards."""
    if other == seat or s.players[other].shown >= Place.WATCHTOWER:
        return 1.0 * defence(s, other)
    hidden = total(s.players[other].sites[st.SITE_OF[Place.WATCHTOWER]])
    if s.die_card >= 0 and s.seats > 3:
        # A guard for every card to come would make whoever has laid one more the easiest prey: the first of the round.
        # With three seats the first would lose more by it: docs/reports/mine.md.
        return HIDDEN_GUARD * hidden + GUARD_TO_COME
    # Who still has cards to place may guard yet.
    return HIDDEN_HELMETS * hidden + 0.3 * (st.CARDS_PER_ROUND - s.players[other].placed)


@rule
def expected_loot(s: State, seat: int) -> float:
    """What the own stacks may bring, against the guards that can be seen."""
    me = s.players[seat]
    loot = 0.0
    for i in range(me.n_stacks):
        target = me.stacks[i].target + 0
        strength = 1.0 * me.change[Change.ATTACK]
        for profession in range(st.N_PROFESSIONS):
            strength += me.stacks[i].cards[profession] * helmets(s, 0, profession)
        claim = strength - expected_guard(s, seat, target)
        if claim > s.players[target].coal:
            claim = 1.0 * s.players[target].coal
        if claim > 0.0:
            loot += 0.9 * claim
    return loot


@rule
def expected_loss(s: State, seat: int, stock: float) -> float:
    """What the others' stacks may take: their targets are guessed, or seen where they lie open."""
    guard = expected_guard(s, seat, seat)
    loss = 0.0
    for other in range(s.seats):
        if other == seat:
            continue
        chance = 1.0 / (s.seats - 1)
        for i in range(s.players[other].n_stacks):
            claim = HIDDEN_HELMETS * s.players[other].stacks[i].n - guard
            if claim > 0.0:
                loss += claim * chance_of_target(s, seat, other, i)
        # Cards still to be placed may become looters.
        to_come = st.CARDS_PER_ROUND - s.players[other].placed
        if s.players[other].held > 0 and not s.players[other].passed and HIDDEN_HELMETS * to_come > guard:
            loss += 0.15 * chance * (HIDDEN_HELMETS * to_come - guard)
    return loss if loss < stock else stock


@rule
def chance_of_target(s: State, seat: int, other: int, stack: int) -> float:
    """How likely a stack of another seat is meant for this one."""
    if s.options[Option.HIDDEN_TARGETS]:
        return 1.0 / (s.seats - 1)
    return 1.0 if s.players[other].stacks[stack].target == seat else 0.0


@rule
def expected_mining(s: State, seat: int) -> float:
    """Coal from the cards at the mine, if firedamp spares them and the reserve lasts."""
    me = s.players[seat]
    helmets_there = helmets_at(s, seat, st.SITE_OF[Place.MINE])
    amount = 1.0 * (helmets_there + me.change[Change.MINE])
    builders = 0
    for profession in range(st.N_PROFESSIONS):
        builders += me.sites[st.SITE_OF[Place.MINE]][profession] * st.FIREDAMP_PROOF[profession]
    if s.step == Step.PLACE:
        if builders == 0:
            amount *= 0.85
    elif builders < s.firedamp:
        return 0.0
    limit = round_mine_limit(s)
    if amount > limit:
        amount = 1.0 * limit
    if s.options[Option.SUPPLY] != Supply.OPEN:
        # Sales of this round fill the reserve again, and everybody mines from it.
        within_reach = 0.6 * s.reserve + 2.0
        if amount > within_reach:
            amount = within_reach
    return amount if amount > 0.0 else 0.0


@rule
def expected_sales(s: State, seat: int, stock: float, mined: float) -> float:
    """Coal sold in this round and in those to come, under their limits."""
    me = s.players[seat]
    sold = 0.0
    if s.step == Step.PLACE or (s.step == Step.SALE and not has_sold(s, seat)):
        sold += part_sold(stock, 1.0 * me.change[Change.SALE])
        stock -= sold
    stock += mined
    cards = hand_to_come(s, seat)
    for later in range(s.round + 1, st.ROUNDS + 1):
        laid = cards if cards < st.CARDS_PER_ROUND else st.CARDS_PER_ROUND
        cards += st.BASE_DRAW - laid
        income = FUTURE_COAL * laid / st.CARDS_PER_ROUND
        limit = 1.0 * later if s.die_card < 0 else mean_sale_left(s)
        stock -= LOST_COAL * stock * (1.0 if s.seats > 2 else 0.7)
        now = part_sold(stock, limit)
        sold += now
        stock += income - now
    return sold


@rule
def hand_to_come(s: State, seat: int) -> int:
    """Cards in hand when the next round begins: what is left after placing, the two of every round and recruits."""
    me = s.players[seat]
    cards = me.held + 0
    if s.step == Step.PLACE and not me.passed:
        cards -= min(st.CARDS_PER_ROUND - me.placed, cards)
    if me.shown < Place.RECRUITMENT:
        cards += st.BASE_DRAW + helmets_at(s, seat, st.SITE_OF[Place.RECRUITMENT]) + me.change[Change.DRAW]
    return min(cards, st.HAND_LIMIT)


@rule
def part_sold(stock: float, limit: float) -> float:
    """The smaller of the two."""
    return stock if stock < limit else limit


@rule
def has_sold(s: State, seat: int) -> bool:
    """Whether the seat's turn at the expedition is over."""
    if s.phase == Phase.SELL and s.current == seat:
        return False
    return (seat - s.holder) % s.seats < s.turn


@rule
def mean_sale_left(s: State) -> float:
    """The average limit of the die cards that are still face down."""
    if s.die_deck.n == 0:
        return 0.0
    limit = 0.0
    for i in range(s.die_deck.n):
        limit += st.DIE_CARD_SALE[s.die_deck.items[i]]
    return limit / s.die_deck.n


@rule
def habit(s: State, legal: Cells) -> int:
    """Every choice is worth a thought."""
    return -1
