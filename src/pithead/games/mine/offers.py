"""What a player of MINE! can and cannot do, with consequences."""

from pithead.engine.offers import Note, Offer, Plan, Refusal

from .rules.cards import helmets
from .rules.resolution import most_to_sell
from .state import (
    ACTIONS,
    CHOOSING,
    DISCARD,
    DISCARDING,
    END,
    EVENT,
    HAND_LIMIT,
    KINDS,
    LOCATIONS,
    LOOT,
    MAX_PLAYERS,
    N_EVENTS,
    N_KINDS,
    N_PROFESSIONS,
    N_SITES,
    PASS,
    PASS_IS_FINAL,
    PLACE,
    POINTS_PER_COAL,
    SALE,
    SELL,
    SELLING,
    SITES,
    TOWNS,
    TRACK_END,
    State,
)

# A card goes from the hand to a location.
LAID = {"cards": -1, "placed": 1}


def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; previews are changes of these."""
    mine = s.players[player]
    return {"points": mine.points, "coal": mine.coal, "cards": mine.held, "placed": mine.placed}


def offer(s: State, action: int) -> Offer:
    """Describe a legal decision."""
    if action == END:
        return Offer("end", targets=("turn",))
    if action == PASS:
        final = (Note("pass_is_final"),) if s.options[PASS_IS_FINAL] else ()
        return Offer("pass", targets=("pass",), notes=final)
    if action < SELL:
        return _placing(s, action)
    if action < DISCARD:
        coal = action - SELL
        points = min(coal * POINTS_PER_COAL, TRACK_END - s.players[s.current].points)
        return Offer("sell", {"coal": coal}, (f"sell:{coal}",), {"coal": coal}, {"coal": -coal, "points": points})
    card = KINDS[action - DISCARD]
    return Offer("discard", {"card": card}, (f"card:{card}",), preview={"cards": -1})


def _placing(s: State, action: int) -> Offer:
    if action < LOOT:
        site, profession = ACTIONS.parts(action)
        card, place = KINDS[profession], LOCATIONS[SITES[site]]
        params: dict[str, int | str] = {"card": card, "place": place, "helmets": helmets(s, 1 + site, profession)}
        return Offer(f"place_{place}", params, (f"card:{card}", f"place:{place}"), preview=LAID)
    if action < EVENT:
        profession, target = ACTIONS.parts(action)
        card, town = KINDS[profession], TOWNS[target]
        params = {"card": card, "town": town, "helmets": helmets(s, 0, profession)}
        empty = (Note("no_coal_there", {"town": town}),) if s.players[target].coal == 0 else ()
        targets = (f"card:{card}", "place:shelter", f"town:{town}")
        return Offer("loot", params, targets, preview=LAID, notes=empty)
    card = KINDS[N_PROFESSIONS + action - EVENT]
    return Offer("event", {"card": card}, (f"card:{card}", "place:events"), preview=LAID)


def refusals(s: State) -> list[Refusal]:
    """Closed targets and the reason for each."""
    if s.phase == CHOOSING:
        return _closed_locations(s)
    if s.phase == SELLING:
        return _too_much_to_sell(s)
    if s.phase == DISCARDING:
        held = s.players[s.current].held
        return [Refusal("turn", "hand_limit", {"limit": HAND_LIMIT, "have": held}, "R26", END)]
    return []


def _closed_locations(s: State) -> list[Refusal]:
    hand = s.players[s.current].hand
    found = [Refusal("place:expedition", "no_cards_here", {}, "", SELL + 1)]
    if not any(hand[N_PROFESSIONS:]):
        found.append(Refusal("place:events", "no_event", {}, "R4", EVENT))
    if not any(hand[:N_PROFESSIONS]):
        found += [
            Refusal(f"place:{LOCATIONS[SITES[site]]}", "no_profession", {}, "R4", PLACE + site * N_PROFESSIONS)
            for site in range(N_SITES)
        ]
        other = (s.current + 1) % s.seats
        found.append(Refusal("place:shelter", "no_profession", {}, "R4", LOOT + other))
    return found


def _too_much_to_sell(s: State) -> list[Refusal]:
    """Every amount above the most, for the first reason that stops it."""
    player = s.players[s.current]
    found = []
    for coal in range(most_to_sell(s, s.current) + 1, TRACK_END + 1):
        target, action = f"sell:{coal}", SELL + coal
        if coal > player.coal:
            found.append(Refusal(target, "no_coal", {"need": coal, "have": player.coal}, "", action))
        elif coal > player.change[SALE]:
            found.append(Refusal(target, "sale_limit", {"need": coal, "limit": player.change[SALE]}, "", action))
        else:
            found.append(Refusal(target, "track_end", {"points": player.points, "end": TRACK_END}, "R21", action))
    return found


def plans(s: State) -> list[Plan]:
    """Shortest ways to a target: a whole turn around a location, a town, a sale or the discard."""
    if s.phase == CHOOSING:
        return _placing_plans(s)
    if s.phase == SELLING:
        most = most_to_sell(s, s.current)
        return [Plan("place:expedition", "sell", {"coal": most}, (SELL + most, END))]
    if s.phase == DISCARDING:
        return [_discard_plan(s)]
    return []


def _placing_plans(s: State) -> list[Plan]:
    """The card with most helmets for every location and town; a rarer card only if it is better."""
    hand = s.players[s.current].hand
    held = [profession for profession in range(N_PROFESSIONS) if hand[profession]]
    found = []
    if held:
        for site in range(N_SITES):
            best = max(held, key=lambda profession: helmets(s, 1 + site, profession))
            place = LOCATIONS[SITES[site]]
            turn = (PLACE + site * N_PROFESSIONS + best, END)
            found.append(Plan(f"place:{place}", "place", {"card": KINDS[best], "place": place}, turn))
        best = max(held, key=lambda profession: helmets(s, 0, profession))
        for target in range(s.seats):
            if target != s.current:
                turn = (LOOT + best * MAX_PLAYERS + target, END)
                town = TOWNS[target]
                found.append(Plan(f"town:{town}", "loot", {"card": KINDS[best], "town": town}, turn))
    for event in range(N_EVENTS):
        if hand[N_PROFESSIONS + event]:
            card = KINDS[N_PROFESSIONS + event]
            found.append(Plan(f"card:{card}", "event", {"card": card}, (EVENT + event, END)))
    return found


def _discard_plan(s: State) -> Plan:
    """Down to the hand limit, fewest helmets first; events go last."""
    player = s.players[s.current]
    held = [kind for kind in range(N_KINDS) for _ in range(player.hand[kind])]
    held.sort(key=lambda kind: _worth(s, kind))
    going = held[: player.held - HAND_LIMIT]
    return Plan("turn", "discard", {"cards": len(going)}, (*(DISCARD + kind for kind in going), END))


def _worth(s: State, kind: int) -> int:
    if kind >= N_PROFESSIONS:
        return 1000 + kind
    return sum(helmets(s, row, kind) for row in range(1 + N_SITES))
