"""One test per ruling; those that a worked example already proves are cited in test_vectors."""

import re
from pathlib import Path

import pytest

import pithead
from pithead.engine.errors import BadPlayers, BadSetup
from pithead.engine.messages import LANGUAGES
from pithead.engine.rulebook.writer import of_game

from .builder import GAME, RULES, STATE, A, B, C, D, Town, rules_of

RULINGS = [f"R{number}" for number in range(1, 77)]


@pytest.mark.parametrize("folder", [GAME.folder, Path(__file__).parent], ids=["rules", "tests"])
def test_every_ruling_is_cited(folder: Path) -> None:
    """In the rules where it is implemented, and in the tests where it is proven."""
    text = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    text += "\n".join(path.read_text("utf-8") for path in folder.glob("*.toml"))
    assert set(RULINGS) <= set(re.findall(r"\bR\d+\b", text))


def test_every_ruling_is_explained_in_every_language() -> None:
    for language in LANGUAGES:
        explained = [ruling.id for ruling in of_game(GAME, language).rulings]
        assert explained == RULINGS


# General and components.


def test_r1_the_four_colours_go_round_the_table_in_turn_order() -> None:
    """R1."""
    view = pithead.new("mine-out", 4, options={"first_player": "first_seat"}).view(None)
    assert [seat.colour for seat in view.seats] == ["blue", "white", "yellow", "red"]


@pytest.mark.parametrize("players", [1, 5])
def test_r2_two_to_four_players(players: int) -> None:
    """R2."""
    with pytest.raises(BadPlayers):
        pithead.new("mine-out", players)


def test_r3_money_is_a_number() -> None:
    """R3."""
    town = Town().money(A, 3).hand(A, "worker").play("play worker")
    assert (town.seat(A).money, town.s.expenses) == (1, 2)


def test_r4_r5_frames() -> None:
    """R4: the Jeweller is blue. R5: Worker, Investor, Mafia and Labour agent are black."""
    cards = GAME.material.data["cards"]
    assert cards["jeweler"]["frame"] == "blue"
    assert {cards[name]["frame"] for name in ("worker", "investor", "mafia", "labour_agent")} == {"black"}
    for ore in range(STATE.N_ORES):
        assert STATE.EFFECTS[STATE.FRAME + ore][STATE.KINDS.index("jeweler")] == 0


def test_r6_a_black_miner_helps_in_every_mine_and_a_coloured_one_in_its_own() -> None:
    """R6."""
    town = Town().play_area(A, miner_black=1, miner_blue=1)
    visible = rules_of("rules.table").visible
    assert [visible(town.s, A, STATE.DIG_BONUS + mineral) for mineral in range(4)] == [1, 1, 1, 3]


def test_r7_nobody_is_hired_at_the_market() -> None:
    """R7."""
    town = Town().offer("worker", "miner_black", "mafia", "jeweler")
    assert not [text for text in town.legal if text.startswith("hire")]


def test_r8_pawns_share_places() -> None:
    """R8."""
    town = Town().at(B, "pub").at(C, "pub").play("move pub")
    assert [town.seat(seat).place for seat in (A, B, C)] == [STATE.PLACES.index("pub")] * 3


def test_r9_fame_has_no_cap() -> None:
    """R9."""
    town = Town().score(A, 499).play_area(A, worker=9).hand(A, "worker").play("play worker")
    assert town.scores[A] == 509


def test_r12_whoever_ends_the_game_may_lose() -> None:
    """R12."""
    town = Town().score(A, 51).score(B, 60).start_turn(A)
    assert town.phase == "over"
    assert town.ranks[B] == 1
    assert town.ranks[A] == 2


# Hire zone and deck.


def test_r14_a_hired_card_leaves_a_gap_until_the_next_turn() -> None:
    """R14."""
    town = Town().at(A, "pub").offer("mafia", "miner_black", "mafia", "mafia", "jeweler").wait("investor")
    town.play("hire miner_black")
    assert town.hire_zone == ["mafia", "-", "mafia", "mafia", "jeweler"]
    town.play("end")
    assert town.hire_zone == ["mafia", "investor", "mafia", "mafia", "jeweler"]


