"""The position model for programs: structured data, the same as text, and every legal action with its effects."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict
from rich.text import Text

from pithead.clients.terminal.board import draw
from pithead.clients.terminal.words import Words
from pithead.engine.board import Table
from pithead.engine.events import Event
from pithead.engine.game import Game
from pithead.engine.offers import Offers

PROTOCOL = 1


class Message(BaseModel):
    """The base model of messages to a program."""

    model_config = ConfigDict(frozen=True)


class Decision(Message):
    """A legal action. Answer with `action` or with `id`."""

    id: int
    action: str
    """The canonical text, as records of play have it."""
    words: str
    effects: str = ""
    """Costs, changes that are certain, and remarks."""
    targets: list[str] = []


class Closed(Message):
    """A target that cannot be chosen now, with the reason."""

    target: str
    action: str | None = None
    code: str
    why: str


class Standing(Message):
    """How a game ended."""

    reason: str
    scores: list[int]
    ranks: list[int]
    words: list[str] = []


class Position(Message):
    """A seat's view and its legal actions."""

    type: str = "position"
    game: str
    players: list[str]
    seat: int
    to_move: int | None
    your_turn: bool
    phase: str
    happened: list[str]
    """What happened since the last position, in sentences."""
    events: list[dict[str, Any]]
    board: str
    """The board as plain text."""
    view: dict[str, Any]
    """The same as data: `GET /api/games/{game}/schema` has its schema."""
    legal: list[Decision]
    closed: list[Closed]
    can_undo: bool
    result: Standing | None


@dataclass(frozen=True)
class Seen:
    """A seat's input to `describe`, the same for local and remote games."""

    to_move: int | None
    phase: str
    view: Any
    offers: Offers
    events: list[Event]
    can_undo: bool
    result: Standing | None


def describe(game: Game, words: Words, seat: int, seen: Seen) -> Position:
    """Build a seat's `Position`, localized by `words`."""
    table = Table(words.messages, words.names, seat, plain=True)
    texts = game.action_texts
    return Position(
        game=game.id,
        players=list(words.names),
        seat=seat,
        to_move=seen.to_move,
        your_turn=seen.to_move == seat,
        phase=seen.phase,
        happened=[words.event(event) for event in seen.events],
        events=[{"name": event.name, **event.params} for event in seen.events],
        board="\n".join(Text.from_markup(line).plain.rstrip() for line in draw(game, seen.view, table)),
        view=seen.view.model_dump(mode="json"),
        legal=[
            Decision(
                id=option.id,
                action=option.text,
                words=words.option(option),
                effects=words.consequences(option),
                targets=list(option.targets),
            )
            for option in seen.offers.options
        ],
        closed=[
            Closed(
                target=words.target(refusal.target),
                action=texts[refusal.action] if refusal.action >= 0 else None,
                code=refusal.code,
                why=words.refusal(refusal),
            )
            for refusal in seen.offers.refusals
        ],
        can_undo=seen.can_undo,
        result=seen.result,
    )
