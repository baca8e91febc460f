"""Takes a lesson in the browser: does what is lit, as a learner would."""

from __future__ import annotations

from playwright.sync_api import Page

from pithead.engine import lessons
from pithead.engine.lessons import Lesson, Moment

AT = "document.querySelector('.app').dataset.at"


def begin(page: Page, lesson: Lesson, language: str = "en") -> None:
    """Open a lesson from the page of its game."""
    page.goto(f"/{language}/learn/{lesson.game.id}")
    number = lessons.course(lesson.game.id).index(lesson)
    page.locator("main ol button").nth(number).click()
    page.locator(".lesson[data-step='0']").wait_for()


def until(page: Page, lesson: Lesson, number: int) -> None:
    """Take the steps before one; the number of steps takes them all."""
    for place, moment in enumerate(lesson.script.moments[:number]):
        take(page, place, moment)
    page.locator(f".lesson[data-step='{number}']").wait_for()


def take(page: Page, place: int, moment: Moment) -> None:
    """Do what one step asks for, by clicks on what it lights."""
    page.locator(f".lesson[data-step='{place}']").wait_for()
    if not moment.decisions:
        page.locator(".lesson button.pri").click()
        return
    for decision, light in zip(moment.decisions, moment.light, strict=True):
        before = page.evaluate(AT)
        lit = "#confirm.taught" if light[0] == "turn" else f".taught[data-target='{light[0]}']:visible"
        page.locator(".app[data-state='act']").wait_for()
        page.locator(lit).first.click()
        # An object that can do several things asks which; then the right one is lit.
        asked = page.locator(f".taught[data-option='{decision}']")
        moved = page.locator(f".app:not([data-at='{before}'])")
        moved.or_(asked).first.wait_for()
        if not moved.count():
            asked.first.click()
            moved.wait_for()
