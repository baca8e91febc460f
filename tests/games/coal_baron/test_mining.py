"""Mining, move by move."""

import pytest

from .builder import Table

GG_HANDCART, K_HANDCART, Y_HANDCART, YBGK_HANDCART, GGG_HANDCART = 8, 5, 1, 11, 10


def mine(moves: int = 8, **options: bool) -> Table:
    """A two-player table whose first player is mining."""
    return Table(2, **options).at_work().mining(moves)


def test_the_worked_example_with_eight_moves() -> None:
    """T3: fetch two grey cubes and a yellow one, fill an order for two grey ones."""
    table = Table(3).at_work()
    player = table.player(0).tiles("G", 1, "dark").order(GG_HANDCART)
    table.play("place mining_8")
    for number, text in enumerate(
        ["cage 3", "load G", "load G", "cage 1", "load Y", "cage 0", "fill 8 G cage", "fill 8 G cage"]
    ):
        assert table.s.moves == 8 - number
        table.play(text)
    assert (table.s.moves, player.data.level, player.data.cage) == (0, 0, [1, 0, 0, 0])
    assert player.missing(GG_HANDCART) == 0
    assert table.legal == ["end"]
    assert table.audit() == 0


def test_a_cage_move_goes_any_distance_and_staying_is_no_move() -> None:
    """R19."""
    table = mine()
    assert [text for text in table.legal if text.startswith("cage")] == ["cage 1", "cage 2", "cage 3", "cage 4"]
    table.play("cage 4")
    assert [text for text in table.legal if text.startswith("cage")] == ["cage 0", "cage 1", "cage 2", "cage 3"]
    assert table.play("cage 1", "cage 3").s.moves == 5


def test_stopping_is_always_possible_and_unused_moves_are_lost() -> None:
    """R23: even at once."""
    table = Table(2).at_work().play("place mining_10")
    assert table.legal[0] == "end"
    table.end()
    assert table.s.moves == 0
    assert table.mover == 1
    assert table.events("stopped") == [{"player": 0, "moves": 10}]


def test_the_cage_keeps_its_place_and_its_load() -> None:
    """R20: between turns and between shifts."""
    table = Table(2).at_work()
    table.play("place mining_6", "cage 3", "load G").end()
    table.finish_shift()
    player = table.player(0).data
    assert (table.s.shift, player.level, player.cage) == (2, 3, [0, 0, 1, 0])


def test_coal_is_loaded_only_where_the_cage_is() -> None:
    """R21."""
    table = mine()
    assert not [text for text in table.legal if text.startswith("load")]
    table.play("cage 2")
    assert [text for text in table.legal if text.startswith("load")] == ["load B"]
    table.play("load B")
    assert not [text for text in table.legal if text.startswith("load")]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_full_cage_loads_nothing_at_any_level(level: int) -> None:
    """T24: it has five slots."""
    table = mine()
    table.player(0).cage("YYBGK", level)
    assert not [text for text in table.legal if text.startswith("load")]
    table.player(0).data.cage[0] -= 1
    assert [text for text in table.legal if text.startswith("load")]


def test_the_cage_is_emptied_at_the_surface_only() -> None:
    """R21, R24: coal in storage serves orders wherever the cage is (T23)."""
    table = mine()
    table.player(0).order(K_HANDCART).cage("K", 2).storage("K")
    assert "fill 5 K storage" in table.legal
    assert "fill 5 K cage" not in table.legal
    assert "store K" not in table.legal
    table.play("cage 0")
    assert {"fill 5 K storage", "fill 5 K cage", "store K"} <= set(table.legal)


def test_a_table_may_demand_the_surface_for_the_storage_too() -> None:
    """R24: also for two for one."""
    table = mine(storage_to_order_needs_surface=True)
    table.player(0).order(K_HANDCART).cage("", 2).storage("KK")
    assert not [text for text in table.legal if text.startswith(("fill", "swap"))]
    assert {"fill 5 K storage", "swap 5 K"} <= set(table.play("cage 0").legal)


def test_any_cube_may_be_stored() -> None:
    """R22: also one that an order needs."""
    table = mine()
    table.player(0).order(K_HANDCART).cage("YK")
    table.play("store K", "store Y")
    assert table.player(0).data.storage == [1, 0, 0, 1]
    assert table.audit() == 0


