"""Records, replays, playing on, hints and analyses."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.table.loading import game_of
from pithead.table.store import Store

from .client import Person
from .conftest import Server
from .contract import Frame
from .scenes import friends, people, refused

pytestmark = pytest.mark.slow
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


async def played(person: Person, seed: int = 3) -> Frame:
    """A finished game against a bot."""
    table = await person.table("example", "you", "random", start=True)
    async with person.socket(table["id"]) as seat:
        await seat.play_on(random.Random(seed))
    found: Frame = await person.call("GET", f"/tables/{table['id']}")
    return found


async def lines(person: Person, path: str) -> list[Any]:
    answer = await person.http.get(f"/api{path}")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_the_record_of_a_finished_game_verifies_with_its_secret(server: Server) -> None:
    async def scene(emma: Person) -> None:
        table = await played(emma)
        text = (await emma.http.get(f"/api/tables/{table['id']}/record")).text
        record = pithead.read_record(text)
        match = record.verify()
        assert match.over
        assert record.headers["commitment"] == table["deal"]["commitment"]
        assert record.headers["secret"] == table["deal"]["secret"]
        assert list(match.standing.scores) == table["result"]["scores"]

    people(server, 1, scene)


def test_the_record_of_a_stopped_game_keeps_the_draft_of_its_last_turn(server: Server) -> None:
    """What somebody tried out and never confirmed was never played."""

    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        path = f"/tables/{table['id']}"
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            for socket in (a, b):
                await socket.until(lambda me: me.position)
            first = a if a.mine else b
            rest = next(option["id"] for option in first.position["options"] if option["text"] == "rest")
            await first.act("sequence", decisions=[rest, 0])
            mover, other = (b, a) if first is a else (a, b)
            await mover.until(lambda me: me.mine)
            await mover.settle(await mover.act("play", decision=rest))
            assert mover.position["draft"]["actions"] == [rest]
            await other.send({"type": "concede", "seat": other.seat})
            await mover.until(lambda me: me.position["result"])
        text = (await emma.http.get(f"/api{path}/record")).text
        match = pithead.read_record(text).verify()
        assert match.actions == [rest, 0]

    people(server, 2, scene)


def test_a_running_game_shows_no_record_and_only_what_a_seat_saw(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        path = f"/tables/{table['id']}"
        await refused("not_finished", emma.call("GET", f"{path}/record"))
        await refused("not_finished", emma.call("POST", f"{path}/analysis", {}))
        branch = {"decision": 0, "seats": [{"kind": "you", "name": "E"}, {"kind": "bot", "level": "random"}]}
        await refused("not_finished", emma.call("POST", f"{path}/branch", branch))
        await refused("not_your_seat", emma.call("GET", f"{path}/positions?seat=1"))
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            choose = random.Random(1)
            for _ in range(8):
                await a.until(lambda me: me.position)
                acting = a if a.position["to_move"] == 0 else b
                await acting.play_on(choose, 1)
                settled = acting.position["settled"]
                await a.until(lambda me: me.position["settled"] >= settled)  # noqa: B023
            found = await lines(emma, f"{path}/positions?seat=0")
            assert a.position["settled"] >= found[-1]["decision"]
            assert all(line["view"]["players"][1]["hand"] is None for line in found)
            assert all(line["scores"] is None for line in found)
            others = [line for line in found if line["player"] == 1]
            assert all(line["settles"] and line["action"] is None for line in others)
            told = [event for line in found for event in line["events"]]
            assert told == [event for event in a.events if event["decision"] < found[-1]["decision"]]

    people(server, 2, scene)


def test_every_position_of_a_finished_game_can_be_seen_from_every_seat(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await played(emma)
        text = (await emma.http.get(f"/api/tables/{table['id']}/record")).text
        record = pithead.read_record(text)
        match = record.start()
        truth = [match.view(1).model_dump(mode="json")]
        truth += [step.game.module("view").view(step.state, 1).model_dump(mode="json") for step in record.steps(match)]
        found = await lines(hugo, f"/tables/{table['id']}/positions?seat=1")
        assert [line["view"] for line in found] == truth
        assert [line["decision"] for line in found] == list(range(len(truth)))
        assert found[-1]["scores"] == table["result"]["scores"]
        some = await lines(hugo, f"/tables/{table['id']}/positions?seat=1&from=4&to=6")
        assert some == found[4:7]

    people(server, 2, scene)


def test_an_uploaded_record_becomes_a_table_from_which_one_can_play_on(server: Server) -> None:
    match = pithead.new("example", players=2, seed=7, names=("Ada", "Bob"))
    choose = random.Random(5)
    while not match.over:
        match.play(choose.choice(match.legal))
    text = match.record().text

    async def scene(emma: Person) -> None:
        table = await emma.call("POST", "/records", {"text": text})
        assert table["status"] == "finished"
        assert table["result"]["scores"] == list(match.standing.scores)
        assert (await emma.http.get(f"/api/tables/{table['id']}/record")).text.splitlines()[0] == "game: example"
        seats = [{"kind": "bot", "level": "random"}, {"kind": "you", "name": "Emma"}]
        other = await emma.call("POST", f"/tables/{table['id']}/branch", {"decision": 9, "seats": seats})
        assert other["status"] == "running"
        assert other["origin"] == table["id"]
        async with emma.socket(other["id"], 1) as seat:
            await seat.play_on(random.Random(1))
            record = pithead.read_record((await emma.http.get(f"/api/tables/{other['id']}/record")).text)
            assert record.verify().actions[:9] == match.actions[:9]
        await refused(
            "not_ready", emma.call("POST", f"/tables/{table['id']}/branch", {"decision": 9, "seats": seats[:1]})
        )
        wrong = await refused("bad_record", emma.call("POST", "/records", {"text": text.replace("1. ", "1. X", 1)}))
        assert wrong["params"]["line"] == 8
        await refused("bad_record", emma.call("POST", "/records", {"text": "nonsense"}))
        await refused("unknown_game", emma.call("POST", "/records", {"text": "game: chess"}))

    people(server, 1, scene)


def test_an_unfinished_record_is_kept_as_far_as_it_goes(server: Server) -> None:
    match = pithead.new("example", players=3, seed=8, names=("Ada", "Bob", "Cleo"))
    choose = random.Random(5)
    for _ in range(11):
        match.play(choose.choice(match.legal))

    async def scene(emma: Person) -> None:
        table = await emma.call("POST", "/records", {"text": match.record().text})
        assert (table["status"], table["result"]["how"]) == ("closed", "closed")
        found = await lines(emma, f"/tables/{table['id']}/positions")
        assert len(found) == match.settled + 1

    people(server, 1, scene)


def test_an_edition_file_is_played_with_and_kept(server: Server) -> None:
    text = (pithead.load("example").folder / "material.toml").read_text("utf-8").replace("rounds = 8", "rounds = 2")

    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "random", material=text, start=True)
        assert table["material"].startswith("sha256:")
        async with emma.socket(table["id"]) as seat:
            await seat.play_on(random.Random(1))
        found = await lines(emma, f"/tables/{table['id']}/positions")
        assert found[-1]["view"]["round"] == 3
        record = (await emma.http.get(f"/api/tables/{table['id']}/record")).text
        again = await emma.call("POST", "/records", {"text": record, "material": text})
        assert again["material"] == table["material"]
        broken = text.replace("die = 6", "die = -6")
        await refused("bad_material", emma.table("example", "you", "random", material=broken))

    people(server, 1, scene)


def test_a_shipped_edition_is_chosen_by_name(server: Server) -> None:
    """The table and its record name the components; the record needs no file to be replayed."""

    async def scene(emma: Person) -> None:
        (game,) = [one for one in await emma.call("GET", "/games") if one["id"] == "mine-out"]
        editions = {one["name"]: one["fingerprint"] for one in game["editions"]}
        table = await emma.table("mine-out", "you", "random", edition="remake-miners", start=True)
        assert (table["edition"], table["material"]) == ("remake-miners", f"sha256:{editions['remake-miners']}")
        plain = await emma.table("mine-out", "you", "random")
        own = pithead.load("mine-out").material.fingerprint
        assert (plain["edition"], plain["material"]) == (None, f"sha256:{own}")
        await refused("unknown_edition", emma.table("mine-out", "you", "random", edition="no-such"))

        match = pithead.new("mine-out", players=2, seed=3, material="remake-miners")
        match.play(match.legal[0])
        again = await emma.call("POST", "/records", {"text": match.record().text})
        assert again["edition"] == "remake-miners"

    people(server, 1, scene)


def test_a_log_that_names_no_edition_has_the_components_of_its_rules_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As logs were written before they named their components."""
    monkeypatch.setitem(pithead.load("mine-out").facts, "defaults", {"1": "remake-miners"})
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    found = [asyncio.run(game_of(store, "mine-out", None, rules)).edition for rules in (1, 2)]
    assert found == ["remake-miners", None]


