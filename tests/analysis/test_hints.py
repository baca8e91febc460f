"""Hints: a good decision and a true reason, by what the player knows."""

import random

import pytest

import pithead
from pithead.analysis import hint
from pithead.engine.errors import GameOver, NotYourTurn
from pithead.engine.match import END
from pithead.engine.messages import LANGUAGES
from tests.analysis.games import EXAMPLE, played
from tests.games.example.scramble import scramble


def test_a_hint_is_legal_and_gives_a_reason_in_every_language() -> None:
    match = pithead.new(EXAMPLE, 2, seed=1)
    assert match.to_move is not None
    for language in LANGUAGES:
        found = hint(match, match.to_move, think=0.02, language=language)
        assert found.action in match.legal
        assert found.text == EXAMPLE.action_texts[found.action]
        assert 0 < found.chance < 1
        sentence = found.sentence(EXAMPLE.messages(language))
        assert str(round(100 * found.chance)) in sentence
        assert "{" not in sentence
        assert "analysis." not in sentence


def test_a_forced_decision_says_so() -> None:
    match = pithead.new(EXAMPLE, 2, seed=1)
    match.play("rest")
    assert match.to_move is not None
    found = hint(match, match.to_move, think=0.02)
    assert found.action == END
    assert found.reason == "analysis.hint.forced"


def test_only_the_player_to_move_gets_a_hint() -> None:
    match = pithead.new(EXAMPLE, 2, seed=1)
    assert match.to_move is not None
    with pytest.raises(NotYourTurn):
        hint(match, 1 - match.to_move)
    with pytest.raises(GameOver):
        hint(played(), 0)


def test_the_chances_of_a_hint_do_not_depend_on_what_the_player_cannot_know() -> None:
    match = pithead.new(EXAMPLE, 2, seed=2)
    seat = match.to_move
    assert seat is not None
    first = hint(match, seat, think=0.05)
    scramble(match.state, seat, random.Random(4))
    second = hint(match, seat, think=0.05)
    # The search goes by the clock, so only a decision that both named has comparable chances.
    if first.action == second.action:
        assert first.chance == second.chance
    else:
        assert abs(first.chance - second.chance) < 0.1
