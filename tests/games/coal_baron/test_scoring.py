"""Majorities, the first player, the end of the game."""

import pytest

from .builder import RULES, STATE, Table

HUGO, EMMA, JULES = range(3)
KK_HORSE, YBGK_HORSE, GG_HANDCART = 31, 32, 8
ELEMENTS = STATE.ELEMENT_IDS


def value(table: Table, p: int, element: str) -> int:
    """What a player has of an element."""
    count = RULES.instance.module("rules.scoring").element_count
    return int(count(table.s.players[p], ELEMENTS.index(element)))


def awards(table: Table, element: str) -> dict[int, int]:
    """Points paid for an element, by player."""
    return {e["player"]: e["points"] for e in table.events("majority") if e["element"] == element}


def test_squares_are_counted_by_colour_and_by_vehicle() -> None:
    """T7, R30, R31: squares, not cards."""
    table = Table(3).at_work()
    table.player(JULES).delivered(KK_HORSE, YBGK_HORSE, GG_HANDCART)
    assert [value(table, JULES, f"colour_squares:{colour}") for colour in "GKYB"] == [3, 3, 1, 1]
    assert value(table, JULES, "vehicle_squares:handcart") == 2
    assert value(table, JULES, "vehicle_squares:horse_cart") == 6


def test_empty_carts_are_counted_by_colour_with_the_printed_ones() -> None:
    """T7, R32: three empty grey and four empty black carts, on one tile each and the printed cart."""
    table = Table(3).at_work()
    table.player(JULES).tiles("G", 2, "dark", full=False).unload("G")
    table.player(JULES).tiles("K", 1, "dark", full=False).tiles("K", 2, "light", full=False).unload("K")
    assert value(table, JULES, "empty_carts:G") == 3
    assert value(table, JULES, "empty_carts:K") == 4
    assert value(table, JULES, "empty_carts:Y") == 0


def test_the_worked_example_of_the_second_shift() -> None:
    """T8, R34, R35: a tie for first leaves no second prize; a tie for second pays both in full."""
    table = Table(3).at_work(shift=2)
    table.player(HUGO).squares(handcart=3, horse_cart=1)
    table.player(EMMA).squares(handcart=3, horse_cart=1)
    table.player(JULES).squares(handcart=2, horse_cart=6)
    assert table.score_shift() == [6 + 3, 6 + 3, 7]
    assert awards(table, "vehicle_squares:handcart") == {HUGO: 6, EMMA: 6}
    assert awards(table, "vehicle_squares:horse_cart") == {JULES: 7, HUGO: 3, EMMA: 3}
    assert awards(table, "vehicle_squares:truck") == awards(table, "vehicle_squares:locomotive") == {}


@pytest.mark.parametrize(("shift", "scored"), [(1, 4), (2, 8), (3, 12)])
def test_each_shift_scores_four_elements_more(shift: int, scored: int) -> None:
    """R37: what was delivered in earlier shifts counts again."""
    table = Table(3).at_work(shift=shift)
    everything = dict.fromkeys([*STATE.COLOURS, *STATE.VEHICLES], 1)
    for colour in STATE.COLOURS:
        table.player(0).squares(**everything).unload(colour)
    table.score_shift()
    assert [event["element"] for event in table.events("majority")] == ELEMENTS[:scored]


def test_the_prizes_are_those_of_the_wheel() -> None:
    table = Table(4).at_work(shift=3)
    everything = [*STATE.COLOURS, *STATE.VEHICLES]
    table.player(0).squares(**dict.fromkeys(everything, 2))
    table.player(1).squares(**dict.fromkeys(everything, 1))
    for colour in STATE.COLOURS:
        table.player(0).tiles(colour, 1, "dark", full=False).unload(colour)
        table.player(1).unload(colour)
    assert table.score_shift() == [sum(range(2, 14)), 1 + 1 + 2 + 2 + 3 + 3 + 4 + 4 + 5 + 5 + 6 + 6, 0, 0]


