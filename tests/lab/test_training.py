"""Training: games that can be played again, a fit that learns, a test that stops when it is decided."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import pithead
from pithead.bots.search.net import FILE, HIDDEN, Weights, fits
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing, Tree
from pithead.cli import run
from pithead.engine.errors import PitheadError
from pithead.lab import workers
from pithead.lab.training import curve, fit, games, generations, sequential, verify
from pithead.lab.training.games import Notes, SelfPlay, play_some
from pithead.lab.training.generations import OtherTraining, Trainer, Training

EXAMPLE = pithead.load("example")
TASK = SelfPlay("example", (2, 3), "test", None, few=4, many=40, games=6)
SMALL = Training("example", (2,), "test", generations=1, games=4, few=6, many=30, simulations=8, deals=2, think=0.002)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lamp Room needs no compiler for a handful of games."""
    on = Backing(EXAMPLE)
    for module in (games, sequential):
        monkeypatch.setattr(module, "prepared", lambda title: on)
    monkeypatch.setattr(games, "_table", None)


@cache
def played() -> list[Notes]:
    """Six games of Lamp Room."""
    return play_some(TASK, 0, workers.never)


def same(one: list[Notes], other: list[Notes]) -> bool:
    """Whether all columns agree."""
    return len(one) == len(other) and all(
        np.array_equal(getattr(a, name), getattr(b, name))
        for a, b in zip(one, other, strict=True)
        for name in Notes.__annotations__
    )


def test_self_play_notes_siblings_beside_each_other_for_every_number_of_players() -> None:
    found = played()
    assert [notes.players for notes in found] == [2, 3]
    for notes in found:
        assert len(notes.group) > 10
        assert (np.diff(notes.group) >= 0).all()
        assert notes.seen.shape == (len(notes.group), notes.players, EXAMPLE.module("inputs").N_INPUTS)
        assert ((notes.found > 0) & (notes.found < 1)).all()
        assert (notes.mover < notes.players).all()
        places = fit.groups_of(notes)
        siblings = [row[row >= 0] for row in places]
        assert max(map(len, siblings)) > 1
        for group in siblings:
            assert len(set(notes.group[group])) == len(set(notes.mover[group])) == 1
            assert (np.diff(notes.visits[group]) <= 0).all(), "what was visited most comes first"


def test_the_same_piece_of_work_gives_the_same_games() -> None:
    few = replace(TASK, games=2)
    one, again, other = (play_some(few, piece, workers.never) for piece in (0, 0, 1))
    assert same(one, again)
    assert not same(one, other)


def test_self_play_may_be_that_of_baron(monkeypatch: pytest.MonkeyPatch) -> None:
    # As it is loaded now: a test before may have had all titles loaded anew.
    facts = pithead.load("example").facts
    monkeypatch.setitem(facts, "search", {**facts["search"], "best": {"laps": 1, "picks": 2}})
    foreman, baron = (play_some(replace(TASK, games=2, use=use), 0, workers.never) for use in ("", "best"))
    assert not same(foreman, baron)


def test_a_stop_gives_a_piece_up() -> None:
    assert play_some(TASK, 0, lambda: True) == []


def test_the_reward_of_the_fit_is_that_of_the_search() -> None:
    settings = Settings.of(EXAMPLE)
    notes = played()[1]
    tree = Tree(Backing(EXAMPLE), settings, 8)
    module, work = tree._module, tree.work
    match = pithead.new(EXAMPLE, 3, seed=4)
    evaluate, chance = EXAMPLE.instance().game_name("evaluate"), np.random.default_rng(1)
    while not match.over:
        mover = match.to_move
        assert mover is not None
        module.count_players(match.state, work.lists[module.SIDES])
        module.judge(match.state, work.plan[0], 3, work.lists, work.reals, work.net, 0)
        values = np.array([[evaluate(match.state, seat) for seat in range(3)]])
        progress = np.array([match.facts.progress])
        found, _ = fit.reward(values, np.array([mover]), progress, settings)
        assert found[0] == pytest.approx(work.reals[module.REWARD][mover], abs=1e-12)
        match.play(match.legal[int(chance.integers(len(match.legal)))])
    assert notes.players == 3


def test_slopes_are_those_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """By small steps in every kind of weight; without rounding, which has no slope."""
    for name in ("FIRST_UNIT", "HIDDEN_UNIT", "LAST_UNIT"):
        monkeypatch.setattr(fit, name, 1 << 40)
    monkeypatch.setattr(fit, "PRECISION", np.float64)
    notes, settings = played()[1], Settings.of(EXAMPLE)
    net = fit.Net.fresh(notes.seen.shape[-1], fit.spread_of([notes]), 1)
    net.last[:] = np.random.default_rng(2).normal(0.0, 1.0, HIDDEN)
    at = fit.groups_of(notes)
    later = fit.later_of(notes)
    _, slopes = fit.losses(net, notes, later, settings, at)
    assert max(np.abs(part).max() for part in slopes[:3]) > 1e-5
    for part, by, place in zip(net.parts, slopes, ((0, 3), (5,), (7,), (0,)), strict=True):
        there = []
        for step in (1e-5, -2e-5):
            part[place] += step
            there.append(fit.losses(net, notes, later, settings, at)[0])
        part[place] += 1e-5
        assert (there[0] - there[1]) / 2e-5 == pytest.approx(by[place], abs=1e-7)


