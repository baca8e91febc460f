"""What a seat of MINE! knows, and what it must imagine.

Everybody knows the starting hands, sees how many cards each seat draws and every card that is turned over or
discarded. When the deck runs out, the open discard pile becomes the new deck: from then on *fresh* cards (in the deck,
or drawn from it) and *old* ones (drawn before, in a hand ever since) are told apart. A seat imagines the rest so that
it fits. Every arrangement that fits is equally likely; only where it is open whether a shown card was old or
fresh, that is decided card by card.

1. Collect the unseen cards, old and fresh, and how many of each the other seats have taken.
2. Set apart what those seats have shown, and an event for each of their face-down events.
3. Choose professions for their face-down cards, from their starting hands or from the unseen cards.
4. Deal the others to their hands; what is left is the deck.
"""

from pithead.kit import Fast, fast_draw, fast_shuffle, fill, fork, pop, push, rule, total

from .rules.cards import blank, is_dummy
from .state import COPIES, FRESH, N_EVENTS, N_KINDS, N_PROFESSIONS, N_SITES, OLD, SITES, Option, Phase, Place, State

# The place of "any event" among the needs of a seat, after the kinds.
ANY_EVENT = N_KINDS
# The third origin of a card, besides OLD and FRESH.
START_OF_GAME = 2
# Far more than needed: what really happened always fits.
TRIES, PICKS = 1000, 100
ONE = 1 << 16


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    """Re-deal all hidden cards, targets and die cards, and replace the future."""
    fork(s.rng, fast)
    imagine_die_cards(s, fast)
    if s.phase == Phase.OVER:
        return
    for _ in range(TRIES):
        if arrange(s, seat, fast):
            deal(s, seat, fast)
            break
    blank(s)


@rule
def arrange(s: State, seat: int, fast: Fast) -> bool:
    """Steps 1 to 3; false when the guesses of step 2 have led into a dead end, which is rare."""
    blank(s)
    for other in range(s.seats):
        if other != seat:
            collect(s, other)
    collect_unseen(s, seat)
    for other in range(s.seats):
        if other != seat:
            turn_blank(s, other)
    return set_apart(s, seat, fast) and choose_professions(s, seat, fast)


@rule
def deal(s: State, seat: int, fast: Fast) -> None:
    """Step 4, after laying the chosen professions on the boards."""
    fill(s.deck.items, 0)
    s.deck.n = 0
    for other in range(s.seats):
        if other != seat:
            deal_face_down(s, other, fast)
            imagine_targets(s, other, fast)
    for other in range(s.seats):
        if other != seat:
            deal_hand(s, other, fast)
    for kind in range(N_KINDS):
        for _ in range(s.imagined.cards[FRESH][kind]):
            push(s.deck, kind)
    fast_shuffle(fast, s.deck.items, s.deck.n)


@rule
def imagine_die_cards(s: State, fast: Fast) -> None:
    """The set of the remaining die cards is public, their order is not."""
    items = s.die_deck.items
    for i in range(1, s.die_deck.n):
        for j in range(i, 0, -1):
            if items[j - 1] > items[j]:
                held = items[j] + 0
                items[j] = items[j - 1]
                items[j - 1] = held
    fast_shuffle(fast, items, s.die_deck.n)


# 1. Collecting


@rule
def hides(s: State, other: int, place: int) -> bool:
    """Whether cards of a seat at a location still lie face down."""
    return s.players[other].shown < (Place.WATCHTOWER if place == Place.SHELTER else place)


@rule
def face_down_professions(s: State, other: int) -> int:
    """How many professions lie face down on a seat's board."""
    player = s.players[other]
    count = 0
    for site in range(N_SITES):
        if hides(s, other, SITES[site]):
            count += total(player.sites[site])
    if hides(s, other, Place.SHELTER):
        for i in range(player.n_stacks):
            count += player.stacks[i].n
    return count


@rule
def face_down_events(s: State, other: int) -> int:
    """How many events lie face down on a seat's board: those of its cards that lie nowhere else."""
    player = s.players[other]
    if not hides(s, other, Place.EVENTS):
        return 0
    count = player.placed + 0
    for site in range(N_SITES):
        count -= total(player.sites[site])
    for i in range(player.n_stacks):
        count -= player.stacks[i].n
    return count


@rule
def professions_to_imagine(s: State, other: int) -> int:
    """Hidden cards that can only be professions: those face down, and all of the dummy's."""
    count = face_down_professions(s, other)
    return count + s.players[other].held if is_dummy(s, other) else count


