"""The terminal board."""

import random

import pytest

import pithead
from pithead.engine.board import Table

from .builder import GAME, A, B, C, Pit

BOARD = GAME.module("board")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("plain", [False, True])
def test_the_board_fits_the_screen_in_every_language(language: str, plain: bool) -> None:
    """Eighty columns, through a whole game with six seats."""
    match = pithead.new("mine", 5, seed=8, options={"dummy": True, "variant_die_cards": True})
    choose = random.Random(8)
    messages = GAME.messages(language)
    while not match.over:
        for seat in (match.to_move, None):
            lines = BOARD.draw(match.view(seat), Table(messages, match.names, seat, plain=plain))
            assert max(map(len, lines)) <= 80
            assert not plain or not any("─" in line for line in lines)
        match.play(choose.choice(match.legal))


def test_own_cards_are_readable_and_those_of_others_are_not() -> None:
    """R7."""
    pit = Pit(3).lay(B, events="patrol", mine="guard").attack(A, C, "looter miner").hand(A, "foreman")
    text = "\n".join(BOARD.draw(pit.view(A), Table(GAME.messages("en"), ("Ada", "Ben", "Cleo"), A)))
    assert "Carmaux 1 Miner, 1 Looter = 4" in text
    assert "Your hand: 1 Foreman" in text
    assert "Patrol" not in text
    assert "Guard" not in text


def test_open_locations_are_shown_to_all() -> None:
    pit = Pit(3, round=2).coal(2, 2, 2).lay(B, watchtower="guard", mine="foreman").resolve()
    text = "\n".join(BOARD.draw(pit.view(None), Table(GAME.messages("en"), ("Ada", "Ben", "Cleo"))))
    assert "Ben: watchtower 1 Guard = 3" in text
    assert "Foreman" not in text
