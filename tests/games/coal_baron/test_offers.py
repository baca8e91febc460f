"""What a player is told about what is possible, what is not, and how to get there."""

import random

import pytest

from pithead.engine.offers import Offer, Plan, Refusal

from .builder import GAME, RULES, STATE, Table

GG_HANDCART, K_HANDCART, YBGK_HANDCART, BBB_HANDCART = 8, 5, 11, 7


def offer(table: Table, text: str) -> Offer:
    """How a legal decision is described."""
    assert text in table.legal
    found = GAME.module("offers").offer(table.s, GAME.action_ids[text])
    assert isinstance(found, Offer)
    return found


def refusal(table: Table, target: str) -> Refusal:
    """Why a target is closed."""
    found: list[Refusal] = GAME.module("offers").refusals(table.s)
    return next(closed for closed in found if closed.target == target)


def plans(table: Table, kind: str) -> dict[str, Plan]:
    """Plans of a kind by target."""
    return {plan.target: plan for plan in GAME.module("offers").plans(table.s) if plan.kind == kind}


def texts(plan: Plan) -> list[str]:
    return [GAME.action_texts[action] for action in plan.actions]


def test_a_placement_tells_its_price_and_what_it_brings() -> None:
    table = Table(3).at_work().tile("factory_1", "G", 2, "light").workers("factory_1", 1, 2)
    found = offer(table, "place factory_1")
    assert found.cost == {"workers": 3, "francs": 6}
    assert found.preview == {"workers": -3, "francs": -6}
    assert found.params["carts"] == 2
    assert offer(table, "place mining_8").preview == {"workers": -1, "moves": 8}
    assert offer(table, "place bank").preview == {"workers": -1, "francs": 1}


def test_a_delivery_tells_its_points_and_lights_the_orders() -> None:
    table = Table(3).at_work()
    table.player(0).complete(31).complete(32)
    found = offer(table, "place delivery_horse_cart")
    assert found.preview == {"workers": -1, "points": 19}
    assert found.targets == ("space:delivery_horse_cart", "order:31", "order:32")


def test_filling_the_last_square_says_that_the_order_is_ready() -> None:
    table = Table(2).at_work().mining(4)
    table.player(0).order(GG_HANDCART, "G").cage("G")
    found = offer(table, "fill 8 G cage")
    assert found.targets == ("square:8:G", "cage:G")
    assert [note.message for note in found.notes] == ["completes"]


def test_stopping_warns_of_unused_moves() -> None:
    """R23."""
    found = offer(Table(2).at_work().mining(5), "end")
    assert (found.kind, found.preview) == ("stop", {"moves": -5})
    assert found.notes[0].params == {"moves": 5}


def test_drawing_warns_that_undo_stops() -> None:
    found = offer(Table(2).at_work(), "place factory_draw")
    assert [note.message for note in found.notes] == ["undo_stops"]


@pytest.mark.parametrize(
    ("space", "code", "params", "rule"),
    [
        ("factory_4", "closed", {"players": 2, "need": 3}, "R2"),
        ("mining_10", "workers_short", {"need": 3, "have": 2}, "R6"),
        ("factory_1", "francs_short", {"need": 8, "have": 3}, "R9"),
        ("factory_2", "no_tile", {}, "R18"),
        ("order_2", "no_order", {}, "R18"),
        ("order_draw", "no_pile", {"pile": "orders"}, "R11"),
        ("factory_draw", "no_pile", {"pile": "tiles"}, "R11"),
        ("delivery_truck", "nothing_complete", {"vehicle": "truck"}, "R29"),
    ],
)
def test_a_closed_space_says_why_with_its_numbers(space: str, code: str, params: dict[str, object], rule: str) -> None:
    table = Table(2).at_work().workers("mining_10", 1, 2).tile("factory_1", "K", 2, "dark")
    table.player(0).reserve(2).francs(3)
    table.s.factory[1] = table.s.display[1] = -1
    table.shrink_pile("orders", 0).shrink_pile("tiles", 0)
    found = refusal(table, f"space:{space}")
    assert (found.code, found.params, found.rule) == (code, params, rule)


@pytest.mark.parametrize(
    ("target", "code", "rule"),
    [
        ("cart:3:G", "wrong_level", "R19"),
        ("cage:B", "cage_below", "R21"),
        ("square:5:K", "no_cube", "R45"),
        ("square:7:B", "cage_below", "R21"),
        ("swap:5:K", "cubes_short", "R26"),
    ],
)
def test_closed_mining_targets_say_why(target: str, code: str, rule: str) -> None:
    table = Table(2).at_work().mining(6)
    table.player(0).order(K_HANDCART).order(BBB_HANDCART).cage("B", 1)
    found = refusal(table, target)
    assert (found.code, found.rule) == (code, rule)


def test_two_for_one_with_one_move_left_says_so() -> None:
    """R25."""
    table = Table(2).at_work().mining(1)
    table.player(0).order(K_HANDCART).cage("YB")
    assert refusal(table, "swap:5:K").params == {"need": 2, "have": 1}


def test_a_full_cage_says_so() -> None:
    table = Table(2).at_work().mining(3)
    table.player(0).cage("YYBGK", 3)
    assert refusal(table, "cart:3:G").params == {"have": 5, "slots": 5}


def test_the_narrow_readings_give_their_own_reasons() -> None:
    """R22, R24."""
    table = Table(2, store_only_unmatched=True, storage_to_order_needs_surface=True).at_work().mining(4)
    table.player(0).order(K_HANDCART).cage("K")
    assert refusal(table, "cage:K").code == "still_wanted"
    table.player(0).cage("", 2).storage("K")
    assert refusal(table, "square:5:K").code == "storage_below"


