"""Environments of their own for the tools of releases and of the documentation, installed from their locks."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def folder_of(name: str) -> Path:
    """Where the programs of a lock are."""
    return ROOT / "build" / f"{name}-tools" / ("Scripts" if sys.platform == "win32" else "bin")


def install(name: str) -> None:
    """Install the tools of a lock, once."""
    lock, programs = ROOT / "requirements" / f"{name}.txt", folder_of(name)
    stamp = programs.parent / "stamp"
    state = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == state:
        return
    venv.create(programs.parent, with_pip=True, clear=True)
    pip = [str(programs / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*pip, "-r", str(lock)], cwd=ROOT, check=True)
    stamp.write_text(state, encoding="utf-8")
