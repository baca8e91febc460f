"""Parts of a view that are taken over from other positions are those that would be built from this one."""

import random
from typing import Any

import pytest

import pithead
from pithead.engine import views
from pithead.engine.match import Match

from .settings import every_game

DECISIONS = 90


@every_game
def test_kept_parts_are_what_would_be_built_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = random.Random(name)
    match: Match = pithead.new(name, players=max(pithead.load(name).players), seed=4)
    while not match.over and len(match.actions) < DECISIONS:
        shown = _shown(match)
        with monkeypatch.context() as anew:
            anew.setattr(views._kept, "get", lambda key: None)
            anew.setattr(views._kept, "put", lambda key, part: None)
            assert _shown(match) == shown, match.actions
        match.play(choose.choice(match.legal))


def _shown(match: Match) -> Any:
    return match.view(match.to_move), match.view(None), match.offers()
