"""The worked examples of the specification, one test each."""

import pytest

from .builder import A, B, C, D, Pit, words


def test_v1_two_equal_looters_share_three_coal_rounding_down() -> None:
    """V1, R13: each takes one, the victim keeps one."""
    pit = Pit(3).coal(3, 0, 0).lay(A, watchtower="miner")
    pit.attack(B, A, "looter miner").attack(C, A, "looter miner").resolve()
    assert pit.stocks == [1, 1, 1]


def test_v2_in_round_one_at_most_one_coal_is_sold() -> None:
    """V2."""
    pit = Pit(3).coal(2, 2, 2).resolve()
    reserve = pit.s.reserve
    assert pit.legal == ["sell 0", "sell 1"]
    pit.play("sell 1")
    assert (pit.pawns[A], pit.stocks[A], pit.s.reserve) == (1, 1, reserve + 1)


def test_v3_one_firedamp_needs_one_pit_builder() -> None:
    """V3, R17: the one who played it suffers too."""
    pit = Pit(3).coal(0, 0, 0)
    pit.lay(A, mine="miner miner").lay(B, mine="pit_builder miner").lay(C, mine="miner", events="firedamp").resolve()
    assert pit.stocks == [0, 3, 0]


def test_v4_two_firedamps_need_two_pit_builders() -> None:
    """V4, R18."""
    pit = Pit(3).coal(0, 0, 0).lay(A, events="firedamp firedamp")
    pit.lay(B, mine="pit_builder miner").lay(C, mine="pit_builder pit_builder miner").resolve()
    assert pit.stocks == [0, 0, 4]


@pytest.mark.parametrize(
    ("looters", "guards", "stock", "loot"),
    [
        ("looter", "guard", 5, 0),
        ("looter", "pit_builder", 5, 1),
        ("looter looter miner", "miner", 4, 4),
    ],
    ids=["V5 defence holds", "V5 difference", "V6 stock limit"],
)
def test_an_attack_takes_the_difference_up_to_the_stock(looters: str, guards: str, stock: int, loot: int) -> None:
    """V5 and V6, R11."""
    pit = Pit(3, round=6).coal(stock, 0, 0).lay(A, watchtower=guards).attack(B, A, looters).resolve()
    assert pit.stocks == [stock - loot, loot, 0]


def test_v7_the_stronger_looter_takes_first() -> None:
    """V7, R16."""
    pit = (
        Pit(3).coal(5, 0, 0).lay(A, watchtower="miner").attack(B, A, "looter foreman").attack(C, A, "looter").resolve()
    )
    assert pit.stocks == [0, 4, 1]


def test_v8_equal_looters_take_their_claims_when_there_is_enough() -> None:
    """V8, R15."""
    pit = Pit(3).coal(6, 0, 0).lay(A, watchtower="miner").attack(B, A, "looter").attack(C, A, "looter").resolve()
    assert pit.stocks == [2, 2, 2]


def test_v10_fresh_loot_cannot_be_looted() -> None:
    """V10, R12."""
    pit = Pit(3).coal(0, 5, 0).attack(A, B, "looter").attack(C, A, "looter foreman").resolve()
    assert pit.stocks == [3, 2, 0]


def test_v12_two_can_loot_each_other() -> None:
    """V12, R12."""
    pit = Pit(2).coal(3, 3).attack(A, B, "foreman").attack(B, A, "foreman").resolve()
    assert pit.stocks == [3, 3]
    assert [event["coal"] for event in pit.happened("looted")] == [2, 2]


def test_v13_helmets_depend_on_the_location() -> None:
    """V13: attack 6 against defence 5; 5 coal mined; 2 + 4 cards drawn."""
    pit = Pit(2).coal(0, 8).attack(A, B, "looter foreman miner").lay(B, watchtower="guard pit_builder").resolve()
    assert pit.happened("attacked") == [{"player": A, "victim": B, "attack": 6, "defence": 5, "claim": 1}]
    pit = Pit(2).coal(0, 0).lay(A, mine="miner pit_builder foreman").hand(B, "").lay(B, recruitment="recruiter miner")
    pit.resolve()
    assert pit.happened("mined")[0]["coal"] == 5
    assert pit.happened("drew")[1]["cards"] == 6


def test_v14_a_night_raid_strengthens_every_stack_and_a_patrol_guards_alone() -> None:
    """V14: stacks of 1 and 2 attack with 3 and 4; an empty watchtower defends with 3."""
    pit = Pit(3).coal(0, 5, 5).lay(A, events="night_raid").attack(A, B, "miner").attack(A, C, "foreman")
    pit.lay(B, events="patrol").resolve()
    assert [(e["victim"], e["attack"], e["defence"]) for e in pit.happened("repelled")] == [(B, 3, 3)]
    assert [(e["victim"], e["attack"], e["defence"]) for e in pit.happened("attacked")] == [(C, 4, 0)]


