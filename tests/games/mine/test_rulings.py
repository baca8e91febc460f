"""The rulings that the worked examples leave open, one test each."""

import random
from collections import Counter
from typing import Any

import pytest

import pithead
from pithead.engine.errors import BadSetup
from pithead.engine.game import expand_seed

from .builder import GAME, RULES, STATE, A, B, C, D, Pit, words

SEEDS = 400


def fresh(players: int, seed: object, **options: object) -> Any:
    return RULES.new(players, GAME.numbers(GAME.resolve(options)), expand_seed(f"{seed}"))


# Set-up


def test_the_start_player_is_random() -> None:
    """R1: each of four seats begins about a quarter of the games."""
    begins = Counter(RULES.to_move(fresh(4, seed)) for seed in range(SEEDS))
    assert set(begins) == {0, 1, 2, 3}
    assert all(abs(count - SEEDS / 4) < 45 for count in begins.values())


def test_cards_lie_on_the_own_board() -> None:
    """R2: nobody else's board changes."""
    pit = Pit(3).turn("mine miner")
    boards = pit.view(A).boards
    assert [board.mine.count for board in boards] == [1, 0, 0]


@pytest.mark.parametrize(("seats", "reserve", "deck"), [(2, 16, 54), (3, 14, 46), (4, 12, 38), (5, 10, 30), (6, 8, 22)])
def test_reserve_and_deck_by_seats(seats: int, reserve: int, deck: int) -> None:
    """R3: all seventy cards are always used."""
    pit = Pit(seats)
    assert (pit.s.reserve, pit.s.deck.n, pit.stocks) == (reserve, deck, [2] * seats)
    assert pit.audit == 0


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (1, {}, "a single player needs the dummy"),
        (6, {"dummy": True}, "no seat for the dummy"),
        (3, {"variant_supply": "open"}, "variant with die cards"),
    ],
)
def test_impossible_tables_are_refused_with_a_reason(players: int, options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        GAME.check_setup(players, GAME.resolve(options))


# Placing


def test_events_are_played_only_on_events() -> None:
    """R4: and professions never there."""
    pit = Pit(2).hand(A, "miner patrol")
    assert [text for text in pit.legal if "patrol" in text] == ["events patrol"]
    assert not [text for text in pit.legal if text.startswith("events miner")]


def test_a_pass_may_skip_one_turn_only() -> None:
    """R5: under the option the phase ends when all who are not done pass one after another."""
    pit = Pit(3, pass_is_final=False).turn("pass", "mine miner", "pass")
    assert pit.s.current == A
    pit.turn("mine miner", "pass", "pass")
    assert (pit.phase, pit.s.current) == ("place", A)
    pit.turn("pass")
    assert pit.phase == "sell"
    assert [p.placed for p in pit.s.players[:3]] == [1, 1, 0]


def test_colour_cards_are_not_among_the_four_cards() -> None:
    """R6: two stacks take two colour cards, and two more cards follow."""
    pit = Pit(3).turn("shelter miner lens", "pass", "pass", "shelter miner carmaux", "mine miner")
    assert pit.s.players[A].placed == 3
    assert pit.legal[0] == "pass"
    assert pit.view(A).boards[A].colour_cards == []


def test_cards_and_targets_are_hidden_until_their_step() -> None:
    """R7: others see how many cards lie where, and how many stacks there are."""
    pit = Pit(3).attack(A, C, "looter").lay(A, events="patrol", watchtower="guard", mine="foreman", recruitment="miner")
    mine = pit.view(B).boards[A]
    assert (mine.events.cards, mine.watchtower.cards, mine.mine.cards, mine.recruitment.cards) == (None,) * 4
    assert [(stack.count, stack.target, stack.cards, stack.strength) for stack in mine.shelter] == [
        (1, None, None, None)
    ]
    assert mine.events.count == mine.watchtower.count == mine.mine.count == mine.recruitment.count == 1


def test_locations_open_one_after_another() -> None:
    """R7: at the expedition mine and recruitment are still face down."""
    pit = Pit(3, round=2).coal(2, 2, 2).attack(A, C, "looter").lay(A, mine="foreman").lay(B, recruitment="miner")
    pit.resolve()
    assert pit.phase == "sell"
    mine, other = pit.view(C).boards[A], pit.view(C).boards[B]
    assert mine.shelter[0].cards == ["looter"]
    assert mine.shelter[0].target == C
    assert (mine.mine.cards, other.recruitment.cards) == (None, None)
    pit.sell_nothing()
    assert pit.happened("miners")[0] == {"player": A, "card": "foreman", "count": 1}


def test_colour_cards_may_lie_open() -> None:
    """R7: under the option targets are seen, cards are not."""
    pit = Pit(3, hidden_targets=False).turn("shelter miner carmaux")
    stack = pit.view(B).boards[A].shelter[0]
    assert (stack.target, stack.town, stack.cards) == (C, "carmaux", None)
    assert pit.happened("aimed") == [{"player": A, "victim": C}]


def test_a_second_card_against_the_same_target_joins_the_stack() -> None:
    """R8."""
    pit = Pit(2).coal(0, 5).turn("shelter miner lens", "pass", "shelter pit_builder lens", "shelter miner lens", "pass")
    assert pit.happened("attacked") == [{"player": A, "victim": B, "attack": 3, "defence": 0, "claim": 3}]


def test_a_seat_without_coal_may_be_attacked_in_vain() -> None:
    """R9."""
    pit = Pit(2).coal(1, 0)
    assert "shelter miner lens" in pit.legal
    pit.turn("shelter miner lens", "pass", "pass")
    assert pit.happened("looted") == [{"player": A, "victim": B, "coal": 0}]
    assert pit.stocks == [1, 0]


def test_nobody_attacks_himself() -> None:
    pit = Pit(3)
    assert not [text for text in pit.legal if text.startswith("shelter") and text.endswith("saint_etienne")]


def test_an_empty_hand_is_done() -> None:
    """R35: a seat without cards is skipped."""
    pit = Pit(3).hand(B, "").turn("mine miner")
    assert pit.s.current == C


def test_four_cards_are_the_most() -> None:
    """R6: after four cards a seat is done."""
    pit = Pit(2).turn("mine miner", "pass", "mine miner", "mine miner", "mine miner")
    assert pit.phase != "place"


# Events


def test_changes_of_several_events_add_up() -> None:
    """R36: two night raids of different owners do not mix, patrol and fair of one owner do."""
    pit = Pit(3, round=2).coal(5, 5, 5).lay(A, events="big_order patrol hiring_fair").lay(B, events="rail_strike")
    pit.resolve()
    a, b, c = (list(pit.s.players[p].change) for p in range(3))
    assert a == [3, 0, 3, 0, 3]
    assert b == [2, 0, 0, 0, 0]
    assert c == [1, 0, 0, 0, 0]


def test_only_the_sum_is_held_at_zero() -> None:
    """R37: a strike against a limit of one and a big order leave two."""
    pit = Pit(2, round=1).coal(5, 5).lay(A, events="big_order").lay(B, events="rail_strike").resolve()
    assert pit.legal == ["sell 0", "sell 1", "sell 2"]
    pit = Pit(2, round=1).coal(5, 5).lay(B, events="rail_strike").resolve()
    assert pit.s.current == B
    assert pit.s.players[A].change[STATE.Change.SALE] == 0


def test_a_limit_below_zero_is_zero() -> None:
    """R37: nobody can sell less than nothing."""
    pit = Pit(2, round=0).coal(5, 5).lay(B, events="rail_strike big_order").resolve()
    assert (pit.s.current, pit.s.players[A].change[STATE.Change.SALE]) == (B, 0)


def test_a_night_raid_without_looters_brings_nothing() -> None:
    """R38."""
    pit = Pit(3).coal(0, 5, 5).lay(A, events="night_raid").resolve()
    assert pit.stocks == [0, 5, 5]
    assert not pit.happened("attacked")


def test_firedamp_takes_nothing_from_who_mines_nothing() -> None:
    """R19."""
    pit = Pit(3).coal(0, 0, 0).lay(A, events="firedamp", mine="miner").resolve()
    assert [event["player"] for event in pit.happened("gassed")] == [A]


def test_pit_builders_count_by_head_and_mine_as_usual() -> None:
    """R18: in the flat card set too."""
    pit = (
        Pit(2, card_set="flat").coal(0, 0).lay(A, events="firedamp", mine="pit_builder").lay(B, mine="miner").resolve()
    )
    assert pit.stocks == [1, 0]


def test_a_hiring_fair_draws_three_more_cards() -> None:
    pit = Pit(2).coal(0, 0).lay(A, events="hiring_fair").hand(A, "").resolve()
    assert pit.happened("drew")[0]["cards"] == 5


# Looting


def test_guards_and_looters_are_turned_over_before_anything_is_taken() -> None:
    """R10."""
    pit = Pit(2).coal(3, 3).attack(A, B, "looter").lay(B, watchtower="miner").resolve()
    names = [event.name for event in pit.log]
    assert names.index("attackers") < names.index("guards") < names.index("attacked")


def test_defence_is_not_used_up() -> None:
    """R11: two attacks of three against a guard of two take one each."""
    pit = Pit(3).coal(5, 0, 0).lay(A, watchtower="pit_builder").attack(B, A, "looter").attack(C, A, "looter").resolve()
    assert pit.stocks == [3, 1, 1]


def test_an_undivided_rest_may_go_to_a_weaker_looter() -> None:
    """R14: two strong looters share three coal, the third takes the last one."""
    pit = Pit(4).coal(3, 0, 0, 0)
    pit.attack(B, A, "looter foreman").attack(C, A, "looter foreman").attack(D, A, "looter").resolve()
    assert pit.stocks == [0, 1, 1, 1]


def test_an_undivided_rest_stays_if_no_other_looter_breaks_through() -> None:
    """R14: the weaker looter is stopped by the guards."""
    pit = Pit(4).coal(3, 0, 0, 0).lay(A, watchtower="pit_builder miner")
    pit.attack(B, A, "looter foreman").attack(C, A, "looter foreman").attack(D, A, "looter").resolve()
    assert pit.stocks == [1, 1, 1, 0]


# Expedition and mine


def test_less_than_possible_may_be_sold() -> None:
    """R20."""
    pit = Pit(2, round=4).coal(5, 0).resolve()
    assert pit.legal == [f"sell {coal}" for coal in range(5)]
    pit.turn("sell 2")
    assert (pit.pawns[A], pit.stocks[A]) == (2, 3)


def test_who_has_no_coal_is_not_asked() -> None:
    pit = Pit(3, round=2).coal(0, 2, 0).resolve()
    assert (pit.phase, pit.s.current) == ("sell", B)
    pit.turn("sell 2")
    assert pit.phase != "sell"


def test_the_mine_is_served_in_dice_order() -> None:
    """R24: the seat with the die first; what is missing is lost."""
    pit = Pit(3, holder=B).coal(5, 6, 6).lay(A, mine="miner").lay(B, mine="miner").lay(C, mine="miner").resolve()
    assert pit.s.current == B
    pit.sell_nothing()
    assert [(e["player"], e["amount"], e["coal"], e["reserve"]) for e in pit.happened("mined")] == [
        (B, 2, 2, 1),
        (C, 2, 1, 0),
        (A, 2, 0, 0),
    ]


def test_the_last_round_still_draws() -> None:
    """R25: for the tie-break."""
    pit = Pit(2, round=6).coal(0, 0).hand(A, "miner").hand(B, "miner").resolve()
    assert pit.phase == "over"
    assert [event["cards"] for event in pit.happened("drew")] == [2, 2]


def test_an_empty_deck_is_replaced_by_the_discard_pile() -> None:
    """R40: the cards on the boards are not yet in it."""
    pit = Pit(2).coal(0, 0).hand(A, "miner").hand(B, "").lay(B, mine="guard").deck("patrol")
    discards = sum(pit.s.discard)
    pit.resolve()
    assert pit.happened("reshuffled") == [{"cards": discards}]
    assert pit.s.players[A].held == 3
    assert "patrol" in words(pit.s.players[A].hand)


def test_drawing_stops_when_deck_and_discard_pile_are_empty() -> None:
    """R40."""
    pit = Pit(2).coal(0, 0).hand(A, "miner").hand(B, "").deck("patrol").no_discards().resolve()
    assert [event["cards"] for event in pit.happened("drew")] == [1, 0]
    assert pit.happened("reshuffled") == []  # no new deck of no cards


def test_eight_cards_may_be_kept() -> None:
    """R26: only what is above the limit is discarded."""
    pit = Pit(2).coal(0, 0).hand(A, "miner miner miner miner guard guard").turn("pass", "pass")
    assert pit.s.players[A].held == 8
    assert (pit.phase, pit.s.current) == ("discard", B)


def test_discards_lie_face_up() -> None:
    """R26."""
    pit = Pit(2).coal(0, 0).turn("pass", "pass").play("discard miner")
    assert pit.view(B).discard == {"miner": 1}


def test_ties_are_decided_by_a_die_roll_in_the_end() -> None:
    """All equal: the roll puts one before the other, about half of the time each."""
    wins: Counter[int] = Counter()
    for seed in range(120):
        pit = Pit(2, round=6, seed=seed).coal(0, 0).hand(A, "").hand(B, "").deck("").no_discards().resolve()
        assert sorted(pit.ranks) == [1, 2]
        assert len(pit.happened("tie_roll")) == 1
        wins[pit.ranks.index(1)] += 1
    assert 35 < wins[A] < 85


# The variant


def test_a_new_die_card_every_round() -> None:
    """R29: after six rounds each has been turned over once."""
    pit = Pit(2, variant_die_cards=True).coal(0, 0)
    seen = []
    while pit.phase != "over":
        if pit.phase == "place" and (pit.s.round, pit.s.die_card) not in seen:
            seen.append((pit.s.round, pit.s.die_card))
        pit.play(pit.legal[0])
    assert [number for number, _ in seen] == [1, 2, 3, 4, 5, 6]
    assert sorted(card for _, card in seen) == [0, 1, 2, 3, 4, 5]


def test_events_change_the_limits_of_die_cards() -> None:
    """R30: big order on the sale limit; a new seam counts before the mine limit."""
    pit = Pit(3, variant_die_cards=True).die_card(sale=5, mine=2).coal(6, 0, 0)
    pit.lay(A, events="big_order new_seam", mine="miner").lay(B, events="rail_strike").resolve()
    assert pit.legal[-1] == "sell 6"
    pit.turn("sell 0")
    assert pit.stocks[A] == 8


def test_limits_of_a_die_card_hold_for_each_seat() -> None:
    """R28."""
    pit = Pit(3, variant_die_cards=True).die_card(sale=1, mine=6).coal(3, 3, 3).resolve()
    pit.turn("sell 1", "sell 1")
    assert pit.legal == ["sell 0", "sell 1"]


def test_open_supply_knows_no_reserve() -> None:
    """R27: sold coal leaves the game, mining is limited only by the card."""
    pit = Pit(2, variant_die_cards=True, variant_supply="open").die_card(sale=3, mine=4).coal(3, 3)
    pit.lay(A, mine="miner miner miner").resolve().turn("sell 3", "sell 0")
    assert (pit.stocks, pit.s.reserve) == ([4, 3], 0)
    assert pit.view(A).reserve is None


def test_a_shared_supply_is_one_amount_for_all_seats() -> None:
    """R27, R28: the numbers of the die card times the seats, in dice order; sold coal leaves the game."""
    pit = Pit(3, variant_die_cards=True, variant_supply="shared").die_card(sale=1, mine=6).coal(2, 2, 2).resolve()
    assert (pit.view(A).reserve, pit.view(A).sale_limit, pit.view(A).mine_limit) == (18, 3, None)
    pit.turn("sell 2")
    assert pit.legal == ["sell 0", "sell 1"]
    pit.turn("sell 1")
    assert (pit.phase, pit.s.round) == ("discard", 1)  # nothing is left for C to sell
    pit = Pit(3, variant_die_cards=True, variant_supply="shared").die_card(sale=6, mine=1).coal(0, 0, 0)
    pit.lay(A, mine="miner").lay(B, mine="miner").lay(C, mine="miner").resolve()
    assert [event["coal"] for event in pit.happened("mined")] == [2, 1, 0]


def test_events_change_what_a_seat_may_sell_of_a_shared_supply() -> None:
    """R30: whoever has the big order sells two more than is left, everybody else under a strike one less."""
    pit = Pit(2, variant_die_cards=True, variant_supply="shared").die_card(sale=1, mine=6).coal(6, 6)
    pit.lay(A, events="rail_strike").lay(B, events="big_order").resolve().turn("sell 2")
    assert pit.legal == ["sell 0", "sell 1"]


@pytest.mark.parametrize("seats", [2, 6])
def test_the_shared_supply_lasts_for_every_table(seats: int) -> None:
    """A random table sells more than the coal it began with, at any number of seats."""
    sold = 0
    for seed in range(10):
        match = pithead.new("mine", seats, seed, {"variant_die_cards": True, "variant_supply": "shared"})
        choose = random.Random(seed)
        while not match.over:
            match.play(choose.choice(match.legal))
        sold += sum(match.standing.scores)
    assert sold / 10 > 3 * seats


# The dummy


def test_the_dummy_extracts_without_limit() -> None:
    """R31: what the reserve lacks comes from outside."""
    pit = Pit(2, dummy=True).coal(18, 0).lay(B, mine="miner miner").resolve().sell_nothing()
    assert (pit.stocks, pit.s.reserve) == ([18, 4], 0)


def test_the_dummy_is_not_bound_by_the_die_card() -> None:
    """R31."""
    pit = Pit(2, dummy=True, variant_die_cards=True).die_card(sale=6, mine=1).coal(0, 0).reserve(6)
    pit.lay(A, mine="miner miner").lay(B, mine="miner miner").resolve()
    assert pit.stocks == [1, 4]


def test_the_reserve_never_grows_beyond_the_cubes() -> None:
    """R31: with 24 coal in stock a sale of four brings nothing back."""
    pit = Pit(2, round=4, dummy=True).coal(12, 12).reserve(0).resolve().turn("sell 4")
    assert pit.pawns == [4, 4]
    assert (sum(pit.stocks), pit.s.reserve) == (16, 4)


def test_the_dummy_suffers_events() -> None:
    """R31: firedamp and flooding stop it as well."""
    pit = Pit(2, dummy=True).coal(0, 0).lay(A, events="firedamp").lay(B, mine="miner").resolve()
    assert pit.stocks == [0, 0]


def test_one_opponent_with_coal_is_not_enough_for_the_dummy() -> None:
    """R32: in rounds one to five it takes two to draw a colour."""
    pit = Pit(3, round=3, dummy=True).coal(2, 0, 2)
    while pit.phase == "place":
        pit.turn("pass")
    assert pit.placed(pit.dummy) == ["watchtower", "recruitment", "mine", "mine"]


def test_the_dummy_has_a_pile_that_recruitment_refills() -> None:
    """R33: eight cards, four laid, two and the helmets drawn; events never stay."""
    pit = Pit(2, dummy=True).coal(0, 0).hand(A, "miner").turn("pass")
    drew = [event["cards"] for event in pit.happened("drew") if event["player"] == "dummy"]
    assert drew == [3]
    assert pit.s.players[B].held + pit.s.players[B].placed == 7
    assert not any(pit.s.players[B].hand[STATE.N_PROFESSIONS :])


def test_events_that_the_dummy_draws_are_replaced_and_discarded() -> None:
    """R33."""
    pit = Pit(2, round=6, dummy=True).coal(0, 0).hand(A, "").hand(B, "")
    pit.deck("guard patrol firedamp looter foreman miner").no_discards().resolve()
    assert [event["card"] for event in pit.happened("set_aside")] == ["firedamp", "patrol"]
    assert words(pit.s.players[B].hand) == "looter guard"
    assert pit.view(A).discard == {"firedamp": 1, "patrol": 1}


def test_an_event_set_aside_is_not_shuffled_into_the_deck_of_the_same_draw() -> None:
    """R33: it goes to the discard pile after the draw."""
    pit = Pit(2, round=6, dummy=True).coal(0, 0).hand(A, "").hand(B, "").deck("patrol miner guard").no_discards()
    pit.s.discard[0] = pit.s.discard[1] = 1
    pit.resolve()
    assert pit.happened("reshuffled") == [{"cards": 2}]
    assert words(pit.s.players[B].hand) in ("miner", "pit_builder", "miner pit_builder")
    assert pit.view(A).discard == {"patrol": 1}


def test_a_short_pile_is_topped_up_for_the_round() -> None:
    """R33: from the deck, events replaced."""
    pit = Pit(2, round=2, dummy=True).coal(0, 0).hand(B, "miner")
    pit.resolve()
    while pit.phase.startswith("discard"):
        pit.play(pit.legal[0])
    assert pit.s.round == 3
    assert pit.s.players[B].held + pit.s.players[B].placed >= STATE.CARDS_PER_ROUND


def test_the_dummy_discards_at_random_above_eight_cards() -> None:
    """R26: face up."""
    pit = Pit(2, round=6, dummy=True).coal(0, 0).hand(A, "").lay(B, recruitment="recruiter")
    pit.hand(B, "miner miner miner miner pit_builder pit_builder pit_builder").resolve()
    assert pit.s.players[B].held == 8
    assert len([event for event in pit.happened("discarded") if event["player"] == "dummy"]) == 4


def test_the_dummy_may_hold_the_die_and_win() -> None:
    """R34: it is ranked among the players."""
    pit = Pit(3, round=6, dummy=True).points(3, 5, 9)
    pit.s.phase = 6
    assert pit.ranks == [3, 2]
    holders = {fresh_state.holder for fresh_state in (fresh(1, seed, dummy=True) for seed in range(20))}
    assert holders == {0, 1}


def test_the_dummy_sells_the_most() -> None:
    """R34: without being asked."""
    pit = Pit(2, round=3, dummy=True).coal(0, 5).resolve()
    assert (pit.pawns, pit.stocks) == ([0, 3], [0, 2])


def test_the_dummy_picks_among_seats_with_coal_at_random() -> None:
    """R39: each of two about half of the time, never the third."""
    victims: Counter[int] = Counter()
    for seed in range(150):
        pit = Pit(4, round=2, seed=seed, dummy=True).coal(2, 0, 2, 2)
        while pit.phase == "place":
            pit.turn("pass")
        victims.update(event["victim"] for event in pit.happened("attackers") if event["player"] == "dummy")
    assert set(victims) == {A, C}
    assert 45 < victims[C] < 105


def test_without_any_prey_the_last_round_goes_to_the_mine() -> None:
    """R39."""
    pit = Pit(2, round=6, dummy=True).coal(0, 0).turn("pass")
    assert pit.placed(pit.dummy) == ["mine"] * 4


# Card sets


def test_the_flat_card_set_counts_the_same_everywhere() -> None:
    pit = Pit(2, card_set="flat").coal(0, 9).attack(A, B, "looter miner").lay(B, watchtower="pit_builder", mine="guard")
    pit.resolve()
    assert pit.happened("attacked")[0]["attack"] == 5
    assert pit.happened("attacked")[0]["defence"] == 1
    assert [card.helmets["mine"] for card in pit.view(A).professions] == [2, 1, 3, 3, 3, 3]


def test_the_view_says_what_is_printed_on_the_cards() -> None:
    view = Pit(2).view(None)
    assert [card.id for card in view.professions if card.firedamp_proof] == ["pit_builder"]
    events = {card.id: card for card in view.event_cards}
    assert (events["firedamp"].firedamp, events["firedamp"].for_owner, events["firedamp"].for_others) == (1, {}, {})
    assert (events["flooding"].for_owner, events["flooding"].for_others) == ({}, {"mine": -2})
    assert (events["hiring_fair"].for_owner, events["hiring_fair"].for_others) == ({"draw": 3}, {})
    assert view.base_draw == 2
