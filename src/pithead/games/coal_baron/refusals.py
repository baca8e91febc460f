"""Why a visible target is closed, with true numbers."""

from collections.abc import Iterator

from pithead.engine.offers import Refusal

from . import state as st
from .notation import cube_id, level_id, tile_id
from .rules import legal_actions
from .rules.mining import can_load, can_store, reaches, within_reach
from .rules.placement import can_place, workers_needed
from .state import Act, Phase, Space, State, fill_action


def refusals(s: State) -> list[Refusal]:
    """Closed targets and the reason for each."""
    out = [0] * st.MAX_LEGAL
    legal = set(out[: legal_actions(s, out)])
    return [refusal for refusal in _closed(s) if refusal.action not in legal]


def _closed(s: State) -> Iterator[Refusal]:
    if s.phase == Phase.PLACE:
        for space in range(st.N_SPACES):
            if not can_place(s, s.players[s.current], space):
                yield _closed_space(s, space)
    elif s.phase == Phase.MINE:
        yield from _closed_carts(s)
        yield from _closed_storage(s)
        yield from _closed_squares(s)
    elif s.phase in (Phase.FIRST_CUBE, Phase.SECOND_CUBE):
        yield from _closed_cubes(s)
    elif s.phase == Phase.KEEP_TILE:
        francs = s.players[s.current].francs
        for tile in sorted(set(s.drawn.items[: s.drawn.n])):
            if st.TILE_PRICE[tile] > francs:
                numbers: dict[str, int | str] = {"need": st.TILE_PRICE[tile], "have": francs}
                yield Refusal(tile_id(tile), "francs_short", numbers, "R10", Act.KEEP_TILE + tile)
    elif s.phase == Phase.FILL_CART:
        for colour in range(st.N_COLOURS):
            if s.supply[colour] == 0:
                yield Refusal(
                    f"supply:{st.COLOURS[colour]}",
                    "supply_empty",
                    {"colour": st.COLOURS[colour]},
                    "R14",
                    Act.COAL + colour,
                )


def _closed_space(s: State, space: int) -> Refusal:
    """First what the player can change in this shift, then what the table decides."""
    target, action = f"space:{st.SPACES[space]}", Act.PLACE + space
    player = s.players[s.current]
    kind, detail = st.SPACE_KIND[space], st.SPACE_DETAIL[space]
    if s.n < st.SPACE_MIN_PLAYERS[space]:
        return Refusal(target, "closed", {"players": s.n, "need": st.SPACE_MIN_PLAYERS[space]}, "R2", action)
    if kind == Space.FACTORY:
        if s.factory[detail] == st.NONE:
            return Refusal(target, "no_tile", {}, "R18", action)
        price = st.TILE_PRICE[s.factory[detail]]
        if price > player.francs:
            return Refusal(target, "francs_short", {"need": price, "have": player.francs}, "R9", action)
    if kind == Space.ORDER and s.display[detail] == st.NONE:
        return Refusal(target, "no_order", {}, "R18", action)
    if kind == Space.DELIVERY and player.complete[detail] == 0:
        return Refusal(target, "nothing_complete", {"vehicle": st.VEHICLES[detail]}, "R29", action)
    if kind == Space.FACTORY_DRAW and s.piles[st.TILES].n == 0:
        return Refusal(target, "no_pile", {"pile": st.PILES[st.TILES]}, "R11", action)
    if (
        kind not in (Space.FACTORY, Space.ORDER, Space.DELIVERY, Space.FACTORY_DRAW, Space.MINING, Space.MONEY)
        and s.piles[st.ORDERS].n == 0
    ):
        return Refusal(target, "no_pile", {"pile": st.PILES[st.ORDERS]}, "R11", action)
    return Refusal(target, "workers_short", {"need": workers_needed(s, space), "have": player.workers}, "R6", action)


