"""The figures of `pithead bench`."""

import json
from pathlib import Path

import pytest

import pithead
from pithead.cli import run
from pithead.kit._records import Codec
from pithead.lab import measurements
from pithead.lab.measurements import Figure


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurements, "STARTS", 1)
    monkeypatch.setattr(measurements, "REPEATS", 3)


@pytest.mark.slow
def test_every_figure_of_a_game_is_measured() -> None:
    figures = {figure.name: figure for figure in measurements.measure([pithead.load("example")], [], 0.05)}
    promised = {name for name, figure in figures.items() if figure.limit is not None}
    assert promised == {"first_list_interpreted", "first_list_compiled", "clone_over_memcpy"}
    assert figures["state_size"].value == pithead.load("example").rules().size
    assert figures["decision_interpreted"].value > 10 * figures["decision_compiled"].value
    assert figures["interpreted_over_compiled"].value == pytest.approx(
        figures["decision_interpreted"].value / figures["decision_compiled"].value
    )
    # Whether it is kept is for `pithead bench` on a quiet machine to say.
    assert figures["clone_over_memcpy"].kept is not None


def test_a_promise_is_kept_up_to_its_limit() -> None:
    assert Figure("clone", "example", 2.0, "×", 2.0).kept
    assert Figure("clone", "example", 2.1, "×", 2.0).kept is False
    assert Figure("clone", "example", 2.1, "×").kept is None


def test_the_codec_is_measured_on_three_kilobytes() -> None:
    state = measurements._three_kilobytes()()
    assert 2900 < Codec(type(state)).size < 3100
    assert [figure.name for figure in measurements.codec_figures(state, None, 50.0)] == ["encode", "decode"]


def test_bench_prints_figures_and_machine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PITHEAD_DATA", str(tmp_path))
    monkeypatch.setenv("PITHEAD_LANG", "en")
    figures = [Figure("clone", "example", 12.5, "ns"), Figure("clone_over_memcpy", "example", 3.5, "×", 2.0)]
    monkeypatch.setattr(measurements, "measure", lambda games, cold, seconds: iter(figures))
    assert run(["bench", "example", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["figures"][1] == {**vars(figures[1]), "kept": False}
    assert found["machine"]["cores"] >= 1
    assert run(["bench", "example"]) == 0
    text = capsys.readouterr().out
    assert "copying a state" in text
    assert "ABOVE 2" in text
