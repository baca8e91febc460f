"""Lessons: the courses of the games, and tables that follow one."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from pithead.engine import lessons
from pithead.engine.lessons import Lesson
from pithead.engine.messages import common
from pithead.table import protocol
from pithead.table.http.deps import Device, Here, Spoken
from pithead.table.limits import address_of
from pithead.table.log import commands
from pithead.table.people import name_of

router = APIRouter(tags=["lessons"])


@router.get("/games/{game}/lessons", response_model=list[protocol.LessonInfo])
async def course(game: str, language: Spoken) -> list[dict[str, Any]]:
    """The lessons of a game, with their steps in the language asked for."""
    courses = []
    for lesson in lessons.course(game):
        # Played when it is first asked for: others come between two lessons.
        courses.append(_info(lesson, language))
        await asyncio.sleep(0)
    return courses


def _info(lesson: Lesson, language: str) -> dict[str, Any]:
    return {
        "name": lesson.name,
        "title": lesson.title(language),
        "about": lesson.about(language),
        "minutes": lesson.minutes,
        "decisions": len(lesson.script.line),
        "steps": [
            {
                "text": lesson.text(moment, language),
                "rule": moment.step.rule,
                "at": moment.at,
                "light": moment.light,
                "decisions": moment.decisions,
            }
            for moment in lesson.script.moments
        ],
    }


@router.post("/lessons", status_code=201, response_model=protocol.TableInfo)
async def begin(
    ask: protocol.NewLesson, device: Device, server: Here, request: Request, language: Spoken
) -> protocol.TableInfo:
    """Open a table that follows a lesson."""
    server.limits.take("create", address_of(request))
    taught = lessons.find(ask.game, ask.lesson)
    known = await name_of(server.store, device)
    name = ask.name or known or common(language).text("lesson.learner")
    room = await server.rooms.create(
        taught.game, commands.lesson(taught, device, name, server.rooms.world.fresh_uid), with_code=False
    )
    return room.info(device)