def test_a_hint_is_given_to_the_seat_to_move_only(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        silent = await friends(emma, hugo, hints=False)
        path = f"/tables/{table['id']}/hint"
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            await a.until(lambda me: me.position)
            await b.until(lambda me: me.position)
            mine, seat, other = (emma, 0, a) if a.mine else (hugo, 1, b)
            await refused("not_your_seat", mine.call("POST", path, {"seat": 1 - seat}))
            job = await mine.call("POST", f"{path}?lang=fr", {"seat": seat, "think": 0.1})
            told = await lines(mine, f"/jobs/{job['id']}/stream")
            assert told[-1]["state"] == "done", told
            assert told[-1]["result"]["action"] in [found["id"] for found in other.position["options"]]
            assert told[-1]["result"]["sentence"]
            stranger = hugo if mine is emma else emma
            await refused("no_such_job", stranger.call("GET", f"/jobs/{job['id']}"))
            await refused("no_such_job", stranger.call("GET", f"/jobs/{job['id']}/stream"))
            for person, where in ((emma, 0), (hugo, 1)):
                asked = person.call("POST", f"/tables/{silent['id']}/hint", {"seat": where})
                with pytest.raises(Exception, match=r"no_hints|not_your_turn"):
                    await asked

    people(server, 2, scene)


def test_an_analysis_tells_its_progress_can_be_cancelled_and_is_kept(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        # Nobody waits for the end of this one.
        text = (PLAYTHROUGHS / "coal_baron" / "4-players.txt").read_text("utf-8")
        long = await emma.call("POST", "/records", {"text": text})
        job = await emma.call("POST", f"/tables/{long['id']}/analysis", {"think": 5})
        assert (await emma.call("DELETE", f"/jobs/{job['id']}"))["state"] == "cancelled"
        await refused("no_such_job", hugo.call("DELETE", f"/jobs/{job['id']}"))
        table = await played(emma)
        path = f"/tables/{table['id']}/analysis"
        job = await emma.call("POST", path, {"think": 0.05})
        told = await lines(emma, f"/jobs/{job['id']}/stream")
        assert told[-1]["state"] == "done", told
        result = told[-1]["result"]
        assert len(result["decisions"]) == table["decisions"]
        assert len(result["turns"][-1]["chances"]) == 2
        assert (await hugo.call("POST", path, {"think": 0.05}))["id"] == job["id"]
        await refused("no_such_job", emma.call("GET", "/jobs/unknown"))

    people(server, 2, scene)
