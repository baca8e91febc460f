"""The log is typed: every row that any version wrote becomes an event, and is written as it was."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from pithead.table.log import events, rows
from pithead.table.log.base import Bill
from pithead.table.log.commands.play import FREE

DATABASES = Path(__file__).parent / "databases"
KINDS = {model.KIND: model for model in get_args(events.Event)}
CREATED = {
    "game": "example", "rules": 1, "options": {}, "owner": "d", "code": None, "seats": [],
    "clock": {"kind": "live", "turn": 60, "bank": 0, "timeout": "bot"}, "deal": {"secret": "00" * 32},
}  # fmt: skip
OF_OLD: list[tuple[str, int | None, dict[str, Any], dict[str, Any]]] = [
    ("created", None, CREATED, {"clock": {"kind": "live", "turn": 60, "bank": 0, "timeout": "move"}}),
    ("created", None, CREATED, {"deal": {"scheme": "sha256", "secret": "00" * 32}}),
    ("changed", None, {"clock": CREATED["clock"]}, {"clock": CREATED["clock"] | {"timeout": "move"}}),  # type: ignore[operator]
    ("started", None, {"order": [0], "names": ["A"], "nonces": []}, {"scheme": "sha256"}),
    ("concede", 1, {}, {"ends": None}),
    ("replaced", 1, {"level": "random"}, {"fresh_turn": True, "ms": 0}),
    ("reclaimed", 1, {}, {"fresh_turn": True}),
    ("timeout", 1, {"policy": "bot"}, {"fresh_turn": True, "policy": "bot"}),
]


def kept_rows() -> list[Any]:
    """Rows of all databases that older schemas left behind."""
    found = []
    for file in sorted(DATABASES.glob("*.db")):
        connection = sqlite3.connect(f"file:{file}?immutable=1", uri=True)
        found += connection.execute("SELECT kind, seat, data FROM entry").fetchall()
        connection.close()
    return found


def contains(whole: Any, part: Any) -> bool:
    """Whether nothing is missing or other than in the part, however much was added."""
    if isinstance(part, dict):
        return all(key in whole and contains(whole[key], value) for key, value in part.items())
    return bool(whole == part)


def test_every_row_of_every_kept_database_is_read_and_written_again() -> None:
    found = kept_rows()
    assert len(found) > 600
    for kind, seat, data in found:
        event = rows.parse(kind, seat, data)
        assert (event.KIND, event.seat) == (kind, seat)
        again = rows.dump(event)
        # What was read is all there is to know: nothing depends on the version that wrote it any more.
        assert rows.parse(kind, seat, again) == event
        if event.VERSION == 1:
            assert again == data.replace('": ', '":')


@pytest.mark.parametrize(("kind", "seat", "data", "expected"), OF_OLD, ids=[row[0] for row in OF_OLD])
def test_what_older_versions_meant_is_said_by_their_rows(
    kind: str, seat: int | None, data: dict[str, Any], expected: dict[str, Any]
) -> None:
    event = rows.parse(kind, seat, json.dumps(data))
    fields = event.model_dump(mode="json")
    assert contains({name: fields[name] for name in expected}, expected)
    assert rows.parse(kind, seat, rows.dump(event)) == event


def test_what_is_written_now_does_not_mean_what_it_once_did() -> None:
    assert json.loads(rows.dump(events.Reclaimed(seat=1))) == {"v": 2}
    event = rows.parse("reclaimed", 1, '{"v":2}')
    assert isinstance(event, events.Reclaimed) and not event.fresh_turn


@pytest.mark.parametrize(
    ("kind", "seat", "data"),
    [
        ("nonsense", None, "{}"),
        ("play", None, '{"d":1}'),
        ("play", 0, "{}"),
        ("play", 0, "["),
        ("play", 0, '{"d":1,"v":9}'),
    ],
)
def test_a_row_that_says_nothing_is_refused(kind: str, seat: int | None, data: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        rows.parse(kind, seat, data)


def test_events_cannot_be_changed() -> None:
    event = events.Played(seat=0, decision=3)
    with pytest.raises(ValidationError, match="frozen"):
        event.decision = 4  # type: ignore[misc]


def test_a_decision_without_a_clock_takes_no_room_for_one() -> None:
    bill: Bill = {"ms": 12}
    assert rows.dump(events.Played(seat=0, decision=3, **FREE)) == '{"d":3}'
    assert json.loads(rows.dump(events.Played(seat=0, decision=3, **bill))) == {"d": 3, "ms": 12}


def test_every_kind_has_a_name_of_its_own_that_fits_its_column() -> None:
    assert len(KINDS) == len(get_args(events.Event))
    assert all(len(kind) <= 12 for kind in KINDS)
