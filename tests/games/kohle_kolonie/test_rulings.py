"""Every numbered ruling that the worked examples do not show, one test each."""

import re
from pathlib import Path
from typing import Any

import pytest

from pithead.engine.game import expand_seed
from pithead.engine.rulebook.sources import texts

from .builder import ADA, EMMA, GAME, HUGO, JULES, RULES, ST, Table, part, place_of

VG = ST.FIELDS.index("VG")
N_RULINGS = 74


def lot(table: Table, field: str) -> Table:
    """Consolidate this field and no other."""
    table.s.stack.n, table.s.stack.items[0] = 1, ST.FIELDS.index(field)
    return table.stage("REVEALING")


@pytest.mark.parametrize("ruling", range(1, N_RULINGS + 1))
def test_every_ruling_is_cited_in_rules_tests_and_texts(ruling: int) -> None:
    cited = re.compile(rf"\bR{ruling}\b")
    rules = "".join(path.read_text("utf-8") for path in GAME.folder.rglob("*.py"))
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert cited.search(_ranges(rules)), "no line of the rules cites it"
    assert cited.search(tests), "no test cites it"
    for language in ("en", "fr", "de"):
        assert f"rule.R{ruling}" in texts(GAME.folder, language)


def _ranges(text: str) -> str:
    """`R18–R21` names every ruling between."""
    return re.sub(r"R(\d+)–R(\d+)", lambda m: " ".join(f"R{n}" for n in range(int(m[1]), int(m[2]) + 1)), text)


# Set-up, order, tokens


def test_small_and_single_mines_share_one_series_of_numbers() -> None:
    """R1: the Syndicate takes a single mine like any other."""
    table = Table(4).round(1)
    for number in range(1, 12):
        table.s.mines[number - 1] = ST.Owner.GONE
    table.s.stage = ST.Stage.SYNDICATE_BUYS
    part("syndicate").syndicate_buys(table.s)
    assert table.s.mines[12 - 1] == ST.Owner.SYNDICATE_ENGINE


def test_the_start_order_of_bonus_tokens_comes_from_the_material() -> None:
    """R4: the steam engine stands last."""
    starts = {token["id"]: token["start"] for token in GAME.material.data["bonus_tokens"]}
    assert [starts[name] for name in Table(4).track()] == list(range(1, 8))
    assert starts["steam_engine"] == 7


def test_the_first_chooser_is_drawn_by_lot_and_the_others_follow_clockwise() -> None:
    """R5."""
    firsts = set()
    for seed in range(40):
        state = RULES.new(5, GAME.numbers(GAME.resolve({})), expand_seed(seed))
        first = state.choosers[0]
        firsts.add(first)
        assert list(state.choosers) == [(first + i) % 5 for i in range(5)]
        assert RULES.to_move(state) == first
    assert firsts == {0, 1, 2, 3, 4}


def test_an_empty_bank_pays_what_it_has_in_turn_order() -> None:
    """R6."""
    table = Table(4).round(2).owns(EMMA, 10, 11).owns(HUGO, 18)
    table.coins(JULES, table.s.bank_coins + 4 - 3).coins(EMMA, 4).coins(HUGO, 4)
    assert table.s.bank_coins == 3
    part("income").pay_income(table.s)
    assert (table[EMMA].coins, table[HUGO].coins, table.s.bank_coins) == (7, 4, 0)


@pytest.mark.parametrize("open_money", [True, False])
def test_money_is_open_unless_the_table_hides_it(open_money: bool) -> None:
    """R7."""
    rules = GAME.rules()
    state = rules.new(3, GAME.numbers(GAME.resolve({"open_money": open_money})), expand_seed(1))
    view = GAME.module("view").view(state, EMMA)
    assert view.players[EMMA].coins == 4
    assert view.players[HUGO].coins == (4 if open_money else None)
    assert view.players[HUGO].workers == 0


# Actions


