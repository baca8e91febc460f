"""A hint for the player to move: candidates from a search, ranked by the forecast, with the reason as text."""

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

CLEAR = 0.05  # win-probability difference from which an action is clearly better
EVEN = 0.01  # … and below which two actions are equal
DEALS = 128
SECONDS = 2.0  # time budget of the search, at think = 1
CHOICES = 4  # most visited actions of the search, among which the forecast chooses
FORECAST_SECONDS = 2.0  # budget of the interpreted forecast, at think = 1 …
LEAST_FORECAST_SECONDS = 0.5  # … with a minimum, because few determinizations are only noise


@dataclass(frozen=True)
class Hint:
    """An action, the comparison with the next best one as a message, and the reason for the difference."""

    action: int
    text: str
    chance: float
    reason: str
    params: dict[str, Any]
    why: Reason | None = None

    def sentence(self, messages: Messages) -> str:
        """The reason as text."""
        why = self.why.sentences(messages, "advised") if self.why else ""
        return f"{messages.text(self.reason, self.params)} {why}".rstrip()


def hint(match: Match, player: int, think: float = 1.0, language: str = "en") -> Hint:
    """Suggest an action to the player to move, by that player's knowledge only."""
    seat = match.to_move
    if seat is None:
        raise GameOver()
    if seat != player:
        raise NotYourTurn(player=match.names[seat])
    texts = match.game.action_texts
    if len(match.legal) == 1:
        action = match.legal[0]
        return Hint(action, texts[action], _chances(match, seat, [action], think)[action], "analysis.hint.forced", {})
    chances = _chances(match, seat, _most_visited(match, seat, think), think)
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


def _most_visited(match: Match, seat: int, think: float) -> list[int]:
    """The most visited actions of a search, in descending order."""
    best = Settings.of(match.game, "best")
    searcher = Searcher(
        "hint", match.game, _seed(match), seconds=SECONDS * think, threads=usable_cores(), settings=best
    )
    chosen = searcher.choose(match.imagine(seat))
    # A truncated search may have visited one action only: add any other, so that there is something to compare with.
    return list(dict.fromkeys([chosen, *(one.action for one in searcher.found), *match.legal]))[:CHOICES]


def _chances(match: Match, seat: int, actions: list[int], think: float) -> dict[int, float]:
    """The seat's win probability after each of several actions."""
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
    """A seed derived from the position, so that asking twice gives the same figures."""
    return len(match.actions)
