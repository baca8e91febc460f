"""What players are told: options, refusals with their reasons, plans."""

from typing import Any

import pytest

from .builder import GAME, RULES, A, Pit
from .obstacles import remove

OFFERS = RULES.instance.module("offers")


def refusals(pit: Pit) -> dict[str, Any]:
    """Refusals by target."""
    return {refusal.target: refusal for refusal in OFFERS.refusals(pit.s)}


def offer(pit: Pit, text: str) -> Any:
    return OFFERS.offer(pit.s, GAME.action_ids[text])


def test_an_offer_lights_card_location_and_town() -> None:
    found = offer(Pit(3), "shelter miner lens")
    assert found.targets == ("card:miner", "place:shelter", "town:lens")
    assert found.params["helmets"] == 1


def test_an_attack_on_empty_stocks_carries_a_warning() -> None:
    """R9."""
    pit = Pit(2).coal(1, 0)
    assert [note.message for note in offer(pit, "shelter miner lens").notes] == ["no_coal_there"]
    assert not offer(Pit(2), "shelter miner lens").notes


def test_a_pass_says_that_it_is_final() -> None:
    """R5: where it is."""
    assert offer(Pit(2), "pass").notes
    assert not offer(Pit(2, pass_is_final=False), "pass").notes


def test_a_sale_tells_its_points() -> None:
    pit = Pit(2, round=3).coal(3, 0).resolve()
    assert offer(pit, "sell 2").preview == {"coal": -2, "points": 2}


def test_the_expedition_never_takes_cards() -> None:
    refusal = refusals(Pit(2))["place:expedition"]
    assert refusal.code == "no_cards_here"


def test_events_are_closed_without_an_event_card() -> None:
    """R4."""
    assert refusals(Pit(2))["place:events"].code == "no_event"
    assert "place:events" not in refusals(Pit(2).hand(A, "patrol"))


def test_all_other_locations_are_closed_with_events_only() -> None:
    """R4."""
    found = refusals(Pit(2).hand(A, "patrol"))
    closed = {target for target, refusal in found.items() if refusal.code == "no_profession"}
    assert closed == {"place:shelter", "place:watchtower", "place:mine", "place:recruitment"}


@pytest.mark.parametrize(
    ("round_", "coal", "points", "target", "code"),
    [
        (2, 5, 0, "sell:3", "sale_limit"),
        (6, 2, 0, "sell:3", "no_coal"),
        (6, 6, 19, "sell:3", "track_end"),
        (2, 2, 0, "sell:3", "no_coal"),
    ],
)
def test_a_sale_is_refused_for_its_first_reason(round_: int, coal: int, points: int, target: str, code: str) -> None:
    """R21 and the limits."""
    pit = Pit(2, round=round_).coal(coal, 0).points(points).resolve()
    refusal = refusals(pit)[target]
    assert refusal.code == code
    assert refusal.action not in RULES.legal(pit.s)
    remove(pit.s, refusal)
    assert refusal.action in RULES.legal(pit.s)


def test_the_turn_cannot_end_above_the_hand_limit() -> None:
    """R26."""
    pit = Pit(2).coal(0, 0).turn("pass", "pass")
    refusal = refusals(pit)["turn"]
    assert (refusal.code, refusal.params) == ("hand_limit", {"limit": 8, "have": 10})


def test_plans_take_the_card_with_most_helmets() -> None:
    pit = Pit(2).hand(A, "miner pit_builder looter patrol")
    plans = {plan.target: [GAME.action_texts[action] for action in plan.actions] for plan in OFFERS.plans(pit.s)}
    assert plans["place:mine"] == ["mine miner", "end"]
    assert plans["place:watchtower"] == ["watchtower pit_builder", "end"]
    assert plans["town:lens"] == ["shelter looter lens", "end"]
    assert plans["card:patrol"] == ["events patrol", "end"]


def test_the_plan_for_a_full_hand_discards_the_weakest() -> None:
    pit = Pit(2).coal(0, 0).hand(A, "miner miner miner miner foreman foreman patrol pit_builder")
    pit.deck("guard guard foreman").resolve()
    plan = next(plan for plan in OFFERS.plans(pit.s) if plan.kind == "discard")
    texts = [GAME.action_texts[action] for action in plan.actions]
    assert texts == ["discard miner", "discard miner", "end"]


def test_the_sale_plan_sells_the_most() -> None:
    pit = Pit(2, round=3).coal(5, 0).resolve()
    (plan,) = OFFERS.plans(pit.s)
    assert [GAME.action_texts[action] for action in plan.actions] == ["sell 3", "end"]
