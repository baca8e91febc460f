"""Plays at a table in the browser, by real clicks, taps or keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from playwright.sync_api import Error, Locator, Page

import pithead
from pithead.engine.match import END
from tests.table.contract import Frame, read_frame

from .conftest import PATIENCE
from .pages import visit

NAMES = ("Ada", "Hugo", "Emma", "Jules", "Nour", "Timo")

# Lets a test cut the connection as a tunnel does: no goodbye, and no way back while `window.tunnel` is true.
CUT = """
  window.sockets = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      if (window.tunnel) {
        const lost = Object.assign(new EventTarget(), { readyState: Plain.CLOSED, send() {}, close() {} });
        setTimeout(() => { lost.onclose?.(new CloseEvent('close')); lost.dispatchEvent(new CloseEvent('close')); });
        return lost;
      }
      super(...given);
      window.sockets.push(this);
    }
  };
"""
# Where to press an object, unless something else lies there; and whether the click comes down on it, is noted.
MIDDLE = """(node) => {
  const note = (event) => { window.aim.hit ||= window.aim.node.contains(event.target) };
  if (!window.aim) window.addEventListener('click', note, true);
  window.aim = { node, hit: null };
  node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = node.getBoundingClientRect();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const there = document.elementFromPoint(...middle);
  return there && node.contains(there) ? middle : null;
}"""
# Ask the server as this browser.
ASK = """async ([method, path, body]) => {
  const answer = await fetch(`/api/${path}`, { method, ...(body ? {
    headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body) } : {}) });
  return await answer.json();
}"""
# Looks when the document has changed. To look at every frame, as `wait_for_function` does, has each of them drawn.
UNTIL = """([arg, patience]) => new Promise((done, failed) => {
  const holds = %s;
  const end = (tell) => { watch.disconnect(); clearTimeout(late); tell(); };
  const look = () => { const found = holds(arg); if (found) end(() => done(found)); };
  const watch = new MutationObserver(look);
  const late = setTimeout(() => end(() => failed(new Error('Timeout: nothing of this kind happened'))), patience);
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
})"""
# Which of the objects that are lit can be seen and are not picked up already, and whether the turn can end.
CHOICES = """() => [
  [...document.querySelectorAll('[data-legal]')].flatMap((node, index) => {
    const { width, height } = node.getBoundingClientRect();
    const seen = width > 0 && height > 0 && node.checkVisibility({ visibilityProperty: true });
    return seen && node.ariaPressed !== 'true' ? [index] : [];
  }),
  document.querySelector('#confirm[aria-disabled=false]') !== null,
]"""
# A tap becomes a click a little later than it is made, and none at all where a busy browser takes it for a long press.
CLICKED = """() => new Promise((done) => {
  const end = performance.now() + 5000;
  const look = () => {
    if (window.aim?.hit !== null) done(true);
    else if (performance.now() > end) done(false);
    else setTimeout(look, 5);
  };
  look();
})"""
ASKED = "() => ['.choose button', '#confirm.sure'].map((one) => document.querySelectorAll(one).length)"
STATE = "(() => { const a = document.querySelector('.app'); return a ? {...a.dataset} : {} })()"


def new_table(page: Page, game: str, seats: Sequence[dict[str, Any]], **more: Any) -> str:
    """Make a table as the home page does, and return its id."""
    made = page.evaluate(
        """async (body) => {
          const answer = await fetch('/api/tables', {
            method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body) });
          return await answer.json();
        }""",
        {"game": game, "seats": list(seats), "start": True, **more},
    )
    assert "id" in made, made
    return cast(str, made["id"])


def published(frames: Sequence[str]) -> list[Frame]:
    """What a connection of a test's own has heard, which must be as published."""
    return [read_frame(frame) for frame in frames]


# A process of tests uploads each record to a server once.
_uploaded: dict[tuple[str, str], dict[str, Any]] = {}


