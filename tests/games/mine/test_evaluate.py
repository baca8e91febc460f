"""What a seat believes of the others' guards."""

import pytest

import pithead


def _after_one_card(die_cards: bool) -> tuple[float, float]:
    """What the last of four expects: the guard of the first, who has laid a card elsewhere, and that of the third."""
    match = pithead.new("mine", players=4, seed=3, options={"variant_die_cards": die_cards})
    first = match.to_move
    assert first is not None
    match.play("mine miner")
    match.confirm()
    expected_guard = match.game.module("evaluate").expected_guard
    last, third = (first + 3) % 4, (first + 2) % 4
    return expected_guard(match.state, last, first), expected_guard(match.state, last, third)


def test_with_die_cards_who_has_laid_a_card_looks_no_less_guarded_than_the_others() -> None:
    """Or everybody would loot the seat that goes first."""
    first, third = _after_one_card(die_cards=True)
    assert first == third


def test_without_die_cards_who_still_has_cards_may_guard_yet() -> None:
    """Every card that is still to come counts."""
    first, third = _after_one_card(die_cards=False)
    assert third - first == pytest.approx(0.3)
