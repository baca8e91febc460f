"""Texts by message id, in three languages.

A message is a sentence with `{parameters}`, plural forms and choices (`message_format`). A parameter that is a word is
an id itself: `money_4` is shown as the message `name.money_4`, `order:42` as `name.order` with `{id}`; a word without a
message is shown as it is.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from importlib.resources import files
from pathlib import Path
from typing import Any

from .errors import BrokenGame
from .message_format import render

LANGUAGES = ("en", "fr", "de")
VALUE = re.compile(r"\{(\w+(?:\.\w+)+)\}")


class Messages:
    """The texts of one language."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language = language
        self.texts = texts

    def has(self, message: str) -> bool:
        """Whether the id exists."""
        return message in self.texts

    def text(self, message: str, params: Mapping[str, Any] | None = None) -> str:
        """The sentence for an id; the id itself where it is missing."""
        found = self.texts.get(message)
        if found is None:
            return message if not params else f"{message} {params}"
        return render(found, self.language, {} if params is None else params, self._shown)

    def name(self, word: Any) -> str:
        """What an id is called."""
        return self._shown(word)

    def labelled(self, label: str, text: str) -> str:
        """A label and what it belongs to, with the colon of the language."""
        return f"{label}{self.text('label.colon')}{text}"

    def series(self, parts: Iterable[str]) -> str:
        """Parts of a sentence one after the other, with the semicolon of the language."""
        return self.text("label.semicolon").join(parts)

    def _shown(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.text("name.yes" if value else "name.no")
        if isinstance(value, (list, tuple)):
            return ", ".join(self._shown(item) for item in value)
        if not isinstance(value, str):
            return str(value)
        if f"name.{value}" in self.texts:
            return self.text(f"name.{value}")
        kind, colon, rest = value.partition(":")
        if colon and f"name.{kind}" in self.texts:
            return self.text(f"name.{kind}", {"id": rest})
        return value


@cache
def common(language: str = "en") -> Messages:
    """The texts that belong to no game."""
    found = files("pithead") / "locales" / f"{language}.json"
    return Messages(language, json.loads(found.read_text("utf-8")))


def of_game(folder: Path, language: str, material: Mapping[str, Any]) -> Messages:
    """A game's texts, over the common ones; `{play.end_above}` in one is that value of the components."""
    path = folder / "locales" / f"{language}.json"
    try:
        texts = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise BrokenGame(path=f"{folder.name}/locales/{path.name}", why=str(problem)) from None

    def value(found: re.Match[str]) -> str:
        return str(reduce(lambda table, step: table[step], found[1].split("."), material))

    return Messages(language, {**common(language).texts, **{key: VALUE.sub(value, texts[key]) for key in texts}})
