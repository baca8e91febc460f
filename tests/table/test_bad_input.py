"""P18: bad input cannot crash or escalate; strangers get typed refusals and nothing else."""

from __future__ import annotations

import asyncio
import json
import random
import string
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pithead.engine.messages import common
from pithead.table import protocol

from .client import GIVE_UP, Person, Socket
from .conftest import Server, StartServer
from .scenes import friends, people, refused

pytestmark = pytest.mark.slow


def mutations(chance: random.Random, samples: list[dict[str, Any]]) -> str | bytes:
    """A message that is wrong in some way, or right by accident."""
    kind = chance.randrange(8)
    sample: Any = json.loads(json.dumps(chance.choice(samples)))
    junk: list[Any] = [
        None,
        -1,
        1 << 70,
        1.5,
        True,
        "",
        "x" * 300,
        [],
        {},
        [[]],
        {"a": 1},
        "\u0000",
        "💥",
        float("inf"),
    ]
    if kind == 0:
        return "".join(chance.choice(string.printable) for _ in range(chance.randrange(200)))
    if kind == 1:
        return chance.randbytes(chance.randrange(100))
    if kind == 2:
        return json.dumps(chance.choice(junk))
    if kind == 3:
        return "[" * chance.randrange(1, 5000)
    if kind == 4:
        return json.dumps(sample)[: chance.randrange(60)]
    if kind == 5:
        sample[chance.choice([*sample, "more"])] = chance.choice(junk)
    elif kind == 6:
        sample.pop(chance.choice(list(sample)))
    else:
        sample["type"] = chance.choice(["", "PLAY", "welcome", 7, None, "play", "subscribe"])
    return json.dumps(sample)


def test_fuzzed_frames_get_typed_errors_and_change_nothing(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, mallory: Person) -> None:
        table = await friends(emma, hugo)
        before = await emma.call("GET", f"/tables/{table['id']}")
        samples = [
            {"type": "play", "key": "k", "seat": 0, "expect": 2, "decision": 7},
            {"type": "sequence", "key": "k", "seat": 1, "expect": 2, "decisions": [7, 0]},
            {"type": "undo", "key": "k", "seat": 0, "expect": 2},
            {"type": "chat", "key": "k", "seat": 0, "text": "hello"},
            {"type": "vote", "key": "k", "seat": 1, "motion": "abort"},
            {"type": "concede", "key": "k", "seat": 0},
            {"type": "plan", "key": "k", "seat": 0, "decisions": [1]},
            {"type": "mute", "key": "k", "seat": 0, "whom": 1, "on": True},
            {"type": "look", "key": "k", "seat": 1},
            {"type": "reclaim", "key": "k", "seat": 0},
            {"type": "subscribe", "key": "k", "seat": 0, "since": 0},
        ]
        known = {"bad_message", "not_your_seat", "not_subscribed", "too_large", "rate_limited"}
        chance = random.Random(18)
        codes: dict[str, int] = {}
        sent = 0
        # Mallory has no seat: whatever arrives, nothing may change.
        while sent < 1500:
            async with mallory.socket(table["id"], None) as socket:
                try:
                    for _ in range(100):
                        await socket.raw(mutations(chance, samples))
                        sent += 1
                    await socket.send({"type": "ping"})
                except ConnectionError:
                    pass  # too many unreadable messages in a row: the server hung up
                for frame in socket.frames:
                    if frame["type"] == "error":
                        codes[frame["code"]] = codes.get(frame["code"], 0) + 1
                    else:
                        assert frame["type"] in ("welcome", "position", "presence", "line", "ack", "bye", "table"), (
                            frame
                        )
        assert set(codes) <= known, codes
        assert {"bad_message", "not_your_seat"} <= set(codes)
        after = await emma.call("GET", f"/tables/{table['id']}")
        # A spectator may chat; nothing else of his is heard.
        told = ("status", "seats", "decisions", "motions", "paused", "options", "clock", "to_move")
        assert {name: after[name] for name in told} == {name: before[name] for name in told}
        assert (await emma.call("GET", "/health"))["status"] == "ok"

    people(server, 3, scene)


