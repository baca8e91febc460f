"""An identity that stays: passkeys and recovery codes lead back to a person, and to nobody else."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pithead.table.accounts import challenges, recovery
from pithead.table.backup import back_up
from pithead.table.errors import BadCode, BadPasskey
from pithead.table.store import Store
from pithead.table.world import World

from .authenticator import Authenticator
from .client import Person
from .conftest import Server, StartServer
from .scenes import friends, people, refused, sit


def at(person: Person) -> str:
    """Passkeys need a name; the server is there under that of this machine."""
    return person.address.replace("127.0.0.1", "localhost")


async def ask(person: Person, method: str, path: str, body: Any = None, origin: str | None = None) -> Any:
    """Ask as a page of that origin does."""
    origin = origin or at(person)
    person.http.headers.update({"origin": origin, "host": origin.partition("//")[2]})
    try:
        return await person.call(method, path, body)
    finally:
        del person.http.headers["origin"], person.http.headers["host"]


async def make_passkey(person: Person, key: Authenticator, name: str = "Phone") -> Any:
    options = (await ask(person, "POST", "/me/passkeys/options"))["options"]
    return await ask(person, "POST", "/me/passkeys", {"credential": key.make(options, at(person)), "name": name})


async def sign_in(person: Person, key: Authenticator, **more: Any) -> Any:
    """Sign in; from then on the person is somebody else."""
    options = (await ask(person, "POST", "/sign-in/options"))["options"]
    found = await ask(person, "POST", "/sign-in", {"credential": key.sign(options, at(person)), **more})
    person.http.headers["authorization"] = f"Bearer {found['token']}"
    person.token = found["token"]
    return found


async def mine(person: Person) -> list[str]:
    return [table["id"] for table in (await person.call("GET", "/tables"))["tables"]]


def test_a_passkey_leads_back_to_everything_that_a_guest_had(server: Server) -> None:
    async def scene(emma: Person, elsewhere: Person) -> None:
        assert (await emma.call("GET", "/me/account"))["guest"]
        await emma.call("PATCH", "/me", {"name": "Emma"})
        table = await emma.table("example", "you", "random", start=True)
        key = Authenticator()
        made = await make_passkey(emma, key)
        assert not made["guest"] and [one["name"] for one in made["passkeys"]] == ["Phone"]
        assert await mine(elsewhere) == []
        found = await sign_in(elsewhere, key)
        assert found["account"]["name"] == "Emma" and await mine(elsewhere) == [table["id"]]
        async with elsewhere.socket(table["id"], 0) as seat:
            assert seat.info["seats"][0]["yours"]
        assert len(await emma.call("GET", "/me/sessions")) == 2, "both are listed, and either can end the other"

    people(server, 2, scene)


def test_tables_of_the_guest_come_along_where_somebody_signs_in(server: Server) -> None:
    async def scene(emma: Person, guest: Person, hugo: Person) -> None:
        key = Authenticator()
        await make_passkey(emma, key)
        own = await guest.table("example", "you", "open")
        running = await friends(hugo, guest)
        async with guest.socket(running["id"], 1) as before:
            assert (await sign_in(guest, key, bring=True))["brought"] == 2
            await before.until(lambda me: me.bye)
            assert before.bye["reason"] == "revoked", "the seat is the person's, no longer the guest's"
        assert set(await mine(emma)) == {own["id"], running["id"]}
        assert (await emma.call("GET", f"/tables/{own['id']}"))["owner"]
        # Whoever has passkeys of his own is no guest: signing in as somebody else takes nothing from him.
        other = Authenticator()
        await make_passkey(hugo, other)
        assert (await sign_in(hugo, key, bring=True))["brought"] == 0
        assert (await sign_in(hugo, other))["account"]["passkeys"][0]["name"] == "Phone"
        assert await mine(hugo) == [running["id"]]

    people(server, 3, scene)


def test_nobody_gets_around_a_block_by_signing_in(server: Server) -> None:
    async def scene(pest: Person, guest: Person, hugo: Person) -> None:
        key = Authenticator()
        await make_passkey(pest, key)
        before = await friends(hugo, pest)
        await hugo.call("POST", "/me/blocks", {"table": before["id"], "seat": 1})
        table = await friends(hugo, guest)
        assert (await sign_in(guest, key, bring=True))["brought"] == 0
        assert await mine(guest) == [before["id"]]
        assert not any(seat["yours"] for seat in (await guest.call("GET", f"/tables/{table['id']}"))["seats"])

    people(server, 3, scene)


def test_a_challenge_is_good_once_for_one_person_and_one_purpose(server: Server) -> None:
    async def scene(emma: Person, pest: Person) -> None:
        key = Authenticator()
        options = (await ask(emma, "POST", "/me/passkeys/options"))["options"]
        made = {"credential": key.make(options, at(emma)), "name": "Phone"}
        await refused("bad_passkey", ask(pest, "POST", "/me/passkeys", made))
        await ask(emma, "POST", "/me/passkeys", made)
        await refused("bad_passkey", ask(emma, "POST", "/me/passkeys", made))
        options = (await ask(pest, "POST", "/sign-in/options"))["options"]
        signed = {"credential": key.sign(options, at(emma))}
        await ask(emma, "POST", "/sign-in", signed)
        told = await refused("bad_passkey", ask(pest, "POST", "/sign-in", signed))
        assert "answered or is too old" in told["text"]
        # A challenge for another purpose, and one that nobody has given out.
        options = (await ask(emma, "POST", "/me/passkeys/options"))["options"]
        await refused("bad_passkey", ask(pest, "POST", "/sign-in", {"credential": key.sign(options, at(emma))}))
        await refused(
            "bad_passkey", ask(pest, "POST", "/sign-in", {"credential": key.sign({"challenge": "AAAA"}, at(emma))})
        )

    people(server, 2, scene)


def test_signatures_for_other_sites_are_refused(server: Server) -> None:
    async def scene(emma: Person) -> None:
        key = Authenticator()
        await make_passkey(emma, key)
        evil = "https://evil.example"
        for path in ("/sign-in/options", "/me/passkeys/options"):
            await refused("forbidden_origin", ask(emma, "POST", path, origin=evil))
        options = (await ask(emma, "POST", "/sign-in/options"))["options"]
        # A page elsewhere has asked the passkey, and hands the answer on.
        await refused("bad_passkey", ask(emma, "POST", "/sign-in", {"credential": key.sign(options, evil)}))
        options = (await ask(emma, "POST", "/sign-in/options"))["options"]
        key.site = "evil.example"
        await refused("bad_passkey", ask(emma, "POST", "/sign-in", {"credential": key.sign(options, at(emma))}))
        told = await refused("bad_passkey", ask(emma, "POST", "/sign-in/options", origin=emma.address))
        assert "localhost" in told["text"], "a number is no name"

    people(server, 1, scene)


def test_a_copied_passkey_is_noticed_by_its_counter(server: Server) -> None:
    async def scene(emma: Person, thief: Person) -> None:
        key = Authenticator()
        await make_passkey(emma, key)
        before = key.counter
        await sign_in(emma, key)
        key.counter = before
        await refused("bad_passkey", sign_in(thief, key))
        # A forged signature with a counter that would do.
        forger = Authenticator()
        forger.id, forger.counter = key.id, 99
        await refused("bad_passkey", sign_in(thief, forger))

    people(server, 2, scene)


def test_passkeys_are_renamed_and_removed_by_their_person_alone(server: Server) -> None:
    async def scene(emma: Person, pest: Person) -> None:
        phone, laptop = Authenticator(), Authenticator()
        await make_passkey(emma, phone)
        two = (await make_passkey(emma, laptop, "Laptop"))["passkeys"]
        path = f"/me/passkeys/{two[0]['id']}"
        await refused("no_such_passkey", pest.call("PATCH", path, {"name": "Mine"}))
        await refused("no_such_passkey", pest.call("DELETE", path))
        renamed = await emma.call("PATCH", path, {"name": "Old phone"})
        assert [one["name"] for one in renamed["passkeys"]] == ["Old phone", "Laptop"]
        left = await emma.call("DELETE", path)
        assert [one["name"] for one in left["passkeys"]] == ["Laptop"]
        await refused("bad_passkey", sign_in(pest, phone))
        await sign_in(pest, laptop)

    people(server, 2, scene)


def test_a_recovery_code_is_good_once_and_only_the_newest(server: Server) -> None:
    async def scene(emma: Person, elsewhere: Person, thief: Person) -> None:
        table = await emma.table("example", "you", "random", start=True)
        old = (await emma.call("POST", "/me/recovery"))["code"]
        code = (await emma.call("POST", "/me/recovery"))["code"]
        assert (await emma.call("GET", "/me/account"))["recovery_code_made_at"]
        await refused("bad_code", thief.call("POST", "/sign-in/code", {"code": old}))
        found = await elsewhere.call("POST", "/sign-in/code", {"code": f" {code.lower().replace('-', ' ')} "})
        assert found["account"]["guest"], "its code is used up"
        async with Person(emma.address, found["token"]) as back:
            assert await mine(back) == [table["id"]]
        await refused("bad_code", thief.call("POST", "/sign-in/code", {"code": code}))
        await emma.call("POST", "/me/recovery")
        assert (await emma.call("DELETE", "/me/recovery"))["recovery_code_made_at"] is None

    people(server, 3, scene)


def test_codes_cannot_be_tried_often(start_server: StartServer) -> None:
    server = start_server(join_burst=3, join_rate=0.001)

    async def scene(emma: Person, thief: Person) -> None:
        for _ in range(3):
            await refused("bad_code", thief.call("POST", "/sign-in/code", {"code": recovery.fresh_code(World())}))
        await refused("rate_limited", thief.call("POST", "/sign-in/code", {"code": recovery.fresh_code(World())}))
        await refused("rate_limited", emma.call("POST", "/sign-in/code", {"code": recovery.fresh_code(World())}))

    people(server, 2, scene)


def test_whoever_signs_out_is_a_guest_and_the_old_cookie_is_worthless(server: Server) -> None:
    async def scene(emma: Person) -> None:
        key = Authenticator()
        await make_passkey(emma, key)
        await emma.http.post("/api/sign-out")
        await refused("session_ended", emma.call("GET", "/me/account"))
        async with Person(emma.address) as again:
            assert not (await sign_in(again, key))["account"]["guest"]

    people(server, 1, scene)


def test_everybody_exports_what_is_his_and_nobody_else_gets_it(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        await emma.call("PATCH", "/me", {"name": "Emma", "language": "fr"})
        await make_passkey(emma, Authenticator())
        code = (await emma.call("POST", "/me/recovery"))["code"]
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as seat, hugo.socket(table["id"], 1) as other:
            await seat.send({"type": "chat", "seat": 0, "text": "Glück auf"})
            await other.send({"type": "chat", "seat": 1, "text": "what Hugo said"})
            await other.send({"type": "concede", "seat": 1})
        answer = await emma.http.get("/api/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        all_of_it = answer.json()
        assert (all_of_it["name"], all_of_it["language"]) == ("Emma", "fr")
        (own,) = all_of_it["tables"]
        assert [line["text"] for line in own["said"]] == ["Glück auf"]
        assert own["record"].startswith("game: example")
        assert [one["name"] for one in all_of_it["passkeys"]] == ["Phone"]
        assert code not in answer.text and "what Hugo said" not in answer.text
        theirs = (await hugo.http.get("/api/me/export")).text
        assert "Glück auf" not in theirs and "Phone" not in theirs
        async with Person(emma.address) as stranger:
            assert (await stranger.call("GET", "/me/export"))["tables"] == []

    people(server, 2, scene)


def test_whoever_deletes_everything_leaves_nameless_seats(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server()

    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        await emma.call("PATCH", "/me", {"name": "Ermintrude"})
        key = Authenticator()
        await make_passkey(emma, key)
        code = (await emma.call("POST", "/me/recovery"))["code"]
        finished, running = await friends(emma, hugo), await friends(hugo, emma, jules)
        async with emma.socket(finished["id"], 0) as seat:
            await seat.send({"type": "chat", "seat": 0, "text": "a secret of mine"})
            await seat.send({"type": "concede", "seat": 0})
        lobby = await emma.table("example", {"kind": "you", "name": "Ermintrude"}, "open")
        await hugo.call("POST", f"/tables/{lobby['id']}/seats/1/take", sit("Hugo"))
        alone = await emma.table("example", {"kind": "you", "name": "Ermintrude"}, "random", start=True)
        async with emma.socket(running["id"], 1) as playing, hugo.socket(running["id"], 0) as watching:
            await playing.until(lambda me: me.position)
            answer = await emma.http.delete("/api/me")
            assert answer.status_code == 204
            await playing.until(lambda me: me.bye)
            await watching.until(lambda me: me.info["seats"][1]["conceded"])
            await watching.until(lambda me: me.info["seats"][1]["name"] == "N.N.")
            await watching.send({"type": "ping"})
        told = await refused("session_ended", emma.call("GET", "/me"))
        assert "deleted everything" in told["text"] and "devices" not in told["text"]
        await refused("bad_code", jules.call("POST", "/sign-in/code", {"code": code}))
        await refused("bad_passkey", sign_in(jules, key))
        ended = await hugo.call("GET", f"/tables/{finished['id']}")
        assert [seat["name"] for seat in ended["seats"]] == ["N.N.", "Friend 1"]
        record = (await hugo.http.get(f"/api/tables/{finished['id']}/record")).text
        assert "N.N." in record and "conceded: N.N." in record
        waiting = await hugo.call("GET", f"/tables/{lobby['id']}")
        assert waiting["owner"] and [seat["kind"] for seat in waiting["seats"]] == ["open", "human"]
        assert (await hugo.call("GET", f"/tables/{alone['id']}"))["status"] == "closed"

    people(server, 3, scene)
    server.stop()
    file = sqlite3.connect(tmp_path / "tables.sqlite3")
    everything = "\n".join(file.iterdump())
    file.close()
    for trace in ("Ermintrude", "a secret of mine"):
        assert trace not in everything


def test_passkeys_and_codes_are_in_backups_and_challenges_are_not(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"

    async def scene() -> str:
        store = Store(database)
        await store.open()
        code = await recovery.make(store, World(), "emma", 1.0)
        challenge = await challenges.issue(store, World(), "sign-in", "", 1.0)
        with pytest.raises(BadPasskey):
            await challenges.spend(store, challenge, "sign-in", "", 2.0 + challenges.PATIENCE)
        await store.close()
        await back_up(database, tmp_path / "x.backup")
        store = Store(database)
        await store.open()
        assert await recovery.use(store, code) == "emma"
        with pytest.raises(BadCode):
            await recovery.use(store, code)
        await store.close()
        return code

    code = asyncio.run(scene())
    rows = [json.loads(line) for line in gzip.decompress((tmp_path / "x.backup").read_bytes()).splitlines()]
    kept = [row["r"] for row in rows if row.get("t") == "recovery"]
    assert [row[0] for row in kept] == ["emma"] and code not in str(kept)
    assert not [row for row in rows if row.get("t") == "challenge"]
