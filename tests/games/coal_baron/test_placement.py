"""Placing workers, money, the bank, taking orders."""

import pytest

from .builder import STATE, Table

JULES, RED = 0, 1


@pytest.mark.parametrize(
    ("space", "owner", "there", "placed"),
    [("money_4", RED, 0, 1), ("money_5", RED, 1, 2), ("money_6", JULES, 2, 3)],
)
def test_a_space_costs_one_worker_more_than_stand_there(space: str, owner: int, there: int, placed: int) -> None:
    """T1, R5, R6: also with own workers, who are displaced like others; never more than one more."""
    table = Table(3).at_work().workers(space, owner, there)
    before = table.player(JULES).data.workers
    table.play(f"place {space}")
    assert table.on(space) == placed
    assert table.player(JULES).data.workers == before - placed
    assert table.player(owner).data.canteen == there
    assert table.audit() == 0


def test_money_pays_what_is_printed() -> None:
    """T5."""
    table = Table(3).at_work()
    table.play("place money_5")
    assert table.player(0).data.francs == 9 + 5
    assert table.legal == ["end"]


def test_not_enough_workers_closes_a_space() -> None:
    """T14, R6."""
    table = Table(3).at_work().workers("mining_10", RED, 2)
    table.player(0).reserve(2)
    assert "place mining_10" not in table.legal
    assert "place bank" in table.legal
    table.player(0).reserve(3)
    assert "place mining_10" in table.legal


def test_the_bank_takes_one_worker_and_displaces_nobody() -> None:
    """T15, R8."""
    table = Table(3).at_work()
    for p in range(3):
        table.s.players[p].bank += 3
        table.s.players[p].workers -= 3
    before = table.player(0).data.workers
    table.play("place bank")
    player = table.player(0).data
    assert (player.workers, player.bank, player.francs) == (before - 1, 4, 9 + 1)
    assert [table.s.players[p].canteen for p in range(3)] == [0, 0, 0]
    assert table.audit() == 0


def test_there_is_no_pass() -> None:
    """R7, R8: whoever has workers places them; the bank is always possible and so is the only way to wait."""
    table = Table(2).at_work()
    table.player(0).reserve(1)
    for space in range(STATE.N_SPACES):
        table.s.workers_on[space] = 1
    assert table.legal == ["place bank"]


def test_a_tile_must_be_affordable_before_workers_are_placed() -> None:
    """T13, R9, R10: the draw space needs no money."""
    table = Table(3).at_work().tile("factory_2", "K", 1, "dark")
    table.player(0).francs(3)
    assert "place factory_2" not in table.legal
    assert "place factory_draw" in table.legal
    table.player(0).francs(4)
    assert "place factory_2" in table.legal


def test_an_order_space_gives_its_card_and_is_refilled_at_the_end_of_the_turn() -> None:
    """T6, R18."""
    table = Table(3).at_work().top_of_pile("orders", 43)
    card = STATE.ORDER_IDS[table.s.display[1]]
    table.play("place order_2")
    assert table.player(0).outstanding() == [card]
    assert table.s.display[1] == STATE.NONE
    table.end()
    assert STATE.ORDER_IDS[table.s.display[1]] == 43
    assert table.audit() == 0


def test_an_exhausted_pile_leaves_the_space_empty_for_good() -> None:
    table = Table(3).at_work().shrink_pile("orders", 0)
    table.end("place order_2")
    assert table.s.display[1] == STATE.NONE
    assert "place order_2" not in table.legal
    assert "place order_draw" not in table.legal


def test_players_without_workers_are_skipped() -> None:
    """T30: the last player with workers takes turn after turn."""
    table = Table(3).at_work()
    table.player(1).reserve(0)
    table.end("place money_4")
    assert table.mover == 2
    table.player(0).reserve(0)
    table.end("place money_5")
    assert table.mover == 2
    table.end("place money_4")
    assert table.mover == 2


def test_francs_are_unlimited() -> None:
    table = Table(4).at_work()
    table.player(0).francs(500)
    table.play("place money_6")
    assert table.player(0).data.francs == 506
