"""P7 over the wire: frames of a blind seat do not depend on what it cannot see."""

from __future__ import annotations

import copy
import importlib
import itertools
import random
from typing import Any

import pytest

from pithead.engine import registry
from pithead.engine.fair import Deal
from pithead.table.log.base import ClockRules, DealData, SeatData
from pithead.table.log.events import Created, Event, Played, Started, Undone
from pithead.table.log.fold import apply, fold
from pithead.table.log.rows import Entry
from pithead.table.log.state import TableState
from pithead.table.perspective import Perspective
from pithead.table.render import frames
from pithead.table.render.frames import ChangesHead, PositionHead
from pithead.table.render.tables import table_info
from pithead.table.render.views import Rendered, render
from pithead.table.workers.tasks import imagine

from .client import Person
from .conftest import Server
from .scenes import people, refused, sit

PER_GAME = 60
SEATS = 4


def table_of(name: str, players: int, seed: int) -> TableState:
    """A running table of a game, folded from a log."""
    game = registry.load(name)
    names = tuple(f"P{i}" for i in range(players))
    created = Created(
        game=game.id,
        rules=game.rules_version,
        options=game.resolve(None),
        clock=ClockRules(kind="live", turn=60, bank=60),
        visibility="public",
        owner="d0",
        code="ABCDEF",
        seats=tuple(SeatData(kind="human", name=names[i], device=f"d{i}", uid=str(i)) for i in range(players)),
        deal=DealData.of(Deal(secret=bytes(random.Random(seed).randbytes(32)), hidden=True)),
    )
    started = Started(order=tuple(range(players)), names=names, nonces=(), scheme="hmac-sha256")
    return fold("table", [Entry(1, created, None, 1.0), Entry(2, started, None, 2.0)], game)


def happens(state: TableState, event: Event) -> None:
    """The next event of a table's log."""
    apply(state, Entry(state.seq + 1, event, None, float(state.seq + 1)))


def position(look: Perspective) -> str:
    head = PositionHead(n=1, seq=look.seq, position=frames.table_position(look, 0))
    return frames.position(head, render(look.state.game, look.position, look.seat, look.drafts).json)


def changes(look: Perspective, before: Rendered) -> str:
    head = ChangesHead(n=2, seq=look.seq, base=1, position=frames.table_position(look, 0))
    rendered = render(look.state.game, look.position, look.seat, look.drafts)
    return frames.changes(head, ",".join(rendered.changes(before)))


