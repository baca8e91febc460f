"""Games as Parquet tables: complete, honest about what was known, described by their card."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import pithead
from pithead.cli import run


def exported(folder: Path, *arguments: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    assert run(["export", *arguments, "--out", str(folder)]) == 0
    games = pq.read_table(folder / "games.parquet").to_pylist()
    return games, pq.read_table(folder / "decisions.parquet").to_pylist()


@pytest.mark.parametrize("game", ["example", "coal-baron"])
def test_every_decision_can_be_played_again(game: str, tmp_path: Path) -> None:
    games, decisions = exported(tmp_path / "data", game, "--games", "2", "--bots", "random,random", "--seed", "s")
    title = pithead.load(game)
    for row in games:
        match = pithead.new(game, 2, row["seed"], json.loads(row["options"]))
        mine = [one for one in decisions if one["game"] == row["game"]]
        assert len(mine) == row["decisions"]
        for one in mine:
            assert match.to_move is not None
            assert one["player"] == match.to_move and one["legal"] == match.legal
            assert one["observation"] == match.rules.features(match.state, match.to_move)
            bits = np.unpackbits(np.frombuffer(one["mask"], np.uint8), bitorder="little")
            assert np.flatnonzero(bits).tolist() == match.legal
            assert one["text"] == title.action_texts[one["action"]]
            match.play(one["action"])
        assert match.over and row["finished"] and row["scores"] == match.standing.scores
        assert row["rewards"] == pytest.approx(match.standing.rewards)
        assert {one["reward"] for one in mine if one["player"] == 0} == {np.float32(match.standing.rewards[0])}


def test_records_of_play_become_the_same_tables(tmp_path: Path) -> None:
    match = pithead.new("example", 2, seed=4)
    while len(match.actions) < 12:
        match.play(match.legal[-1])
    record = tmp_path / "game.txt"
    record.write_text(match.record().text, "utf-8")
    games, decisions = exported(tmp_path / "data", "example", str(record))
    assert [one["action"] for one in decisions] == match.actions
    assert games[0]["finished"] is match.over and games[0]["seats"] == list(match.names)


def test_the_card_says_what_the_numbers_mean(tmp_path: Path) -> None:
    exported(tmp_path / "data", "example", "--games", "1", "--bots", "random,random")
    card = (tmp_path / "data" / "README.md").read_text("utf-8")
    for piece in pithead.load("example").files.observation.LAYOUT:
        row = card.partition(f"| {piece.start}–{piece.stop - 1} | {piece.name} |")[2].partition("\n")[0]
        assert row and all(f"{number} {value}" in row for number, value in enumerate(piece.values))
    for table in ("games", "decisions"):
        for column in pq.read_schema(tmp_path / "data" / f"{table}.parquet").names:
            assert column in card


@pytest.mark.parametrize(
    "more", [("--bots", "random,random"), ("--games", "3"), ("--seed", "s"), ("--option", "teams=no")]
)
def test_nothing_about_bots_is_asked_of_records(
    more: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(pithead.new("example", 2, seed=4).record().text, "utf-8")
    assert run(["export", "example", str(record), "--out", str(tmp_path / "data"), *more]) == 2
    assert f"{more[0]} is for games that bots play" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_data_are_never_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "something").write_text("x")
    assert run(["export", "example", "--out", str(tmp_path), "--games", "1"]) == 2
    assert "[folder_not_empty]" in capsys.readouterr().err
    record = tmp_path / "game.txt"
    record.write_text(pithead.new("coal-baron", 2, seed=4).record().text, "utf-8")
    assert run(["export", "example", str(record), "--out", str(tmp_path / "data")]) == 2
    assert "[mixed_titles]" in capsys.readouterr().err


def test_what_is_refused_leaves_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command can be given again, put right, for the same folder."""
    mine, other, garbage = (tmp_path / name for name in ("mine.txt", "other.txt", "garbage.txt"))
    mine.write_text(pithead.new("example", 2, seed=4).record().text, "utf-8")
    other.write_text(pithead.new("coal-baron", 2, seed=4).record().text, "utf-8")
    garbage.write_text("garbage", "utf-8")
    here = tmp_path / "here"
    here.mkdir()
    for folder in (tmp_path / "data", here):
        for wrong in ([other], [garbage], [mine, other], ["--bots", "nobody,random"], ["--bots", "random,nobody"]):
            assert run(["export", "example", *map(str, wrong), "--out", str(folder)]) == 2
            assert capsys.readouterr().err.count("\n") == 1
            assert not folder.exists() or (folder is here and not list(here.iterdir()))
        exported(folder, "example", str(mine))
    assert run(["export", "example", str(mine), "--out", str(mine)]) == 2
    assert "[unreadable]" in capsys.readouterr().err, "a file is no folder"
