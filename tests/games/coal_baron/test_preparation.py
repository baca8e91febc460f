"""Preparation and draft."""

from collections import Counter

import pytest

from pithead.engine.errors import BadSetup

from .builder import GAME, STATE, Table


@pytest.mark.parametrize(
    ("players", "workers", "francs", "tiles", "orders", "revealed", "tile_pile", "order_pile"),
    [(2, 18, 10, 6, 3, 7, 42, 35), (3, 15, 9, 7, 4, 10, 41, 31), (4, 13, 8, 8, 4, 13, 40, 28)],
)
def test_setup_by_number_of_players(
    players: int, workers: int, francs: int, tiles: int, orders: int, revealed: int, tile_pile: int, order_pile: int
) -> None:
    """T12 and the table of the preparation."""
    table = Table(players)
    assert sum(place == STATE.IN_DRAFT for place in table.s.order_at) == revealed
    while table.s.shift == STATE.DRAFT_SHIFT:
        table.end(table.legal[0])
    for p in range(players):
        seat = table.player(p)
        assert (seat.data.workers, seat.data.francs, seat.data.points, seat.data.level) == (workers, francs, 0, 0)
        assert [seat.empty_carts(colour) for colour in "YBGK"] == [0, 0, 0, 0]
        assert len(seat.outstanding()) == 3
    assert [table.in_supply(colour) for colour in "YBGK"] == [16 - players] * 4
    assert sum(tile != STATE.NONE for tile in table.s.factory) == tiles
    assert sum(card != STATE.NONE for card in table.s.display) == orders
    assert (len(table.pile("tiles")), len(table.pile("orders"))) == (tile_pile, order_pile)
    assert table.audit() == 0


def test_a_closed_space_has_no_tile_and_no_order() -> None:
    """R2: stop tiles close factory 4 and 8 and the leftmost order space with two players."""
    table = Table(2).at_work()
    assert table.s.factory[3] == table.s.factory[7] == STATE.NONE
    assert table.s.display[0] == STATE.NONE
    assert not {"place factory_4", "place factory_8", "place order_1", "place mining_8"} & set(table.legal)
    assert not {"place mining_4", "place money_3", "place money_5"} & set(table.legal)


def test_with_three_players_three_spaces_are_closed() -> None:
    """R2."""
    legal = set(Table(3).at_work().player(0).francs(20).table.legal)
    assert {"place factory_4", "place mining_8", "place money_5", "place order_1"} <= legal
    assert not {"place factory_8", "place mining_4", "place money_3"} & legal


def test_the_first_player_is_random() -> None:
    """R1: every seat begins about equally often."""
    begins = Counter(Table(4, seed=seed).s.first for seed in range(200))
    assert set(begins) == {0, 1, 2, 3}
    assert min(begins.values()) > 25


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draft_goes_counter_clockwise_and_the_first_player_picks_last_each_lap(players: int) -> None:
    """T11, R4."""
    table = Table(players)
    first = table.s.first
    picks = []
    while table.phase == "draft":
        picks.append(table.mover)
        table.end(table.legal[0])
    lap = [(first - 1 - i) % players for i in range(players)]
    assert picks == lap * 3
    assert lap[-1] == first
    assert table.mover == first


def test_a_drafted_card_lies_open_before_its_taker() -> None:
    table = Table(2)
    card = table.legal[2].removeprefix("draft ")
    mover = table.mover
    table.play(f"draft {card}")
    assert table.player(mover).outstanding() == [int(card)]
    assert table.legal == ["end"]


@pytest.mark.parametrize("space", ["order_4", "order_3", "order_2", "order_1"])
def test_the_undrafted_card_goes_to_its_space(space: str) -> None:
    """R3: the fourth order space, or the one the table agreed on."""
    table = Table(4, leftover_draft_card=space)
    while table.s.drafted < 12:
        table.end(table.legal[0])
        if table.s.drafted == 11:
            left = [card for card in range(44) if table.s.order_at[card] == STATE.IN_DRAFT]
            table.play(f"draft {STATE.ORDER_IDS[left[0]]}")
            table.end()
            assert table.s.display[int(space[-1]) - 1] == left[1]
    assert STATE.NONE not in table.s.display


def test_the_leftover_space_must_be_open() -> None:
    """R2 and R3 together: with two players the first order space does not exist."""
    with pytest.raises(BadSetup, match="closed with 2 players"):
        GAME.check_setup(2, GAME.resolve({"leftover_draft_card": "order_1"}))
    GAME.check_setup(3, GAME.resolve({"leftover_draft_card": "order_1"}))


def test_the_first_shift_begins_with_the_first_player() -> None:
    table = Table(3)
    while table.s.shift == STATE.DRAFT_SHIFT:
        table.end(table.legal[0])
    assert (table.s.shift, table.mover) == (1, table.s.first)
    assert table.events("shift_began") == [{"shift": 1, "player": table.s.first}]