@rule
def collect(s: State, other: int) -> None:
    """What the table knows of a seat: cards shown, and how many old and fresh ones it has taken in all."""
    player = s.players[other]
    paper = s.imagined
    for kind in range(N_KINDS):
        paper.need[other][kind] = player.revealed[kind]
    paper.need[other][ANY_EVENT] = face_down_events(s, other)
    hidden = player.held + face_down_professions(s, other) + face_down_events(s, other)
    paper.slots[FRESH][other] = player.fresh
    paper.slots[OLD][other] = hidden - total(player.known) + total(player.revealed) - player.fresh
    paper.fresh_shown[other] = player.fresh_shown


@rule
def collect_unseen(s: State, seat: int) -> None:
    """All cards that went from the deck to others or are still in it, old and fresh."""
    paper = s.imagined
    for kind in range(N_KINDS):
        count = COPIES[kind] - s.discard[kind] - seen_on_boards(s, seat, kind) - s.players[seat].hand[kind]
        for other in range(s.seats):
            if other != seat:
                count += s.players[other].revealed[kind]
                if kind < N_PROFESSIONS:
                    count -= s.players[other].known[kind]
        paper.cards[FRESH][kind] = s.batch[kind] - s.players[seat].drawn[kind]
        paper.cards[OLD][kind] = count - paper.cards[FRESH][kind]
    for age in range(2):
        paper.size[age] = total(paper.cards[age])


@rule
def seen_on_boards(s: State, seat: int, kind: int) -> int:
    """Cards of a kind that the seat can read: all its own, and those of others that lie open."""
    count = 0
    for other in range(s.seats):
        player = s.players[other]
        if kind >= N_PROFESSIONS:
            if other == seat or not hides(s, other, Place.EVENTS):
                count += player.events[kind - N_PROFESSIONS]
            continue
        for site in range(N_SITES):
            if other == seat or not hides(s, other, SITES[site]):
                count += player.sites[site][kind]
        if other == seat or not hides(s, other, Place.SHELTER):
            for i in range(player.n_stacks):
                count += player.stacks[i].cards[kind]
    return count


@rule
def turn_blank(s: State, other: int) -> None:
    """Every hidden card of a seat loses its face; what is left of its starting hand is laid into the hand."""
    player = s.players[other]
    fill(player.hand, 0)
    fill(player.drawn, 0)
    for profession in range(N_PROFESSIONS):
        player.hand[profession] = player.known[profession]
    if hides(s, other, Place.EVENTS):
        fill(player.events, 0)


# 2. Setting apart


