"""What a player of MINE! can and cannot do, with consequences."""

from pithead.engine.offers import Note, Offer, Plan, Refusal

from . import state as st
from .rules.cards import helmets
from .rules.resolution import most_to_sell
from .state import Act, Change, Option, Phase, State, loot_action, loot_parts, place_action, place_parts

# A card goes from the hand to a location.
LAID = {"cards": -1, "placed": 1}


def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; previews are changes of these."""
    mine = s.players[player]
    return {"points": mine.points, "coal": mine.coal, "cards": mine.held, "placed": mine.placed}


def offer(s: State, action: int) -> Offer:
    """Describe a legal decision."""
    if action == Act.END:
        return Offer("end", targets=("turn",))
    if action == Act.PASS:
        final = (Note("pass_is_final"),) if s.options[Option.PASS_IS_FINAL] else ()
        return Offer("pass", targets=("pass",), notes=final)
    if action < Act.SELL:
        return _placing(s, action)
    if action < Act.DISCARD:
        coal = action - Act.SELL
        points = min(coal * st.POINTS_PER_COAL, st.TRACK_END - s.players[s.current].points)
        return Offer("sell", {"coal": coal}, (f"sell:{coal}",), {"coal": coal}, {"coal": -coal, "points": points})
    card = st.KINDS[action - Act.DISCARD]
    return Offer("discard", {"card": card}, (f"card:{card}",), preview={"cards": -1})


def _placing(s: State, action: int) -> Offer:
    if action < Act.LOOT:
        site, profession = place_parts(action)
        card, place = st.KINDS[profession], st.LOCATIONS[st.SITES[site]]
        params: dict[str, int | str] = {"card": card, "place": place, "helmets": helmets(s, 1 + site, profession)}
        return Offer(f"place_{place}", params, (f"card:{card}", f"place:{place}"), preview=LAID)
    if action < Act.EVENT:
        profession, target = loot_parts(action)
        card, town = st.KINDS[profession], st.TOWNS[target]
        params = {"card": card, "town": town, "helmets": helmets(s, 0, profession)}
        empty = (Note("no_coal_there", {"town": town}),) if s.players[target].coal == 0 else ()
        targets = (f"card:{card}", "place:shelter", f"town:{town}")
        return Offer("loot", params, targets, preview=LAID, notes=empty)
    card = st.KINDS[st.N_PROFESSIONS + action - Act.EVENT]
    return Offer("event", {"card": card}, (f"card:{card}", "place:events"), preview=LAID)


def refusals(s: State) -> list[Refusal]:
    """Closed targets and the reason for each."""
    if s.phase == Phase.PLACE:
        return _closed_locations(s)
    if s.phase == Phase.SELL:
        return _too_much_to_sell(s)
    if s.phase == Phase.DISCARD:
        held = s.players[s.current].held
        return [Refusal("turn", "hand_limit", {"limit": st.HAND_LIMIT, "have": held}, "R26", Act.END)]
    return []


def _closed_locations(s: State) -> list[Refusal]:
    hand = s.players[s.current].hand
    found = [Refusal("place:expedition", "no_cards_here", {}, "", Act.SELL + 1)]
    if not any(hand[st.N_PROFESSIONS :]):
        found.append(Refusal("place:events", "no_event", {}, "R4", Act.EVENT))
    if not any(hand[: st.N_PROFESSIONS]):
        found += [
            Refusal(f"place:{st.LOCATIONS[st.SITES[site]]}", "no_profession", {}, "R4", place_action(site, 0))
            for site in range(st.N_SITES)
        ]
        other = (s.current + 1) % s.seats
        found.append(Refusal("place:shelter", "no_profession", {}, "R4", loot_action(0, other)))
    return found


def _too_much_to_sell(s: State) -> list[Refusal]:
    """Every amount above the most, for the first reason that stops it."""
    player = s.players[s.current]
    found = []
    for coal in range(most_to_sell(s, s.current) + 1, st.TRACK_END + 1):
        target, action = f"sell:{coal}", Act.SELL + coal
        if coal > player.coal:
            found.append(Refusal(target, "no_coal", {"need": coal, "have": player.coal}, "", action))
        elif coal > player.change[Change.SALE]:
            found.append(Refusal(target, "sale_limit", {"need": coal, "limit": player.change[Change.SALE]}, "", action))
        else:
            found.append(Refusal(target, "track_end", {"points": player.points, "end": st.TRACK_END}, "R21", action))
    return found


def plans(s: State) -> list[Plan]:
    """Shortest ways to a target: a whole turn around a location, a town, a sale or the discard."""
    if s.phase == Phase.PLACE:
        return _placing_plans(s)
    if s.phase == Phase.SELL:
        most = most_to_sell(s, s.current)
        return [Plan("place:expedition", "sell", {"coal": most}, (Act.SELL + most, Act.END))]
    if s.phase == Phase.DISCARD:
        return [_discard_plan(s)]
    return []


def _placing_plans(s: State) -> list[Plan]:
    """The card with most helmets for every location and town; a rarer card only if it is better."""
    hand = s.players[s.current].hand
    held = [profession for profession in range(st.N_PROFESSIONS) if hand[profession]]
    found = []
    if held:
        for site in range(st.N_SITES):
            best = max(held, key=lambda profession: helmets(s, 1 + site, profession))
            place = st.LOCATIONS[st.SITES[site]]
            turn = (place_action(site, best), Act.END)
            found.append(Plan(f"place:{place}", "place", {"card": st.KINDS[best], "place": place}, turn))
        best = max(held, key=lambda profession: helmets(s, 0, profession))
        for target in range(s.seats):
            if target != s.current:
                turn = (loot_action(best, target), Act.END)
                town = st.TOWNS[target]
                found.append(Plan(f"town:{town}", "loot", {"card": st.KINDS[best], "town": town}, turn))
    for event in range(st.N_EVENTS):
        if hand[st.N_PROFESSIONS + event]:
            card = st.KINDS[st.N_PROFESSIONS + event]
            found.append(Plan(f"card:{card}", "event", {"card": card}, (Act.EVENT + event, Act.END)))
    return found


def _discard_plan(s: State) -> Plan:
    """Down to the hand limit, fewest helmets first; events go last."""
    player = s.players[s.current]
    held = [kind for kind in range(st.N_KINDS) for _ in range(player.hand[kind])]
    held.sort(key=lambda kind: _worth(s, kind))
    going = held[: player.held - st.HAND_LIMIT]
    return Plan("turn", "discard", {"cards": len(going)}, (*(Act.DISCARD + kind for kind in going), Act.END))


def _worth(s: State, kind: int) -> int:
    if kind >= st.N_PROFESSIONS:
        return 1000 + kind
    return sum(helmets(s, row, kind) for row in range(1 + st.N_SITES))
