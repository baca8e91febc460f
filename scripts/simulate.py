"""Run `tests/simulation` where it can run: in an environment of its own, with a Python of 3.12 or later.

The arguments are those of `python -m tests.simulation`; `--install` alone makes the environment and runs nothing.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

from scripts import tools

OLDEST = (3, 12)
MISSING = (
    "No Python 3.12 or later was found, which the simulated world needs: nothing was simulated. "
    "Install one, or name it in PITHEAD_SIMULATION_PYTHON."
)
_PROBE = f"import sys, venv, ensurepip; sys.exit(sys.version_info < {OLDEST})"


def find_python() -> str | None:
    """A Python that is new enough and can make environments: the named one, this one, one of the path, pyenv's."""
    named = os.environ.get("PITHEAD_SIMULATION_PYTHON")
    on_path = [shutil.which(f"python3.{minor}") for minor in (12, 13, 14)]
    # A folder that may not be read has none; Path.glob would raise.
    root = os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")
    pyenv = sorted(glob.glob("versions/3.1[2-9]*/bin/python", root_dir=root))
    candidates = (named, sys.executable, *on_path, *(str(Path(root, found)) for found in pyenv))
    return next((candidate for candidate in candidates if candidate and _is_new_enough(candidate)), None)


def _is_new_enough(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", _PROBE], capture_output=True, check=False).returncode == 0
    except OSError:  # it is not there, or may not be run
        return False


def command(*arguments: str) -> list[str] | None:
    """What runs the simulation; None where no Python is new enough."""
    python = find_python()
    if python is None:
        return None
    folder = tools.folder_of("simulation").parent
    folder.parent.mkdir(exist_ok=True)
    # Tests run side by side: the first sets up, the others wait for it.
    with FileLock(f"{folder}.lock"):
        tools.install("simulation", python, package=True)
    return [str(tools.folder_of("simulation") / "python"), "-m", "tests.simulation", *arguments]


def main(arguments: list[str]) -> int:
    only_install = arguments == ["--install"]
    found = command(*arguments)
    if found is None:
        print(MISSING, file=sys.stderr)
        # Tests do without: whoever asks for seeds wants them.
        return 0 if only_install else 2
    if only_install:
        return 0
    with subprocess.Popen(found, cwd=tools.ROOT) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # It was asked by the same key, and ends when its seeds are noted.
                continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