def test_two_players_have_no_second_prize_and_both_get_the_first_in_a_tie() -> None:
    """T26, R36."""
    table = Table(2).at_work()
    table.player(0).squares(G=4, K=3)
    table.player(1).squares(G=4, K=1)
    assert table.score_shift() == [4 + 5, 4]


def test_three_way_ties_pay_everybody_the_first_prize() -> None:
    """R34."""
    table = Table(4).at_work()
    for p in range(3):
        table.player(p).squares(K=2)
    table.player(3).squares(K=1)
    assert table.score_shift() == [5, 5, 5, 0]


def test_nothing_scores_nothing() -> None:
    """R33: with zero nobody gets a prize, not even the second."""
    table = Table(3).at_work()
    table.player(0).squares(K=2)
    assert table.score_shift() == [5, 0, 0]


def test_empty_carts_score_without_any_delivery() -> None:
    """T28, R33."""
    table = Table(3).at_work(shift=3)
    table.player(0).tiles("Y", 1, "dark", full=False).unload("Y")
    table.player(1).unload("Y")
    table.score_shift()
    assert awards(table, "empty_carts:Y") == {0: 10, 1: 5}


def test_most_workers_in_the_factory_become_first_player() -> None:
    """T9, R38: the draw space counts too."""
    table = Table(3).at_work(mover=HUGO)
    table.workers("factory_1", JULES, 3).workers("factory_draw", JULES, 2)
    table.workers("factory_2", EMMA, 4).workers("factory_3", HUGO, 2)
    table.finish_shift()
    assert (table.s.first, table.mover, table.s.shift) == (JULES, JULES, 2)


def test_workers_in_the_canteen_do_not_count_for_the_first_player() -> None:
    """R38."""
    table = Table(3).at_work(mover=HUGO).workers("factory_1", EMMA, 1)
    table.player(JULES).reserve(3)
    table.finish_shift()
    assert table.s.first == EMMA


@pytest.mark.parametrize(("old", "tied", "new"), [(0, (0, 2), 2), (0, (1, 2), 1), (2, (0, 1, 2), 0), (1, (0, 1), 0)])
def test_a_tie_goes_clockwise_from_the_old_first_player_who_cannot_keep_it(
    old: int, tied: tuple[int, ...], new: int
) -> None:
    table = Table(3).at_work(mover=old)
    for space, p in zip(("factory_1", "factory_2", "factory_3"), tied, strict=False):
        table.workers(space, p, 2)
    assert table.finish_shift().s.first == new


def test_a_sole_leader_stays_first_player() -> None:
    """R39."""
    table = Table(3).at_work(mover=1).workers("factory_1", 1, 2).workers("factory_2", 0, 1)
    assert table.finish_shift().s.first == 1


@pytest.mark.parametrize("old", [0, 1, 2])
def test_with_an_empty_factory_the_left_neighbour_becomes_first(old: int) -> None:
    """R46."""
    assert Table(3).at_work(mover=old).finish_shift().s.first == (old + 1) % 3


def test_all_workers_come_home_for_the_next_shift() -> None:
    table = Table(3).at_work().workers("money_6", 1, 3)
    table.finish_shift()
    for p in range(3):
        player = table.s.players[p]
        assert (player.workers, player.canteen, player.bank) == (15, 0, 0)
    assert sum(table.s.workers_on) == 0


def last_bank_worker(players: int = 3) -> Table:
    """The third shift with one worker left, which will go to the bank."""
    table = Table(players).at_work(shift=3)
    for p in range(players):
        table.player(p).reserve(1 if p == 0 else 0).francs(0)
    return table


