"""Takes a lesson in the browser: does what is lit, as a learner would."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from pithead.engine import lessons
from pithead.engine.lessons import Lesson, Moment

from .player import touch

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
        page.locator(".app[data-state='act']").wait_for()
        moved = page.locator(f".app:not([data-at='{before}'])")
        # An object that can do several things asks which, then the right one is lit; an end with moves left asks once.
        asked = page.locator(f".taught[data-option='{decision}'], #confirm.sure")
        # Some decisions take two clicks: a card, and where it goes.
        for place, name in enumerate(light):
            lit = page.locator("#confirm.taught" if name == "turn" else f".taught[data-target='{name}']:visible")
            # Where the first click has opened a panel, its button lies above the board.
            _press(page, lit.last if place else lit.first)
            reached = moved.or_(asked)
            for following in light[place + 1 : place + 2]:
                reached = reached.or_(page.locator(f".taught[data-target='{following}']:visible"))
            reached.first.wait_for()
            if asked.count():
                _press(page, asked.first)
                moved.wait_for()
            if moved.count():
                break


def _press(page: Page, lit: Locator) -> None:
    """A tap on a phone, a click elsewhere."""
    lit.wait_for()
    touch(page, lit, tap=page.evaluate("matchMedia('(pointer: coarse)').matches"), patience=30_000)