def test_a_colour_missing_from_the_supply_and_an_unaffordable_tile_are_refused() -> None:
    """R10, R14."""
    table = Table(3).at_work().tile("factory_1", "K", 1, "dark").supply("K", 0).supply("Y", 0)
    table.play("place factory_1")
    assert refusal(table, "supply:Y").code == "supply_empty"
    table = Table(2).at_work().top_of_pile("tiles", 8, 1, 2, 3, 4)
    table.player(0).francs(5)
    table.play("place factory_draw")
    assert refusal(table, "tile:8").params == {"need": 8, "have": 5}


def test_a_cube_that_leaves_no_second_is_refused() -> None:
    """R26: cubes are named in a fixed order."""
    table = Table(2).at_work().mining(4)
    table.player(0).order(K_HANDCART).cage("Y").storage("G")
    table.play("swap 5 K")
    assert refusal(table, "storage:G").code == "cube_order"


def test_the_shortest_way_to_fill_an_order() -> None:
    """The worked example: down, two cubes, up, two squares."""
    table = Table(3).at_work().mining(8)
    table.player(0).tiles("G", 1, "dark").order(GG_HANDCART)
    plan = plans(table, "fill_order")["order:8"]
    assert plan.params["moves"] == 6
    assert texts(plan) == ["cage 3", "load G", "load G", "cage 0", "fill 8 G cage", "fill 8 G cage"]


def test_a_plan_uses_the_storage_and_two_for_one_where_that_is_shorter() -> None:
    table = Table(2).at_work().mining(10)
    table.player(0).unload("K").order(K_HANDCART).cage("", 2).storage("YB")
    plan = plans(table, "fill_order")["order:5"]
    assert texts(plan) == ["swap 5 K", "with storage Y", "with storage B"]
    assert plan.params["moves"] == 2


def test_an_order_that_the_moves_do_not_reach_has_no_plan() -> None:
    table = Table(2).at_work().mining(5)
    table.player(0).order(YBGK_HANDCART)
    assert plans(table, "fill_order") == {}


def test_plans_to_load_a_cube_and_to_empty_a_level() -> None:
    table = Table(2).at_work().mining(4)
    table.player(0).tiles("G", 2, "light")
    assert texts(plans(table, "load_cube")["cart:3:G"]) == ["cage 3", "load G"]
    assert texts(plans(table, "empty_carts")["carts:3"]) == ["cage 3", "load G", "load G", "load G"]
    assert texts(plans(table, "empty_carts")["carts:4"]) == ["cage 4", "load K"]


def test_a_full_cage_is_emptied_first() -> None:
    table = Table(2).at_work().mining(6)
    table.player(0).cage("YYBBB", 3)
    assert plans(table, "load_cube")["cart:3:G"].params["moves"] == 4


def test_when_workers_are_placed_plans_name_the_cheapest_mining_space_that_suffices() -> None:
    table = Table(4).at_work().workers("mining_4", 1, 1).workers("mining_6", 1, 2)
    table.player(0).order(K_HANDCART)
    plan = plans(table, "fill_order")["order:5"]
    assert texts(plan) == ["place mining_8", "cage 4", "load K", "cage 0", "fill 5 K cage"]


@pytest.mark.slow
def test_no_shorter_way_exists() -> None:
    """Breadth-first over the real rules: as short as the plan, for every order in random small mines."""
    chance = random.Random(4)
    compared = 0
    for _ in range(5):
        table = Table(2).at_work().mining(5)
        player = table.player(0).order(chance.choice([4, 5, 2, 1])).order(chance.choice([8, 6, 3]))
        player.cage("".join(chance.sample("YBGK", chance.randint(0, 2))), chance.randint(0, 4))
        player.storage("".join(chance.sample("YBGK", chance.randint(0, 2))))
        found = plans(table, "fill_order")
        for number in player.outstanding():
            expected = shortest(table, number)
            plan = found.get(f"order:{number}")
            assert (plan.params["moves"] if plan else None) == expected
            compared += expected is not None
    assert compared > 3


def shortest(table: Table, number: int) -> int | None:
    """The fewest moves that complete an order, by trying everything."""
    left = {table.s.moves: [table.twin()]}
    seen = set()
    for moves in range(table.s.moves, -1, -1):
        queue = left.pop(moves, [])
        while queue:
            at = queue.pop()
            if at.player(0).missing(number) == 0:
                return int(table.s.moves - moves)
            key = RULES.encode(at.s)
            if key in seen or at.phase == "done":
                continue
            seen.add(key)
            for text in at.legal:
                # Other orders, and cubes stored for nothing, never help to fill this one.
                if text == "end" or (text.startswith(("fill", "swap")) and text.split()[1] != str(number)):
                    continue
                after = at.twin().play(text)
                (queue if after.s.moves == moves else left.setdefault(after.s.moves, [])).append(after)
    return None


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", ["black", "black × 2"]), ("fr", ["noir", "noir × 2"]), ("de", ["schwarz", "schwarz × 2"])],
)
def test_squares_are_named_alike_whether_there_are_one_or_several(language: str, shown: list[str]) -> None:
    words = GAME.messages(language)
    cards = [GAME.module("offers")._card(STATE.ORDER_IDS.index(number)) for number in (5, 9)]
    assert [words.name(str(card["squares"])) for card in cards] == shown


def test_every_printed_combination_of_squares_has_a_name() -> None:
    for card in GAME.material.data["orders"]["cards"]:
        assert GAME.messages("en").has(f"name.squares:{card['squares']}"), card
