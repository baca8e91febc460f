"""Positions as changes to the one before: smaller, and never different from whole ones."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pithead.engine import registry
from pithead.table.render.succession import Succession, View
from pithead.table.render.views import Rendered, render_all

from .client import Person, changed
from .conftest import Server
from .scenes import people


@pytest.mark.parametrize("name", registry.names())
def test_changes_lead_from_every_position_to_the_next(name: str) -> None:
    """Seen from every seat, and in a fraction of the bytes."""
    game = registry.load(name)
    rules = game.rules()
    players = game.players[-1]
    chance = random.Random(11)
    state = rules.new(players, game.numbers(game.resolve(None)), [chance.getrandbits(32) for _ in range(8)])
    seats = [None, *range(players)]
    known: dict[int | None, Rendered] = {}
    whole = small = 0
    for _ in range(40):
        mover = rules.to_move(state)
        shown = render_all(game, [state], [(0, seat, seat == mover) for seat in seats])
        for seat, rendered in zip(seats, shown, strict=True):
            position: Any = json.loads(rendered.json)
            assert position["view"] == game.files.view.view(state, seat).model_dump(mode="json")
            if seat in known:
                found = [json.loads(change) for change in rendered.changes(known[seat])]
                assert changed(json.loads(known[seat].json), {"changes": found}) == position
                whole += len(rendered.json)
                small += len(json.dumps(found))
            known[seat] = rendered
        if not (legal := rules.legal(state)):
            break
        rules.apply(state, chance.choice(legal))
    assert small < whole / 2


def test_a_part_that_all_seats_see_is_encoded_once() -> None:
    game = registry.load("coal-baron")
    rules = game.rules()
    state = rules.new(4, game.numbers(game.resolve(None)), [1] * 8)
    one, other = render_all(game, [state], [(0, 0, False), (0, 1, False)])
    assert all(mine is theirs for mine, theirs in zip(one.view["spaces"], other.view["spaces"], strict=True))


def test_a_connection_that_missed_a_view_gets_the_changes_of_both() -> None:
    game = registry.load("coal-baron")
    rules = game.rules()
    state = rules.new(4, game.numbers(game.resolve(None)), [1] * 8)
    succession, last, shown = Succession(), None, list[View]()
    for number in range(1, 6):
        mover = rules.to_move(state)
        rendered = render_all(game, [state], [(0, 0, mover == 0), (0, 1, mover == 1)])
        views = [succession.follow("table", seat, 10 * number + seat, one) for seat, one in enumerate(rendered)]
        last = views[0].after(last)
        shown.append(last)
        assert last.since(10 * number) == ""
        assert last.since(10 * number + 1) is None, "another seat's"
        for before in shown[-3:-1]:
            changes = last.since(before.number)
            assert changes is not None
            assert before.json and last.json
            found = changed(json.loads(before.json), {"changes": json.loads(f"[{changes}]")})
            assert found == json.loads(last.json)
        rules.apply(state, rules.legal(state)[0])
    assert shown[-1].since(shown[0].number) is None, "too long ago: it gets all of it"
    assert shown[-1].after(None).since(shown[-2].number)


@pytest.mark.slow
def test_whoever_takes_changes_sees_what_everybody_else_sees(server: Server) -> None:
    """Two tabs of the same seat and of a spectator, one with and one without; also after undo and a reconnect."""

    async def scene(emma: Person) -> None:
        table = await emma.table("coal-baron", "you", "random", start=True)
        plain, lean = emma.socket(table["id"], 0), emma.socket(table["id"], 0, changes=True)
        async with plain, lean, emma.socket(table["id"], None, changes=True) as watcher:
            chance = random.Random(4)
            for step in range(30):
                await plain.until(lambda me: me.mine)
                option = chance.choice(plain.position["options"])
                await plain.settle(await plain.act("play", decision=option["id"]))
                if step % 7 == 3 and plain.mine and plain.position["draft"]["undo"]:
                    await plain.settle(await plain.act("undo"))
                if step == 20:
                    await lean.cut()
                    await lean.connect()
                await plain.until(lambda me: me.mine)
                await lean.until(lambda me: me.position["at"] == plain.at)
                # Events and turns begin where the last position of each connection ended.
                own = ("events", "events_from", "turns")
                same = {key: value for key, value in plain.position.items() if key not in own}
                assert {key: lean.position[key] for key in same} == same
                assert lean.events == plain.events
            kinds = [frame["type"] for frame in lean.frames if frame["type"] in ("position", "changes")]
            assert kinds.count("position") == 2, "one whole position for each connection"
            assert kinds.count("changes") > 25
            assert any(frame["type"] == "changes" for frame in watcher.frames)
            assert not any(frame["type"] == "changes" for frame in plain.frames), "only for those who asked for it"
            sizes = {
                kind: [len(json.dumps(frame)) for frame in lean.frames if frame["type"] == kind]
                for kind in ("position", "changes")
            }
            assert sum(sizes["changes"]) / len(sizes["changes"]) < min(sizes["position"]) / 2

    people(server, 1, scene)
