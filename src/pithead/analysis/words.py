"""Decisions in the words of a language."""

from collections.abc import Mapping, Sequence

from pithead.engine.messages import Messages
from pithead.engine.offers import Param


def in_words(messages: Messages, kind: str, params: Mapping[str, Param], names: Sequence[str]) -> str:
    """The sentence `action.<kind>` of the game, with the name of a player in place of the number."""
    player = params.get("player")
    named = {"player": names[player]} if isinstance(player, int) else {}
    return messages.text(f"action.{kind}", {**params, **named})
