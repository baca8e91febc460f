"""Delivering orders."""

from .builder import Table

KK_HORSE, YBGK_HORSE = 31, 32
G_TRUCK, KKK_TRUCK, BB_TRUCK = 16, 22, 17


def test_a_delivery_scores_the_cards_and_returns_their_coal() -> None:
    """T4: horse-cart orders worth 9 and 10."""
    table = Table(3).at_work()
    player = table.player(0).complete(KK_HORSE).complete(YBGK_HORSE)
    supply = sum(table.s.supply)
    table.play("place delivery_horse_cart")
    assert player.data.points == 19
    assert sum(table.s.supply) == supply + 6
    assert player.outstanding() == []
    assert player.data.delivered == 2
    assert table.audit() == 0


def test_all_complete_orders_of_the_vehicle_must_go_and_no_other() -> None:
    """T25, R29."""
    table = Table(3).at_work()
    player = table.player(0).complete(G_TRUCK).complete(KKK_TRUCK).order(BB_TRUCK, "B").complete(KK_HORSE)
    table.play("place delivery_truck")
    assert player.data.points == 4 + 12
    assert player.outstanding() == [BB_TRUCK, KK_HORSE]
    assert table.legal == ["end"]
    assert table.audit() == 0


def test_a_delivery_needs_a_complete_order_of_its_vehicle() -> None:
    """R29."""
    table = Table(3).at_work()
    table.player(0).order(BB_TRUCK, "B").complete(KK_HORSE)
    assert [text for text in table.legal if "delivery" in text] == ["place delivery_horse_cart"]


def test_both_cubes_of_a_two_for_one_return_to_the_supply() -> None:
    table = Table(2).at_work()
    table.player(0).order(G_TRUCK, "YB", filled="G")
    supply = list(table.s.supply)
    table.play("place delivery_truck")
    assert list(table.s.supply) == [supply[0] + 1, supply[1] + 1, supply[2], supply[3]]
    assert table.audit() == 0


def test_printed_squares_count_for_majorities_whatever_cubes_were_used() -> None:
    """R30: the order is grey, the coal was yellow and brown."""
    table = Table(2).at_work()
    table.player(0).order(G_TRUCK, "YB", filled="G")
    table.play("place delivery_truck")
    assert table.player(0).data.squares[:4] == [0, 0, 1, 0]


def test_a_complete_order_waits_until_it_is_delivered() -> None:
    table = Table(2).at_work()
    table.player(0).order(G_TRUCK).cage("G")
    table.mining(3).play("fill 16 G cage")
    assert table.player(0).data.points == 0
    table.end().end("place bank")
    table.end("place delivery_truck")
    assert table.player(0).data.points == 4
