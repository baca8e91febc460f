"""At the table: drafts, undo, what others see, votes, chat, plans."""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

import pytest
from websockets.asyncio.client import connect

from pithead.engine.messages import common

from .client import Person, Refused, Socket
from .conftest import Server
from .contract import read_frame
from .scenes import eventually, friends, people, refused

pytestmark = pytest.mark.slow


def option(socket: Socket, kind: str) -> int:
    """The first option of a kind."""
    return next(int(found["id"]) for found in socket.position["options"] if found["kind"] == kind)


async def mover(*sockets: Socket) -> tuple[Socket, Socket]:
    """Of two seats, the one to move and the other."""
    for socket in sockets:
        await socket.until(lambda me: me.position)
    first, second = sockets
    return (first, second) if first.mine else (second, first)


def test_a_draft_is_its_owners_alone_until_it_settles(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, luc: Person) -> None:
        table = await friends(emma, hugo)
        async with (
            emma.socket(table["id"], 0) as a,
            hugo.socket(table["id"], 1) as b,
            luc.socket(table["id"], None) as spectator,
        ):
            await spectator.until(lambda me: me.position)
            acting, waiting = await mover(a, b)
            before = [waiting.position, spectator.position]
            await acting.settle(await acting.act("play", decision=option(acting, "rest")))
            assert acting.position["draft"]["undo"]
            assert len(acting.position["draft"]["actions"]) == 1
            assert [event["name"] for event in acting.events] == ["rested"]
            assert acting.position["turns"] == [{"turn": 1, "player": acting.seat, "first": 0, "time": None}]
            assert waiting.position["turns"] == spectator.position["turns"] == []
            await waiting.send({"type": "ping"})
            await spectator.send({"type": "ping"})
            assert [waiting.position, spectator.position] == before
            assert waiting.events == spectator.events == []
            # Undo restores exactly, and the event is forgotten.
            await acting.settle(await acting.act("undo"))
            assert acting.position["draft"] == {"actions": [], "undo": False, "why": "new_turn"}
            assert acting.events == []
            await acting.settle(await acting.act("play", decision=option(acting, "rest")))
            await acting.settle(await acting.act("confirm"))
            for other in (waiting, spectator):
                await other.until(lambda me: me.position["to_move"] == waiting.seat)
                assert "rested" in [event["name"] for event in other.events]
                # The log of both can be read by turns: whose it was, from which decision, and when.
                turn = other.position["turns"][0]
                assert (turn["turn"], turn["player"], turn["first"]) == (1, acting.seat, 0)
                assert turn["time"] >= table["created_at"]
            assert waiting.mine
            assert acting.position["options"] == []
            assert acting.position["draft"] is None

    people(server, 3, scene)


