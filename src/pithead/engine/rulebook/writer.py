"""Writes the rulebook of a game from its contents, its words and its components."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pithead.engine.facts import Either, Facts, Row, rows_of
from pithead.engine.game import Game
from pithead.engine.messages import Messages

from .components import option_values, origin
from .page import Block, Line, Rulebook, Ruling, Section, Term, cited, plain
from .sources import contents, texts


class NoSuchText(LookupError):
    """`contents.toml` names a text that a language does not have."""


class _Words(Messages):
    """Lists of alternatives read as a language writes them: 3, 4, 5 or 6."""

    def _shown(self, value: Any) -> str:
        if not isinstance(value, Either):
            return super()._shown(value)
        *others, last = (self._shown(item) for item in value)
        return self.text("rulebook.or", {"others": ", ".join(others), "last": last}) if others else last


class _Some(int):
    """A number that a refusal will name when it is spoken: shown as an ellipsis, and plural."""

    def __str__(self) -> str:
        return "…"


class _Unsaid(Mapping[str, Any]):
    """Stands for all parameters of a sentence."""

    def __getitem__(self, name: str) -> Any:
        return _Some(99)

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def of_game(game: Game, language: str) -> Rulebook:
    """The rules of a game with its components, in a language."""
    return _Writer(game, language).rulebook()


class _Writer:
    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.words = _Words(language, {**game.messages(language).texts, **texts(game.folder, language)})
        self.facts = Facts(game)
        self.contents = contents(game.folder)

    def rulebook(self) -> Rulebook:
        sections = tuple(self._section(section) for section in self.contents["sections"])
        named = {section.id: cited(section) for section in sections}
        cites = self.contents.get("cites", {})
        events = {kind: _several(rules) for kind, rules in cites.get("events", {}).items()}
        refusals = {code: _several(rules) for code, rules in cites.get("refusals", {}).items()}
        names = sorted((key[5:] for key in self.words.texts if key.startswith("rule.")), key=_natural)
        return Rulebook(
            self.game.id,
            self.words.language,
            self.game.material.fingerprint,
            self.words.text("game.title"),
            self.words.text("game.tagline"),
            sections,
            tuple(
                Ruling(
                    name,
                    self._say(f"rule.{name}"),
                    tuple(section for section, rulings in named.items() if name in rulings),
                    self._unsaid("refusal", refusals, name),
                    self._unsaid("event", events, name),
                )
                for name in names
            ),
            self._glossary(),
            events,
        )

    def _say(self, message: str, row: Row | None = None) -> str:
        """A text with what the components say, and what the line of a table says."""
        if not self.words.has(message):
            raise NoSuchText(f"{self.game.id}: {message} in {self.words.language}")
        return self.words.text(message, self.facts.beside(row))

    def _unsaid(self, family: str, cites: dict[str, tuple[str, ...]], ruling: str) -> tuple[str, ...]:
        found = [self.words.text(f"{family}.{key}", _Unsaid()) for key, rules in cites.items() if ruling in rules]
        return tuple(text.replace("….", "…") for text in found)

    def _section(self, section: dict[str, Any]) -> Section:
        name = section["id"]
        blocks = [block for line in section["blocks"] for block in self._blocks(name, line)]
        return Section(name, self._say(f"rules.{name}.title"), tuple(blocks))

    def _blocks(self, section: str, line: str) -> Iterator[Block]:
        """`text aim`, `steps turn`, `parts cage tile=tiles.kinds.0`, `table prizes`, `options` or `origin`."""
        kind, *names = line.split()
        if kind == "table":
            yield self._table(names[0])
        elif kind == "parts":
            yield Block(kind, lines=tuple(self._part(section, *name.partition("=")) for name in names))
        elif kind in ("list", "steps"):
            told = [Line((item,)) for item in self._say(f"rules.{section}.{names[0]}").split("\n")]
            yield Block(kind, lines=tuple(told))
        elif kind == "options":
            yield from self._options()
        elif kind == "origin":
            yield Block("text", self.words.labelled(self.words.text("rulebook.origin"), "").rstrip())
            yield Block("list", lines=tuple(Line((sentence,)) for sentence in origin(self.game, self.words)))
        else:
            # A section has its example and its trap; texts have names.
            told_text = self._say(f"rules.{section}.{names[0] if names else kind}")
            yield from (Block(kind, text) for text in told_text.split("\n"))

    def _part(self, section: str, name: str, _: str, path: str) -> Line:
        """`cage`, or `order=orders.cards.9` where the drawing shows a component."""
        shown = self.facts.find(path) if path else {}
        return Line((self._say(f"rules.{section}.{name}"),), {**shown, "art": name})

    def _table(self, name: str) -> Block:
        table = self.contents["tables"][name]
        lines = []
        for row in rows_of(self.facts, table):
            cells = tuple(self._cell(column, row) for column in table["columns"])
            lines.append(Line(cells, {**row, "art": table["art"]} if "art" in table else None))
        head = tuple(self._say(f"table.{name}.head").split(" | "))
        return Block("table", self._say(f"table.{name}"), head, tuple(lines))

    def _cell(self, column: str, row: Row) -> str:
        """`{first}` is a value of the line or its name, `=setup.francs.{key}` one of the components, `@…` a text."""
        filled = re.sub(r"\{(\w+)\}", lambda found: str(row.get(found[1], "")), column.lstrip("=@"))
        if column.startswith("@"):
            return self._say(filled, row)
        if column.startswith("="):
            return self.words.name(self.facts[filled])
        if alone := re.fullmatch(r"\{(\w+)\}", column):
            return self.words.name(row.get(alone[1], "–"))
        return self.words.name(filled)

    def _options(self) -> Iterator[Block]:
        """What a table can agree on, with the default marked, and the agreements that have a name."""
        if self.game.options:
            lines = [
                Line((self.words.text(f"option.{option.name}"), option_values(self.game, option, self.words)))
                for option in self.game.options
            ]
            head = tuple(self.words.text("rulebook.options_head").split(" | "))
            yield Block("table", self.words.text("rulebook.options"), head, tuple(lines))
        if named := self.game.variants[1:]:
            lines = [
                Line((self.words.text(f"variant.{variant.name}"), ", ".join(map(str, variant.players))))
                for variant in named
            ]
            head = tuple(self.words.text("rulebook.variants_head").split(" | "))
            yield Block("table", self.words.text("rulebook.variants"), head, tuple(lines))

    def _glossary(self) -> tuple[Term, ...]:
        terms = [
            Term(self._say(f"glossary.{name}"), self._say(f"glossary.{name}.meaning"))
            for name in self.contents.get("glossary", ())
        ]
        return tuple(sorted(terms, key=lambda term: plain(term.word)))


def _several(rules: str | list[str]) -> tuple[str, ...]:
    return (rules,) if isinstance(rules, str) else tuple(rules)


def _natural(name: str) -> tuple[str, int]:
    return name[:1], int(name[1:])
