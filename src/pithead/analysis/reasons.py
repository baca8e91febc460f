"""Why a decision is better than another, in words: what the evaluation counts more of when the turn has ended.

The two decisions are tried in the same imagined deals, each with a greedy rest of the turn, and the terms of the
evaluation (`terms.py` of the game) are compared there. Only an imagined position comes in, so a reason never rests on
what the seat cannot know.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined
from pithead.engine.messages import Messages

DEALS, LOOKS = 16, 300  # imagined deals, and positions that the rest of a turn compares in each …
INTERPRETED_DEALS, INTERPRETED_LOOKS = 2, 60  # … where no compiled search is at hand
LEAST = 0.1  # points of the evaluation: a smaller difference is none
SHARE = 0.3  # of the largest difference: a smaller one is not worth a word
MOST_GAINS, MOST_LACKS = 2, 1
RIVALS = "rivals"  # what a decision takes from the best of the others

Subject = Literal["advised", "better"]


@dataclass(frozen=True)
class Gain:
    """A term that one decision brings more of: `gain.<term>`; `amount` is how much, 0 where nobody counts it."""

    term: str
    amount: int = 0


@dataclass(frozen=True)
class Reason:
    """What a decision gains over another, and what it lacks in return, the largest first.

    `later` says that by the end of the turn it is not ahead: it pays off afterwards.
    """

    gains: tuple[Gain, ...]
    lacks: tuple[Gain, ...]
    later: bool

    def sentences(self, messages: Messages, subject: Subject) -> str:
        """The reason in words; also that there is none, where the decisions lead to about the same."""
        found = []
        if self.gains:
            found.append(messages.text(f"analysis.why.{subject}", {"gains": _said(self.gains, messages)}))
        if self.lacks:
            other = "other" if self.gains else "other_only"
            found.append(messages.text(f"analysis.why.{other}", {"gains": _said(self.lacks, messages)}))
        if self.later:
            found.append(messages.text(f"analysis.why.{subject}_later"))
        return " ".join(found) or messages.text("analysis.why.same")


def _said(gains: Iterable[Gain], messages: Messages) -> str:
    words = [messages.text(f"gain.{gain.term}", {"n": gain.amount}) for gain in gains]
    return words[0] if len(words) == 1 else messages.text("analysis.why.and", {"first": words[0], "second": words[1]})


class Reasoner:
    """Compares decisions of one match."""

    def __init__(self, game: Game, players: int, on: Backing) -> None:
        self._players = players
        self._rules = game.rules()
        self._files = game.files
        self._deals, self._looks = (DEALS, LOOKS) if on.compiled else (INTERPRETED_DEALS, INTERPRETED_LOOKS)
        self._tree = Tree(on, Settings.of(game), nodes=8)

    def compare(self, position: Imagined, better: int, other: int, word: int) -> Reason:
        """Why one decision is better than another by what the seat knows; the same `word` imagines the same deals."""
        worth: defaultdict[str, float] = defaultdict(float)
        amounts: Counter[str] = Counter()
        self._tree.seed(word, position.seat)
        self._tree.stand(position)
        for _ in range(self._deals):
            self._tree.imagine(position.seat)
            for action, sign in ((better, 1), (other, -1)):
                self._tree.outlook(action, position.seat, self._looks)
                self._count(position.seat, sign, worth, amounts)
        return self._reason(worth, amounts)

    def _count(self, seat: int, sign: int, worth: dict[str, float], amounts: Counter[str]) -> None:
        """Add what the position at the end of the turn holds for the seat, and what it leaves to the others."""
        state = self._rules.decode(self._tree.foreseen())
        for term, value in self._files.terms.terms(state, seat).items():
            worth[term] += sign * value / self._deals
        for name, count in self._files.offers.amounts(state, seat).items():
            amounts[name] += sign * count
        sides = self._rules.standing(state, self._players).teams
        others = [one for one in range(self._players) if sides[one] != sides[seat]]
        if others:
            best = max(self._files.evaluate.evaluate(state, one) for one in others)
            worth[RIVALS] -= sign * best / self._deals

    def _reason(self, worth: dict[str, float], amounts: Counter[str]) -> Reason:
        largest = max(map(abs, worth.values()), default=0.0)
        least = max(LEAST, SHARE * largest)
        ordered = sorted(worth, key=lambda term: -abs(worth[term]))
        notable = [term for term in ordered if abs(worth[term]) >= least]

        def gain(term: str, sign: int) -> Gain:
            # A whole number that says the same as the worth; else the sentence without one is true.
            return Gain(term, max(0, sign * round(amounts[term] / self._deals)))

        gains = [gain(term, 1) for term in notable if worth[term] > 0]
        lacks = [gain(term, -1) for term in notable if worth[term] < 0]
        later = bool(notable) and sum(worth.values()) <= 0
        return Reason(tuple(gains[:MOST_GAINS]), tuple(lacks[:MOST_LACKS]), later)