def test_a_table_may_let_only_unwanted_coal_be_stored() -> None:
    """R22: as soon as the order is filled the colour is free."""
    table = mine(store_only_unmatched=True)
    table.player(0).order(K_HANDCART).cage("YKK")
    assert "store K" not in table.legal
    assert "store Y" in table.legal
    assert "store K" in table.play("fill 5 K cage").legal


def test_a_single_cube_must_have_the_colour_of_its_square() -> None:
    """R45: not just any colour of the order."""
    table = mine()
    table.player(0).order(YBGK_HANDCART, "Y").cage("YB")
    fills = [text for text in table.legal if text.startswith("fill")]
    assert fills == ["fill 11 B cage"]


def test_two_cubes_of_any_colour_and_place_fill_a_square_for_two_moves() -> None:
    """T21, R25, R26."""
    table = mine(2)
    player = table.player(0).order(K_HANDCART).cage("YB").storage("G")
    table.play("swap 5 K")
    assert table.legal == ["with cage Y", "with cage B"]  # with the last cube no second would be left
    table.play("with cage Y")
    assert table.legal == ["with cage B", "with storage G"]
    table.play("with storage G")
    assert table.s.moves == 0
    assert player.missing(K_HANDCART) == 0
    assert table.s.cubes[4] == [1, 0, 1, 0]
    assert table.audit() == 0


def test_two_for_one_needs_two_moves() -> None:
    """T21, R25: with one move left it is not offered."""
    table = mine(1)
    table.player(0).order(K_HANDCART).cage("YB").storage("G")
    assert "swap 5 K" not in table.legal


def test_two_for_one_is_one_act() -> None:
    """R25: nothing moves before both cubes are chosen."""
    table = mine(2)
    table.player(0).order(K_HANDCART).cage("YB")
    table.play("swap 5 K", "with cage Y")
    assert table.player(0).data.cage == [1, 1, 0, 0]
    assert table.s.moves == 2
    assert "end" not in table.legal


def test_two_for_one_may_use_the_right_colour_or_two_equal_cubes() -> None:
    """R26."""
    table = mine(4)
    table.player(0).order(K_HANDCART).order(Y_HANDCART).cage("K").storage("YY")
    table.play("swap 5 K", "with cage K", "with storage Y")
    assert table.player(0).missing(K_HANDCART) == 0
    table = mine(4)
    table.player(0).order(K_HANDCART).storage("YY")
    table.play("swap 5 K")
    assert table.legal == ["with storage Y"]
    table.play("with storage Y")
    assert table.legal == ["with storage Y"]
    table.play("with storage Y")
    assert table.player(0).missing(K_HANDCART) == 0


def test_two_for_one_needs_two_cubes_within_reach() -> None:
    """R26: below ground the cage does not count."""
    table = mine(4)
    table.player(0).order(K_HANDCART).cage("YB", 1).storage("G")
    assert "swap 5 K" not in table.legal
    assert "swap 5 K" in table.play("cage 0").legal


def test_several_squares_of_an_order_may_hold_two_cubes() -> None:
    """R27."""
    table = mine(8)
    player = table.player(0).order(GGG_HANDCART).storage("YYYYYB")
    for second in ("Y", "Y", "B"):
        table.play("swap 10 G", "with storage Y", f"with storage {second}")
    assert player.missing(GGG_HANDCART) == 0
    assert table.s.moves == 2
    assert table.audit() == 0


def test_coal_on_an_order_never_moves_again_and_orders_cannot_be_discarded() -> None:
    """R28: nothing of the kind is ever offered."""
    table = mine(8)
    table.player(0).order(GG_HANDCART, "G").complete(K_HANDCART)
    kinds = {text.split()[0] for text in table.legal}
    assert kinds == {"end", "cage"}


def test_a_substitute_cube_is_loaded_from_the_level_where_it_lies() -> None:
    """R16, R21."""
    table = Table(3).at_work().tile("factory_1", "K", 1, "dark").supply("K", 0)
    table.play("place factory_1", "coal Y")
    table.mining(4).play("cage 4")
    assert {"load Y", "load K"} <= set(table.legal)
    table.play("load Y")
    assert table.player(0).data.cage == [1, 0, 0, 0]
    assert table.audit() == 0
