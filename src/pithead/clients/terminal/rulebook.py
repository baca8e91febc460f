"""The rules of a game as text: numbered sections, rulings, options, and where the components come from."""

import textwrap
from typing import Any

from pithead.engine.game import Game, OptionFact, Value
from pithead.engine.messages import Messages

WIDTH = 80


def reference(game: Game, words: Messages) -> list[str]:
    """All of it."""
    title = words.text("game.title")
    lines = [title, "=" * len(title), ""]
    for message in ("game.tagline", "game.goal", "game.end"):
        if words.has(message):
            lines += textwrap.wrap(words.text(message), WIDTH)
    for number in range(1, len(sections(words)) + 1):
        lines += ["", *section(words, number)]
    found = rulings(words)
    if found:
        lines += ["", words.text("rulebook.rulings")]
        for name in found:
            lines += ruling(words, name)
    if game.options:
        lines += ["", words.text("rulebook.options")]
        for option in game.options:
            lines += _hanging(f"{option.name}: {option_text(game, option, words)}", "   ")
    return [*lines, "", words.text("rulebook.components"), *_hanging(origin(game, words), "   ")]


def sections(words: Messages) -> list[str]:
    """The ids of the sections, in order."""
    return sorted({key.split(".")[1] for key in words.texts if key.startswith("rules.")})


def section(words: Messages, number: int) -> list[str]:
    """One numbered section."""
    name = sections(words)[number - 1]
    lines = [f"{number}. {words.text(f'rules.{name}.title')}"]
    for paragraph in words.text(f"rules.{name}.text").split("\n"):
        lines += textwrap.wrap(paragraph, WIDTH, initial_indent="   ", subsequent_indent="   ") or [""]
    return lines


def rulings(words: Messages) -> list[str]:
    """The names of the rulings, R2 before R10."""
    found = (key.removeprefix("rule.") for key in words.texts if key.startswith("rule."))
    return sorted(found, key=_natural)


def ruling(words: Messages, name: str) -> list[str]:
    """One ruling, by its name."""
    return _hanging(words.text(f"rule.{name}"), f"   {name:<4}  ")


def option_text(game: Game, option: OptionFact, words: Messages) -> str:
    """What a table option means, its values and its default."""
    usual = option.default_for(game.rules_version)
    values = [
        f"{shown} ({words.text('rulebook.usual')})" if (type(value), value) == (type(usual), usual) else shown
        for value, shown in ((value, _value(words, option.name, value)) for value in option.values)
    ]
    return words.text("rulebook.option", {"text": words.text(f"option.{option.name}"), "values": ", ".join(values)})


def origin(game: Game, words: Messages) -> str:
    """Where the component values come from, and which of them nobody has read off the real components."""
    described: dict[str, Any] = game.material.data.get("sources", {})
    sentences = [
        words.text(f"provenance.{source}") if words.has(f"provenance.{source}") else str(described.get(source, source))
        for source in dict.fromkeys(game.material.provenance.values())
    ]
    if game.material.reconstructed:
        paths = ", ".join(game.material.reconstructed)
        sentences.append(words.text("rulebook.reconstructed", {"paths": paths}))
    else:
        sentences.append(words.text("rulebook.nothing_reconstructed"))
    return " ".join(sentences)


def _hanging(text: str, first: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * max(len(first), 6))


def _natural(name: str) -> tuple[str, int, str]:
    letters = name.rstrip("0123456789abcdefghijklmnopqrstuvwxyz")
    rest = name[len(letters) :]
    digits = "".join(character for character in rest if character.isdigit())
    return letters, int(digits or 0), rest


def _value(words: Messages, option: str, value: Value) -> str:
    spelled = _spelled(value)
    meaning = words.text(f"option.{option}.{spelled}") if words.has(f"option.{option}.{spelled}") else spelled
    return spelled if meaning == spelled else f"{spelled} ({meaning})"


def _spelled(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
