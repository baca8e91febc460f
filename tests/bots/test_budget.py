"""Bots answer in time (P15): the budget is the turn's, and nothing makes a player wait."""

import threading
from time import monotonic, process_time
from typing import Any

import pytest

import pithead
from pithead.bots import make
from pithead.bots.search import warming
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.workspace import Backing
from pithead.engine.imagined import imagine
from pithead.engine.match import END
from pithead.kit.cache import CompileFailed
from tests.bots.hanging import hanging
from tests.bots.ways import every_way
from tests.contract.settings import Setting

EXAMPLE = pithead.load("example")


@pytest.fixture(autouse=True)
def _nothing_is_compiled_meanwhile() -> None:
    """Searches that other tests have begun to load would be counted too."""
    for warmer in list(warming._warmers.values()):
        if warmer._thread:
            warmer._thread.join()


def spent_on(bot: Searcher, match: pithead.Match) -> float:
    """Seconds of the processor for one decision; what else runs here is not the bot's."""
    assert match.to_move is not None
    started = process_time()
    bot.choose(match.imagine(match.to_move))
    bot._turn_over = False
    return process_time() - started


def test_a_turn_shares_one_budget() -> None:
    """However many decisions a turn has, together they stay within twice the budget, and the first gets most."""
    match = pithead.new(EXAMPLE, 2, seed=1)
    bot = Searcher("foreman", EXAMPLE, 1, seconds=0.2, on=Backing(EXAMPLE))
    spent = [spent_on(bot, match) for _ in range(30)]
    assert spent[0] < 0.15
    assert sum(spent) < 0.4
    bot._turn_over = True
    assert bot.choose(match.imagine(match.to_move or 0)) in match.legal
    assert bot._spent < 0.2


def test_a_clear_decision_is_taken_early() -> None:
    """When the rest of the time cannot change the answer, it is left to the next decisions."""
    match = pithead.new(EXAMPLE, 2, seed=3)
    s = match.state
    s.round, s.first = 8, (s.current + 1) % 2
    s.players[1 - s.current].points = 1
    s.players[s.current].points = 0
    on = Backing(EXAMPLE)
    # Loading compiled code takes time of its own, once per process.
    spent_on(Searcher("foreman", EXAMPLE, 1, simulations=1, on=on), match)
    assert spent_on(Searcher("foreman", EXAMPLE, 1, seconds=2.0, on=on), match) < 0.8


@pytest.mark.slow
def test_a_comparison_may_count_the_time_of_the_processor() -> None:
    """A compiled search asks only the clock that it was given."""
    assert warming.warm(EXAMPLE)
    asked = 0

    def clock() -> float:
        nonlocal asked
        asked += 1
        return float(asked)

    match = pithead.new(EXAMPLE, 2, seed=1)
    bot = Searcher("foreman", EXAMPLE, 1, seconds=60.0, on=warming.backing(EXAMPLE), clock=clock)
    assert spent_on(bot, match) < 20
    assert 20 < asked < 80


def test_the_watchdog_answers_for_a_search_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pithead.new(EXAMPLE, 2, seed=1)
    seat = match.to_move
    assert seat is not None
    bot = Searcher("foreman", EXAMPLE, 1, seconds=0.2, on=Backing(EXAMPLE))
    greedy = make("hewer", EXAMPLE, 1)
    position = match.imagine(seat)
    with hanging(monkeypatch):
        started = monotonic()
        chosen = bot.choose(position)
        assert monotonic() - started < 5  # the search comes back after 20 s
    assert chosen == greedy.choose(match.imagine(seat))
    assert bot.choose(match.imagine(seat)) in match.legal


def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the search is being compiled, bots play on the interpreter; afterwards they change over."""
    released = threading.Event()

    def slow_warm(self: Any, progress: Any = None, *sources: Any) -> bool:
        released.wait(20)
        return True

    monkeypatch.setattr(pithead.engine.game.Game, "warm", slow_warm)
    monkeypatch.setattr(warming, "_warmers", {})
    monkeypatch.setattr(warming, "Backing", lambda game, backend="interpreted": Backing(game))
    match = pithead.new(EXAMPLE, 2, seed=1)
    seat = match.to_move
    assert seat is not None
    bot = make("foreman", EXAMPLE, 1, think=0.05)
    started = monotonic()
    assert bot.choose(match.imagine(seat)) in match.legal
    assert monotonic() - started < 5  # the compiler above takes 20 s
    assert warming._warmer(EXAMPLE).backing is None
    released.set()
    assert warming.warm(EXAMPLE)
    assert warming.backing(EXAMPLE) is warming._warmer(EXAMPLE).backing


def test_an_installation_that_cannot_compile_stays_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Any, progress: Any = None, *sources: Any) -> bool:
        raise CompileFailed("no space left")

    monkeypatch.setattr(pithead.engine.game.Game, "warm", fail)
    monkeypatch.setattr(warming, "_warmers", {})
    assert not warming.warm(EXAMPLE)
    assert not warming.backing(EXAMPLE).compiled


def overruns(setting: Setting, seconds: float, decisions: int) -> tuple[int, float]:
    """How many turns took more than twice their budget, and the longest."""
    game = setting.game
    assert warming.warm(game)
    rules = game.rules("compiled")
    late, longest, done, number = 0, 0.0, 0, 0
    while done < decisions:
        number += 1
        state = setting.new(rules, f"budget {number}")
        seats = [
            Searcher("foreman", game, number * 10 + seat, seconds=seconds, on=Backing(game, "compiled"))
            for seat in range(setting.players)
        ]
        spent = 0.0
        mover = rules.to_move(state)
        while mover >= 0 and done < decisions:
            position = imagine(rules, state, mover)
            started = monotonic()
            action = seats[mover].choose(position)
            spent += monotonic() - started
            done += 1
            rules.apply(state, action)
            mover = rules.to_move(state)
            if action == END or mover < 0:
                late += spent > 2 * seconds
                longest = max(longest, spent)
                spent = 0.0
    return late, longest


@every_way
@pytest.mark.soak
def test_no_turn_takes_twice_its_budget_with_all_cores_busy(setting: Setting) -> None:
    """P15: 10⁵ decisions at 20 ms over all settings, while every core computes something else."""
    import multiprocessing
    import os

    count = 100_000 // len(every_way.args[1])
    # Before the cores are busy: the compiler gives way to everything.
    assert warming.warm(setting.game)
    setting.game.rules("compiled")
    busy = [multiprocessing.get_context("spawn").Process(target=_burn, daemon=True) for _ in range(os.cpu_count() or 1)]
    for process in busy:
        process.start()
    try:
        late, longest = overruns(setting, 0.02, count)
    finally:
        for process in busy:
            process.kill()
    assert late == 0, f"{late} turns were late, the longest took {longest * 1000:.0f} ms"


def _burn() -> None:
    while True:
        sum(range(10_000))
