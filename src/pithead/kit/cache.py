"""The disk cache of compiled games: where it lies, when it is valid, who fills it.

A cold game is compiled in a child process that holds a lock file, so that nothing waits for a compiler and two
processes never do the same work. Numba only notices edits of the file that holds a function, not of its callees:
the folder's name is therefore a hash of everything that goes into the machine code.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from ._instance import READER_FILES

Progress = Callable[[int, int, str], None]
KIT = Path(__file__).parent
DRIVERS = KIT / "drivers.py"
COMPILED_IN = (
    "__init__.py",
    "_instance.py",
    "actions.py",
    "bundle.py",
    "chance.py",
    "compiled.py",
    "machine.py",
    "observation.py",
    "piles.py",
)
KEEP_DAYS = 30
LOOK_AGAIN = 0.2
"""Seconds between looks for what another process compiles."""


class CompileFailed(RuntimeError):
    """The child process that compiles a game did not finish."""


def root() -> Path:
    """The folder that holds all compiled games."""
    return Path(os.environ.get("PITHEAD_CACHE") or platformdirs.user_cache_path("pithead"))


@lru_cache(maxsize=1)
def available() -> bool:
    """Whether this installation can compile at all, and nobody has asked it not to."""
    if os.environ.get("PITHEAD_INTERPRETED"):
        return False
    # Looking into the metadata takes longer than everything else that happens when a table is loaded.
    try:
        version("numba")
    except PackageNotFoundError:
        return False
    return True


def folder_of(game: Path, fingerprint: str) -> Path:
    """The cache folder of a game's folder and edition: a new one whenever anything that is compiled in changes.

    Known without importing the compiler, so that nothing waits for that import while another process compiles.
    """
    digest = hashlib.sha256(_processor().encode())
    for package in ("numba", "numpy", "llvmlite"):
        digest.update(f"{package} {version(package)} {sys.version}".encode())
    sources = [KIT / name for name in COMPILED_IN]
    sources += [path for path in sorted(game.rglob("*.py")) if _part(game, path) not in READER_FILES]
    for source in sources:
        digest.update(f"{source.name} {len(source.read_bytes())}".encode())
        digest.update(source.read_bytes())
    digest.update(fingerprint.encode())
    return root() / f"{game.name}-{digest.hexdigest()[:20]}"


def _part(game: Path, source: Path) -> str:
    """The part of a game's folder that a source belongs to: `view` for view.py and for view/map.py."""
    return source.relative_to(game).parts[0].removesuffix(".py")


def _processor() -> str:
    """What the machine code is for; a folder may be shared by unlike machines."""
    try:
        facts = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n", 1)[0]
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    told = sorted(line for line in facts.splitlines() if line.startswith(("model name", "flags", "Features", "CPU ")))
    return f"{platform.machine()} {told}"


def bundle(folder: Path, source: Path = DRIVERS) -> Path:
    """The file with the machine code for a generic source."""
    files = sorted(source.glob("*.py")) if source.is_dir() else [source]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files))
    return folder / f"{source.stem}-{digest.hexdigest()[:16]}.bundle"


def ready(folder: Path, source: Path = DRIVERS) -> bool:
    """Whether the machine code for a generic source is on disk."""
    return bundle(folder, source).exists()


def warm(
    folder: Path, command: list[str], sources: Sequence[Path] = (DRIVERS,), progress: Progress | None = None
) -> bool:
    """Fill the cache in a child process unless it is filled; returns whether anything was compiled.

    `command`, called with the missing sources, writes their bundles and prints a JSON line `[done, of, name]` per
    compiled function.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    while missing := [source for source in sources if not ready(folder, source)]:
        try:
            # Another process may be at work on these and more: each is used as soon as it is there.
            with lock.acquire(timeout=LOOK_AGAIN):
                missing = [source for source in missing if not ready(folder, source)]
                if missing:
                    _compile([*command, *map(str, missing)], progress)
                    prune()
                return bool(missing)
        except Timeout:
            continue
    return False


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
        bundles = list(folder.glob("*.bundle"))
        if bundles and max(file.stat().st_mtime for file in bundles) < limit:
            shutil.rmtree(folder, ignore_errors=True)
