"""Every game names what its evaluation counts: the terms sum up to it, and each can be said."""

import pytest

from pithead.engine.messages import LANGUAGES

from .settings import Setting, covering_settings, random_match

EVERY = 25  # decisions between two looks


@covering_settings
def test_the_terms_sum_up_to_the_evaluation_and_have_words(setting: Setting) -> None:
    game = setting.game
    terms, evaluate = game.files.terms.terms, game.files.evaluate.evaluate
    languages = [game.messages(language) for language in LANGUAGES]
    names: set[str] = set()
    for number, match in enumerate(random_match(setting, 5)):
        if number % EVERY and not match.over:
            continue
        for seat in range(setting.players):
            found = terms(match.state, seat)
            assert sum(found.values()) == pytest.approx(evaluate(match.state, seat))
            names |= set(found)
    for messages in languages:
        for name in names:
            for amount in range(3):
                said = messages.text(f"gain.{name}", {"n": amount})
                assert "gain." not in said and "{" not in said
                assert not said.endswith((".", " "))
