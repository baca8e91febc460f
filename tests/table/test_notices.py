"""“Your turn” reaches who is not looking: once per turn, on every channel, and nobody else learns where."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from pithead.table.errors import BadEndpoint
from pithead.table.http.deps import Server
from pithead.table.keys import change_key
from pithead.table.notices.channels import Channel
from pithead.table.notices.egress import Egress
from pithead.table.notices.outbox import GIVE_UP
from pithead.table.store import Store

from .client import Person
from .contract import Frame
from .endpoints import Browser, Letters, Sink, http_sink, mail_server
from .scenes import friends, refused
from .test_clocks import Watch, rest, server_here

pytestmark = pytest.mark.slow

DAYS = {"kind": "correspondence", "turn": 3 * 86_400, "bank": 0, "timeout": "move"}


class World:
    """A server whose clock stands still, its endpoints, and two friends."""

    server: Server
    address: str
    watch: Watch
    sink: Sink
    mail: Letters
    emma: Person
    hugo: Person

    async def hook(self, person: Person, **more: Any) -> Frame:
        body = {"kind": "webhook", "url": f"{self.sink.address}/hook", **more}
        found: Frame = await person.call("POST", "/me/channels", body)
        return found

    async def turn(self, table: str) -> tuple[Person, Person]:
        """Whose turn it is, and the other."""
        async with self.emma.socket(table, 0) as looking:
            await looking.until(lambda me: me.position)
            return (self.emma, self.hugo) if looking.mine else (self.hugo, self.emma)

    async def move(self, person: Person, table: str) -> None:
        async with person.socket(table, 0 if person is self.emma else 1) as seat:
            await seat.until(lambda me: me.mine)
            await seat.act("sequence", decisions=[rest(seat), 0])

    async def later(self, seconds: float) -> None:
        """Time passes; then the server looks whom to tell."""
        await self.server.notices.sweep()
        self.watch.wait(seconds)
        await self.server.notices.sweep()


def world(tmp_path: Path, scene: Callable[[World], Awaitable[None]], **settings: Any) -> None:
    async def act() -> None:
        async with AsyncExitStack() as stack:
            here = World()
            here.watch = Watch()
            here.sink = await stack.enter_async_context(http_sink())
            here.mail = await stack.enter_async_context(mail_server())
            usual = {"private_endpoints": True, "smtp": here.mail.address, "notify_every": 3600.0, "join_burst": 1000}
            here.address, here.server = await stack.enter_async_context(
                server_here(tmp_path, here.watch, **(usual | settings))
            )
            here.emma = await stack.enter_async_context(Person(here.address))
            here.hugo = await stack.enter_async_context(Person(here.address))
            await scene(here)

    asyncio.run(act())


# -- once per turn, and only who is not looking --------------------------------------------------------------


def test_whoever_is_away_is_told_once_per_turn(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        await here.hook(here.emma)
        await here.hook(here.hugo)
        first, second = await here.turn(table)
        await here.later(19)
        assert here.sink.requests == [], "people who are at it get a moment"
        await here.later(2)
        await here.later(600)
        (told,) = here.sink.requests
        assert told.json["title"] == "Your turn: Lamp Room"
        assert told.json["link"] == f"{here.address}/table/{table}"
        await here.move(first, table)
        await here.later(30)
        assert len(here.sink.requests) == 2, "the next turn is the other's"
        assert here.sink.requests[1].headers["idempotency-key"] != told.headers["idempotency-key"]
        assert second is not first

    world(tmp_path, scene)


def test_a_round_of_a_cup_is_told_once_to_everybody_who_plays_in_it(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        for person in (here.emma, here.hugo):
            await here.hook(person)
        cup = {"name": "Pit Cup", "game": "example", "size": 2, "rounds": 1, "clock": DAYS}
        path = f"/cups/{(await here.emma.call('POST', '/cups', cup))['id']}"
        for person, name in ((here.emma, "Emma"), (here.hugo, "Hugo")):
            await person.call("POST", f"{path}/join", {"name": name})
        table = (await here.emma.call("POST", f"{path}/start"))["tables"][0]["table"]
        await here.later(30)
        await here.later(600)
        titles = sorted(told.json["title"] for told in here.sink.requests)
        assert titles == ["Lamp Room: a round of your cup has begun"] * 2, "the first turn is told with it"
        assert {told.json["link"] for told in here.sink.requests} == {f"{here.address}/table/{table}"}

    world(tmp_path, scene)


def test_nobody_is_told_about_a_table_that_is_open_before_them(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        await here.hook(first)
        async with first.socket(table, 0 if first is here.emma else 1) as seat:
            await seat.until(lambda me: me.mine)
            await here.later(60)
        await here.later(60)
        assert here.sink.requests == []

    world(tmp_path, scene)


def test_chat_is_no_new_turn_and_a_moved_turn_is_past(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, second = await here.turn(table)
        await here.hook(first)
        await here.later(30)
        async with second.socket(table, 0 if second is here.emma else 1) as seat:
            await seat.send({"type": "chat", "seat": seat.seat, "text": "hello?"})
        await here.later(30)
        assert len(here.sink.requests) == 1
        await here.hook(second)
        await here.move(first, table)
        await here.server.notices.sweep()
        await here.move(second, table)
        here.watch.wait(60)
        await here.server.notices.sweep()
        here.watch.wait(60)
        await here.server.notices.sweep()
        keys = [request.headers["idempotency-key"].split(":")[2] for request in here.sink.requests]
        assert keys == ["0", "2"], "what was moved meanwhile is not told"

    world(tmp_path, scene)


def test_several_tables_are_one_message_and_a_quiet_one_is_none(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        tables = [(await friends(here.emma, here.hugo))["id"] for _ in range(4)]
        await here.hook(here.emma, language="de")
        mine = [table for table in tables if (await here.turn(table))[0] is here.emma]
        while len(mine) < 3:
            table = (await friends(here.emma, here.hugo))["id"]
            mine += [table] if (await here.turn(table))[0] is here.emma else []
        await here.emma.http.put(f"/api/tables/{mine[0]}/quiet", json={"quiet": True})
        await here.later(30)
        (told,) = here.sink.requests
        assert told.json["title"] == f"{len(mine) - 1} Tische warten auf dich"
        listed = await here.emma.call("GET", "/me/channels")
        assert listed["quiet_tables"] == [mine[0]]

    world(tmp_path, scene)


def test_a_reminder_comes_before_days_run_out(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo, clock=DAYS))["id"]
        first, _ = await here.turn(table)
        await here.hook(first, language="fr")
        await here.later(30)
        await here.later(2 * 86_400)
        assert len(here.sink.requests) == 1
        await here.later(0.6 * 86_400)
        titles = [re.sub(r"\s", " ", request.json["title"]) for request in here.sink.requests]
        assert titles == ["À vous de jouer : La lampisterie", "Le temps presse : La lampisterie"]

    world(tmp_path, scene)


def test_quiet_hours_wait_for_the_morning() -> None:
    channel = Channel("c", "d", "webhook", "json", "", "en", 22 * 60, 7 * 60, "Europe/Berlin", True, None, {})
    evening = 1_767_222_000.0  # 1 January 2026, 00:00 in Berlin
    assert channel.quiet_until(evening) == evening + 7 * 3600
    assert channel.quiet_until(evening + 7 * 3600) is None
    assert channel.quiet_until(evening - 2 * 3600) == evening + 7 * 3600
    assert channel.quiet_until(evening - 2 * 3600 - 60) is None


def test_what_falls_into_quiet_hours_is_told_when_they_end(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        minute = int(here.watch.keeper.now() // 60 % 1440)
        quiet = {"start": minute, "end": (minute + 60) % 1440, "zone": "UTC"}
        await here.hook(first, quiet=quiet)
        await here.later(30)
        assert here.sink.requests == []
        await here.later(3600)
        assert len(here.sink.requests) == 1

    world(tmp_path, scene)


# -- every channel -------------------------------------------------------------------------------------------


def test_push_is_signed_by_the_server_and_only_the_browser_can_read_it(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        browser = Browser(here.sink)
        body = {"kind": "push", "endpoint": browser.endpoint, "keys": browser.keys}
        listed = await first.call("POST", "/me/channels", body)
        await first.call("POST", "/me/channels", body)
        assert len((await first.call("GET", "/me/channels"))["channels"]) == 1, "the same browser is one channel"
        await here.later(30)
        (request,) = here.sink.requests
        told = browser.read(request, listed["push_key"])
        assert told["title"] == "Your turn: Lamp Room" and told["path"] == f"/table/{table}"
        assert table.encode() not in request.body

    world(tmp_path, scene)


@pytest.mark.parametrize(
    ("format", "field"), [("json", "title"), ("discord", "content"), ("slack", "text"), ("ntfy", "title")]
)
def test_web_hooks_speak_the_language_of_their_service(format: str, field: str, tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        await here.hook(first, format=format)
        await here.later(30)
        (told,) = here.sink.requests
        assert "Your turn: Lamp Room" in told.json[field] and told.headers["content-type"] == "application/json"
        assert told.path == ("/" if format == "ntfy" else "/hook")
        if format == "ntfy":
            assert told.json["topic"] == "hook" and told.json["click"].endswith(table)
        if format == "discord":
            assert told.json["allowed_mentions"] == {"parse": []}, "a name cannot call everybody"

    world(tmp_path, scene)


def test_mail_is_confirmed_first_and_ends_with_one_click(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        listed = await first.call("POST", "/me/channels", {"kind": "email", "address": "emma@club.example"})
        assert listed["channels"][0]["hint"] == "e…@club.example" and not listed["channels"][0]["confirmed"]
        await here.later(60)
        (asked,) = here.mail.letters
        token = _path(asked.get_content(), "confirm")
        await refused("bad_link", first.call("POST", "/channels/stop", {"token": token}))
        assert (await first.http.post("/api/channels/confirm", json={"token": token})).status_code == 204
        await here.later(60)
        told = here.mail.letters[1]
        assert told["Subject"] == "Your turn: Lamp Room" and told["To"] == "emma@club.example"
        link = _path(told.get_content(), "join")
        async with Person(here.address) as phone:
            moved = await phone.call("POST", "/links", {"token": link})
            assert moved["id"] == table and any(seat["yours"] for seat in moved["seats"]), "the seat comes along"
        stop = str(told["List-Unsubscribe"]).strip("<>")
        assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        click = await first.http.post(urlsplit(stop).path, data={"List-Unsubscribe": "One-Click"})
        assert click.status_code == 200
        assert (await first.call("GET", "/me/channels"))["channels"] == []

    world(tmp_path, scene)


def _path(text: str, kind: str) -> str:
    found = re.search(rf"/{kind}/(\S+)", text)
    assert found, text
    return found[1]


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        ask = {"kind": "email", "address": "emma@club.example"}
        await refused("no_mail", here.emma.call("POST", "/me/channels", ask))
        assert (await here.emma.call("GET", "/me/channels"))["mail"] is False

    world(tmp_path, scene, smtp="")


def test_a_trial_shows_whether_a_channel_works(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        id = (await here.hook(here.emma))["channels"][0]["id"]
        assert (await here.emma.http.post(f"/api/me/channels/{id}/trial")).status_code == 204
        assert here.sink.requests[0].json["title"] == "This works"
        here.sink.answers = [(500, "")]
        await refused("not_delivered", here.emma.call("POST", f"/me/channels/{id}/trial"))
        await refused("no_such_channel", here.hugo.call("POST", f"/me/channels/{id}/trial"))

    world(tmp_path, scene)


# -- nothing lost, nothing doubled ---------------------------------------------------------------------------


def test_a_crash_loses_no_message_and_doubles_none(tmp_path: Path) -> None:
    """Before it was noted, after it was noted, and after it was claimed: each message arrives once."""
    kept: dict[str, Any] = {}

    async def begin(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        kept.update(token=first.token, seat=0 if first is here.emma else 1, table=table)
        await here.hook(first)
        await here.server.notices.outbox.collect(here.watch.keeper.now(), 20)
        claimed = await here.server.notices.outbox.claim(here.watch.keeper.now() + 60)
        assert len(claimed) == 1, "the server dies with the message in its hands"
        assert await here.server.notices.outbox.claim(here.watch.keeper.now() + 60) == [], "nobody else has it"

    async def again(here: World) -> None:
        here.watch.wait(1000)
        # The endpoint of the first server is gone with it: point the channel to the new one.
        async with Person(here.address, kept["token"]) as first:
            old = (await first.call("GET", "/me/channels"))["channels"][0]["id"]
            await here.server.notices.sweep()
            assert here.sink.requests == []
            channel = await here.server.notices.channels.one(_device(here, kept["token"]), old)
            assert channel.to["url"].endswith("/hook")
        waiting = await here.server.notices.outbox.claim(here.watch.keeper.now() + 10_000)
        assert [one.tries for one in waiting] == [1], "it was tried again after the restart, and is still there"

    world(tmp_path, begin)
    world(tmp_path, again)


def _device(here: World, token: str) -> str:
    session = here.server.identity.session(token)
    assert session
    return session.device


def test_a_busy_endpoint_is_asked_ever_more_rarely_and_a_dead_one_is_forgotten(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        await here.hook(first)
        here.sink.answers = [(503, ""), (429, "retry-after: 100\r\n"), (500, "")]
        await here.later(30)
        assert len(here.sink.requests) == 1
        assert (await first.call("GET", "/me/channels"))["channels"][0]["failing"]
        await here.later(29)
        assert len(here.sink.requests) == 1
        await here.later(2)
        assert len(here.sink.requests) == 2
        await here.later(99)
        assert len(here.sink.requests) == 2, "the other side said when"
        await here.later(2)
        await here.later(3600)
        assert len(here.sink.requests) == 4
        keys = {request.headers["idempotency-key"] for request in here.sink.requests}
        assert len(keys) == 1, "a receiver can tell that it is the same message"
        assert not (await first.call("GET", "/me/channels"))["channels"][0]["failing"]
        here.sink.answers = [(410, "")]
        second_table = (await friends(here.emma, here.hugo))["id"]
        while (await here.turn(second_table))[0] is not first:
            second_table = (await friends(here.emma, here.hugo))["id"]
        await here.later(30)
        assert (await first.call("GET", "/me/channels"))["channels"] == []

    world(tmp_path, scene)


def test_a_message_is_given_up_some_day(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        await here.hook(first)
        here.sink.answers = [(503, "")] * 100
        for _ in range(GIVE_UP + 5):
            await here.later(7200)
        assert len(here.sink.requests) == GIVE_UP
        here.watch.wait(8 * 86_400)
        await here.server.notices.tidy()
        assert (await first.call("GET", "/me/channels"))["channels"] == [], "an address that never works is forgotten"

    world(tmp_path, scene)


# -- nobody else learns where, and the server asks nobody at home --------------------------------------------


def test_addresses_are_secrets_of_the_database(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        await here.hook(here.emma)
        await here.emma.call("POST", "/me/channels", {"kind": "email", "address": "emma.secret@club.example"})
        listed = str(await here.emma.call("GET", "/me/channels"))
        assert "/hook" not in listed and "emma.secret" not in listed
        assert (await here.hugo.call("GET", "/me/channels"))["channels"] == []

    world(tmp_path, scene)
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert b"emma.secret" not in content and b"/hook" not in content


def test_channels_survive_a_change_of_the_servers_key(tmp_path: Path) -> None:
    kept: dict[str, str] = {}

    async def before(here: World) -> None:
        await here.hook(here.emma)
        kept["device"] = _device(here, here.emma.token)

    async def after(here: World) -> None:
        (channel,) = await here.server.notices.channels.of(kept["device"])
        assert channel.to["url"].endswith("/hook")

    world(tmp_path, before)
    asyncio.run(change_key(f"sqlite:///{tmp_path / 'x.sqlite3'}"))
    world(tmp_path, after)


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/x",
        "https://[fd00::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://localhost/x",
        "https://printer.local/x",
        "https://intranet/x",
        "https://user:password@hooks.example/x",
        "https://2130706433/x",
        "file:///etc/passwd",
        "https://",
    ],
)
def test_private_and_strange_addresses_are_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(BadEndpoint):
        Egress().check(url)


def test_a_name_that_leads_home_is_found_out_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: what the name meant a moment ago does not count, only where the connection goes."""

    async def act() -> None:
        loop = asyncio.get_running_loop()

        async def lookup(host: str, port: int, **_: Any) -> Any:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        monkeypatch.setattr(loop, "getaddrinfo", lookup)
        egress = Egress()
        egress.check("https://hooks.example/x")
        with pytest.raises(BadEndpoint):
            await egress.post("https://hooks.example/x", {}, b"{}")
        await egress.close()

    asyncio.run(act())


