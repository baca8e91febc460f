"""The games as PettingZoo AEC environments: `pithead.adapters.pettingzoo.coal_baron_v2.env(players=3)`.

Every registered game has a module `<name>_v2` here, with `env` (the usual wrappers) and `raw_env` (none). Observations
are the game's `features` and an action mask, from the observing agent's knowledge only.
"""

import sys
from functools import partial
from types import ModuleType
from typing import Any

from pithead.adapters.checks import MissingExtra, RetiredVersion
from pithead.engine import registry

try:
    from .environment import RawEnv, wrapped
except ModuleNotFoundError as missing:
    raise MissingExtra(package=missing.name, extra="pettingzoo") from missing

VERSION = 2


def _raw_env(game: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> RawEnv:
    """The environment without wrappers."""
    return RawEnv(game, VERSION, players or registry.load(game).variants[0].players[0], render_mode, **options)


def _env(game: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> Any:
    """The environment with the usual wrappers."""
    return wrapped(_raw_env(game, players, render_mode, **options))


def _module(game: str) -> ModuleType:
    name = f"{__name__}.{game.replace('-', '_')}_v{VERSION}"
    module = ModuleType(name, f"PettingZoo environment of `{game}`, version {VERSION}.")
    module.__dict__.update(raw_env=partial(_raw_env, game), env=partial(_env, game))
    sys.modules[name] = module
    return module


globals().update({f"{game.replace('-', '_')}_v{VERSION}": _module(game) for game in registry.names()})


def __getattr__(name: str) -> Any:
    game, _, version = name.rpartition("_v")
    if version.isdigit() and game.replace("_", "-") in registry.names():
        raise RetiredVersion(name=name, known=f"{game}_v{VERSION}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