def uploaded(page: Page, record: str) -> dict[str, Any]:
    """The table of a recorded game."""
    key = (page.url.split("/")[2], record)
    if key not in _uploaded:
        told: dict[str, Any] = page.evaluate(ASK, ["POST", "records", {"text": record}])
        assert "id" in told, told
        _uploaded[key] = told
    return _uploaded[key]


def moment_of(record: str, decision: int) -> pithead.Match:
    """A recorded game before one of its decisions."""
    told = pithead.read_record(record)
    match = told.start()
    steps = told.steps(match)
    for _ in range(decision):
        next(steps)
    return match


def branch(page: Page, record: str, decision: int, level: str = "random", people: bool = False) -> str:
    """A table that goes on with a recorded game from a decision; whoever is to move there is this page, or all are."""
    origin = uploaded(page, record)
    other: dict[str, Any] = {"kind": "hotseat"} if people else {"kind": "bot", "level": level}
    # To ask the server who is to move there would have it render every position of the game.
    mover = moment_of(record, decision).to_move
    seats = [
        {**({"kind": "you"} if seat["seat"] == mover else other), "name": seat["name"]} for seat in origin["seats"]
    ]
    made = page.evaluate(ASK, ["POST", f"tables/{origin['id']}/branch", {"decision": decision, "seats": seats}])
    assert "id" in made, made
    return cast(str, made["id"])


@cache
def _at_random(game: str, players: int, **options: Any) -> tuple[str, list[int]]:
    """The record of a game at random, and the decisions with which a turn begins; the last one ends the game."""
    match = pithead.new(game, players, seed="late", names=NAMES[:players], options=options)
    choose = random.Random(game)
    turns = [0]
    while not match.over:
        match.play(choose.choice(match.legal))
        if match.actions[-1] == END:
            turns.append(len(match.actions))
    return match.record().text, turns if turns[-1] == len(match.actions) else [*turns, len(match.actions)]


def late_in(game: str, players: int, **options: Any) -> tuple[str, int]:
    """The record of a game at random, and a decision in its last fifth with which a turn begins."""
    record, turns = _at_random(game, players, **options)
    return record, max(turn for turn in turns if turn <= 0.8 * turns[-1])


def end_of(game: str, players: int, **options: Any) -> tuple[str, int]:
    """The record of a game at random, and the decision with which its last round of turns begins."""
    record, turns = _at_random(game, players, **options)
    return record, turns[max(0, len(turns) - 1 - players)]


def against_bots(you: str, players: int, level: str = "random") -> list[dict[str, Any]]:
    """One person and bots."""
    bots = [{"kind": "bot", "level": level, "name": name} for name in NAMES[1:players]]
    return [{"kind": "you", "name": you}, *bots]


# Takes the first decision whenever this seat is to move, until another one is in some phase.
PLAY_ALONG = """([table, seat, mover, phase]) => {
  window.played = new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    const send = (message) => socket.send(JSON.stringify({ seat, ...message }));
    socket.onopen = () => send({ type: 'subscribe', key: 'begin', since: 0, language: 'en' });
    const frames = [];
    socket.onmessage = ({ data }) => {
      const { type, text, position } = JSON.parse(data);
      frames.push(data);
      if (type === 'error') failed(new Error(text));
      if (type !== 'position') return;
      const { to_move, at } = position;
      if (to_move === mover && position.phase === phase) { socket.close(); done(frames); }
      else if (to_move === seat) {
        const option = position.options.find(({ id }) => id !== 0);
        send(option ? { type: 'play', key: `${at}`, expect: at, decision: option.id }
          : { type: 'confirm', key: `${at}`, expect: at });
      }
    };
  });
}"""


def waiting_for_hugo(ada: Page, hugo: Page, game: str, phase: str, bots: int = 0) -> None:
    """Ada before a table of the two where Hugo is to move in this phase; what was before is played by messages."""
    table = start_for_two(ada, hugo, game, bots)
    for seat, page in enumerate((ada, hugo)):
        page.evaluate(PLAY_ALONG, [table, seat, 1, phase])
    for page in (ada, hugo):
        published(page.evaluate("window.played"))
    visit(ada, f"/en/table/{table}")
    ada.locator(".app[data-state=wait]").wait_for()


