"""Hints: a good decision and a true reason, by what the player knows."""

import random
import threading
from time import monotonic

import pytest

import pithead
from pithead.analysis import hint, hints
from pithead.analysis.forecast import Forecaster
from pithead.bots.search.searcher import Found, Searcher
from pithead.bots.search.warming import warm
from pithead.bots.search.workspace import Backing
from pithead.engine.errors import GameOver, NotYourTurn
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined
from pithead.engine.match import END
from pithead.engine.messages import LANGUAGES
from tests.analysis.games import EXAMPLE, on, played
from tests.bots.hanging import hanging
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
        assert found.why
        assert sentence.endswith(found.why.sentences(EXAMPLE.messages(language), "advised"))
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
    warm(EXAMPLE)  # on the interpreter the clock says from how many deals a chance comes
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


def test_a_search_that_hangs_still_gives_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog answers with a decision and nothing to compare it with: the others are taken as they come."""
    monkeypatch.setattr("pithead.bots.search.searcher.backing", Backing)
    match = pithead.new(EXAMPLE, 2, seed=1)
    assert match.to_move is not None
    with hanging(monkeypatch):
        found = hint(match, match.to_move, think=0.05)
    assert found.action in match.legal
    assert "{" not in found.sentence(EXAMPLE.messages("en"))


@pytest.mark.parametrize(
    ("chances", "kind"),
    [
        ((0.50, 0.46, 0.30), "better"),
        ((0.50, 0.495, 0.30), "even"),
        ((0.495, 0.50, 0.30), "even"),
        ((0.40, 0.60, 0.30), "clear"),
        ((0.40, 0.42, 0.41), "better"),
    ],
)
def test_the_advice_is_never_worse_by_its_own_forecast_than_what_it_is_compared_with(
    monkeypatch: pytest.MonkeyPatch, chances: tuple[float, ...], kind: str
) -> None:
    """Whatever the search liked best: the sentence speaks about chances, so they decide."""
    match = pithead.new(EXAMPLE, 2, seed=1)
    first, second, third = match.legal[:3]
    values = dict(zip((first, second, third), chances, strict=True))

    def search(self: Searcher, position: Imagined) -> int:
        self.found = [Found(action, visits, 0.5) for visits, action in ((90, first), (60, second), (30, third))]
        return first

    monkeypatch.setattr(hints, "CHOICES", 3)
    monkeypatch.setattr(Searcher, "choose", search)
    monkeypatch.setattr(hints, "_chances", lambda match, seat, actions, think: {one: values[one] for one in actions})
    assert match.to_move is not None
    found = hint(match, match.to_move)
    assert found.chance == max(chances)
    assert values[found.action] == max(chances)
    assert found.reason == f"analysis.hint.{kind}"
    compared = sorted(chances)[-2]
    assert (kind == "even") == (abs(found.chance - compared) < hints.EVEN)


class SlowForecaster(Forecaster):
    """Every imagined deal takes a twentieth of a second."""

    def _chances(self, position: Imagined, action: int, word: int, turn_open: bool, deals: int) -> list[float]:
        threading.Event().wait(0.05 * deals)
        return super()._chances(position, action, word, turn_open, deals)


def interpreted(game: Game) -> Backing:
    """What bots have until the compiler is done."""
    return Backing(EXAMPLE)


def test_on_the_interpreter_a_hint_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "Forecaster", SlowForecaster)
    monkeypatch.setattr(hints, "backing", interpreted)
    match = pithead.new(EXAMPLE, 2, seed=1)
    assert match.to_move is not None
    started = monotonic()
    assert hint(match, match.to_move, think=0.02).action in match.legal
    assert monotonic() - started < hints.LEAST_FORECAST_SECONDS + 2.5  # all 32 deals would take 5 s and more


def test_chances_in_time_come_from_the_same_deals_for_every_decision() -> None:
    """With time for all deals they are as good as those of an analysis; with none there is still an answer."""
    match = pithead.new(EXAMPLE, 2, seed=1)
    seat = match.to_move
    assert seat is not None
    position = match.imagine(seat)
    forecaster = Forecaster(EXAMPLE, 2, 200, on())
    action = match.legal[0]
    twice = forecaster.in_time(position, [action, action], 3, 60.0)
    assert twice[0] == twice[1]
    assert twice[0] == pytest.approx(forecaster.after(position, [action], 3)[0], abs=0.1)
    assert 0 < forecaster.in_time(position, [action], 3, 0.0)[0] < 1
