"""The worked examples of the rulebook (V…) and the vectors derived for the rulings (D…)."""

import pytest

from .builder import STATE, A, B, C, D, Town, rules_of


def test_v1_ore_scores_from_its_minimum_on() -> None:
    town = Town().hold(A, copper=2, silver=3, gold=4).score(A, 0).start_turn(A)
    assert town.scores[A] == 0 + 3 + 4


def test_v2_four_copper_score_and_three_do_not() -> None:
    assert Town().hold(A, copper=4).start_turn(A).scores[A] == 4
    assert Town().hold(A, copper=3).start_turn(A).scores[A] == 0


@pytest.mark.parametrize(("choice", "points"), [("wild copper", 4), ("wild silver", 3)])
def test_v3_a_jewel_counts_as_one_ore_of_its_owners_choice(choice: str, points: int) -> None:
    """R36, R39."""
    town = Town().hold(A, copper=3, silver=2, jewel=1).start_turn(A)
    assert town.legal == ["best", "count", "wild copper", "wild silver", "wild gold"]
    assert town.play(choice).scores[A] == points
    assert town.phase == "act", "never both"


def test_v4_a_jewel_sold_as_gold_earns_the_gold_price() -> None:
    town = Town().hold(A, jewel=1).money(A, 5)
    town.play("sell jewel as gold")
    assert town.seat(A).money == 5 + 6
    assert town.row("gold") == ["jewel"]
    assert town.cubes(A) == {}


def test_v5_moving_and_hiring_twice_at_the_pub() -> None:
    """R26: the second hire at the same establishment costs 2, three in all."""
    town = Town().offer("miner_red", "miner_white")
    points = [town.play(action).s.ap for action in ("move pub", "hire miner_red")]
    assert town.seat(A).held == 3
    points += [town.play(action).s.ap for action in ("hire miner_white", "move city_hall")]
    assert points == [4, 3, 1, 0]
    assert town.seat(A).held == 4


def test_v6_digging_and_selling_twice() -> None:
    """R21: an empty row pays its first and second price."""
    town = Town().at(A, "copper_mine").hand(A, "worker").money(A, 5)
    assert town.play("dig worker").cubes(A) == {"copper": 2}
    assert town.s.ap == 4
    town.play("move market", "sell copper")
    assert (town.s.ap, town.seat(A).money) == (2, 5 + 2)
    town.play("sell copper")
    assert (town.s.ap, town.seat(A).money) == (0, 5 + 2 + 2)
    assert town.legal == ["end"]


def test_v7_selling_and_playing_two_cards() -> None:
    town = Town().hold(A, gold=1).money(A, 4).hand(A, "mafia", "labour_agent")
    town.play("sell gold")
    assert (town.s.ap, town.seat(A).money) == (4, 4 + 6)
    town.play("play mafia")
    assert (town.s.ap, town.scores[A]) == (2, 0)
    town.play("play labour_agent in community")
    assert (town.s.ap, town.scores[A]) == (0, 4)


def test_v8_hires_at_two_establishments_cost_one_point_each() -> None:
    """R28."""
    town = Town().at(A, "pub").offer("miner_red", "worker")
    town.play("hire miner_red", "move city_hall", "hire worker")
    assert town.s.ap == 5 - 1 - 1 - 1


def test_v9_digs_in_two_mines_cost_one_point_each() -> None:
    """R28."""
    town = Town().at(A, "gold_mine").hand(A, "miner_red", "worker")
    town.play("dig miner_red", "move silver_mine", "dig worker")
    assert town.s.ap == 5 - 1 - 1 - 1
    assert town.cubes(A) == {"gold": 1, "silver": 1}


@pytest.mark.parametrize("shared", [False, True], ids=["v10-area", "v11-community"])
def test_v10_v11_bonuses_of_area_and_community_add_up(shared: bool) -> None:
    """R6: +1 in every mine and +2 in the copper mine."""
    town = Town().play_area(A, miner_red=1)
    town = town.community("miner_black") if shared else town.play_area(A, miner_black=1)
    assert rules_of("rules.table").visible(town.s, A, STATE.DIG_BONUS) == 3


