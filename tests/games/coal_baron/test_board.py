"""The terminal board: what it shows, and that it fits."""

import random

import pytest
from rich.text import Text

import pithead
from pithead.engine.board import Table as Screen

from .builder import GAME, Table

NAMES = ("Emma [the boss]", "Hugo", "Jules", "Ada")


def screen(seat: int | None, players: int, language: str = "en", plain: bool = True) -> Screen:
    return Screen(GAME.messages(language), NAMES[:players], seat, 80, plain)


def drawn(table: Table, seat: int) -> list[str]:
    """The board of a position in plain English."""
    view = GAME.module("view").view(table.s, seat)
    return list(GAME.module("board").draw(view, screen(seat, table.n)))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_fits_eighty_columns_and_plain_text_needs_no_drawing(players: int, language: str) -> None:
    draw = GAME.module("board").draw
    match = pithead.new("coal-baron", players=players, seed=players)
    choose = random.Random(players)
    while not match.over:
        match.play(choose.choice(match.legal))
        if choose.random() < 0.02 or match.over:
            for seat in (*range(players), None):
                for plain in (True, False):
                    lines = draw(match.view(seat), screen(seat, players, language, plain))
                    texts = [Text.from_markup(line) for line in lines]
                    assert max(text.cell_len for text in texts) <= 80
                    assert len(lines) <= 27
                    if plain:
                        assert not set("║·●▲■◆☼→") & set("".join(text.plain for text in texts))


def test_the_mine_is_shown_as_a_cross_section() -> None:
    table = Table(2).at_work()
    table.player(0).tiles("G", 2, "light").tiles("K", 1, "dark", full=False).unload("K").cage("YB", 3)
    mine = [line for line in drawn(table, 0) if "|" in line]
    assert mine[0].split("|")[1] == " " * 5
    assert "(G)(GG) |YB---|" in mine[3]
    assert "|     | (-)(-)" in mine[4]


@pytest.mark.parametrize(
    ("language", "legend"),
    [
        ("en", "Y yellow 14, B brown 14, G grey 14, K black 14"),
        ("fr", "Y jaune 14, B marron 14, G gris 14, K noir 14"),
        ("de", "Y gelb 14, B braun 14, G grau 14, K schwarz 14"),
    ],
)
def test_the_letters_of_the_board_are_explained(language: str, legend: str) -> None:
    lines = GAME.module("board").draw(pithead.new("coal-baron", players=2, seed=3).view(0), screen(0, 2, language))
    assert legend in " ".join(lines)


def test_open_orders_show_empty_full_and_doubly_filled_squares() -> None:
    table = Table(2).at_work()
    table.player(0).order(11, "YYK", filled="YB").complete(5)
    text = "\n".join(drawn(table, 0))
    assert "#5 K handcart 5 ready" in text
    assert "#11 YB2gk handcart 10" in text


def test_workers_on_a_space_show_their_owner() -> None:
    table = Table(3).at_work().workers("mining_8", 2, 3)
    assert "8(3x3)" in "\n".join(drawn(table, 0))


def test_only_the_drawer_sees_what_was_drawn() -> None:
    table = Table(2).at_work().top_of_pile("orders", 31, 32, 33, 34, 35).play("place order_draw")
    assert any(line.startswith("[bold]You hold") for line in drawn(table, 0))
    assert not any("You hold" in line for line in drawn(table, 1))
