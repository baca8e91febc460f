"""Other people's programs: the loop of lines, a seat on a real server, tools for language models."""

import asyncio
import io
import json
import sys
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

import pithead
from pithead.bots.policy import Policy
from pithead.cli import run
from pithead.clients.programs import remote
from pithead.clients.programs.contest import PolicyPlayer, play_at
from pithead.clients.programs.engine import Engine, EngineFailed
from pithead.clients.programs.errors import BadAddress, Later, Refused, Unreachable
from pithead.clients.programs.position import Closed
from pithead.clients.programs.remote import RemoteSeat
from pithead.clients.programs.seat import LocalGame
from pithead.engine.errors import BadSeat, Illegal, NotYourTurn
from tests.table.client import GIVE_UP, Person
from tests.table.conftest import Server

pytestmark = pytest.mark.slow

FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "position":
        print(json.dumps({"action": told["legal"][0]["action"]}), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> Any:
    """Writes a program; returns the command that starts it."""

    def write(source: str = FIRST) -> str:
        path = tmp_path / "program.py"
        path.write_text(source)
        return f"{sys.executable} {path}"

    return write


def seat_of(game: str = "example", **more: Any) -> LocalGame:
    return LocalGame(game, ["random"], seed=3, **more)


# -- positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", pithead.names())
def test_a_position_says_everything_in_words_and_as_data(game: str) -> None:
    count = pithead.load(game).players[1 if pithead.load(game).players[0] == 1 else 0]
    seat = LocalGame(game, ["random"] * (count - 1), seed=1)
    position = seat.wait()
    assert position.your_turn and position.legal
    assert [one.id for one in position.legal] == seat.match.legal
    for one in position.legal:
        assert one.words and not one.words.startswith("action."), "every decision is told in words"
        assert seat.match.action_id(one.action) == one.id
    assert position.board and position.view == seat.match.view(0).model_dump(mode="json")
    for closed in position.closed:
        assert not closed.why.startswith("refusal.")


def test_a_position_holds_nothing_that_the_seat_does_not_know() -> None:
    """Two true positions that look the same to the seat give the same text, byte for byte."""
    seat = LocalGame("mine-out", ["random"], seed=5)
    seat.wait()
    match = seat.match
    told = seat._seen([])
    imagined = match.imagine(0)
    twin = match.rules.decode(imagined.data)
    assert match.game.files.view.view(twin, 0) == told.view
    assert match.rules.encode(twin) != match.rules.encode(match.state), "there is something hidden to deal anew"


def test_what_happened_is_told_once_and_again_after_an_undo() -> None:
    seat = seat_of("coal-baron")
    first = seat.wait()
    seat.play(first.legal[0].id)
    after = seat.wait()
    assert after.happened and after.can_undo
    assert seat.wait().happened == [], "told already"
    seat.undo()
    back = seat.wait()
    assert (back.legal, back.view) == (first.legal, first.view)
    seat.play(first.legal[0].action.upper())
    assert seat.wait().happened == after.happened


def test_a_refusal_names_rule_and_reason() -> None:
    seat = seat_of("coal-baron")
    closed = closed_decision(seat)
    with pytest.raises(Illegal) as refused:
        seat.play(str(closed.action))
    why = seat.words.error(refused.value)
    assert closed.why in why
    explained = seat.explain(str(closed.action))
    assert explained is not None and seat.words.error(explained) == why
    assert seat.explain(seat.wait().legal[0].action) is None


@pytest.mark.parametrize("seat", [2, -1, "a", 1.5, None, True])
def test_what_is_no_seat_of_a_game_is_refused(seat: Any) -> None:
    with pytest.raises(BadSeat, match="from 0 to 1"):
        seat_of(seat=seat)


def closed_decision(seat: LocalGame) -> Closed:
    """The first decision that has a name and is closed: after the draft, a space of the board."""
    while True:
        position = seat.wait()
        for one in position.closed:
            if one.action:
                return one
        seat.play(position.legal[0].id)


# -- the loop of lines ----------------------------------------------------------------------------------------------


def test_a_program_plays_whole_games_from_every_seat(program: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "example", "--engine", program(), "--against", "random", "--games", "4", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["players"], data["even"]) == (4, 2, 2.0)
    assert 0 <= data["won"] <= 4 and 1 <= data["rank"] <= 2


def test_a_program_is_told_why_and_may_try_again(program: Any, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = program(f"""
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "position":
        legal = told["legal"][0]["id"]
        print(json.dumps({{"action": "fly away"}}), flush=True)
    elif told["type"] == "refused":
        open({str(heard)!r}, "w").write(told["code"] + ": " + told["why"])
        print(json.dumps({{"action": legal}}), flush=True)
""")
    with Engine(command, 20) as engine:
        assert engine.play(seat_of()).ranks
    why = heard.read_text()
    assert why.startswith("unparseable: “fly away” is not an action")
    assert "is listed with its number" in why, "a program has no “help” to type"


def test_a_program_that_does_not_listen_is_given_up(program: Any) -> None:
    command = program("""
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] != "game":
        print(json.dumps({"action": "fly away"}), flush=True)
""")
    with Engine(command, 20) as engine, pytest.raises(EngineFailed) as failed:
        engine.play(seat_of())
    assert failed.value.params["why"] == "refused_too_often"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "ended"),
        ("import sys; sys.exit(3)", "ended"),
        ("print('hello', flush=True); input(); input()", "not_json"),
        ("print('{}', flush=True); input(); input()", "no_action"),
        ("input(); input(); input()", "silent"),
    ],
)
def test_a_program_that_cannot_go_on_is_named_in_one_sentence(
    source: str, why: str, program: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    # A program is told after its time that it says nothing; one that has started late is none of these.
    limit = 0.5 if why == "silent" else GIVE_UP
    assert run(["bot", "example", "--engine", program(source), "--limit", str(limit), "--lang", "fr"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "[engine_failed]" in error and "program.py" in error
    with Engine(program(source), limit) as engine, pytest.raises(EngineFailed) as failed:
        engine.play(seat_of())
    assert failed.value.params["why"] == why


def test_a_command_that_does_not_exist_and_a_game_that_nobody_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "example", "--engine", "no-such-program-here"]) == 2
    assert "[engine_failed]" in capsys.readouterr().err
    assert run(["bot", "--engine", "true"]) == 2
    assert "[no_game_named]" in capsys.readouterr().err
    assert run(["bot", "coal-baron", "--engine", "cat", "--against", "random,random,random,random"]) == 2
    assert "[bad_players]" in capsys.readouterr().err


# -- a seat on a server ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("programs")
    running = Server(f"sqlite:///{folder}/tables.sqlite3", folder).start()
    yield running
    running.close()


async def invited(server: Server, *seats: str, game: str = "example", **more: Any) -> tuple[str, str, str]:
    """A table at which one seat waits for a program: its id, the invitation, and its code."""
    async with Person(server.address) as host:
        table = await host.table(game, *seats, **more)
        seat = next(one["seat"] for one in table["seats"] if one["kind"] in ("invited", "open"))
        link = await host.call("POST", f"/tables/{table['id']}/seats/{seat}/invitation")
        return table["id"], f"{server.address}{link['path']}", host.token


async def play_along(server: Server, table: str, token: str) -> None:
    """The host starts when everybody sits, and plays at random."""
    import random

    async with Person(server.address, token) as host:
        async with asyncio.timeout(GIVE_UP):
            while not (await host.call("GET", f"/tables/{table}"))["ready"]:
                await asyncio.sleep(0.02)
        await host.call("POST", f"/tables/{table}/start")
        async with host.socket(table) as socket:
            await socket.play_on(random.Random(1))


def test_a_program_plays_at_a_table_with_a_person(table_server: Server, program: Any) -> None:
    async def both() -> dict[str, Any]:
        table, address, token = await invited(table_server, "you", "invite")
        person = asyncio.create_task(play_along(table_server, table, token))
        with Engine(program(), 20) as engine:
            found = await asyncio.to_thread(play_at, address, "Deep Seam", engine, "de")
        await person
        return found

    result = asyncio.run(both())
    assert result["players"] == 2 and result["rank"] in (1, 2)


def test_a_policy_plays_at_a_table_with_a_person(table_server: Server, tmp_path: Path) -> None:
    Policy.fresh(pithead.load("example"), hidden=8, seed=1).write(tmp_path / "policy.npz")

    async def both() -> dict[str, Any]:
        table, address, token = await invited(table_server, "you", "invite")
        person = asyncio.create_task(play_along(table_server, table, token))
        found = await asyncio.to_thread(play_at, address, "Net", PolicyPlayer(tmp_path / "policy.npz"), "en")
        await person
        return found

    assert asyncio.run(both())["players"] == 2


def test_a_policy_plays_against_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Policy.fresh(pithead.load("example"), hidden=8, seed=1).write(tmp_path / "policy.npz")
    assert run(["bot", "example", "--policy", f"{tmp_path}/policy.npz", "--against", "random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1
    assert run(["bot", "example"]) == 2
    assert "[no_player_named]" in capsys.readouterr().err
    assert run(["bot", "mine", "--policy", f"{tmp_path}/policy.npz"]) == 2
    assert "[bad_policy]" in capsys.readouterr().err


def test_a_program_at_a_table_is_told_what_it_is_told_at_home(
    table_server: Server, program: Any, tmp_path: Path
) -> None:
    """The options, the code of a refusal, and the end in words."""
    heard = tmp_path / "heard"
    command = program(f"""
import json, sys
heard, refused = open({str(heard)!r}, "w"), False
for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    told = json.loads(line)
    if told["type"] in ("position", "refused"):
        legal = told.get("legal") or legal
        wrong = next(number for number in range(20) if number not in [one["id"] for one in legal])
        print(json.dumps({{"action": legal[0]["id"] if refused else wrong}}), flush=True)
        refused = True
""")

    async def both() -> None:
        table, address, token = await invited(table_server, "you", "invite", game="mine", options={"dummy": True})
        person = asyncio.create_task(play_along(table_server, table, token))
        with Engine(command, 20) as engine:
            await asyncio.to_thread(play_at, address, "Deep Seam", engine, "en")
        await person

    asyncio.run(both())
    told = [json.loads(line) for line in heard.read_text().splitlines()]
    assert told[0]["type"] == "game" and told[0]["options"] == pithead.new("mine", 2, options={"dummy": True}).options
    assert next(one for one in told if one["type"] == "refused")["code"] == "illegal"
    words = told[-1]["words"]
    assert told[-1]["type"] == "over" and any("Deep Seam: " in line for line in words)
    assert words[0] == pithead.load("mine").messages("en").text(f"reason.{told[-1]['reason']}")


def test_a_seat_on_a_server_reads_like_a_seat_at_home(table_server: Server) -> None:
    async def begin() -> tuple[str, Any, str]:
        async with Person(table_server.address) as host:
            table = await host.table("example", "open", "random")
            return table["id"], table["code"], host.token

    table, code, token = asyncio.run(begin())

    async def start() -> None:
        async with Person(table_server.address, token) as host:
            await host.call("POST", f"/tables/{table}/start")

    seat = RemoteSeat(f"{table_server.address}/#{code}", "Deep Seam")
    asyncio.run(start())
    position = seat.wait()
    assert position.your_turn and position.players[0] == "Deep Seam"
    assert all(not one.words.startswith("action.") for one in position.legal)
    assert len(seat.observation()) == pithead.load("example").module("observation").N_FEATURES
    assert seat.observation()[pithead.load("example").module("observation").LAYOUT[2].start] == 1  # the own seat moves
    illegal = next(number for number in range(20) if number not in [one.id for one in position.legal])
    with pytest.raises(Refused) as refused:
        seat.play(illegal)
    assert refused.value.code == "illegal" and refused.value.text()
    assert seat.explain(illegal) is not None and seat.explain(position.legal[0].id) is None
    seat._socket.close()  # the connection is lost: the next decision takes another one
    seat.play(position.legal[0].id)
    assert seat.wait().happened
    seat.close()


def test_what_happened_at_a_server_is_told_once(table_server: Server) -> None:
    """The set-up has no decision of its own, and a new connection brings everything again."""

    async def begin() -> tuple[str, str, str]:
        async with Person(table_server.address) as host:
            table = await host.table("mine", "open", options={"dummy": True})
            return table["id"], table["code"], host.token

    table, code, token = asyncio.run(begin())

    async def start() -> None:
        async with Person(table_server.address, token) as host:
            await host.call("POST", f"/tables/{table}/start")

    seat = RemoteSeat(f"{table_server.address}/#{code}", "Deep Seam")
    asyncio.run(start())
    position = seat.wait()
    told = list(position.events)
    assert told[0]["name"] == "round"  # of the set-up; where the die begins with the dummy, its cards are laid as well
    for number in range(12):
        if number == 6:
            seat._socket.close()
        seat.play(position.legal[0].id)
        position = seat.wait()
        told += position.events
    assert told == [{"name": event.name, **event.params} for event in seat._events]
    assert len(told) > 12
    seat.close()


@pytest.fixture
def strict_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RemoteSeat]:
    """A seat at a running table of a server that soon asks for patience."""
    monkeypatch.setattr(remote, "PAUSE", 0.02)
    limits = {"message_burst": 2, "message_rate": 50, "request_burst": 4, "request_rate": 50}
    strict = Server(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path, **limits).start()

    async def begin() -> tuple[str, str, str]:
        async with Person(strict.address) as host:
            table = await host.table("example", "open", "random")
            return table["id"], table["code"], host.token

    async def start(table: str, token: str) -> None:
        async with Person(strict.address, token) as host:
            await host.call("POST", f"/tables/{table}/start")

    table, code, token = asyncio.run(begin())
    seat = RemoteSeat(f"{strict.address}/#{code}", "Deep Seam")
    asyncio.run(start(table, token))
    yield seat
    seat.close()
    strict.close()


def test_a_program_that_is_faster_than_the_server_allows_waits_its_turn(strict_seat: RemoteSeat, program: Any) -> None:
    with Engine(program(), 20) as engine:
        assert engine.play(strict_seat).ranks


def test_a_policy_that_is_faster_than_the_server_allows_waits_its_turn(strict_seat: RemoteSeat, tmp_path: Path) -> None:
    Policy.fresh(pithead.load("example"), hidden=8, seed=1).write(tmp_path / "policy.npz")
    assert PolicyPlayer(tmp_path / "policy.npz").play(strict_seat).ranks
    for _ in range(20):
        strict_seat._call("GET", "/me")


def test_a_request_waits_as_long_as_the_server_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy may say how long; nobody is waited for longer than one has patience."""
    body = b'{"code": "rate_limited", "text": "Please wait.", "params": {}}'
    said = Message()
    said["retry-after"] = "7"
    answers: list[Any] = [HTTPError("", 429, "", said, io.BytesIO(body)), io.BytesIO(b'{"token": "t"}')]
    answers += [HTTPError("", 429, "", said, io.BytesIO(body))]

    def answer(*_: Any, **__: Any) -> Any:
        one = answers.pop(0)
        if isinstance(one, HTTPError):
            raise one
        return one

    waited: list[float] = []
    monkeypatch.setattr("urllib.request.urlopen", answer)
    monkeypatch.setattr("time.sleep", waited.append)
    seat = RemoteSeat.__new__(RemoteSeat)
    seat._server, seat._token, seat._language, seat._patience = "http://127.0.0.1", "", "en", 60
    assert seat._call("GET", "/me") == {"token": "t"} and waited == [7]
    seat._patience = 5
    with pytest.raises(Later, match="Please wait"):
        seat._call("GET", "/me")


def test_addresses_that_lead_nowhere_are_answered_in_a_sentence(table_server: Server) -> None:
    with pytest.raises(BadAddress):
        RemoteSeat("just words", "x")
    with pytest.raises(Unreachable):
        RemoteSeat("http://127.0.0.1:9/join/abc", "x", patience=1)
    with pytest.raises(Refused) as refused:
        RemoteSeat(f"{table_server.address}/join/abc", "x")
    assert refused.value.text()


# -- tools for language models --------------------------------------------------------------------------------------


def talk(work: Any, language: str = "en") -> Any:
    # Its package takes a second to import, which every process would do that collects tests.
    from mcp import Client

    from pithead.clients.programs.mcp import Plays, server

    async def session() -> Any:
        async with Client(server(Plays(language))) as client:
            return await work(client)

    return asyncio.run(session())


def test_a_model_finds_the_games_reads_the_rules_and_plays_to_the_end() -> None:
    async def work(client: Any) -> Any:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {
            *("list_games", "read_rules", "new_game", "join_table", "look", "decide", "undo", "explain", "leave")
        }
        games = (await client.call_tool("list_games", {})).structured_content["result"]
        assert [game["game"] for game in games] == pithead.names()
        rules = await client.call_tool("read_rules", {"game": "example"})
        assert "Lamp" in rules.content[0].text
        arguments = {"game": "example", "opponents": ["random"], "seed": "1"}
        position = (await client.call_tool("new_game", arguments)).structured_content
        while position["result"] is None:
            arguments = {"play": position["play"], "action": position["legal"][-1]["action"]}
            position = (await client.call_tool("decide", arguments)).structured_content
        await client.call_tool("leave", {"play": position["play"]})
        gone = await client.call_tool("look", {"play": position["play"]})
        assert gone.is_error and "[no_such_play]" in gone.content[0].text
        return position["result"]

    assert len(talk(work)["ranks"]) == 2


def test_a_model_is_refused_with_a_reason_that_it_can_read() -> None:
    async def work(client: Any) -> None:
        arguments = {"game": "coal-baron", "opponents": ["random"], "seed": "3"}
        position = (await client.call_tool("new_game", arguments)).structured_content
        while not (found := [one for one in position["closed"] if one["action"]]):
            first = {"play": 1, "action": str(position["legal"][0]["id"])}
            position = (await client.call_tool("decide", first)).structured_content
        closed = found[0]
        refused = await client.call_tool("decide", {"play": 1, "action": closed["action"]})
        assert refused.is_error and closed["why"] in refused.content[0].text
        assert "[illegal]" in refused.content[0].text
        explained = await client.call_tool("explain", {"play": 1, "action": closed["action"]})
        assert explained.structured_content["legal"] is False
        same = (await client.call_tool("look", {"play": 1})).structured_content
        assert same["legal"] == position["legal"], "nothing was lost"
        unknown = await client.call_tool("new_game", {"game": "chess", "opponents": ["random"]})
        assert unknown.is_error and "[unknown_game]" in unknown.content[0].text
        nowhere = await client.call_tool("new_game", {"game": "example", "opponents": ["random"], "seat": 5})
        assert nowhere.is_error and "[bad_seat]" in nowhere.content[0].text

    talk(work, "fr")


def test_it_is_not_the_programs_turn() -> None:
    seat = seat_of()
    seat.wait()
    with pytest.raises(NotYourTurn):
        seat.match.play(seat.match.legal[0], 1)