def test_placing_and_moving_without_a_step_is_the_pass() -> None:
    """R8."""
    table = Table(4).turn(EMMA)
    assert "end" not in table.legal
    table.play("miners")
    assert "end" in table.legal
    table.play("end")
    assert table.s.current == HUGO


def test_side_actions_in_every_turn_and_any_number_of_them() -> None:
    """R9."""
    table = Table(4).coins(EMMA, 20).workers(EMMA, 4).villages(weitmar=0, winz=0, bommern=0, dahlhausen=0).turn(EMMA)
    table.play("flip loading", "buy workers", "buy workers", "miners", "flip workforce price 2", "end")
    table.turn(HUGO).coins(HUGO, 9).play("flip workforce price 2")


def test_with_a_local_worker_at_hand_an_empty_reserve_forbids_the_purchase() -> None:
    """R11: a miner moved home makes it possible."""
    table = Table(4).settles(EMMA, "linden", miners=2)
    table[EMMA].lost = table.reserve(EMMA)
    table[EMMA].miners[ST.RESERVE] = 0
    table.turn(EMMA)
    assert "buy 1" not in table.legal
    table.holds(EMMA, "miners").play("bonus", "from linden", "to reserve", "close")
    assert "buy 1" in table.legal


def test_no_second_miner_after_a_purchase_with_a_settler() -> None:
    """R12: there is no further local worker then."""
    table = Table(4).villages(eiberg=0, hoentrop=0, weitmar=0).settles(EMMA, "linden", miners=2).turn(EMMA)
    table.play("buy 1")
    assert table.asked == "acted"


def test_miners_on_the_mat_stand_on_guard_spaces_also_beside_empty_slots() -> None:
    """R14, R15: the first slot has no guard space."""
    table = Table(4).turn(EMMA).play("miners")
    guards = {text for text in table.legal if text.startswith("place guard")}
    assert guards == {f"place guard {slot}" for slot in ("A2", "A3", "B1", "B2", "B3")}


@pytest.mark.parametrize("allowed", [False, True])
def test_nobody_moves_into_a_settlement_unless_the_table_allows_it(allowed: bool) -> None:
    """R18: and never from another settlement."""
    table = Table(4, direct_move_to_settlement=allowed).settles(EMMA, "winz", miners=1).settles(EMMA, "linden")
    table.miners(EMMA, guard_A2=1).turn(EMMA).play("miners", "from guard A2")
    assert ("to linden" in table.legal) == allowed
    table.play("to reserve", "from winz")
    assert "to linden" not in table.legal


def test_a_station_miner_moves_along_the_line_or_home() -> None:
    """R19, R20, R21: the brown station at the same village is no neighbour."""
    table = Table(4).settles(EMMA, "winz").miners(EMMA, Y3=1).turn(EMMA).play("miners", "from Y3")
    assert table.legal == {"to Y2", "to Y4", "to reserve"}


def test_a_settler_enters_the_stations_of_his_village() -> None:
    """R21."""
    table = Table(4).settles(EMMA, "winz", miners=1).turn(EMMA).play("miners", "from winz")
    assert {text for text in table.legal if re.fullmatch(r"to [A-Z]\d", text)} == {"to Y3", "to Y4", "to B1"}


def test_the_token_goes_to_the_first_who_arrives_also_on_the_way_through() -> None:
    """R22, R70: one miner makes both moves."""
    table = Table(4).settles(EMMA, "gedern", miners=1).token_at("Y7", "points").token_at("Y6", "coin").turn(EMMA)
    points, coins = table[EMMA].points, table[EMMA].coins
    table.play("miners", "from gedern", "to Y7", "from Y7", "to Y6")
    assert (table[EMMA].points, table[EMMA].coins) == (points + 2, coins + 1)
    assert not table.s.station_token[ST.STATIONS.index("Y7")]
    assert not any(text.startswith("from") for text in table.legal)


