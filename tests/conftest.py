"""What all tests share."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""A disk in memory, where there is one."""
ROOM = 2 << 30
"""Bytes that must be free there; a whole run needs a third of them."""
# What tests of these folders mostly do; those of all others compute.
WAIT, BROWSE = ("table", "simulation", "clients"), ("browser",)


_made: list[str] = []


def _remove(owner: int) -> None:
    if os.getpid() == owner:  # and not a server that was forked from it
        for folder in _made:
            shutil.rmtree(folder, ignore_errors=True)


# What is registered first is done last: multiprocessing, which is imported later, has removed its own folder by then.
atexit.register(_remove, os.getpid())


def pytest_configure(config: pytest.Config) -> None:
    """Put the files of tests on a disk in memory, unless somebody has said where they shall be.

    Tests make thousands of files and sync some of them thousands of times. Some disks let them wait for that.
    """
    if "TMPDIR" not in os.environ and MEMORY.is_dir():
        disk = os.statvfs(MEMORY)
        if disk.f_bavail * disk.f_frsize > ROOM and not disk.f_flag & (os.ST_RDONLY | os.ST_NOEXEC):
            # What failed can be looked at; what servers that were killed have left is gone with the run.
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)
            folder = os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(prefix="pithead-tests-", dir=MEMORY)
            os.chmod(folder, 0o711)  # PostgreSQL has to get to its own, and does not run as root
            _made.append(folder)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage only among what tests make.

    What is imported and collected stays to the end, and is a third of a million objects: to go through them again and
    again took a twelfth of the time of interpreted games. What tests make is looked through less often, too.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix files that wait, compute and browse, so that all processes have some of each at any time.

    Each process begins with a chunk of this list. In the order of names some chunks only wait for servers, and
    the cores idle while all processes are in these. The tests of a file stay together, for what they share.
    The order of names is turned around: what takes longest (workers, packaging, windows) shall not come last.
    """
    counts = Counter((_kind(item), item.path) for item in items)
    sizes: Counter[str] = Counter()
    places = {}
    for (kind, path), count in counts.items():
        places[path] = sizes[kind]
        sizes[kind] += count
    items.sort(key=lambda item: -places[item.path] / sizes[_kind(item)])


def _kind(item: pytest.Item) -> str:
    folder = item.path.parent.name
    return "wait" if folder in WAIT else "browse" if folder in BROWSE else "compute"