def test_a_decision_is_worth_what_later_searches_of_the_same_player_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games; the second row of the third group is a sibling that was not played."""
    monkeypatch.setattr(fit, "TRACE", 0.5)
    notes = Notes(
        seen=np.zeros((6, 2, 1)),
        values=np.zeros((6, 2)),
        found=np.array([0.1, 0.2, 0.3, 0.9, 0.4, 0.5]),
        result=np.array([1.0, 0.0, 1.0, 1.0, 1.0, 0.0]),
        game=np.array([0, 0, 0, 0, 0, 1]),
        group=np.array([0, 1, 2, 2, 3, 4]),
        mover=np.array([0, 1, 0, 0, 0, 0]),
        visits=np.ones(6),
        progress=np.zeros(6),
    )
    # The last decision of a player is worth the result, the one before it the mean of the next search and what follows.
    first = 0.5 * 0.3 + 0.5 * (0.5 * 0.4 + 0.5 * 1.0)
    assert fit.later_of(notes)[[0, 1, 2, 4, 5]] == pytest.approx([first, 0.0, 0.7, 1.0, 0.0])


def test_a_fit_learns_and_its_integers_say_what_it_learned() -> None:
    """A value that `evaluate` does not see is learned, also where it was kept apart."""
    chance, settings = np.random.default_rng(5), Settings.of(EXAMPLE)
    groups, count = 240, 240 * fit.SIBLINGS
    seen = chance.integers(0, 4, (count, 2, 14)).astype(np.int8)
    better = 0.02 * (seen[:, 0, 6].astype(float) - seen[:, 1, 6])
    notes = Notes(
        seen=seen,
        values=np.full((count, 2), 20.0),
        found=0.5 + better,
        result=0.5 + better,
        game=np.arange(count),
        group=np.repeat(np.arange(groups), fit.SIBLINGS),
        mover=np.zeros(count, int),
        visits=np.full(count, 50),
        progress=np.full(count, 300),
    )
    net = fit.Net.fresh(14, fit.spread_of([notes]), 1)
    assert not net.forward(seen.astype(float))[0].any(), "a net that has learned nothing adds nothing"
    told = fit.fit(net, [notes], settings, 30, 1)
    assert told[-1] < 0.5 * told[0]
    weights = net.weights((2,))
    assert fits(weights, EXAMPLE)
    again = fit.Net.of(weights)
    assert np.array_equal(again.forward(seen.astype(float))[0], net.forward(seen.astype(float))[0])
    joined = Notes.joined([notes, notes])
    assert len(set(joined.group)) == 2 * groups


@pytest.mark.parametrize(("share", "accepted"), [(0.75, True), (0.4, False)])
def test_a_sequential_test_stops_when_it_is_decided(
    share: float, accepted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def deal(duel: sequential.Duel, number: int, stopped: workers.Stopped) -> float:
        asked.append(number)
        return share + (0.25 if number % 2 else -0.25)

    monkeypatch.setattr(sequential, "play_deal", deal)
    duel = sequential.Duel("example", (2,), Weights.none(1), None, "x", 8)
    verdict = sequential.decide(duel, 1000)
    assert verdict.accepted is accepted
    assert sequential.LEAST_DEALS <= len(asked) < 200
    assert verdict.data()["games"] == 2 * len(asked)
    assert sequential.decide(duel, 5).accepted is None


def test_deals_count_in_their_order_whichever_is_over_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes differ in speed: a verdict that stopped at whatever came first would not come out again."""
    shares = [0.5, 1.0, 1.0, 0.0, 1.0, 0.5, 1.0, 0.75] * 30
    duel = sequential.Duel("example", (2,), Weights.none(1), None, "x", 8)
    monkeypatch.setattr(sequential, "play_deal", lambda duel, number, stopped: shares[number])
    expected = sequential.decide(duel, len(shares))
    assert expected.accepted

    def shuffled(work: Any, count: int, *more: Any) -> Any:
        for block in range(0, count, 4):
            for number in reversed(range(block, block + 4)):
                yield work(number, workers.never)

    monkeypatch.setattr(sequential, "results", shuffled)
    assert sequential.decide(duel, len(shares)).shares == expected.shares


def test_a_deal_is_played_with_both_seatings_and_equal_nets_share_it() -> None:
    none = Weights.none(EXAMPLE.module("inputs").N_INPUTS)
    duel = sequential.Duel("example", (2, 3), none, None, "fair", 10)
    for deal in (0, 2):
        assert sequential.play_deal(duel, deal, workers.never) == 0.5
    assert sequential.play_deal(duel, 0, lambda: True) is None