def test_v12_a_jewel_takes_a_space_and_further_cubes_get_the_third_price() -> None:
    """R22."""
    town = Town().sold("copper", "copper", "copper").sold("gold", "gold", "gold", "gold", "jewel")
    town.hold(A, copper=1, gold=1).money(A, 0)
    town.play("sell copper")
    assert town.row("copper") == ["copper"] * 3
    assert town.seat(A).money == 1
    town.play("sell gold")
    assert town.row("gold") == ["gold", "gold", "gold", "jewel", "gold"]
    assert town.seat(A).money == 1 + 4


def test_v13_mine_out() -> None:
    """R47, R48: cubes in the market score for nobody, the new cube scores for its digger."""
    town = Town().hold(A, copper=4).hold(B, copper=3).sold("copper", *["copper"] * 3)
    assert town.mine("copper") == 1
    for seat in range(4):
        town.score(seat, 0)
    town.start_turn(D).at(D, "copper_mine").hand(D, "miner_red").play("dig miner_red")
    assert town.scores == [0, 3, 0, 1]
    assert town.mine("copper") == 11
    assert town.row("copper") == []
    assert [town.cubes(seat) for seat in range(4)] == [{}, {}, {}, {}]
    assert [town.mine(name) for name in ("silver", "gold", "jewel")] == [8, 5, 4]


def test_v14_a_worker_scores_the_workers_now_in_the_area() -> None:
    town = Town().play_area(A, worker=2).hand(A, "worker").play("play worker")
    assert town.scores[A] == 3


@pytest.mark.parametrize(("workers", "jewels"), [(0, 0), (1, 1)])
def test_v15_one_worker_lifts_a_dig_from_six_to_seven(workers: int, jewels: int) -> None:
    town = Town().at(A, "jewel_mine").play_area(A, miner_black=1, worker=1).hand(A, "miner_red")
    town.play("dig miner_red", f"workers {workers}")
    assert town.cubes(A) == ({"jewel": jewels} if jewels else {})
    assert town.in_area(A, "worker") == 1 - workers


def test_v16_seven_workers_empty_the_jewel_mine() -> None:
    town = Town().at(A, "jewel_mine").play_area(A, miner_black=1, worker=7).hand(A, "miner_red")
    town.play("dig miner_red")
    assert rules_of("rules.actions").dig_total(town.s, town.s.digger, STATE.JEWEL, 7) == 34
    town.play("workers 7")
    assert town.in_area(A, "worker") == 0
    assert town.mine("jewel") == 4, "all four were taken, and the Mine Out brought them back"
    assert town.scores[A] == 0, "whoever holds the most scores nothing"


def test_v17_the_worker_table() -> None:
    assert list(STATE.WORKER_DIG_BONUS) == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45]


def test_v18_an_investor_pays_for_its_own_arrival() -> None:
    """R58: the wage first, then the payout."""
    town = Town().money(A, 8).hand(A, "investor")
    town.play("play investor in community")
    assert town.scores[A] == 7
    assert town.seat(A).money == 8 - 8 + 3
    assert town.s.expenses == 8


@pytest.mark.parametrize("rupees", [1, 2, 3])
def test_v19_a_payout_that_empties_the_bank_lets_the_new_mafia_count(rupees: int) -> None:
    """R25, R49."""
    town = Town().community("investor").money(A, 9).hand(A, "mafia").bank(rupees)
    town.play("play mafia in community")
    assert town.seat(A).fame[STATE.Source.MAFIA] == 1
    assert town.seat(A).money == 5
    assert town.s.bank == 60 - 4 * 5


@pytest.mark.parametrize(("mafia", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 10)])
def test_v20_mafia_scores_on_an_out_in_the_own_turn(mafia: int, points: int) -> None:
    town = Town().play_area(A, mafia=mafia).left("copper", 1).at(A, "copper_mine").play("dig worker")
    assert town.seat(A).fame[STATE.Source.MAFIA] == points


def test_v21_a_smith_scores_the_cards_of_its_colour() -> None:
    """R41, R42: a wild reaches the minimum; the Smith and the community card count."""
    town = Town().play_area(A, miner_red=2, smith_red=1).community("negotiator_red").hold(A, copper=3, jewel=1)
    assert town.start_turn(A).play("wild copper").scores[A] == 4 + 4


def test_v22_every_smith_scores_separately() -> None:
    town = Town().play_area(A, miner_red=2, smith_red=2).community("negotiator_red").hold(A, copper=3, jewel=1)
    assert town.start_turn(A).play("wild copper").scores[A] == 4 + 2 * 5


