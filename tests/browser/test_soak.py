"""More combinations of game, players, size, theme and language: `make soak`."""

from __future__ import annotations

import itertools

import pytest

from pithead.engine import registry

from .conftest import DESKTOP, NewPage
from .player import Player, against_bots, new_table
from .windows import window_of

pytestmark = pytest.mark.soak
PHONES = ("iPhone, whole screen", "iPhone", "phone lying")
SIZES = {"desktop": DESKTOP, **{name: window_of(name) for name in ("tablet lying", *PHONES)}}
LOOKS = list(itertools.product(SIZES, ("dark", "light"), ("en", "fr", "de")))
CASES = [
    (game, players, *LOOKS[index % len(LOOKS)])
    for index, (game, players) in enumerate(
        (game, players) for game in registry.names() for players in registry.load(game).players if players > 1
    )
]


@pytest.mark.parametrize(("game", "players", "size", "theme", "language"), CASES)
@pytest.mark.parametrize("board", ["own", "generic"])
def test_a_whole_game(
    game: str, players: int, size: str, theme: str, language: str, board: str, new_page: NewPage
) -> None:
    page = new_page(size=SIZES[size], theme=theme, touch=size in PHONES)
    table = new_table(page, game, against_bots("Ada", players))
    page.goto(f"/{language}/table/{table}{'?board=generic' if board == 'generic' else ''}")
    Player(page, seed=players, tap=size in PHONES).play_on(8000)
    page.get_by_role("dialog").locator("[data-total]").first.wait_for()