def test_r15_the_leftmost_gap_gets_the_leftmost_waiting_card() -> None:
    """R15."""
    town = Town().at(A, "pub").offer("miner_black", "mafia", "miner_red", "mafia", "mafia")
    town.wait("investor", "jeweler", "smith_red").deck("worker", "labour_agent", "miner_blue")
    town.play("hire miner_red", "hire miner_black", "end")
    assert town.hire_zone == ["investor", "mafia", "jeweler", "mafia", "mafia"]
    assert town.waiting == ["smith_red", "worker", "labour_agent"]


def test_r16_a_short_waiting_row_is_helped_out_by_the_deck() -> None:
    """R16."""
    town = Town().at(A, "pub").offer("miner_black", "mafia", "miner_red", "mafia", "mafia").wait("investor")
    town.deck("worker", "labour_agent", "miner_blue", "smith_red", "jeweler").play(
        "hire miner_red", "hire miner_black", "end"
    )
    assert town.hire_zone == ["investor", "mafia", "worker", "mafia", "mafia"]
    assert town.waiting == ["labour_agent", "miner_blue", "smith_red"]


def test_r17_the_discard_pile_is_shuffled_when_a_draw_finds_no_card() -> None:
    """R17."""
    town = Town().deck("worker")
    discarded = sum(town.s.discard)
    town.play("refresh")
    assert town.hire_zone[0] == "worker"
    assert sum(town.s.discard) == 0
    assert town.s.deck.n == discarded - 4 - 3


def test_r17_without_any_card_slots_stay_empty() -> None:
    """R17."""
    town = Town().deck("worker", "mafia").no_discards().play("refresh")
    assert town.hire_zone == ["worker", "mafia", "-", "-", "-"]
    assert town.waiting == []


def test_r18_refreshing_a_zone_with_gaps_makes_it_whole() -> None:
    """R18."""
    town = Town().offer("mafia", "jeweler").wait("worker", "investor").deck(*["miner_black"] * 6)
    discarded = town.s.discard[STATE.KINDS.index("mafia")]
    town.play("refresh")
    assert town.hire_zone == ["worker", "investor", "miner_black", "miner_black", "miner_black"]
    assert town.waiting == ["miner_black"] * 3
    assert town.s.discard[STATE.KINDS.index("mafia")] == discarded + 1
    assert town.s.ap == 3


def test_r19_a_refresh_resets_neither_limits_nor_surcharges() -> None:
    """R19."""
    town = Town().at(A, "pub").offer("miner_black").hand(A).deck(*["miner_black"] * 5, *["miner_red"] * 3)
    town.play("hire miner_black", "move market", "refresh")
    assert rules_of("rules.actions").hire_cost(town.s, STATE.PLACES.index("pub")) == 2
    assert town.s.hires == 1


# Market.


def test_r20_one_cube_per_sale_and_two_sales_a_turn() -> None:
    """R20."""
    town = Town().hold(A, copper=3).play("sell copper")
    assert town.cubes(A) == {"copper": 2}
    town.play("sell copper")
    assert town.s.ap == 2
    assert "sell copper" not in town.legal


def test_r23_negotiators_apply_to_a_jewel_sold_as_their_ore() -> None:
    """R23."""
    town = Town().hold(A, jewel=1).play_area(A, negotiator_yellow=1).money(A, 0).play("sell jewel as gold")
    assert town.seat(A).money == 6 + 6


def test_r24_a_short_bank_pays_what_it_has_and_owes_nothing() -> None:
    """R24."""
    town = Town().hold(A, gold=1).money(A, 0).bank(4)
    for seat in range(4):
        town.score(seat, 0)
    town.play("sell gold")
    assert town.row("gold") == ["gold"], "the cube stays sold"
    assert town.scores == [2, 0, 0, 0], "4 rupees for A, 5 for each of the others, who hold the most"
    assert [town.seat(seat).money for seat in range(4)] == [5] * 4


