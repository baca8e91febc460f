"""One number of players for every way to play every game: bots do not care about the rest."""

import pytest

from tests.contract.settings import Setting, settings


def ways() -> list[Setting]:
    """The player counts take turns, so that each occurs somewhere."""
    found: dict[tuple[str, str], list[Setting]] = {}
    for setting in settings():
        found.setdefault((setting.name, setting.variant), []).append(setting)
    return [same[number % len(same)] for number, same in enumerate(found.values())]


# `make quick` goes the standard way of each game.
every_way = pytest.mark.parametrize(
    "setting",
    [pytest.param(one, marks=() if one.variant == "standard" else pytest.mark.slow) for one in ways()],
    ids=lambda s: f"{s.name}-{s.players}-{s.variant}",
)
