"""Positions of whole games, shown in windows of real devices."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import Page

import pithead
from pithead.engine import registry
from pithead.engine.match import END

from .player import ASK, NAMES, published, until, uploaded

# What phones, tablets and desktops leave of their screens: upright, lying, at 200 % zoom.
WINDOWS = {
    "small phone": (360, 560),
    "iPhone SE": (375, 553),
    "iPhone": (390, 664),
    "iPhone, whole screen": (390, 844),
    "Pixel": (412, 732),
    "large phone": (430, 932),
    "small phone lying": (640, 360),
    "phone lying": (740, 360),
    "large phone lying": (932, 430),
    "laptop at 200 %": (720, 450),
    "tablet": (820, 1180),
    "tablet lying": (1024, 768),
    "desktop": (1440, 900),
}

# Sits down at each of these decisions of a recorded game, and returns what the server says there: as text, since the
# driver takes many times as long for every value of its own.
LOOK = (
    f"async ([origin, decisions]) => {{ const ask = {ASK};"
    + """
  const seats = origin.seats.map(({ seat, name }) =>
    seat === 0 ? { kind: 'you', name } : { kind: 'bot', level: 'random', name });
  const found = [];
  for (const decision of decisions) {
    const { id } = await ask(['POST', `tables/${origin.id}/branch`, { decision, seats }]);
    const info = await ask(['GET', `tables/${id}`]);
    const frames = [];
    await new Promise((done, fail) => {
      const socket = new WebSocket(`ws://${location.host}/api/tables/${id}/socket`);
      socket.onopen = () => socket.send(
        JSON.stringify({ key: 'look', type: 'subscribe', seat: 0, since: 0, language: 'en' }));
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.type === 'error') fail(new Error(data));
        frames.push(data);
        if (frame.type !== 'position') return;
        socket.onmessage = null;
        socket.close();
        done();
      };
    });
    found.push({ info, frames });
  }
  return JSON.stringify(found);
}"""
)


class Question(NamedTuple):
    """What the first seat is asked somewhere in a game."""

    decision: int
    phase: str
    things: frozenset[str]
    """The kinds of things that can be chosen."""
    choices: int
    since: int
    """The decision with which the turn of the first seat before this one began."""


def last_turn(match: pithead.Match) -> int:
    """The decision with which the turn of the first seat before this one began."""
    own = [turn.first for turn in match.turns if turn.player == 0 and turn.first < len(match.actions)]
    return own[-2] if len(own) > 1 else 0


@cache
def questions(game: str) -> tuple[str, list[Question], list[Question]]:
    """The record of a game, and of each kind of question to the first seat the one with the most choices; and these
    with the last of each kind."""
    players = min(max(registry.load(game).players), 4)
    match = pithead.new(game, players, seed="late", names=NAMES[:players])
    chance = random.Random(game)
    most: dict[Any, Question] = {}
    last: dict[Any, Question] = {}
    while not match.over:
        if match.to_move == 0:
            now = len(match.actions)
            ids = {target for option in match.offers().options for target in option.targets}
            things = frozenset(target.partition(":")[0] for target in ids)
            asked = Question(now, match.phase, things, len(ids), last_turn(match))
            kind = asked.phase, asked.things
            if kind not in most or most[kind].choices < asked.choices:
                most[kind] = asked
            last[kind] = asked
        # Turns are as long as they can be, more often than not.
        others = [action for action in match.legal if action != END]
        end = END in match.legal and (not others or chance.randrange(8) == 0)
        match.play(END if end else chance.choice(others))
    return match.record().text, sorted(most.values()), sorted({*most.values(), *last.values()})


# What a process of tests has heard from servers about the decisions of each record.
_told: dict[str, dict[int, dict[str, Any]]] = {}


class Story:
    """A whole game, the same one every time: what the first seat is asked, and what the server says there."""

    def __init__(self, page: Page, record: str, richest: list[Question], every: list[Question] | None = None) -> None:
        self.richest, self.all = richest, every or richest
        self.origin = uploaded(page, record)
        self._told = _told.setdefault(self.origin["id"], {})
        self.look(page, self.richest[:1])
        self.info = self._told[self.richest[0].decision]["info"]
        self.table: str = self.info["id"]

    def few(self) -> list[Question]:
        """As many questions as show every phase and every kind of thing that can be chosen."""
        wanted = {(question.phase, thing) for question in self.richest for thing in question.things}
        found: list[Question] = []
        while wanted:
            best = max(self.richest, key=lambda one: len({(one.phase, thing) for thing in one.things} & wanted))
            found.append(best)
            wanted -= {(best.phase, thing) for thing in best.things}
        return found

    def look(self, page: Page, asked: list[Question]) -> None:
        """Sit down where these are asked."""
        unknown = [question.decision for question in asked if question.decision not in self._told]
        if unknown:
            found = json.loads(page.evaluate(LOOK, [self.origin, unknown]))
            for decision, told in zip(unknown, found, strict=True):
                [position] = [frame["position"] for frame in published(told["frames"]) if frame["type"] == "position"]
                self._told[decision] = {"info": told["info"], "position": position}

    def position(self, page: Page, question: Question) -> dict[str, Any]:
        """As for somebody who was there all the time: told since the last turn, with a number of its own."""
        self.look(page, [question])
        told: dict[str, Any] = self._told[question.decision]["position"]
        return told | {
            "at": question.decision + 1,
            "events_from": question.since,
            "events": [event for event in told["events"] if event["decision"] >= question.since],
            "turns": [turn for turn in told["turns"] if turn["first"] >= question.since],
        }


def window_of(name: str) -> dict[str, int]:
    """A window as a browser wants it."""
    width, height = WINDOWS[name]
    return {"width": width, "height": height}


# A process of tests looks at each game once.
_known: dict[str, Story] = {}


def story_of(page: Page, game: str) -> Story:
    """A whole game, with what the first seat is asked in it."""
    if game not in _known:
        _known[game] = Story(page, *questions(game))
    return _known[game]


# Stands between a page and the server, which would have to play there first: the connection to one table, what is told
# about it, and whom to ask for what was before. Interception by the driver would switch off the browser's cache.
STAGE = """(([info, first, origin]) => {
  const ask = window.fetch, here = `/api/tables/${info.id}`;
  window.fetch = (path, ...more) => String(path).split('?')[0] === here
    ? Promise.resolve(new Response(JSON.stringify(info), { headers: { 'Content-Type': 'application/json' } }))
    : ask(String(path).replace(`${here}/positions`, `/api/tables/${origin}/positions`), ...more);
  window.stage = { heard: [], owed: [], send() {} };
  const Plain = window.WebSocket;
  window.WebSocket = class extends EventTarget {
    static { for (const name of ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED']) this[name] = Plain[name]; }
    constructor(address) {
      if (!address.endsWith(`${here}/socket`)) return new Plain(address);
      super();
      let n = 0;
      this.readyState = Plain.CONNECTING;
      this.tell = (event) => { this[`on${event.type}`]?.(event); this.dispatchEvent(event); };
      this.answer = (frame) =>
        this.tell(new MessageEvent('message', { data: JSON.stringify({ n: (n += 1), ...frame }) }));
      window.stage.send = this.answer;
      setTimeout(() => { this.readyState = Plain.OPEN; this.tell(new Event('open')); });
    }
    close() { this.readyState = Plain.CLOSED; }
    send(message) {
      const { key, ...heard } = JSON.parse(message);
      if (heard.type === 'ping') setTimeout(() => this.answer({ type: 'ack', key, seq: 1 }));
      else if (heard.type !== 'subscribe') {
        window.stage.heard.push(heard);
        window.stage.owed.push(key);
      }
      else setTimeout(() => {
        this.answer({ type: 'welcome', key, protocol: 1, seq: 0, seat: 0, table: info });
        this.answer({ type: 'position', seq: 1, position: first });
      });
    }
  };
})(%s)"""

# What was sent meanwhile has led to this position.
NEXT = """(text) => {
  const frame = JSON.parse(text);
  for (const key of window.stage.owed.splice(0)) window.stage.send({ type: 'ack', key, seq: frame.seq });
  window.stage.heard = [];
  window.stage.send(frame);
}"""


class Screen:
    """A window that shows positions of a story; the frames are those that the server sent when it was played."""

    def __init__(
        self, page: Page, story: Story, size: tuple[int, int], where: str = "/en/table/{}", phase: str | None = None
    ) -> None:
        self.page, self.story = page, story
        page.set_viewport_size({"width": size[0], "height": size[1]})
        first = story.position(page, self.question(phase) if phase else story.richest[0])
        page.add_init_script(STAGE % json.dumps([story.info, first, story.origin["id"]]))
        page.goto(where.format(story.table))
        # The board of a game comes after the shell.
        page.locator(".app[data-state=act] .stage").wait_for(state="attached")

    def resize(self, size: tuple[int, int]) -> None:
        """Until drawings that fit themselves into the window have done so."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def ask(self, phase: str) -> dict[str, Any]:
        """Show the first question of a phase."""
        return self.show(self.question(phase))

    def question(self, phase: str) -> Question:
        """The first question of a phase."""
        return next(question for question in self.story.richest if question.phase == phase)

    def show(self, question: Question) -> dict[str, Any]:
        """Until the page asks the question; returns what the server says there."""
        position = self.story.position(self.page, question)
        frame = {"type": "position", "seq": position["at"], "position": position}
        self.page.evaluate(NEXT, json.dumps(frame))
        until(
            self.page,
            "(at) => { const { at: shown, state } = document.querySelector('.app').dataset;"
            " return shown === at && state === 'act' }",
            str(position["at"]),
        )
        return position

    @property
    def heard(self) -> list[dict[str, Any]]:
        """What the page said to the table since it was shown a question."""
        heard: list[dict[str, Any]] = self.page.evaluate("window.stage.heard")
        return heard

    def said(self, kind: str) -> list[dict[str, Any]]:
        """What the page asked the table for."""
        return [heard for heard in self.heard if heard["type"] == kind]