def told(state: TableState, seat: int | None, before: Rendered | None = None) -> list[str]:
    """Everything that a connection of a seat would be told, whole or as changes to what it saw before."""
    device = None if seat is None else f"d{seat}"
    look = Perspective(state, seat, device)
    return [
        position(look),
        *([changes(look, before)] if before else []),
        table_info(state, device).model_dump_json(),
        *(frames.line(state, device, entry).model_dump_json() for entry in state.lines),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_frames_are_the_same_bytes_whatever_is_hidden(name: str) -> None:
    game = registry.load(name)
    scramble = importlib.import_module(f"tests.games.{game.folder.name}.scramble").scramble
    chance = random.Random(7)
    players = game.players[-1]
    state = table_of(name, players, 7)
    match: Any = state.match
    compared, different = 0, 0
    seen: dict[int | None, Rendered] = {}
    while compared < PER_GAME and not match.over:
        seat = chance.choice([None, *range(players)])
        if chance.random() < 0.5:
            twin = copy.copy(state)
            twin.match = copy.copy(match)
            blind = -1 if seat is None else seat
            if blind >= 0:
                dealt = [match.rules.copy(shown) for shown in (match.settled_state, match.state)]
                for shown in dealt:
                    # The same hidden world before the draft and after it.
                    scramble(shown, blind, random.Random(compared))
                    shown._log = []
                before = [match.rules.encode(shown) for shown in (match.settled_state, match.state)]
                different += before != [match.rules.encode(shown) for shown in dealt]
                twin.match.state = dealt[1]
                twin.match._before = None if match._before is None else match.rules.encode(dealt[0])
                twin.match._legal = None
                assert told(twin, seat, seen.get(seat)) == told(state, seat, seen.get(seat))
                look = Perspective(state, seat)
                seen[seat] = render(state.game, look.position, seat, look.drafts)
                compared += 1
        happens(state, Played(seat=match.to_move, decision=chance.choice(match.legal)))
    assert compared >= 20
    assert different >= 0.9 * compared, "the scrambler must change something"


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_a_seat_plans_ahead_does_not_depend_on_what_it_cannot_see(name: str) -> None:
    game = registry.load(name)
    scramble = importlib.import_module(f"tests.games.{game.folder.name}.scramble").scramble
    rules, chance = game.rules(), random.Random(3)
    match: Any = table_of(name, game.players[-1], 3).match
    different = 0
    for number in range(24):
        match.play(chance.choice(match.legal))
        if number % 12 == 11 and not match.over:
            seat = (match.to_move + 1) % match.players
            state = rules.copy(match.settled_state)
            true = rules.encode(state)
            scramble(state, seat, random.Random(number))
            different += rules.encode(state) != true
            assert imagine(game.id, None, seat, rules.encode(state), 5) == imagine(game.id, None, seat, true, 5)
    assert different, "the scrambler must change something"


def test_a_draft_changes_no_byte_of_what_others_are_told() -> None:
    state = table_of("example", 3, 3)
    match: Any = state.match
    mover = match.to_move
    others = [None, *(seat for seat in range(3) if seat != mover)]

    def shown() -> list[str]:
        return [text for seat in others for text in told(state, seat)]

    before = shown()
    rest = match.action_id("rest")
    happens(state, Played(seat=mover, decision=rest))
    assert match.settled == 0
    assert shown() == before
    happens(state, Undone(seat=mover, count=1))
    assert shown() == before
    happens(state, Played(seat=mover, decision=rest))
    happens(state, Played(seat=mover, decision=0))
    assert shown() != before


PLACES = [taken for count in (2, 3) for taken in itertools.combinations(range(SEATS), count)]


@pytest.mark.parametrize("taken", PLACES, ids=lambda taken: "".join("x" if i in taken else "-" for i in range(SEATS)))
def test_no_frame_of_another_seat_at_the_start(server: Server, taken: tuple[int, ...]) -> None:
    """Closed seats disappear and the others move up: whoever looked from a seat before still looks from his own."""

    async def scene(*everybody: Person) -> None:
        owner, *others = everybody
        seats = ["open" if i in taken else "closed" for i in range(SEATS)]
        table = await owner.table("example", *seats)
        path = f"/tables/{table['id']}"
        sockets = []
        for person, seat in zip(others, taken, strict=True):
            await person.call("POST", f"{path}/seats/{seat}/take", sit(f"P{seat}"))
            sockets.append(person.socket(table["id"], seat))
            await sockets[-1].connect()
            await sockets[-1].send({"type": "chat", "seat": seat, "text": f"from {seat}"})
        await owner.call("POST", f"{path}/start")
        for new, (person, socket) in enumerate(zip(others, sockets, strict=True)):
            await socket.until(lambda me: me.position)
            await socket.send({"type": "ping"})
            shown = [frame["position"]["seat"] for frame in socket.frames if frame["type"] == "position"]
            assert set(shown) == {new}
            async with person.socket(table["id"], new) as fresh:
                await fresh.until(lambda me: me.position and len(me.lines) == len(taken) * 2 + 1)
                same = {key: value for key, value in fresh.position.items() if key != "events_from"}
                assert {key: value for key, value in socket.position.items() if key != "events_from"} == same
                for line in fresh.lines:
                    if line["line"] == "chat":
                        assert line["params"]["text"] == f"from {taken[line['seat']]}"
                        assert line["name"] == f"P{taken[line['seat']]}"
            await socket.close()

    people(server, len(taken) + 1, scene)


def test_a_connection_that_lost_its_seat_gets_answers_and_a_goodbye(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "open", "open")
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        async with hugo.socket(table["id"], 1) as socket:
            await socket.until(lambda me: me.presence)
            told = len(socket.frames)
            await emma.call("PUT", f"{path}/seats/1", {"kind": "bot", "level": "random"})
            await socket.until(lambda me: me.bye)
            # Who is at the table, and how warm its bots are, is nobody's secret.
            assert [frame["type"] for frame in socket.frames[told:] if frame["type"] != "presence"] == ["bye"]
            assert socket.bye["reason"] == "revoked"

    people(server, 2, scene)


def test_mutes_follow_the_person(server: Server) -> None:
    """Through the start that moves seats, to another seat, and to another device of either of them."""

    async def scene(emma: Person, hugo: Person, jules: Person, phone: Person) -> None:
        table = await emma.table("example", "closed", "you", "open", "open")
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/2/take", sit("Hugo"))
        await jules.call("POST", f"{path}/seats/3/take", sit("Jules"))
        async with emma.socket(table["id"], 1) as ears:
            await ears.send({"type": "mute", "seat": 1, "whom": 2, "on": True})
        await hugo.call("POST", f"{path}/seats/2/leave")
        await jules.call("POST", f"{path}/seats/3/leave")
        await jules.call("POST", f"{path}/seats/2/take", sit("Jules"))
        await hugo.call("POST", f"{path}/seats/3/take", sit("Hugo"))
        link = await hugo.call("POST", f"{path}/seats/3/device")
        await emma.call("POST", f"{path}/start")
        heard: list[str] = []
        async with emma.socket(table["id"], 0) as ears, hugo.socket(table["id"], 2) as muted:
            await muted.send({"type": "chat", "seat": 2, "text": "unheard"})
            await muted.send({"type": "chat", "seat": None, "text": "unheard, as a spectator"})
            await phone.call("POST", "/links", {"token": link["token"]})
            async with phone.socket(table["id"], 2) as moved, jules.socket(table["id"], 1) as other:
                await moved.send({"type": "chat", "seat": 2, "text": "unheard from the phone"})
                await other.send({"type": "chat", "seat": 1, "text": "heard"})
            await ears.until(lambda me: any(line["params"].get("text") == "heard" for line in me.lines))
            heard = [line["params"]["text"] for line in ears.lines if line["line"] == "chat"]
        assert heard == ["heard"]

    people(server, 4, scene)


def test_a_plan_is_made_in_a_running_game_only(server: Server) -> None:
    """Before the start seats still move: a plan would come to somebody else."""

    async def scene(emma: Person, hugo: Person) -> None:
        table = await emma.table("example", "closed", "you", "open")
        await hugo.call("POST", f"/tables/{table['id']}/seats/2/take", sit("Hugo"))
        async with emma.socket(table["id"], 1) as socket:
            await refused("not_running", socket.send({"type": "plan", "seat": 1, "decisions": [1]}))
            await emma.call("POST", f"/tables/{table['id']}/start")
            await socket.until(lambda me: me.position)
            await socket.send({"type": "plan", "seat": 0, "decisions": []})

    people(server, 2, scene)