def test_the_turned_workforce_moves_four_miners_and_an_engineer() -> None:
    """R23, R24: places stay two; the bonus token gives no engineer move."""
    table = Table(4).flipped(EMMA, "workforce").engineers(EMMA, "ironworks E").holds(EMMA, "miners").turn(EMMA)
    table.play("bonus")
    assert "engineer from ironworks E" not in table.legal
    table.play("close", "miners", "engineer from ironworks E", "engineer to loading E")
    assert "engineer from loading E" not in table.legal
    table.play("place guard A2", "place guard A3")
    assert not any(text.startswith("place") for text in table.legal)
    for start, stop in (("A2", "B1"), ("B1", "B2"), ("B2", "B3"), ("A3", "A2")):
        table.play(f"from guard {start}", f"to guard {stop}")
    assert not any(text.startswith("from") for text in table.legal)


def test_by_the_other_reading_the_turned_workforce_places_four_miners_too() -> None:
    """R24: a table option; R71: the bonus token stays at two."""
    table = Table(4, turned_workforce="places_and_moves").holds(EMMA, "miners").turn(EMMA)
    table.play("miners", "place guard A2", "place guard A3")
    assert not any(text.startswith("place") for text in table.legal)
    table.flipped(EMMA, "workforce").play("place guard B1", "place guard B2")
    assert not any(text.startswith("place") for text in table.legal)
    printed = GAME.module("view").view(table.s, EMMA).printed.technology
    assert [(side.places, side.moves) for side in printed if side.card == "workforce"] == [(2, 2), (4, 4)]
    table.play("close", "bonus", "place guard B3", "place ironworks M1")
    assert not any(text.startswith("place") for text in table.legal)


def test_an_engineer_who_moves_to_the_turned_coking_plant_pays_its_step_once() -> None:
    """R26: nothing is lost when he moves away."""
    table = Table(4).flipped(EMMA, "workforce", "coking_plant").engineers(EMMA, "ironworks E").turn(EMMA)
    table.play("miners", "engineer from ironworks E", "engineer to coking_plant E", "end")
    assert table[EMMA].by_source[ST.Source.FLIPS] == 2
    table.turn(EMMA).play("miners", "engineer from coking_plant E", "engineer to ironworks E", "end")
    table.turn(EMMA).play("miners", "engineer from ironworks E", "engineer to coking_plant E", "end")
    assert table[EMMA].by_source[ST.Source.FLIPS] == 2


def test_the_miners_token_moves_those_it_has_just_placed() -> None:
    """R71: never more than two of each, also with the turned workforce."""
    table = Table(4).flipped(EMMA, "workforce").holds(EMMA, "miners").settles(EMMA, "gedern").turn(EMMA)
    table.play("bonus", "place gedern", "from gedern", "to Y7", "place guard A2", "from guard A2", "to reserve")
    assert table.legal & {"place guard A2", "from Y7"} == set()
    assert "end" not in table.legal
    table.play("close", "miners", "end")


@pytest.mark.parametrize(("tokens", "workers"), [(0, 5), (3, 2)])
def test_the_payer_chooses_how_many_railway_tokens_stand_for_workers(tokens: int, workers: int) -> None:
    """R72: tokens leave the game, workers go to the bank."""
    table = Table(4).workers(EMMA, 5).rail(EMMA, "worker", 3).turn(EMMA)
    assert "flip workforce tokens 4" not in table.legal
    bank = table.s.bank_workers
    table.play("flip workforce" + (f" tokens {tokens}" if tokens else ""))
    assert (table[EMMA].tokens[ST.Rail.WORKER], table[EMMA].workers) == (3 - tokens, 5 - workers)
    assert table.s.bank_workers == bank + workers


