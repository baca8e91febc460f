"""The coach: speaks against a turn that gives much away, before it is final, by what the player knows."""

import pytest

import pithead
from pithead.analysis.coach import Draft, Objection, object_to
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Backing
from pithead.engine.match import END, Match
from pithead.engine.messages import LANGUAGES
from tests.analysis.games import EXAMPLE

MUCH = 0.1


def start() -> Match:
    """A first turn, in which resting is a waste."""
    return pithead.new(EXAMPLE, 2, seed=4)


def rested() -> Match:
    """The player to move has rested instead: only END is left."""
    match = start()
    match.play("rest")
    return match


def asked(match: Match, action: int, threshold: float = MUCH) -> Objection | None:
    """What the coach says."""
    return object_to(Draft.of(match, action), threshold, prepared(EXAMPLE))


def test_a_turn_that_gives_much_away_is_objected_to() -> None:
    match = rested()
    found = asked(match, END)
    assert found
    assert found.loss >= MUCH
    assert found.back == 1
    match.undo()
    assert found.action in match.legal
    assert found.text != "rest"
    assert found.why.gains


def test_nobody_is_asked_about_less_than_was_agreed() -> None:
    match = rested()
    found = asked(match, END)
    assert found
    assert asked(match, END, found.loss + 0.01) is None


def test_what_the_search_would_play_itself_is_not_objected_to() -> None:
    match = rested()
    found = asked(match, END)
    assert found
    match.undo()
    assert asked(match, found.action, -1.0) is None


def test_what_can_be_taken_back_is_not_asked_about() -> None:
    assert asked(start(), EXAMPLE.action_ids["rest"], 0.0) is None


def test_a_decision_that_reveals_something_is_asked_about_before_it_is_taken() -> None:
    """A lamp that is drawn cannot be put back; the search would hang one at this point."""
    match = pithead.new(EXAMPLE, 2, seed=1)
    for _ in range(6):
        match.play("rest")
        match.play(END)
    found = asked(match, EXAMPLE.action_ids["draw"], -1.0)
    assert found
    assert found.back == 0
    assert found.text == "hang carbide"


def test_without_a_compiled_search_the_coach_keeps_silent() -> None:
    assert object_to(Draft.of(rested(), END), 0.0, Backing(EXAMPLE)) is None


def test_the_coach_does_not_use_what_the_player_cannot_know() -> None:
    match = rested()
    seat = match.to_move
    assert seat is not None
    first = Draft.of(match, END)
    before = object_to(first, 0.0, prepared(EXAMPLE))
    hidden = match.rules.copy(match.settled_state)
    match.rules.determinize(hidden, seat, match.rules.fast(77, 7))
    assert match.rules.encode(hidden) != match.rules.encode(match.settled_state)
    other = Draft(EXAMPLE, 2, seat, hidden, first.decisions, END, first.word)
    assert object_to(other, 0.0, prepared(EXAMPLE)) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_says_what_is_lost_what_is_better_and_why(language: str) -> None:
    match = rested()
    found = asked(match, END)
    assert found
    asked_in_words = found.question(EXAMPLE, match.names, language)
    sign = "%" if language == "en" else "\N{NO-BREAK SPACE}%"
    assert f"{round(100 * found.loss)}{sign}" in asked_in_words
    for said in (asked_in_words, found.why.sentences(EXAMPLE.messages(language), "better")):
        assert said
        assert "{" not in said
        assert "analysis." not in said