def test_a_training_goes_on_where_it_was_and_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "PIECE", 2)
    seen: list[str] = []
    whole = Trainer(SMALL, tmp_path / "whole", watch=lambda progress: seen.append(progress.stage))
    whole.run()
    assert list(dict.fromkeys(seen)) == ["games", "fit", "test"]

    def interrupt(progress: generations.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Trainer(SMALL, tmp_path / "broken", watch=interrupt).run()
    assert len(list((tmp_path / "broken").glob("games-0-*.npz"))) == 1
    broken = Trainer(SMALL, tmp_path / "broken")
    broken.run()
    assert broken.history == whole.history
    assert (tmp_path / "whole" / generations.CURVE).read_text("utf-8").startswith("<svg")
    again = Trainer(SMALL, tmp_path / "whole")
    assert again.history == whole.history
    with pytest.raises(OtherTraining) as refused:
        Trainer(replace(SMALL, seed="other"), tmp_path / "whole")
    assert "--folder" in refused.value.text("de")


def test_an_interrupted_last_test_goes_on_with_the_next_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "PIECE", 2)
    both, asked = replace(SMALL, players=(2, 3), deals=12), []

    def deal(duel: sequential.Duel, number: int, stopped: workers.Stopped) -> float:
        asked.append(duel.players)
        if asked.count((3,)) == 1 and duel.players == (3,):
            raise KeyboardInterrupt
        return 1.0

    monkeypatch.setattr(sequential, "play_deal", deal)
    with pytest.raises(KeyboardInterrupt):
        Trainer(both, tmp_path).run()
    asked.clear()
    asked.append((3,))
    net = Trainer(both, tmp_path).run()
    assert net is not None
    assert net.players == (2, 3)
    assert set(asked) == {(3,)}, "what is decided is not played again"


def test_a_net_that_wins_is_written_with_its_provenance_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sequential, "play_deal", lambda duel, number, stopped: 1.0)
    monkeypatch.setattr(generations, "PIECE", 2)
    monkeypatch.setattr("pithead.cli.contests.warm", lambda title, progress: False)
    folder = tmp_path / "net"
    options = ["--players", "2", "--folder", str(folder), "--deals", "20"]
    learning = ["--generations", "1", "--games", "4", "--few", "5", "--many", "20", "--as-baron"]
    assert run(["train", "example", *learning, *options]) == 0
    text, told = capsys.readouterr()
    for stage in ("games 2/4", "fit 1/8", "test 1/20"):
        assert f"Generation 1: {stage} (" in told
    assert "% of the wins, at most 0 min left)" in told
    assert "Generation 1 is accepted: 100.0 % of" in text
    assert str(folder / FILE) in text
    data = json.loads((folder / FILE).read_text("utf-8"))
    assert data["material"] == EXAMPLE.material.fingerprint
    assert data["players"] == [2]
    made = data["provenance"]
    wanted = {"seed": "train", "few": 5, "many": 20, "use": "best"}
    assert wanted.items() <= made["training"].items()
    assert made["games"] == 4
    assert made["tests"]["2"]["accepted"] is True
    assert [one["accepted"] for one in made["generations"]] == [True]
    assert run(["train", "example", "--verify", *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tests"]["2"]["share"] == 1.0
    monkeypatch.setattr(sequential, "play_deal", lambda duel, number, stopped: 0.0)
    assert run(["train", "example", "--verify", *options]) == 1


def test_the_learning_curve_shows_every_generation() -> None:
    test = {"share": 0.5, "low": 0.4, "high": 0.6}
    history: list[dict[str, Any]] = [
        {"losses": [3.0, 2.0], "test": test, "accepted": False},
        {"losses": [2.0, 1.0, 1.5], "test": {**test, "share": 0.75}, "accepted": True},
        {"losses": [1.0], "test": None, "accepted": False},
    ]
    root = ElementTree.fromstring(curve.picture(history))
    space = "{http://www.w3.org/2000/svg}"
    lines = [line.attrib["points"].split() for line in root.iter(f"{space}polyline")]
    assert [len(line) for line in lines] == [2, 3, 1]
    heights = [float(point.split(",")[1]) for line in lines for point in line]
    assert heights == [24.0, 114.0, 114.0, 204.0, 159.0, 204.0], "the worst on top, the best at the bottom"
    points = list(root.iter(f"{space}circle"))
    assert [point.attrib["fill"] != "none" for point in points] == [False, True]
    assert float(points[1].attrib["cy"]) < float(points[0].attrib["cy"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"material": "0"}, "other components"),
        ({"first": [[1 << 30] * HIDDEN] * 14}, "too large"),
        ({"provenance": {}}, "names no test"),
        (None, "no such file"),
    ],
)
def test_verify_says_what_is_wrong_with_a_net(tmp_path: Path, change: dict[str, Any] | None, words: str) -> None:
    none = Weights.none(EXAMPLE.module("inputs").N_INPUTS)
    proved = replace(none, players=(2,), provenance={"tests": {"2": {"accepted": True}}})
    path = tmp_path / FILE
    if change is not None:
        path.write_text(json.dumps({**proved.data(EXAMPLE), **change}), "utf-8")
    with pytest.raises(PitheadError) as refused:
        verify.read(EXAMPLE, path)
    assert words in refused.value.text("en")
