"""The seat interface for programs, and its implementation for an in-process game against bots."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from pithead.bots import Bot, from_spec
from pithead.clients.terminal.words import Words
from pithead.engine.errors import NotYourTurn, PitheadError
from pithead.engine.game import Game
from pithead.engine.match import Match, new

from .position import Position, Seen, Standing, describe


class Seat(Protocol):
    """The interface of one seat of one game, local or remote."""

    words: Words
    """Names and language, for positions and refusals."""

    @property
    def options(self) -> dict[str, Any]:
        """The options that the game is played with."""
        ...

    def wait(self) -> Position:
        """Block until the seat is to move or the game is over; returns the position."""
        ...

    def observation(self) -> list[int]:
        """The numeric observation, as in the environments; only while the seat is to move."""
        ...

    def play(self, action: int | str) -> None:
        """Play an action by number or canonical text; raises a PitheadError with the reason if it is illegal."""
        ...

    def undo(self) -> None:
        """Take back the last unconfirmed decision."""
        ...

    def explain(self, action: int | str) -> PitheadError | None:
        """Why an action is illegal now; None if it is legal."""
        ...

    def close(self) -> None:
        """Release the seat's resources."""
        ...


class LocalGame:
    """An in-process game with bots on all other seats."""

    def __init__(
        self,
        game: str | Game,
        bots: Sequence[str],
        seat: int = 0,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,
        material: str | Path | None = None,
        language: str = "en",
        think: float = 1.0,
    ) -> None:
        players = len(bots) + 1
        self.match: Match = new(game, players, seed, options, material)
        self.match.check_seat(seat, spectator=False)
        self.seat = seat
        messages = self.match.game.messages(language)
        names = [messages.text(f"bots.level.{bot}") if messages.has(f"bots.level.{bot}") else bot for bot in bots]
        names.insert(seat, messages.text("term.program"))
        self.match.names = _different(names)
        self.words = Words(messages, self.match.game.types, self.match.names)
        others = [place for place in range(players) if place != seat]
        self._bots: dict[int, Bot] = {
            place: from_spec(bot, self.match.game, place, think) for place, bot in zip(others, bots, strict=True)
        }
        self._told = 0
        self._opening = self.match.opening(seat)  # not reported yet

    @property
    def options(self) -> dict[str, Any]:
        """The options of the match."""
        return dict(self.match.options)

    def wait(self) -> Position:
        """Play the bots until the program is to move."""
        match = self.match
        while match.to_move is not None and match.to_move != self.seat:
            match.play(self._bots[match.to_move].choose(match.imagine(match.to_move)))
        # After an undo do not repeat earlier events, but report those that replace them.
        events = match.events(self.seat, min(self._told, len(match.actions)))
        self._told = len(match.actions)
        opening, self._opening = self._opening, []
        return describe(match.game, self.words, self.seat, self._seen(opening + events))

    def _seen(self, events: list[Any]) -> Seen:
        match = self.match
        result = None
        if match.result:
            outcome = match.result.outcome
            result = Standing(
                reason=match.result.reason,
                scores=outcome.scores,
                ranks=outcome.ranks,
                words=self.words.final(match, plain=True),
            )
        undo = match.settled < len(match.actions)
        return Seen(match.to_move, match.phase, match.view(self.seat), match.offers(), events, undo, result)

    def observation(self) -> list[int]:
        """The numeric observation of the seat."""
        return self.match.rules.features(self.match.state, self.seat)

    def play(self, action: int | str) -> None:
        """Play an action of the program's seat."""
        self.match.play(action, self.seat)

    def undo(self) -> None:
        """Take back the last decision of the draft."""
        if self.match.to_move != self.seat:
            raise NotYourTurn(player=self.match.names[self.match.to_move or 0])
        self.match.undo()

    def explain(self, action: int | str) -> PitheadError | None:
        """Try the action on a copy of the match."""
        return refusal_of(self.match, action, self.seat)

    def close(self) -> None:
        """No resources to release."""


def refusal_of(match: Match, action: int | str, seat: int) -> PitheadError | None:
    """Why an action is illegal now; None if it is legal."""
    try:
        chosen = match.action_id(action)
        if chosen in match.legal and match.to_move == seat:
            return None
        match.play(chosen, seat)
    except PitheadError as refusal:
        return refusal
    raise AssertionError("an illegal decision was played")


def _different(names: list[str]) -> tuple[str, ...]:
    """Make names unique by numbering bots of the same level."""
    return tuple(
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    )
