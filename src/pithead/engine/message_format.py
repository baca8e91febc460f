"""The part of ICU MessageFormat that our texts are written in.

    {player} buys {carts, plural, one {# cart} other {# carts}}
    {colour, select, K {schwarze} other {gelbe}}

A `plural` chooses by the language's own rules (CLDR's, for whole numbers) or by an exact number (`=0 {none}`), and `#`
inside it is the number; the form `minus`, where there is one, is for numbers below zero, and inside it the number is
without its sign. A `select` chooses by a word, or by `true` and `false`. Both need `other`, and forms may hold further
arguments. The name of an argument may be a path, `{counts.shifts}`: so the rules name values of components
(`facts.py`). In French a “de ” before an argument becomes “d’” before a vowel.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

_ARGUMENT = re.compile(r"\{\s*([\w.=]+)\s*(?:,\s*(plural|select)\s*,\s*|\})")
_FORM = re.compile(r"\s*(=\d+|\w+)\s*\{")
_TEXT = re.compile(r"[^{}#]+")
# French: “le tour d’Ada”, “la cité d’Eiberg”. An h keeps its “de”: whether it is silent is not written in a name.
_DE = re.compile(r"\b[Dd]e $")
_VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüœ]|y[^aeiouàâäéèêëîïôöùûüœ]", re.IGNORECASE)


class BadMessage(ValueError):
    """A text that is not well formed."""


class Argument(NamedTuple):
    """A place in a text that a parameter fills, or chooses the form of."""

    name: str
    kind: str
    forms: "dict[str, Text]"


# Runs of letters, arguments, and None for the `#` of a plural.
Text = tuple[str | Argument | None, ...]


@cache
def parse(source: str) -> Text:
    """The parts of a text."""
    text, end = _parts(source, 0, inside=False, plural=False)
    assert end == len(source)
    return text


def parameters(source: str) -> set[str]:
    """The names of all parameters that a text may show or choose by."""
    return set(_names(parse(source)))


def render(source: str, language: str, params: Mapping[str, Any], shown: Callable[[Any], str]) -> str:
    """The text with its parameters; `shown` says how a value reads."""
    return _render(parse(source), language, params, shown, 0)


def _parts(source: str, at: int, inside: bool, plural: bool) -> tuple[Text, int]:
    parts: list[str | Argument | None] = []
    while at < len(source):
        if inside and source[at] == "}":
            return tuple(parts), at + 1
        if source[at] == "{":
            argument, at = _argument(source, at, plural)
            parts.append(argument)
        elif source[at] == "#":
            parts.append(None if plural else "#")
            at += 1
        elif found := _TEXT.match(source, at):
            parts.append(found[0])
            at = found.end()
        else:
            raise BadMessage(f"a brace too many at {at}: {source}")
    if inside:
        raise BadMessage(f"a brace is missing: {source}")
    return tuple(parts), at


def _argument(source: str, at: int, plural: bool) -> tuple[Argument, int]:
    found = _ARGUMENT.match(source, at)
    if not found:
        raise BadMessage(f"no parameter at {at}: {source}")
    name, kind = found[1], found[2] or ""
    at = found.end()
    forms: dict[str, Text] = {}
    if not kind:
        return Argument(name, kind, forms), at
    while form := _FORM.match(source, at):
        forms[form[1]], at = _parts(source, form.end(), inside=True, plural=plural or kind == "plural")
    if "other" not in forms:
        raise BadMessage(f"{name} has no form for all others: {source}")
    if source[at : at + 1] != "}":
        raise BadMessage(f"{name} is not closed: {source}")
    return Argument(name, kind, forms), at + 1


def _names(text: Text) -> Iterator[str]:
    for part in text:
        if isinstance(part, Argument):
            yield part.name
            for form in part.forms.values():
                yield from _names(form)


def _render(text: Text, language: str, params: Mapping[str, Any], shown: Callable[[Any], str], number: Any) -> str:
    out = []
    for part in text:
        if isinstance(part, str):
            out.append(part)
        elif part is None:
            out.append(shown(number))
        elif part.name not in params and not part.kind:
            out.append(f"{{{part.name}}}")
        elif not part.kind:
            word = shown(params[part.name])
            if language == "fr" and out and _DE.search(out[-1]) and _VOWEL.match(word):
                out[-1] = out[-1][:-2] + "’"
            out.append(word)
        else:
            value = params.get(part.name, 0)
            if part.kind == "plural" and int(value) < 0 and "minus" in part.forms:
                size = -int(value)
                given = {**params, part.name: size}
                out.append(_render(part.forms["minus"], language, given, shown, size))
                continue
            inner = value if part.kind == "plural" else number
            out.append(_render(_form(part, language, value), language, params, shown, inner))
    return "".join(out)


def _form(argument: Argument, language: str, value: Any) -> Text:
    if argument.kind == "select":
        word = str(value).lower() if isinstance(value, bool) else str(value)
        return argument.forms.get(word, argument.forms["other"])
    form = f"={value}" if f"={value}" in argument.forms else _plural(language, abs(int(value)))
    return argument.forms.get(form, argument.forms["other"])


# What counts as “one”. French has a further form for whole millions, which no text of ours needs.
_ONE: dict[str, Callable[[int], bool]] = {"en": lambda n: n == 1, "fr": lambda n: n < 2, "de": lambda n: n == 1}


def _plural(language: str, n: int) -> str:
    return "one" if _ONE[language](n) else "other"
