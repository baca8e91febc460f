"""Sessions can be listed and ended: what was ended is refused everywhere, for good."""

from __future__ import annotations

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from websockets.exceptions import InvalidHandshake

from pithead.table.identity import Identity, Session

from .client import GIVE_UP, Person
from .conftest import Server
from .scenes import people, refused


async def another(person: Person) -> Person:
    """A further token of the same device."""
    token = (await person.call("POST", "/me"))["token"]
    assert token != person.token
    return Person(person.address, token)


def test_an_ended_session_is_refused_and_its_connections_are_closed(server: Server) -> None:
    async def scene(emma: Person, pest: Person) -> None:
        table = await emma.table("example", "you", "random", start=True)
        async with await another(emma) as program:
            mine = await emma.call("GET", "/me/sessions")
            assert [one["current"] for one in mine].count(True) == 1 and len(mine) == 2
            (other,) = (one["id"] for one in mine if not one["current"])
            assert len(await pest.call("GET", "/me/sessions")) == 1, "of one device only"
            await pest.call("DELETE", f"/me/sessions/{other}")
            async with program.socket(table["id"], 0) as playing, emma.socket(table["id"], 0) as at_home:
                assert len(await emma.call("DELETE", f"/me/sessions/{other}")) == 1
                await playing.until(lambda me: me.bye)
                assert playing.bye["reason"] == "revoked"
                await at_home.send({"type": "ping"})
            told = await refused("session_ended", program.call("GET", "/me"))
            assert "signed out" in told["text"]
            await refused("session_ended", program.call("POST", "/me"))
            with pytest.raises(InvalidHandshake, match="401"):
                await program.socket(table["id"], 0).connect()
            assert (await emma.call("GET", f"/tables/{table['id']}"))["seats"][0]["yours"]

    people(server, 2, scene)


def test_whoever_ends_all_others_goes_on_and_a_copy_of_the_old_token_does_not(server: Server) -> None:
    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "random", start=True)
        async with await another(emma) as program, Person(emma.address, emma.token) as thief:
            told = await emma.call("DELETE", "/me/sessions")
            assert [one["current"] for one in told["sessions"]] == [True]
            for ended in (program, thief):
                await refused("session_ended", ended.call("GET", "/me"))
            async with Person(emma.address, told["token"]) as still:
                assert (await still.call("GET", f"/tables/{table['id']}"))["seats"][0]["yours"]

    people(server, 1, scene)


def test_a_browser_gets_a_new_cookie_and_the_copied_one_is_refused_once(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=GIVE_UP) as browser:
        browser.get("/api/me")
        old = browser.cookies["pithead"]
        told = browser.delete("/api/me/sessions").json()
        assert told["token"] is None, "no script reads the cookie"
        assert browser.cookies["pithead"] != old
        assert browser.get("/api/me").status_code == 200
    with httpx.Client(base_url=server.address, timeout=GIVE_UP, cookies={"pithead": old}) as thief:
        answer = thief.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (401, "session_ended")
        assert 'pithead=""' in answer.headers["set-cookie"], "a browser begins anew instead of being refused for ever"


@pytest.mark.parametrize("shown", ["device-one", ["device-one", "session-one"]])
def test_tokens_from_before_sessions_are_good(shown: str | list[str]) -> None:
    token = URLSafeSerializer("key", salt="device").dumps(shown)
    found = Identity("key").session(token)
    assert found == (Session("device-one", "device-one") if isinstance(shown, str) else Session(*shown))
