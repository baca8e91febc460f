"""Matches: drafts, what others see, who may act, and wrong input."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pithead
from pithead.engine.errors import (
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeat,
    BadSetup,
    GameOver,
    Illegal,
    NothingToUndo,
    NotYourTurn,
    PitheadError,
    UnknownGame,
    UnknownOption,
    Unparseable,
)
from pithead.engine.messages import LANGUAGES


def test_a_copy_or_pickle_goes_on_alike_at_every_moment() -> None:
    match = pithead.new("example", 2, seed=5)
    while not match.over:
        match.play(match.legal[-1])
        for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
            assert twin.rules.encode(twin.state) == match.rules.encode(match.state)
            assert (twin.actions, twin.settled, twin.legal) == (match.actions, match.settled, match.legal)
            assert twin.view(0) == match.view(0)
            if twin.settled < len(twin.actions):
                assert twin.undo() == match.actions[-1]


def test_a_draft_belongs_to_its_player_until_it_is_confirmed() -> None:
    match = pithead.new("example", players=2, seed=7)
    mover = match.to_move
    assert mover is not None
    before = match.view(1 - mover)
    match.play("hang wick")
    assert match.view(mover).glow == 1
    assert match.view(1 - mover) == before
    assert match.view(None).glow == 0
    assert match.events(1 - mover) == []
    match.confirm()
    assert match.view(1 - mover).glow in (0, 1)
    assert match.events(1 - mover)[0].name == "hung"


def test_undo_and_restart_take_back_the_draft() -> None:
    match = pithead.new("example", players=2, seed=7)
    match.play("rest")
    match.undo()
    assert match.actions == []
    match.play("rest")
    assert match.restart() == 1
    with pytest.raises(NothingToUndo):
        match.undo()


def test_the_settled_position_is_that_before_the_draft() -> None:
    match = pithead.new("coal-baron", 2, seed=7)
    settled = match.rules.encode(match.state)
    for _ in range(3):
        if match.settled:
            break
        match.play(match.legal[-1])
        assert match.encoded == match.rules.encode(match.state)
        assert (match.settled_encoded == settled) == (not match.settled)
        assert match.rules.encode(match.settled_state) == match.settled_encoded
        assert match.settled_state is match.settled_state
    match = pithead.new("coal-baron", 2, seed=7)
    match.play(match.legal[-1])
    assert match.encoded != settled
    match.undo()
    assert match.encoded == match.settled_encoded == settled and match.settled_state is match.state


def test_undo_stops_where_something_hidden_was_seen() -> None:
    match = pithead.new("example", players=2, seed=7)
    match.play("draw")
    with pytest.raises(NothingToUndo):
        match.undo()
    match.play(match.legal[-1])
    match.undo()
    with pytest.raises(NothingToUndo):
        match.undo()


def test_a_private_event_is_for_one_seat() -> None:
    match = pithead.new("example", players=2, seed=7)
    mover = match.to_move
    assert mover is not None
    match.play("draw")
    assert [event.name for event in match.events(mover)] == ["drawn", "saw"]
    assert [event.name for event in match.events(1 - mover)] == ["drawn"]
    assert [event.name for event in match.events(None)] == ["drawn"]


def test_only_the_player_to_move_may_act() -> None:
    match = pithead.new("example", players=2, seed=7)
    assert match.to_move is not None
    with pytest.raises(NotYourTurn):
        match.play("rest", seat=1 - match.to_move)


def test_an_illegal_action_says_why() -> None:
    match = pithead.new("example", players=2, seed=7, options={"matches": 1})
    match.play("draw")
    match.confirm()
    match.play("draw")
    match.confirm()
    with pytest.raises(Illegal, match="match"):
        match.play("draw")


def test_a_finished_game_takes_no_decision() -> None:
    match = pithead.new("example", players=2, seed=7)
    while not match.over:
        match.play(match.legal[0])
    assert match.result is not None
    assert match.result.outcome.winners
    with pytest.raises(GameOver):
        match.play("rest")


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_input_is_refused_in_one_sentence(language: str) -> None:
    cases: list[tuple[type[PitheadError], Callable[[], object]]] = [
        (UnknownGame, lambda: pithead.new("chess", players=2)),
        (UnknownGame, lambda: pithead.new("../example", players=2)),
        (BadPlayers, lambda: pithead.new("example", players=9)),
        (UnknownOption, lambda: pithead.new("example", players=2, options={"candles": 3})),
        (BadOption, lambda: pithead.new("example", players=2, options={"matches": 99})),
        (BadSetup, lambda: pithead.new("example", players=2, options={"teams": True})),
    ]
    for kind, call in cases:
        with pytest.raises(kind) as caught:
            call()
        text = caught.value.text(language)
        assert "\n" not in text
        assert "{" not in text
        assert not text.startswith("error.")


def test_the_same_seed_is_the_same_game() -> None:
    one, other = (pithead.new("example", players=3, seed=5) for _ in range(2))
    assert one.rules.encode(one.state) == other.rules.encode(other.state)
    third = pithead.new("example", players=3, seed=6)
    assert one.rules.encode(one.state) != third.rules.encode(third.state)


def test_a_notebook_draws_what_everybody_may_see() -> None:
    match = pithead.new("example", players=2, seed=1)
    drawn = match._repr_html_()
    assert drawn and "<pre" in drawn and "Lamp Room" in drawn and "Player 1" in drawn
    twin = match.rules.decode(match.imagine(0).data)
    other = pithead.new("example", players=2, seed=1)
    other.state = twin
    assert other._repr_html_() == drawn, "hidden cards make no difference"
    while not match.over:
        match.play(match.legal[0])
    assert match.record()._repr_html_() == match._repr_html_()


def test_the_set_up_is_told_to_everybody() -> None:
    """MINE! with die cards turns one up before the first decision; nothing that is decided takes that back."""
    match = pithead.new("mine", 2, seed=1, options={"variant_die_cards": True})
    for seat in (None, 0, 1):
        assert [event.name for event in match.opening(seat)] == ["round", "die_card"]
    match.play(match.legal[-1])
    match.undo()
    assert [event.name for event in match.opening(None)] == ["round", "die_card"]
    assert match.events(match.to_move) == []


@pytest.mark.parametrize("seat", [3, -1, True, "0", 1.0])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    """A list would have taken −1 for the last seat, and most views showed nobody's."""
    match = pithead.new("example", players=3, seed=1)
    asked: list[Callable[[Any], Any]] = [match.view, match.imagine, match.breakdown, match.events, match.opening]
    for ask in asked:
        with pytest.raises(BadSeat, match="from 0 to 2"):
            ask(seat)
    for ask in asked[1:3]:
        with pytest.raises(BadSeat, match="None"):
            ask(None)
    number: Any = np.int64(2)
    assert match.view(number) == match.view(2)