def test_flips_and_trades_between_two_steps() -> None:
    """R66: a workforce turned in the middle counts at once, steps already made are deducted."""
    table = Table(4).coins(EMMA, 9).miners(EMMA, guard_A2=1).turn(EMMA).play("miners")
    for step in ("guard A3", "guard A2"):
        table.play(next(text for text in table.legal if text.startswith("from")), f"to {step}")
    assert not any(text.startswith("from") for text in table.legal)
    table.play("flip workforce price 2")
    assert part("miners").moves_left(table.s) == 2
    table.play("from guard A2", "to guard B1")


def test_a_flip_before_the_second_miner() -> None:
    """R66: the third miner slot of the turned coking plant can take him."""
    table = Table(4).villages(eiberg=1, hoentrop=0, linden=0, weitmar=2).coins(EMMA, 9).workers(EMMA, 3).turn(EMMA)
    table.play("buy 1", "worker weitmar", "worker weitmar")
    assert "place coking_plant M3" not in table.legal
    table.play("flip coking_plant", "place coking_plant M3")


def test_trades_do_not_go_round_in_a_circle() -> None:
    """R27, R67: with a purchase in the row at most two sales; anything else in between starts a new row."""
    table = Table(4).coins(EMMA, 6).workers(EMMA, 4).no_workers().turn(EMMA)
    table.play("buy workers", "sell workers", "sell workers")
    assert "sell workers" not in table.legal
    table.play("miners")
    assert "sell workers" in table.legal
    table.play("sell workers")
    assert "buy workers" in table.legal
    table.coins(HUGO, 6).workers(HUGO, 6).turn(HUGO).play("sell workers", "sell workers", "sell workers")
    assert "buy workers" not in table.legal


def test_pieces_on_a_turned_card_may_be_redistributed() -> None:
    table = Table(4).workers(EMMA, 5).coins(EMMA, 9).miners(EMMA, ironworks_M2=2).turn(EMMA).play("flip ironworks")
    assert table.asked == "arrange"
    assert len(table.legal) == 3
    table.play("arrange ironworks M1 1 M3 1")
    assert (table.at(EMMA, "ironworks M1"), table.at(EMMA, "ironworks M2"), table.at(EMMA, "ironworks M3")) == (1, 0, 1)
    assert table.asked == "act"


# Technology


def test_the_other_reading_of_the_administration() -> None:
    """R31: one single slot and a pair."""
    table = Table(4, administration_miners="single_and_pair").miners(EMMA, administration_M1=1, administration_M2=1)
    assert part("consolidation").administration(table.s, EMMA) == 1
    table.miners(EMMA, administration_M2=1)
    assert part("consolidation").administration(table.s, EMMA) == 2


def test_the_other_reading_of_the_loading_engineer() -> None:
    """R32."""
    table = Table(4, loading_engineer_coins=2).flipped(EMMA, "loading").engineers(EMMA, "loading E")
    assert part("technology").loading_coins(table.s, table[EMMA], 1) == 2


def test_the_wagon_token_adds_its_wagon_on_the_back_too() -> None:
    """R35: it may be kept back, the scoring is free."""
    table = Table(4).owns(EMMA, 2).flipped(EMMA, "loading").holds(EMMA, "wagon").stage("TECHNOLOGY")
    table.play("load bonus", "end")
    assert table[EMMA].by_source[ST.Source.LOADING] == 2


@pytest.mark.parametrize("first", ["load worker", "load bonus"])
def test_a_paid_worker_does_not_close_the_wagon_token(first: str) -> None:
    """R35: the token stands for the worker and adds a wagon; whoever has paid can still add the wagon."""
    table = Table(4).owns(EMMA, 2).workers(EMMA, 1).holds(EMMA, "wagon").stage("TECHNOLOGY")
    table.play(first)
    assert ("load bonus" in table.legal, "load worker" in table.legal) == (first == "load worker", False)
    if first == "load worker":
        table.play("load bonus")
    table.play("end")
    assert table[EMMA].by_source[ST.Source.LOADING] == 2
    assert (table[EMMA].held, table[EMMA].workers) == (0, int(first == "load bonus"))