def test_the_worked_example_of_the_end() -> None:
    """T10, R40, R41, R44: 7 francs, 4 cubes anywhere, an outstanding order, 7 lit and 4 dark tiles."""
    table = last_bank_worker()
    player = table.player(0).francs(6)  # and one from the bank
    for colour in STATE.COLOURS:
        player.unload(colour)
    player.cage("B").storage("G").order(9, "K")
    player.tiles("Y", 1, "light", 3, full=False).tiles("Y", 2, "light", 1, full=False)
    player.tiles("B", 1, "light", 3, full=False).tiles("B", 1, "dark", 3, full=False)
    player.tiles("Y", 1, "dark", 1)
    table.end("place bank")
    earned = dict(zip(STATE.SOURCES, player.data.earned, strict=True))
    assert [earned[source] for source in ("francs", "cubes", "outstanding", "balance")] == [1, 1, -1, -6]
    assert player.data.francs == 2
    assert table.phase == "over"
    assert table.audit() == 0


@pytest.mark.parametrize(("light", "dark", "points"), [(3, 3, 0), (0, 0, 0), (1, 3, -4), (1, 4, -6), (2, 0, -4)])
def test_every_surplus_tile_of_one_side_costs_two_points(light: int, dark: int, points: int) -> None:
    """T32, R42, R44: over the whole mine, without the printed carts."""
    table = last_bank_worker()
    player = table.player(0)
    for i in range(light):
        player.tiles("YBGK"[i], 1, "light")
    for i in range(dark):
        player.tiles("YBGK"[i], 2, "dark")
    table.end("place bank")
    assert player.data.earned[STATE.Source.BALANCE] == points


@pytest.mark.parametrize(("cubes", "points"), [(2, 0), (3, 1), (8, 2)])
def test_three_cubes_are_worth_a_point(cubes: int, points: int) -> None:
    """T33, R40."""
    table = last_bank_worker()
    player = table.player(0)
    for colour in STATE.COLOURS:
        player.unload(colour)
    player.storage("Y" * cubes)
    table.end("place bank")
    assert player.data.earned[STATE.Source.CUBES] == points


def test_complete_orders_that_were_not_delivered_cost_a_point_too() -> None:
    table = last_bank_worker()
    table.player(0).complete(1).order(2)
    table.end("place bank")
    assert table.player(0).data.earned[STATE.Source.OUTSTANDING] == -2


@pytest.mark.parametrize(("francs", "ranks"), [((4, 2), [1, 2]), ((4, 4), [1, 1]), ((1, 3), [2, 1])])
def test_francs_left_break_a_tie_and_else_victory_is_shared(francs: tuple[int, int], ranks: list[int]) -> None:
    """T31, R41."""
    table = Table(2).at_work(shift=3)
    for p in range(2):
        table.player(p).francs(francs[p])
        table.s.players[p].points = 61
    assert RULES.standing(table.s, 2).ranks == ranks


def test_the_rest_of_the_francs_breaks_the_tie() -> None:
    """R41: after the conversion, so 9 francs beat 10."""
    table = last_bank_worker(2)
    table.player(0).francs(8)
    table.player(1).francs(10)
    table.end("place bank")
    table.s.players[0].points = table.s.players[1].points = 30
    assert [table.s.players[p].francs for p in range(2)] == [4, 0]
    assert RULES.standing(table.s, 2).ranks == [1, 2]


def test_scores_may_fall_below_zero_and_rise_above_a_hundred() -> None:
    """R43."""
    table = last_bank_worker(2)
    for number in (1, 2, 3, 4, 5):
        table.player(0).order(number)
    table.s.players[1].points = 130
    table.s.players[1].earned[STATE.Source.ORDERS] = 130
    table.end("place bank")
    assert table.points[0] < 0
    assert table.points[1] > 130


def test_the_game_ends_after_the_third_shift() -> None:
    table = Table(2).at_work()
    for shift in (1, 2, 3):
        assert table.s.shift == shift
        table.finish_shift()
    assert table.mover == -1
    facts = RULES.facts(table.s)
    assert (facts.end_reason, facts.progress) == (1, 1000)


def test_a_majority_of_the_last_shift_is_scored_before_the_conversions() -> None:
    """R37: the events tell the order."""
    table = last_bank_worker()
    table.player(0).squares(K=1)
    table.end("place bank")
    names = [event.name for event in table.told()]
    assert names.index("shift_ended") < names.index("majority") < names.index("final_points") < names.index("ended")
