"""The commands that measure bots and study games: `arena`, `calibrate`, `analyse`."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.analysis.judge import Judge
from pithead.analysis.report import Decision
from pithead.cli import run
from pithead.cli.commands import arena
from pithead.engine.messages import LANGUAGES
from pithead.lab.arena import Contest

ARENA = ("arena", "example", "--bots", "random,foreman:simulations=10", "--games", "4")
CALIBRATE = ("calibrate", "example", "--bot", "hewer", "--games", "3")


def output(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> str:
    assert run([str(argument) for argument in arguments]) == code
    return capsys.readouterr().out


def test_arena_prints_a_table_and_the_sources_of_points(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *ARENA)
    head, first, second, *rest = text.splitlines()
    assert head.split()[:2] == ["Bot", "Wins"]
    assert {line.split()[0] for line in (first, second)} == {"Random", "foreman:simulations=10"}
    assert float(first.split()[1]) >= float(second.split()[1]), "the strongest comes first"
    assert rest[:2] == ["", "Mean points by source:"]
    for line, points in zip(rest[2:4], (first, second), strict=True):
        assert re.fullmatch(rf"  {points.split()[0]}: Lamps \d+\.\d", line)
    assert "4 games" in text
    assert "50.0 %" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_arena_names_sources_in_every_language(language: str) -> None:
    game = pithead.load("coal-baron")
    source = next(iter(pithead.new(game, 2, seed=1).breakdown(0)))
    bot = {"name": "foreman", "sources": {source: -1.25, "nothing": 0.0}}
    line = arena._sources(bot, game.messages(language))
    assert game.messages(language).text(f"source.{source}") in line
    assert game.messages(language).text("bots.level.foreman") in line
    assert "−1.2" in line
    assert "source." not in line
    assert "nothing" not in line


def test_arena_as_json_is_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (json.loads(output(capsys, *ARENA, "--json")) for _ in range(2))
    assert (first["games"], first["wanted"], first["interrupted"]) == (4, 4, False)
    assert [bot["name"] for bot in first["bots"]] == ["random", "foreman:simulations=10"]
    for one, other in zip(first["bots"], second["bots"], strict=True):
        assert (one["share"], one["points"], one["sources"]) == (other["share"], other["points"], other["sources"])


def test_an_interrupted_arena_keeps_what_is_done(
    capsys: pytest.CaptureFixture[str], interrupt_after: Callable[[int], None]
) -> None:
    interrupt_after(1)
    text = output(capsys, *ARENA, code=130)
    assert "2 games" in text
    assert "Interrupted: 4 games were wanted." in text


@pytest.mark.parametrize("command", [ARENA, CALIBRATE], ids=["arena", "calibrate"])
def test_nothing_finished_is_no_table(
    capsys: pytest.CaptureFixture[str], interrupt_after: Callable[[int], None], command: tuple[str, ...]
) -> None:
    interrupt_after(0)
    assert output(capsys, *command, code=130) == "No game was finished.\n"
    found = json.loads(output(capsys, *command, "--json", code=130))
    assert (found["games"], found["interrupted"]) == (0, True)


def test_calibrate_compares_forecasts(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, *CALIBRATE, "--json"))
    assert (found["games"], found["interrupted"]) == (3, False)
    assert set(found["brier"]) == {"forecast", "even", "lead_fit", "evaluate_fit"}
    text = output(capsys, *CALIBRATE)
    assert f"over {found['positions']} positions of 3 games" in text
    assert f"{found['brier']['forecast']:.4f}  the forecast of analysis and hints" in text


def test_an_interrupted_calibration_keeps_what_is_done(
    capsys: pytest.CaptureFixture[str], interrupt_after: Callable[[int], None]
) -> None:
    interrupt_after(2)
    assert "of 2 games" in output(capsys, *CALIBRATE, code=130)


def test_a_bad_edition_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path) -> None:
    file = tmp_path / "edition.toml"
    file.write_text("schema = 3", "utf-8")
    for command in (ARENA, CALIBRATE, ("analyse", str(record))):
        assert run([*command, "--material", str(file)]) == 2
        assert "edition.toml, line 1" in capsys.readouterr().err


def test_a_contest_knows_its_edition_from_any_folder(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bright.toml").write_bytes(pithead.load("example").material.text)
    seen: list[str | None] = []

    def enough(self: Contest) -> None:
        seen.append(self.edition)
        raise KeyboardInterrupt

    monkeypatch.setattr(Contest, "check", enough)
    monkeypatch.chdir(tmp_path)
    assert run([*ARENA, "--material", "bright.toml"]) == 130
    assert seen == [str(tmp_path / "bright.toml")]


def test_analyse_prints_accounts_that_add_up_and_key_moments(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    text = output(capsys, "analyse", record, "--think", "0.01")
    head, *players = text.splitlines()[:3]
    assert head.split() == ["Player", "Start", "Luck", "Loss", "Rest", "End", "Points"]
    assert "Start + luck + loss + rest = end" in text
    for line in players:
        cells = line.replace(" %", "").replace("−", "-").split()
        start, luck, loss, rest, end = map(float, cells[1:6])
        assert start + luck + loss + rest == pytest.approx(end, abs=1.2)  # chances are printed without decimals
        assert loss <= 0
    assert any(float(line.replace(" %", "").replace("−", "-").split()[3]) < 0 for line in players)
    assert "Key moments" in text
    assert "Interrupted" not in text


def test_analyse_as_json_and_as_a_page(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    found = json.loads(output(capsys, "analyse", record, "--think", "0.01", "--json", "--html", page))
    assert found["names"] == ["Emma", "Hugo"]
    assert len(found["decisions"]) == found["wanted"] > 20
    assert page.read_text("utf-8").startswith("<!doctype html>")
    text = output(capsys, "analyse", record, "--think", "0.01", "--html", page, "--lang", "de")
    assert str(page) in text
    assert '<html lang="de">' in page.read_text("utf-8")


def test_an_analysis_says_which_evaluation_made_it(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    """Figures of different evaluations do not compare."""
    page = tmp_path / "page.html"
    game = pithead.load("example")
    sentence = f"Evaluation {game.evaluation}, rules version {game.rules_version}, components "
    assert sentence in output(capsys, "analyse", record, "--think", "0.01", "--html", page)
    assert sentence in page.read_text("utf-8")
    found = json.loads(output(capsys, "analyse", record, "--think", "0.01", "--json"))
    assert (found["evaluation"], found["material"]) == (game.evaluation, f"sha256:{game.material.fingerprint}")


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Interrupted after decision 3 of"),
        ("fr", "Interrompu après la décision 3 sur"),
        ("de", "Nach Entscheidung 3 von"),
    ],
)
def test_an_interrupted_analysis_says_how_far_it_came(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    record: Path,
    tmp_path: Path,
    language: str,
    says: str,
) -> None:
    decide = Judge.decide

    def interrupted(self: Any, match: pithead.Match, seq: int, action: int) -> Decision:
        if seq == 3:
            raise KeyboardInterrupt
        return decide(self, match, seq, action)

    monkeypatch.setattr(Judge, "decide", interrupted)
    page = tmp_path / "page.html"
    text = output(capsys, "analyse", record, "--think", "0.01", "--html", page, "--lang", language, code=130)
    assert says in text
    assert says in page.read_text("utf-8")


def test_analyse_refuses_what_is_no_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    record.write_text("nonsense", "utf-8")
    for file, code in ((record, "bad_record"), (record.parent / "none.txt", "unreadable")):
        assert run(["analyse", str(file)]) == 2
        assert capsys.readouterr().err.rstrip().endswith(f"[{code}]")
