"""While a game is being compiled the bar says so, and how long it takes."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .conftest import NewPage
from .player import new_table

pytestmark = pytest.mark.slow
# The bot has done what it had to do, and the person thinks: nothing more happens.
MOVES = "(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json()).then((table) => table.to_move === 0)"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Bots are warming up (20 s)."),
        pytest.param("fr", "Les robots s’échauffent (20 s).", marks=pytest.mark.soak),
        pytest.param("de", "Die Bots wärmen sich auf (20 s).", marks=pytest.mark.soak),
    ],
)
def test_the_bar_says_that_bots_are_warming_up(language: str, text: str, new_page: NewPage) -> None:
    """The frames are the server's own; only the number of seconds is set, as on a machine that has compiled nothing."""
    owner, page = new_page(), new_page()
    sockets: list[WebSocketRoute] = []
    last: dict[str, object] = {}

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "presence":
                frame["warming"] = 20
                last.update(frame)
            last["n"] = frame["n"]
            socket.send(json.dumps(frame))

        server.on_message(pass_on)

    page.route_web_socket("**/socket", through)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "hewer", "name": "Hugo"}]
    table = new_table(owner, "example", seats, visibility="public")
    owner.wait_for_function(MOVES, arg=table)
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    page.goto(f"/{language}/table/{table}")
    expect(page.locator(".act .prompt")).to_contain_text(text)
    sockets[-1].send(json.dumps(last | {"n": int(str(last["n"])) + 1, "warming": None}))
    expect(page.locator(".act .prompt")).not_to_contain_text("20 s")
