"""A lesson is a table: its script moves everybody, refuses what the step is not about, and ends in a real game."""

from __future__ import annotations

import pytest

from pithead.engine import lessons, registry
from pithead.engine.lessons import Lesson
from pithead.engine.match import END

from .client import Person, Socket
from .conftest import Server
from .contract import Frame
from .scenes import people, refused

pytestmark = pytest.mark.slow

TITLES = [name for name in registry.names() if lessons.course(name)]


async def begin(person: Person, lesson: Lesson) -> Frame:
    body = {"game": lesson.game.id, "lesson": lesson.name, "name": "Emma"}
    found: Frame = await person.call("POST", "/lessons", body, expect=201)
    return found


async def decide(socket: Socket, decision: int) -> None:
    """Take a decision, and see what came of it: the others follow in the same breath."""
    answer = await socket.act("play", decision=decision)
    await socket.until(lambda me: me.at >= answer["seq"])


@pytest.mark.parametrize("title", TITLES)
def test_the_script_moves_everybody_and_ends_in_a_real_game(server: Server, title: str) -> None:
    lesson = lessons.course(title)[0]
    script = lesson.script

    async def scene(emma: Person) -> None:
        table = await begin(emma, lesson)
        assert table["lesson"] == {"name": lesson.name, "decisions": len(script.line)}
        assert (table["origin"], table["status"]) == ("lesson", "running")
        async with emma.socket(table["id"], lesson.seat) as socket:
            await socket.until(lambda me: me.position)
            for moment in script.moments:
                assert socket.position["decisions"] == moment.at
                for decision in moment.decisions:
                    await decide(socket, decision)
            assert socket.position["decisions"] == len(script.line)
            assert socket.mine, "the game goes on with the learner"
            mine = await emma.call("GET", "/tables?which=mine")
            assert mine["tables"] == [], "a lesson is no game that waits for somebody"
            assert (await emma.call("GET", "/me"))["due"] == 0
            await decide(socket, next(o["id"] for o in socket.position["options"]))
            mine = await emma.call("GET", "/tables?which=mine")
            assert [one["id"] for one in mine["tables"]] == [table["id"]], "whoever plays on has a game"

    people(server, 1, scene)


def test_what_the_step_is_not_about_is_refused_and_nothing_happens(server: Server) -> None:
    lesson = lessons.find("coal-baron", "first-shift")
    wanted = lesson.script.line.decisions[0]

    async def scene(emma: Person) -> None:
        table = await begin(emma, lesson)
        async with emma.socket(table["id"], 0) as socket:
            await socket.until(lambda me: me.position)
            other = next(o["id"] for o in socket.position["options"] if o["id"] != wanted)
            told = await refused("lesson_step", socket.act("play", decision=other))
            assert "this step is about something else" in told["text"]
            await refused("illegal", socket.act("play", decision=END))
            await refused("lesson_step", socket.act("sequence", decisions=[other, END]))
            await decide(socket, wanted)
            assert socket.position["draft"]["actions"] == [wanted]
            answer = await socket.act("undo")
            await socket.until(lambda me: me.at >= answer["seq"])
            assert socket.position["decisions"] == 0, "what was right may be taken back as well"

    people(server, 1, scene)


def test_the_course_is_told_in_the_language_asked_for(server: Server) -> None:
    wanted = list(lessons.find("coal-baron", "first-shift").script.line.decisions[:2])

    async def scene(emma: Person) -> None:
        (lesson,) = await emma.call("GET", "/games/coal-baron/lessons?lang=de")
        assert lesson["title"] == "Eine erste Schicht"
        draft = lesson["steps"][1]
        assert (draft["rule"], draft["at"], draft["decisions"]) == ("R4", 0, wanted)
        assert draft["light"] == [["order:6"], ["turn"]]
        assert "zwei braunen Kästchen" in draft["text"]
        await refused("unknown_lesson", emma.call("POST", "/lessons", {"game": "coal-baron", "lesson": "night-shift"}))
        await refused("unknown_game", emma.call("GET", "/games/chess/lessons"))

    people(server, 1, scene)
