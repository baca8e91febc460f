"""Lessons in the browser: a learner finds one, does what is lit, and plays on from its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pithead.engine import lessons, registry
from pithead.engine.lessons import Lesson

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .learner import begin, take, until

pytestmark = pytest.mark.slow
SMALL = {"width": 390, "height": 664}
FIRST = [course[0] for name in registry.names() if (course := lessons.course(name))]
every_game = pytest.mark.parametrize("lesson", FIRST, ids=[lesson.game.id for lesson in FIRST])


@every_game
def test_a_lesson_is_taken_by_clicks_and_goes_on_as_a_game(lesson: Lesson, new_page: NewPage) -> None:
    page = new_page()
    begin(page, lesson)
    until(page, lesson, len(lesson.steps))
    expect(page.locator(".lesson")).to_contain_text(lesson.title())
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator(".app")).to_have_attribute("data-state", "act")
    page.goto(f"/en/learn/{lesson.game.id}")
    expect(page.get_by_role("button", name=f"Once more: {lesson.title()}")).to_be_visible()


CHAPTERS = lessons.course("kohle-kolonie")[1:]


@pytest.mark.parametrize("lesson", CHAPTERS, ids=[lesson.name for lesson in CHAPTERS])
def test_every_further_chapter_is_taken_by_clicks(lesson: Lesson, new_page: NewPage) -> None:
    page = new_page()
    begin(page, lesson)
    until(page, lesson, len(lesson.steps))
    expect(page.locator(".lesson")).to_contain_text(lesson.title())


@every_game
@pytest.mark.parametrize(
    ("size", "theme", "language"), [(SMALL, "dark", "de"), (PHONE, "light", "fr")], ids=["small", "phone"]
)
def test_the_first_steps_fit_a_phone(
    lesson: Lesson, size: dict[str, int], theme: str, language: str, new_page: NewPage, axe: str
) -> None:
    page = new_page(size=size, theme=theme, touch=True, settings=f'{{"speed": "instant", "theme": "{theme}"}}')
    begin(page, lesson, language)
    moments = lesson.script.moments
    place = next(place for place, moment in enumerate(moments) if moment.decisions)
    until(page, lesson, place)
    card = page.locator(".lesson")
    expect(card).to_contain_text(lesson.text(moments[place], language))
    lit = page.locator(".taught:visible").first
    lit.wait_for()
    box, bar = lit.bounding_box(), card.bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"] + 1, "the step covers what it is about"
    assert bar["height"] <= size["height"] * 0.36
    assert complaints(page, axe) == []
    take(page, place, moments[place])


def test_another_decision_gets_a_friendly_word_and_nothing_else(new_page: NewPage) -> None:
    lesson = lessons.find("coal-baron", "first-shift")
    page = new_page(size=DESKTOP)
    begin(page, lesson)
    # By keys only: what is read goes on with Enter, then an order that the step is not about.
    page.keyboard.press("Enter")
    page.locator(".lesson[data-step='1']").wait_for()
    page.locator("[data-target='order:1']").press("Enter")
    expect(page.locator(".lesson")).to_contain_text("this step is about something else")
    expect(page.locator(".app")).to_have_attribute("data-state", "act")
    page.locator("[data-target='order:6']").press("Enter")
    expect(page.locator(".lesson")).not_to_contain_text("this step is about something else")
    page.locator("#confirm.taught").wait_for()
    page.keyboard.press("Enter")
    page.locator(".lesson[data-step='2']").wait_for()
    page.goto("/en/learn/coal-baron")
    page.get_by_role("button", name="Continue: A first shift").click()
    page.locator(".lesson[data-step='2']").wait_for()
