"""P7 over the wire: frames of a blind seat do not depend on what it cannot see."""

from __future__ import annotations

import copy
import importlib
import random
from typing import Any

import pytest
from pydantic_core import to_json

from pithead.engine import registry
from pithead.engine.fair import Deal
from pithead.table import frames
from pithead.table.brains import _imagine
from pithead.table.ledger import Ledger, write_deal
from pithead.table.scribe import draw
from pithead.table.store import Entry

PER_GAME = 60


def table_of(name: str, players: int, seed: int) -> Ledger:
    """A running table of a game, folded from a log."""
    game = registry.load(name)
    seats = [{"kind": "human", "name": f"P{i}", "device": f"d{i}", "uid": str(i)} for i in range(players)]
    created = {
        "game": game.id,
        "edition": None,
        "rules": game.rules_version,
        "options": game.resolve(None),
        "clock": {"kind": "live", "turn": 60, "bank": 60, "timeout": "bot"},
        "visibility": "public",
        "hints": True,
        "substitute": "hewer",
        "owner": "d0",
        "code": "ABCDEF",
        "seats": seats,
        "deal": write_deal(Deal(secret=bytes(random.Random(seed).randbytes(32)), hidden=True)),
    }
    started = {"order": list(range(players)), "names": [f"P{i}" for i in range(players)], "nonces": []}
    entries = [Entry(1, "created", None, created, None, 1.0), Entry(2, "started", None, started, None, 2.0)]
    return Ledger("table", entries, game)


def position(ledger: Ledger, seat: int | None) -> bytes:
    options = seat is not None and seat == ledger.to_move
    drawn = draw(ledger.game, frames.state_for(ledger, seat), seat, options)
    return frames.position(ledger, seat, 0, drawn)


def told(ledger: Ledger, seat: int | None) -> list[bytes]:
    """Everything that a connection of a seat would be told."""
    device = None if seat is None else f"d{seat}"
    return [
        position(ledger, seat),
        to_json(frames.table(ledger, device)),
        *(frames.line(ledger, entry) for entry in ledger.lines),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_frames_are_the_same_bytes_whatever_is_hidden(name: str) -> None:
    game = registry.load(name)
    scramble = importlib.import_module(f"tests.games.{game.folder.name}.scramble").scramble
    chance = random.Random(7)
    players = game.players[-1]
    ledger = table_of(name, players, 7)
    match: Any = ledger.match
    seq, compared, different = 2, 0, 0
    while compared < PER_GAME and not match.over:
        seat = chance.choice([None, *range(players)])
        if chance.random() < 0.5:
            twin = copy.copy(ledger)
            twin.match = copy.copy(match)
            blind = -1 if seat is None else seat
            if blind >= 0:
                dealt = [match.rules.copy(state) for state in (match.settled_state, match.state)]
                for state in dealt:
                    # The same hidden world before the draft and after it.
                    scramble(state, blind, random.Random(compared))
                    state._log = []
                before = [match.rules.encode(state) for state in (match.settled_state, match.state)]
                different += before != [match.rules.encode(state) for state in dealt]
                twin.match.state = dealt[1]
                twin.match._before = None if match._before is None else dealt[0]
                twin.match._legal = None
                assert told(twin, seat) == told(ledger, seat)
                compared += 1
        seq += 1
        ledger.apply(Entry(seq, "play", match.to_move, {"d": chance.choice(match.legal)}, None, float(seq)))
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
            assert _imagine(game.id, None, seat, rules.encode(state), 5) == _imagine(game.id, None, seat, true, 5)
    assert different, "the scrambler must change something"


def test_a_draft_changes_no_byte_of_what_others_are_told() -> None:
    ledger = table_of("example", 3, 3)
    match: Any = ledger.match
    mover = match.to_move
    others = [None, *(seat for seat in range(3) if seat != mover)]

    def shown() -> list[bytes]:
        found = []
        for seat in others:
            table = frames.table(ledger, None if seat is None else f"d{seat}")
            # How long the log is says that something happened, not what.
            table.pop("seq"), table.pop("changed_at")
            found += [position(ledger, seat), to_json(table)]
        return found

    before = shown()
    rest = match.action_id("rest")
    ledger.apply(Entry(3, "play", mover, {"d": rest}, None, 3.0))
    assert match.settled == 0
    assert shown() == before
    ledger.apply(Entry(4, "undo", mover, {"n": 1}, None, 4.0))
    assert shown() == before
    ledger.apply(Entry(5, "play", mover, {"d": rest}, None, 5.0))
    ledger.apply(Entry(6, "play", mover, {"d": 0}, None, 6.0))
    assert shown() != before
