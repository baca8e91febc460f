"""Takes a lesson in the browser: does what is lit, as a learner would."""

from __future__ import annotations

from playwright.sync_api import Page

from pithead.engine import lessons
from pithead.engine.lessons import Lesson, Moment

from .pages import visit
from .player import touch, until

AT = "document.querySelector('.app').dataset.at"


def begin(page: Page, lesson: Lesson, language: str = "en") -> None:
    """Open a lesson from the page of its game."""
    visit(page, f"/{language}/learn/{lesson.game.id}")
    number = lessons.course(lesson.game.id).index(lesson)
    page.locator("main ol button").nth(number).click()
    page.locator(".lesson[data-step='0']").wait_for()


def reach(page: Page, lesson: Lesson, number: int) -> None:
    """Take the steps before one; the number of steps takes them all."""
    for place, moment in enumerate(lesson.script.moments[:number]):
        take(page, place, moment)
    page.locator(f".lesson[data-step='{number}']").wait_for()


# What a click has led to: the next question, a choice among several things that the object can do, or its second half.
LED = """([before, decision, following]) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].some((node) => node.checkVisibility());
  if (document.querySelector('.app').dataset.at !== before) return 'moved';
  if (seen(`.taught[data-option='${decision}'], #confirm.sure`)) return 'asked';
  return following && seen(`.taught[data-target='${following}']`) ? 'half' : null;
}"""


def take(page: Page, place: int, moment: Moment) -> None:
    """Do what one step asks for, by clicks on what it lights."""
    page.locator(f".lesson[data-step='{place}']").wait_for()
    if not moment.decisions:
        page.locator(".lesson button.pri").click()
        return
    tap = page.evaluate("matchMedia('(pointer: coarse)').matches")
    for decision, light in zip(moment.decisions, moment.light, strict=True):
        before = until(
            page, "() => { const { at, state } = document.querySelector('.app').dataset; return state === 'act' && at }"
        )
        # Some decisions take two clicks: a card, and where it goes.
        for half, name in enumerate(light):
            lit = page.locator("#confirm.taught" if name == "turn" else f".taught[data-target='{name}']:visible")
            # Where the first click has opened a panel, its button lies above the board.
            touch(page, lit.last if half else lit.first, tap, patience=30_000)
            led = until(page, LED, [before, decision, [*light, None][half + 1]])
            if led == "asked":
                # Which of several things, where the right one is lit; or whether to end with moves left.
                which = page.locator(f".taught[data-option='{decision}'], #confirm.sure")
                touch(page, which.first, tap, patience=30_000)
                led = until(page, "(at) => document.querySelector('.app').dataset.at !== at && 'moved'", before)
            if led == "moved":
                break