def test_undo_never_crosses_what_was_revealed(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, waiting = await mover(a, b)
            await refused("nothing_to_undo", acting.act("undo"))
            await acting.settle(await acting.act("play", decision=option(acting, "draw")))
            assert acting.position["draft"] == {"actions": [], "undo": False, "why": "revealed"}
            await refused("nothing_to_undo", acting.act("undo"))
            await refused("nothing_to_undo", acting.act("restart"))
            assert {event["name"] for event in acting.events} == {"drawn", "saw"}
            await waiting.until(lambda me: me.events)
            assert {event["name"] for event in waiting.events} == {"drawn"}, "what was drawn is not told"

    people(server, 2, scene)


def test_messages_are_refused_with_a_reason_and_change_nothing(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, waiting = await mover(a, b)
            seq = acting.at
            await refused("not_your_turn", waiting.act("confirm"))
            await refused("not_your_seat", waiting.send({"type": "confirm", "seat": acting.seat, "expect": seq}))
            await refused("not_your_seat", waiting.send({"type": "chat", "seat": acting.seat, "text": "I am you"}))
            await refused("not_your_seat", waiting.send({"type": "look", "seat": acting.seat}))
            late = await refused("stale", acting.send({"type": "confirm", "seat": acting.seat, "expect": seq - 1}))
            assert late["params"] == {"expected": seq - 1, "got": seq}
            assert not re.search(r"\d", late["text"]), "these numbers count no decisions"
            wrong = await refused("illegal", acting.act("play", decision=0))
            assert wrong["params"]["action"] == "end"
            await refused("illegal", acting.act("play", decision=999))
            rest = option(acting, "rest")
            await refused("illegal", acting.act("sequence", decisions=[rest, rest]))
            await refused("illegal", acting.act("sequence", decisions=[rest, 0, rest]))
            await refused("bad_message", acting.send({"type": "play", "seat": 0, "expect": seq, "decision": -1}))
            await refused("bad_message", acting.send({"type": "play", "seat": 0, "expect": seq, "dicision": 1}))
            await refused("no_motion", acting.send({"type": "vote", "seat": acting.seat, "motion": "resume"}))
            await refused("nothing_to_reclaim", acting.send({"type": "reclaim", "seat": acting.seat}))
            assert acting.at == seq
            assert (await acting.act("sequence", decisions=[rest, 0]))["again"] is False
            await waiting.until(lambda me: me.mine)

    people(server, 2, scene)


def test_a_refusal_is_told_in_the_language_of_the_connection_with_its_numbers(server: Server) -> None:
    choose = random.Random(4)

    async def play_until_too_dim(a: Socket, b: Socket) -> Socket | None:
        """Whoever is refused a lamp that is too dim; nobody in deals that never come to it."""
        while True:
            acting, waiting = await mover(a, b)
            if acting.over:
                return None
            if any(found["code"] == "too_dim" for found in acting.position["refusals"]):
                return acting
            chosen = choose.choice([found["id"] for found in acting.position["options"]])
            await acting.settle(await acting.act("play", decision=chosen))
            if not acting.mine:
                await waiting.until(lambda me: me.mine or me.over)

    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            for socket in (a, b):
                await socket.send({"type": "subscribe", "seat": socket.seat, "since": 0, "language": "fr"})
            if (acting := await play_until_too_dim(a, b)) is None:
                await scene(emma, hugo)
                return
            dim = [found for found in acting.position["refusals"] if found["code"] == "too_dim"]
            told = await refused("illegal", acting.act("play", decision=dim[0]["action"]))
            assert told["params"]["refusal"]["params"] == dim[0]["params"]
            assert told["text"].startswith("« hang") or "n’est pas" in told["text"]
            assert str(dim[0]["params"]["need"]) in told["text"]

    people(server, 2, scene)


def test_the_same_key_has_one_effect(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, _ = await mover(a, b)
            message = {"type": "play", "seat": acting.seat, "expect": acting.at, "decision": option(acting, "rest")}
            first = await acting.send({**message, "key": "once"})
            second = await acting.send({**message, "key": "once"})
            assert (first["seq"], first["again"]) == (second["seq"], False)
            assert second["again"]
            await acting.until(lambda me: me.position["draft"]["actions"])
            assert len(acting.position["draft"]["actions"]) == 1

    people(server, 2, scene)


def test_several_tabs_of_one_seat_stay_equal(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, _ = await mover(a, b)
            owner = emma if acting is a else hugo
            async with owner.socket(table["id"], acting.seat) as tab:
                await tab.until(lambda me: me.position)
                answer = await acting.act("play", decision=option(acting, "rest"))
                await tab.until(lambda me: me.at == answer["seq"])
                await acting.until(lambda me: me.at == answer["seq"])
                assert tab.position == acting.position
                answer = await tab.act("restart")
                await acting.until(lambda me: me.at == answer["seq"])
                assert acting.events == []

    people(server, 2, scene)


def test_a_line_has_its_place_among_the_decisions_that_everybody_can_see(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, waiting = await mover(a, b)

            async def said(text: str) -> int:
                await acting.send({"type": "chat", "seat": acting.seat, "text": text})
                for socket in (a, b):
                    await socket.until(lambda me: me.lines and me.lines[-1]["params"].get("text") == text)
                assert a.lines[-1]["decision"] == b.lines[-1]["decision"]
                return int(a.lines[-1]["decision"])

            assert await said("before the first decision") == 0
            await acting.settle(await acting.act("play", decision=option(acting, "rest")))
            assert await said("in a draft") == 0
            await acting.settle(await acting.act("confirm"))
            await waiting.until(lambda me: me.mine)
            assert await said("after the turn") == waiting.position["settled"] == 2
            # The place stays the same for whoever comes later.
            async with hugo.socket(table["id"], 1) as late:
                await late.until(lambda me: len(me.lines) == len(b.lines))
                assert [line["decision"] for line in late.lines] == [line["decision"] for line in b.lines]

    people(server, 2, scene)


def test_chat_reaches_everybody_but_those_who_muted(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, luc: Person) -> None:
        table = await friends(emma, hugo)
        async with (
            emma.socket(table["id"], 0) as a,
            hugo.socket(table["id"], 1) as b,
            luc.socket(table["id"], None) as spectator,
        ):
            position_before = a.at if a.position else (await a.until(lambda me: me.position)).at
            await a.send({"type": "chat", "seat": 0, "text": "  Glück auf! "})
            for socket in (a, b, spectator):
                await socket.until(lambda me: me.lines and me.lines[-1]["line"] == "chat")
                assert socket.lines[-1]["params"]["text"] == "Glück auf!"
                assert socket.lines[-1]["name"] == "Emma"
            assert a.at == position_before, "chat does not make a decision stale"
            await b.send({"type": "mute", "seat": 1, "whom": 0, "on": True})
            await a.send({"type": "chat", "seat": 0, "text": "Hello?"})
            await spectator.until(lambda me: me.lines[-1]["params"].get("text") == "Hello?")
            await b.send({"type": "ping"})
            assert b.lines[-1]["params"]["text"] == "Glück auf!"
            await spectator.send({"type": "chat", "seat": None, "text": "Nice hat"})
            await a.until(lambda me: me.lines[-1]["params"].get("text") == "Nice hat")
            assert a.lines[-1]["seat"] is None
            await refused("bad_message", a.send({"type": "chat", "seat": 0, "text": " " * 20}))
            await refused("bad_message", a.send({"type": "chat", "seat": 0, "text": "x" * 501}))

    people(server, 3, scene)


def test_presence_tells_who_is_here(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, luc: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a:
            async with hugo.socket(table["id"], 1), luc.socket(table["id"], None):
                await a.until(
                    lambda me: me.presence and me.presence["online"] == [0, 1] and me.presence["spectators"] == 1
                )
            await a.until(lambda me: me.presence["online"] == [0] and me.presence["spectators"] == 0)
            assert set(a.presence["away"]) == {"1"}

    people(server, 3, scene)


def test_pause_needs_everybody_and_stops_the_game(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, waiting = await mover(a, b)
            await acting.send({"type": "vote", "seat": acting.seat, "motion": "pause"})
            await waiting.until(lambda me: me.info["motions"])
            assert waiting.info["motions"][0]["need"] == 2
            await waiting.send({"type": "vote", "seat": waiting.seat, "motion": "pause", "yes": False})
            await acting.until(lambda me: not me.info["motions"])
            await acting.send({"type": "vote", "seat": acting.seat, "motion": "pause"})
            await waiting.send({"type": "vote", "seat": waiting.seat, "motion": "pause"})
            await acting.until(lambda me: me.info["paused"])
            await refused("paused", acting.act("play", decision=option(acting, "rest")))
            for socket in (acting, waiting):
                await socket.send({"type": "vote", "seat": socket.seat, "motion": "resume"})
            await acting.until(lambda me: not me.info["paused"])
            await acting.act("play", decision=option(acting, "rest"))

    people(server, 2, scene)


def test_a_game_can_be_called_off_before_the_first_turn_is_over(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        for late in (False, True):
            table = await friends(emma, hugo)
            async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
                acting, _ = await mover(a, b)
                if late:
                    await acting.act("sequence", decisions=[option(acting, "rest"), 0])
                    await refused("too_late", a.send({"type": "vote", "seat": 0, "motion": "abort"}))
                    continue
                for socket in (a, b):
                    await socket.send({"type": "vote", "seat": socket.seat, "motion": "abort"})
                await a.until(lambda me: me.info["status"] == "aborted")
                assert a.info["result"]["how"] == "aborted"
                await refused("not_running", acting.act("play", decision=0))

    people(server, 2, scene)


def test_when_one_of_two_concedes_the_other_has_won(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            await a.send({"type": "concede", "seat": 0})
            await b.until(lambda me: me.over)
            result = b.position["result"]
            assert (result["how"], result["conceded"], result["ranks"]) == ("conceded", [0], [2, 1])
            record = (await hugo.http.get(f"/api/tables/{table['id']}/record")).text
            assert "ended: conceded\nconceded: Emma\n" in record
            again = await hugo.call("POST", "/records", {"text": record})
            assert again["status"] == "finished"
            assert (again["result"]["how"], again["result"]["ranks"]) == ("conceded", [2, 1])
            stranger = record.replace("conceded: Emma", "conceded: Nobody")
            await refused("bad_record", hugo.call("POST", "/records", {"text": stranger}))

    people(server, 2, scene)


def test_who_concedes_in_the_middle_of_a_draft_forgets_what_happened_in_it(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as first, hugo.socket(table["id"], 1) as second:
            me, _ = await mover(first, second)
            await me.settle(await me.act("play", decision=me.position["options"][0]["id"]))
            assert me.mine and me.position["draft"]["actions"], "the turn is not over yet"
            await me.send({"type": "concede", "seat": me.seat})
            await me.until(lambda socket: socket.over)
            person = emma if me is first else hugo
            async with person.socket(table["id"], me.seat) as again:
                await again.until(lambda socket: socket.position)
                assert me.events == again.events

    people(server, 2, scene)


def test_who_is_cut_off_between_the_end_of_a_game_and_its_last_position_misses_nothing(server: Server) -> None:
    """The news that it is over comes first: it must not number what only the position after it tells."""

    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "random", start=True)
        async with emma.socket(table["id"]) as me:
            while not (await me.until(lambda me: me.mine or me.over)).over:
                await me.settle(await me.act("play", decision=me.position["options"][0]["id"]))
            over = [frame["type"] == "table" and frame["table"]["status"] == "finished" for frame in me.frames]
            news, last = me.frames[over.index(True)], me.frames[-1]
            assert news["seq"] < last["seq"] == last["position"]["at"]

    people(server, 1, scene)


def test_of_three_who_concedes_is_last_although_a_bot_plays_on(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await friends(emma, hugo, jules, substitute="random")
        async with (
            emma.socket(table["id"], 0) as a,
            hugo.socket(table["id"], 1) as b,
            jules.socket(table["id"], 2) as c,
        ):
            await a.send({"type": "concede", "seat": 0})
            await refused("bot_plays", a.send({"type": "concede", "seat": 0}))
            await refused("nothing_to_reclaim", a.send({"type": "reclaim", "seat": 0}))
            await asyncio.gather(*(seat.play_on(random.Random(2)) for seat in (b, c)))
            result = b.position["result"]
            assert (result["how"], result["conceded"], result["replaced"]) == ("played", [0], [0])
            assert result["ranks"][0] == 3
            assert min(result["ranks"]) == 1

    people(server, 3, scene)


def test_when_all_people_concede_the_bots_have_won(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await emma.table("example", "you", "open", "random", "random")
        await hugo.call("POST", f"/tables/{table['id']}/seats/1/take", {"name": "Hugo"})
        await emma.call("POST", f"/tables/{table['id']}/start")
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            await a.send({"type": "concede", "seat": 0})
            await b.until(lambda me: me.info["seats"][0]["conceded"])
            assert b.info["status"] == "running", "Hugo still has two bots to beat"
            await b.send({"type": "concede", "seat": 1})
            await a.until(lambda me: me.over)
            result = a.position["result"]
            assert (result["how"], result["conceded"], result["ranks"][:2]) == ("conceded", [0, 1], [3, 3])
            await refused("game_over", a.send({"type": "confirm", "seat": 0, "expect": a.at}))

    people(server, 2, scene)


def test_a_leaver_is_replaced_by_vote_and_comes_back(server: Server) -> None:
    async def scene(emma: Person, hugo: Person, jules: Person) -> None:
        table = await friends(emma, hugo, jules)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            vote = {"type": "vote", "motion": "replace", "whom": 2, "level": "random"}
            await refused("not_away", a.send({**vote, "seat": 0, "whom": 1}))
            async with jules.socket(table["id"], 2):
                await refused("not_away", a.send({**vote, "seat": 0}))
            await eventually("not_away", lambda: a.send({**vote, "seat": 0}))
            assert not any(seat["standin"] for seat in a.info["seats"])
            await b.send({**vote, "seat": 1})
            await a.until(lambda me: me.info["seats"][2]["standin"])
            assert a.info["seats"][2]["level"] == "random"
            async with jules.socket(table["id"], 2) as c:
                await a.until(lambda me: not me.info["seats"][2]["standin"])
                await c.until(lambda me: any(line["line"] == "reclaimed" for line in me.lines))

    people(server, 3, scene)


def test_the_owner_replaces_a_leaver_and_closes_a_dead_table(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        path = f"/tables/{table['id']}"
        async with hugo.socket(table["id"], 1):
            await refused("not_away", emma.call("POST", f"{path}/seats/1/replace", {}))
            await refused("not_dead", emma.call("POST", f"{path}/close"))
        await refused("not_owner", hugo.call("POST", f"{path}/seats/1/replace", {}))
        body = {"level": "trapper"}
        replaced = await eventually("not_away", lambda: emma.call("POST", f"{path}/seats/1/replace", body))
        assert replaced["seats"][1]["level"] == "trapper"
        assert (await emma.call("POST", f"{path}/close"))["result"]["how"] == "closed"

    people(server, 2, scene)


def test_hot_seat_players_look_from_their_own_seats(server: Server) -> None:
    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "hotseat", start=True)
        async with emma.socket(table["id"], 0) as device:
            await device.until(lambda me: me.position)
            for _ in range(6):
                seat = device.position["to_move"]
                device.seat = seat
                await device.send({"type": "look", "seat": seat})
                await device.until(lambda me: me.position["seat"] == me.seat and me.position["options"])
                hands = [player["hand"] for player in device.position["view"]["players"]]
                assert [hand is not None for hand in hands] == [who == seat for who in range(2)]
                await device.settle(await device.act("sequence", decisions=[option(device, "rest"), 0]))

    people(server, 1, scene)


def test_a_plan_is_private_survives_a_reconnect_and_is_offered_in_turn(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, waiting = await mover(a, b)
            planner = emma if waiting is a else hugo
            await refused("not_your_seat", waiting.send({"type": "plan", "seat": acting.seat, "decisions": []}))
            await waiting.send({"type": "plan", "seat": waiting.seat, "decisions": []})
            await waiting.until(lambda me: me.plan)
            assert waiting.plan["guess"]
            kinds = {found["kind"]: found["id"] for found in waiting.plan["options"]}
            await waiting.send({"type": "plan", "seat": waiting.seat, "decisions": [kinds["rest"], 0]})
            await waiting.until(lambda me: me.plan["decisions"])
            assert waiting.plan["legal"] == 2
            await waiting.close()
            async with planner.socket(table["id"], waiting.seat) as back:
                await back.until(lambda me: me.plan)
                assert back.plan["decisions"] == [kinds["rest"], 0]
                assert acting.plan is None
                await acting.act("sequence", decisions=[option(acting, "rest"), 0])
                await back.until(lambda me: me.mine and me.plan and not me.plan["guess"])
                assert back.plan["legal"] == 2
                await back.act("sequence", decisions=back.plan["decisions"])
                await acting.until(lambda me: me.mine)

    people(server, 2, scene)


def test_a_socket_needs_a_subscription_and_a_table(server: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        stranger = Socket(server.address, table["id"], 0, "")
        with pytest.raises(Refused):
            await stranger.connect()
        await refused("not_subscribed", stranger.send({"type": "ping"}))
        await stranger.close()
        nowhere: Any = emma.socket("nowhere")
        with pytest.raises(Exception, match=r"HTTP 40[34]"):
            await nowhere.connect()

    people(server, 2, scene)


def test_a_page_that_was_open_during_an_upgrade_is_told_everything_again(server: Server) -> None:
    """Its numbers count the steps of others' drafts as well: taken for today's they would leave a gap."""
    steps = 6

    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as a, hugo.socket(table["id"], 1) as b:
            acting, waiting = await mover(a, b)
            for _ in range(steps // 2):
                await acting.settle(await acting.act("play", decision=option(acting, "rest")))
                await acting.settle(await acting.act("undo"))
            await waiting.send({"type": "chat", "seat": waiting.seat, "text": "before"})
            await waiting.until(lambda me: me.lines[-1:] and me.lines[-1]["params"].get("text") == "before")
            of_old = waiting.seq + steps
            for _ in range(steps):
                await waiting.send({"type": "chat", "seat": waiting.seat, "text": "…"})
            await waiting.send({"type": "chat", "seat": waiting.seat, "text": "after"})
            await waiting.until(lambda me: me.lines[-1]["params"].get("text") == "after")
            newest, lines = waiting.seq, len(waiting.lines)
            assert of_old < newest
        for numbering, since, told in ((1, of_old, 0), (2, newest, newest), (2, newest + 1000, 0)):
            page = (emma if waiting is a else hugo).socket(table["id"], waiting.seat)
            page.numbering, page.seq = numbering, since
            async with page:
                await page.until(lambda me: me.position and me.presence)
                assert [frame["type"] for frame in page.frames[:2]] == ["welcome", "position"]
                assert page.frames[0]["seq"] == told
                assert page.position["events_from"] == 0
                assert len(page.lines) == (0 if told else lines)

    people(server, 2, scene)


def test_a_socket_refuses_in_the_language_of_its_request_unless_it_names_another(server: Server) -> None:
    async def scene(emma: Person) -> None:
        table = await emma.table("example", "you", "open")
        url = server.address.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"

        async def spoken(query: str, accepted: str, *messages: dict[str, Any]) -> list[str]:
            """The texts of the refusals."""
            async with connect(url + query, additional_headers={"accept-language": accepted}, proxy=None) as socket:
                texts = []
                for message in messages:
                    await socket.send(json.dumps({"key": "k", **message}))
                    while (frame := read_frame(await socket.recv()))["type"] not in ("welcome", "error"):
                        pass
                    texts += [frame["text"]] if frame["type"] == "error" else []
                return texts

        def refusals(code: str, *languages: str) -> list[str]:
            return [common(language).text(f"error.{code}") for language in languages]

        ping, confirm = {"type": "ping"}, {"type": "confirm", "seat": 0, "expect": 0}
        watch, german = {"type": "subscribe"}, {"type": "subscribe", "language": "de"}
        assert await spoken("?lang=fr", "de", ping) == refusals("not_subscribed", "fr")
        assert await spoken("", "de", ping) == refusals("not_subscribed", "de")
        assert await spoken("", "es", ping) == refusals("not_subscribed", "en")
        assert await spoken("?lang=fr", "en", watch, confirm, german, confirm) == refusals("not_your_seat", "fr", "de")

    people(server, 1, scene)
