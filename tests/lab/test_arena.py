"""The arena: fair seats, equal deals, honest intervals."""

import importlib.util
import math
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from pithead.engine.errors import PitheadError
from pithead.lab import arena, workers
from pithead.lab.arena import Contest, EditionStaysHere, Played, TooFewBots, ratings, run, wilson


def contest(**changes: Any) -> Contest:
    """A small contest in Lamp Room."""
    given: dict[str, Any] = {"game": "example", "bots": ("hewer", "random"), "players": 2, "games": 8}
    return Contest(**{**given, **changes})


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 20, 0.8389, 1.0), (0.9, 200, 0.8506, 0.9343)],
)
def test_wilson_intervals_match_published_values(share: float, games: int, low: float, high: float) -> None:
    assert list(wilson(share, games)) == pytest.approx([low, high], abs=2e-4)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)])
def test_every_bot_plays_every_seat_of_a_deal(bots: int, players: int) -> None:
    chosen = contest(bots=tuple("random" for _ in range(bots)), players=players)
    rotations = [chosen.seats(rotation) for rotation in range(bots)]
    for seat in range(players):
        assert sorted(rotation[seat] for rotation in rotations) == list(range(bots))


def test_rotations_of_a_deal_start_from_the_same_position(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []
    rules = contest().title().rules()
    original = type(rules).new

    def noted(self: Any, players: int, options: list[int], key: list[int]) -> Any:
        keys.append(tuple(key))
        return original(self, players, options, key)

    monkeypatch.setattr(type(rules), "new", noted)
    monkeypatch.setattr(arena, "warm", lambda game: False)
    run(contest(bots=("random", "random"), games=6))
    assert len(keys) == 6
    assert keys[0::2] == keys[1::2]
    assert len(set(keys)) == 3


def test_shares_sum_to_one_and_points_are_those_of_the_sources() -> None:
    data = run(contest(games=10)).data()
    assert data["games"] == 10
    assert sum(bot["share"] for bot in data["bots"]) == pytest.approx(1)
    for bot in data["bots"]:
        assert bot["low"] <= bot["share"] <= bot["high"]
        assert sum(bot["sources"].values()) == pytest.approx(bot["points"], abs=0.02)
        assert bot["turns"] > 0


@pytest.mark.slow
def test_the_same_contest_gives_the_same_result_on_any_number_of_processes() -> None:
    chosen = contest(bots=("hewer", "foreman:simulations=20"), games=6)
    alone, together = run(chosen), run(chosen, jobs=2)
    assert [(one.deal, one.bots, one.points) for one in alone.played] == [
        (one.deal, one.bots, one.points) for one in together.played
    ]


def test_an_interruption_keeps_what_is_done() -> None:
    def interrupt(done: int, of: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    report = run(contest(games=20), progress=interrupt)
    assert report.interrupted
    assert len(report.played) == 4
    assert report.data()["games"] == 4


def test_a_stop_gives_up_a_deal_even_after_its_first_game() -> None:
    asked = 0

    def late() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40  # more decisions than the first game has

    assert len(arena.play_deal(contest(), 0, lambda: False)) == 2
    assert arena.play_deal(contest(), 0, late) == []
    assert asked == 41
    assert arena.play_deal(contest(), 0, lambda: True) == []


def hears_interruptions(number: int, stopped: workers.Stopped) -> bool:
    """In a worker: whether an interruption could have reached it from its first moment on."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no masks of signals")
def test_workers_hear_no_interruption_from_their_first_moment_on() -> None:
    """Ctrl-C goes to all processes of a terminal; a worker that still starts would answer with a traceback."""
    assert list(workers.on_cores(hears_interruptions, 2, 2)) == [False, False]
    assert hears_interruptions(0, workers.never), "ours is heard again"


def test_an_edition_file_stays_on_its_machine(tmp_path: Path) -> None:
    with pytest.raises(EditionStaysHere) as refused:
        run(contest(edition=str(tmp_path / "edition.toml")), cluster="10.1.2.3:6379")
    assert "--material" in refused.value.text("fr")


def test_team_mates_share_the_credit() -> None:
    report = run(contest(players=4, games=4, options={"teams": True}))
    for outcome in report.played:
        assert outcome.credit[0] == outcome.credit[2]
        assert sum(outcome.credit) == pytest.approx(1)


def test_impossible_contests_are_refused() -> None:
    with pytest.raises(TooFewBots):
        run(contest(bots=("random",)))
    with pytest.raises(TooFewBots):
        run(contest(bots=("random", "hewer", "trapper"), players=2))
    with pytest.raises(PitheadError):
        run(contest(players=9))
    with pytest.raises(PitheadError):
        run(contest(bots=("random", "emperor")))


def outcome(winner: int, bots: tuple[int, ...] = (0, 1)) -> Played:
    """A game that one seat won."""
    ranks = tuple(1 if seat == winner else 2 for seat in range(len(bots)))
    return Played(0, bots, (), ranks, (), (), ())


def test_ratings_reproduce_the_odds() -> None:
    first, second = ratings([outcome(0)] * 750 + [outcome(1)] * 250, 2)
    assert first - second == pytest.approx(400 * math.log10(3), abs=1)
    assert first + second == pytest.approx(2000)


def test_a_bot_that_won_everything_has_a_finite_rating() -> None:
    first, second = ratings([outcome(0)] * 10, 2)
    assert 100 < first - second < 1000


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(workers.NoCluster) as refused:
        run(contest(), cluster="local")
    assert "pithead[cluster]" in refused.value.text()


@pytest.mark.soak
def test_a_local_cluster_plays_the_same_games() -> None:
    assert importlib.util.find_spec("ray"), "this test needs Ray, which `make soak` installs: pithead[cluster]"
    chosen = contest(bots=("hewer", "foreman:simulations=20"), games=6)
    alone, spread = run(chosen), run(chosen, cluster="local")
    assert [one.points for one in alone.played] == [one.points for one in spread.played]
