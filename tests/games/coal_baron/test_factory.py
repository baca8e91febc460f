"""Buying tunnel tiles and filling their carts."""

import pytest

from .builder import STATE, Table, tile


def test_a_tile_is_paid_laid_on_its_side_filled_and_replaced_at_the_end_of_the_turn() -> None:
    """T2, R18: two grey carts on the lit side for six francs."""
    table = Table(3).at_work().tile("factory_1", "G", 2, "light").top_of_pile("tiles", 7)
    table.player(0).francs(8)
    supply = table.in_supply("G")
    table.play("place factory_1")
    player = table.player(0).data
    assert player.francs == 2
    assert table.in_supply("G") == supply - 2
    assert player.tiles[tile("G", 2, "light")] == 1
    assert (player.carts[2], player.coal[2][2]) == (3, 3)
    assert table.s.factory[0] == STATE.NONE
    table.end()
    assert STATE.TILE_IDS[table.s.factory[0]] == 7
    assert table.audit() == 0


def test_a_level_takes_any_number_of_tiles() -> None:
    """R17."""
    table = Table(2).at_work()
    for side in ("dark", "light"):
        table.s.factory[0] = STATE.NONE
        for _ in range(2):
            table.player(0).tiles("Y", 1, side)
    table.tile("factory_1", "Y", 2, "dark")
    table.play("place factory_1")
    assert table.player(0).data.carts[0] == 1 + 4 + 2


def test_matching_coal_is_used_before_other_colours() -> None:
    """T19, R14, R16: one black cube left for two black carts, at the full price."""
    table = Table(3).at_work().tile("factory_1", "K", 2, "dark").supply("K", 1)
    table.player(0).francs(8)
    table.play("place factory_1")
    player = table.player(0).data
    assert (player.francs, player.coal[3][3]) == (0, 2)
    assert table.phase == "fill_cart"
    assert table.legal == ["coal Y", "coal B", "coal G", "leave_empty"]
    table.play("coal B")
    assert player.coal[3] == [0, 1, 0, 2]
    assert table.player(0).empty_carts("K") == 0
    assert table.legal == ["end"]
    assert table.audit() == 0


def test_colours_missing_from_the_supply_are_not_offered() -> None:
    """R14."""
    table = Table(3).at_work().tile("factory_1", "K", 2, "dark").supply("K", 1).supply("B", 0)
    table.player(0).francs(8)
    assert table.play("place factory_1").legal == ["coal Y", "coal G", "leave_empty"]


@pytest.mark.parametrize(("optional", "last"), [(True, "leave_empty"), (False, "coal G")])
def test_a_cart_may_stay_empty_unless_the_table_decided_otherwise(optional: bool, last: str) -> None:
    """R15: an empty cart can be worth points."""
    table = Table(3, substitution_optional=optional).at_work().tile("factory_1", "K", 1, "dark").supply("K", 0)
    assert table.play("place factory_1").legal[-1] == last
    if optional:
        table.play("leave_empty")
        assert table.player(0).empty_carts("K") == 1
        assert table.legal == ["end"]


def test_every_unfilled_cart_is_asked_for() -> None:
    """R14."""
    table = Table(3).at_work().tile("factory_1", "K", 2, "dark").supply("K", 0)
    table.player(0).francs(8)
    table.play("place factory_1", "coal Y")
    assert table.phase == "fill_cart"
    assert table.play("coal Y").legal == ["end"]
    assert table.player(0).data.coal[3] == [2, 0, 0, 1]


def test_with_an_empty_supply_carts_stay_empty_without_asking() -> None:
    table = Table(3).at_work().tile("factory_1", "K", 2, "dark")
    for colour in "YBGK":
        table.supply(colour, 0)
    table.player(0).francs(8)
    assert table.play("place factory_1").legal == ["end"]
    assert table.player(0).empty_carts("K") == 2


def test_a_substitute_does_not_change_the_colour_of_the_cart() -> None:
    """R16: when the yellow cube leaves the black cart, a black cart is empty."""
    table = Table(3).at_work().tile("factory_1", "K", 1, "dark").supply("K", 0)
    table.play("place factory_1", "coal Y")
    table.s.players[0].level = 4
    table.mining(2).play("load Y")
    assert table.player(0).empty_carts("K") == 1
    assert table.player(0).empty_carts("Y") == 0


def test_without_a_cube_limit_the_supply_never_runs_out() -> None:
    table = Table(4, cube_limit=0).at_work()
    assert [table.in_supply(colour) for colour in "YBGK"] == [22 - 4] * 4
    assert table.audit() == 0


def test_carts_are_never_filled_again() -> None:
    """Coal comes only with new tiles: delivering an order returns its cubes to the supply, not to a cart."""
    table = Table(2).at_work()
    table.player(0).unload("Y").complete(1)
    table.play("place delivery_handcart")
    assert table.player(0).empty_carts("Y") == 1
