"""What the log says: whole sentences, without what is nothing."""

from typing import Any

import pytest

import pithead

SAID: list[tuple[str, str, dict[str, Any], str]] = [
    ("en", "moves_miners", {"by_token": False}, "Ada places and moves miners."),
    ("en", "moves_miners", {"by_token": True}, "Ada places and moves miners with the bonus token."),
    ("de", "moves_miners", {"by_token": True}, "Ada setzt und bewegt Kumpel mit dem Bonusmarker."),
    ("en", "traded", {"coins": 1, "workers": -2}, "Ada sells 2 local workers to the bank for 1 coin."),
    ("en", "traded", {"coins": -2, "workers": 1}, "Ada buys 1 local worker from the bank for 2 coins."),
    ("fr", "traded", {"coins": -2, "workers": 1}, "Ada achète 1 travailleur local à la banque pour 2 pièces."),
    ("de", "traded", {"coins": 1, "workers": -2}, "Ada verkauft der Bank für 1 Münze 2 Arbeiter."),
    ("en", "flipped", {"workers": 0, "tokens": 0, "coins": 3}, "Ada turns Loading for 3 coins."),
    ("en", "flipped", {"workers": 2, "tokens": 0, "coins": 0}, "Ada turns Loading for 2 local workers."),
    (
        "en",
        "flipped",
        {"workers": 1, "tokens": 1, "coins": 1},
        "Ada turns Loading for 1 local worker (a railway token) and 1 coin.",
    ),
    (
        "fr",
        "flipped",
        {"workers": 3, "tokens": 2, "coins": 2},
        "Ada retourne Chargement pour 3 travailleurs locaux (dont 2 jetons chemin de fer) et 2 pièces.",
    ),
    (
        "de",
        "flipped",
        {"workers": 3, "tokens": 1, "coins": 0},
        "Ada dreht Verladung für 3 Arbeiter (davon ein Bahnmarker) um.",
    ),
    ("en", "damaged", {"coins": 1, "points": 0}, "Mining damage: Ada pays 1 coin."),
    ("en", "damaged", {"coins": 0, "points": 0}, "Mining damage: Ada loses no points."),
    ("de", "damaged", {"coins": 0, "points": 2}, "Bergschäden: Ada verliert 2 Punkte."),
    ("en", "put_engineer", {"place": "M1", "coins": 1}, "Ada puts an engineer on miners’ slot 1 for 1 coin."),
    ("en", "loaded", {"wagons": 2, "points": 4, "coins": 0}, "Ada loads 2 wagons: 4 points."),
    ("en", "loaded", {"wagons": 1, "points": 1, "coins": 2}, "Ada loads 1 wagon: 1 point, 2 coins."),
]


@pytest.mark.parametrize(("language", "event", "params", "sentence"), SAID)
def test_an_event_is_a_sentence_without_what_is_nothing(
    language: str, event: str, params: dict[str, Any], sentence: str
) -> None:
    words = pithead.load("kohle-kolonie").messages(language)
    assert words.text(f"event.{event}", {"player": "Ada", "card": "loading", **params}) == sentence
