"""The coach: asks for confirmation before a turn that loses more than the agreed threshold.

The drafted turn is compared with the turn that a search would play, each as a whole and under common determinizations,
so that no hidden information leaks. The interpreted search is too slow to be reliable within the time that a person
waits, so there the coach is off.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import at_hand
from pithead.bots.search.workspace import Backing
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined, imagine
from pithead.engine.match import END, Match
from pithead.engine.offers import Param
from pithead.engine.rules import State

from .forecast import Forecaster
from .reasons import Reason, Reasoner
from .words import in_words

SIMULATIONS = 6000  # budget of the search, for a whole turn
DEALS = 512  # determinizations per estimate
LONGEST = 60  # maximum actions per turn


@dataclass(frozen=True)
class Draft:
    """A drafted turn: the position before it, the actions so far, and the next one, which is about to be played.

    `word` seeds the determinizations: the same draft gives the same figures.
    """

    game: Game
    players: int
    seat: int
    settled: State
    decisions: tuple[int, ...]
    next: int
    word: int

    @classmethod
    def of(cls, match: Match, action: int) -> "Draft":
        """The turn of the player to move with one decision more."""
        assert match.to_move is not None
        drafted = tuple(match.actions[match.settled :])
        return cls(match.game, match.players, match.to_move, match.settled_state, drafted, action, match.settled)


@dataclass(frozen=True)
class Objection:
    """The loss of a turn, the better action, and how many actions of the draft to undo first."""

    loss: float
    back: int
    action: int
    text: str
    kind: str
    params: dict[str, Param]
    why: Reason

    def question(self, game: Game, names: Sequence[str], language: str) -> str:
        """The confirmation question as text, followed by the reason."""
        messages = game.messages(language)
        better = in_words(messages, game.types, self.kind, self.params, names)
        return messages.text("analysis.coach.asks", {"loss": round(100 * self.loss), "better": better})


def object_to(draft: Draft, threshold: float, on: Backing | None = None) -> Objection | None:
    """The objection to an irreversible action whose loss in win probability reaches the threshold; else None."""
    on = on or at_hand(draft.game)
    turn = _Turn(draft, on)
    if not on.compiled or not turn.is_final():
        return None
    drafted = [*draft.decisions, draft.next]
    better = turn.instead()
    first = next((i for i, pair in enumerate(zip(drafted, better, strict=False)) if pair[0] != pair[1]), None)
    if first is None:
        return None
    loss = turn.chance(better) - turn.chance(drafted)
    if loss < threshold:
        return None
    state, chosen = turn.after(drafted[:first]), better[first]
    offer = draft.game.files.offers.offer(state, chosen)
    why = Reasoner(draft.game, draft.players, on).compare(turn.seen(state), chosen, drafted[first], draft.word)
    text = draft.game.action_texts[chosen]
    return Objection(loss, len(drafted) - 1 - first, chosen, text, offer.kind, offer.params, why)


class _Turn:
    """A seat's turn from its first action on, by the seat's knowledge."""

    def __init__(self, draft: Draft, on: Backing) -> None:
        self._draft = draft
        self._on = on
        self._rules = draft.game.rules()

    def seen(self, state: State) -> Imagined:
        """Determinize a state for the seat."""
        return imagine(self._rules, state, self._draft.seat, self._draft.word)

    def after(self, decisions: Iterable[int]) -> State:
        """The position after actions that reveal nothing."""
        state = self._rules.copy(self._draft.settled)
        for decision in decisions:
            self._rules.apply(state, decision)
        return state

    def is_final(self) -> bool:
        """Whether the next action ends the turn or reveals something, tested on a determinization."""
        if self._draft.next == END:
            return True
        deal = self._rules.decode(self.seen(self.after(self._draft.decisions)).data)
        before = self._rules.facts(deal, audit=False).barrier
        self._rules.apply(deal, self._draft.next)
        facts = self._rules.facts(deal, audit=False)
        return facts.barrier != before or facts.to_move < 0

    def chance(self, decisions: list[int]) -> float:
        """The seat's win probability after a turn that reveals nothing before its last action."""
        forecaster = Forecaster(self._draft.game, self._draft.players, DEALS, self._on)
        return forecaster.after(self.seen(self.after(decisions[:-1])), decisions[-1:], self._draft.word)[0]

    def instead(self) -> list[int]:
        """The turn that a search would play, up to the first irreversible action."""
        game, rules = self._draft.game, self._rules
        best = Settings.of(game, "best")
        searcher = Searcher("coach", game, self._draft.word, simulations=SIMULATIONS, settings=best, on=self._on)
        # Played on a determinization and ended by the first revelation: hidden information is never read.
        state = rules.decode(self.seen(self._draft.settled).data)
        barrier = rules.facts(state, audit=False).barrier
        found: list[int] = []
        while len(found) < LONGEST:
            found.append(searcher.choose(self.seen(state)))
            rules.apply(state, found[-1])
            facts = rules.facts(state, audit=False)
            if found[-1] == END or facts.barrier != barrier or facts.to_move != self._draft.seat:
                break
        return found
