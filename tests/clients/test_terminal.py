"""The terminal client, typed at like a person does."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

import pithead
from pithead.bots.search.warming import prepared
from pithead.clients.terminal.saves import write
from pithead.engine.record import parse
from tests.clients.terminal_driver import COMMAND, Terminal
from tests.table.client import GIVE_UP

# Every test starts the command.
pytestmark = pytest.mark.slow

CTRL_C = b"\x03"
CTRL_D = b"\x04"
BOX = re.compile("[─│┌┐└┘├┤┬┴┼╭╮╰╯═║]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@cache
def own_turn() -> str:
    """A seed with which the first seat begins and holds two kinds of lamps."""
    for seed in range(100):
        match = pithead.new("example", players=2, seed=seed)
        if match.to_move == 0 and sum(text.startswith("hang") for text in texts(match)) >= 2:
            return str(seed)
    raise AssertionError("no such deal")


def play(data: Path, *arguments: str, **environment: str) -> Terminal:
    return Terminal(
        "play", "example", "--seed", own_turn(), "--terminal", *arguments, data=data, environment=environment
    )


def saved(data: Path) -> Path:
    (file,) = (data / "games").glob("*.txt")
    return file


def finish(terminal: Terminal, screen: str) -> str:
    """Play the first option until the game is over."""
    for _ in range(200):
        if not screen.endswith("> "):
            return screen
        screen = terminal.type("1")
    raise AssertionError("the game does not end")


def bright_hook(data: Path) -> Path:
    """A saved game in which the person to move holds a wick, too dim for the electric lamp on the hook."""
    for seed in range(1000):
        match = pithead.new("example", players=2, seed=seed, names=("Emma", "Hugo"))
        if "hang electric" not in texts(match):
            continue
        match.play("hang electric")
        match.confirm()
        if {"hang wick", "hang candle"} <= {match.game.action_texts[r.action] for r in match.offers().refusals}:
            file = data / "bright.txt"
            write(file, match, ("you", "random") if match.to_move == 0 else ("random", "you"))
            return file
    raise AssertionError("no such deal")


def texts(match: pithead.Match) -> list[str]:
    return [match.game.action_texts[action] for action in match.legal]


def test_a_whole_game_typed(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random", "--name", "Emma") as terminal:
        first = terminal.until()
        assert "Lamp Room, turn" in first
        assert "Emma>" in first
        last = finish(terminal, first)
        assert terminal.exit_code() == 0
    assert "All rounds were played." in last
    assert re.search(r"(Emma|Random) wins\.|The winners are Emma, Random\.", last)
    assert re.search(r"^Total +\d+ +\d+$", last, re.MULTILINE)
    match = parse(saved(tmp_path).read_text("utf-8")).verify()
    assert match.over
    assert match.names == ("Emma", "Random")


def test_what_bots_do_is_told_in_sentences(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "random,you") as terminal:
        screen = terminal.until()
        screen += terminal.type("rest") + terminal.type("")
    assert re.search(r"Random (hangs the \w+ lamp: \d+ points?|draws a lamp|rests)\.", screen)


def test_every_screen_fits_80_by_24(tmp_path: Path) -> None:
    with play(tmp_path, "--players", "4") as terminal:
        screen = terminal.until()
        for line in ("help", "why", "plans", "rest", "end", "board", "log", "1"):
            position = screen[screen.rfind("── ") :] if "── " in screen else screen
            assert len(position.splitlines()) <= 24
            assert max(len(row) for row in screen.splitlines()) <= 80
            screen = terminal.type(line)


def test_undo_takes_back_until_something_was_seen(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        before = terminal.until()
        terminal.type("rest")
        after = terminal.type("undo")
        assert "Taken back: rest" in after
        assert after[after.index("── ") :] == before[before.index("── ") :]
        assert "[nothing_to_undo]" in terminal.type("undo")
        terminal.type("draw")
        assert "[nothing_to_undo]" in terminal.type("undo")


def test_restart_takes_the_whole_draft_back(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        terminal.until()
        terminal.type("rest")
        assert "1 decision taken back." in terminal.type("restart")


def test_why_names_the_reason_and_the_ruling(tmp_path: Path) -> None:
    with Terminal("play", "--resume", str(bright_hook(tmp_path)), data=tmp_path) as terminal:
        terminal.until()
        everything = terminal.type("why")
        assert "hang wick: Too dim: brightness 1, but 6 hangs on the hook. (L1)" in everything
        assert "L1    A lamp may be hung if it is at least as bright" in everything
        by_target, by_name, by_text = (terminal.type(f"why {word}") for word in ("lamp:wick", "Wick", "hang wick"))
        for answer in (by_target, by_name, by_text):
            assert "Too dim: brightness 1" in answer
            assert "candle" not in answer
        assert "draw is possible: Draw a lamp for a match (matches −1, cards in hand +1;" in terminal.type("why 1")
        assert "draw is possible" in terminal.type("why deck")
        assert "not what is asked now" in terminal.type("why end")
        assert "Nothing here is called “ladder”" in terminal.type("why ladder")
        assert "[no_such_number]" in terminal.type("why 99")
        refused = terminal.type("hang wick")
        assert "“hang wick” is not possible now. Too dim" in refused
        assert "[illegal]" in refused


def test_help_lists_every_command(tmp_path: Path) -> None:
    with play(tmp_path) as terminal:
        terminal.until()
        answer = terminal.type("help")
    words = "end undo restart why options plans do hint board scores log rules save quit help".split()
    assert [word for word in words if not re.search(rf"^  {word}\b", answer, re.MULTILINE)] == []


def test_several_decisions_in_one_line_and_the_first_refusal_stops(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        terminal.until()
        answer = terminal.type("rest; hang wick; end")
        assert "Player rests." in answer
        assert "[illegal]" in answer
        assert "End your turn." in answer
        assert "Random" in terminal.type("undo; rest; confirm").split("Player rests.")[1]


def test_a_unique_beginning_is_enough_and_an_ambiguous_one_is_asked_back(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        terminal.until()
        assert "[unparseable]" in terminal.type("dance")
        assert "[ambiguous]" in terminal.type("hang")
        assert "Player rests." in terminal.type("res")


def test_plans_are_played_as_a_whole(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        terminal.until()
        assert re.search(r"1 Hang the \w+ lamp and end the turn \(hang \w+; end\)", terminal.type("plans"))
        assert "[no_such_number]" in terminal.type("do 77")
        assert re.search(r"Player hangs the \w+ lamp", terminal.type("do 1"))


def test_hint_scores_log_rules_and_options_answer(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        terminal.until()
        assert "Foreman advises" in terminal.type("hint")
        assert re.search(r"Player +0\n +Random +\d", terminal.type("scores"))
        terminal.type("rest")
        assert "Player rests." in terminal.type("log")
        assert "3. Set-up" in terminal.type("rules")
        assert "L2    Drawing costs a match" in terminal.type("rules l2")
        assert "Shuffle the lamps." in terminal.type("rules 3")
        assert "hook: Where the last lamp hangs" in terminal.type("rules hook")
        assert "speaks of “X9”" in terminal.type("rules X9")
        assert "1 End the turn" in terminal.type("options")


def test_no_color_is_respected(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random") as coloured:
        coloured.type("rest")
        assert COLOUR.search(coloured.raw), "a terminal without NO_COLOR gets colour"
    with play(tmp_path, "--seats", "you,random", NO_COLOR="1") as terminal:
        finish(terminal, terminal.until())
        assert "\x1b" not in terminal.raw


def test_plain_mode_has_no_drawing_and_one_thing_per_line(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random", "--plain") as terminal:
        first = terminal.until()
        help_text = terminal.type("help")
        last = finish(terminal, terminal.type("board"))
    assert "\x1b" not in terminal.raw
    assert not BOX.search(terminal.raw)
    assert re.search(r"^\d: Rest\. rest$", first, re.MULTILINE)
    assert "undo: take the last decision back" in help_text
    assert re.search(r"^Player: \d+ points?, rank \d\. Lamps \d+\.$", last, re.MULTILINE)


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_leaving_keeps_the_game_and_says_how_to_resume(tmp_path: Path, key: bytes, code: int) -> None:
    with play(tmp_path, "--seats", "you,random") as terminal:
        terminal.until()
        draft = terminal.type("rest")
        goodbye = terminal.press(key)
        assert terminal.exit_code() == code
    assert "Traceback" not in terminal.raw
    assert f"pithead play --resume {saved(tmp_path)}" in goodbye.replace("\n", "")
    with Terminal("play", "--resume", str(saved(tmp_path)), data=tmp_path) as resumed:
        again = resumed.until()
        assert again[again.index("── ") :] == draft[draft.index("── ") :]
        assert "Taken back: rest" in resumed.type("undo"), "the unfinished turn is still a draft"
        last = finish(resumed, resumed.type("board"))
        assert resumed.exit_code() == 0
    assert "All rounds were played." in last
    assert parse(saved(tmp_path).read_text("utf-8")).verify().over


def test_last_is_the_newest_saved_game(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,random", "--name", "Zoe") as terminal:
        terminal.until()
        terminal.type("quit")
    with Terminal("play", "--resume", "last", data=tmp_path) as resumed:
        assert "Zoe>" in resumed.until()


def test_two_people_share_a_keyboard_without_seeing_each_others_hands(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,hotseat", "--plain") as terminal:
        screen = terminal.until("Enter. ")
        first = re.search(r"Hand the keyboard to (Player \d)", screen)
        assert first
        assert "lamp" not in screen
        terminal.type("")
        terminal.type("rest")
        handed = terminal.type("end", "Enter. ")
        assert "Hand the keyboard to" in handed
        assert first[1] not in handed[handed.index("Hand the keyboard to") :]


@pytest.mark.parametrize(
    ("language", "prompt", "undo", "word"),
    [
        ("fr", "Terminez votre tour", "Repris\u00a0: rest", "annuler"),
        ("de", "Beende deinen Zug", "Zurückgenommen: rest", "zurück"),
    ],
)
def test_the_table_speaks_other_languages(tmp_path: Path, language: str, prompt: str, undo: str, word: str) -> None:
    with play(tmp_path, "--seats", "you,random", "--lang", language) as terminal:
        terminal.until()
        assert prompt in terminal.type("rest")
        assert undo in terminal.type(word)


def test_without_a_game_one_is_chosen(tmp_path: Path) -> None:
    with Terminal("play", data=tmp_path) as terminal:
        listed = terminal.until()
        number = re.search(r"(\d+) Lamp Room", listed)
        assert number
        assert "How many players?" in terminal.type(number[1])
        assert "How many players?" in terminal.type("9"), "a wrong answer is asked again"
        assert "How strong" in terminal.type("3")
        assert "Lamp Room, turn" in terminal.type("1")


def test_programs_can_play_through_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "example", "--seats", "you,random", "--seed", "3", "--plain"],
        input="1\n" * 100,
        capture_output=True,
        text=True,
        env={"PITHEAD_DATA": str(tmp_path), "PATH": ""},
        timeout=GIVE_UP,
        check=False,
    )
    assert done.returncode == 0
    assert "All rounds were played." in done.stdout
    assert done.stderr == ""


def test_a_table_of_bots_plays_by_itself(tmp_path: Path) -> None:
    with Terminal("play", "example", "--seats", "random,random", data=tmp_path) as terminal:
        assert "All rounds were played." in terminal.until("\0")
        assert terminal.exit_code() == 0


def test_the_coach_asks_once_before_a_turn_that_gives_much_away_and_reviews_the_game(tmp_path: Path) -> None:
    prepared(pithead.load("example"))
    with play(tmp_path, "--seats", "you,random", "--coach", "5") as terminal:
        terminal.until()
        terminal.type("rest")
        asked = " ".join(terminal.type("end").split())
        assert re.search(r"gives away about \d+% of a win", asked)
        assert "The better move" in asked
        assert "Type “end” again" in asked
        terminal.type("undo")
        terminal.type("rest")
        # The same turn is not asked about a second time, and then the bot has moved.
        after = terminal.type("end")
        assert "gives away" not in after
        assert "Random" in after
        last = finish(terminal, after)
        assert terminal.exit_code() == 0
    assert "Your moments that mattered" in last
    assert re.search(r"of\s+a\s+win|No single decision mattered much", last)


def test_the_coach_is_for_one_person_against_bots(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "you,hotseat", "--coach", "10") as terminal:
        assert "The coach is for one person against bots" in " ".join(terminal.until().split())
        assert terminal.exit_code() != 0
