"""P25: a right ends with its holder.

Several people do what they please with one table, over HTTP and sockets, with links of all kinds and a server that is
killed now and then. A small model knows who owns the table, who holds which seat and who was sent away. It says of
every request whether it must succeed or be refused, and after every step people must be told what the model says.
"""

from __future__ import annotations

import itertools
import json
import secrets
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .client import GIVE_UP
from .conftest import Server
from .contract import check_answer, read_frame

NAMES = ("emma", "hugo", "jules", "lotte")
SEATS = 4
PEOPLE = st.sampled_from(NAMES)
CHAIRS = st.integers(0, SEATS - 1)
WILD = st.sampled_from([False, False, False, True])
"""Whether anybody tries, or whoever may do it if the model knows somebody: refusals alone lead nowhere."""
SOAK_SECONDS = 3600.0

ACTS: dict[str, dict[str, Any]] = {
    "play": {"expect": 1, "decision": 1},
    "mute": {"whom": None, "on": True},
    "plan": {"decisions": []},
    "concede": {},
    "vote": {"motion": "abort"},
}
serving: list[Server] = []
tokens: dict[str, str] = {}
clients: dict[str, httpx.Client] = {}
tried: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def one_server() -> Any:
    """A server of this file's own, which may be killed."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{Path(folder) / 'x.sqlite3'}", Path(folder), tabs=100, away_grace=3600)
        serving.append(server.start())
        tokens.clear()
        for name in NAMES:
            client = clients[name] = httpx.Client(base_url=f"{server.address}/api", timeout=GIVE_UP, verify=False)
            tokens[name] = client.post("/me").json()["token"]
            client.headers["authorization"] = f"Bearer {tokens[name]}"
        yield
        for client in clients.values():
            client.close()
        serving.remove(server)
        server.close()


class Chair:
    """A seat of the model: what it is, and who has it since when."""

    def __init__(self, kind: str, holder: str | None = None) -> None:
        self.kind = kind
        self.holder = holder
        self.tenure = object()
        # Revoked links end, and whoever sits there stays.
        self.links = object()

    def becomes(self, kind: str, holder: str | None) -> None:
        waits = ("open", "invited")
        if holder != self.holder or (kind != self.kind and not (kind in waits and self.kind in waits)):
            self.tenure, self.links = object(), object()
        self.kind, self.holder = kind, holder


class Link(NamedTuple):
    """A link, with what must not have changed for it to be good."""

    token: str
    kind: str
    chair: Chair | None
    since: object


class Wire:
    """A socket of somebody who looks from a seat, and notes everything that he is told."""

    def __init__(self, who: str, table: str, seat: int | None, chair: Chair | None) -> None:
        self.who = who
        self.looks_from(chair)
        self.dead = False
        self.seen: list[dict[str, Any]] = []
        self._keys = itertools.count()
        address = serving[0].address.replace("http", "ws", 1)
        headers = {"authorization": f"Bearer {tokens[who]}"}
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(f"{address}/api/tables/{table}/socket", additional_headers=headers, max_size=None)
        )
        self.welcomed = self.say({"type": "subscribe", "seat": seat})

    def looks_from(self, chair: Chair | None) -> None:
        self.chair = chair
        self.tenure = chair.tenure if chair else None

    def say(self, message: dict[str, Any]) -> bool:
        """Send, and read until the answer: whether it was carried out."""
        key = f"k{next(self._keys)}-{secrets.token_hex(4)}"
        try:
            self._socket.send(json.dumps({**message, "key": key}))
            while True:
                frame = read_frame(self._socket.recv(timeout=GIVE_UP))
                self.seen.append(frame)
                if frame.get("key") == key:
                    return bool(frame["type"] != "error")
        except ConnectionClosed:
            self.dead = True
            return False

    def catch_up(self) -> None:
        """Read all that is due: the second answer comes after what the first one woke."""
        for _ in range(2):
            if not self.dead:
                self.say({"type": "ping"})

    def close(self) -> None:
        self._open.close()


class Rights(RuleBasedStateMachine):
    """Everybody tries everything."""

    links = Bundle("links")

    @initialize(kinds=st.lists(st.sampled_from(["open", "open", "invite", "closed"]), min_size=SEATS, max_size=SEATS))
    def open_a_table(self, kinds: list[str]) -> None:
        self.http = clients
        for name in NAMES:
            for block in self.http[name].get("/me/blocks").json():
                self.http[name].delete(f"/me/blocks/{block['id']}")
        seats = [{"kind": "you", "name": "emma"}, *({"kind": kind} for kind in kinds[1:])]
        made = self.http["emma"].post("/tables", json={"game": "example", "seats": seats}).json()
        self.table = made["id"]
        tried["sequences"] += 1
        self.running = self.closed = False
        self.owner, self.owner_tenure = "emma", object()
        self.chairs = [Chair("human", "emma"), *(Chair("invited" if kind == "invite" else kind) for kind in kinds[1:])]
        self.removed: set[str] = set()
        self.silenced: set[str] = set()
        self.blocks: set[tuple[str, str]] = set()
        self.wires: list[Wire] = []

    def teardown(self) -> None:
        for wire in getattr(self, "wires", []):
            wire.close()

    # -- asking ---------------------------------------------------------------------------------------------------

    def ask(self, who: str, method: str, path: str, body: Any = None, *, allowed: bool | None) -> Any:
        """Ask as somebody; the answer must be what the model says (None: it cannot tell)."""
        answer = self.http[who].request(method, path, json=body)
        assert answer.status_code < 500, (method, path, answer.text)
        if answer.content:
            check_answer(method, answer.request.url.path, answer.status_code, answer.json())
        done = answer.status_code < 400
        if not done:
            assert set(answer.json()) == {"code", "text", "params"}
        if allowed is not None:
            assert done == allowed, (who, method, path, body, answer.text)
        return answer.json() if done and answer.content else None

    def at(self, rest: str = "") -> str:
        return f"/tables/{self.table}{rest}"

    @property
    def lobby(self) -> bool:
        return not self.running and not self.closed

    def chair(self, seat: int) -> Chair | None:
        return self.chairs[seat] if seat < len(self.chairs) else None

    def holder(self, seat: int, who: str, wild: bool) -> str:
        """Whoever holds a seat, or somebody else."""
        chair = self.chair(seat)
        return chair.holder if chair is not None and chair.holder and not wild else who

    def held(self, seat: int, who: str) -> bool:
        chair = self.chair(seat)
        return chair is not None and chair.kind == "human" and chair.holder == who

    def welcome(self, who: str) -> bool:
        return who not in self.removed and not self.blocked(who)

    def blocked(self, who: str) -> bool:
        return (self.owner, who) in self.blocks

    def may_watch(self, who: str) -> bool:
        """Whom the owner has blocked watches no more, but plays on where he sits."""
        return not self.blocked(who) or any(self.held(seat, who) for seat in range(len(self.chairs)))

    # -- seats ----------------------------------------------------------------------------------------------------

    @rule(who=PEOPLE, seat=CHAIRS, wild=WILD)
    def takes(self, who: str, seat: int, wild: bool) -> None:
        free = [i for i, one in enumerate(self.chairs) if one.kind == "open"]
        seat = free[seat % len(free)] if free and not wild else seat
        chair = self.chair(seat)
        allowed = self.lobby and chair is not None and chair.kind == "open" and self.welcome(who)
        self.ask(who, "POST", self.at(f"/seats/{seat}/take"), {"name": who}, allowed=allowed)
        if allowed and chair:
            chair.becomes("human", who)

    @rule(who=PEOPLE, seat=CHAIRS, wild=WILD)
    def leaves(self, who: str, seat: int, wild: bool) -> None:
        who = self.holder(seat, who, wild)
        allowed = self.lobby and self.held(seat, who)
        self.ask(who, "POST", self.at(f"/seats/{seat}/leave"), allowed=allowed)
        if allowed:
            self.chairs[seat].becomes("open", None)

    @rule(who=PEOPLE, seat=CHAIRS, kind=st.sampled_from(["you", "open", "invite", "bot", "closed"]), wild=WILD)
    def sets(self, who: str, seat: int, kind: str, wild: bool) -> None:
        who = who if wild else self.owner
        chair = self.chair(seat)
        allowed = self.lobby and who == self.owner and chair is not None
        body = {"kind": kind, "name": who} if kind == "you" else {"kind": kind}
        body |= {"level": "random"} if kind == "bot" else {}
        self.ask(who, "PUT", self.at(f"/seats/{seat}"), body, allowed=allowed)
        if allowed and chair:
            shown = {"you": "human", "invite": "invited"}.get(kind, kind)
            chair.becomes(shown, who if kind == "you" else None)

    @rule(who=PEOPLE, wild=WILD)
    def starts(self, who: str, wild: bool) -> None:
        who = who if wild else self.owner
        taken = [chair for chair in self.chairs if chair.kind != "closed"]
        if not any(chair.kind == "human" for chair in taken):
            # Bots alone would play to the end behind our back.
            return
        if self.lobby and not wild:
            for seat, chair in enumerate(self.chairs):
                if chair.kind in ("open", "invited"):
                    self.sets(who, seat, "bot", False)
        ready = 2 <= len(taken) <= 4 and all(chair.kind in ("human", "bot") for chair in taken)
        allowed = self.lobby and who == self.owner and ready
        self.ask(who, "POST", self.at("/start"), allowed=allowed)
        if allowed:
            self.running = True
            self.chairs = taken

    @rule(who=PEOPLE, at_all=st.integers(0, 9))
    @precondition(lambda self: not self.running)
    def closes(self, who: str, at_all: int) -> None:
        if who == self.owner and at_all != 7:
            # It would be the end of everything else.
            return
        allowed = self.lobby and who == self.owner
        self.ask(who, "POST", self.at("/close"), allowed=allowed)
        self.closed = self.closed or allowed

    # -- links ----------------------------------------------------------------------------------------------------

    @rule(target=links, who=PEOPLE, seat=CHAIRS, kind=st.sampled_from(["invitation", "device", "owner"]), wild=WILD)
    def makes_a_link(self, who: str, seat: int, kind: str, wild: bool) -> Any:
        who = self.holder(seat, who, wild) if kind == "device" else who if wild else self.owner
        chair = self.chair(seat)
        if kind == "owner":
            allowed, path = who == self.owner, "/owner"
        elif kind == "device":
            allowed, path = self.held(seat, who), f"/seats/{seat}/device"
        else:
            allowed = self.lobby and who == self.owner and chair is not None and chair.kind in ("open", "invited")
            path = f"/seats/{seat}/invitation"
        made = self.ask(who, "POST", self.at(path), allowed=allowed)
        if not made:
            return multiple()
        if kind == "owner":
            return Link(made["token"], kind, None, self.owner_tenure)
        assert chair
        return Link(made["token"], kind, chair, chair.links)

    @rule(link=links, who=PEOPLE)
    def redeems(self, link: Link, who: str) -> None:
        ask = {"token": link.token, "name": who}
        if link.chair is None:
            allowed = who == self.owner or link.since is self.owner_tenure
            self.ask(who, "POST", "/links", ask, allowed=allowed)
            if allowed and who != self.owner:
                self.owner, self.owner_tenure = who, object()
                self.removed.discard(who)
                self.silenced.discard(who)
            return
        good = link.since is link.chair.links and link.chair in self.chairs
        if link.kind == "device":
            good = good and link.chair.kind == "human"
        else:
            good = good and self.lobby and link.chair.kind in ("open", "invited")
        mine = link.chair.kind == "human" and link.chair.holder == who
        allowed = (mine and not self.blocked(who)) or (good and self.welcome(who))
        self.ask(who, "POST", "/links", ask, allowed=allowed)
        if allowed and not mine:
            if link.kind == "device" and link.chair.holder in self.silenced:
                self.silenced.add(who)
            link.chair.becomes("human", who)

    @rule(
        seat=CHAIRS,
        who=PEOPLE,
        thief=PEOPLE,
        kind=st.sampled_from(["invitation", "device", "owner"]),
        way=st.sampled_from(["leave", "set", "remove", "device"]),
    )
    def changes_hands(self, seat: int, who: str, thief: str, kind: str, way: str) -> None:
        """Somebody makes a link, what it was made for changes hands, and then somebody comes with the link."""
        link = self.makes_a_link(who, seat, kind, False)
        if not isinstance(link, Link):
            return
        first = self.owner
        if link.chair is None and who != first:
            self.redeems(self.makes_a_link(first, 0, "owner", False), who)
            self.redeems(self.makes_a_link(who, 0, "owner", False), first)
        elif way == "leave":
            self.leaves(who, seat, False)
            self.takes(who, seat, True)
        elif way == "set":
            self.sets(who, seat, "closed", False)
            self.sets(who, seat, "open", False)
        elif way == "remove":
            self.removes(who, seat, False)
        elif isinstance(moved := self.makes_a_link(who, seat, "device", False), Link):
            self.redeems(moved, who)
        self.redeems(link, thief)

    @rule(who=PEOPLE, seat=CHAIRS)
    def revokes(self, who: str, seat: int) -> None:
        chair = self.chair(seat)
        allowed = chair is not None and (self.held(seat, who) or (who == self.owner and self.lobby))
        self.ask(who, "DELETE", self.at(f"/seats/{seat}/links"), allowed=allowed)
        if allowed and chair:
            chair.links = object()

    # -- people and each other ------------------------------------------------------------------------------------

    @rule(who=PEOPLE, seat=CHAIRS, wild=WILD)
    def removes(self, who: str, seat: int, wild: bool) -> None:
        who = who if wild else self.owner
        chair = self.chair(seat)
        other = chair is not None and chair.kind == "human" and chair.holder != self.owner
        allowed = who == self.owner and self.lobby and other
        self.ask(who, "POST", self.at("/remove"), {"seat": seat}, allowed=allowed)
        if allowed and chair and chair.holder:
            gone = chair.holder
            self.removed.add(gone)
            for one in self.chairs:
                if one.holder == gone:
                    one.becomes("open", None)

    @rule(who=PEOPLE, seat=CHAIRS, on=st.booleans(), wild=WILD)
    def silences(self, who: str, seat: int, on: bool, wild: bool) -> None:
        who = who if wild else self.owner
        chair = self.chair(seat)
        allowed = who == self.owner and chair is not None and chair.kind == "human" and chair.holder != self.owner
        self.ask(who, "POST", self.at("/silence"), {"seat": seat, "on": on}, allowed=allowed)
        if allowed and chair and chair.holder:
            (self.silenced.add if on else self.silenced.discard)(chair.holder)

    @rule(who=PEOPLE, seat=CHAIRS)
    def blocks_somebody(self, who: str, seat: int) -> None:
        chair = self.chair(seat)
        allowed = chair is not None and chair.kind == "human" and chair.holder != who
        self.ask(who, "POST", "/me/blocks", {"table": self.table, "seat": seat}, allowed=allowed)
        if allowed and chair and chair.holder:
            self.blocks.add((who, chair.holder))

    @rule(who=PEOPLE)
    def unblocks_everybody(self, who: str) -> None:
        for block in self.ask(who, "GET", "/me/blocks", allowed=True):
            self.ask(who, "DELETE", f"/me/blocks/{block['id']}", allowed=True)
        self.blocks = {(one, other) for one, other in self.blocks if one != who}

    # -- sockets --------------------------------------------------------------------------------------------------

    @rule(who=PEOPLE, seat=st.none() | CHAIRS, wild=WILD)
    def subscribes(self, who: str, seat: int | None, wild: bool) -> None:
        who = who if seat is None else self.holder(seat, who, wild)
        wire = Wire(who, self.table, seat, None if seat is None else self.chair(seat))
        allowed = who not in self.removed and (self.may_watch(who) if seat is None else self.held(seat, who))
        assert wire.welcomed == allowed, (who, seat, wire.seen)
        if allowed:
            self.wires.append(wire)
        else:
            wire.close()
        if len(self.wires) > 4:
            self.wires.pop(0).close()

    @rule(choose=st.integers(0, 100), seat=st.none() | CHAIRS)
    def chats(self, choose: int, seat: int | None) -> None:
        wire = self.some_wire(choose)
        if wire:
            mine = seat is None or self.held(seat, wire.who)
            allowed = mine and wire.who not in self.silenced | self.removed and not self.blocked(wire.who)
            assert wire.say({"type": "chat", "seat": seat, "text": "?"}) == allowed or wire.dead

    @rule(choose=st.integers(0, 100), seat=CHAIRS, kind=st.sampled_from(sorted(ACTS)))
    def acts_for_a_seat(self, choose: int, seat: int, kind: str) -> None:
        """Whoever does not hold a seat does nothing in its name."""
        wire = self.some_wire(choose)
        if wire and not self.held(seat, wire.who):
            assert not wire.say({"type": kind, "seat": seat, **ACTS[kind]})

    @rule(choose=st.integers(0, 100), seat=st.none() | CHAIRS)
    def looks(self, choose: int, seat: int | None) -> None:
        wire = self.some_wire(choose)
        if wire:
            allowed = seat is None or self.held(seat, wire.who)
            assert wire.say({"type": "look", "seat": seat}) == allowed or wire.dead
            if allowed and not wire.dead:
                wire.seen.clear()
                wire.looks_from(None if seat is None else self.chairs[seat])

    @rule(who=PEOPLE, seat=st.none() | CHAIRS)
    def reads_positions(self, who: str, seat: int | None) -> None:
        allowed = self.running and (self.may_watch(who) if seat is None else self.held(seat, who))
        path = self.at("/positions?to=0" + ("" if seat is None else f"&seat={seat}"))
        answer = self.http[who].get(path)
        assert (answer.status_code == 200) == allowed, (who, seat, answer.text[:200])

    def some_wire(self, choose: int) -> Wire | None:
        self.wires = [wire for wire in self.wires if not wire.dead]
        return self.wires[choose % len(self.wires)] if self.wires else None

    @rule(at_all=st.integers(0, 19))
    def the_server_is_killed(self, at_all: int) -> None:
        if at_all == 7:
            for wire in self.wires:
                wire.close()
            self.wires.clear()
            serving[0].kill()
            serving[0].start()

    # -- what everybody is told -----------------------------------------------------------------------------------

    @invariant()
    def everybody_is_told_what_is_his(self) -> None:
        if not hasattr(self, "table"):
            return
        tried["steps"] += 1
        self.asked = (getattr(self, "asked", 0) + 1) % len(NAMES)
        for who in {self.owner, NAMES[self.asked]}:
            told = self.http[who].get(self.at()).json()
            assert told["owner"] == (who == self.owner)
            assert [seat["yours"] for seat in told["seats"]] == [self.held(i, who) for i in range(len(self.chairs))]
            assert [seat["kind"] for seat in told["seats"]] == [chair.kind for chair in self.chairs]
            assert told["status"] == ("closed" if self.closed else "running" if self.running else "lobby")

    @invariant()
    def no_socket_is_told_what_is_anothers(self) -> None:
        for wire in getattr(self, "wires", []):
            wire.catch_up()
            # For good: whoever stands up and sits down again has to connect again.
            lost = wire.chair is not None and (wire.chair.tenure is not wire.tenure or wire.chair not in self.chairs)
            assert wire.dead == (lost or wire.who in self.removed), (wire.who, wire.seen[-3:])
            for frame in wire.seen:
                if frame["type"] == "position":
                    seat = frame["position"]["seat"]
                    assert (None if seat is None else self.chairs[seat]) is wire.chair
                elif frame["type"] == "plan":
                    assert self.chairs[frame["seat"]] is wire.chair
            wire.seen.clear()


def run(examples: int, phases: tuple[Phase, ...] = tuple(Phase), always_the_same: bool = False) -> None:
    run_state_machine_as_test(
        Rights,
        settings=settings(
            max_examples=examples,
            phases=phases,
            stateful_step_count=30,
            deadline=None,
            derandomize=always_the_same,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )


@pytest.mark.slow
def test_everybody_may_do_what_is_his_and_nothing_else() -> None:
    # Thirty steps can be read as they are; to make them fewer would take minutes.
    run(25, (Phase.explicit, Phase.generate), always_the_same=True)


@pytest.mark.soak
def test_everybody_may_do_what_is_his_for_an_hour() -> None:
    begun = time.monotonic()
    while time.monotonic() - begun < SOAK_SECONDS:
        run(200)
        print(f"{(time.monotonic() - begun) / 60:.0f} min: {tried['sequences']} sequences, {tried['steps']} steps")
