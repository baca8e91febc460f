"""Records and replays: export a game, import a record as a table, render every position of a game."""

import gzip
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from pithead.engine import registry
from pithead.engine.events import Event
from pithead.engine.fair import Deal
from pithead.engine.match import Match
from pithead.engine.record import Record, parse

from . import perspective
from .errors import NotFinished, Sealed
from .log.base import DealData
from .log.state import TableState
from .workers.tasks import edition_of

STOPPED = {"conceded": "finished", "aborted": "aborted", "closed": "closed"}
"""The status of tables whose game people ended, by the header `ended` of their records."""


def record_text(state: TableState) -> str:
    """The record of a game that has ended; a running one would show what is hidden."""
    if state.match is None or state.how is None:
        raise NotFinished()
    if state.sealed:
        raise Sealed()
    match = state.match
    record = Record.of(match, stopped=True)
    if not match.over:
        record.headers["ended"] = state.how
    if conceded := [seat.name for seat in state.seats if seat.conceded]:
        record.headers["conceded"] = ", ".join(conceded)
    record.headers["date"] = time.strftime("%Y-%m-%d", time.gmtime(state.created_at))
    return record.text


def read(text: str, edition: str | None) -> dict[str, Any]:
    """Parse and verify a record for a table; runs in a child process. Refusals name the line."""
    record = parse(text)
    match = record.verify(Path(edition) if edition else None)
    how = ended if (ended := record.headers.get("ended")) in STOPPED else "closed"
    return {
        "game": match.game.id,
        "edition": match.game.material.fingerprint,
        "rules": match.rules_version,
        "options": match.options,
        "names": list(match.names),
        "actions": match.actions,
        "deal": _deal(replace(match.deal, hidden=False)),
        "conceded": record.conceded,
        "status": STOPPED[how],
        "how": how,
    }


def game_of(text: str) -> str:
    """Which game a record is of."""
    return parse(text).headers["game"]


def match_data(state: TableState, actions: list[int]) -> dict[str, Any]:
    """A match as picklable data, for a child process."""
    match = state.match
    assert match
    return {
        "game": state.game.id,
        "edition": edition_of(state.game),
        "deal": _deal(match.deal),
        "options": match.options,
        "names": list(match.names),
        "rules": match.rules_version,
        "actions": actions,
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return DealData.of(deal).model_dump(exclude_unset=True)


def fresh(data: dict[str, Any]) -> Match:
    """The match of `match_data` before its first decision."""
    game = registry.load(data["game"], data["edition"])
    names = tuple(data["names"])
    return Match(game, len(names), DealData(**data["deal"]).deal, data["options"], names, data["rules"])


def render(data: dict[str, Any], seat: int | None, ended: bool) -> tuple[bytes, list[int]]:
    """Every position of a game as a seat saw it: gzipped JSON lines, and the decision of each line.

    Of a running game the steps of the others' drafts are left out. Runs in a process of its own.
    """
    match = fresh(data)
    waiting: list[dict[str, Any]] = []
    opening = [_event_data(event) for event in match.opening(seat)]
    lines = [_line(match, seat, 0, None, None, True, opening, ended)]
    decisions = [0]
    for number, action in enumerate(data["actions"], 1):
        player = match.to_move
        happened = match.play(action)
        waiting += [_event_data(event) for event in happened if event.visible_to(seat)]
        settles = match.settled == number
        if perspective.replays_step(seat, player, settles, ended):
            lines.append(_line(match, seat, number, player, action, settles, waiting, ended))
            decisions.append(number)
            waiting.clear()
    return gzip.compress(b"".join(lines), 1), decisions


def _event_data(event: Event) -> dict[str, Any]:
    return {"decision": event.seq, "name": event.name, "params": event.params}


def _line(
    match: Match,
    seat: int | None,
    number: int,
    player: int | None,
    action: int | None,
    settles: bool,
    events: list[dict[str, Any]],
    ended: bool,
) -> bytes:
    game = match.game
    named = perspective.replays_decision(seat, player, ended)
    position = {
        "decision": number,
        "turn": len(match.turns),
        "player": player,
        "action": action if named else None,
        "text": game.action_texts[action] if action is not None and named else None,
        "settles": settles,
        "to_move": match.to_move,
        "phase": match.phase,
        "progress": match.facts.progress,
        "view": game.files.view.view(match.state, seat),
        "events": events,
        "scores": match.standing.scores if ended else None,
    }
    return to_json(position) + b"\n"
