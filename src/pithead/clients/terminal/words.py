"""Formats options, events, refusals and results as localized sentences."""

from collections.abc import Mapping
from typing import Any

from pithead.engine.errors import Illegal, PitheadError
from pithead.engine.events import Event
from pithead.engine.match import Match
from pithead.engine.messages import Messages
from pithead.engine.offers import Option, Plan, Refusal
from pithead.engine.parameters import with_names

MINUS = "−"


class Words:
    """Formats the engine's messages for one table."""

    def __init__(self, messages: Messages, types: Mapping[str, str], names: tuple[str, ...]) -> None:
        self.messages = messages
        self.types = types
        self.names = names

    def text(self, message: str, **params: Any) -> str:
        """Format a message by id."""
        return self.messages.text(message, params)

    def event(self, event: Event) -> str:
        """Format an event."""
        return self.messages.text(f"event.{event.name}", self._named(event.params))

    def _named(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Substitute players' names for seat parameters."""
        return with_names(params, self.types, self.names)

    def option(self, option: Option) -> str:
        """Format an option."""
        return self.messages.text(f"action.{option.kind}", self._named(option.params))

    def consequences(self, option: Option) -> str:
        """Costs and effects of an option, then its notes."""
        parts = [
            f"{self._amount(name)} {_signed(-value)}"
            for name, value in option.cost.items()
            if value and option.preview.get(name) != -value
        ]
        parts += [f"{self._amount(name)} {_signed(value)}" for name, value in option.preview.items() if value]
        notes = [self._note(note.message, note.params) for note in option.notes]
        return self.messages.series([", ".join(parts), *notes] if parts else notes)

    def _note(self, message: str, params: Mapping[str, Any]) -> str:
        full = message if self.messages.has(message) else f"note.{message}"
        return self.messages.text(full, self._named(params))

    def _amount(self, name: str) -> str:
        thing, _, player = name.partition("@")
        label = self.messages.text(f"amount.{thing}")
        return self.messages.labelled(self.names[int(player)], label) if player.isdigit() else label

    def refusal(self, refusal: Refusal) -> str:
        """Why a target is refused, with its ruling."""
        reason = self.messages.text(f"refusal.{refusal.code}", self._named(refusal.params))
        return f"{reason} ({refusal.rule})" if refusal.rule else reason

    def target(self, target: str) -> str:
        """The name of a target."""
        return self.messages.name(target)

    def plan(self, plan: Plan) -> str:
        """Describe the result of a plan."""
        return self.messages.text(f"plan.{plan.kind}", self._named(plan.params))

    def error(self, problem: PitheadError) -> str:
        """Format an error of the engine; the reason of an illegal action is localized too."""
        if isinstance(problem, Illegal) and problem.params.get("refusal"):
            params = {**problem.params, "why": self.refusal(problem.params["refusal"])}
            return self.messages.text("error.illegal", params)
        return problem.text(self.messages.language)

    def final(self, match: Match, plain: bool = False) -> list[str]:
        """The result of a finished game: points by source, ranks, winners."""
        result = match.result
        assert result
        breakdowns = [match.breakdown(player) for player in range(match.players)]
        return self.ending(f"reason.{result.reason}", breakdowns, result.outcome.scores, result.outcome.ranks, plain)

    def ending(
        self, why: str, breakdowns: list[dict[str, int]], scores: list[int], ranks: list[int], plain: bool
    ) -> list[str]:
        """The same from its parts; `why` is the message that says how the game ended."""
        told = self.score_sentences if plain else self.score_table
        lines = [self.messages.text(why), *told(breakdowns, scores, ranks)]
        winners = [name for name, rank in zip(self.names, ranks, strict=True) if rank == 1]
        if not winners:
            lines.append(self.text("term.no_winner"))
        elif len(winners) == 1:
            lines.append(self.text("term.winner", name=winners[0]))
        else:
            lines.append(self.text("term.winners", names=", ".join(winners)))
        return lines

    def score_table(self, breakdowns: list[dict[str, int]], scores: list[int], ranks: list[int]) -> list[str]:
        """Points by source, one column per player."""
        sources = list(dict.fromkeys(source for breakdown in breakdowns for source in breakdown))
        rows = [
            (
                self.messages.text(f"source.{source}"),
                [str(breakdown.get(source, 0)).replace("-", MINUS) for breakdown in breakdowns],
            )
            for source in sources
            if any(breakdown.get(source) for breakdown in breakdowns)
        ]
        rows.append((self.text("term.total"), [str(score).replace("-", MINUS) for score in scores]))
        rows.append((self.text("term.rank"), [str(rank) for rank in ranks]))
        label = max(len(name) for name, _ in rows)
        width = max(6, *(len(name) for name in self.names))
        lines = [" " * label + "".join(f"  {name:>{width}}" for name in self.names)]
        lines += [f"{name:<{label}}" + "".join(f"  {value:>{width}}" for value in values) for name, values in rows]
        return lines

    def score_sentences(self, breakdowns: list[dict[str, int]], scores: list[int], ranks: list[int]) -> list[str]:
        """The same for a screen reader: one sentence per player."""
        lines = []
        for name, breakdown, score, rank in zip(self.names, breakdowns, scores, ranks, strict=True):
            parts = ", ".join(
                f"{self.messages.text(f'source.{source}')} {points}" for source, points in breakdown.items() if points
            )
            sentence = self.text("term.score_sentence", name=name, points=score, rank=rank)
            lines.append(f"{sentence} {parts}." if parts else sentence)
        return lines


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"
