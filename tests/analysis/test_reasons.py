"""Reasons in words: what a decision gains over another, by what the seat knows."""

from collections.abc import Callable
from functools import cache

import pytest

import pithead
from pithead.analysis.page import moment_text
from pithead.analysis.reasons import Gain, Reason, Reasoner
from pithead.analysis.report import Moment
from pithead.bots.search.workspace import Backing
from pithead.engine.match import Match
from pithead.engine.messages import LANGUAGES
from tests.analysis.games import EXAMPLE, studied


@cache
def backing(name: str) -> Backing:
    """The interpreted search: the compiled one finds the same, only faster."""
    return Backing(pithead.load(name))


def reason(match: Match, better: str, other: str) -> Reason:
    """Why one decision is better than another for the player to move."""
    assert match.to_move is not None
    ids = match.game.action_ids
    assert {ids[better], ids[other]} <= set(match.legal)
    reasoner = Reasoner(match.game, match.players, backing(match.game.id))
    return reasoner.compare(match.imagine(match.to_move), ids[better], ids[other], 1)


def until(match: Match, done: Callable[[Match], bool]) -> Match:
    """Play the first decision of every list until something is so."""
    for _ in range(100):
        if done(match):
            return match
        match.play(match.legal[0])
    raise AssertionError("never came")


def coal_baron() -> Match:
    """The first worker is to be placed."""
    return until(pithead.new("coal-baron", 2, seed=1), lambda match: match.phase == "place")


def mine_out() -> Match:
    """The first turn."""
    return pithead.new("mine-out", 2, seed=1)


def mine() -> Match:
    """The first card is to be placed."""
    return pithead.new("mine", 2, seed=1)


def kohle_kolonie() -> Match:
    """A main action is done and a technology card can be flipped."""
    match = pithead.new("kohle-kolonie", 3, seed=1)
    for _ in range(9):
        match.play(match.legal[-1] if len(match.legal) > 1 and match.legal[0] == 0 else match.legal[0])
    return match


def lamp_room() -> Match:
    """The first turn."""
    return pithead.new("example", 2, seed=1)


@pytest.mark.parametrize(
    ("start", "better", "other", "first", "lack"),
    [
        (coal_baron, "place mining_10", "place mining_6", Gain("majorities"), None),
        (coal_baron, "place money_6", "place money_4", Gain("francs", 2), None),
        (mine_out, "play miner_black", "play worker", Gain("cards", 2), Gain("points", 1)),
        (mine_out, "play worker", "refresh", Gain("points", 1), Gain("cards", 1)),
        (mine, "mine miner", "watchtower miner", Gain("mine"), None),
        (mine, "recruitment miner", "watchtower miner", Gain("cards"), None),
        (kohle_kolonie, "place ironworks M1", "place guard A2", Gain("technology"), None),
        (kohle_kolonie, "flip workforce price 2", "end", Gain("technology"), Gain("supplies")),
        (lamp_room, "draw", "rest", Gain("points", 6), None),
        (lamp_room, "hang electric", "rest", Gain("points", 6), Gain("lamps")),
    ],
)
def test_a_reason_names_what_the_move_gains_and_what_it_lacks(
    start: Callable[[], Match], better: str, other: str, first: Gain, lack: Gain | None
) -> None:
    match = start()
    found = reason(match, better, other)
    assert found.gains[0] == first
    assert found.lacks == ((lack,) if lack else ())
    # Seen from the other side it is the same difference.
    turned = reason(match, other, better)
    assert first in turned.lacks
    assert lack is None or lack in turned.gains


@pytest.mark.parametrize("start", [coal_baron, mine_out, mine, kohle_kolonie, lamp_room])
def test_a_reason_does_not_depend_on_what_the_player_cannot_know(start: Callable[[], Match]) -> None:
    match = start()
    seat = match.to_move
    assert seat is not None
    texts = [match.game.action_texts[action] for action in (match.legal[0], match.legal[-1])]
    before = reason(match, texts[0], texts[1])
    hidden = match.rules.encode(match.state)
    match.rules.determinize(match.state, seat, match.rules.fast(77, 7))
    assert match.rules.encode(match.state) != hidden
    assert reason(match, texts[0], texts[1]) == before


def test_the_same_position_reached_by_two_ways_gives_no_reason_and_says_so() -> None:
    match = lamp_room()
    found = reason(match, "rest", "rest")
    assert found == Reason((), (), False)
    said = found.sentences(EXAMPLE.messages("en"), "advised")
    assert said == "By the end of the turn both come to about the same."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_is_said_in_sentences(language: str) -> None:
    messages = pithead.load("coal-baron").messages(language)
    said = Reason((Gain("points", 3), Gain("francs")), (Gain("workers", 1),), True).sentences(messages, "better")
    expected = {
        "en": (
            "The better move scores 3 points more and leaves you more money.",
            "The other one, though, keeps 1 worker more in reserve.",
            "What the better move is worth shows only in later turns.",
        ),
        "fr": (
            "Le meilleur coup marque 3 points de plus et vous laisse plus d’argent.",
            "L’autre, en revanche, vous laisse 1 ouvrier de plus en réserve.",
            "Ce que vaut le meilleur coup ne se voit qu’aux tours suivants.",
        ),
        "de": (
            "Der bessere Zug bringt 3 Punkte mehr und lässt dir mehr Geld.",
            "Der andere dagegen lässt dir 1 Arbeiter mehr im Vorrat.",
            "Was der bessere Zug wert ist, zeigt sich erst in späteren Zügen.",
        ),
    }
    assert said == " ".join(expected[language])


def test_an_analysis_says_why_a_decision_lost() -> None:
    _, found = studied()
    lost = next(one for one in found.decisions if one.why and one.why.gains)
    assert lost.loss > 0
    assert lost.why
    moment = Moment("mistake", lost.seq, lost.turn, lost.player, lost.action, lost.alternatives[0].action, lost.loss)
    for language in LANGUAGES:
        messages = EXAMPLE.messages(language)
        assert moment_text(found, moment, messages).endswith(lost.why.sentences(messages, "better"))
    assert found.data()["decisions"][lost.seq]["why"]["gains"][0]["term"] == lost.why.gains[0].term
