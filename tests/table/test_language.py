"""The language of an answer over HTTP."""

from __future__ import annotations

import pytest

from pithead.table.language import language_of


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("de", "de"),
        ("fr-CH, de;q=0.9", "fr"),
        ("DE-at", "de"),
        ("es, de;q=0.3, fr;q=0.8", "fr"),
        ("en;q=0, fr;q=0.1", "fr"),
        ("fr;q=nonsense, de", "de"),
        ("es", "en"),
        ("*", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_language_liked_best_is_spoken(accepted: str | None, spoken: str) -> None:
    assert language_of(None, accepted) == spoken


def test_the_address_of_a_page_says_it_before_the_browser() -> None:
    assert language_of("fr", "de") == "fr"
    assert language_of("it", "de") == "de"
