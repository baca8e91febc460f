"""OpenSpiel's information-set tree search against Foreman in two-player Coal Baron.

`python -m pithead.lab.ismcts --simulations 200 --games 20` gives both the same number of simulations for
every decision, `--seconds 0.2` the same time. OpenSpiel's Python bot (`open_spiel.python.algorithms.ismcts`, random
rollouts, uct_c = √2) plays the game as `pithead.adapters.openspiel` registers it, on the same compiled rules and with
the same re-deals as Foreman. With `--fast` its rollouts and the keys of its nodes come from the compiled rules too: the
same search, ten times as fast. Every deal is played twice with the seats exchanged, on one core; forced decisions take
no time on either side.
"""

import argparse
import json
import math
import statistics
import time
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import pithead.adapters.openspiel  # noqa: F401  registers the games
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import warm
from pithead.engine.imagined import imagine
from pithead.engine.registry import load

from .arena import wilson
from .measurements import machine

PLAYERS = 2
NAMES = ("foreman", "is-mcts")
UCT = math.sqrt(2)


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """The random rollout of OpenSpiel's evaluator, in one call of the compiled rules."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._fast: Any = None

    def evaluate(self, state: Any) -> list[float]:
        """The terminal utilities of one rollout."""
        position = state.position.copy()
        if self._fast is None:
            self._fast = position.rules.fast(self._seed)
        position.rules.playout(position.state, self._fast)
        rewards: list[float] = position.rewards()
        return rewards

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """A uniform prior."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Opponent(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot, optionally with a time budget instead of a simulation count; otherwise unchanged."""

    counts: ClassVar[list[int]] = []  # simulations of every decision

    def __init__(self, game: Any, seed: int, seconds: float | None, simulations: int | None, fast: bool) -> None:
        random = np.random.RandomState(seed)
        rollouts = Rollouts(seed) if fast else mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
        # One more than requested, because the first simulation only expands the root.
        super().__init__(game, rollouts, UCT, (simulations or 0) + 1, random_state=random)
        self._seconds = seconds
        self._fast = fast

    def get_state_key(self, state: Any) -> Any:
        """The key of the mover's information state, from its view as text or from its features."""
        if not self._fast:
            return super().get_state_key(state)
        mover = state.position.mover
        return mover, state.memory(mover), tuple(state.position.features(mover))

    def run_search(self, state: Any) -> Any:
        """OpenSpiel's search loop with a deadline."""
        if self._seconds is None:
            return super().run_search(state)
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        started = time.perf_counter()
        self._root_node = self.create_new_node(state)
        count = 0
        while count < 2 or time.perf_counter() - started < self._seconds:
            self.run_simulation(self.sample_root_state(state))
            count += 1
        self.counts.append(count - 1)
        return self.get_final_policy(state, self._root_node)


def play(
    game: Any, deal: int, first: int, seconds: float | None, simulations: int | None, fast: bool
) -> dict[str, Any]:
    """One game; `first` is the seat of Foreman."""
    title = load("coal-baron")
    foreman = Searcher(
        "foreman", title, deal + 1, seconds, simulations, settings=Settings.of(title), each=True, threads=1
    )
    other = Opponent(game, deal + 1, seconds, simulations, fast)
    state = game.new_initial_state()
    state.apply_action(deal)
    times: dict[str, list[float]] = {name: [] for name in NAMES}
    while not state.is_terminal():
        seat = state.current_player()
        forced = len(state.legal_actions()) == 1
        started = time.perf_counter()
        if seat == first:
            action = foreman.choose(imagine(state.position.rules, state.position.state, seat))
        else:
            action = int(other.step(state))
        if not forced:
            times[NAMES[seat != first]].append(time.perf_counter() - started)
        state.apply_action(action)
    outcome = state.position.standing
    return {
        "deal": deal,
        "seat": first,
        "share": outcome.shares[first],
        "points": [outcome.scores[first], outcome.scores[1 - first]],
        "decisions": {name: len(spent) for name, spent in times.items()},
        "seconds_per_decision": {name: statistics.fmean(spent) for name, spent in times.items()},
    }


def summary(games: list[dict[str, Any]], chosen: argparse.Namespace) -> dict[str, Any]:
    """The results so far."""
    share = statistics.fmean(one["share"] for one in games)
    low, high = wilson(share, len(games))
    return {
        "machine": machine(),
        "per_decision": f"{chosen.seconds} s" if chosen.seconds else f"{chosen.simulations} simulations",
        "fast": chosen.fast,
        "games": len(games),
        "foreman": {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4)},
        "points": [round(statistics.fmean(one["points"][side] for one in games), 1) for side in range(2)],
        "seconds_per_decision": {
            name: round(statistics.fmean(one["seconds_per_decision"][name] for one in games), 4) for name in NAMES
        },
        "simulations_of_is_mcts": round(statistics.fmean(Opponent.counts), 1) if Opponent.counts else None,
        "each": games,
    }


def main() -> int:
    """Run the match and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    budget = parser.add_mutually_exclusive_group(required=True)
    budget.add_argument("--seconds", type=float, help="for every decision")
    budget.add_argument("--simulations", type=int, help="for every decision")
    parser.add_argument("--fast", action="store_true", help="compiled rollouts for OpenSpiel's bot")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--deal", type=int, default=0, help="the first deal")
    parser.add_argument("--json", type=Path, help="write the result here, after every game")
    chosen = parser.parse_args()
    warm(load("coal-baron"))
    game = pyspiel.load_game(f"pithead_coal_baron(players={PLAYERS})")
    games: list[dict[str, Any]] = []
    try:
        for number in range(chosen.games):
            games.append(
                play(game, chosen.deal + number // 2, number % 2, chosen.seconds, chosen.simulations, chosen.fast)
            )
            data = summary(games, chosen)
            if chosen.json:
                chosen.json.write_text(json.dumps(data, indent=1), "utf-8")
    except KeyboardInterrupt:
        pass
    if not games:
        return 130
    found = data["foreman"]
    print(
        f"{data['games']} games, {data['per_decision']} for every decision: foreman wins {100 * found['share']:.1f} % "
        f"[{100 * found['low']:.1f} – {100 * found['high']:.1f} %], points {data['points']}, "
        f"seconds per decision {data['seconds_per_decision']}"
    )
    return 0 if len(games) == chosen.games else 130


if __name__ == "__main__":
    raise SystemExit(main())
