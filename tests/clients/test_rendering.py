"""How positions, options and names become lines of text."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

import pithead
from pithead.clients.terminal import board, options, rulebook, saves, seats
from pithead.clients.terminal.options import Group, Numbered
from pithead.clients.terminal.screen import plain_or_marked
from pithead.clients.terminal.words import Words
from pithead.engine.board import Table
from pithead.engine.errors import Unreadable
from pithead.engine.messages import LANGUAGES, Messages
from pithead.engine.offers import Note, Option
from pithead.engine.rulebook.components import reconstructed
from pithead.engine.rulebook.writer import of_game

EXAMPLE = pithead.load("example")
ENGLISH = EXAMPLE.messages("en")


class Cart(BaseModel):
    colour: str
    coal: int | None = None


class Miner(BaseModel):
    points: int
    carts: list[Cart]


class Pit(BaseModel):
    round: int
    lamp: str
    closed: bool
    nothing: None = None
    levels: dict[str, int]
    players: list[Miner]


def test_any_view_can_be_shown_without_a_board() -> None:
    view = Pit(
        round=2,
        lamp="wick",
        closed=True,
        levels={"upper_level": 3},
        players=[Miner(points=4, carts=[Cart(colour="grey"), Cart(colour="black")]), Miner(points=0, carts=[])],
    )
    assert board.generic(view, Table(ENGLISH, ("Emma", "Hugo"), seat=1)) == [
        "round 2 · lamp wick · closed yes",
        "levels:",
        "  upper level 3",
        "  Emma",
        "    points 4 · carts grey, black",
        "* Hugo",
        "    points 0",
    ]


@pytest.mark.parametrize("name", pithead.names())
def test_the_board_of_every_game_fits_80_columns(name: str) -> None:
    game = pithead.load(name)
    players = game.variants[0].players[-1]
    match = pithead.new(game, players=players, seed=1, names=tuple(f"Player {seat + 1}" for seat in range(players)))
    for step in range(240):
        if match.over:
            break
        if step % 16 == 0:
            for plain in (False, True):
                table = Table(game.messages("en"), match.names, match.to_move, plain=plain)
                view = match.view(match.to_move)
                for drawn in (board.draw(game, view, table), board.generic(view, table)):
                    assert drawn
                    assert [line for line in drawn if len(plain_or_marked(line, False).plain) > 80] == []
        match.play(match.legal[step * 7 % len(match.legal)])


def group(count: int, sentence: str = "Go there", consequences: str = "points +1") -> Group:
    def option(number: int) -> Option:
        return Option(number, f"go place_{number}", "go", {}, (), {}, {}, ())

    return Group("go", [Numbered(n, option(n), f"{sentence} {n}", consequences) for n in range(1, count + 1)])


def lay_out(groups: list[Group], beside_board: int) -> list[str]:
    return options.layout(groups, 80, 21, beside_board, lambda lines: f"{lines} more")


def test_options_get_narrower_as_the_room_shrinks() -> None:
    groups = [group(12)]
    assert len(lay_out(groups, 12)) == 12
    assert lay_out(groups, 12)[0].split() == ["go", "1", "Go", "there", "1", "points", "+1"]
    columns = lay_out(groups, 6)
    assert "1 Go there 1 (points +1)" in columns[0]
    assert len(columns) <= 6
    assert "(points" not in lay_out(groups, 3)[0]
    for room in range(3, 20):
        assert len(lay_out(groups, room)) <= room
        assert max(map(len, lay_out(groups, room))) <= 80


def test_where_sentences_do_not_fit_canonical_texts_do() -> None:
    wordy = [group(12, "Walk all the way to the far end of the gallery and look at pit")]
    assert lay_out(wordy, 3)[0].split()[:5] == ["go", "1", "place_1", "2", "place_2"]


def test_without_room_beside_the_board_the_board_scrolls() -> None:
    assert len(lay_out([group(12)], -30)) == 12
    cut = lay_out([group(400)], -30)
    assert len(cut) == 21
    assert cut[-1].endswith("more")


def test_every_option_keeps_its_number_and_ending_the_turn_comes_last() -> None:
    match = pithead.new("example", players=2, seed=1)
    match.play("draw")
    groups = options.numbered(match.offers().options, Words(ENGLISH, match.game.types, match.names))
    items = [item for group in groups for item in group.items]
    assert [item.number for item in items] == list(range(1, len(items) + 1))
    assert sorted(item.option.id for item in items) == match.legal
    assert items[-1].option.text == "end"


def test_costs_effects_and_remarks_in_words() -> None:
    words = Words(
        Messages("en", {**ENGLISH.texts, "amount.coal": "coal", "amount.money": "money", "note.final": "not undone"}),
        {},
        ("A", "B"),
    )
    option = Option(
        1, "buy", "buy", {}, (), {"money": 3, "coal": 1}, {"coal": -1, "money@1": 2, "points": 0}, (Note("final"),)
    )
    assert words.consequences(option) == "money −3, coal −1, B: money +2; not undone"


def test_a_line_that_is_no_markup_is_shown_as_it_is() -> None:
    assert plain_or_marked("[bold]coal[/]", False).plain == "coal"
    assert plain_or_marked("[/nonsense] 3", False).plain == "[/nonsense] 3"
    assert plain_or_marked("cage [3] [K]", True).plain == "cage [3] [K]"


def test_seats() -> None:
    assert seats.parse(None, None, EXAMPLE) == ("you", "hewer")
    assert seats.parse(None, 4, EXAMPLE) == ("you", "hewer", "hewer", "hewer")
    assert seats.parse("random, YOU", 3, EXAMPLE) == ("random", "you", "hewer")
    assert seats.names(("you", "hewer", "hewer", "random"), ENGLISH) == ("Player", "Hewer 1", "Hewer 2", "Random")
    assert seats.names(("you", "hotseat"), ENGLISH, "Zoë") == ("Zoë", "Player")


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    match = pithead.new("example", players=2, seed=1)
    file = tmp_path / "game.txt"
    saves.write(file, match, ("you", "random"))
    before = file.read_text("utf-8")
    with pytest.raises(Unreadable):
        saves.write(file / "below", match, ("you", "random"))
    assert file.read_text("utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]
    assert saves.read(file).seats == "you, random"


def test_a_saved_game_with_an_edition_knows_its_file(tmp_path: Path) -> None:
    edition = tmp_path / "edition.toml"
    edition.write_text(EXAMPLE.material.text.decode("utf-8").replace("copies = 6", "copies = 7"), "utf-8")
    match = pithead.new("example", players=2, seed=1, material=edition)
    match.play(match.legal[0])
    file = tmp_path / "game.txt"
    saves.write(file, match, ("you", "random"))
    saved = saves.read(file)
    assert saved.edition == edition
    assert saved.record.replay(saved.edition).actions == match.actions


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pithead.names())
def test_the_rules_of_every_game_can_be_read(name: str, language: str) -> None:
    game = pithead.load(name)
    book = of_game(game, language)
    lines = rulebook.reference(book)
    assert max(map(len, lines)) <= 80
    text = re.sub(" +", " ", " ".join(lines))
    for said in (*(section.title for section in book.sections), *(term.meaning for term in book.glossary)):
        assert said in text
    for thing in reconstructed(game, game.messages(language)):
        assert thing in text


def test_the_rules_can_be_searched_without_accents_and_capitals() -> None:
    book = of_game(pithead.load("coal-baron"), "fr")
    found = "\n".join(rulebook.search(book, "REFECTOIRE"))
    assert "Deux ouvriers sont sur une case d’extraction." in found
    assert "R38 " in found
    assert "réfectoire\u00a0: " in found
    assert "R40 " not in found
    assert rulebook.search(book, "xyzzy") == ["Rien dans les règles ne parle de «\u202fxyzzy\u202f»."]