def test_v16_flooding_takes_two_coal_from_all_others() -> None:
    """V16, R37."""
    pit = Pit(3).coal(0, 0, 0).lay(A, events="flooding", mine="miner miner")
    pit.lay(B, mine="miner pit_builder").lay(C, mine="pit_builder").resolve()
    assert pit.stocks == [4, 1, 0]


@pytest.mark.parametrize(("events", "coal"), [("new_seam", 2), ("new_seam firedamp", 0)])
def test_v17_a_new_seam_needs_no_miner_but_suffers_firedamp(events: str, coal: int) -> None:
    """V17, R17."""
    assert Pit(3).coal(0, 0, 0).lay(A, events=events).resolve().stocks == [coal, 0, 0]


def test_v19_sold_coal_is_in_the_reserve_before_mining() -> None:
    """V19, R23."""
    pit = Pit(2, round=2).coal(10, 10).lay(B, mine="miner miner miner").resolve()
    assert pit.s.reserve == 0
    pit.turn("sell 2")
    assert pit.s.reserve == 2
    pit.turn("sell 0")
    assert pit.stocks == [8, 12]


def test_v20_setup_with_four_seats() -> None:
    """V20, R3."""
    pit = Pit(4)
    deck = words([list(pit.s.deck.items[: pit.s.deck.n]).count(kind) for kind in range(14)]).split()
    assert pit.s.reserve == 12
    assert len(deck) == 38
    assert (deck.count("miner"), deck.count("pit_builder")) == (8, 8)
    assert sum(card in ("looter", "guard", "recruiter", "foreman") for card in deck) == 12
    assert [p.held for p in pit.s.players[:4]] == [8] * 4
    assert words(pit.s.players[A].hand) == "miner " * 4 + "pit_builder pit_builder pit_builder pit_builder"
    view = pit.view(A)
    assert view.boards[A].colour_cards == ["lens", "carmaux", "decazeville"]


def test_v21_recruitment_draws_two_and_the_helmets_then_discards_to_eight() -> None:
    """V21, R26."""
    pit = Pit(2).coal(0, 0).lay(A, recruitment="recruiter miner").hand(A, "miner miner miner miner").resolve()
    assert pit.phase == "discard"
    assert pit.s.players[A].held == 10
    pit.play(pit.legal[0])
    assert "end" not in pit.legal
    pit.play(pit.legal[0])
    assert pit.s.players[A].held == 8
    assert pit.legal == ["end"]


def test_v22_who_plays_nothing_draws_two_and_discards_two() -> None:
    """V22, R25."""
    pit = Pit(2).coal(0, 0).turn("pass", "pass")
    assert (pit.phase, pit.s.current, pit.s.players[A].held) == ("discard", A, 10)
    pit.play("discard miner", "discard pit_builder", "end")
    assert (pit.phase, pit.s.current, pit.s.players[A].held) == ("discard", B, 8)


def test_v24_a_sale_stops_at_the_end_of_the_track() -> None:
    """V24, R21."""
    pit = Pit(2, round=6).coal(6, 0).points(18).resolve()
    assert pit.legal == ["sell 0", "sell 1", "sell 2", "sell 3"]


def test_v25_the_game_ends_with_the_sale_that_reaches_the_end() -> None:
    """V25, R22."""
    pit = Pit(2, round=6).coal(6, 4).points(15, 17).lay(A, mine="miner").resolve().turn("sell 6")
    assert pit.phase == "over"
    assert (pit.pawns, pit.stocks) == ([21, 17], [0, 4])
    assert pit.ranks == [1, 2]


def test_v25_the_expedition_may_be_finished_first() -> None:
    """V25, R22: the tie at 21 is broken by coal, and nobody mines any more."""
    pit = Pit(2, round=6, end_on_21="finish_expedition").coal(6, 5).points(15, 17).lay(A, mine="miner").resolve()
    pit.turn("sell 6", "sell 4")
    assert pit.phase == "over"
    assert (pit.pawns, pit.stocks) == ([21, 21], [0, 1])
    assert pit.ranks == [2, 1]


def test_coal_in_stock_breaks_a_tie_before_professions_in_hand() -> None:
    pit = Pit(2, round=6).points(15, 15).coal(1, 2).hand(A, "miner miner guard").hand(B, "miner")
    pit.s.phase = 6
    assert pit.ranks == [2, 1]


def test_the_higher_roll_breaks_the_last_tie() -> None:
    pit = Pit(2, round=6).points(15, 15).coal(2, 2).hand(A, "miner").hand(B, "guard")
    pit.s.phase = 6
    pit.s.players[A].roll, pit.s.players[B].roll = 2, 5
    assert pit.ranks == [2, 1]