def test_railway_wagon_tokens_count_only_with_loading() -> None:
    """R36: optional, used once."""
    table = Table(4).owns(EMMA, 2).workers(EMMA, 1).rail(EMMA, "wagon", 2).stage("TECHNOLOGY")
    assert "wagon token" not in table.legal
    table.play("load worker", "wagon token", "end")
    assert table[EMMA].by_source[ST.Source.LOADING] == 2
    assert (table[EMMA].tokens[ST.Rail.WAGON], table[EMMA].workers) == (1, 0)


# Disasters and Syndicate


def test_the_syndicate_starts_with_six_coins() -> None:
    """R37."""
    assert sum(Table(4).s.syndicate_track) == 6


@pytest.mark.parametrize(("option", "after"), [("from_6", 4), ("from_1", 6)])
def test_where_the_syndicate_loses_coins(option: str, after: int) -> None:
    """R38: two coins lost and the first three spaces refilled."""
    table = Table(4, syndicate_coin_removal=option).round(3)
    for _ in range(2):
        part("disasters").lose_syndicate_coin(table.s)
    part("refill").refill_track(table.s)
    assert sum(table.s.syndicate_track) == after


def test_the_first_slot_needs_no_protection_and_a_card_is_a_card() -> None:
    """R39, R40: a large mine on another slot is at risk like any other."""
    table = Table(4).round(3).owns(EMMA, 12).owns_large(EMMA, "VG")
    assert part("disasters").discs_of(table.s, EMMA) == 1
    table.stage("SECURING")
    assert (table.asked, table.legal) == ("protect", {"end", "protect A2"})


def test_a_coin_protects_one_mine_for_one_round_and_the_token_two() -> None:
    """R39."""
    table = Table(4).owns(EMMA, 1, 2, 3, 4, 5).holds(EMMA, "mine_defence").coins(EMMA, 1).stage("SECURING")
    table.play("defend A2", "defend A3")
    assert "defend B1" not in table.legal
    table.play("protect B1")
    assert part("disasters").discs_of(table.s, EMMA) == 1
    assert table.legal == {"end"}
    table.play("end")
    assert "mine_defence" in table.track()
    assert not any(table.s.disaster.secured)


def test_discs_are_limited_to_three() -> None:
    table = Table(4).owns(EMMA, 1, 2, 3, 4, 5, 6)
    assert part("disasters").discs_of(table.s, EMMA) == 3


def test_points_are_lost_once_and_a_miner_for_every_disc() -> None:
    """R42, R69: the miners never come back."""
    table = Table(4).round(4).points(EMMA, 10)
    reserve = table.reserve(EMMA)
    part("disasters").hit(table.s, EMMA)
    part("disasters").hit(table.s, EMMA)
    assert (table[EMMA].points, table.reserve(EMMA), table[EMMA].lost) == (6, reserve - 2, 2)
    table.turn(EMMA).play("miners")
    assert not any(text.startswith("from") for text in table.legal)


def test_the_token_of_the_round_works_once() -> None:
    """R41, R46: the highest number is bought on top of phase 6."""
    table = Table(4).round(2).disaster("highest_number").owns(EMMA, 1, 2, 3, 4).points(EMMA, 9)
    part("disasters").fill_bag(table.s)
    table.s.disaster.bag[:] = [3, 0, 0, 0, 0, 0, 0]
    table.s.stage = ST.Stage.DRAWING
    part("flow").advance(table.s)
    marked = [m + 1 for m in range(ST.N_MINES) if table.s.mines[m] == ST.Owner.SYNDICATE_ENGINE]
    assert marked == [5, 23]


def test_without_a_player_disc_the_token_has_no_effect() -> None:
    """R43: also mining damage."""
    table = Table(4).round(2).disaster("mining_damage").stage("SECURING")
    assert table.s.round == 3
    assert not table.s.damage_active


