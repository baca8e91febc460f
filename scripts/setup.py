"""Set up `.venv` in the project folder; do nothing when nothing changed.

    python3 scripts/setup.py          what `make play` needs
    python3 scripts/setup.py --dev    what `make test` needs as well

Needs Python 3.11 or later and nothing else. Stamps in `.venv` hold a digest of what was installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
# The development lock contains the others.
LOCKS = {"play": ["runtime", "build"], "dev": ["dev"]}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - the one file that an older Python may run
        print(f"Pithead needs Python 3.11 or later; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    if unknown := set(arguments) - {"--dev"}:
        print(f"Unknown argument: {' '.join(sorted(unknown))}. Known: --dev", file=sys.stderr)
        return 2
    profile = "dev" if "--dev" in arguments else "play"
    try:
        if not ready(profile):
            with only_one():
                set_up(profile)
    except subprocess.CalledProcessError as failure:
        print(f"Set-up failed at: {' '.join(map(str, failure.cmd))}", file=sys.stderr)
        return 1
    return 0


def ready(profile: str) -> bool:
    return dependencies_installed(profile) and stamp("package") == package_digest() and PYTHON.exists()


def set_up(profile: str) -> None:
    if ready(profile):  # another process has just done it
        return
    create_environment()
    if not dependencies_installed(profile):
        print(f"Installing the pinned packages for {profile} into .venv (a minute or two, once) …", flush=True)
        requirements = [part for name in LOCKS[profile] for part in ("-r", ROOT / "requirements" / f"{name}.txt")]
        # A lock names everything that is needed: nothing has to be resolved. Bytecode is made below, on all cores.
        pip("install", "--require-hashes", "--no-deps", "--no-compile", *requirements)
        subprocess.run([PYTHON, "-m", "compileall", "-qq", "-j", "0", VENV], stderr=subprocess.DEVNULL, check=False)
        for name in LOCKS if profile == "dev" else [profile]:
            set_stamp(name, lock_digest(name))
    if stamp("package") != package_digest():
        pip("install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
        set_stamp("package", package_digest())


def create_environment() -> None:
    """Make `.venv`, or make it anew when its Python is gone or too old or the project folder was moved."""
    if PYTHON.exists() and stamp("folder") == str(ROOT):
        probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
        if subprocess.run([PYTHON, "-c", probe], capture_output=True, check=False).returncode == 0:
            return
    if VENV.exists():
        shutil.rmtree(VENV)
    print(f"Creating .venv with Python {sys.version.split()[0]} …", flush=True)
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    set_stamp("folder", str(ROOT))


def pip(*arguments: str | Path) -> None:
    # -qq keeps errors; PIP_USER and the like of the caller would install elsewhere.
    environment = {
        key: value for key, value in os.environ.items() if key not in ("PIP_USER", "PIP_TARGET", "PYTHONPATH")
    }
    command = [PYTHON, "-m", "pip", "-qq", "--disable-pip-version-check", *arguments]
    subprocess.run(command, env=environment, check=True)


def dependencies_installed(profile: str) -> bool:
    return stamp(profile) == lock_digest(profile)


def lock_digest(profile: str) -> str:
    locks = [ROOT / "requirements" / f"{name}.txt" for name in LOCKS[profile]]
    return digest(*(lock.read_bytes() for lock in locks))


def package_digest() -> str:
    """What the installed metadata comes from: not the settings of linters in the same file."""
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    relevant = [settings["build-system"], settings["project"], settings["tool"]["hatch"]]
    version = re.findall(
        r"^__version__.*", (ROOT / "src/pithead/__init__.py").read_text(encoding="utf-8"), re.MULTILINE
    )
    return digest(json.dumps([relevant, version, str(ROOT)], sort_keys=True).encode())


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def stamp(name: str) -> str | None:
    path = VENV / f"stamp-{name}"
    return path.read_text(encoding="utf-8") if path.exists() else None


def set_stamp(name: str, text: str) -> None:
    (VENV / f"stamp-{name}").write_text(text, encoding="utf-8")


@contextmanager
def only_one() -> Iterator[None]:
    """Let a second set-up of the same folder wait for the first."""
    try:
        import fcntl
    except ImportError:  # Windows: no lock, two set-ups at once are the user's own doing
        yield
        return
    with open(ROOT / ".venv.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
