"""A seat at a table on a server, over HTTP and WebSocket, joined by invitation link or code."""

import json
import re
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from itertools import takewhile
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pithead.clients.terminal.words import Words
from pithead.engine.errors import Illegal, MissingExtra, PitheadError, Unparseable
from pithead.engine.events import Event
from pithead.engine.offers import Note, Offers, Option, Refusal
from pithead.engine.registry import load

from .errors import BadAddress, Later, Refused, Unreachable
from .position import Position, Seen, Standing, describe

Got = TypeVar("Got")

PATIENCE = 60.0  # seconds of reconnect attempts before giving up
PAUSE = 0.5  # seconds between two attempts
NUMBERING = 2  # the numbering scheme of `seq` to request

JOIN = re.compile(r"/join/([^/?#]+)")


class RemoteSeat:
    """A seat on a server: joins, waits for the start, and reconnects when the connection is lost."""

    def __init__(self, address: str, name: str, language: str = "en", patience: float = PATIENCE) -> None:
        parts = urlsplit(address)
        invited = JOIN.search(parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or not (invited or parts.fragment):
            raise BadAddress(address=address)
        self._server = f"{parts.scheme}://{parts.netloc}"
        self._language = language
        self._patience = patience
        self._token = ""
        self._token = self._call("POST", "/me", {})["token"]
        person = {"name": name, "nonce": secrets.token_hex(16)}
        if invited:
            table = self._call("POST", "/links", {"token": invited[1], **person})
        else:
            table = self._call("POST", "/join", {"code": parts.fragment, **person})
        self._table: str = table["id"]
        self._info: dict[str, Any] = table
        self._position: dict[str, Any] | None = None
        self._events: list[Event] = []
        self._told: list[Event] = []
        self._seq = 0
        self._connection = ExitStack()
        self._socket: Any = None
        self.seat: int = next(seat["seat"] for seat in table["seats"] if seat["yours"])
        self.game = load(table["game"])
        self.words = Words(self.game.messages(language), self.game.types, self._names())
        self._retry(self._connect)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the table, as they were when the game began."""
        return dict(self._info["options"])

    def wait(self) -> Position:
        """Process frames until this seat is to move or the game is over."""
        while not (self._position and self._position["to_move"] in (None, self.seat)):
            self._retry(self._read)
        assert self._position
        self.words = Words(self.words.messages, self.game.types, self._names())
        # A reconnect repeats all events and an undo replaces some: report only those that differ.
        same = takewhile(lambda both: both[0] == both[1], zip(self._told, self._events, strict=False))
        fresh = self._events[len(list(same)) :]
        self._told = self._events
        return describe(self.game, self.words, self.seat, self._seen(self._position, fresh))

    def observation(self) -> list[int]:
        """Fetched on request: the frames do not include it, because human clients do not use it."""
        found: list[int] = self._call("GET", f"/tables/{self._table}/seats/{self.seat}/observation")["observation"]
        return found

    def play(self, action: int | str) -> None:
        """Send the action; returns when the server has committed it."""
        assert self._position
        chosen = self._action_id(action)
        self._send({"type": "play", "seat": self.seat, "expect": self._position["at"], "decision": chosen})

    def undo(self) -> None:
        """Take back the last unconfirmed decision."""
        assert self._position
        self._send({"type": "undo", "seat": self.seat, "expect": self._position["at"]})

    def explain(self, action: int | str) -> PitheadError | None:
        """The refusal's reason from the last position frame."""
        assert self._position
        chosen = self._action_id(action)
        if any(option["id"] == chosen for option in self._position["options"]):
            return None
        refusal = next((_refusal(one) for one in self._position["refusals"] if one["action"] == chosen), None)
        text, phase = self.game.action_texts[chosen], self._position["phase"]
        return Illegal(game=self.game.id, action=text, why="", refusal=refusal, phase=phase)

    def close(self) -> None:
        """Close the connection; the program keeps its seat."""
        self._connection.close()

    # -- frames ---------------------------------------------------------------------------------------------------

    def _take(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind in ("table", "position", "line"):
            self._seq = max(self._seq, frame["seq"])
        if kind in ("welcome", "table"):
            self._info = frame["table"]
        elif kind == "position":
            found = frame["position"]
            self._position = found
            self.seat = found["seat"]
            kept = [event for event in self._events if event.seq < found["events_from"]]
            self._events = kept + [Event(one["decision"], one["name"], one["params"]) for one in found["events"]]
        elif kind == "bye" and frame["reason"] in ("revoked", "gone", "damaged"):
            raise Unreachable(server=self._server, why=frame["reason"])

    def _seen(self, position: dict[str, Any], events: list[Event]) -> Seen:
        offers = Offers(
            tuple(_option(one) for one in position["options"]), tuple(_refusal(one) for one in position["refusals"]), ()
        )
        found = position["result"]
        result = None
        if found:
            scores, ranks = found["scores"], found["ranks"]
            ended = f"reason.{found['reason']}" if found["reason"] else f"table.how.{found['how']}"
            words = self.words.ending(ended, found["breakdown"], scores, ranks, plain=True)
            result = Standing(reason=found["reason"], scores=scores, ranks=ranks, words=words)
        view = self.game.files.view.View.model_validate(position["view"])
        undo = bool(position["draft"] and position["draft"]["undo"])
        return Seen(position["to_move"], position["phase"], view, offers, events, undo, result)

    def _names(self) -> tuple[str, ...]:
        return tuple(seat["name"] for seat in self._info["seats"] if seat["kind"] != "closed")

    def _action_id(self, action: int | str) -> int:
        if isinstance(action, int):
            return action
        found = self.game.action_ids.get(" ".join(action.split()))
        if found is None:
            raise Unparseable(what=action)
        return found

    # -- the connection ---------------------------------------------------------------------------------------------

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"content-type": "application/json", "accept-language": self._language}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._server}/api{path}", content, headers, method=method)
        return self._patiently(lambda: self._fetch(request))

    def _fetch(self, request: urllib.request.Request) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(request, timeout=self._patience) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as problem:
            raise _refused(problem.read(), problem.headers.get("retry-after", "")) from None
        except OSError as problem:
            raise Unreachable(server=self._server, why=str(getattr(problem, "reason", problem))) from None

    def _patiently(self, attempt: Callable[[], Got]) -> Got:
        """Attempt again for as long as the server asks to wait, until the patience is exhausted."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return attempt()
            except Later as refusal:
                if time.monotonic() + refusal.after > deadline:
                    raise
                time.sleep(refusal.after)

    def _connect(self) -> None:
        try:
            from websockets.sync.client import connect
        except ImportError:
            raise MissingExtra(extra="table", package="websockets") from None

        address = f"{self._server.replace('http', 'ws', 1)}/api/tables/{self._table}/socket"
        headers = {"authorization": f"Bearer {self._token}"}
        self.close()
        self._connection = ExitStack()
        socket = connect(address, additional_headers=headers, max_size=None, open_timeout=self._patience)
        self._socket = self._connection.enter_context(socket)
        known = {"since": self._seq, "numbering": NUMBERING}
        self._ask({"type": "subscribe", "seat": self.seat, **known, "language": self._language})

    def _read(self) -> None:
        self._take(json.loads(self._socket.recv()))

    def _send(self, message: dict[str, Any]) -> None:
        """Send with retries until acknowledged; the idempotency key makes a resend safe."""
        message["key"] = secrets.token_hex(8)
        self._retry(lambda: self._ask(message))
        while self._position and self._position["at"] == message["expect"]:
            self._retry(self._read)

    def _ask(self, message: dict[str, Any]) -> None:
        message.setdefault("key", secrets.token_hex(8))
        self._patiently(lambda: self._exchange(message))

    def _exchange(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))
        while True:
            frame = json.loads(self._socket.recv(timeout=self._patience))
            self._take(frame)
            if frame.get("key") == message["key"]:
                if frame["type"] == "error":
                    raise _refusal_of(frame)
                return

    def _retry(self, attempt: Callable[[], None]) -> None:
        """Retry over a new connection until the patience is exhausted."""
        from websockets.exceptions import WebSocketException

        deadline = time.monotonic() + self._patience
        while True:
            try:
                attempt()
                return
            except (OSError, WebSocketException, TimeoutError) as problem:
                if time.monotonic() > deadline:
                    raise Unreachable(server=self._server, why=str(problem)) from None
            time.sleep(PAUSE)
            if attempt != self._connect:
                self._reconnect()

    def _reconnect(self) -> None:
        from websockets.exceptions import WebSocketException

        try:
            self._connect()
        except (OSError, WebSocketException, TimeoutError):
            return  # the next attempt fails immediately, and is retried


def _option(data: dict[str, Any]) -> Option:
    notes = tuple(Note(note["message"], note["params"]) for note in data["notes"])
    return Option(
        data["id"],
        data["text"],
        data["kind"],
        data["params"],
        tuple(data["targets"]),
        data["cost"],
        data["preview"],
        notes,
    )


def _refusal(data: dict[str, Any]) -> Refusal:
    return Refusal(data["target"], data["code"], data["params"], data["rule"], data["action"])


def _refused(body: bytes, after: str) -> PitheadError:
    try:
        return _refusal_of(json.loads(body), after)
    except (ValueError, KeyError, TypeError):
        return Refused(text=body.decode("utf-8", "replace")[:200], answer=Refused.code)


def _refusal_of(answer: dict[str, Any], after: str = "") -> Refused:
    said = {"text": answer["text"], "answer": answer["code"]}
    if answer["code"] != "rate_limited":
        return Refused(**said)
    return Later(**said, after=max(PAUSE, int(after)) if after.isdecimal() else PAUSE)