def test_mining_damage_is_paid_in_coins_or_points_after_the_third_disc() -> None:
    """R43, R44: without a coin in points, down to zero."""
    table = Table(4).round(2).coins(HUGO, 0).points(HUGO, 1).points(EMMA, 0)
    table.s.damage_active = 1
    table.s.disaster.bag[:] = [0, 0, 0, 0, 0, 2, 1]
    table.s.stage = ST.Stage.DRAWING
    part("flow").advance(table.s)
    assert (table.asked, table.s.current) == ("damage", EMMA)
    table.play("damage points", "end")
    assert table[EMMA].points == 0
    assert (table[HUGO].points, table.s.current) == (0, JULES)
    coins = table[JULES].coins
    table.play("damage coin", "end")
    assert table[JULES].coins == coins - 1
    assert table.s.current == ADA


def test_without_the_blank_nobody_pays_for_mining_damage() -> None:
    """R43."""
    table = Table(4).round(2)
    table.s.damage_active = 1
    table.s.disaster.bag[:] = [0, 0, 0, 0, 0, 3, 0]
    table.s.stage = ST.Stage.DRAWING
    part("flow").advance(table.s)
    assert table.s.round == 3
    assert [table[p].by_source[ST.Source.DAMAGE] for p in range(4)] == [0] * 4


def test_without_a_reserve_another_miner_is_lost_but_never_a_marker() -> None:
    """R65: with nowhere to take him from, nobody is lost."""
    table = Table(4).round(2).owns(EMMA, 1, 2).miners(EMMA, guard_A2=1, Y7=1)
    table[EMMA].lost = table.reserve(EMMA)
    table[EMMA].miners[ST.RESERVE] = 0
    lost = table[EMMA].lost
    table.s.disaster.bag[:] = [3, 0, 0, 0, 0, 0, 0]
    table.s.stage = ST.Stage.DRAWING
    part("flow").advance(table.s)
    assert (table.asked, table.legal) == ("lose", {"lose guard A2", "lose Y7"})
    table.play("lose Y7", "end")
    assert table[EMMA].lost == lost + 2
    assert list(table[EMMA].miners) == [0] * ST.N_PLACES


def test_a_second_miner_needs_a_reserve() -> None:
    """R65."""
    table = Table(4).villages(eiberg=1, hoentrop=0, linden=0, weitmar=2)
    table[EMMA].lost, table[EMMA].miners[ST.RESERVE] = 19, 1
    table.turn(EMMA).play("buy 1", "worker weitmar", "worker weitmar")
    assert table.asked == "acted"


def test_purchasing_power_works_in_the_same_round_and_has_a_limit() -> None:
    table = Table(4).round(2).disaster("purchasing_power")
    for expected in (2, 3, 3):
        part("disasters").strike(table.s)
        assert table.s.purchases == expected
    part("syndicate").syndicate_buys(table.s)
    assert [table.s.mines[m] for m in range(4)] == [ST.Owner.SYNDICATE_ENGINE] * 3 + [ST.Owner.ON_SALE]


def test_a_coin_marks_a_mine_when_no_engine_is_left() -> None:
    """R47, R73: it counts on the map, and goes back to the bank at the consolidation."""
    table = Table(4).round(3).owns(EMMA, 6)
    table.s.bank_engines, table[HUGO].engines_aside = 0, 20
    coins = table.s.bank_coins
    table.syndicate(1)
    assert (table.s.mines[0], table.s.bank_coins) == (ST.Owner.SYNDICATE_COIN, coins - 1)
    assert part("board_scoring").board_score(table.s, EMMA) == 2
    part("consolidation").clear_field(table.s, VG)
    assert table.s.bank_coins == coins


# Consolidation


def test_unsold_mines_count_for_the_syndicate() -> None:
    table = lot(Table(4).round(3).owns(EMMA, 6).syndicate_coins(2), "VG")
    assert table.s.auction.syndicate == 2 + 1 + 1


