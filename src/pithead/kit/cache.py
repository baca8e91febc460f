"""The disk cache of compiled games: where it lies, when it is valid, who fills it.

A cold game is compiled in a child process that holds a lock file, so that nothing waits for a compiler and two
processes never do the same work. Numba only notices edits of the file that holds a function, not of its callees:
the folder's name is therefore a hash of everything that goes into the machine code.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import platformdirs
from filelock import FileLock

from ._instance import READER_FILES

Progress = Callable[[int, int, str], None]
KIT = Path(__file__).parent
DRIVERS = KIT / "drivers.py"
COMPILED_IN = ("__init__.py", "_instance.py", "chance.py", "compiled.py", "piles.py")
KEEP_DAYS = 30


class CompileFailed(RuntimeError):
    """The child process that compiles a game did not finish."""


def root() -> Path:
    """The folder that holds all compiled games."""
    return Path(os.environ.get("PITHEAD_CACHE") or platformdirs.user_cache_path("pithead"))


def available() -> bool:
    """Whether this installation can compile at all."""
    try:
        version("numba")
    except PackageNotFoundError:
        return False
    return True


def folder_of(game: Path, fingerprint: str) -> Path:
    """The cache folder of a game's folder and edition: a new one whenever anything that is compiled in changes.

    Known without importing the compiler, so that nothing waits for that import while another process compiles.
    """
    digest = hashlib.sha256()
    for package in ("numba", "numpy", "llvmlite"):
        digest.update(f"{package} {version(package)} {sys.version}".encode())
    sources = [KIT / name for name in COMPILED_IN]
    sources += [path for path in sorted(game.rglob("*.py")) if path.stem not in READER_FILES]
    for source in sources:
        # Numba's index knows a source by place and time; so must we, or "ready" would promise too much.
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    digest.update(fingerprint.encode())
    return root() / f"{game.name}-{digest.hexdigest()[:20]}"


def ready(folder: Path, source: Path = DRIVERS) -> bool:
    """Whether the machine code for a generic source is on disk."""
    return _marker(folder, source).exists()


def _marker(folder: Path, source: Path) -> Path:
    stamp = hashlib.sha256(f"{source} {source.stat().st_mtime_ns}".encode() + source.read_bytes()).hexdigest()[:16]
    return folder / f"ready-{source.stem}-{stamp}"


def warm(folder: Path, command: list[str], source: Path = DRIVERS, progress: Progress | None = None) -> bool:
    """Fill the cache in a child process unless it is filled; returns whether anything was compiled.

    `command` compiles the game and prints a JSON line `[done, of, name]` per compiled function.
    """
    if ready(folder, source):
        return False
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        if ready(folder, source):
            return False
        _compile(command, progress)
        _marker(folder, source).touch()
        prune()
    return True


def _compile(command: list[str], progress: Progress | None) -> None:
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout and child.stderr
        try:
            for line in child.stdout:
                done, of, name = json.loads(line)
                if progress:
                    progress(done, of, name)
            errors = child.stderr.read().strip()
        except BaseException:
            child.terminate()
            raise
    if child.returncode != 0:
        raise CompileFailed(errors.splitlines()[-1] if errors else "no reason given")


def prune() -> None:
    """Remove what no version has used for a month."""
    limit = time.time() - KEEP_DAYS * 86_400
    for folder in root().iterdir():
        markers = list(folder.glob("ready-*"))
        if markers and max(marker.stat().st_mtime for marker in markers) < limit:
            shutil.rmtree(folder, ignore_errors=True)
