"""A hint for the player to move: what a search likes and the forecast prefers, and why, in words."""

from dataclasses import dataclass
from typing import Any

from pithead.bots.search.searcher import Searcher, usable_cores
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import backing
from pithead.engine.errors import GameOver, NotYourTurn
from pithead.engine.match import Match
from pithead.engine.messages import Messages

from .forecast import Forecaster
from .reasons import Reason, Reasoner
from .words import in_words

CLEAR = 0.05  # of a win: from here on a decision is clearly better than the next
EVEN = 0.01  # below this two decisions are as good as equal
DEALS = 128
SECONDS = 2.0  # of search, at think = 1
CHOICES = 4  # decisions that the search likes best, of which the forecast takes its own favourite
FORECAST_SECONDS = 2.0  # on the interpreter, at think = 1 …
LEAST_FORECAST_SECONDS = 0.5  # … but a chance from very few deals says nothing


@dataclass(frozen=True)
class Hint:
    """A decision, the mover's chances after it and after the next best as a message, and what makes the difference."""

    action: int
    text: str
    chance: float
    reason: str
    params: dict[str, Any]
    why: Reason | None = None

    def sentence(self, messages: Messages) -> str:
        """The reason in words."""
        why = self.why.sentences(messages, "advised") if self.why else ""
        return f"{messages.text(self.reason, self.params)} {why}".rstrip()


def hint(match: Match, player: int, think: float = 1.0, language: str = "en") -> Hint:
    """What the player to move might do; knows no more than that player."""
    seat = match.to_move
    if seat is None:
        raise GameOver()
    if seat != player:
        raise NotYourTurn(player=match.names[seat])
    texts = match.game.action_texts
    if len(match.legal) == 1:
        action = match.legal[0]
        return Hint(action, texts[action], _chances(match, seat, [action], think)[action], "analysis.hint.forced", {})
    chances = _chances(match, seat, _liked(match, seat, think), think)
    chosen, second = sorted(chances, key=lambda one: -chances[one])[:2]
    gap = chances[chosen] - chances[second]
    kind = "clear" if gap >= CLEAR else "better" if gap >= EVEN else "even"
    other = match.game.files.offers.offer(match.state, second)
    params = {
        "chance": round(100 * chances[chosen]),
        "gap": max(1, round(100 * gap)),
        "second": in_words(match.game.messages(language), match.game.types, other.kind, other.params, match.names),
    }
    reasoner = Reasoner(match.game, match.players, backing(match.game))
    why = reasoner.compare(match.imagine(seat), chosen, second, _seed(match))
    return Hint(chosen, texts[chosen], chances[chosen], f"analysis.hint.{kind}", params, why)


def _liked(match: Match, seat: int, think: float) -> list[int]:
    """The decisions that a search visits most, the most visited first."""
    best = Settings.of(match.game, "best")
    searcher = Searcher(
        "hint", match.game, _seed(match), seconds=SECONDS * think, threads=usable_cores(), settings=best
    )
    chosen = searcher.choose(match.imagine(seat))
    # A search that was cut short names its choice only: any other decision is better than none to compare it with.
    return list(dict.fromkeys([chosen, *(one.action for one in searcher.found), *match.legal]))[:CHOICES]


def _chances(match: Match, seat: int, actions: list[int], think: float) -> dict[int, float]:
    """The seat's chances after each of some decisions."""
    on = backing(match.game)
    position = match.imagine(seat)
    forecaster = Forecaster(match.game, match.players, round(DEALS * think) if on.compiled else 0, on)
    if on.compiled:
        found = forecaster.after(position, actions, _seed(match))
    else:
        seconds = max(LEAST_FORECAST_SECONDS, FORECAST_SECONDS * think)
        found = forecaster.in_time(position, actions, _seed(match), seconds)
    return dict(zip(actions, found, strict=True))


def _seed(match: Match) -> int:
    """The same position gives the same chances, so that asking twice is not confusing."""
    return len(match.actions)
