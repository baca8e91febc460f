"""Every lesson of every game on the real engine, in every language: a rule that changes breaks its steps here."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from pithead.engine import lessons, registry
from pithead.engine.lessons import Lesson
from pithead.engine.message_format import parameters
from pithead.engine.messages import LANGUAGES
from pithead.engine.rulebook.writer import of_game

ROOT = Path(__file__).resolve().parents[2]
COURSES = {name: course for name in registry.names() if (course := lessons.course(name))}
EVERY = [lesson for course in COURSES.values() for lesson in course]
every_lesson = pytest.mark.parametrize("lesson", EVERY, ids=[f"{lesson.game.id}-{lesson.name}" for lesson in EVERY])


@cache
def texts(lesson: Lesson, language: str) -> dict[str, str]:
    """The words of the course that a lesson belongs to."""
    path = lesson.path.parent / f"{language}.json"
    return dict(json.loads(path.read_text("utf-8")))


@cache
def parts(game: str) -> set[str]:
    """The parts of a game's board that a lesson can light besides its targets."""
    folder = ROOT / "web" / "src" / "boards" / game
    found = (re.findall(r'data-part="([^"]+)"', path.read_text("utf-8")) for path in folder.glob("*.svelte"))
    return {f"part:{part}" for names in found for part in names}


@cache
def rulings(game: str, language: str) -> set[str]:
    """The numbers of a game's rulings."""
    return {ruling.id for ruling in of_game(registry.load(game), language).rulings}


@every_lesson
def test_a_lesson_has_few_steps_and_the_rules_allow_them(lesson: Lesson) -> None:
    script = lesson.script  # plays it; a step that the rules refuse is named
    assert 5 <= len(script.moments) <= 20
    assert sum(len(moment.decisions) > 0 for moment in script.moments) >= 2, "the learner does something"
    match = lesson.start()
    for seat, decision in script.line.steps:
        match.play(decision, seat)
    assert match.to_move == lesson.seat, "the learner can play on"


@pytest.mark.parametrize("name", COURSES)
def test_a_course_has_at_least_eight_steps(name: str) -> None:
    assert sum(len(lesson.steps) for lesson in COURSES[name]) >= 8


@every_lesson
def test_what_is_lit_is_on_the_board(lesson: Lesson) -> None:
    script = lesson.script
    match = lesson.start()
    for moment in script.moments:
        while len(match.actions) < moment.at:
            match.play(script.line.decisions[len(match.actions)])
        offers = match.offers()
        named = {target for option in offers.options for target in option.targets}
        named |= {refusal.target for refusal in offers.refusals} | {plan.target for plan in offers.plans}
        assert set(moment.light[0]) <= named | parts(lesson.game.id), moment.step.name


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_says_at_most_two_sentences_without_a_hole(lesson: Lesson, language: str) -> None:
    known = texts(lesson, language)
    assert {f"{lesson.name}.title", f"{lesson.name}.about"} <= set(known)
    for moment in lesson.script.moments:
        message = known[f"{lesson.name}.{moment.step.name}"]
        values = {name for name in parameters(message) if "." in name}  # of the components; others are of the step
        assert parameters(message) - values <= set(moment.params), moment.step.name
        said = lesson.text(moment, language)
        assert "{" not in said
        assert 1 <= len(re.findall(r"[.!?](?= |$)", said)) <= 2, said
        assert len(said) <= 300, said
        if moment.step.rule:
            assert moment.step.rule in rulings(lesson.game.id, language), moment.step.rule


@pytest.mark.parametrize("name", COURSES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_course_has_the_same_words_in_every_language_and_no_others(name: str, language: str) -> None:
    wanted = {
        f"{lesson.name}.{word}"
        for lesson in COURSES[name]
        for word in ("title", "about", *(step.name for step in lesson.steps))
    }
    english, known = texts(COURSES[name][0], "en"), texts(COURSES[name][0], language)
    assert set(known) == wanted
    for key, message in known.items():
        assert parameters(message) == parameters(english[key]), key
        assert language == "en" or message != english[key], key


NUMBERS = {
    "en": "three four five six seven eight nine ten eleven twelve",
    "fr": "trois quatre cinq sept huit neuf dix onze douze",
    "de": "drei vier fünf sechs sieben acht neun zehn elf zwölf",
}
# What happened in the deal of the lesson, which its own test plays: no value of a component.
TOLD = {"two-rounds.sell_more", "first-ore.out", "disasters.secure"}


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_a_lesson_come_from_the_components(lesson: Lesson, language: str) -> None:
    """An edition, or a change of the material, never makes a lesson say what is no longer so."""
    typed = re.compile(rf"(?<![A-Z\w])\d+|\b({'|'.join(NUMBERS[language].split())})\b", re.IGNORECASE)
    for key, message in texts(lesson, language).items():
        if key.startswith(f"{lesson.name}.") and key not in TOLD:
            bare = re.sub(r"\{[\w.=]+\}|\{[\w.=]+, plural,", "", message)
            assert not typed.search(bare), (key, message)


def test_orders_are_named_by_what_their_cards_show() -> None:
    """Cards of Coal Baron bear no numbers."""
    for lesson in COURSES["coal-baron"]:
        for language in LANGUAGES:
            assert [name for name, text in texts(lesson, language).items() if "order" in parameters(text)] == []
