"""`pithead report`: the report for designers."""

import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.cli import run
from pithead.cli.texts import say
from pithead.lab.report import Case, Tally, plots
from pithead.lab.report.observe import Observation
from pithead.lab.report.run import play_game
from pithead.lab.report.tally import spread
from pithead.lab.report.text import lines
from pithead.lab.workers import never

REPORT = ("report", "example", "--players", "2", "--bots", "hewer", "--games", "12", "--seed", "t")


def output(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> str:
    assert run([str(argument) for argument in arguments]) == code
    return capsys.readouterr().out


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    """A file with the shortest Lamp Room: one that is compiled for other tests anyway."""
    path = tmp_path / "short.toml"
    shutil.copy(pithead.load("example").folder / "editions" / "mini.toml", path)
    return path


def test_a_report_says_who_wins_from_where_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    (case,) = json.loads(output(capsys, *REPORT, "--json"))
    assert (case["games"], case["players"], case["bot"], case["even"]) == (12, 2, "hewer", 0.5)
    assert case["material"] == f"sha256:{pithead.load('example').material.fingerprint}"
    for places in (case["start_order"], case["seats"]):
        assert sum(place["share"] for place in places) == pytest.approx(1)
        for place in places:
            assert place["low"] <= place["share"] <= place["high"]
            assert place["ratio"] == pytest.approx(place["share"] / 0.5, abs=0.001)
    assert case["end_reasons"]["rounds"]["share"] == 1
    assert case["turns"]["mean"] == 16
    act = case["uses"]["act"]
    assert sum(word["share"] for word in act["words"].values()) == pytest.approx(1, abs=0.001)
    assert sum(one["count"] for one in act["each"].values()) == act["decisions"]


@pytest.mark.slow
def test_the_work_can_be_spread_over_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(output(capsys, *REPORT, "--json", "--jobs", "2")) == json.loads(output(capsys, *REPORT, "--json"))


def test_an_interrupted_report_holds_what_was_played(
    capsys: pytest.CaptureFixture[str], interrupt_after: Callable[[int], None]
) -> None:
    interrupt_after(5)
    assert run([*REPORT, "--json"]) == 130
    printed = capsys.readouterr()
    (case,) = json.loads(printed.out)
    assert (case["games"], case["wanted"]) == (5, 12)
    assert "Interrupted: the report holds what was played so far." in printed.err


def test_nothing_finished_is_no_report(
    capsys: pytest.CaptureFixture[str], interrupt_after: Callable[[int], None], tmp_path: Path
) -> None:
    interrupt_after(0)
    page = tmp_path / "report.html"
    assert output(capsys, *REPORT, "--html", page, code=130) == "No game was finished.\n"
    assert not page.exists()
    assert json.loads(output(capsys, *REPORT, "--json", code=130)) == []


def test_an_edition_that_was_not_reached_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started = []

    def second_is_interrupted(work: Any, count: int, jobs: int) -> Iterator[Tally]:
        started.append(work)
        if len(started) == 2:
            raise KeyboardInterrupt
        for number in range(count):
            yield work(number, never)

    monkeypatch.setattr(sys.modules["pithead.lab.report.run"], "on_cores", second_is_interrupted)
    page = tmp_path / "report.html"
    text = output(capsys, *REPORT, "--material", "builtin", "mini", "--html", page, code=130)
    assert "(builtin)" in text
    assert "(mini)" not in text
    assert "builtin: 12 games" in page.read_text("utf-8")


def test_where_nobody_watches_bars_every_finished_case_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*REPORT, "--players", "2,3", "--games", "2"]) == 0
    assert capsys.readouterr().err.splitlines() == ["builtin 2 hewer 2/2", "builtin 3 hewer 2/2"]


def test_several_cases_end_with_one_line_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """So that candidates can be compared without turning pages."""
    page = tmp_path / "report.html"
    several = (*REPORT, "--players", "2,3", "--games", "2")
    glance = output(capsys, *several, "--html", page).partition("At a glance")[2].splitlines()[1:]
    for line, case in zip(glance, json.loads(output(capsys, *several, "--json")), strict=True):
        places = " / ".join(
            f"{one['ratio']:.2f} ({one['low'] / case['even']:.2f}–{one['high'] / case['even']:.2f})"
            for one in case["start_order"]
        )
        assert line == f"  builtin, {case['players']} players, hewer, 2 games: {places}; rounds 100.0 %"
        assert f"<td>{places}</td><td>rounds 100.0 %</td>" in page.read_text("utf-8")
    assert "At a glance" not in output(capsys, *REPORT)


@pytest.mark.slow
def test_two_editions_stand_side_by_side_in_one_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, edition: Path
) -> None:
    page = tmp_path / "report.html"
    cases = json.loads(output(capsys, *REPORT, "--json", "--material", f"builtin,{edition}", "--html", page))
    assert [case["turns"]["mean"] for case in cases] == [16, 4]
    text = "\n".join(lines(cases, say))
    assert "(builtin)" in text
    assert "(short)" in text
    html = page.read_text("utf-8")
    assert html.count("<h2>") == 1  # one table, both editions in every plot
    assert html.count("<figure>") >= 8
    assert "pithead report example --material" in html
    assert "<script" not in html
    assert "http" not in html


def test_start_order_is_the_order_of_the_first_decisions_not_of_the_seats() -> None:
    tally = Tally(Case("example", 3, "random", 1))
    tally.add(Observation([2, 0, 1], [0.0, 0.0, 1.0], [3, 4, 9], [{}, {}, {}], "rounds", 5, 3))
    assert [place.wins for place in tally.order] == [1, 0, 0]
    assert [place.wins for place in tally.seats] == [0, 0, 1]
    assert tally.margins == [5]


