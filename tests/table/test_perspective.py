"""Who sees a draft is decided in one place; nothing that anybody is told counts the steps of somebody else's."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from pithead.engine import registry
from pithead.table import perspective, replays
from pithead.table.clocks import Clock, Timekeeper
from pithead.table.log import commands
from pithead.table.log.base import ClockRules, SeatData
from pithead.table.log.events import Chatted, Closed, Event, Muted, Played, Undone
from pithead.table.log.fold import apply
from pithead.table.log.rows import Entry
from pithead.table.log.state import TableState
from pithead.table.log.summary import head_of
from pithead.table.perspective import Perspective, entry_of, number
from pithead.table.render import frames
from pithead.table.render.frames import TablePositions, table_position
from pithead.table.render.tables import table_info

from .client import Person, Socket
from .conftest import Server
from .scenes import friends, people
from .test_hidden import position, table_of

PLAYERS = 3


def happens(state: TableState, *events: Event) -> None:
    """Events of a table's log, all in the same second."""
    for event in events:
        apply(state, Entry(state.seq + 1, event, None, 5.0))


def everything(state: TableState, seat: int | None, device: str | None) -> list[str]:
    """All that a connection is told."""
    look = Perspective(state, seat, device)
    return [
        position(look),
        table_info(state, device).model_dump_json(),
        *(frames.line(state, device, line).model_dump_json() for line in state.lines),
        f"{look.at} {look.seq}",
        look.encoded.hex(),  # what the process that renders is given
    ]


def others_of(mover: int) -> list[tuple[int | None, str | None]]:
    others = [(seat, f"d{seat}") for seat in range(PLAYERS) if seat != mover]
    return [*others, (None, None), (None, "stranger"), *((None, device) for _, device in others)]


