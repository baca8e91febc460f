"""What a player of Coal Baron can and cannot do, with costs and consequences."""

from collections.abc import Iterator

from pithead.engine.offers import Note, Offer, Refusal

from . import state as st
from .notation import cart_id, colour_id, cube_id, level_id, order_id, space_id, tile_id
from .plans import plans as plans
from .rules import legal_actions
from .rules.mining import can_load, can_store, reaches, within_reach
from .rules.placement import can_place, workers_needed
from .state import Act, Phase, Space, State, fill_action, fill_parts


def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; previews are changes of these."""
    mine = s.players[player]
    return {
        "points": mine.points,
        "francs": mine.francs,
        "workers": mine.workers,
        "moves": s.moves if player == s.current else 0,
    }


def offer(s: State, action: int) -> Offer:
    """Describe a legal decision."""
    if action == Act.END:
        return _end(s)
    if action < Act.DRAFT:
        return _place(s, action - Act.PLACE)
    if action < Act.COAL:
        return Offer("draft", _card(action - Act.DRAFT), (order_id(action - Act.DRAFT),))
    if action < Act.KEEP_TILE:
        return _coal(s, action)
    if action < Act.CAGE:
        return _drawn(s, action)
    if action < Act.LOAD:
        return Offer("cage", {"level": level_id(action - Act.CAGE)}, (f"level:{action - Act.CAGE}",), *_moves(1))
    if action < Act.STORE:
        colour = st.COLOURS[action - Act.LOAD]
        level = s.players[s.current].level
        return Offer("load", {"colour": colour}, (f"cart:{level}:{colour}",), *_moves(1))
    if action < Act.FILL:
        colour = st.COLOURS[action - Act.STORE]
        return Offer("store", {"colour": colour}, (f"cage:{colour}",), *_moves(1))
    if action < Act.WITH:
        return _fill(s, action)
    return _cube(s, action - Act.WITH)


def _moves(moves: int) -> tuple[dict[str, int], dict[str, int]]:
    """Cost and preview of a mining move."""
    return {"moves": moves}, {"moves": -moves}


def _end(s: State) -> Offer:
    if s.moves == 0:
        return Offer("end", targets=("turn",))
    return Offer(
        "stop",
        {"moves": s.moves},
        ("turn",),
        preview={"moves": -s.moves},
        notes=(Note("unused_moves", {"moves": s.moves}),),
    )


def _card(card: int) -> dict[str, int | str]:
    squares = "".join(colour * count for colour, count in zip(st.COLOURS, st.ORDER_SQUARES[card], strict=True))
    return {
        "order": order_id(card),
        "squares": f"squares:{squares}",
        "vehicle": st.VEHICLES[st.ORDER_VEHICLE[card]],
        "points": st.ORDER_POINTS[card],
    }


def _tile(tile: int) -> dict[str, int | str]:
    return {
        "tile": tile_id(tile),
        "carts": st.TILE_CARTS[tile],
        "colour": colour_id(st.TILE_COLOUR[tile]),
        "side": st.SIDES[st.TILE_SIDE[tile]],
        "francs": st.TILE_PRICE[tile],
    }


def _place(s: State, space: int) -> Offer:
    target = (f"space:{st.SPACES[space]}",)
    if space == st.BANK:
        params: dict[str, int | str] = {"space": space_id(space), "workers": st.BANK_WORKERS, "francs": st.BANK_FRANCS}
        change = {"workers": -st.BANK_WORKERS, "francs": st.BANK_FRANCS}
        return Offer("place_money", params, target, {"workers": st.BANK_WORKERS}, change)
    need = workers_needed(s, space)
    params = {"space": space_id(space), "workers": need}
    cost = {"workers": need}
    preview = {"workers": -need}
    kind, detail = st.SPACE_KIND[space], st.SPACE_DETAIL[space]
    if kind == Space.FACTORY:
        tile = s.factory[detail]
        cost["francs"] = st.TILE_PRICE[tile]
        preview["francs"] = -st.TILE_PRICE[tile]
        return Offer("place_factory", params | _tile(tile), target, cost, preview)
    if kind == Space.MONEY:
        return Offer("place_money", params | {"francs": detail}, target, cost, preview | {"francs": detail})
    if kind == Space.MINING:
        return Offer("place_mining", params | {"moves": detail}, target, cost, preview | {"moves": detail})
    if kind == Space.ORDER:
        return Offer("place_order", params | _card(s.display[detail]), target, cost, preview)
    if kind == Space.DELIVERY:
        ready = [card for card in _outstanding(s) if st.ORDER_VEHICLE[card] == detail and s.missing[card] == 0]
        points = sum(st.ORDER_POINTS[card] for card in ready)
        params |= {"vehicle": st.VEHICLES[detail], "count": len(ready), "points": points}
        targets = (*target, *(order_id(card) for card in ready))
        return Offer("place_delivery", params, targets, cost, preview | {"points": points})
    pile = st.TILES if kind == Space.FACTORY_DRAW else st.ORDERS
    params |= {"pile": st.PILES[pile], "count": min(st.DRAW_SIZE, s.piles[pile].n)}
    return Offer("place_draw", params, target, cost, preview, (Note("undo_stops"),))


def _outstanding(s: State) -> list[int]:
    orders = s.players[s.current].orders
    return orders.items[: orders.n]


def _coal(s: State, action: int) -> Offer:
    cart = cart_id(s.level)
    if action == Act.LEAVE_EMPTY:
        return Offer("leave_empty", {"cart": cart}, (f"cart:{s.level + 1}",))
    colour = st.COLOURS[action - Act.COAL]
    left = s.supply[action - Act.COAL]
    return Offer("coal", {"cart": cart, "colour": colour, "left": left}, (f"supply:{colour}",))


def _drawn(s: State, action: int) -> Offer:
    """Keep, put back, arrange."""
    if action < Act.KEEP_ORDER:
        tile = action - Act.KEEP_TILE
        price = st.TILE_PRICE[tile]
        return Offer("keep_tile", _tile(tile), (tile_id(tile),), {"francs": price}, {"francs": -price})
    if action < Act.KEEP_NONE:
        card = action - Act.KEEP_ORDER
        return Offer("keep_order", _card(card), (order_id(card),))
    if action == Act.KEEP_NONE:
        return Offer("keep_none", {"pile": st.PILES[s.pile]}, ("none",))
    if action in (Act.TOP, Act.BOTTOM):
        end = st.ENDS[action - Act.TOP]
        return Offer("put_back", {"end": end, "count": s.drawn.n, "pile": st.PILES[s.pile]}, (f"pile:{end}",))
    depth = s.arranged.n + 1
    if action < Act.NEXT_ORDER:
        return Offer("next_tile", {"place": depth, **_tile(action - Act.NEXT_TILE)}, (tile_id(action - Act.NEXT_TILE),))
    return Offer("next_order", {"place": depth, **_card(action - Act.NEXT_ORDER)}, (order_id(action - Act.NEXT_ORDER),))


def _fill(s: State, action: int) -> Offer:
    card, square, how = fill_parts(action)
    colour = st.COLOURS[square]
    params: dict[str, int | str] = {"order": order_id(card), "colour": colour}
    if how == st.TWO_FOR_ONE:
        return Offer("swap", params, (f"swap:{st.ORDER_IDS[card]}:{colour}",), {"moves": 2}, notes=_completes(s, card))
    params["place"] = st.PLACES[how]
    targets = (f"square:{st.ORDER_IDS[card]}:{colour}", f"{st.PLACES[how]}:{colour}")
    return Offer("fill", params, targets, *_moves(1), notes=_completes(s, card))


def _completes(s: State, card: int) -> tuple[Note, ...]:
    """Filling the last square makes the order ready for its vehicle."""
    if s.missing[card] > 1:
        return ()
    return (Note("completes", {"order": order_id(card), "vehicle": st.VEHICLES[st.ORDER_VEHICLE[card]]}),)


def _cube(s: State, cube: int) -> Offer:
    """A cube for a two for one."""
    target = f"{st.PLACES[cube // st.N_COLOURS]}:{st.COLOURS[cube % st.N_COLOURS]}"
    params: dict[str, int | str] = {
        "cube": cube_id(cube),
        "order": order_id(s.swap),
        "colour": st.COLOURS[s.swap_colour],
    }
    if s.phase == Phase.FIRST_CUBE:
        return Offer("first_cube", params, (target,))
    return Offer("second_cube", params, (target,), *_moves(2), notes=_completes(s, s.swap))


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
    for card in _outstanding(s):
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