@rule
def set_apart(s: State, seat: int, fast: Fast) -> bool:
    """Find an old or fresh card for everything the others have shown, those first that leave no choice."""
    while True:
        chosen, fewest = -1, 3
        for other in range(s.seats):
            if other != seat:
                for kind in range(N_KINDS):
                    if s.imagined.need[other][kind] > 0:
                        ways = can_be(s, other, kind, OLD) + can_be(s, other, kind, FRESH)
                        if ways < fewest:
                            fewest = ways
                            chosen = other * N_KINDS + kind
        if chosen < 0:
            return set_events_apart(s, seat, fast)
        if fewest == 0:
            return False
        if fewest > 1:
            for other in range(s.seats):
                if other != seat and must_be_old(s, other) > 0:
                    chosen = other * N_KINDS + some_old_need(s, other, fast)
        set_one_apart(s, chosen // N_KINDS, chosen % N_KINDS, fast)


@rule
def must_be_old(s: State, other: int) -> int:
    """How many of the cards that a seat has shown cannot be fresh, because it had not drawn enough."""
    paper = s.imagined
    shown = 0
    for kind in range(N_KINDS):
        shown += paper.need[other][kind]
    can_be_fresh = min(paper.fresh_shown[other], paper.slots[FRESH][other])
    return shown - can_be_fresh


@rule
def some_old_need(s: State, other: int, fast: Fast) -> int:
    """A card that the seat has shown and that can be old, by the number of old ones."""
    paper = s.imagined
    weight = 0
    for kind in range(N_KINDS):
        weight += paper.need[other][kind] * paper.cards[OLD][kind]
    skip = fast_draw(fast, weight)
    for kind in range(N_KINDS):
        skip -= paper.need[other][kind] * paper.cards[OLD][kind]
        if skip < 0:
            return kind
    return 0


@rule
def set_events_apart(s: State, seat: int, fast: Fast) -> bool:
    """An event for every face-down one of the others."""
    for other in range(s.seats):
        if other != seat:
            while s.imagined.need[other][ANY_EVENT] > 0:
                if can_be(s, other, ANY_EVENT, OLD) + can_be(s, other, ANY_EVENT, FRESH) == 0:
                    return False
                set_one_apart(s, other, ANY_EVENT, fast)
    return True


@rule
def stock_of(s: State, what: int, age: int) -> int:
    """How many imagined cards of an age fit."""
    if what < ANY_EVENT:
        return s.imagined.cards[age][what] + 0
    count = 0
    for event in range(N_EVENTS):
        count += s.imagined.cards[age][N_PROFESSIONS + event]
    return count


@rule
def can_be(s: State, other: int, what: int, age: int) -> int:
    """1 if the seat's card can be of that age."""
    if s.imagined.slots[age][other] <= 0 or stock_of(s, what, age) == 0:
        return 0
    if age == FRESH and what < ANY_EVENT and s.imagined.fresh_shown[other] == 0:
        return 0
    return 1


@rule
def set_one_apart(s: State, other: int, what: int, fast: Fast) -> None:
    """One shown card, or the face of one face-down event, of a likely age."""
    paper = s.imagined
    old = can_be(s, other, what, OLD) * paper.slots[OLD][other] * stock_of(s, what, OLD) * paper.size[FRESH]
    fresh = can_be(s, other, what, FRESH) * paper.slots[FRESH][other] * stock_of(s, what, FRESH) * paper.size[OLD]
    age = OLD if can_be(s, other, what, OLD) else FRESH
    if old > 0 and fresh > 0 and must_be_old(s, other) <= 0:
        age = OLD if fast_draw(fast, old + fresh) < old else FRESH
    kind = what
    if what == ANY_EVENT:
        kind = some_kind(s, age, N_PROFESSIONS, N_KINDS, fast)
        s.players[other].events[kind - N_PROFESSIONS] += 1
    elif age == FRESH:
        paper.fresh_shown[other] -= 1
    take_imagined(s, other, kind, age)
    paper.need[other][what] -= 1


@rule
def some_kind(s: State, age: int, first: int, end: int, fast: Fast) -> int:
    """A random imagined card among the kinds first … end − 1, every card equally likely; −1 without one."""
    cards = s.imagined.cards[age]
    count = 0
    for kind in range(first, end):
        count += cards[kind]
    if count == 0:
        return -1
    skip = fast_draw(fast, count)
    for kind in range(first, end):
        skip -= cards[kind]
        if skip < 0:
            return kind
    return -1


@rule
def take_imagined(s: State, other: int, kind: int, age: int) -> None:
    """A card becomes the seat's."""
    s.imagined.cards[age][kind] -= 1
    s.imagined.size[age] -= 1
    s.imagined.slots[age][other] -= 1
    if age == FRESH:
        s.players[other].drawn[kind] += 1


# 3. Professions


@rule
def choose_professions(s: State, seat: int, fast: Fast) -> bool:
    """Decide how many of each seat's face-down professions come from where."""
    for _ in range(PICKS):
        if try_professions(s, seat, fast):
            return True
    return False


@rule
def try_professions(s: State, seat: int, fast: Fast) -> bool:
    """Pick them one by one from the cards that the owner may hold; false if this arrangement is thrown away.

    A pick makes the next profession a little likelier or rarer. Throwing arrangements away in proportion leaves all
    that fit equally likely: `bound` is the most that `weight` can be at this pick. Who has nothing but professions
    leaves no choice, and comes first: one by one, hardly an arrangement of the dummy's many cards would be kept.
    """
    paper = s.imagined
    old, fresh = professions_among(s, OLD), professions_among(s, FRESH)
    n_old, n_fresh = paper.size[OLD] + 0, paper.size[FRESH] + 0
    for other in range(s.seats):
        if other != seat and has_only_professions(s, other):
            take_all(s, other)
            old, n_old = old - paper.slots[OLD][other], n_old - paper.slots[OLD][other]
            fresh, n_fresh = fresh - paper.slots[FRESH][other], n_fresh - paper.slots[FRESH][other]
    if old < 0 or fresh < 0:
        return False
    part_old, part_fresh = part(old, n_old) + 1, part(fresh, n_fresh) + 1
    for other in range(s.seats):
        if other == seat or has_only_professions(s, other):
            continue
        for origin in range(3):
            paper.picked[origin][other] = 0
        known = total(s.players[other].known)
        has_old, has_fresh = paper.slots[OLD][other] + 0, paper.slots[FRESH][other] + 0
        bound = known * ONE + has_old * part_old + has_fresh * part_fresh
        step = least_part(has_old, part_old, has_fresh, part_fresh)
        for _ in range(professions_to_imagine(s, other)):
            weight_known = known * ONE
            weight_old = has_old * part(old, n_old)
            weight = weight_known + weight_old + has_fresh * part(fresh, n_fresh)
            if weight == 0 or fast_draw(fast, bound) >= weight:
                return False
            pick = fast_draw(fast, weight)
            if pick < weight_known:
                known -= 1
                paper.picked[START_OF_GAME][other] += 1
            elif pick < weight_known + weight_old:
                has_old, old, n_old = has_old - 1, old - 1, n_old - 1
                paper.picked[OLD][other] += 1
            else:
                has_fresh, fresh, n_fresh = has_fresh - 1, fresh - 1, n_fresh - 1
                paper.picked[FRESH][other] += 1
            bound -= step
    return True


@rule
def has_only_professions(s: State, other: int) -> bool:
    """Whether every hidden card of a seat can only be a profession, as all of the dummy's."""
    slots = s.imagined.slots
    return professions_to_imagine(s, other) == total(s.players[other].known) + slots[OLD][other] + slots[FRESH][other]


@rule
def take_all(s: State, other: int) -> None:
    """All cards of a seat are picked."""
    paper = s.imagined
    paper.picked[START_OF_GAME][other] = total(s.players[other].known)
    paper.picked[OLD][other] = paper.slots[OLD][other]
    paper.picked[FRESH][other] = paper.slots[FRESH][other]


@rule
def professions_among(s: State, age: int) -> int:
    """Imagined professions of an age."""
    count = 0
    for profession in range(N_PROFESSIONS):
        count += s.imagined.cards[age][profession]
    return count


@rule
def part(count: int, of: int) -> int:
    """A proportion, in units of 1 / ONE."""
    return count * ONE // of if of > 0 else 0


@rule
def least_part(has_old: int, part_old: int, has_fresh: int, part_fresh: int) -> int:
    """By how much `bound` shrinks at least with every pick."""
    least = ONE
    if has_old > 0 and part_old < least:
        least = part_old
    if has_fresh > 0 and part_fresh < least:
        least = part_fresh
    return least - 1


@rule
def deal_face_down(s: State, other: int, fast: Fast) -> None:
    """Give the chosen professions faces and lay them on the board; the dummy's others are its pile."""
    player = s.players[other]
    for age in range(2):
        for _ in range(s.imagined.picked[age][other]):
            kind = some_kind(s, age, 0, N_PROFESSIONS, fast)
            take_imagined(s, other, kind, age)
            push(s.deck, kind)
    for _ in range(s.imagined.picked[START_OF_GAME][other]):
        kind = some_of_hand(s, other, fast)
        player.hand[kind] -= 1
        push(s.deck, kind)
    # The deck is scratch paper here: it is built last.
    fast_shuffle(fast, s.deck.items, s.deck.n)
    for site in range(N_SITES):
        if hides(s, other, SITES[site]):
            count = total(player.sites[site])
            fill(player.sites[site], 0)
            for _ in range(count):
                player.sites[site][pop(s.deck)] += 1
    if hides(s, other, Place.SHELTER):
        for i in range(player.n_stacks):
            fill(player.stacks[i].cards, 0)
            for _ in range(player.stacks[i].n):
                player.stacks[i].cards[pop(s.deck)] += 1
    while s.deck.n > 0:
        player.hand[pop(s.deck)] += 1


@rule
def some_of_hand(s: State, other: int, fast: Fast) -> int:
    """A random card of what is left of a starting hand."""
    hand = s.players[other].hand
    skip = fast_draw(fast, total(hand))
    for kind in range(N_KINDS):
        skip -= hand[kind]
        if skip < 0:
            return kind
    return -1


@rule
def imagine_targets(s: State, other: int, fast: Fast) -> None:
    """Hidden colour cards: any different seats; the dummy only goes for seats with coal."""
    player = s.players[other]
    if not hides(s, other, Place.SHELTER) or not s.options[Option.HIDDEN_TARGETS]:
        return
    for i in range(player.n_stacks):
        player.stacks[i].target = other
    for i in range(player.n_stacks):
        count = 0
        for target in range(s.seats):
            if may_be_target(s, other, target):
                count += 1
        skip = fast_draw(fast, count)
        for target in range(s.seats):
            if may_be_target(s, other, target):
                if skip == 0:
                    player.stacks[i].target = target
                    break
                skip -= 1


@rule
def may_be_target(s: State, other: int, target: int) -> bool:
    """A seat that has no stack of this owner yet; the owner's own colour stands for none."""
    if target == other or (is_dummy(s, other) and s.players[target].coal == 0):
        return False
    for i in range(s.players[other].n_stacks):
        if s.players[other].stacks[i].target == target:
            return False
    return True


# 4. Hands


@rule
def deal_hand(s: State, other: int, fast: Fast) -> None:
    """Random cards of the right age for what the hand still lacks."""
    for age in range(2):
        for _ in range(s.imagined.slots[age][other]):
            kind = some_kind(s, age, 0, N_KINDS, fast)
            take_imagined(s, other, kind, age)
            s.players[other].hand[kind] += 1
