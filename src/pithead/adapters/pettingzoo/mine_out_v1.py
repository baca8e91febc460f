"""PettingZoo environment of `mine-out`, version 1."""

from typing import Any

from .environment import RawEnv, wrapped


def raw_env(players: int = 2, render_mode: str | None = None, **options: Any) -> RawEnv:
    """The environment without wrappers."""
    return RawEnv("mine-out", 1, players, render_mode, **options)


def env(players: int = 2, render_mode: str | None = None, **options: Any) -> Any:
    """The environment with the usual wrappers."""
    return wrapped(raw_env(players, render_mode, **options))
