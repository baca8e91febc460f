"""Compiles and loads the search kernel of a game in the background, so that no request blocks on the compiler."""

import threading

from pithead.engine.game import Game
from pithead.kit import cache
from pithead.kit.cache import CompileFailed, Progress

from .workspace import KERNEL, Backing


class _Warmer:
    """Compiles and loads the kernel of one game, once per process."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.backing: Backing | None = None
        self.failed: str | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the background thread; idempotent."""
        if self._thread is None:
            self._thread = threading.Thread(target=self.finish, daemon=True, name=f"warm-{self.game.id}")
            self._thread.start()

    def finish(self, progress: Progress | None = None) -> None:
        """Compile in a child process on a cache miss, then load; on failure the search stays interpreted."""
        with self._lock:
            if self.backing or self.failed:
                return
            try:
                self.game.warm(progress, KERNEL)
                self.backing = Backing(self.game, "compiled")
            except (CompileFailed, OSError, ImportError) as problem:
                self.failed = str(problem)


_warmers: dict[tuple[str, str], _Warmer] = {}
_warmers_lock = threading.Lock()


def _warmer(game: Game) -> _Warmer:
    with _warmers_lock:
        return _warmers.setdefault((game.id, game.material.fingerprint), _Warmer(game))


def backing(game: Game) -> Backing:
    """The compiled search if it is loaded; else the interpreted one, after starting a background load. Never blocks."""
    if not cache.available():
        return Backing(game)
    warmer = _warmer(game)
    if warmer.backing is None:
        warmer.start()
        return Backing(game)
    return warmer.backing


def warm(game: Game, progress: Progress | None = None) -> bool:
    """Block until the compiled search is loaded; false where it is unavailable."""
    if not cache.available():
        return False
    warmer = _warmer(game)
    warmer.finish(progress)
    return warmer.backing is not None


def at_hand(game: Game) -> Backing:
    """The compiled search if it is in the disk cache, loaded now; else as `backing`, without waiting for a compiler."""
    return prepared(game) if game.is_warm(KERNEL) else backing(game)


def prepared(game: Game) -> Backing:
    """The fastest search of this installation; blocks on the compiler if necessary."""
    return backing(game) if warm(game) else Backing(game)
