"""Chances of winning, by what a seat knows.

V(position, seat) is the mean, over imagined deals of everything the seat cannot know, of what the players can expect
after the game was played on for a while: far enough that what lies open now is taken or left. By the law of total
expectation the mean of V over all that a decision may reveal is the mean over deals imagined *before* it, so nothing
has to be nested.
"""

from time import monotonic

from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import backing
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined, imagine
from pithead.engine.match import END
from pithead.engine.rules import State

LEAST_DEALS = 32


class Forecaster:
    """Estimates chances in one match; the same seed gives the same figures."""

    def __init__(self, game: Game, players: int, deals: int, on: Backing | None = None) -> None:
        self.players = players
        self.deals = max(LEAST_DEALS, deals)
        found = on or backing(game)
        self._tree = Tree(found, Settings.of(game, "forecast"), nodes=8)
        self._rules = game.rules()

    def after(self, position: Imagined, actions: list[int], word: int) -> list[float]:
        """The seat's chances after each of some decisions, all under the same imagined deals."""
        return [chances[position.seat] for chances in self.all_after(position, actions, word)]

    def all_after(self, position: Imagined, actions: list[int], word: int) -> list[list[float]]:
        """The same for all players, by what the seat knows: the chances of all sides sum to one."""
        return [self._chances(position, action, word, action != END, self.deals) for action in actions]

    def in_time(self, position: Imagined, actions: list[int], word: int, seconds: float) -> list[float]:
        """The same from as many deals as there is time for, though never from none."""
        started = monotonic()
        sums = [0.0] * len(actions)
        done = 0
        while done == 0 or (done < self.deals and (monotonic() - started) * (done + 1) / done <= seconds):
            deal = word * self.deals + done
            for i, action in enumerate(actions):
                sums[i] += self._chances(position, action, deal, action != END, 1)[position.seat]
            done += 1
        return [chance / done for chance in sums]

    def now(self, state: State, seat: int, word: int, turn_open: bool = False) -> float:
        """The seat's chances as things stand; of a finished game, its share of the win."""
        return self.all_now(state, seat, word, turn_open)[seat]

    def all_now(self, state: State, seat: int, word: int, turn_open: bool = False) -> list[float]:
        """The same for all players, by what the seat knows; `turn_open` says that a turn has begun but not ended."""
        if self._rules.to_move(state) < 0:
            return self._rules.standing(state, self.players).shares
        return self._chances(imagine(self._rules, state, seat, word), -1, word, turn_open, self.deals)

    def _chances(self, position: Imagined, action: int, word: int, turn_open: bool, deals: int) -> list[float]:
        self._tree.seed(word, position.seat)
        self._tree.stand(position)
        return self._tree.forecast(action, position.seat, self.players, deals, word, turn_open)

    def everybody(self, state: State, word: int, turn_open: bool = False) -> list[float]:
        """Every player's chances by the own knowledge, scaled so that those of all sides sum to one."""
        outcome = self._rules.standing(state, self.players)
        if self._rules.to_move(state) < 0:
            return outcome.shares
        chances = [self.now(state, seat, word, turn_open) for seat in range(self.players)]
        by_side: dict[int, list[float]] = {}
        for chance, side in zip(chances, outcome.teams, strict=True):
            by_side.setdefault(side, []).append(chance)
        means = {side: sum(values) / len(values) for side, values in by_side.items()}
        whole = sum(means.values()) if len(means) > 1 else 1.0
        return [means[side] / whole if whole else 0.0 for side in outcome.teams]
