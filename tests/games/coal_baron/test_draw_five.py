"""The draw spaces of factory and orders."""

from .builder import Table


def test_keeping_a_tile_pays_it_and_the_rest_goes_back_in_any_order() -> None:
    """T17, R12, R13: the first named lies nearest the top, at the bottom of the pile too."""
    table = Table(2).at_work().top_of_pile("tiles", 1, 2, 3, 4, 5, 6)
    rest = table.pile("tiles")[5:]
    table.play("place factory_draw", "keep tile 1", "bottom", "next tile 4", "next tile 2", "next tile 5")
    assert table.legal == ["end"]  # the last one needs no choice
    assert table.pile("tiles") == [*rest, 4, 2, 5, 3]
    assert table.player(0).data.francs == 9
    assert table.audit() == 0


def test_on_top_the_first_named_is_topmost() -> None:
    """T17, R12, R13."""
    table = Table(2).at_work().top_of_pile("tiles", 1, 2, 3, 4, 5, 6)
    rest = table.pile("tiles")[5:]
    table.play("place factory_draw", "keep tile 1", "top", "next tile 4", "next tile 2", "next tile 5")
    assert table.pile("tiles") == [4, 2, 5, 3, *rest]


def test_without_money_only_keeping_none_is_possible() -> None:
    """T16, R10: then all five are put back."""
    table = Table(2).at_work().top_of_pile("tiles", 1, 2, 3, 4, 5)
    table.player(0).francs(0)
    table.play("place factory_draw")
    assert table.legal == ["keep_none"]
    table.play("keep_none")
    assert table.legal == ["top", "bottom"]
    table.play("top", "next tile 5", "next tile 4", "next tile 3", "next tile 2")
    assert table.pile("tiles")[:5] == [5, 4, 3, 2, 1]
    assert table.audit() == 0


def test_equal_tiles_are_one_choice() -> None:
    table = Table(2).at_work().top_of_pile("tiles", 3, 3, 9, 9, 3)
    table.play("place factory_draw")
    assert table.legal == ["keep tile 3", "keep tile 9", "keep_none"]
    table.play("keep tile 3", "bottom")
    assert table.legal == ["next tile 3", "next tile 9"]
    table.play("next tile 3", "next tile 3")
    assert table.legal == ["end"]  # two equal ones are left
    assert table.pile("tiles")[-4:] == [3, 3, 9, 9]


def test_a_kept_tile_may_ask_for_coal_before_the_rest_goes_back() -> None:
    """R14: COAL_FILL comes before D5_END."""
    table = Table(3).at_work().top_of_pile("tiles", 8, 1, 2, 3, 4).supply("K", 1)
    table.player(0).francs(8)
    table.play("place factory_draw", "keep tile 8")
    assert table.phase == "fill_cart"
    table.play("leave_empty")
    assert table.phase == "pile_end"


def test_a_kept_order_is_public_and_joins_the_outstanding_ones() -> None:
    """R47: the others learn the number drawn, the card kept, the end and the number put back."""
    table = Table(2).at_work().top_of_pile("orders", 31, 32, 33, 1, 2)
    table.play("place order_draw", "keep order 33", "top", "next order 2", "next order 1", "next order 31")
    assert table.player(0).outstanding() == [33]
    assert table.pile("orders")[:4] == [2, 1, 31, 32]
    assert table.events("drew") == [{"player": 0, "pile": "orders", "count": 5}]
    assert table.events("took_order") == [{"player": 0, "order": "order:33"}]
    assert table.events("put_back") == [{"player": 0, "pile": "orders", "count": 4, "end": "top"}]
    assert table.audit() == 0


def test_only_the_actor_is_told_what_was_drawn() -> None:
    """R47."""
    table = Table(2).at_work().top_of_pile("orders", 31, 32, 33, 1, 2)
    table.play("place order_draw")
    saw = [event for event in table.told() if event.name == "saw_order"]
    assert [event.params["order"] for event in saw] == [f"order:{i}" for i in (31, 32, 33, 1, 2)]
    assert all(event.visible_to(0) and not event.visible_to(1) and not event.visible_to(None) for event in saw)


def test_fewer_than_five_are_drawn_from_a_short_pile() -> None:
    """R11: with nothing below both ends are the same and are not asked for."""
    table = Table(2).at_work().top_of_pile("orders", 31, 32, 33).shrink_pile("orders", 3)
    table.play("place order_draw")
    assert table.legal == ["keep order 31", "keep order 32", "keep order 33", "keep_none"]
    table.play("keep order 32")
    assert table.legal == ["next order 31", "next order 33"]
    table.play("next order 33")
    assert table.pile("orders") == [33, 31]
    assert table.legal == ["end"]


def test_the_last_item_leaves_nothing_to_put_back() -> None:
    """R11."""
    table = Table(2).at_work().shrink_pile("orders", 1)
    number = table.pile("orders")[0]
    assert table.play("place order_draw", f"keep order {number}").legal == ["end"]
    table.end()
    assert "place order_draw" not in table.legal


def test_one_leftover_needs_no_order_but_an_end() -> None:
    """R12."""
    table = Table(2).at_work().shrink_pile("orders", 1)
    number = table.pile("orders")[0]
    assert table.play("place order_draw", "keep_none").legal == ["end"]
    assert table.pile("orders") == [number]


def test_drawing_refills_nothing() -> None:
    """R18: no slot became empty."""
    table = Table(2).at_work()
    factory = list(table.s.factory)
    size = len(table.pile("tiles"))
    table.end("place factory_draw", "keep_none", "bottom", *_rest(table))
    assert list(table.s.factory) == factory
    assert len(table.pile("tiles")) == size


def test_drawing_cannot_be_undone() -> None:
    """Seeing hidden items raises the barrier; choosing among them does not."""
    table = Table(2).at_work()
    before = table.s.barrier
    table.play("place factory_draw")
    assert table.s.barrier == before + 1
    table.play("keep_none", "bottom")
    assert table.s.barrier == before + 1


def _rest(table: Table) -> list[str]:
    """Decisions that put back what is drawn in the order in which it was drawn."""
    probe = table.twin()
    probe.play("place factory_draw", "keep_none", "bottom")
    texts = []
    while probe.phase == "arrange":
        texts.append(probe.legal[0])
        probe.play(texts[-1])
    return texts