def test_oversized_frames_and_bodies_are_refused(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as socket:
            await socket.raw(json.dumps({"type": "chat", "key": "k", "seat": 0, "text": "x" * protocol.MAX_FRAME}))
            await socket.until(lambda me: any(frame["type"] == "error" for frame in me.frames))
            assert [frame["code"] for frame in socket.frames if frame["type"] == "error"] == ["too_large"]
        async with emma.socket(table["id"], 0) as socket:
            await socket.raw("x" * 100_000)
            await socket.until(lambda me: not me.open) if socket.open else None
        answer = await emma.http.post(f"/api/tables/{table['id']}/start", content=b"x" * 100_000)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        answer = await emma.http.post("/api/records", json={"text": "x" * 2_000_001})
        assert answer.status_code == 422

    people(server, 2, scene)


def test_a_seat_can_never_act_or_see_as_another(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, mallory: Person) -> None:
        table = await friends(emma, hugo)
        for person, own in ((emma, 0), (hugo, 1), (mallory, None)):
            for seat in (0, 1):
                if seat == own:
                    continue
                socket = Socket(server.address, table["id"], seat, person.token)
                with pytest.raises(Exception, match="not_your_seat"):
                    await socket.connect()
                await socket.close()
                async with person.socket(table["id"], own) as other:
                    await other.until(lambda me: me.position)
                    messages: list[dict[str, Any]] = [
                        {"type": "play", "expect": other.at, "decision": 7},
                        {"type": "sequence", "expect": other.at, "decisions": [7, 0]},
                        {"type": "confirm", "expect": other.at},
                        {"type": "undo", "expect": other.at},
                        {"type": "restart", "expect": other.at},
                        {"type": "concede"},
                        {"type": "reclaim"},
                        {"type": "plan", "decisions": []},
                        {"type": "chat", "text": "!"},
                        {"type": "mute", "whom": 0, "on": True},
                        {"type": "vote", "motion": "pause"},
                        {"type": "look"},
                    ]
                    for message in messages:
                        with pytest.raises(Exception, match="not_your_seat"):
                            await other.send({**message, "seat": seat})
                for path in (f"seats/{seat}/leave", f"seats/{seat}/device"):
                    with pytest.raises(Exception, match="not_your_seat"):
                        await person.call("POST", f"/tables/{table['id']}/{path}")
                with pytest.raises(Exception, match="not_your_seat"):
                    await person.call("POST", f"/tables/{table['id']}/hint", {"seat": seat})
                with pytest.raises(Exception, match="not_your_seat"):
                    await person.call("GET", f"/tables/{table['id']}/positions?seat={seat}")

    people(server, 3, scene)


def test_nothing_secret_is_in_any_frame_before_the_end(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        texts = []
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            choose = random.Random(3)
            await asyncio.gather(a.play_on(choose), b.play_on(choose))
            secret = a.info["deal"]["secret"] or (await emma.call("GET", f"/tables/{table['id']}"))["deal"]["secret"]
            assert secret
            for frame in a.frames + b.frames:
                if frame["type"] == "table" and frame["table"]["status"] == "finished":
                    break
                texts.append(json.dumps(frame))
            assert len(texts) > 30
            tokens = [emma.token, hugo.token]
            devices = [token.split(".")[0] for token in tokens]
            for text in texts:
                assert secret not in text
                assert not any(word in text for word in tokens + devices)

    people(server, 2, scene)


def test_a_method_that_a_path_does_not_have_is_refused_as_such(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=GIVE_UP) as client:
        for method, path, allowed in (
            ("DELETE", "/api/tables", "GET, HEAD, POST"),
            ("PUT", "/api/me", "GET, HEAD, POST, PATCH, DELETE"),
            ("POST", "/api/health", "GET, HEAD"),
            ("GET", "/api/join", "POST"),
            ("GET", "/api/links", "POST"),
            ("GET", "/api/sign-in", "POST"),
            ("GET", "/api/tables/x/start", "POST"),
            ("DELETE", "/en/", "GET, HEAD"),
        ):
            answer = client.request(method, path, headers={"origin": server.address})
            assert (answer.status_code, answer.json()["code"]) == (405, "no_method"), (method, path)
            assert answer.headers["allow"] == allowed, (method, path)


def test_an_address_that_the_interface_does_not_have_is_refused_as_such(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=GIVE_UP) as client:
        for path in ("/api", "/api/", "/api/nosuch", "/api/games/", "/api//games"):
            for method in ("GET", "POST"):
                answer = client.request(method, path, headers={"origin": server.address})
                assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (method, path)


def test_a_socket_where_there_is_none_is_refused_as_over_http(server: Server) -> None:
    host = server.address.removeprefix("http://")

    async def knock(path: str, origin: str) -> tuple[int, str, str]:
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"ws://{host}{path}", additional_headers={"origin": origin})
        answer = caught.value.response
        told = json.loads(answer.body)
        return answer.status_code, told["code"], told["text"]

    for path in ("/api/nosuch", "/api/games", "/x", "/"):
        status, code, text = asyncio.run(knock(f"{path}?lang=fr", server.address))
        assert (status, code, text) == (404, "not_found", common("fr").text("error.not_found")), path
        assert asyncio.run(knock(path, "https://evil.example"))[:2] == (403, "forbidden_origin"), path


def test_a_head_is_that_of_get(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=GIVE_UP) as client:
        for path in ("/api/health", "/api/games", "/api/openapi.json", "/api/tables/x", "/api/join", "/en/"):
            head, whole = client.head(path), client.get(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            assert head.headers["content-type"] == whole.headers["content-type"], path


def test_other_sites_are_refused(server: Server) -> None:
    host = server.address.removeprefix("http://")
    with httpx.Client(base_url=server.address, timeout=GIVE_UP) as client:
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:1"}):
            answer = client.post("/api/me", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin")
        assert client.post("/api/me", headers={"origin": f"http://{host}"}).status_code == 200
        # A foreign name that points to this machine.
        answer = client.get("/api/games", headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin")

    async def socket() -> None:
        url = server.address.replace("http", "ws", 1) + "/api/tables/x/socket"
        with pytest.raises(InvalidStatus):
            await connect(url, origin="https://evil.example")  # type: ignore[arg-type]

    asyncio.run(socket())


def test_answers_carry_strict_headers_and_a_guarded_cookie(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=GIVE_UP) as client:
        answer = client.get("/api/me")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
        claimed = httpx.get(f"{server.address}/api/me", timeout=GIVE_UP, headers={"x-forwarded-proto": "https"})
        assert "secure" not in claimed.headers["set-cookie"].lower(), "nobody named this machine as a proxy"
        assert "pithead" in client.cookies
        name = client.patch("/api/me", json={"name": "Emma"}).json()["name"]
        assert client.get("/api/me").json()["name"] == name
        client.cookies.set("pithead", "forged.value", domain="127.0.0.1")
        assert client.get("/api/me").json()["name"] is None
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/../app.py", "/api/../app.py"):
            assert b"root:" not in client.get(path).content
            assert b"import" not in client.get(path).content


async def often(ask: Callable[[], Coroutine[Any, Any, Any]], times: int = 40) -> None:
    for _ in range(times):
        await ask()


def test_connections_that_only_cost_are_refused(start_server: StartServer) -> None:
    server = start_server(request_burst=30, request_rate=0.01, address_burst=60, address_rate=0.01, tabs=3)
    url = server.address.replace("http", "ws", 1)

    async def scene() -> None:
        async with Person(server.address) as emma:
            table = await emma.table("example", "you", "random", start=True)
            sockets = [emma.socket(table["id"], 0) for _ in range(4)]
            for socket in sockets[:3]:
                await socket.connect()
            await refused("too_many_tabs", sockets[3].connect())
            await sockets[0].close()
            await refused("not_subscribed", sockets[3].send({"type": "ping"}))
            headers = {"authorization": f"Bearer {emma.token}"}
            for socket in sockets[1:]:
                await socket.close()

            async def knock(headers: dict[str, str]) -> None:
                async with connect(f"{url}/api/tables/{table['id']}/socket", additional_headers=headers):
                    pass

            # New sockets count like requests: for the device that opens them, and for the address behind all devices.
            for known, times in ((headers, 30), ({}, 60)):
                with pytest.raises(InvalidStatus):
                    await often(partial(knock, known), times)

    asyncio.run(scene())


def test_too_much_at_once_is_refused(start_server: StartServer) -> None:
    server = start_server(
        request_burst=30,
        request_rate=0.01,
        message_burst=20,
        message_rate=0.01,
        create_burst=5,
        chat_burst=2,
        chat_rate=0.01,
    )

    async def hurry() -> None:
        async with Person(server.address) as emma:
            table = await emma.table("example", "you", "random", start=True)
            async with emma.socket(table["id"], 0) as socket:
                await refused("rate_limited", often(lambda: socket.send({"type": "chat", "seat": 0, "text": "spam"})))
                await refused("rate_limited", often(lambda: socket.send({"type": "ping"})))
            await refused("rate_limited", often(lambda: emma.table("example", "you", "random")))
            await refused("rate_limited", often(lambda: emma.call("GET", "/me")))

    asyncio.run(hurry())


def test_who_goes_on_with_another_device_may_not_say_more(start_server: StartServer) -> None:
    server = start_server(chat_burst=2, chat_rate=0.001)

    async def spam() -> None:
        async with Person(server.address) as computer, Person(server.address) as phone:
            table = await computer.table("example", "you", "random", start=True)
            async with computer.socket(table["id"], 0) as socket:
                await refused("rate_limited", often(lambda: socket.send({"type": "chat", "seat": 0, "text": "spam"})))
            link = await computer.call("POST", f"/tables/{table['id']}/seats/0/device")
            await phone.call("POST", "/links", {"token": link["token"], "nonce": phone.fresh(16)})
            async with phone.socket(table["id"], 0) as socket:
                await refused("rate_limited", socket.send({"type": "chat", "seat": 0, "text": "spam"}))

    asyncio.run(spam())