def test_a_report_says_what_those_have_won_who_began_with_a_decision(capsys: pytest.CaptureFixture[str]) -> None:
    (case,) = json.loads(output(capsys, *REPORT, "--json"))
    openings = case["openings"].values()
    assert sum(one["count"] for one in openings) == 24  # both players of twelve games
    assert sum(one["count"] * one["share"] for one in openings) == pytest.approx(12, abs=0.01)
    assert [one["count"] for one in openings] == sorted((one["count"] for one in openings), reverse=True)
    assert next(iter(case["openings"])) in output(capsys, *REPORT)


def test_openings_of_several_batches_add_up() -> None:
    parts = [Tally(Case("example", 2, "random", 2)) for _ in range(2)]
    for winner, part in enumerate(parts):
        credit = [1.0 - winner, float(winner)]
        game = Observation([0, 1], credit, [9, 3], [{}, {}], "rounds", 5, 3, openings={0: "left", 1: "right"})
        part.add(game)
    parts[0].merge(parts[1])
    assert {text: (len(place.points), place.wins) for text, place in parts[0].openings.items()} == {
        "left": (2, 1.0),
        "right": (2, 1.0),
    }


def test_what_an_automaton_wins_lowers_the_even_share() -> None:
    """Ratios compare the players with each other."""
    tally = Tally(Case("mine", 2, "random", 2, options={"dummy": True}))
    tally.add(Observation([0, 1], [1.0, 0.0], [9, 3], [{}, {}], "rounds", 5, 3))
    tally.add(Observation([0, 1], [0.0, 0.0], [9, 3], [{}, {}], "rounds", 5, 3))
    data = tally.data()
    assert data["even"] == 0.25
    assert [place["ratio"] for place in data["start_order"]] == [2, 0]


def test_games_add_up() -> None:
    case = Case("example", 2, "random", 3)
    whole = Tally(case)
    for number in range(3):
        whole.merge(play_game(case, number, never))
    assert whole.games == len(whole.margins) == 3
    assert sum(place.wins for place in whole.order) == pytest.approx(3)
    assert [len(points) for points in whole.sources.values()] == [6]  # both players


def test_a_game_that_is_stopped_does_not_count() -> None:
    assert play_game(Case("example", 2, "random", 1), 0, lambda: True).games == 0


def test_decisions_of_a_game_hang_together() -> None:
    """Games that are all of one kind leave a wider interval than games that are half and half."""

    def left(*games: tuple[int, int]) -> dict[str, float]:
        tally = Tally(Case("example", 2, "random", len(games)))
        for one, other in games:
            uses = {"act": Counter({"left 1": one, "right 1": other})}
            tally.add(Observation([0, 1], [1.0, 0.0], [9, 3], [{}, {}], "rounds", 5, 3, uses))
        found: dict[str, float] = tally.data()["uses"]["act"]["words"]["left"]
        return found

    assert left((5, 5), (5, 5)) == {"count": 10, "share": 0.5, "low": 0.5, "high": 0.5}
    # Each game is one decision away from five of ten: 1.96 × √(2 × (1 + 1)) / 20 either way.
    assert left((6, 4), (4, 6)) == {"count": 10, "share": 0.5, "low": 0.304, "high": 0.696}


def test_points_by_source_have_intervals() -> None:
    tally = Tally(Case("example", 2, "random", 1))
    tally.add(Observation([0, 1], [1.0, 0.0], [9, 3], [{"lamps": 9}, {"lamps": 3}], "rounds", 5, 3))
    lamps = tally.data()["sources"]["lamps"]
    # The standard error of 9 and 3 is 3, and 1.96 of them are 5.88.
    assert (lamps["mean"], lamps["low"], lamps["high"]) == pytest.approx((6, 0.12, 11.88), abs=0.001)
    assert lamps["winners"] == {"mean": 9, "low": 9, "high": 9}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--players", "9"), "bad_players"),
        (("--bots", "nobody"), "unknown_level"),
        (("--games", "0"), "bad_number"),
        (("--material", "builtin", "no-such-edition"), "unreadable"),
        (("3",), "stray_word"),
    ],
)
def test_what_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str], more: tuple[str, str], code: str) -> None:
    assert run([*REPORT, *more]) != 0
    assert f"[{code}]" in capsys.readouterr().err


def test_texts_beside_bars_are_not_cut() -> None:
    """13 px of a sans-serif font are at most 8 px per letter on the mean."""
    label, text = "shelter pit_builder saint_etienne", "100 % × 1.22 (1234)"
    page = plots.bars("Wins", [label], [[plots.Bar(0.4, 0.3, 1.0, text)]])
    left, right = (float(x) for x in re.findall(r'<text x="([\d.]+)"', page))
    assert left >= 7 * len(label)
    assert right + 8 * len(text) <= plots.WIDTH


def test_columns_of_two_editions_stand_side_by_side() -> None:
    """One that needs wider classes than the other does not cover it."""
    narrow, wide = (spread(values)["classes"] for values in ([3, 4, 4, 5, 9], [1, 20, 41]))
    assert [one["from"] for one in narrow] == list(range(3, 10))
    assert [one["from"] for one in wide][:2] == [0, 4]
    page = plots.histogram("Points", [narrow, wide])
    found = re.findall(
        r'<rect x="([\d.]+)" .* width="([\d.]+)".*<title>(\d+): (\d+)</title>', page.replace("</rect>", "\n")
    )
    columns = sorted((float(x), float(width)) for x, width, _, _ in found)
    assert all(x + width <= after for (x, width), (after, _) in pairwise(columns))
    assert [(first, count) for _, _, first, count in found][:3] == [("0", "1"), ("4", "3"), ("8", "1")]