def seat_two_people(ada: Page, hugo: Page, game: str, bots: int = 0) -> str:
    """A table of two people and perhaps bots; nothing happens there while one of the two thinks."""
    table = start_for_two(ada, hugo, game, bots)
    for page in (ada, hugo):
        visit(page, f"/en/table/{table}")
        page.locator(".app[data-state]").wait_for()
    return table


def start_for_two(ada: Page, hugo: Page, game: str, bots: int = 0) -> str:
    """Such a table, before anybody has opened it."""
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "open"}, *against_bots("", bots + 1)[1:]]
    table = new_table(ada, game, seats, start=False)
    code = ada.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)["code"]
    for page, path, body in ((hugo, "join", {"code": code, "name": "Hugo"}), (ada, f"tables/{table}/start", None)):
        ok = page.evaluate(
            """async ([path, body]) => (await fetch(`/api/${path}`, { method: 'POST', ...(body ? {
              headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body) } : {}) })).ok""",
            [path, body],
        )
        assert ok
    return table


def open_turns(page: Page) -> None:
    """Unfold every turn of the log."""
    folded = page.locator(".story .open[aria-expanded=false]")
    while folded.count():
        # Whatever lies above the log at the moment, the end of a game for instance.
        folded.first.evaluate("(button) => button.click()")


def state(page: Page) -> dict[str, str]:
    """What the page says about itself: state, phase, at."""
    return cast("dict[str, str]", page.evaluate(STATE))


def until(page: Page, condition: str, arg: Any = None, patience: int = 60_000) -> Any:
    """Wait until this function in the browser's language holds of the document of a page, and return its value."""
    return page.evaluate(UNTIL % condition, [arg, patience])


def mover_first(*pages: Page) -> list[Page]:
    """The page of whoever is to move, ready to be played, before those that wait; all show the same table.

    The server is asked who that is: a page may go on saying `wait` for a moment.
    """
    table = pages[0].url.split("?")[0].rsplit("/", 1)[-1]
    told = [page.evaluate(ASK, ["GET", f"tables/{table}"]) for page in pages]
    own = [{seat["seat"] for seat in one["seats"] if seat["yours"]} for one in told]
    [mover] = [page for page, one, seats in zip(pages, told, own, strict=True) if one["to_move"] in seats]
    mover.locator(".app[data-state=act]").wait_for()
    return [mover, *(page for page in pages if page is not mover)]


def touch(page: Page, target: Locator, tap: bool = False, patience: int = PATIENCE) -> None:
    """A real click or tap in the middle of what is there, where nothing lies over it.

    Nothing moves while `speed` is instant: Playwright's own click would wait for two more frames each time.
    """
    middle = target.evaluate(MIDDLE, timeout=patience)
    if not tap:
        page.mouse.click(*middle) if middle else target.click(timeout=patience)
        return
    while True:
        page.touchscreen.tap(*middle) if middle else target.tap(timeout=patience)
        if page.evaluate(CLICKED):
            return


def press(page: Page, target: Locator) -> None:
    """The same until it came down there, on a page that is still being set up: scrolling would hide what it tells."""
    target.scroll_into_view_if_needed()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    touch(page, target)
    while page.evaluate("() => window.aim.hit") is False:
        touch(page, target)


def check_sheet(page: Page, table: str) -> None:
    """The game is over, and the sheet shows the scores of the table."""
    sheet = page.get_by_role("dialog").filter(has=page.get_by_role("table"))
    sheet.wait_for()
    assert sheet.get_by_role("row").count() >= 3
    result = page.evaluate(ASK, ["GET", f"tables/{table}"])["result"]
    shown = [int(cell.replace("−", "-")) for cell in sheet.locator("[data-total]").all_inner_texts()]
    assert sorted(shown) == sorted(result["scores"])
    assert re.search(r"\w", sheet.get_by_role("heading").first.inner_text())