def test_trying_things_out_changes_no_byte_of_what_others_are_told() -> None:
    """Not even a number: as if the draft, its undos and a mute had never been."""
    quiet, busy = table_of("example", PLAYERS, 3), table_of("example", PLAYERS, 3)
    mover = quiet.to_move
    assert mover is not None and quiet.match and busy.match
    rest = quiet.match.action_id("rest")
    step, back = Played(seat=mover, decision=rest), Undone(seat=mover, count=1)
    happens(quiet, Chatted(text="Glück auf", by="stranger", name="Somebody"))
    happens(busy, step, back, step, back, Muted(seat=mover, whom=None, on=True), step)
    happens(busy, Chatted(text="Glück auf", by="stranger", name="Somebody"))
    for seat, device in others_of(mover):
        assert everything(busy, seat, device) == everything(quiet, seat, device), (seat, device)
    happens(quiet, step, Played(seat=mover, decision=0))
    happens(busy, Played(seat=mover, decision=0))
    for seat, device in others_of(mover):
        assert everything(busy, seat, device) == everything(quiet, seat, device), (seat, device)


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "every seat drafts": (Perspective, "drafts", property(lambda look: look.seat is not None)),
    "everybody sees the position": (Perspective, "position", property(lambda look: look.match.state)),
    "everybody's position is rendered elsewhere": (Perspective, "encoded", property(lambda look: look.match.encoded)),
    "everybody knows how many decisions": (Perspective, "decisions", property(lambda look: len(look.match.actions))),
    "everybody knows which decisions": (Perspective, "draft", property(lambda look: look.match.actions)),
    "everybody hears the events": (Perspective, "events", lambda look, since: look.match._events[since:]),
    "entries are counted for everybody": (perspective, "number", lambda state, device, seq: seq),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_perspective_that_shows_more_is_noticed(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thing that it decides, decided wrongly."""
    monkeypatch.setattr(*MUTANTS[mutant])
    with pytest.raises(AssertionError):
        test_trying_things_out_changes_no_byte_of_what_others_are_told()


def test_a_list_shows_a_table_as_it_is_after_every_decision() -> None:
    """What decisions do not change is not built anew for each of them: it must not grow old."""
    state, chance = table_of("example", PLAYERS, 3), random.Random(5)
    assert state.match
    for _ in range(40):
        if state.to_move is None:
            break
        happens(state, Played(seat=state.to_move, decision=chance.choice(state.match.legal)))
        shown, last = head_of(state), state.head
        state.head = None
        assert shown == head_of(state)
        state.head = last
    happens(state, Chatted(text="Glück auf", by="stranger", name="Somebody"), Closed())
    assert '"status":"closed"' in head_of(state)


def test_nobody_plays_on_from_a_draft_that_was_never_confirmed() -> None:
    state = table_of("example", PLAYERS, 3)
    assert state.match
    rest = state.match.action_id("rest")
    for decision in (rest, 0, rest):
        assert state.to_move is not None
        happens(state, Played(seat=state.to_move, decision=decision))
    happens(state, Closed())
    assert state.match.actions == [rest, 0, rest]
    seats = [SeatData(kind="bot", name=f"B{i}", level="random") for i in range(PLAYERS)]
    for seat in (None, *range(PLAYERS)):
        assert Perspective(state, seat).actions == [rest, 0]
    assert commands.branch(state, 3, seats, "d0").actions == (rest, 0)


def test_a_replay_of_a_running_game_stops_at_no_step_of_somebody_elses_turn() -> None:
    state = table_of("example", PLAYERS, 3)
    mover = state.to_move
    assert state.match and mover is not None
    rest = state.match.action_id("rest")
    happens(state, Played(seat=mover, decision=rest), Played(seat=mover, decision=0))
    for seat in (None, *range(PLAYERS)):
        data = replays.match_data(state, Perspective(state, seat).actions)
        _, stops = replays.render(data, seat, ended=False)
        assert stops == ([0, 1, 2] if seat == mover else [0, 2]), seat
        assert replays.render(data, seat, ended=True)[1] == [0, 1, 2]


MATCH = re.compile(r"\b(sees_draft|state_for|settled_state|match\.(state|encoded|settled\w*|actions|events|view))\b")
"""What of a match shows a draft, or depends on whether there is one."""
READS = {
    "perspective.py",
    "log/fold_game.py",  # keeps the match
    "log/state.py",
    "log/commands/play.py",  # plays on a copy, for the seat that it has checked
    "replays.py",  # has a match of its own, made of what its seat may know
}


def test_nothing_else_decides_who_sees_a_draft() -> None:
    """Every other file of the server asks the perspective instead of comparing seats and positions itself."""
    folder = Path(perspective.__file__).parent
    found = {
        file.relative_to(folder).as_posix() for file in folder.rglob("*.py") if MATCH.search(file.read_text("utf-8"))
    }
    assert found == READS


@pytest.mark.parametrize("name", registry.names())
def test_what_is_made_once_for_several_seats_is_what_each_of_them_sees(name: str) -> None:
    """Events of one seat alone, and its draft, are in no position that is shared."""
    chance, game = random.Random(4), registry.load(name)
    players = game.players[-1]
    state = table_of(name, players, 4)
    state.clock = ClockRules()
    positions, clock, made = TablePositions(), Clock(Timekeeper()), 0
    for _ in range(60):
        if state.to_move is None or state.match is None:
            break
        since = max(0, state.match.settled - 4)
        for seat in (None, *range(players)):
            look = Perspective(state, seat, None if seat is None else f"d{seat}")
            for events_from in (0, since):
                assert positions.of(look, events_from, clock) == table_position(look, events_from)
                made += not look.common(events_from)
        happens(state, Played(seat=state.to_move, decision=chance.choice(state.match.legal)))
    assert made, "nothing was anybody's alone"


def test_the_seat_to_move_sees_its_draft_and_its_number() -> None:
    state = table_of("example", PLAYERS, 3)
    mover: Any = state.to_move
    assert state.match
    mine, other = Perspective(state, mover, f"d{mover}"), Perspective(state, (mover + 1) % PLAYERS)
    before = (mine.at, other.at)
    happens(state, Played(seat=mover, decision=state.match.action_id("rest")))
    assert (mine.at, other.at) == (before[0] + 1, before[1])
    assert (len(mine.draft or ()), other.draft) == (1, None)
    assert (mine.decisions, other.decisions) == (1, 0)
    assert mine.events(0) and not other.events(0)
    assert mine.position is not other.position
    assert mine.drafts and not other.drafts


def test_whoever_resumes_from_a_number_misses_and_repeats_nothing() -> None:
    """Numbers of a device never change, and lead back to the entry that they were told for."""
    chance = random.Random(2)
    state = table_of("example", PLAYERS, 3)
    devices = [None, *(f"d{seat}" for seat in range(PLAYERS))]
    told: dict[str | None, list[int]] = {device: [0, 1, 2] for device in devices}
    for step in range(120):
        if state.to_move is None or state.match is None:
            break
        drafted = len(state.match.actions) > state.match.settled
        if chance.random() < 0.3:
            happens(state, Chatted(seat=chance.randrange(PLAYERS), text=str(step)))
        elif drafted and chance.random() < 0.5:
            happens(state, Undone(seat=state.to_move, count=1))
        else:
            happens(state, Played(seat=state.to_move, decision=chance.choice(state.match.legal)))
        for device in devices:
            told[device].append(number(state, device, state.seq))
    assert told[None][-1] < told["d0"][-1] < state.seq
    for device, numbers in told.items():
        assert [number(state, device, seq) for seq in range(state.seq + 1)] == numbers
        assert set(range(numbers[-1] + 1)) == set(numbers), "without gaps"
        for line in state.lines:
            entry = entry_of(state, device, number(state, device, line.seq))
            assert entry >= line.seq
            assert not any(other.seq > line.seq and other.seq <= entry for other in state.lines)


@pytest.mark.slow
def test_no_frame_counts_the_steps_of_somebody_elses_draft(server: Server) -> None:
    """Acknowledgements of chats and mutes, lines, tables and positions, while somebody else tries things out."""

    async def scene(emma: Person, hugo: Person, stranger: Person) -> None:
        table = await friends(emma, hugo, visibility="public")
        async with (
            emma.socket(table["id"], 0) as a,
            hugo.socket(table["id"], 1) as b,
            stranger.socket(table["id"], None) as watcher,
        ):
            for socket in (a, b, watcher):
                await socket.until(lambda me: me.position)
            mover, other = (a, b) if a.mine else (b, a)

            async def tries() -> None:
                for _ in range(3):
                    decision = next(option["id"] for option in mover.position["options"] if option["id"])
                    await mover.settle(await mover.act("play", decision=decision))
                    await mover.settle(await mover.act("undo"))

            async def says(who: Socket, text: str) -> int:
                answer = await who.send({"type": "chat", "seat": who.seat, "text": text})
                await watcher.until(lambda me: any(line["params"].get("text") == text for line in me.lines))
                return int(answer["seq"])

            heard = [await says(other, "one")]
            await tries()
            heard.append(await says(other, "two"))
            await tries()
            muted = await other.send({"type": "mute", "seat": other.seat, "whom": mover.seat, "on": True})
            heard.append(muted["seq"])
            await tries()
            heard.append((await watcher.send({"type": "ping"}))["seq"])
            heard.append(await says(watcher, "three"))
            await other.until(lambda me: any(line["params"].get("text") == "three" for line in me.lines))
            first = heard[0]
            assert heard == [first, first + 1, first + 2, first + 1, first + 2], "the mute is for its maker to count"
            chat = [line["seq"] for line in watcher.lines if line["line"] == "chat"]
            assert chat == [first, first + 1, first + 2]
            # The numbers that were told lead back to what was told: nothing is repeated, nothing is missing.
            again = stranger.socket(table["id"], None)
            again.seq = first + 1
            await again.connect()
            await again.until(lambda me: me.presence)
            assert [line["params"].get("text") for line in again.lines] == ["three"]
            await again.close()

    people(server, 3, scene)