def test_the_extra_coin_counts_once() -> None:
    """R48: also when the auction is lost."""
    table = Table(4).round(3).owns(EMMA, 6).syndicate_coins(2)
    table.s.extra_coin = 1
    lot(table, "VG")
    assert table.s.auction.syndicate == 2 + 1 + 1 + 1
    assert table.s.extra_coin == 0


def test_bids_may_exceed_the_printed_track() -> None:
    """R52."""
    table = lot(Table(4).round(3).owns(EMMA, 6).coins(EMMA, 40), "VG")
    table.play("bid 41", "end")
    assert table.s.large[VG] == EMMA


def test_whoever_cannot_afford_a_bid_passes() -> None:
    table = lot(Table(4).round(3).owns(EMMA, 6).coins(EMMA, 0), "VG")
    assert table.s.large[VG] == ST.Owner.SYNDICATE_ENGINE


def test_tokens_are_used_before_the_first_bid_and_lost_with_the_auction() -> None:
    """R53, R54: several railway tokens may be combined."""
    table = Table(4).round(3).owns(EMMA, 6).syndicate(1, 13).rail(EMMA, "consolidation", 2)
    table.holds(EMMA, "consolidation_help")
    lot(table, "VG").play("rail token", "rail token", "help", "end")
    assert table.s.auction.base[EMMA] == 1 + 1 + 1 + 2
    assert table.asked == "bid"
    assert not table.legal & {"help", "rail token"}
    table.play("end")
    assert table[EMMA].tokens[ST.Rail.CONSOLIDATION] == 0
    assert "consolidation_help" in table.track()


def test_a_fresh_token_cannot_be_used() -> None:
    table = Table(4).round(3).owns(EMMA, 6).syndicate_coins(0).rail(EMMA, "consolidation", fresh=True)
    lot(table, "VG")
    assert table.asked == "bid"


def test_bidding_order_by_the_highest_own_number() -> None:
    """R55."""
    table = Table(4).round(5).owns(EMMA, 11, 34).owns(HUGO, 31).owns(JULES, 44)
    table.s.auction.lot = ST.FIELDS.index("HF")
    part("consolidation").find_bidders(table.s)
    assert list(table.s.auction.order[:3]) == [JULES, EMMA, HUGO]
    assert table.s.auction.syndicate < 0


def mat(table: Table, p: int, **cards: int) -> Table:
    """Cards on named slots."""
    for slot, number in cards.items():
        table[p].cards[ST.SLOTS.index(slot)] = number
        table.s.mines[number - 1] = p
        table[p].miners[ST.RESERVE] -= 1
    return table


def test_rows_close_by_themselves() -> None:
    """R56: engines travel with their cards, guards stay."""
    table = mat(Table(4).round(3), EMMA, A1=1, A3=2, B2=3, B3=4)
    table[EMMA].engines[ST.SLOTS.index("A3")] = 1
    table.miners(EMMA, guard_A3=1)
    part("consolidation").close_rows(table[EMMA])
    assert table.cards(EMMA) == {"A1": 1, "A2": 2, "B1": 3, "B2": 4}
    assert table[EMMA].engines[ST.SLOTS.index("A2")] == 1
    assert table.at(EMMA, "guard A3") == 1


def test_the_owner_chooses_when_both_rows_could_fill_the_first_slot() -> None:
    """R56: rows close before the first slot is filled."""
    table = mat(Table(4).round(3), EMMA, A3=2, B1=3)
    table.s.auction.winner = -1
    table.stage("GAPS")
    assert (table.asked, table.legal) == ("gap", {"move up A2", "move up B1"})
    table.play("move up B1", "end")
    assert table.cards(EMMA) == {"A1": 3, "A2": 2}


def test_only_one_row_fills_the_first_slot_by_itself() -> None:
    """R56."""
    table = mat(Table(4), EMMA, B1=3, B2=4)
    part("consolidation").close_rows(table[EMMA])
    assert table.cards(EMMA) == {"A1": 3, "B1": 4}


