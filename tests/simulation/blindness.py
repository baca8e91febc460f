"""What a seat is shown follows from what it may know: with all that is hidden from it dealt anew, it looks the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pithead.engine import registry
from pithead.table.log.fold import fold
from pithead.table.log.rows import Entry, parse

from .commits import Broken

EVERY = 5
"""A position in so many is looked at: the whole log is replayed for it."""


class Blindness:
    """Replays logs apart from the server, and compares."""

    def __init__(self, rows: Callable[..., list[Any]]) -> None:
        self._rows = rows
        self._seen = 0

    def look(self, table: str, seat: int, position: dict[str, Any], view: str) -> bool:
        """Look at a position of a game that is under way; returns whether it was the turn of this one."""
        self._seen += 1
        if self._seen % EVERY:
            return False
        rows = self._rows("SELECT seq, kind, seat, data, key, at FROM entry WHERE board = ? ORDER BY seq", table)
        log = [Entry(seq, parse(kind, whose, data), key, at) for seq, kind, whose, data, key, at in rows]
        game = registry.load(log[0].event.game)  # type: ignore[union-attr]
        match = fold(table, log, game).match
        assert match
        mine = position["to_move"] == seat
        if (len(match.actions) if mine else match.settled) != position["decisions"] or match.over:
            # The log has gone on meanwhile.
            return False
        rules = game.rules()
        imagined = rules.copy(match.state if mine else match.settled_state)
        rules.determinize(imagined, seat, rules.fast(self._seen, seat))
        shown = game.files.view.view(imagined, seat).model_dump(mode="json")
        if json.dumps(shown, sort_keys=True) != view:
            raise Broken(f"seat {seat} of table {table} is shown something that it cannot know")
        return True
