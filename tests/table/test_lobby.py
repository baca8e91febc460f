"""Before the start: who sits where, by code, by link, by hand; and who may not."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from .client import Person, Refused
from .conftest import Server, StartServer
from .scenes import friends, people, refused, sit

pytestmark = pytest.mark.slow


def test_friends_join_by_code_and_the_owner_starts(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open", "open")
        path = f"/tables/{table['id']}"
        assert table["owner"]
        assert not table["ready"]
        await refused("not_ready", emma.call("POST", f"{path}/start"))
        seated = await hugo.call("POST", "/join", sit("Hugo", code=table["code"].lower()))
        assert [seat["name"] for seat in seated["seats"]] == ["Emma", "Hugo", ""]
        assert [seat["yours"] for seat in seated["seats"]] == [False, True, False]
        again = await hugo.call("POST", "/join", sit("Hugo", code=table["code"]))
        assert again["seq"] == seated["seq"], "joining twice is joining once"
        await jules.call("POST", f"{path}/seats/2/take", sit("Hugo"))
        await refused("not_owner", hugo.call("POST", f"{path}/start"))
        started = await emma.call("POST", f"{path}/start")
        assert started["status"] == "running"
        assert [seat["name"] for seat in started["seats"]] == ["Emma", "Hugo", "Hugo 2"]
        assert started["code"] is None
        assert len(started["deal"]["nonces"]) == 3
        assert started["deal"]["secret"] is None
        assert started["deal"]["commitment"] == table["deal"]["commitment"], "the hash was known before the nonces"
        await refused("no_such_table", jules.call("POST", "/join", sit("Jules", code=table["code"])))

    people(server, 3, scene)


def test_a_table_that_cannot_start_at_once_is_not_made(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        seats = ({"kind": "you", "name": "Hasty"}, "open")
        await refused("not_ready", emma.table("example", *seats, visibility="public", start=True))
        assert (await emma.call("GET", "/tables?which=mine"))["tables"] == []
        seen = (await hugo.call("GET", "/tables?which=open"))["tables"]
        assert "Hasty" not in {seat["name"] for table in seen for seat in table["seats"]}

    people(server, 2, scene)


def test_an_invitation_takes_one_seat_and_can_be_revoked(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "invite", "invite")
        path = f"/tables/{table['id']}"
        await refused("seat_taken", hugo.call("POST", f"{path}/seats/1/take", sit("Hugo")))
        await refused("not_owner", hugo.call("POST", f"{path}/seats/1/invitation"))
        link = await emma.call("POST", f"{path}/seats/1/invitation")
        shown = await hugo.call("POST", "/links/look", {"token": link["token"]})
        assert (shown["kind"], shown["host"], shown["table"]["code"]) == ("invitation", "Emma", None)
        assert link["path"] == f"/join/{link['token']}"
        await refused("bad_link", hugo.call("POST", "/links", {"token": link["token"][:-3] + "AAA", "name": "Hugo"}))
        await refused("needs_name", hugo.call("POST", "/links", {"token": link["token"]}))
        await hugo.call("POST", "/links", {"token": link["token"], **sit("Hugo")})
        late = await refused("seat_taken", jules.call("POST", "/links", {"token": link["token"], **sit("Jules")}))
        assert late["params"]["table"] == table["id"], "who comes too late may watch"
        await refused("bad_link", jules.call("POST", "/links/look", {"token": link["token"]}))
        other = await emma.call("POST", f"{path}/seats/2/invitation")
        await emma.call("DELETE", f"{path}/seats/2/links")
        await refused("bad_link", jules.call("POST", "/links", {"token": other["token"], **sit("Jules")}))

    people(server, 3, scene)


def test_a_device_link_moves_a_seat_even_in_the_middle_of_a_game(server: Server) -> None:
    async def scene(emma: Person, phone: Person) -> None:
        # The closed seat disappears at the start: the link must still find its seat.
        table = await emma.table("example", "closed", "random", "you")
        path = f"/tables/{table['id']}"
        await refused("not_your_seat", phone.call("POST", f"{path}/seats/2/device"))
        link = await emma.call("POST", f"{path}/seats/2/device")
        await emma.call("POST", f"{path}/start")
        async with emma.socket(table["id"], 1) as old:
            moved = await phone.call("POST", "/links", {"token": link["token"]})
            assert [seat["yours"] for seat in moved["seats"]] == [False, True]
            await old.until(lambda me: me.bye)
            assert old.bye["reason"] == "revoked"
        with pytest.raises(Refused):
            await emma.socket(table["id"], 1).knock()
        async with phone.socket(table["id"], 1) as new:
            await new.until(lambda me: me.mine)
            await new.until(lambda me: any(line["line"] == "moved" for line in me.lines))
        await refused("bad_link", emma.call("POST", "/links", {"token": link["token"]}))

    people(server, 2, scene)


def test_an_owner_link_hands_the_table_over_once(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open")
        link = await emma.call("POST", f"/tables/{table['id']}/owner")
        assert (await hugo.call("POST", "/links", {"token": link["token"]}))["owner"]
        assert not (await emma.call("GET", f"/tables/{table['id']}"))["owner"]
        await refused("bad_link", jules.call("POST", "/links", {"token": link["token"]}))
        await refused("not_owner", emma.call("POST", f"/tables/{table['id']}/close"))
        assert (await hugo.call("POST", f"/tables/{table['id']}/close"))["status"] == "closed"

    people(server, 3, scene)


def test_the_owner_changes_seats_and_options_before_the_start_only(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "open", "open", "open")
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        await refused(
            "bad_setup", emma.table("example", "you", "random", "random", options={"teams": True}, start=True)
        )
        changed = await emma.call("PATCH", path, {"options": {"teams": True}, "clock": {"kind": "live", "turn": 30}})
        assert changed["options"]["teams"] is True
        assert changed["clock"]["turn"] == 30
        await refused("unknown_option", emma.call("PATCH", path, {"options": {"trams": True}}))
        await refused("bad_option", emma.call("PATCH", path, {"options": {"matches": 9}}))
        await refused("not_owner", hugo.call("PATCH", path, {"hints": False}))
        await refused("unknown_level", emma.call("PUT", f"{path}/seats/2", {"kind": "bot", "level": "god"}))
        told = await refused("no_level", emma.call("PUT", f"{path}/seats/2", {"kind": "bot"}))
        assert "None" not in told["text"] and "hewer" in told["text"]
        await emma.call("PUT", f"{path}/seats/2", {"kind": "bot", "level": "random"})
        await emma.call("PUT", f"{path}/seats/3", {"kind": "closed"})
        texts = {}
        for language in ("en", "fr", "de"):
            problem = await refused("bad_setup", emma.call("POST", f"{path}/start?lang={language}"))
            texts[language] = problem["text"]
        assert "teams need four players, not 3" in texts["en"]
        assert "les équipes demandent quatre joueurs, pas 3" in texts["fr"]
        assert "vier" in texts["de"]
        await emma.call("PUT", f"{path}/seats/3", {"kind": "hotseat", "name": "Jules"})
        started = await emma.call("POST", f"{path}/start")
        assert [seat["yours"] for seat in started["seats"]] == [True, False, False, True]
        await refused("not_in_lobby", emma.call("PATCH", path, {"hints": False}))
        await refused("not_in_lobby", emma.call("PUT", f"{path}/seats/3", {"kind": "closed"}))
        await refused("not_in_lobby", hugo.call("POST", f"{path}/seats/1/leave"))

    people(server, 2, scene)


def test_somebody_who_stands_up_frees_the_seat(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open")
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        await refused("not_your_seat", jules.call("POST", f"{path}/seats/1/leave"))
        async with emma.socket(table["id"]) as lobby:
            left = await hugo.call("POST", f"{path}/seats/1/leave")
            assert left["seats"][1]["kind"] == "open"
            await lobby.until(lambda me: me.lines and me.lines[-1]["line"] == "left")
            assert lobby.lines[-1]["name"] == "Hugo"
            assert lobby.position is None
        await jules.call("POST", f"{path}/seats/1/take", sit("Jules"))
        await refused("no_such_seat", jules.call("POST", f"{path}/seats/7/take", sit("Jules")))

    people(server, 3, scene)


def test_lists_show_what_is_mine_open_running_and_over(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        private = await emma.table("example", "you", "open")
        public = await emma.table("example", "you", "open", visibility="public")
        running = await emma.table("example", "you", "open", visibility="public")
        await hugo.call("POST", f"/tables/{running['id']}/seats/1/take", sit("Hugo"))
        await emma.call("POST", f"/tables/{running['id']}/start")

        async def listed(who: Person, which: str) -> set[str]:
            found = await who.call("GET", f"/tables?which={which}")
            return {table["id"] for table in found["tables"]}

        assert {private["id"], public["id"], running["id"]} <= await listed(emma, "mine")
        assert await listed(hugo, "mine") == {running["id"]}
        opened = await hugo.call("GET", "/tables?which=open&game=example")
        shown = {table["id"]: table for table in opened["tables"]}
        assert public["id"] in shown
        assert shown[public["id"]]["code"] is None, "strangers take open seats of public tables without it"
        assert not {private["id"], running["id"]} & set(shown)
        assert running["id"] in await listed(hugo, "watch")
        assert (await hugo.call("GET", f"/tables/{private['id']}"))["code"] is None
        due = [(await who.call("GET", "/me"))["due"] for who in (emma, hugo)]
        assert sum(due) == 1
        await emma.call("POST", f"/tables/{private['id']}/close")
        assert private["id"] in await listed(emma, "archive")
        assert private["id"] not in await listed(hugo, "archive")

    people(server, 2, scene)


def test_a_device_has_a_name_and_a_language(server: Server) -> None:
    async def scene(emma: Person) -> None:
        assert (await emma.call("GET", "/me"))["name"] is None
        await refused("needs_name", emma.call("POST", "/tables", {"game": "example", "seats": [{"kind": "you"}]}))
        await emma.call("PATCH", "/me", {"name": "Emma", "language": "fr"})
        table = await emma.call("POST", "/tables", {"game": "example", "seats": [{"kind": "you"}, {"kind": "open"}]})
        assert table["seats"][0]["name"] == "Emma"
        assert (await emma.call("GET", "/me"))["language"] == "fr"

    people(server, 1, scene)


def test_games_levels_words_and_schemas_are_served(server: Server) -> None:
    async def scene(emma: Person) -> None:
        games = await emma.call("GET", "/games?lang=de")
        example = next(game for game in games if game["id"] == "example")
        assert example["players"] == [2, 3, 4]
        assert {option["name"] for option in example["options"]} == {"matches", "teams", "keeper"}
        assert (await emma.call("GET", "/games/example"))["title"] == "Lamp Room"
        words = await emma.call("GET", "/games/example/messages/fr")
        assert (words["param.player"], words["param.lamp"], words["view.first"]) == ("seat", "lamp", "seat")
        assert {"game.title", "error.stale", "table.notice.joined"} <= set(words)
        schema = await emma.call("GET", "/games/example/schema")
        assert "glow" in schema["view"]["properties"]
        assert (await emma.call("GET", "/games/example/material"))["data"]["play"]["die"] == 6
        assert (await emma.call("GET", "/levels"))[0]["level"] == "random"
        assert set(await emma.call("GET", "/protocol")) == {"protocol", "client", "server"}
        health = await emma.call("GET", "/health")
        assert health["durable"] == {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
        assert b"pithead_sockets" in (await emma.http.get("/api/metrics")).content
        await refused("unknown_game", emma.call("GET", "/games/chess"))
        await refused("unknown_language", emma.call("GET", "/messages/xx"))
        spoken = await emma.http.get("/api/tables/nowhere", headers={"accept-language": "de"})
        assert spoken.json()["text"] == "Diesen Tisch gibt es nicht (mehr)."

    people(server, 1, scene)


def test_the_rules_are_served_apart_from_the_words_and_for_the_components_of_a_table(server: Server) -> None:
    async def scene(emma: Person) -> None:
        words = await emma.call("GET", "/games/mine-out/messages/en")
        assert not [message for message in words if message.startswith(("rule.", "rules.", "glossary."))]
        first = await emma.http.get("/api/games/mine-out/rules/fr")
        assert (first.json()["language"], first.json()["title"]) == ("fr", "Mine Out")
        tag = first.headers["etag"]
        again = await emma.http.get("/api/games/mine-out/rules/fr", headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
        # A table with other components has other rules.
        table = await emma.table("mine-out", "you", "random", edition="remake-miners")
        other = await emma.call("GET", f"/games/mine-out/rules/fr?material={table['material']}")
        assert f"sha256:{other['fingerprint']}" == table["material"]
        assert first.json()["fingerprint"] != other["fingerprint"]
        nobodys = f"sha256:{'0' * 64}"
        await refused("no_such_edition", emma.call("GET", f"/games/mine-out/rules/fr?material={nobodys}"))
        await refused("unknown_language", emma.call("GET", "/games/mine-out/rules/xx"))

    people(server, 1, scene)


def test_the_code_opens_every_seat_that_waits_and_is_shown_no_longer(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "invite", "open", visibility="public")
        path = f"/tables/{table['id']}"
        assert (await hugo.call("GET", path))["code"] is None, "a stranger could open the seat of a friend by it"
        joined = await hugo.call("POST", "/join", sit("Hugo", code=table["code"]))
        assert [seat["yours"] for seat in joined["seats"]] == [False, False, True], "open seats come first"
        assert joined["code"] == table["code"]
        full = await jules.call("POST", "/join", sit("Jules", code=table["code"]))
        assert [seat["yours"] for seat in full["seats"]] == [False, True, False]
        assert full["code"] is None

    people(server, 3, scene)


def test_a_rematch_seats_the_same_people_and_starts_when_all_agree(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open", "random")
        path = f"/tables/{table['id']}"
        await hugo.call("POST", f"{path}/seats/1/take", sit("Hugo"))
        await emma.call("POST", f"{path}/start")
        await refused("not_finished", emma.call("POST", f"{path}/rematch", {}))
        async with emma.socket(table["id"]) as one, hugo.socket(table["id"], 1) as two:
            await one.send({"type": "concede", "seat": 0})
            await two.until(lambda me: me.info["seats"][0]["conceded"])
            await two.send({"type": "concede", "seat": 1})
            await two.until(lambda me: me.over)
            first = await emma.call("POST", f"{path}/rematch", {"nonce": secrets.token_hex(16)})
            assert first["status"] == "lobby"
            assert [seat["kind"] for seat in first["seats"]] == ["invited", "bot", "human"], "seats move round"
            await two.until(lambda me: me.info["rematch"] == first["id"])
            assert first["code"] is None, "all seats are kept for their people"
            mine = (await hugo.call("GET", "/tables?which=mine"))["tables"]
            assert [seat["reserved"] for seat in mine[0]["seats"]] == [True, False, False]
            await refused("not_seated", jules.call("POST", f"{path}/rematch", {}))
            await refused("seat_taken", jules.call("POST", f"/tables/{first['id']}/seats/0/take", sit("Jules")))
            second = await hugo.call("POST", f"{path}/rematch", {"nonce": secrets.token_hex(16)})
            assert (second["id"], second["status"]) == (first["id"], "running")
            assert len(second["deal"]["nonces"]) == 2

    people(server, 3, scene)


def test_whoever_lost_his_seat_at_a_rematch_does_not_start_it(server: Server) -> None:
    async def scene(emma: Person, pest: Person, jules: Person) -> None:
        table = await emma.table("example", "you", "open", "open")
        path = f"/tables/{table['id']}"
        for seat, person in ((1, pest), (2, jules)):
            await person.call("POST", f"{path}/seats/{seat}/take", sit(f"Friend {seat}"))
        await emma.call("POST", f"{path}/start")
        async with emma.socket(table["id"]) as one, pest.socket(table["id"], 1) as two:
            await one.send({"type": "concede", "seat": 0})
            await two.send({"type": "concede", "seat": 1})
            await one.until(lambda me: me.over)
        fresh = await emma.call("POST", f"{path}/rematch", {"rotate": False})
        await pest.call("POST", f"{path}/rematch", {})
        again = f"/tables/{fresh['id']}"
        await emma.call("POST", f"{again}/remove", {"seat": 1})
        for seat in (1, 2):
            await emma.call("PUT", f"{again}/seats/{seat}", {"kind": "bot", "level": "random"})
        for person in (pest, jules):
            told = await person.call("POST", f"{path}/rematch", {})
            assert (told["ready"], told["status"]) == (True, "lobby"), "the owner starts what was changed"

    people(server, 3, scene)


def test_a_rematch_that_all_ask_for_at_once_is_one_table(start_server: StartServer, database: str) -> None:
    here = start_server(database)
    # Two servers on one database are two workers.
    there = here if database.startswith("sqlite") else start_server(database)

    async def scene() -> None:
        async with Person(here.address) as emma, Person(there.address) as hugo, Person(there.address) as jules:
            everybody = (emma, hugo, jules)
            table = await friends(*everybody)
            async with emma.socket(table["id"], 0) as one, hugo.socket(table["id"], 1) as two:
                await one.send({"type": "concede", "seat": 0})
                await two.send({"type": "concede", "seat": 1})
                await one.until(lambda me: me.over)
            asked = [one.call("POST", f"/tables/{table['id']}/rematch", {}) for one in everybody]
            (id,) = {told["id"] for told in await asyncio.gather(*asked)}
            assert (await emma.call("GET", f"/tables/{table['id']}"))["rematch"] == id
            for person in everybody:
                mine = (await person.call("GET", "/tables?which=mine"))["tables"]
                assert [(one["id"], one["status"]) for one in mine] == [(id, "running")]

    asyncio.run(scene())
