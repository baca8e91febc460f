"""Every title can be played to its end in the browser, on the board that knows no game; whole games: `make soak`."""

from __future__ import annotations

import re

import pytest

from pithead.engine import registry

from .conftest import NewPage
from .player import Player, branch, end_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", registry.names())
def test_the_end_of_a_game_by_clicks_against_random_bots(game: str, new_page: NewPage) -> None:
    page = new_page()
    fewest = min(players for players in registry.load(game).players if players > 1)
    table = branch(page, *end_of(game, fewest))
    page.goto(f"/en/table/{table}?board=generic")
    Player(page, seed=1).play_on()
    sheet = page.get_by_role("dialog")
    sheet.wait_for()
    assert sheet.get_by_role("row").count() >= 3
    result = page.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)["result"]
    shown = [int(cell.replace("−", "-")) for cell in sheet.locator("[data-total]").all_inner_texts()]
    assert sorted(shown) == sorted(result["scores"])
    assert re.search(r"\w", sheet.get_by_role("heading").first.inner_text())
