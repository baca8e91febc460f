"""People and each other: the owner removes and silences, everybody mutes, blocks and reports."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from pithead.cli import run
from pithead.table.store import Store

from .client import Person
from .conftest import Server
from .scenes import friends, people, refused, sit


def test_whom_the_owner_removes_from_the_lobby_stays_away(server: Server) -> None:
    async def scene(emma: Person, pest: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "open", "open")
        path = f"/tables/{table['id']}"
        await pest.call("POST", f"{path}/seats/1/take", sit("Pest"))
        device = await pest.call("POST", f"{path}/seats/1/device")
        await refused("not_owner", pest.call("POST", f"{path}/remove", {"seat": 0}))
        await refused("nobody_there", emma.call("POST", f"{path}/remove", {"seat": 0}))
        await refused("nobody_there", emma.call("POST", f"{path}/remove", {"seat": 2}))
        async with pest.socket(table["id"], 1) as seated, pest.socket(table["id"], None) as bench:
            told = await emma.call("POST", f"{path}/remove", {"seat": 1})
            assert told["seats"][1]["kind"] == "open"
            for socket in (seated, bench):
                await socket.until(lambda me: me.bye)
                assert socket.bye["reason"] == "revoked"
        for back in (
            pest.call("POST", f"{path}/seats/1/take", sit("Pest")),
            pest.call("POST", "/join", sit("Pest", code=table["code"])),
            pest.socket(table["id"], None).knock(),
        ):
            await refused("not_welcome", back)
        await refused("bad_link", pest.call("POST", "/links", {"token": device["token"]}))
        invitation = await emma.call("POST", f"{path}/seats/1/invitation")
        await refused("not_welcome", pest.call("POST", "/links", {"token": invitation["token"], **sit("Pest")}))
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        await emma.call("PUT", f"{path}/seats/2", {"kind": "closed"})
        moved = await hugo.call("POST", f"{path}/seats/1/device")
        await refused("not_welcome", pest.call("POST", "/links", {"token": moved["token"]}))
        await emma.call("POST", f"{path}/start")
        # Nobody is put off a seat in the middle of a game: for those who have left there is a vote.
        await refused("not_in_lobby", emma.call("POST", f"{path}/remove", {"seat": 1}))

    people(server, 3, scene)


def test_a_spectator_is_removed_by_what_he_said(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, pest: Person) -> None:
        table = await friends(emma, hugo)
        path = f"/tables/{table['id']}"
        async with emma.socket(table["id"], 0) as ears, pest.socket(table["id"], None) as bench:
            await bench.send({"type": "chat", "seat": None, "text": "hand 7, 9, 12"})
            await ears.until(lambda me: any(line["line"] == "chat" for line in me.lines))
            line = next(line["seq"] for line in ears.lines if line["line"] == "chat")
            await refused("nobody_there", emma.call("POST", f"{path}/remove", {"line": line + 1}))
            await emma.call("POST", f"{path}/remove", {"line": line})
            await bench.until(lambda me: me.bye)
        for back in (
            pest.socket(table["id"], None).knock(),
            pest.call("GET", f"{path}/positions"),
        ):
            await refused("not_welcome", back)

    people(server, 3, scene)


def test_the_owner_silences_somebody_for_everybody(server: Server) -> None:
    async def scene(emma: Person, pest: Person, phone: Person) -> None:
        table = await friends(emma, pest)
        path = f"/tables/{table['id']}"
        async with pest.socket(table["id"], 1) as mouth:
            await refused("not_owner", pest.call("POST", f"{path}/silence", {"seat": 0}))
            assert (await emma.call("POST", f"{path}/silence", {"seat": 1}))["seats"][1]["silenced"]
            for seat in (1, None):
                await refused("silenced", mouth.send({"type": "chat", "seat": seat, "text": "!"}))
            link = await pest.call("POST", f"{path}/seats/1/device")
            await phone.call("POST", "/links", {"token": link["token"]})
        async with phone.socket(table["id"], 1) as mouth:
            await refused("silenced", mouth.send({"type": "chat", "seat": 1, "text": "!"}))
            await emma.call("POST", f"{path}/silence", {"seat": 1, "on": False})
            await mouth.send({"type": "chat", "seat": 1, "text": "sorry"})

    people(server, 3, scene)


def test_a_mute_is_told_to_whoever_made_it_only(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as ears:
            await ears.send({"type": "mute", "seat": 0, "whom": 1, "on": True})
        assert (await emma.call("GET", f"/tables/{table['id']}"))["seats"][1]["muted"]
        assert not any(seat["muted"] for seat in (await hugo.call("GET", f"/tables/{table['id']}"))["seats"])

    people(server, 2, scene)


def test_whom_somebody_blocks_cannot_join_the_own_tables(server: Server) -> None:
    async def scene(emma: Person, pest: Person) -> None:
        first = await friends(pest, emma)
        await refused("nobody_there", emma.call("POST", "/me/blocks", {"table": first["id"], "seat": 1}))
        blocks = await emma.call("POST", "/me/blocks", {"table": first["id"], "seat": 0})
        assert [block["name"] for block in blocks] == ["Emma"], "by the name at that table"
        again = await emma.call("POST", "/me/blocks", {"table": first["id"], "seat": 0})
        assert len(again) == 1
        assert await pest.call("GET", "/me/blocks") == [], "nobody learns who has blocked him"
        table = await emma.table("example", "you", "open", visibility="public")
        path = f"/tables/{table['id']}"
        link = await emma.call("POST", f"{path}/seats/1/invitation")
        for join in (
            pest.call("POST", f"{path}/seats/1/take", sit("Pest")),
            pest.call("POST", "/join", sit("Pest", code=table["code"])),
            pest.call("POST", "/links", {"token": link["token"], **sit("Pest")}),
        ):
            await refused("not_welcome", join)
        other = await pest.table("example", "you", "open")
        await emma.call("POST", f"/tables/{other['id']}/seats/1/take", sit("Emma"))
        await pest.call("DELETE", f"/me/blocks/{again[0]['id']}")
        assert len(await emma.call("GET", "/me/blocks")) == 1, "only whoever has blocked can take it back"
        assert await emma.call("DELETE", f"/me/blocks/{again[0]['id']}") == []
        await pest.call("POST", f"{path}/seats/1/take", sit("Pest"))

    people(server, 2, scene)


def test_whom_somebody_blocks_cannot_watch_or_talk_at_the_own_tables(server: Server) -> None:
    async def scene(emma: Person, pest: Person, hugo: Person) -> None:
        table = await friends(emma, hugo, visibility="public")
        path = f"/tables/{table['id']}"
        async with pest.socket(table["id"], None) as bench, emma.socket(table["id"], 0) as ears:
            await bench.send({"type": "chat", "seat": None, "text": "hand 7, 9, 12"})
            await ears.until(lambda me: any(line["line"] == "chat" for line in me.lines))
            line = next(line["seq"] for line in ears.lines if line["line"] == "chat")
            await emma.call("POST", "/me/blocks", {"table": table["id"], "line": line})
            await bench.until(lambda me: me.bye)
            assert bench.bye["reason"] == "revoked"
        await refused("not_welcome", pest.socket(table["id"], None).knock())
        await refused("not_welcome", pest.call("GET", f"{path}/positions"))
        assert await hugo.call("GET", path), "everybody else goes on"
        async with hugo.socket(table["id"], 1) as socket:
            await socket.send({"type": "chat", "seat": 1, "text": "!"})
        # Whom his fellow player owns nothing to: at a table of somebody else they meet as before.
        other = await hugo.table("example", "you", "open", visibility="public")
        async with pest.socket(other["id"], None) as bench:
            await bench.send({"type": "chat", "seat": None, "text": "!"})

    people(server, 3, scene)


def test_whoever_is_blocked_in_his_seat_plays_on_and_says_nothing(server: Server) -> None:
    async def scene(emma: Person, pest: Person) -> None:
        table = await friends(emma, pest)
        async with pest.socket(table["id"], 1) as seat:
            await seat.send({"type": "chat", "seat": 1, "text": "!"})
            blocks = await emma.call("POST", "/me/blocks", {"table": table["id"], "seat": 1})
            for who in (1, None):
                await refused("silenced", seat.send({"type": "chat", "seat": who, "text": "!"}))
            await seat.send({"type": "vote", "seat": 1, "motion": "pause", "yes": True})
        async with pest.socket(table["id"], 1) as seat:
            await seat.until(lambda me: me.position)
            await emma.call("DELETE", f"/me/blocks/{blocks[0]['id']}")
            await seat.send({"type": "chat", "seat": 1, "text": "sorry"})

    people(server, 2, scene)


def test_the_operator_reads_what_was_reported_while_the_server_runs(server: Server) -> None:
    async def scene(emma: Person, pest: Person) -> None:
        table = await friends(emma, pest)
        async with pest.socket(table["id"], 1) as mouth, emma.socket(table["id"], 0) as ears:
            await mouth.send({"type": "chat", "seat": 1, "text": "you\nfool"})
            await ears.until(lambda me: any(line["line"] == "chat" for line in me.lines))
            line = next(line["seq"] for line in ears.lines if line["line"] == "chat")
        path = f"/tables/{table['id']}/report"
        await refused("nobody_there", emma.call("POST", path, {"seat": 0, "reason": "chat"}))
        answer = await emma.http.post(f"/api{path}", json={"line": line, "reason": "chat", "text": "Every game."})
        assert answer.status_code == 204
        listed = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "pithead", "reports", "--database", server.database],
            capture_output=True,
            text=True,
            check=True,
        )
        about = next(part for part in listed.stdout.split("\n\n") if table["id"] in part)
        assert "Friend 1" in about and "what was said" in about
        assert "    you fool\n    Every game." in listed.stdout

    people(server, 2, scene)


def test_nobody_is_reported_for_the_words_of_somebody_else(server: Server) -> None:
    async def scene(pest: Person, hugo: Person) -> None:
        table = await friends(pest, hugo)
        async with pest.socket(table["id"], 0) as mouth:
            await mouth.send({"type": "chat", "seat": 0, "text": "what Hugo never said"})
            await mouth.until(lambda me: any(line["line"] == "chat" for line in me.lines))
            line = next(line["seq"] for line in mouth.lines if line["line"] == "chat")
        path, both = f"/tables/{table['id']}", {"seat": 1, "line": line}
        await refused("malformed", pest.call("POST", f"{path}/report", {**both, "reason": "chat"}))
        await refused("malformed", pest.call("POST", f"{path}/silence", both))
        await refused("malformed", pest.call("POST", "/me/blocks", {"table": table["id"]}))

    people(server, 2, scene)


def test_nothing_reported_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path / 'x.sqlite3'}"

    async def make() -> None:
        store = Store(address)
        await store.open()
        await store.close()

    asyncio.run(make())
    assert run(["reports", "--database", address]) == 0
    assert capsys.readouterr().out == "Nobody has reported anything.\n"
    assert run(["reports", "--database", f"sqlite:///{tmp_path / 'y.sqlite3'}"]) == 2
    assert not (tmp_path / "y.sqlite3").exists(), "asking makes no database"
