"""Chances of winning, by what a seat knows.

V(position, seat) is the mean, over imagined deals of everything the seat cannot know, of what the players can expect
after the game was played on for a while: far enough that what lies open now is taken or left. By the law of total
expectation the mean of V over all that a decision may reveal is the mean over deals imagined *before* it, so nothing
has to be nested.
"""

from time import monotonic

from pithead.bots.backing import Backing, InterpretedBacking, Settings, Tree, backing, warm
from pithead.engine.game import Game
from pithead.engine.match import END

LEAST_DEALS = 32


class Forecaster:
    """Estimates chances in one match; the same seed gives the same figures."""

    def __init__(self, game: Game, players: int, deals: int, on: Backing | None = None) -> None:
        self.players = players
        self.deals = max(LEAST_DEALS, deals)
        found = on or backing(game)
        self._tree = Tree(found, Settings.of(game, "forecast"), nodes=8)
        self._rules = game.rules()

    def after(self, state: bytes, seat: int, actions: list[int], word: int) -> list[float]:
        """The seat's chances after each of some decisions, all under the same imagined deals."""
        return [self._chance(state, seat, action, word, action != END, self.deals) for action in actions]

    def in_time(self, state: bytes, seat: int, actions: list[int], word: int, seconds: float) -> list[float]:
        """The same from as many deals as there is time for, though never from none."""
        started = monotonic()
        sums = [0.0] * len(actions)
        done = 0
        while done == 0 or (done < self.deals and (monotonic() - started) * (done + 1) / done <= seconds):
            deal = word * self.deals + done
            for i, action in enumerate(actions):
                sums[i] += self._chance(state, seat, action, deal, action != END, 1)
            done += 1
        return [chance / done for chance in sums]

    def now(self, state: bytes, seat: int, word: int, turn_open: bool = False) -> float:
        """The seat's chances as things stand; of a finished game, its share of the win.

        `turn_open` says that a turn has begun but not ended.
        """
        if self._rules.to_move(self._rules.decode(state)) < 0:
            return self.shares(state)[seat]
        return self._chance(state, seat, -1, word, turn_open, self.deals)

    def _chance(self, state: bytes, seat: int, action: int, word: int, turn_open: bool, deals: int) -> float:
        self._tree.seed(word, seat)
        self._tree.stand(state, seat)
        return self._tree.forecast(action, seat, self.players, deals, word, turn_open)[seat]

    def shares(self, state: bytes) -> list[float]:
        """How the win of a finished game is shared; members of a winning side each count as winners."""
        standing = self._rules.standing(self._rules.decode(state), self.players)
        sides = {standing.teams[player] for player in range(self.players) if standing.ranks[player] == 1}
        return [1.0 / len(sides) if rank == 1 else 0.0 for rank in standing.ranks]

    def everybody(self, state: bytes, word: int, turn_open: bool = False) -> list[float]:
        """Every player's chances by the own knowledge, scaled so that those of all sides sum to one."""
        decoded = self._rules.decode(state)
        if self._rules.to_move(decoded) < 0:
            return self.shares(state)
        chances = [self.now(state, seat, word, turn_open) for seat in range(self.players)]
        teams = self._rules.standing(decoded, self.players).teams
        by_side: dict[int, list[float]] = {}
        for chance, side in zip(chances, teams, strict=True):
            by_side.setdefault(side, []).append(chance)
        means = {side: sum(values) / len(values) for side, values in by_side.items()}
        whole = sum(means.values()) if len(means) > 1 else 1.0
        return [means[side] / whole if whole else 0.0 for side in teams]


def prepared(game: Game) -> Backing:
    """The fastest way to compute that this installation has, waiting for the compiler if need be."""
    return backing(game) if warm(game) else InterpretedBacking(game)
