"""Sentences of Coal Baron agree in number and gender, in every language."""

import pytest

import pithead

FACTORY = {"space": "factory_1", "workers": 1, "side": "light", "francs": 8}


@pytest.mark.parametrize(
    ("language", "carts", "colour", "expected"),
    [
        ("en", 1, "K", "Factory 1: 1 worker; buy 1 black cart, lit side, for 8 F"),
        ("en", 2, "K", "Factory 1: 1 worker; buy 2 black carts, lit side, for 8 F"),
        ("fr", 1, "K", "Usine 1\u00a0: 1 ouvrier\u202f; acheter 1 berline noire, côté éclairé, pour 8 F"),
        ("fr", 2, "K", "Usine 1\u00a0: 1 ouvrier\u202f; acheter 2 berlines noires, côté éclairé, pour 8 F"),
        ("fr", 2, "B", "Usine 1\u00a0: 1 ouvrier\u202f; acheter 2 berlines marron, côté éclairé, pour 8 F"),
        ("de", 1, "G", "Fabrik 1: 1 Arbeiter; 1 graue Lore, beleuchtete Seite, für 8 F kaufen"),
        ("de", 2, "Y", "Fabrik 1: 1 Arbeiter; 2 gelbe Loren, beleuchtete Seite, für 8 F kaufen"),
    ],
)
def test_carts_agree_in_number_and_gender(language: str, carts: int, colour: str, expected: str) -> None:
    words = pithead.load("coal-baron").messages(language)
    assert words.text("action.place_factory", {**FACTORY, "carts": carts, "colour": colour}) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ann fills a grey square of order 9 from the cage."),
        ("fr", "Ann remplit une case grise de la commande 9 depuis la cage."),
        ("de", "Ann füllt ein graues Kästchen von Auftrag 9 aus dem Förderkorb."),
    ],
)
def test_squares_agree_with_their_colour(language: str, expected: str) -> None:
    words = pithead.load("coal-baron").messages(language)
    params = {"player": "Ann", "colour": "G", "order": "order:9", "place": "cage"}
    assert words.text("event.filled", params) == expected


@pytest.mark.parametrize(
    ("language", "narrower"),
    [
        (
            "en",
            {
                "substitution_optional": "missing coal must be replaced",
                "storage_to_order_needs_surface": "storage feeds orders only at the surface",
                "store_only_unmatched": "only unneeded coal is stored",
            },
        ),
        (
            "fr",
            {
                "substitution_optional": "le charbon manquant doit être remplacé",
                "storage_to_order_needs_surface": "le stock ne sert les commandes qu’en surface",
                "store_only_unmatched": "on ne stocke que le charbon inutile",
            },
        ),
        (
            "de",
            {
                "substitution_optional": "fehlende Kohle wird ersetzt",
                "storage_to_order_needs_surface": "das Lager beliefert Aufträge nur über Tage",
                "store_only_unmatched": "gelagert wird nur, was kein Auftrag braucht",
            },
        ),
    ],
)
def test_the_variant_strict_says_which_rules_it_narrows(language: str, narrower: dict[str, str]) -> None:
    game = pithead.load("coal-baron")
    (strict,) = (variant for variant in game.variants if variant.name == "strict")
    usual = game.resolve({})
    assert {name for name, value in game.resolve(strict.options).items() if value != usual[name]} == set(narrower)
    assert game.messages(language).text("variant.strict").endswith(": " + ", ".join(narrower.values()))
