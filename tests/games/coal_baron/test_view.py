"""What each seat sees."""

from typing import Any

import pytest

from .builder import GAME, STATE, Table


def view(table: Table, seat: int | None) -> Any:
    return GAME.module("view").view(table.s, seat)


def squares(order: Any) -> list[tuple[str, str]]:
    return [(square.colour, "".join(square.cubes)) for square in order.squares]


def counts(table: Table, seat: int | None, element: str) -> list[int]:
    found = next(majority for majority in view(table, seat).majorities if majority.id == element)
    return list(found.counts)


def test_delivered_orders_lie_face_down_between_scorings() -> None:
    """Others see their number, and the majorities as of the last scoring."""
    table = Table(3).at_work()
    table.player(1).complete(31)
    table.end("place bank").end("place delivery_horse_cart")
    assert [order.id for order in view(table, 1).players[1].delivered_orders] == [31]
    for other in (0, 2, None):
        seen = view(table, other).players[1]
        assert (seen.delivered, seen.delivered_orders) == (1, None)
        assert counts(table, other, "colour_squares:K") == [0, 0, 0]
    assert counts(table, 1, "colour_squares:K") == [0, 2, 0]
    table.finish_shift()
    assert counts(table, 0, "colour_squares:K") == [0, 2, 0]


def test_with_open_piles_everybody_sees_delivered_orders() -> None:
    table = Table(3, delivered_visibility="all").at_work()
    table.player(1).complete(31)
    table.end("place bank").end("place delivery_horse_cart")
    assert [order.id for order in view(table, None).players[1].delivered_orders] == [31]
    assert counts(table, 2, "vehicle_squares:horse_cart") == [0, 2, 0]


def test_at_the_end_all_piles_are_open() -> None:
    table = Table(2).at_work(shift=3)
    table.player(1).delivered(31)
    table.finish_shift()
    assert [order.id for order in view(table, 0).players[1].delivered_orders] == [31]


def test_drawn_items_are_seen_by_the_drawer_alone() -> None:
    """R47."""
    table = Table(2).at_work().top_of_pile("tiles", 1, 2, 3, 4, 5).play("place factory_draw")
    assert view(table, 0).drawn.items == [1, 2, 3, 4, 5]
    for other in (1, None):
        drawn = view(table, other).drawn
        assert (drawn.count, drawn.items, drawn.tiles) == (5, None, None)


def test_a_seat_sees_what_it_remembers_of_a_pile() -> None:
    """R13."""
    table = Table(2).at_work().top_of_pile("orders", 31, 32, 33, 34, 35)
    table.end("place order_draw", "keep order 31", "top", "next order 35", "next order 34", "next order 33")
    assert view(table, 0).orders.known == {1: 35, 2: 34, 3: 33, 4: 32}
    assert view(table, 1).orders.known == view(table, None).orders.known == {}


@pytest.mark.parametrize(
    ("cubes", "filled", "shown"),
    [
        ("", "", [("Y", ""), ("B", ""), ("G", ""), ("K", "")]),
        ("YK", "YK", [("Y", "Y"), ("B", ""), ("G", ""), ("K", "K")]),
        ("YYK", "YB", [("Y", "Y"), ("B", "YK"), ("G", ""), ("K", "")]),
        ("YB", "K", [("Y", ""), ("B", ""), ("G", ""), ("K", "YB")]),
    ],
)
def test_squares_show_their_cubes(cubes: str, filled: str, shown: list[tuple[str, str]]) -> None:
    """R25: two cubes on one square."""
    table = Table(2).at_work()
    table.player(0).order(11, cubes, filled)
    assert squares(view(table, 0).players[0].orders[0]) == shown


