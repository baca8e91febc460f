"""All words of every game exist in three languages, with the same parameters."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import pithead
from pithead.engine.message_format import parameters
from pithead.engine.messages import LANGUAGES, common

from .settings import Setting, covering_settings, every_game, random_match


def own_texts(name: str, language: str) -> dict[str, str]:
    """A game's own messages."""
    path = pithead.load(name).folder / "locales" / f"{language}.json"
    return dict(json.loads(path.read_text("utf-8")))


def same(english: dict[str, str], other: dict[str, str]) -> None:
    """Assert that two languages agree in ids and parameters."""
    assert set(other) == set(english)
    for key, message in english.items():
        assert parameters(other[key]) == parameters(message), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_common_texts_are_complete_in_every_language(language: str) -> None:
    same(common("en").texts, common(language).texts)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_messages_with_the_same_parameters(name: str, language: str) -> None:
    texts = own_texts(name, language)
    same(own_texts(name, "en"), texts)
    for key, message in texts.items():
        assert message.strip(), key


@every_game
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_sentences_are_translated(name: str, language: str) -> None:
    """Names may be the same everywhere; whole sentences of the rules are not."""
    english, other = own_texts(name, "en"), own_texts(name, language)
    untranslated = [key for key in english if key.startswith(("prompt.", "game.goal")) and english[key] == other[key]]
    assert not untranslated


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_game_says_about_itself_has_its_numbers_from_the_components(name: str, language: str) -> None:
    texts = own_texts(name, language)
    shown = pithead.load(name).messages(language)
    for key, message in texts.items():
        if key.startswith(("game.", "reason.")):
            assert not re.search(r"\d", re.sub(r"\{[\w.]+\}", "", message)), (key, message)
            assert "{" not in shown.text(key), key
    if name == "mine-out":
        assert str(pithead.load(name).material.data["play"]["end_above"]) in shown.text("game.end")


@every_game
def test_everything_the_game_can_say_has_words(name: str) -> None:
    game = pithead.load(name)
    missing = [message for message in expected(name) if not game.messages("en").has(message)]
    assert not missing


def expected(name: str) -> Iterator[str]:
    """The messages that follow from the game's facts and from the kinds its offers are written with."""
    game = pithead.load(name)
    notation = game.module("notation")
    yield from (f"game.{word}" for word in ("title", "tagline", "goal", "end"))
    for phase in notation.PHASES:
        yield from (f"prompt.{phase}", f"phase.{phase}")
    yield from (f"event.{kind.name}" for kind in notation.EVENTS.values())
    # What one player alone was told speaks to that player; an analysis tells it to everybody.
    yield from (f"event.{kind.name}.told" for kind in notation.EVENTS.values() if kind.only)
    yield from (f"problem.{problem}" for problem in notation.PROBLEMS if problem)
    yield from (f"reason.{reason}" for reason in notation.END_REASONS if reason)
    yield from (f"variant.{variant.name}" for variant in game.variants)
    for option in game.options:
        yield f"option.{option.name}"
        yield from (f"option.{option.name}.{value}" for value in option.values if isinstance(value, str))
    yield from written_kinds(name)


def written_kinds(name: str) -> Iterator[str]:
    """Kinds of offers, plans, notes and refusals that stand as words in the source."""
    places = {"Offer": ("action", 0), "Note": ("note", 0), "Refusal": ("refusal", 1), "Plan": ("plan", 1)}
    for path in pithead.load(name).folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in places:
                family, at = places[node.func.id]
                if len(node.args) > at and isinstance(word := node.args[at], ast.Constant):
                    yield f"{family}.{word.value!s}"


@covering_settings
def test_no_sentence_of_a_random_game_has_a_hole(setting: Setting) -> None:
    """Every option, refusal, plan and event of a whole game can be said, in every language, with all its words."""
    languages = [setting.game.messages(language) for language in LANGUAGES]
    said: set[tuple[str, str]] = set()
    for number, match in enumerate(random_match(setting, 3)):
        if match.over or number % 5:
            continue
        offers = match.offers()
        sentences: list[tuple[str, dict[str, Any]]] = [(f"action.{o.kind}", o.params) for o in offers.options]
        sentences += [(f"note.{note.message}", note.params) for o in offers.options for note in o.notes]
        sentences += [(f"refusal.{refusal.code}", refusal.params) for refusal in offers.refusals]
        sentences += [(f"plan.{plan.kind}", plan.params) for plan in offers.plans]
        hole(sentences, said, languages)
        seats_are_seats(setting, sentences)
    for seat in range(setting.players):
        events: list[tuple[str, dict[str, Any]]] = [(f"event.{e.name}", e.params) for e in match.events(seat)]
        hole(events, said, languages)
        seats_are_seats(setting, events)
    sources = [f"source.{source}" for player in range(setting.players) for source in match.breakdown(player)]
    assert all(messages.has(source) for messages in languages for source in sources)


def seats_are_seats(setting: Setting, sentences: list[tuple[str, dict[str, Any]]]) -> None:
    """Assert that what is declared to be a seat is one, in every message: clients put the name of its player there."""
    types = setting.game.types
    for message, params in sentences:
        for name, value in params.items():
            if types.get(f"param.{name}") == "seat" and not isinstance(value, str):  # a dummy has a name
                assert value in range(setting.players), (message, name, value)


@every_game
def test_a_name_that_is_a_seat_in_one_event_is_a_seat_in_all(name: str) -> None:
    kinds = pithead.load(name).files.notation.EVENTS.values()
    seats = {field for kind in kinds for field, reader in kind.fields.items() if getattr(reader, "type", "") == "seat"}
    assert "player" in seats
    for field in seats:
        assert pithead.load(name).types[f"param.{field}"] == "seat"


@every_game
def test_every_event_of_the_rules_is_described(name: str) -> None:
    """`Event` numbers them, `EVENTS` says what their numbers mean: neither has one more than the other."""
    game = pithead.load(name)
    assert sorted(game.files.notation.EVENTS) == sorted(game.module("state").Event)


def hole(sentences: list[tuple[str, dict[str, Any]]], said: set[tuple[str, str]], languages: list[Any]) -> None:
    """Assert that no parameter is left over and that every word has a name."""
    for message, params in sentences:
        key = (message, repr(params))
        if key in said:
            continue
        said.add(key)
        for messages in languages:
            assert messages.has(message), message
            assert "{" not in messages.text(message, params), (messages.language, message, params)
            for value in params.values():
                if isinstance(value, str) and re.search("[a-z]", value):  # else a number or a sign
                    named = messages.has(f"name.{value}") or messages.has(f"name.{value.partition(':')[0]}")
                    assert named, (messages.language, message, value)