@pytest.mark.parametrize("action", [None, 1.5, [1], b"draw", np.arange(2)])
def test_what_is_neither_a_number_nor_a_text_is_no_decision(action: Any) -> None:
    with pytest.raises(Unparseable):
        pithead.new("example", 2, seed=1).play(action)


def test_a_whole_number_of_any_kind_is_a_decision() -> None:
    match, same = pithead.new("example", 2, seed=1), pithead.new("example", 2, seed=1)
    action = match.legal[0]
    assert match.play(action) == same.play(np.int64(action))  # type: ignore[arg-type]
    assert type(same.actions[0]) is int, "a record of it can be written"


@pytest.mark.parametrize("name", [3, None, ["example"], b"example"])
def test_what_is_no_text_names_no_game(name: Any) -> None:
    for ask in (pithead.load, lambda name: pithead.new(name, 2), lambda name: pithead.BatchEnv(name, 2, 2)):
        with pytest.raises(UnknownGame, match="coal-baron"):
            ask(name)


@pytest.mark.parametrize("text", [3, None, ["example"], b"example"])
def test_what_is_no_text_is_no_record(text: Any) -> None:
    with pytest.raises(BadRecord):
        pithead.read_record(text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pithead.names())
def test_a_decision_of_another_step_is_told_which_one_it_is(name: str, language: str) -> None:
    match = pithead.new(name, 3, seed=1)
    words = match.game.messages(language)
    known = {one.action for one in match.offers().refusals} | set(match.legal)
    other = next(action for action in range(len(match.game.action_texts)) if action not in known)
    with pytest.raises(Illegal) as refused:
        match.play(other)
    step = words.text(f"phase.{match.phase}")
    assert words.has(f"phase.{match.phase}") and refused.value.text(language).endswith(f": {step}.")
