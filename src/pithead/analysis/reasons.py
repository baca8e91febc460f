"""Why an action is better than another: the evaluation terms that differ at the end of the turn.

Both actions are rolled out greedily to the end of the turn under common determinizations, and the terms of the
evaluation (`terms.py` of the game) are compared there. The input is a determinization, so a reason never leaks hidden
information.
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

DEALS, LOOKS = 16, 300  # determinizations, and evaluations per rollout …
INTERPRETED_DEALS, INTERPRETED_LOOKS = 2, 60  # … with the interpreted search
LEAST = 0.1  # smaller differences, in points of the evaluation, are ignored
SHARE = 0.3  # fraction of the largest difference below which a term is omitted
MOST_GAINS, MOST_LACKS = 2, 1
RIVALS = "rivals"  # the pseudo-term of what an action takes from the best opponent

Subject = Literal["advised", "better"]


@dataclass(frozen=True)
class Gain:
    """A term in which one action is ahead: the message `gain.<term>`; `amount` is 0 for terms without a count."""

    term: str
    amount: int = 0


@dataclass(frozen=True)
class Reason:
    """The terms in which an action is ahead of another, and those in which it is behind, in descending order.

    `later` says that by the end of the turn it is not ahead: it pays off afterwards.
    """

    gains: tuple[Gain, ...]
    lacks: tuple[Gain, ...]
    later: bool

    def sentences(self, messages: Messages, subject: Subject) -> str:
        """The reason as text; also that there is none, where both actions lead to about the same."""
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
    """Compares actions of one match."""

    def __init__(self, game: Game, players: int, on: Backing) -> None:
        self._players = players
        self._rules = game.rules()
        self._files = game.files
        self._deals, self._looks = (DEALS, LOOKS) if on.compiled else (INTERPRETED_DEALS, INTERPRETED_LOOKS)
        self._tree = Tree(on, Settings.of(game), nodes=8)

    def compare(self, position: Imagined, better: int, other: int, word: int) -> Reason:
        """Why one action is better than another by the seat's knowledge; `word` seeds the determinizations."""
        worth: defaultdict[str, float] = defaultdict(float)
        amounts: Counter[str] = Counter()
        self._tree.seed(word, position.seat)
        self._tree.reset(position)
        for _ in range(self._deals):
            self._tree.imagine(position.seat)
            for action, sign in ((better, 1), (other, -1)):
                self._tree.outlook(action, position.seat, self._looks)
                self._accumulate(position.seat, sign, worth, amounts)
        return self._reason(worth, amounts)

    def _accumulate(self, seat: int, sign: int, worth: dict[str, float], amounts: Counter[str]) -> None:
        """Accumulate the terms of the end position: the seat's own, and those of its best opponent."""
        state = self._rules.decode(self._tree.outlook_end())
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
            # State a count only if it agrees with the term's worth; the sentence without a count is always true.
            return Gain(term, max(0, sign * round(amounts[term] / self._deals)))

        gains = [gain(term, 1) for term in notable if worth[term] > 0]
        lacks = [gain(term, -1) for term in notable if worth[term] < 0]
        later = bool(notable) and sum(worth.values()) <= 0
        return Reason(tuple(gains[:MOST_GAINS]), tuple(lacks[:MOST_LACKS]), later)
