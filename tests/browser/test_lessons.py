"""Lessons in the browser: a learner finds one, does what is lit, and plays on from its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pithead.engine import lessons
from pithead.engine.lessons import Lesson, Moment

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .learner import begin, take
from .pages import visit

pytestmark = pytest.mark.slow
SMALL = {"width": 390, "height": 664}
# Three languages, each in every size; the accessibility checker looks at both themes.
COURSES = {"coal-baron": "en", "kohle-kolonie": "de", "mine": "fr", "mine-out": "en"}


# The first lesson of each course, and the shortest way from one to the next; whole courses in `make soak`.
FIRST = {"coal-baron": 1, "kohle-kolonie": 1, "mine": 1, "mine-out": 2}
# The longest ones, until a decision was taken in every size: how a lesson ends is the same in every game.
BEGUN = ("coal-baron", "mine")


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["first", "whole"])
@pytest.mark.parametrize(("game", "language"), COURSES.items(), ids=list(COURSES))
def test_a_course_is_taken_by_clicks_in_every_size(
    game: str, language: str, whole: bool, new_page: NewPage, axe: str
) -> None:
    course = lessons.course(game)[: None if whole else FIRST[game]]
    page = new_page(size=SMALL, theme="light" if language == "fr" else "dark", touch=True)
    begin(page, course[0], language)
    sizes = [SMALL, PHONE, DESKTOP]
    for number, lesson in enumerate(course):
        for place, moment in enumerate(lesson.script.moments):
            page.locator(f".lesson[data-step='{place}']").wait_for()
            if moment.decisions and sizes:
                size = sizes.pop(0)
                fits(page, lesson, moment, language, size)
                # The card is the same in every game and in both windows of phones.
                assert game != "mine" or len(sizes) == 1 or complaints(page, axe, contrast=size == SMALL) == []
                if sizes:
                    page.set_viewport_size(sizes[0])  # type: ignore[arg-type]
            take(page, place, moment)
            if not sizes and game in BEGUN and not whole:
                return
        card = page.locator(f".lesson[data-step='{len(lesson.steps)}']")
        expect(card).to_contain_text(lesson.title(language))
        if number + 1 < len(course):
            card.get_by_role("button", name=course[number + 1].title(language)).click()
            page.locator(".lesson[data-step='0']").wait_for()
    assert sizes == []
    if game == "mine-out":
        goes_on_as_a_game(page, course[-1])


def fits(page: Page, lesson: Lesson, moment: Moment, language: str, size: dict[str, int]) -> None:
    """A step can be read, and does not cover what it is about."""
    assert dict(page.viewport_size or {}) == size
    card = page.locator(".lesson")
    expect(card).to_contain_text(lesson.text(moment, language))
    lit = page.locator(".taught:visible").first
    lit.wait_for()
    if size != DESKTOP:
        page.wait_for_function(UNCOVERED)
        assert page.evaluate("document.querySelector('.lesson').offsetHeight") <= size["height"] * 0.36


UNCOVERED = """() => {
  const lit = [...document.querySelectorAll('.taught')].find((one) => one.checkVisibility());
  const card = document.querySelector('.lesson');
  return lit && lit.getBoundingClientRect().bottom <= card.getBoundingClientRect().top + 1;
}"""


def goes_on_as_a_game(page: Page, lesson: Lesson) -> None:
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".lesson")).to_have_count(0)
    expect(page.locator(".app")).to_have_attribute("data-state", "act")
    visit(page, f"/en/learn/{lesson.game.id}")
    expect(page.get_by_role("button", name=f"Once more: {lesson.title()}")).to_be_visible()


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
    visit(page, "/en/learn/coal-baron")
    page.get_by_role("button", name="Continue: A first shift").click()
    page.locator(".lesson[data-step='2']").wait_for()
