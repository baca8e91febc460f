"""Localized messages of the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

from pithead.engine.errors import UnknownLanguage
from pithead.engine.messages import LANGUAGES, Messages, common

_chosen = ["en"]


def language() -> str:
    """The current language."""
    return _chosen[0]


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Choose the language: `--lang`, else the locale environment, else English.

    Runs before the argument parser is built, because its help is localized too.
    """
    _chosen[0] = "en"
    for variable in ("PITHEAD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            spoken = environment[variable].replace("-", "_").split("_")[0].split(".")[0].lower()
            _chosen[0] = spoken if spoken in LANGUAGES else "en"
            break
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            wanted = value if equals else next(iter(arguments[place + 1 : place + 2]), "")
            if wanted:
                _chosen[0] = known_language(wanted)


def known_language(wanted: str) -> str:
    """Validate a language code; the error lists the supported ones."""
    if wanted.lower() not in LANGUAGES:
        raise UnknownLanguage(language=wanted, known=", ".join(LANGUAGES))
    return wanted.lower()


def messages() -> Messages:
    """The message catalogue of the current language."""
    return common(language())


def say(message: str, **params: Any) -> str:
    """Format a message by id in the current language."""
    return messages().text(message, params)
