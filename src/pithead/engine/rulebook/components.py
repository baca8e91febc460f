"""What the rulebook says of options and of the origin of components."""

from collections.abc import Iterator

from pithead.engine.game import Game, OptionFact, Value
from pithead.engine.messages import Messages

from .sources import texts


def option_values(game: Game, option: OptionFact, words: Messages) -> str:
    """The values of an option in words, the usual one marked."""
    usual = option.default_for(game.rules_version)
    shown = []
    for value in option.values:
        text = _value(words, option.name, value)
        same = (type(value), value) == (type(usual), usual)
        shown.append(words.text("rulebook.usual", {"value": text}) if same else text)
    return " / ".join(shown)


def _value(words: Messages, option: str, value: Value) -> str:
    spelled = f"option.{option}.{value}"
    return words.text(spelled) if words.has(spelled) else words.name(value)


def origin(game: Game, words: Messages) -> Iterator[str]:
    """Where the component values come from, which of them nobody has read off the real components, and why these."""
    for source in dict.fromkeys(game.material.provenance.values()):
        described = str(game.material.data.get("sources", {}).get(source, source))
        if source != "reconstructed":
            yield words.text(f"provenance.{source}") if words.has(f"provenance.{source}") else described
    things = reconstructed(game, words)
    if things:
        why = words.text("provenance.reconstructed")
        yield words.text("rulebook.reconstructed", {"things": ", ".join(things), "why": why})
    else:
        yield words.text("rulebook.nothing_reconstructed")


def reconstructed(game: Game, words: Messages) -> list[str]:
    """The components with values that nobody has read off the real ones, in words."""
    known = {**words.texts, **texts(game.folder, words.language)}
    found = dict.fromkeys(path.split(".")[0] for path in game.material.reconstructed)
    # An edition of a user may be unsure of anything.
    return [known.get(f"components.{path}", path.replace("_", " ")) for path in found]