def test_the_winner_places_the_large_mine_after_closing_gaps() -> None:
    """R57: on any reachable slot."""
    table = mat(Table(4).round(3), EMMA, A1=1, A2=6, A3=13, B1=5)
    lot(table, "VG")
    assert table.asked == "place_large"
    assert table.cards(EMMA) == {"A1": 5}
    assert table.legal == {"slot A2", "slot B1"}
    table.play("slot B1", "end")
    assert table.cards(EMMA)["B1"] == ST.LARGE_CARD + VG


def test_engines_beyond_the_first_lie_beside_the_mat() -> None:
    """R58: they count only in the final scoring."""
    table = Table(4).round(3).owns(EMMA, 1, engine=True).owns(EMMA, 6, engine=True).owns(EMMA, 13)
    lot(table, "VG")
    assert table[EMMA].engines_aside == 1
    assert part("scoring").engines_of(table[EMMA]) == 2
    assert part("income").income(table[EMMA]) == 2 + 1


def test_engines_return_to_the_bank_when_the_syndicate_wins() -> None:
    """R58: one of them marks the large mine."""
    table = Table(4).round(3).owns(EMMA, 6, engine=True).coins(EMMA, 0).syndicate(1, 13)
    lot(table, "VG")
    assert table.s.large[VG] == ST.Owner.SYNDICATE_ENGINE
    assert table.s.bank_engines == 19
    assert table[EMMA].by_source[ST.Source.COMPENSATION] == 2


# Scoring and the rest


def test_nothing_else_scores_at_the_end() -> None:
    """R64: workers, railway tokens and bonus tokens are worth nothing."""
    table = Table(4).coins(EMMA, 0).workers(EMMA, 3).rail(EMMA, "wagon", 2).holds(EMMA, "miners")
    assert part("scoring").final_points(table.s, table[EMMA]) == 0


def test_more_than_six_engines_decide_a_tie() -> None:
    """R63."""
    table = Table(4).points(EMMA, 50).points(HUGO, 50)
    table[EMMA].engines_aside, table[HUGO].engines_aside = 7, 8
    out = [0] * 4
    part("scoring").ranking(table.s, out)
    assert out[:2] == [2, 1]


def test_a_player_who_keeps_the_extra_action_is_not_active() -> None:
    """R68: no side action, no bonus; those without a token are not asked."""
    table = Table(4).workers(HUGO, 4).holds(HUGO, "miners")
    table[HUGO].extra_actions = 1
    table.stage("EXTRA_ACTION")
    assert (table.s.current, table.legal) == (HUGO, {"end", "extra action"})
    table.play("end")
    assert table[HUGO].extra_actions == 1


def test_steam_engines_only_from_the_second_round_on() -> None:
    table = Table(4).owns(EMMA, 1).turn(EMMA)
    assert "engine A1" not in table.legal
    assert "engine A1" in table.round(2).legal


def test_one_steam_engine_per_card() -> None:
    table = Table(4).round(2).owns(EMMA, 1, engine=True).turn(EMMA)
    assert "engine A1" not in table.legal


def test_help_as_a_coin() -> None:
    table = Table(4).holds(EMMA, "consolidation_help").turn(EMMA).play("bonus")
    assert table[EMMA].coins == 5
    assert table.asked == "act"
    assert "bonus" not in table.legal


def test_the_bonus_may_come_before_or_after_the_action_not_in_its_middle() -> None:
    table = Table(4).holds(EMMA, "consolidation_help").turn(EMMA).play("miners")
    assert "bonus" not in table.legal
    table.play("close", "bonus", "end")


def moves(table: Table) -> set[Any]:
    return {place_of(text.removeprefix("from ")) for text in table.legal if text.startswith("from ")}


def test_markers_on_mines_never_move() -> None:
    table = Table(4).owns(EMMA, 1, 2).miners(EMMA, guard_A2=1).turn(EMMA).play("miners")
    assert moves(table) == {place_of("guard A2")}
