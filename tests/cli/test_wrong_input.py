"""Wrong input of any kind: one clear line with a stable code, exit code 2, nothing on standard output, nothing lost."""

from pathlib import Path

import pytest

import pithead
from pithead.cli import run
from pithead.cli.arguments import check_writable


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Run a command that must be refused; returns the one line."""
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert code == 2, err
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("Error: ")
    return err


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ("play nosuch", "unknown_game", "Known games: "),
        ("sim nosuch", "unknown_game", "Known games: "),
        ("rules nosuch", "unknown_game", "example"),
        ("warm nosuch", "unknown_game", "nosuch"),
        ("play ../example", "unknown_game", "../example"),
        ("play example --players 9", "bad_players", "2, 3, 4"),
        ("sim example --players 9", "bad_players", "2, 3, 4"),
        ("sim example --players many", "bad_number", "--players"),
        ("sim example --players -1", "bad_number", "-1"),
        ("sim example --games 0", "bad_number", "--games"),
        ("sim example --games 1e3", "bad_number", "1e3"),
        ("play example --option foo=1", "unknown_option", "matches, teams, keeper"),
        ("play example --option teams=maybe", "bad_option", "no, yes"),
        ("play example --option teams", "bad_option", "no, yes"),
        ("sim example --option matches=7", "bad_option", "3, 2, 1"),
        ("play example --option teams=yes", "bad_setup", "four players"),
        ("play example --seats you,ogre", "bad_seats", "ogre"),
        ("play example --seats you,open", "bad_seats", "open"),
        ("play example --seats you,random,random --players 2", "bad_seats", "random"),
        ("play example --name a,b", "bad_name", "a,b"),
        ("sim example --bots ogre", "unknown_level", "ogre"),
        ("sim example --backend gpu", "unknown_backend", "interpreted, compiled"),
        ("play example --lang xx", "unknown_language", "en, fr, de"),
        ("rules example --lang=klingon", "unknown_language", "klingon"),
        ("play example --material /nonexistent/file.toml", "unreadable", "/nonexistent/file.toml"),
        ("play --resume /nonexistent/file.txt", "unreadable", "/nonexistent/file.txt"),
        ("play --resume last", "unreadable", "games"),
        ("replay /nonexistent/file.txt", "unreadable", "/nonexistent/file.txt"),
        ("verify /", "unreadable", "/"),
        ("sim example --games 1 --save /dev/null/here", "unreadable", "/dev/null/here"),
        ("arena example --bots hewer,random --material /nonexistent/file.toml", "unreadable", "/nonexistent/file.toml"),
        ("calibrate example --material /nonexistent/file.toml", "unreadable", "/nonexistent/file.toml"),
        ("bench example --peers --plot /nonexistent/bars.svg", "unreadable", "/nonexistent/bars.svg"),
        ("arena example", "usage", "--bots is missing"),
        ("serve --port 99999", "usage", "65535. See “pithead serve --help”."),
        ("arena example --bots hewer,random --games 0", "bad_number", "--games"),
        ("arena example --bots hewer,random --players two", "bad_number", "--players"),
        ("arena example --bots hewer,random --jobs -1", "bad_number", "--jobs"),
        ("arena example --bots hewer,random --think nan", "out_of_range", "from 0.001 to 100"),
        ("calibrate example --games many", "bad_number", "--games"),
        ("calibrate example --think 0", "out_of_range", "--think"),
        ("analyse none.txt --think fast", "out_of_range", "from 0.01 to 100"),
        ("arena example --bots hewer", "too_few_bots", "at least two"),
        ("arena example --bots hewer,ogre", "unknown_level", "ogre"),
        ("arena example --bots hewer,foreman:simulations=0", "bad_spec", "simulations"),
        ("calibrate example --bot ogre", "unknown_level", "ogre"),
        ("frobnicate", "unknown_command", "play"),
        ("sim", "usage", "GAME is missing"),
        ("games --jsn", "usage", "--json"),
        ("--frob", "usage", "--frob"),
        ("sim example --seed", "usage", "--seed needs a value"),
        ("play example another", "usage", "another"),
    ],
)
def test_wrong_arguments(capsys: pytest.CaptureFixture[str], arguments: str, code: str, says: str) -> None:
    line = refused(capsys, *arguments.split())
    assert line.rstrip().endswith(f"[{code}]")
    assert says in line


def record_text() -> str:
    match = pithead.new("example", players=2, seed=1, names=("Emma", "Hugo"))
    while not match.over:
        match.play(match.legal[-1])
    return match.record().text


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1. ", "7. ", "turn number 7 should be 1"),
        (": rest", ": hang wick; rest", "hang wick"),
        (": rest", ": dance", "“dance” is not an action"),
        ("players: Emma, Hugo", "players: Emma", "example cannot be played by 1;"),
        ("players: Emma, Hugo", "players: Emma, Jules", "is not to move"),
        ("game: example", "game: chess", "no game called “chess”"),
        ("rules: 1", "rules: 99", "rules version 99"),
        ("seed: 1", "seed: hex:zz", "not hexadecimal"),
        ("matches=3", "matches=9", "matches"),
        ("matches=3", "candles=9", "candles"),
        ("material: sha256:", "material: sha256:00", "--material"),
        ("result: ", "result: Emma 999, ", "the result is"),
        ("seed: 1", "nonsense", "neither a header"),
        ("seed: 1\n", "", "no “seed:” line"),
    ],
)
def test_corrupt_records(capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, says: str) -> None:
    text = record_text()
    assert old in text
    file = tmp_path / "record.txt"
    file.write_text(text.replace(old, new, 1), "utf-8")
    line = refused(capsys, "verify", file)
    assert says in line
    assert "Line " in line
    assert line.rstrip().endswith("[bad_record]")
    assert file.read_text("utf-8") == text.replace(old, new, 1)


@pytest.mark.parametrize("command", ["replay", "verify", "analyse", "play --resume"])
def test_an_edition_for_a_record_that_does_not_exist(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(record_text(), "utf-8")
    line = refused(capsys, *command.split(), file, "--material", "/nonexistent/file.toml")
    assert line.rstrip().endswith("[unreadable]")
    assert "/nonexistent/file.toml" in line


def test_a_page_that_cannot_be_written_is_refused_before_the_analysis(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("pithead.cli.contests.wait_for_search", never)
    file = tmp_path / "record.txt"
    file.write_text(record_text(), "utf-8")
    for page in ("/nonexistent/page.html", tmp_path):
        line = refused(capsys, "analyse", file, "--html", page)
        assert line.rstrip().endswith("[unreadable]")
        assert str(page) in line


def test_looking_whether_a_file_can_be_written_changes_nothing(tmp_path: Path) -> None:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text("kept", "utf-8")
    check_writable(old)
    check_writable(new)
    assert old.read_text("utf-8") == "kept"
    assert not new.exists()


def test_a_file_that_is_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_bytes(b"\xff\xfe\x00game")
    for command in ("replay", "verify", "play --resume"):
        assert refused(capsys, *command.split(), file).rstrip().endswith("[unreadable]")


@pytest.mark.parametrize(
    ("edition", "says"),
    [
        ("schema = 3", "line 1"),
        ("schema = ", "line 1"),
        ('schema = "example/1"\nlamps = "none"', "line"),
        ("\xff", "UTF-8"),
    ],
)
def test_bad_edition_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, edition: str, says: str) -> None:
    file = tmp_path / "edition.toml"
    file.write_bytes(edition.encode("latin-1"))
    for command in ("play", "sim"):
        line = refused(capsys, command, "example", "--material", file)
        assert says in line
        assert str(file) in line


def test_resuming_another_game_changes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(record_text(), "utf-8")
    assert "[unknown_game]" in refused(capsys, "play", "chess", "--resume", file)
    assert file.read_text("utf-8") == record_text()


def test_the_same_line_in_other_languages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for language, begins in (("fr", "Erreur\u00a0: "), ("de", "Fehler: ")):
        monkeypatch.setenv("PITHEAD_LANG", language)
        assert run(["play", "nosuch"]) == 2
        line = capsys.readouterr().err
        assert line.startswith(begins)
        assert line.rstrip().endswith("[unknown_game]")


def test_a_mistake_of_ours_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr("pithead.cli.commands.games.summary", broken)
    assert run(["games"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.rstrip().endswith("[internal]")
    (log,) = (tmp_path / "data" / "log").glob("crash-*.txt")
    assert "ZeroDivisionError: inside" in log.read_text("utf-8")
