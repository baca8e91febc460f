"""What can be checked without a browser: words, types, sizes."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pithead import bots
from pithead.engine import registry
from pithead.engine.message_format import parameters

from .conftest import ROOT, load_web

WEB = ROOT / "web" / "src"
STATIC = ROOT / "src" / "pithead" / "table" / "static"
LANGUAGES = ("en", "fr", "de")


def word_files(language: str) -> list[Path]:
    """The words of the shell, and those that come with the boards."""
    return sorted(WEB.glob(f"**/locales/{language}.json"))


def read_words(language: str) -> dict[str, str]:
    return {name: text for path in word_files(language) for name, text in json.loads(path.read_text("utf-8")).items()}


WORDS = {language: read_words(language) for language in LANGUAGES}
# Ids that are put together from a word of the server or of a game: `t(`level.${level}`)`.
BUILT = re.compile(r"\bt\(\s*`([\w.]*)\$\{|hasText\(`([\w.]*)\$\{")
SAID = re.compile(r"""['"`]([a-z_]+(?:\.[\w]+)+)['"`]""")
# The same word in two languages.
SAME = {
    "fr": """app.name coal.money_note coal.price coal.stock coal.tray_cage game.minutes level.baron lobby.code
        cups.points cups.table host.ms host.outbox host.seconds host.tables host.versions menu.volume
        notices.format.discord notices.format.ntfy notices.format.slack notices.service player.points
        replay.pause replay.tab_score score.total setup.coach setup.variant shape.1""".split(),
    "de": """app.name chat.title coal.bank coal.price end.rematch level.baron lobby.code menu.speed.1 net.live
        notices.format.discord notices.format.ntfy notices.format.slack notices.kind.push
        player.offline player.online replay.pause setup.bot_name setup.coach setup.kind.bot
        cups.bot cups.person cups.title host.megabytes host.ms host.seconds
        person.bots person.name setup.name_hint you.passkey""".split(),
}
# Names of parts of a view: many are the same noun.
TERMS = "field."


def sources(*kinds: str) -> Iterator[str]:
    for path in WEB.rglob("*"):
        if path.suffix in (kinds or (".svelte", ".ts")) and "generated" not in path.parts:
            yield path.read_text(encoding="utf-8")


def test_all_languages_have_the_same_ids_and_parameters() -> None:
    for language in LANGUAGES:
        assert list(WORDS[language].keys() ^ WORDS["en"].keys()) == []
        for name, message in WORDS[language].items():
            assert parameters(message) == parameters(WORDS["en"][name]), f"{language}: {name}"


def test_no_id_is_written_twice() -> None:
    """The last one would be shown, whichever of them is corrected."""

    for language in LANGUAGES:
        pairs = [
            pair
            for path in word_files(language)
            for pair in json.loads(path.read_text("utf-8"), object_pairs_hook=list)
        ]
        assert [name for name, times in Counter(name for name, _ in pairs).items() if times > 1] == []


def test_no_word_is_missing_and_none_is_left_over() -> None:
    everything = "\n".join(sources())
    prefixes = {one or other for one, other in BUILT.findall(everything)}
    used = {name for name in SAID.findall(everything) if name in WORDS["en"]}
    asked = set(re.findall(r"""\bt\(\s*['"]([\w.]+)['"]""", everything))
    chosen = re.findall(r"""\bt\([^()`]*\?\s*['"]([\w.]+)['"]\s*:\s*['"]([\w.]+)['"]""", everything)
    asked |= {name for pair in chosen for name in pair}
    assert sorted(asked - WORDS["en"].keys()) == [], "asked for, but nobody wrote it"
    left_over = [name for name in WORDS["en"] if name not in used and not name.startswith(tuple(prefixes - {""}))]
    assert left_over == [], "written, but nobody asks for it"


