"""The words of the command line, in the user's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from pithead.engine.errors import UnknownLanguage
from pithead.engine.messages import LANGUAGES, Messages, common

_chosen = ["en"]


def language() -> str:
    """The language of this run."""
    return _chosen[0]


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Take the language from `--lang`, else from the environment, else English.

    This happens before the command line is parsed, because its help is in that language too.
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
    """The language a user asked for, or a refusal that lists what there is."""
    if wanted.lower() not in LANGUAGES:
        raise UnknownLanguage(language=wanted, known=", ".join(LANGUAGES))
    return wanted.lower()


def messages() -> Messages:
    """The common texts in the language of this run."""
    return common(language())


def say(message: str, **params: Any) -> str:
    """A sentence by message id, in the language of this run."""
    return messages().text(message, params)
