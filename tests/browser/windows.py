"""Positions of whole games, shown in windows of real devices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from pithead.engine import registry

from .player import branch, late_in

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

# Plays all seats to the end of the game, each over a socket of its own, always the same game; keeps of each kind of
# question to the first seat the position with the most choices and the last one.
RECORD = """async ([table, seed]) => {
  const info = await (await fetch(`/api/tables/${table}`)).json();
  let key = 0;
  let state = seed;
  const random = (n) => (state = (state * 48271) % 2147483647) % n;
  const most = new Map();
  const last = new Map();
  let count = 0;
  const sockets = [];
  return await new Promise((done, fail) => info.seats.forEach(({ seat }) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    sockets.push(socket);
    const say = (message) => socket.send(JSON.stringify({ key: `r${++key}`, ...message }));
    socket.onopen = () => say({ type: 'subscribe', seat, since: 0, language: 'en' });
    socket.onclose = () => fail(new Error(`closed after ${count} decisions`));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === 'error') fail(new Error(data));
      if (frame.type !== 'position') return;
      const position = frame.position;
      if (position.result) {
        for (const one of sockets) {
          one.onclose = null;
          one.close();
        }
        for (const one of most.values()) one.richest = true;
        const found = [...new Set([...most.values(), ...last.values()])].sort((a, b) => a.at - b.at);
        // On the page that shows them the other seats belong to others.
        for (const one of info.seats) one.yours = one.seat === 0;
        done({ info, count, positions: found });
        return;
      }
      if (position.to_move !== seat || position.options.length === 0) return;
      if (seat === 0) {
        const ids = new Set(position.options.flatMap((option) => option.targets));
        const kinds = [...new Set([...ids].map((id) => id.split(':')[0]))].sort();
        const question = `${position.phase} ${kinds}`;
        if (ids.size > (most.get(question)?.ids ?? 0)) most.set(question, Object.assign(position, { ids: ids.size }));
        last.set(question, position);
      }
      count += 1;
      const others = position.options.filter((option) => option.id !== 0);
      const end = position.options.find((option) => option.id === 0);
      const option = end && (others.length === 0 || random(8) === 0) ? end : others[random(others.length)];
      const decision = option.id;
      say({ type: decision === 0 ? 'confirm' : 'play', seat, expect: position.at, ...(decision ? { decision } : {}) });
    };
  }));
}"""


@dataclass
class Story:
    """A game that was played to its end: the table as it was at the start, and what was asked."""

    table: str
    info: dict[str, Any]
    positions: list[dict[str, Any]]

    def richest(self) -> list[dict[str, Any]]:
        """Of each kind of question the one with the most choices."""
        return [position for position in self.positions if position.get("richest")]


def window_of(name: str) -> dict[str, int]:
    """A window as a browser wants it."""
    width, height = WINDOWS[name]
    return {"width": width, "height": height}


# A process of tests plays each game once.
_known: dict[str, Story] = {}


def story_of(page: Page, game: str) -> Story:
    """A game that is played to its end, the same one every time, with what the first seat was asked."""
    if game not in _known:
        players = min(max(registry.load(game).players), 4)
        table = branch(page, late_in(game, players)[0], 0, people=True)
        told = page.evaluate(RECORD, [table, 7])
        _known[game] = Story(table, told["info"], told["positions"])
    return _known[game]


class Screen:
    """A window that shows positions of a story; the frames are those that the server sent when it was played."""

    def __init__(self, page: Page, story: Story, size: tuple[int, int], where: str = "/en/table/{}") -> None:
        self.page, self.story, self.n = page, story, 0
        page.set_viewport_size({"width": size[0], "height": size[1]})
        self.socket: WebSocketRoute | None = None
        # What the page said to the table.
        self.heard: list[dict[str, Any]] = []
        page.route(f"**/api/tables/{story.table}", lambda route: route.fulfill(json=story.info))
        page.route_web_socket(f"**/api/tables/{story.table}/socket", self.open)
        page.goto(where.format(story.table))
        # The board of a game comes after the shell.
        page.locator(".app[data-state=act] .stage").wait_for(state="attached")

    def open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self.answer)

    def answer(self, message: str | bytes) -> None:
        heard = json.loads(message)
        if heard["type"] == "ping":
            self.send({"type": "ack", "key": heard["key"], "seq": 1})
            return
        if heard["type"] != "subscribe":
            self.heard.append(heard)
            return
        welcome = {"type": "welcome", "key": heard["key"], "protocol": 1, "seq": 0}
        self.n = 0
        self.send({**welcome, "seat": 0, "table": self.story.info})
        self.send({"type": "position", "seq": 1, "position": self.story.positions[0]})

    def send(self, frame: dict[str, Any]) -> None:
        assert self.socket
        self.n += 1
        self.socket.send(json.dumps({"n": self.n, **frame}))

    def ask(self, phase: str) -> dict[str, Any]:
        """Show the first question of a phase."""
        found = next(position for position in self.story.positions if position["phase"] == phase)
        self.show(found)
        return found

    def show(self, position: dict[str, Any]) -> None:
        """Until the page asks the question of the position."""
        self.send({"type": "position", "seq": position["at"], "position": position})
        self.page.wait_for_function(
            "(at) => { const { at: shown, state } = document.querySelector('.app').dataset;"
            " return shown === at && state === 'act' }",
            arg=str(position["at"]),
        )

    def said(self, kind: str) -> list[dict[str, Any]]:
        """What the page asked the table for."""
        return [heard for heard in self.heard if heard["type"] == kind]