def test_r25_taking_exactly_the_last_coin_is_a_bank_out() -> None:
    """R25."""
    town = Town().hold(A, gold=1).bank(6).play("sell gold")
    assert (town.s.bank, town.s.expenses) == (40, 0)
    other = Town().hold(A, gold=1).bank(7).play("sell gold")
    assert other.s.bank == 1


# Actions and limits.


def test_r27_leaving_and_returning_keeps_the_surcharge() -> None:
    """R27."""
    town = Town().at(A, "pub").offer("miner_black", "miner_red").hand(A)
    town.play("hire miner_black", "move market", "move pub", "hire miner_red")
    assert town.s.ap == 5 - 1 - 1 - 1 - 2


def test_r29_a_turn_cannot_be_passed() -> None:
    """R29."""
    town = Town()
    assert "end" not in town.legal
    assert "end" not in town.play("move pub").legal
    assert "end" in town.at(A, "market").play("refresh").legal


def test_r29_no_move_may_strand_the_turn() -> None:
    """R29: with 3 points, no card and no money only the Market helps, and it must stay within reach."""
    town = Town().hand(A).at(A, "pub").ap(3, deeds=0)
    assert town.legal == ["move market"]
    town.play("move market")
    assert town.legal == ["refresh"]


def test_r29_only_actions_that_are_legal_there_count_as_reachable() -> None:
    """R29."""
    town = Town().hand(A, "worker").money(A, 1).at(A, "market").ap(2, deeds=0)
    assert town.legal == ["move copper_mine", "move silver_mine", "refresh"], "a dig needs one point in a mine"
    assert "move pub" in town.offer("miner_red").legal, "a hire needs one point at the Pub"
    assert "move hotel" in town.money(A, 2).ap(3, deeds=0).legal, "a play needs two points anywhere"


def test_r29_where_nothing_can_be_reached_the_turn_may_end() -> None:
    """R29."""
    town = Town().hand(A).at(A, "gold_mine").ap(1, deeds=0)
    assert town.legal == ["end", "move hotel", "move silver_mine"]


def test_r30_can_be_ruled_out_by_the_table() -> None:
    """R30."""
    town = Town(zero_yield_dig_allowed=False).at(A, "gold_mine").hand(A, "worker", "miner_red")
    assert "dig worker" not in town.legal
    assert "dig miner_red" in town.legal
    town.play_area(A, worker=1).play("dig worker")
    assert town.legal == ["workers 1"], "with one Worker the dig reaches 5"


def test_r31_there_is_no_free_discard() -> None:
    """R31."""
    town = Town().hand(A, "jeweler", "jeweler").money(A, 0)
    assert {text.split()[0] for text in town.legal} == {"move", "refresh"}


def test_r32_workers_are_named_before_anything_is_taken() -> None:
    """R32."""
    town = Town().at(A, "copper_mine").play_area(A, worker=2).play("dig worker")
    assert town.legal == ["workers 0", "workers 1", "workers 2"]
    assert town.cubes(A) == {}


