"""The rule of links: every change of who holds a seat, or owns the table, makes all older links to it worthless."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, precondition, rule

from pithead.engine import registry
from pithead.engine.errors import PitheadError
from pithead.engine.fair import Deal
from pithead.table.identity import Identity, LinkKind
from pithead.table.log import commands
from pithead.table.log.base import ClockRules, DealData, SeatData
from pithead.table.log.events import Created, Event, LinksRevoked
from pithead.table.log.fold import apply, fold
from pithead.table.log.rows import Entry
from pithead.table.protocol import Pledge, SeatSetup

from .client import Person
from .conftest import Server
from .scenes import people, refused, sit


def test_who_has_left_a_seat_cannot_take_it_from_the_next_person(server: Server) -> None:
    async def scene(emma: Person, thief: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "open")
        path = f"/tables/{table['id']}"
        await thief.call("POST", f"{path}/seats/1/take", sit("Thief"))
        link = await thief.call("POST", f"{path}/seats/1/device")
        await thief.call("POST", f"{path}/seats/1/leave")
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        await refused("bad_link", thief.call("POST", "/links", {"token": link["token"]}))
        await emma.call("POST", f"{path}/start")
        await refused("bad_link", thief.call("POST", "/links", {"token": link["token"]}))
        async with hugo.socket(table["id"], 1) as socket:
            await socket.until(lambda me: me.position)

    people(server, 3, scene)


def test_an_owner_link_is_worthless_when_the_table_has_come_back(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open")
        first = await emma.call("POST", f"/tables/{table['id']}/owner")
        second = await emma.call("POST", f"/tables/{table['id']}/owner")
        await hugo.call("POST", "/links", {"token": first["token"]})
        back = await hugo.call("POST", f"/tables/{table['id']}/owner")
        assert (await emma.call("POST", "/links", {"token": back["token"]}))["owner"]
        for old in (first, second, back):
            await refused("bad_link", jules.call("POST", "/links", {"token": old["token"]}))
        assert (await emma.call("GET", f"/tables/{table['id']}"))["owner"]

    people(server, 3, scene)


def test_an_invitation_ends_with_the_first_who_uses_it(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "invite")
        path = f"/tables/{table['id']}"
        link = (await emma.call("POST", f"{path}/seats/1/invitation"))["token"]
        await hugo.call("POST", "/links", {"token": link, **sit("Hugo")})
        await hugo.call("POST", "/links", {"token": link, **sit("Hugo")})
        await hugo.call("POST", f"{path}/seats/1/leave")
        for person in (hugo, jules):
            await refused("bad_link", person.call("POST", "/links", {"token": link, **sit("Jules")}))

    people(server, 3, scene)


class Token(NamedTuple):
    """A link, with what had to stay as it was for it to be good."""

    text: str
    kind: LinkKind
    uid: str
    tenure: object


SEATS = 3
NAMES = ("emma", "hugo", "jules")
PEOPLE = st.sampled_from(NAMES)
CHAIRS = st.integers(0, SEATS - 1)


class Links(RuleBasedStateMachine):
    """Every sequence of sitting, leaving, handing over and starting, beside a model that only knows who has what.

    A tenure is the time in which one and the same has a seat or the table. A link is good within the tenure that it was
    made in.
    """

    links = Bundle("links")

    def __init__(self) -> None:
        super().__init__()
        self.identity = Identity("secret")
        self.game = registry.load("example")
        created = Created(
            game=self.game.id,
            rules=self.game.rules_version,
            options=self.game.resolve(None),
            clock=ClockRules(),
            owner="emma",
            code="ABCDEF",
            deal=DealData.of(Deal.secretly()),
            seats=tuple(SeatData(kind="open", uid=f"u{i}") for i in range(SEATS)),
        )
        self.state = fold("table", [Entry(1, created, None, 1.0)], self.game)
        self.owner = "emma"
        self.owner_tenure = object()
        self.holder: dict[str, str | None] = {f"u{i}": None for i in range(SEATS)}
        self.tenure: dict[str, object] = {f"u{i}": object() for i in range(SEATS)}

    def put(self, news: list[Event]) -> None:
        for new in news:
            apply(self.state, Entry(self.state.seq + 1, new, None, 1.0))

    def chair(self, seat: int) -> str | None:
        return self.state.seats[seat].uid if seat < len(self.state.seats) else None

    def changes(self, uid: str, holder: str | None) -> None:
        if self.holder[uid] != holder:
            self.holder[uid] = holder
            self.tenure[uid] = object()

    @rule(seat=CHAIRS, who=PEOPLE)
    def takes(self, seat: int, who: str) -> None:
        try:
            self.put(commands.sit_down(self.state, seat, who, who, Pledge()))
        except (PitheadError, IndexError):
            return
        self.changes(f"u{seat}", who)

    @rule(seat=CHAIRS, who=PEOPLE)
    def leaves(self, seat: int, who: str) -> None:
        if self.state.status == "lobby" and seat in self.state.seats_of(who):
            self.put(commands.stand_up(self.state, seat))
            self.changes(f"u{seat}", None)

    @rule(seat=CHAIRS, kind=st.sampled_from(["you", "open", "invite", "closed", "bot"]))
    def owner_sets(self, seat: int, kind: Any) -> None:
        if self.state.status == "lobby":
            setup = SeatSetup(kind=kind, level="random" if kind == "bot" else None, name="Somebody")
            self.put(commands.set_seat(self.state, self.state.owner, seat, setup, None))
            held = {"you": self.owner, "open": None, "invite": None, "closed": "nobody", "bot": "bot"}
            self.changes(f"u{seat}", held[kind])

    @rule(target=links, seat=CHAIRS, kind=st.sampled_from(["invitation", "device", "owner"]))
    def makes(self, seat: int, kind: LinkKind) -> Token:
        """Links of every kind at every time: whether one may be made is asked elsewhere."""
        uid = self.chair(seat) or self.state.seats[0].uid
        place = next(i for i, sitter in enumerate(self.state.seats) if sitter.uid == uid)
        text = self.identity.link(kind, self.state, None if kind == "owner" else place)
        return Token(text, kind, uid, self.owner_tenure if kind == "owner" else self.tenure[uid])

    @rule(seat=CHAIRS)
    def revokes(self, seat: int) -> None:
        uid = self.chair(seat)
        if uid is not None:
            self.put([LinksRevoked(seat=seat)])
            self.tenure[uid] = object()

    @rule(link=links, who=PEOPLE)
    def redeems(self, link: Token, who: str) -> None:
        before = (self.owner, dict(self.holder))
        lobby = self.state.status == "lobby"
        good = link.tenure is (self.owner_tenure if link.kind == "owner" else self.tenure[link.uid])
        if link.kind == "invitation":
            good = good and lobby and self.holder[link.uid] is None
        elif link.kind == "device":
            good = good and self.holder[link.uid] in NAMES
        mine = self.owner == who if link.kind == "owner" else self.holder[link.uid] == who
        try:
            right = self.identity.read_link(link.text)
            news = commands.redeem(self.state, right, who, who, Pledge())
        except PitheadError:
            assert not good and not mine
            return
        assert mine or good
        assert mine == (not news)
        self.put(news)
        if mine:
            assert before == (self.owner, self.holder)
        elif link.kind == "owner":
            self.owner, self.owner_tenure = who, object()
        else:
            self.changes(link.uid, who)

    @precondition(lambda self: self.state.ready)
    @rule()
    def starts(self) -> None:
        self.put(commands.start(self.state))

    @invariant()
    def everybody_has_what_he_has(self) -> None:
        assert self.state.owner == self.owner
        for sitter in self.state.seats:
            held = self.holder[sitter.uid]
            assert (sitter.device if sitter.kind == "human" else None) == (held if held in NAMES else None)


Links.TestCase.settings = settings(max_examples=120, stateful_step_count=25, deadline=None)
TestLinks = Links.TestCase
