"""The games as PettingZoo AEC environments: `pithead.adapters.pettingzoo.coal_baron_v2.env(players=3)`.

Every registered game has a module `<name>_v2` here, with `env` (guarded) and `raw_env` (not). Observations
are the game's `features` and an action mask, from the observing agent's knowledge only.
"""

import sys
from functools import partial
from types import ModuleType
from typing import Any

from pithead.adapters.checks import RetiredVersion, UnknownVersion
from pithead.engine import registry
from pithead.engine.errors import MissingExtra

try:
    from .environment import GuardedEnv, RawEnv
except ModuleNotFoundError as missing:
    raise MissingExtra(package=missing.name, extra="pettingzoo") from missing

VERSION = 2


def _make(
    kind: type[RawEnv], game: str, players: int | None = None, render_mode: str | None = None, **options: Any
) -> RawEnv:
    if players is None:
        players = registry.load(game).variants[0].players[0]
    return kind(game, VERSION, players, render_mode, **options)


def _module(game: str) -> ModuleType:
    name = f"{__name__}.{game.replace('-', '_')}_v{VERSION}"
    module = ModuleType(name, f"PettingZoo environment of `{game}`, version {VERSION}.")
    module.__dict__.update(raw_env=partial(_make, RawEnv, game), env=partial(_make, GuardedEnv, game))
    sys.modules[name] = module
    return module


globals().update({f"{game.replace('-', '_')}_v{VERSION}": _module(game) for game in registry.names()})


def __getattr__(name: str) -> Any:
    game, _, version = name.rpartition("_v")
    if version.isdecimal() and game.replace("_", "-") in registry.names():
        kind = RetiredVersion if 0 < int(version) < VERSION else UnknownVersion
        raise kind(name=name, known=f"{game}_v{VERSION}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