def _closed_carts(s: State) -> Iterator[Refusal]:
    """Coal that the cage cannot take now."""
    player = s.players[s.current]
    loaded = sum(player.cage)
    for level in range(1, st.N_COLOURS + 1):
        for colour in range(st.N_COLOURS):
            if player.coal[level - 1][colour] == 0 or (player.level == level and can_load(player, colour)):
                continue
            target, action = f"cart:{level}:{st.COLOURS[colour]}", Act.LOAD + colour
            if loaded == st.CAGE_SLOTS:
                yield Refusal(target, "cage_full", {"have": loaded, "slots": st.CAGE_SLOTS}, "", action)
            else:
                levels: dict[str, int | str] = {"need": level_id(level), "have": level_id(player.level)}
                yield Refusal(target, "wrong_level", levels, "R19", action)


def _closed_storage(s: State) -> Iterator[Refusal]:
    """Coal of the cage that cannot be stored now."""
    player = s.players[s.current]
    for colour in range(st.N_COLOURS):
        if player.cage[colour] and not can_store(s, player, colour):
            target, action = f"cage:{st.COLOURS[colour]}", Act.STORE + colour
            if not reaches(s, player, st.CAGED):
                yield Refusal(target, "cage_below", {"have": level_id(player.level)}, "R21", action)
            else:
                yield Refusal(target, "still_wanted", {"colour": st.COLOURS[colour]}, "R22", action)


def _closed_squares(s: State) -> Iterator[Refusal]:
    """Squares of outstanding orders that cannot be filled now, by one cube or by two."""
    player = s.players[s.current]
    below: dict[str, int | str] = {"have": level_id(player.level)}
    cubes = sum(
        within_reach(s, player, place, colour) for place in (st.CAGED, st.STORED) for colour in range(st.N_COLOURS)
    )
    for card in outstanding(s):
        for colour in range(st.N_COLOURS):
            if s.needs[card][colour] == 0:
                continue
            square = f"{st.ORDER_IDS[card]}:{st.COLOURS[colour]}"
            fills = [fill_action(card, colour, how) for how in range(st.TWO_FOR_ONE + 1)]
            if not any(within_reach(s, player, place, colour) for place in (st.CAGED, st.STORED)):
                if player.cage[colour]:
                    yield Refusal(f"square:{square}", "cage_below", below, "R21", fills[st.CAGED])
                elif player.storage[colour]:
                    yield Refusal(f"square:{square}", "storage_below", below, "R24", fills[st.STORED])
                else:
                    yield Refusal(f"square:{square}", "no_cube", {"colour": st.COLOURS[colour]}, "R45", fills[st.CAGED])
            if s.moves < 2:
                yield Refusal(
                    f"swap:{square}", "moves_short", {"need": 2, "have": s.moves}, "R25", fills[st.TWO_FOR_ONE]
                )
            elif cubes < 2:
                yield Refusal(f"swap:{square}", "cubes_short", {"need": 2, "have": cubes}, "R26", fills[st.TWO_FOR_ONE])


def _closed_cubes(s: State) -> Iterator[Refusal]:
    """Cubes that cannot be chosen for a two for one."""
    player = s.players[s.current]
    for cube in range(2 * st.N_COLOURS):
        place, colour = divmod(cube, st.N_COLOURS)
        if not (player.storage if place == st.STORED else player.cage)[colour]:
            continue
        target, action = f"{st.PLACES[place]}:{st.COLOURS[colour]}", Act.WITH + cube
        if not reaches(s, player, place):
            code, rule = ("storage_below", "R24") if place == st.STORED else ("cage_below", "R21")
            yield Refusal(target, code, {"have": level_id(player.level)}, rule, action)
        else:
            yield Refusal(target, "cube_order", {"cube": cube_id(cube)}, "R26", action)


def outstanding(s: State) -> list[int]:
    """The orders that the player to move has still to deliver."""
    orders = s.players[s.current].orders
    return orders.items[: orders.n]
