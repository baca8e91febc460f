"""What the commands print."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.cli import run
from pithead.lab.simulation import Setting, simulate
from tests.clients.terminal_driver import Terminal


def output(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> str:
    assert run([str(argument) for argument in arguments]) == code
    return capsys.readouterr().out


def result(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, Any]:
    found = json.loads(output(capsys, *arguments, "--json"))
    assert isinstance(found, dict)
    return found


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version") == f"pithead {pithead.__version__}\n"


def test_help_is_in_the_users_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Compile games ahead of time." in output(capsys, "--help")
    monkeypatch.setenv("PITHEAD_LANG", "de_AT.UTF-8")
    assert "Spiele im Voraus kompilieren." in output(capsys, "--help")


def test_games_as_json_has_options_players_and_provenance(capsys: pytest.CaptureFixture[str]) -> None:
    games = {game["id"]: game for game in json.loads(output(capsys, "games", "--json"))}
    assert list(games) == pithead.names()
    example = games["example"]
    assert example["title"] == "Lamp Room"
    assert example["players"] == [2, 3, 4]
    assert example["options"][0] == {
        "name": "matches",
        "text": "Matches per player",
        "values": [3, 2, 1],
        "default": 3,
    }
    assert example["material"]["provenance"] == {"lamps": "own", "play": "own"}
    for game in games.values():
        assert game["material"]["reconstructed"] == [
            path for path, source in game["material"]["provenance"].items() if source == "reconstructed"
        ]


def test_games_for_people_says_what_is_reconstructed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = output(capsys, "games")
    assert "example: Lamp Room" in text
    assert "--option teams=…" in text
    assert max(map(len, text.splitlines())) <= 80
    game = pithead.load("example")
    monkeypatch.setitem(game.material.data, "provenance", {"lamps": "own", "play": "reconstructed"})
    assert "not read off the real components: play." in " ".join(output(capsys, "games").split())


def test_rules_have_sections_rulings_and_the_origin_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "rules", "example")
    assert "3. Set-up" in text
    assert "L4    With the keeper" in text
    assert "No component value is reconstructed." in text
    assert "3. Mise en place" in output(capsys, "rules", "example", "--lang", "fr")


def test_rules_are_searched_and_speak_of_the_edition_that_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert output(capsys, "rules", "example", "draught", "blows").startswith("\n4. Your turn\n")
    edition = tmp_path / "bright.toml"
    material = pithead.load("example").material.text.decode("utf-8")
    edition.write_text(material.replace("brightness = 6", "brightness = 9"), "utf-8")
    assert "electric lamp scores 6" in output(capsys, "rules", "example")
    assert "electric lamp scores 9" in output(capsys, "rules", "example", "--material", str(edition))


def test_sim_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(
        capsys, "sim", "example", "--players", "3", "--games", "20", "--seed", "4", "--backend", "interpreted"
    )
    assert found["games"] == 20
    assert found["violations"] == 0
    assert found["backend"] == "interpreted"
    assert 0 < found["decisions"]["min"] <= found["decisions"]["mean"] <= found["decisions"]["max"]
    assert len(found["points"]) == 3
    assert sum(found["wins"]) == pytest.approx(1, abs=0.01)
    assert found["end_reasons"] == {"rounds": 20}


def test_sim_gives_the_same_on_every_backend_and_with_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    setting = ("sim", "example", "--players", "2", "--games", "30", "--seed", "9", "--option", "keeper=yes")
    same = ("decisions", "points", "wins", "end_reasons", "games", "violations")
    runs = [
        result(capsys, *setting, *more)
        for more in (
            ("--backend", "interpreted"),
            ("--check",),
            ("--backend", "compiled"),
            ("--backend", "compiled", "--check"),
            ("--backend", "compiled", "--save", tmp_path / "records"),
        )
    ]
    assert [{key: found[key] for key in same} for found in runs] == [{key: runs[0][key] for key in same}] * 5
    assert [found["backend"] for found in runs] == ["interpreted", "checked", "compiled", "compiled", "compiled"]
    assert [found["compared"] for found in runs] == [0, 0, 0, 30, 0]
    records = sorted((tmp_path / "records").glob("*.txt"))
    assert len(records) == 30
    for record in records:
        assert pithead.read_record(record.read_text("utf-8")).verify().over


def test_sim_with_bots(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(capsys, "sim", "example", "--players", "3", "--games", "4", "--bots", "hewer,random", "--seed", "1")
    assert found["bots"] == ["hewer", "random", "hewer"]
    assert (found["games"], found["violations"]) == (4, 0)


def test_sim_with_an_edition(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    edition = tmp_path / "bright.toml"
    own = pithead.load("example").material.text.decode("utf-8")
    edition.write_text(own.replace("brightness = 6", "brightness = 40"), "utf-8")
    found = result(
        capsys, "sim", "example", "--games", "50", "--material", edition, "--backend", "interpreted", "--seed", "2"
    )
    assert found["violations"] == 0
    assert max(points["max"] for points in found["points"]) >= 40


def test_sim_counts_violations_and_leaves_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = pithead.load("example").instance().module("rules")
    monkeypatch.setattr(rules, "audit", lambda s: 2 if s.round == 3 else 0)
    monkeypatch.setattr("pithead.lab.simulation.COMPARED", 0)
    text = output(
        capsys, "sim", "example", "--games", "3", "--bots", "hewer,random", "--backend", "interpreted", code=1
    )
    assert "violations: 3" in text
    assert "audit 2" in text


def test_a_rule_that_raises_is_a_violation(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pithead.load("example").instance().module("rules")
    monkeypatch.setattr(rules, "phase", lambda s: [][1])
    text = output(
        capsys, "sim", "example", "--games", "2", "--bots", "hewer,random", "--backend", "interpreted", code=1
    )
    assert "raised IndexError" in text


def test_an_interrupted_simulation_keeps_what_is_done() -> None:
    setting = Setting(pithead.load("example"), 2, 100, {}, "1", "interpreted")

    def interrupt(done: int, of: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    tally = simulate(setting, interrupt)
    assert tally.interrupted
    assert tally.data()["games"] == 7


def test_ctrl_c_in_sim_prints_what_is_done(tmp_path: Path) -> None:
    arguments = ("sim", "example", "--games", "9999999", "--backend", "interpreted")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.until_seen("[1-9]/9999999")
        rest = terminal.press(b"\x03")
        assert terminal.exit_code() == 130
    assert "games of example, 2 players, interpreted" in rest
    assert "violations: 0" in rest
    assert "Interrupted after" in rest
    assert "Traceback" not in terminal.raw


def test_replay_tells_every_turn_and_the_result(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    text = output(capsys, "replay", record)
    match = pithead.read_record(record.read_text("utf-8")).replay()
    for number, turn in enumerate(match.turns, 1):
        assert f"\n{number}. {match.names[turn.player]}\n" in text
    assert "Round 8 begins." in text
    assert "wins." in text
    assert "You draw" not in text, "what only one seat saw is not for everybody"


def test_replay_states_has_a_line_per_step_with_the_full_state(
    capsys: pytest.CaptureFixture[str], record: Path
) -> None:
    steps = [json.loads(line) for line in output(capsys, "replay", record, "--states").splitlines()]
    match = pithead.read_record(record.read_text("utf-8")).start()
    assert [step["step"] for step in steps] == list(range(len(steps)))
    for before, step in pairwise(steps):
        assert before["to_move"] == match.to_move
        match.play(step["action"])
        assert step["state"]["round"] == match.state.round
        assert [player["hand"] for player in step["state"]["players"]] == [p.hand for p in match.state.players]
    assert match.over


def test_verify_names_the_final_position(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    text = output(capsys, "verify", record)
    assert text.startswith("The record is right: Lamp Room, 16 turns, ")
    unfinished = record.read_text("utf-8").splitlines()[:-3]
    record.write_text("\n".join(unfinished), "utf-8")
    assert output(capsys, "verify", record).startswith("The record is right so far")


def test_verify_checks_a_published_deal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from pithead.engine.fair import Deal
    from pithead.engine.match import Match

    match = Match(pithead.load("example"), 2, Deal.secretly((b"\1" * 16, b"\2" * 16)))
    while not match.over:
        match.play(match.legal[0])
    file = tmp_path / "fair.txt"
    file.write_text(match.record().text, "utf-8")
    assert str(match.deal.commitment) in output(capsys, "verify", file)


def test_warm_says_what_was_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["warm", "example"]) == 0
    capsys.readouterr()
    assert run(["warm", "example"]) == 0
    assert capsys.readouterr().err == "example: was ready.\n"
