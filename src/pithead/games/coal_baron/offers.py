"""What a player of Coal Baron can and cannot do, with costs and consequences."""

from pithead.engine.offers import Note, Offer

from . import state as st
from .notation import cart_id, colour_id, cube_id, level_id, order_id, space_id, tile_id
from .plans import plans as plans
from .refusals import outstanding
from .refusals import refusals as refusals
from .rules.placement import workers_needed
from .state import Act, Phase, Space, State, fill_parts


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
        ready = [card for card in outstanding(s) if st.ORDER_VEHICLE[card] == detail and s.missing[card] == 0]
        points = sum(st.ORDER_POINTS[card] for card in ready)
        params |= {"vehicle": st.VEHICLES[detail], "count": len(ready), "points": points}
        targets = (*target, *(order_id(card) for card in ready))
        return Offer("place_delivery", params, targets, cost, preview | {"points": points})
    pile = st.TILES if kind == Space.FACTORY_DRAW else st.ORDERS
    params |= {"pile": st.PILES[pile], "count": min(st.DRAW_SIZE, s.piles[pile].n)}
    return Offer("place_draw", params, target, cost, preview, (Note("undo_stops"),))


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