def test_v26_the_last_tie_but_one_is_broken_by_professions_in_hand() -> None:
    """V26: events do not count."""
    pit = Pit(2, round=6).points(15, 15).coal(2, 2)
    pit.hand(A, "miner miner guard patrol").hand(B, "miner miner firedamp firedamp flooding")
    pit.s.phase = 6
    pit.s.players[B].roll = 1
    assert pit.ranks == [1, 2]


def test_v27_the_die_goes_round() -> None:
    """V27."""
    pit = Pit(3).coal(0, 0, 0)
    holders = []
    while pit.phase != "over":
        holders.append((pit.s.round, pit.s.holder))
        pit.turn("pass", "pass", "pass")
        while pit.phase.startswith("discard"):
            pit.play(pit.legal[0])
    assert holders == [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 2)]


def test_v28_who_has_passed_is_skipped_but_resolves_what_lies_there() -> None:
    """V28, R5."""
    pit = Pit(2).coal(0, 0)
    pit.turn("mine miner", "mine miner", "mine miner", "mine miner", "pass")
    assert pit.s.current == B
    pit.turn("mine pit_builder")
    assert pit.s.current == B
    pit.turn("pass")
    assert pit.happened("mined")[0]["coal"] == 4


@pytest.mark.parametrize(("reserve", "coal"), [(3, 3), (8, 5)])
def test_v29_a_die_card_limits_sales_and_extraction(reserve: int, coal: int) -> None:
    """V29, R28 and R24."""
    pit = Pit(4, variant_die_cards=True).die_card(sale=2, mine=5).coal(4, 0, 0, 0).reserve(reserve)
    pit.lay(B, mine="miner miner miner").resolve()
    assert pit.legal == ["sell 0", "sell 1", "sell 2"]
    pit.turn("sell 0")
    assert pit.stocks[B] == coal


def test_v30_the_variant_has_three_coal_per_seat_for_ever() -> None:
    """V30, R27."""
    pit = Pit(3, variant_die_cards=True)
    assert (pit.stocks, pit.s.reserve) == ([3, 3, 3], 0)
    while pit.phase != "over":
        assert sum(pit.stocks) + pit.s.reserve == 9
        pit.play(pit.legal[len(pit.legal) // 2])


def test_v31_the_dummy_guards_loots_recruits_and_mines() -> None:
    """V31."""
    pit = Pit(3, round=2, dummy=True).coal(2, 2, 2)
    _place_all(pit)
    assert pit.placed(pit.dummy) == ["watchtower", "shelter", "recruitment", "mine"]


def test_v32_the_dummy_without_coal_or_prey_recruits_and_mines() -> None:
    """V32, R32."""
    pit = Pit(3, round=2, dummy=True).coal(2, 0, 0)
    _place_all(pit)
    assert pit.placed(pit.dummy) == ["recruitment", "mine", "mine", "mine"]


def test_v33_in_the_last_round_the_dummy_guards_twice_and_attacks_all_with_coal() -> None:
    """V33, R39."""
    pit = Pit(3, round=6, dummy=True).coal(1, 1, 1)
    _place_all(pit)
    assert pit.placed(pit.dummy) == ["watchtower", "watchtower", "shelter", "shelter"]
    assert sorted(e["victim"] for e in pit.happened("attackers") if e["player"] == "dummy") == [A, B]


def test_v34_in_the_last_round_all_cards_of_a_dummy_without_coal_attack_the_only_prey() -> None:
    """V34, R39."""
    pit = Pit(3, round=6, dummy=True).coal(5, 0, 0)
    _place_all(pit)
    shown = [e for e in pit.happened("attackers") if e["player"] == "dummy"]
    assert pit.placed(pit.dummy) == ["shelter"] * 4
    assert {e["victim"] for e in shown} == {A}
    assert sum(e["count"] for e in shown) == 4


def test_v36_coal_is_neither_made_nor_lost() -> None:
    """V36: stocks and reserve are 20 at every step."""
    for seats in (2, 4, 6):
        pit = Pit(seats, seed=seats)
        while pit.phase != "over":
            assert sum(pit.stocks) + pit.s.reserve == 20
            pit.play(pit.legal[-1 - len(pit.legal) // 3])


def test_v37_every_card_and_every_target_is_an_option() -> None:
    """V37, R4."""
    pit = Pit(3).hand(A, "miner miner firedamp")
    assert pit.legal == [
        "pass",
        "watchtower miner",
        "mine miner",
        "recruitment miner",
        "shelter miner lens",
        "shelter miner carmaux",
        "events firedamp",
    ]


def _place_all(pit: Pit) -> None:
    """The players pass; the dummy lays its four cards."""
    while pit.phase == "place":
        pit.turn("pass")


def test_positions_of_these_tests_create_and_lose_nothing() -> None:
    pit = Pit(4, round=3).coal(3, 0, 5, 2).hand(A, "guard firedamp").lay(B, mine="miner").attack(C, D, "looter miner")
    assert pit.audit == 0
    pit.resolve()
    assert pit.audit == 0