def test_redirects_are_not_followed(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        table = (await friends(here.emma, here.hugo))["id"]
        first, _ = await here.turn(table)
        await here.hook(first)
        here.sink.answers = [(302, f"location: {here.sink.address}/elsewhere\r\n")]
        await here.later(30)
        assert [request.path for request in here.sink.requests] == ["/hook"]

    world(tmp_path, scene)


def test_the_key_for_push_services_is_made_once(tmp_path: Path) -> None:
    keys: list[str] = []

    async def scene(here: World) -> None:
        keys.append((await here.emma.call("GET", "/me/channels"))["push_key"])

    world(tmp_path, scene)
    world(tmp_path, scene)
    assert keys[0] == keys[1] and len(keys[0]) == 87


def test_bad_tokens_and_too_many_channels_are_refused(tmp_path: Path) -> None:
    async def scene(here: World) -> None:
        await refused("bad_link", here.emma.call("POST", "/channels/stop", {"token": "x"}))
        await refused("bad_link", here.emma.call("POST", "/channels/confirm", {"token": "x"}))
        for number in range(10):
            await here.hook(here.emma, url=f"{here.sink.address}/{number}")
        ask = {"kind": "webhook", "url": f"{here.sink.address}/eleven"}
        await refused("too_many_channels", here.emma.call("POST", "/me/channels", ask))
        for body in ({"kind": "push"}, {"kind": "webhook"}, {"kind": "webhook", "url": "ftp://x.example/"}):
            await refused("bad_endpoint", here.emma.call("POST", "/me/channels", body))

    world(tmp_path, scene)


def test_two_workers_note_a_turn_once(postgres: Callable[[], str]) -> None:
    """On PostgreSQL two workers look at the same moment: the key decides, and only one gets the message."""
    from pithead.table.notices.outbox import Outbox
    from pithead.table.store import schema

    async def act() -> None:
        store = Store(postgres())
        await store.open()
        try:
            board: dict[str, Any] = {
                "id": "b",
                "game": "example",
                "status": "running",
                "visibility": "private",
                "free": 0,
            }
            board |= {
                "owner": "d",
                "seq": 1,
                "created_at": 0.0,
                "changed_at": 0.0,
                "waits_for": "d",
                "head": "{}",
                "turn": 3,
            }
            channel: dict[str, Any] = dict.fromkeys(("mark", "sealed", "hint"), "") | {
                "id": "c",
                "device": "d",
                "kind": "webhook",
            }
            channel |= {"format": "json", "language": "en", "zone": "UTC"}
            times = {"created_at": 0.0, "confirmed_at": 0.0}

            def put(connection: Any) -> None:
                connection.execute(schema.board.insert().values(board))
                connection.execute(schema.channel.insert().values(channel | times))

            await store.write(put)
            workers = [Outbox(store), Outbox(store)]
            await asyncio.gather(*(worker.collect(100.0, 0.0) for worker in workers))
            claimed = await asyncio.gather(*(worker.claim(101.0) for worker in workers))
            assert sorted(len(one) for one in claimed) == [0, 1]
        finally:
            await store.close()

    asyncio.run(act())
