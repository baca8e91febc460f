"""Actions as localized sentences."""

from collections.abc import Mapping, Sequence

from pithead.engine.messages import Messages
from pithead.engine.offers import Param
from pithead.engine.parameters import with_names


def in_words(
    messages: Messages, types: Mapping[str, str], kind: str, params: Mapping[str, Param], names: Sequence[str]
) -> str:
    """The sentence `action.<kind>` of a game, with the names of players in place of their seats."""
    return messages.text(f"action.{kind}", with_names(params, types, names))