def test_cubes_stay_on_the_square_where_they_were_put() -> None:
    """R28: neither the pair of a two for one nor a single cube jumps when the next square is filled."""
    table = Table(2).at_work().mining(8)
    table.player(0).order(10).storage("YBGGK")
    table.play("swap 10 G", "with storage Y", "with storage G")
    assert squares(view(table, 0).players[0].orders[0]) == [("G", "YG"), ("G", ""), ("G", "")]
    table.play("fill 10 G storage")
    assert squares(view(table, 0).players[0].orders[0]) == [("G", "YG"), ("G", "G"), ("G", "")]
    table.play("swap 10 G", "with storage B", "with storage K")
    assert squares(view(table, 0).players[0].orders[0]) == [("G", "YG"), ("G", "G"), ("G", "BK")]
    assert table.audit() == 0


def test_a_mine_shows_tiles_by_side_and_empty_carts() -> None:
    table = Table(2).at_work()
    table.player(0).tiles("K", 2, "light").unload("K").tiles("K", 1, "dark")
    level = view(table, 0).players[0].mine[3]
    assert [(tunnel.id, tunnel.side, tunnel.carts) for tunnel in level.tunnels] == [
        (None, "dark", [None]),
        (7, "dark", [None]),
        (16, "light", ["K", None]),
    ]
    assert (level.empty, view(table, 0).players[0].light, view(table, 0).players[0].dark) == (3, 1, 1)


def test_the_points_by_source_sum_to_the_score() -> None:
    table = Table(2).at_work(shift=3)
    table.player(0).complete(31)
    table.end("place delivery_horse_cart").finish_shift()
    for p in range(2):
        assert sum(GAME.module("view").breakdown(table.s, p).values()) == table.points[p]
        assert set(GAME.module("view").breakdown(table.s, p)) == set(STATE.SOURCES)


def test_the_balance_and_the_price_in_workers_are_shown() -> None:
    table = Table(3).at_work().workers("money_6", 1, 2)
    table.player(0).tiles("Y", 1, "light", 2)
    seen = view(table, 0)
    assert seen.players[0].balance == -4
    space = next(space for space in seen.spaces if space.id == "money_6")
    assert (space.workers, space.owner, space.need) == (2, 1, 3)


def places(table: Table, element: str) -> tuple[list[int], list[int]]:
    found = next(majority for majority in view(table, 0).majorities if majority.id == element)
    return list(found.winners), list(found.runners_up)


def test_majorities_show_who_would_get_the_prizes() -> None:
    """R34: after a tie for first nobody is second. R35: all who tie for second are. R33: with nothing nobody is."""
    table = Table(4, delivered_visibility="all").at_work()
    for p, (black, grey, brown) in enumerate([(3, 2, 1), (3, 1, 0), (2, 1, 0), (1, 0, 0)]):
        table.player(p).squares(K=black, G=grey, B=brown)
    assert places(table, "colour_squares:K") == ([0, 1], [])
    assert places(table, "colour_squares:G") == ([0], [1, 2])
    assert places(table, "colour_squares:B") == ([0], [])
    assert places(table, "colour_squares:Y") == ([], [])


def test_two_players_show_no_second_place() -> None:
    """R36."""
    table = Table(2, delivered_visibility="all").at_work()
    table.player(0).squares(K=3, G=2)
    table.player(1).squares(K=1, G=2)
    assert places(table, "colour_squares:K") == ([0], [])
    assert places(table, "colour_squares:G") == ([0, 1], [])


def test_the_moves_left_are_shown_with_how_many_there_were() -> None:
    """R25: a two for one is one step and two moves."""
    table = Table(2).at_work()
    table.player(0).order(31).cage("YY", 0)
    assert (view(table, 0).moves, view(table, 0).moves_given) == (0, 0)
    table.play("place mining_6", "swap 31 K", "with cage Y", "with cage Y")
    assert (view(table, 0).moves, view(table, 0).moves_given) == (4, 6)
    table.end()
    assert (view(table, 0).moves, view(table, 0).moves_given) == (0, 0)


def test_the_bank_is_a_space_that_always_takes_one_worker() -> None:
    """R8."""
    table = Table(2).at_work().end("place bank").end("place bank")
    bank = next(space for space in view(table, 0).spaces if space.kind == "bank")
    assert (bank.id, bank.workers, bank.owner, bank.need, bank.francs) == ("bank", 2, None, 1, 1)
