"""Environments of their own for the tools of releases, documentation and simulation, installed from their locks."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def folder_of(name: str) -> Path:
    """Where the programs of a lock are."""
    return ROOT / "build" / f"{name}-tools" / ("Scripts" if sys.platform == "win32" else "bin")


def install(name: str, python: str = sys.executable, package: bool = False) -> None:
    """Install the tools of a lock, once, for this Python or another, with this project beside them if asked for."""
    lock, programs = ROOT / "requirements" / f"{name}.txt", folder_of(name)
    stamp = programs.parent / "stamp"
    state = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == state:
        return
    # With its own pip: that of an older Python need not run on a newer one.
    subprocess.run([python, "-m", "venv", "--clear", str(programs.parent)], check=True)
    # A lock names everything that is needed: nothing has to be resolved. Bytecode is made of what is imported, then.
    pip = [str(programs / "python"), "-m", "pip", "-qq", "--disable-pip-version-check"]
    pip += ["install", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "--require-hashes", "-r", str(lock)], cwd=ROOT, check=True)
    if package:
        subprocess.run([*pip, "--no-build-isolation", "--editable", str(ROOT)], cwd=ROOT, check=True)
    stamp.write_text(state, encoding="utf-8")