@pytest.mark.parametrize("seed", range(8))
def test_v23_starting_scores_in_turn_order(seed: int) -> None:
    """The first player, drawn by lot, has 0."""
    town = Town(seed=seed, first_player="random")
    assert [town.scores[(town.s.first + turn) % 4] for turn in range(4)] == [0, 2, 4, 6]


def test_v24_more_than_fifty_at_the_start_of_the_turn_ends_the_game() -> None:
    """R11, R13: at once and without a Point Phase."""
    town = Town().hold(B, gold=3).score(B, 51).start_turn(B)
    assert town.phase == "over"
    assert town.facts.end_reason == STATE.BY_FAME
    assert town.scores[B] == 51
    assert town.legal == []


def test_d1_exactly_fifty_plays_on() -> None:
    """R10."""
    assert Town().score(B, 50).start_turn(B).phase == "act"


def test_d2_of_tied_players_the_next_one_clockwise_wins() -> None:
    town = Town()
    for seat, points in enumerate((51, 55, 40, 55)):
        town.score(seat, points)
    assert town.start_turn(A).ranks == [3, 1, 4, 2]


def test_d3_the_active_player_comes_first_in_a_tie() -> None:
    town = Town()
    for seat, points in enumerate((55, 30, 55, 20)):
        town.score(seat, points)
    assert town.start_turn(C).ranks == [2, 3, 1, 4]


def test_d5_a_bank_out_in_numbers() -> None:
    """R24, R44: the bank pays what it has; the richest scores nothing."""
    town = Town().community("investor").money(A, 9).hand(A, "mafia").bank(2)
    for seat in range(4):
        town.score(seat, 0)
    town.play("play mafia in community")
    assert town.scores == [5 + 1, 2, 2, 2], "A holds 9 − 5 + 2 = 6, the most"
    assert [town.seat(seat).money for seat in range(4)] == [5, 5, 5, 5]
    assert (town.s.bank, town.s.expenses) == (40, 0)


def test_d8_all_who_tie_for_the_most_score_nothing() -> None:
    town = Town().hold(A, copper=3).hold(B, copper=3).hold(C, copper=1).sold("copper", "copper", "copper")
    assert town.mine("copper") == 2
    for seat in range(4):
        town.score(seat, 0)
    town.start_turn(D).at(D, "copper_mine").hand(D, "worker").play("dig worker")
    assert town.scores == [0, 0, 1, 2]


def test_d9_negotiators_of_area_and_community_add_to_the_third_price() -> None:
    town = Town().sold("copper", *["copper"] * 3).play_area(A, negotiator_red=1).community("negotiator_red")
    town.hold(A, copper=1).money(A, 0).play("sell copper")
    assert town.seat(A).money == 1 + 2 + 2


@pytest.mark.parametrize(("replaced", "wage"), [("jeweler", 9), ("mafia", 5)])
def test_d10_a_replacement_costs_the_higher_wage(replaced: str, wage: int) -> None:
    """R57."""
    town = Town().community("jeweler", "mafia", "mafia").hand(A, "miner_black").money(A, 9)
    town.play(f"play miner_black over {replaced}")
    assert town.s.expenses == wage
    assert town.scores[A] == 3


def test_d12_draws_stop_at_the_hand_limit() -> None:
    """R53."""
    town = Town().play_area(A, labour_agent=3).left("copper", 1).at(A, "copper_mine")
    town.hand(A, "worker", "mafia", "mafia").play("dig worker", "draw", "draw")
    assert town.seat(A).held == 4
    assert town.phase == "act", "the third draw is lost"


def test_d14_a_dig_too_weak_finds_nothing_but_counts() -> None:
    """R30."""
    town = Town().at(A, "copper_mine").hand(A, "investor").play("dig investor")
    assert town.cubes(A) == {}
    assert town.s.discard[STATE.KINDS.index("investor")] == 1
    assert "end" in town.legal


def test_d16_the_second_dig_in_the_same_mine_costs_two_and_a_third_is_never_legal() -> None:
    """R26, R28."""
    town = Town().at(A, "copper_mine").hand(A, "worker", "worker", "worker")
    town.play("dig worker", "dig worker")
    assert town.s.ap == 5 - 1 - 2
    assert "dig worker" not in town.legal
    other = Town().at(A, "copper_mine").hand(A, "worker", "worker", "worker")
    other.play("dig worker", "move market", "move silver_mine", "dig worker")
    assert other.s.ap == 5 - 1 - 1 - 1 - 1
    assert "dig worker" not in other.legal