def test_r33_discarded_workers_are_gone() -> None:
    """R33."""
    town = Town().at(A, "copper_mine").play_area(A, worker=2).hand(A, "worker", "mafia")
    town.play("dig worker", "workers 2", "dig mafia")
    assert town.cubes(A) == {"copper": (4 + 3) // 2 + 4 // 2}
    assert town.in_area(A, "worker") == 0


def test_r34_at_most_nine_workers_in_one_dig() -> None:
    """R34."""
    town = Town().at(A, "copper_mine").hand(A, "mafia").play_area(A, worker=11).play("dig mafia")
    assert town.legal[-1] == "workers 9"


def test_r35_more_workers_than_needed_may_be_discarded() -> None:
    """R35."""
    town = Town().at(A, "copper_mine").play_area(A, worker=5).play("dig miner_black", "workers 5")
    assert town.in_area(A, "worker") == 0


def test_r72_a_worker_in_hand_digs_at_its_printed_strength() -> None:
    """R72."""
    town = Town().at(A, "silver_mine").play("dig worker")
    assert town.cubes(A) == {"silver": 4 // 3}


def test_r73_a_refresh_does_not_make_a_sale_dearer() -> None:
    """R73."""
    town = Town().hold(A, copper=1).play("refresh", "sell copper")
    assert town.s.ap == 5 - 2 - 1


def test_r74_nothing_passes_between_seats() -> None:
    """R74: every kind of decision there is; none gives, lends or trades."""
    verbs = {text.split()[0] for text in GAME.action_texts}
    assert verbs == set("end best count wild move hire dig workers sell refresh play draw stop".split())


# Wilds.


def test_r36_wilds_may_be_left_out() -> None:
    """R36."""
    town = Town().hold(A, copper=3, jewel=1).start_turn(A).play("count")
    assert town.scores[A] == 0


def test_r37_wilds_alone_may_reach_a_minimum() -> None:
    """R37."""
    town = Town().hold(A, jewel=2).start_turn(A).play("wild gold", "wild gold")
    assert town.scores[A] == 2


def test_r38_a_counted_jewel_may_be_sold_as_something_else() -> None:
    """R38."""
    town = Town().hold(A, copper=3, jewel=1).start_turn(A).play("wild copper", "sell jewel as gold")
    assert town.row("gold") == ["jewel"]


def test_r38_how_a_jewel_was_counted_is_forgotten() -> None:
    """R38."""
    town = Town().hold(A, copper=3, jewel=1).start_turn(A).play("wild copper").start_turn(A).play("count")
    assert town.scores[A] == 4 + 0


def test_r40_a_community_jeweler_is_a_wild_for_every_seat() -> None:
    """R40."""
    for seat in (A, B):
        town = Town().community("jeweler").hold(seat, gold=1).score(seat, 0).start_turn(seat).play("wild gold")
        assert town.scores[seat] == 2


def test_r43_a_community_smith_pays_each_seat_for_the_cards_it_sees() -> None:
    """R43."""
    town = Town().community("smith_red").play_area(A, miner_red=2).hold(A, copper=4).hold(B, copper=4).score(B, 0)
    assert town.start_turn(A).scores[A] == 4 + 3
    assert town.start_turn(B).scores[B] == 4 + 1


@pytest.mark.parametrize(
    ("cubes", "cards", "points"),
    [
        ({"copper": 3, "silver": 2, "jewel": 1}, {}, 4),
        ({"copper": 4, "silver": 2, "gold": 1, "jewel": 1}, {}, 4 + 3),
        ({"copper": 3, "gold": 2, "jewel": 1}, {"smith_red": 1, "miner_red": 1}, 4 + 2 + 2),
        ({"gold": 1, "silver": 1, "jewel": 3}, {}, 5),
        ({"jewel": 1}, {"jeweler": 1}, 2),
    ],
)
def test_the_best_count_is_the_highest_there_is(cubes: dict[str, int], cards: dict[str, int], points: int) -> None:
    town = Town().hold(A, **cubes).play_area(A, **cards).start_turn(A).play("best")
    assert town.scores[A] == points


def test_the_best_count_keeps_what_was_counted_by_hand() -> None:
    town = Town().hold(A, copper=3, silver=2, jewel=2).start_turn(A).play("wild gold", "best")
    assert town.scores[A] == 4


# Outs.


def test_r44_an_only_owner_scores_nothing() -> None:
    """R44."""
    town = Town().at(A, "jewel_mine").play_area(A, worker=7).play("dig worker", "workers 7")
    assert town.scores[A] == 0


def test_r45_jewels_are_no_ore_in_a_mine_out() -> None:
    """R45: they neither score nor make a majority, and stay in the market."""
    town = Town().hold(A, copper=1, jewel=2).sold("copper", "copper", "jewel", "copper").left("copper", 1, holder=B)
    town.score(A, 0).at(A, "copper_mine").hand(A, "investor").play_area(A, miner_red=1).play("dig investor")
    assert town.scores[A] == 2, "B holds more copper than A’s two"
    assert town.cubes(A) == {"jewel": 2}
    assert town.row("copper") == ["jewel"], "it slides to the left"


def test_r46_jewelers_have_no_part_in_a_jewel_mine_out() -> None:
    """R46."""
    town = Town().play_area(A, jeweler=2).hold(B, jewel=2).hold(C, jewel=1).sold("gold", "gold", "gold")
    for seat in range(4):
        town.score(seat, 0)
    town.at(A, "jewel_mine").hand(A, "labour_agent").play_area(A, miner_black=1).play("dig labour_agent")
    assert town.scores == [1, 0, 1, 0], "B holds the most with two"
    assert town.in_area(A, "jeweler") == 2


def test_a_jewel_mine_out_takes_jewels_out_of_every_row() -> None:
    town = Town().sold("copper", "jewel", "copper").sold("gold", "gold", "jewel", "gold").left("jewel", 1)
    town.at(A, "jewel_mine").hand(A, "labour_agent").play_area(A, miner_black=1).play("dig labour_agent")
    assert town.row("copper") == ["copper"]
    assert town.row("gold") == ["gold", "gold"]
    assert town.mine("jewel") == 4


def test_r50_mafia_of_other_seats_scores_nothing() -> None:
    """R50."""
    town = Town().play_area(B, mafia=2).left("copper", 1, holder=B).at(A, "copper_mine").play("dig worker")
    assert town.seat(B).fame[STATE.Source.MAFIA] == 0


def test_r51_mafia_in_another_area_is_invisible() -> None:
    """R51."""
    town = Town().play_area(B, mafia=2).play_area(A, mafia=1).left("copper", 1).at(A, "copper_mine")
    assert town.play("dig worker").seat(A).fame[STATE.Source.MAFIA] == 1


def test_r52_draws_come_after_everything_else_of_an_out() -> None:
    """R52."""
    town = Town().play_area(A, labour_agent=1, mafia=1).left("copper", 1).at(A, "copper_mine").play("dig worker")
    assert town.phase == "labour"
    assert town.mine("copper") == 11
    assert town.seat(A).fame[STATE.Source.MAFIA] == 1


def test_r53_draws_are_optional_and_secret() -> None:
    """R53."""
    town = Town().play_area(A, labour_agent=2).left("copper", 1).at(A, "copper_mine").deck("jeweler", "investor")
    before = town.facts.barrier
    town.play("dig worker", "draw")
    assert town.cards(A) == ["miner_black", "jeweler"]
    assert town.facts.barrier == before + 1, "a drawn card cannot be taken back"
    assert town.play("stop").phase == "act"
    assert town.s.hires == 0, "a draw is no hire"


def test_r54_every_out_of_a_turn_triggers_everything() -> None:
    """R54."""
    town = Town().play_area(A, mafia=2).left("copper", 1).left("jewel", 1).hand(A, "worker", "labour_agent")
    town.play_area(A, miner_blue=1).at(A, "copper_mine").play("dig worker", "move jewel_mine", "dig labour_agent")
    assert town.seat(A).fame[STATE.Source.MAFIA] == 3 + 3


def test_r55_without_money_a_bank_out_scores_nothing_and_gives_five() -> None:
    """R55."""
    town = Town().money(B, 0).money(C, 1).hold(A, gold=1).bank(1)
    for seat in range(4):
        town.score(seat, 0)
    town.play("sell gold")
    assert town.scores == [0, 0, 0, 2], "A holds 6; C’s single rupee is rounded down"
    assert [town.seat(seat).money for seat in range(4)] == [5] * 4


def test_a_bank_out_leaves_minerals_and_points_alone() -> None:
    town = Town().hold(A, gold=1, copper=2).hold(B, silver=3).bank(1).play("sell gold")
    assert town.cubes(A) == {"copper": 2}
    assert town.cubes(B) == {"silver": 3}
    assert town.s.ap == 4


# Playing cards.


def test_r56_nothing_is_replaced_while_a_space_is_free() -> None:
    """R56."""
    town = Town().community("mafia", "mafia").hand(A, "miner_black").money(A, 9)
    assert "play miner_black over mafia" not in town.legal
    town.community("jeweler")
    assert "play miner_black in community" not in town.legal
    assert "play miner_black over mafia" in town.legal


def test_r57_the_fame_is_that_of_the_new_card_alone() -> None:
    """R57."""
    town = Town().community("jeweler", "mafia", "mafia").hand(A, "investor").money(A, 9)
    town.play("play investor over jeweler")
    assert town.scores[A] == 7
    assert town.in_community == ["investor", "mafia", "mafia"]


def test_r58_nobody_pays_a_wage_with_the_payout() -> None:
    """R58."""
    town = Town().hand(A, "investor").money(A, 7)
    assert not [text for text in town.legal if text.startswith("play")]


def test_r59_a_replaced_investor_does_not_pay() -> None:
    """R59."""
    town = Town().community("investor", "mafia", "mafia").hand(A, "jeweler").money(A, 9)
    town.play("play jeweler over investor")
    assert town.seat(A).money == 0


def test_r60_an_investor_in_the_own_area_pays_for_community_plays_only() -> None:
    """R60."""
    town = Town().play_area(A, investor=1).hand(A, "miner_black", "worker").money(A, 5)
    town.play("play miner_black in community")
    assert town.seat(A).money == 5 - 3 + 3
    town.play("play worker")
    assert town.seat(A).money == 5 - 2


def test_r61_several_investors_pay_one_sum() -> None:
    """R61."""
    town = Town().play_area(A, investor=1).community("investor").hand(A, "investor").money(A, 8).bank(8)
    town.play("play investor in community")
    assert town.s.bank == 60 - 4 * 5, "one sum of 9 takes the 8 rupees of the bank: one Bank Out"
    assert town.seat(A).money == 5


def test_r62_a_card_of_ones_own_making_may_be_replaced() -> None:
    """R62."""
    town = Town().hand(A, "mafia", "miner_black").money(A, 20).community("jeweler", "jeweler")
    town.play("play mafia in community", "play miner_black over mafia")
    assert town.in_community == ["jeweler", "jeweler", "miner_black"]


def test_a_worker_never_comes_to_the_community() -> None:
    town = Town().hand(A, "worker").money(A, 20)
    assert [text for text in town.legal if text.startswith("play")] == ["play worker"]
    town.community("mafia", "mafia", "mafia")
    assert [text for text in town.legal if text.startswith("play")] == ["play worker"]


# The round limit.


def test_r76_the_round_limit_ends_the_game_and_the_highest_fame_wins() -> None:
    """R76."""
    town = Town(round_limit=30).score(A, 9).score(C, 9)
    town.s.round = 30
    town.s.active = D
    town.play("refresh", "end")
    assert town.facts.end_reason == STATE.BY_ROUND_LIMIT
    assert town.ranks == [1, 4, 2, 3], "a tie goes to the seat whose turn it would be"


def test_r76_without_a_limit_play_goes_on() -> None:
    """R76."""
    town = Town(round_limit=0)
    town.s.round = 3000
    town.s.active = D
    assert town.play("refresh", "end").phase == "act"


# Teams.


def team_game() -> Town:
    return Town(teams=True)


def test_r63_the_team_of_the_single_best_player_wins() -> None:
    """R63."""
    town = team_game()
    for seat, points in enumerate((51, 40, 0, 50)):
        town.score(seat, points)
    assert town.start_turn(A).ranks == [1, 2, 1, 2], "the other team has the higher sum"
    assert RULES.standing(town.s, 4).teams == [0, 1, 0, 1]
    assert team_game().score(C, 60).score(D, 51).start_turn(D).ranks == [1, 2, 1, 2]
    tied = team_game().score(B, 55).score(C, 55).score(A, 51).start_turn(A)
    assert tied.ranks == [2, 1, 2, 1], "B comes before C clockwise from A"


def test_r64_partners_do_not_see_each_others_hands() -> None:
    """R64."""
    view = GAME.module("view").view(team_game().draw(C, "jeweler").s, A)
    assert view.seats[A].hand is not None
    assert view.seats[C].hand is None
    assert view.seats[C].cards == 3
    assert view.seats[C].remembered == ["miner_black", "worker"]


def test_r65_the_team_game_keeps_the_starting_scores() -> None:
    """R65."""
    town = team_game()
    assert town.scores == [0, 2, 4, 6]
    assert [town.mine(name) for name in STATE.MINERALS] == [9, 6, 4, 3]
    assert town.s.bank == 30


def test_teams_need_four_players() -> None:
    with pytest.raises(BadSetup):
        pithead.new("mine-out", 3, options={"teams": True})


# Two players: the seats are the first player’s Master and Apprentice, then the other’s.

MASTER, APPRENTICE, OTHER_MASTER, OTHER_APPRENTICE = range(4)


def two_players(started: bool = True) -> Town:
    town = Town(players=2)
    if started:
        town.play("refresh", "end", "refresh", "end")
    return town


def test_r66_r75_in_round_one_only_the_masters_play() -> None:
    """R66: Blue begins. R75: Blue is the first player."""
    town = two_players(started=False)
    view = GAME.module("view").view(town.s, None)
    assert [seat.colour for seat in view.seats] == ["blue", "white", "red", "yellow"]
    assert (town.s.active, town.facts.to_move) == (MASTER, 0)
    town.play("refresh", "end")
    assert (town.s.active, town.facts.to_move) == (OTHER_MASTER, 1)
    order = []
    for _ in range(5):
        town.play("refresh", "end")
        order.append((int(town.s.active), town.facts.to_move))
        town.at(int(town.s.active), "market")
    assert order == [(0, 0), (1, 0), (2, 1), (3, 1), (0, 0)]


def test_r67_apprentices_join_in_round_two() -> None:
    """R67."""
    town = two_players(started=False)
    assert town.s.bank == 40
    assert town.facts.audit == 0, "their cards lie in reserve"
    assert town.scores == [0, 0]
    town.play("refresh", "end", "refresh", "end")
    assert town.s.round == 2
    assert town.s.bank == 30
    for seat in (APPRENTICE, OTHER_APPRENTICE):
        assert sorted(town.cards(seat)) == ["miner_black", "worker"]
        assert town.seat(seat).money == 5
        assert town.seat(seat).place == STATE.PLACES.index("market")


def test_r68_an_apprentice_owns_everything_apart() -> None:
    """R68."""
    town = two_players().start_turn(APPRENTICE).at(APPRENTICE, "copper_mine").play("dig worker")
    assert town.cubes(APPRENTICE) == {"copper": 2}
    assert town.cubes(MASTER) == {}


def test_r69_an_apprentices_fame_is_halved_per_event() -> None:
    """R69."""
    town = two_players().hold(APPRENTICE, copper=5).play_area(APPRENTICE, smith_red=1).start_turn(APPRENTICE)
    assert town.scores == [(5 + 1) // 2, 0], "a Point Phase is one event"
    town = two_players().start_turn(APPRENTICE).play_area(APPRENTICE, worker=2).play("play worker")
    assert town.scores == [3 // 2, 0]
    assert town.seat(APPRENTICE).score == 0
    town = two_players().start_turn(APPRENTICE).play("play miner_black in community")
    assert town.scores == [3 // 2, 0]


def test_r69_owner_score_and_mafia_are_two_events() -> None:
    """R69."""
    town = two_players().play_area(APPRENTICE, mafia=2).left("copper", 3, holder=MASTER)
    town.start_turn(APPRENTICE).at(APPRENTICE, "copper_mine").hand(APPRENTICE, "labour_agent")
    town.play("dig labour_agent")
    assert town.scores == [3 // 2 + 3 // 2, 0]
    assert GAME.module("view").breakdown(town.s, 0)["apprentice"] == 2


def test_r70_no_end_check_on_an_apprentices_turn() -> None:
    """R70."""
    town = two_players().score(MASTER, 60).start_turn(APPRENTICE)
    assert town.phase == "act"
    assert town.start_turn(OTHER_MASTER).phase == "act"
    assert town.start_turn(MASTER).phase == "over"


def test_r71_master_and_apprentice_are_separate_owners_in_an_out() -> None:
    """R71."""
    town = two_players().hold(MASTER, copper=3).hold(APPRENTICE, copper=2).hold(OTHER_MASTER, copper=2)
    town.start_turn(OTHER_MASTER).at(OTHER_MASTER, "copper_mine").play("dig worker")
    assert town.scores == [3 + 2 // 2, 0], "4 are the most, though Master and Apprentice have 5 between them"