class Player:
    """Takes decisions at one page until the game is over."""

    def __init__(self, page: Page, seed: int, tap: bool = False) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.tap = tap
        self.decisions = 0
        # Whatever stands there now was asked before.
        self.answered = True

    def play_on(self, limit: int = 4000) -> None:
        """Play until the game is over."""
        self.play_until(lambda: False, limit)

    def play_until(self, enough: Callable[[], bool], limit: int = 4000) -> None:
        """Play until this is enough, or the game is over."""
        for _ in range(limit):
            now = state(self.page)
            if now.get("state") == "over" or enough():
                return
            if now.get("state") == "act":
                self.decide(now)
            else:
                self.wait(now)
        raise AssertionError(f"the game does not end: {state(self.page)}")

    def wait(self, now: dict[str, str]) -> None:
        """Until it is our turn again, or the game is over."""
        try:
            until(self.page, "() => (document.querySelector('.app')?.dataset.state ?? 'wait') !== 'wait'")
        except Error as problem:
            table = self.page.url.split("?")[0].rsplit("/", 1)[-1]
            told = self.page.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)
            where = {name: told.get(name) for name in ("status", "to_move", "seq", "decisions", "paused")}
            raise AssertionError(f"nothing happens: the page says {state(self.page)}, the table {where}") from problem

    def decide(self, now: dict[str, str]) -> None:
        """One decision."""
        choice = self.choose()
        if choice is not None and self.press(choice):
            self.settle(now)

    def do(self, selector: str) -> None:
        """Press the first of these, on the phone in whichever view it is, and wait for the answer."""
        self.page.locator(selector).first.wait_for(state="attached")
        target = self.page.locator(f"{selector} >> visible=true")
        for view in self.page.locator(".seg [role=tab]").all():
            if target.count():
                break
            self.press(view)
        now = state(self.page)
        touch(self.page, target.first, self.tap)
        self.answered = self.answer()
        if not self.settle(now):
            self.do(selector)

    def choose(self) -> Locator | None:
        """Something that is lit, or the end of the turn; on the phone perhaps another view first."""
        page = self.page
        choices, end = page.evaluate(CHOICES)
        if end and (not choices or self.random.random() < 0.3):
            return page.locator("#confirm")
        if choices:
            return page.locator("[data-legal]").nth(self.random.choice(choices))
        due = page.locator("[role=tab]:visible:has(.dot)")
        if due.count():
            self.press(due.first)
        return None

    def press(self, target: Locator) -> bool:
        """Click or tap, and whether that was done; what has just gone by the last answer is left to the next look."""
        self.answered = pressed = False
        try:
            touch(self.page, target, self.tap, patience=3000)
            pressed = True
            self.answered = self.answer()
        except Error as problem:
            if "Timeout" not in str(problem) and "detached" not in str(problem):
                raise
        return pressed

    def answer(self) -> bool:
        """Which of several things, and whether to lose something by the end of a turn, is asked once."""
        which, sure = self.page.evaluate(ASKED)
        if which:
            touch(self.page, self.page.locator(".choose button").nth(self.random.randrange(which)), self.tap)
        if sure:
            touch(self.page, self.page.locator("#confirm.sure"), self.tap)
        return bool(which or sure)

    def settle(self, before: dict[str, str]) -> bool:
        """Until the table has answered, or something was picked up to be put down elsewhere; whether it was hit."""
        now = until(
            self.page,
            f"""([at, answered]) => {{ const a = document.querySelector('.app');
                 if (a.dataset.at !== at || a.dataset.state === 'over') return 'settled';
                 if (!answered && ({ASKED})().some(Boolean)) return 'asked';
                 if (window.aim?.hit === false) return 'missed';
                 const held = document.querySelector('.banner.err, [data-target][aria-pressed=true]');
                 return held && 'settled' }}""",
            [before.get("at", ""), self.answered],
        )
        if now == "asked":
            self.answered = self.answer()
            return self.settle(before)
        # What has moved since it was looked at is pressed anew.
        if now == "missed":
            return False
        self.decisions += 1
        return True