def test_words_put_together_exist_for_every_level_and_every_field() -> None:
    for level in bots.LEVELS:
        assert f"level.{level}" in WORDS["en"]
    # A game's own words come first; the client has those that several games share.
    missing = {
        (game, field)
        for game in registry.names()
        for model in models(registry.load(game).module("view").View.model_json_schema(mode="serialization"))
        for field in model.get("properties", {})
        if f"field.{field}" not in WORDS["en"] and not registry.load(game).messages("en").has(f"field.{field}")
    }
    assert sorted(missing) == []


def test_every_game_has_its_picture_in_its_folder() -> None:
    for game in registry.names():
        assert (registry.load(game).folder / "picture.svg").is_file(), game


def models(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [schema, *schema.get("$defs", {}).values()]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_nothing_is_left_in_english(language: str) -> None:
    same = {
        name
        for name, message in WORDS[language].items()
        if message == WORDS["en"][name] and re.sub(r"\{\w+(, (plural|select),)?|\b(one|other) \{|[\W\d]", "", message)
    }
    assert sorted(name for name in same if name not in SAME[language] and not name.startswith(TERMS)) == []
    terms = [name for name in same if name.startswith(TERMS)]
    assert len(terms) < 0.15 * sum(name.startswith(TERMS) for name in WORDS["en"])


def test_every_property_that_a_style_asks_for_is_defined() -> None:
    """Without one a browser drops the declaration in silence."""
    everything = "\n".join(sources(".svelte", ".ts", ".css"))
    asked = set(re.findall(r"var\((--[\w-]+)", everything))
    defined = set(re.findall(r"(--[\w-]+)(?:\s*:|=|', )", everything))
    assert sorted(asked - defined) == []


def test_no_colon_is_written_beside_words_in_three_languages() -> None:
    """A French one has a space before it: `describe.colon` is that of the language."""
    written = [
        line.strip()
        for source in sources(".svelte")
        for line in source.splitlines()
        if re.search(r"\)\}:(?:\s|<|$)|[`\"]: \$?\{", line)
    ]
    assert written == []


def test_the_types_are_those_of_the_server() -> None:
    assert load_web().stale() == [], "run `make types` and commit the result"


def reached(manifest: dict[str, Any], entry: str, seen: set[str] | None = None) -> set[str]:
    """All files that a page needs before it can be used: what is imported, not what is loaded on demand."""
    seen = set() if seen is None else seen
    if entry not in seen:
        seen.add(entry)
        for other in manifest[entry].get("imports", []):
            reached(manifest, other, seen)
    return seen


def fetched(manifest: dict[str, Any], *entries: str) -> set[str]:
    """The files of a first load, without fonts."""
    parts = {part for entry in entries for part in reached(manifest, entry)}
    files = {manifest[part]["file"] for part in parts} | {
        css for part in parts for css in manifest[part].get("css", [])
    }
    return files | {asset for part in parts for asset in manifest[part].get("assets", []) if asset.endswith(".svg")}


def weight(files: set[str]) -> int:
    """Bytes over the wire, compressed."""
    return sum(len(gzip.compress((STATIC / file).read_bytes(), 9)) for file in files)


@pytest.mark.skipif(not (STATIC / "manifest.json").exists(), reason="the client is not built: `make web`")
def test_first_loads_are_light(record_property: Any) -> None:
    manifest: dict[str, Any] = json.loads((STATIC / "manifest.json").read_text("utf-8"))
    words = ("index.html", "src/locales/de.json")
    board = ("src/boards/coal-baron/index.ts", "src/boards/coal-baron/locales/de.json")
    home, table = fetched(manifest, *words), fetched(manifest, *words, "src/pages/Table.svelte", *board)
    record_property("home", weight(home))
    record_property("table", weight(table))
    assert weight(home) <= 100_000, f"home is {weight(home)} bytes"
    assert weight(table) <= 190_000, f"the table page is {weight(table)} bytes"
    # Each is a request, and six at a time are asked for.
    assert len(table) <= 22, f"the table page is {len(table)} files"


def test_the_lock_names_no_address() -> None:
    for lock in (ROOT / "web" / "package-lock.json", Path(__file__).parent / "package-lock.json"):
        text = lock.read_text(encoding="utf-8")
        assert '"resolved"' not in text
        assert text.count('"integrity"') >= 15
