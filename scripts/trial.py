"""Try a built wheel as somebody who has just installed it: `make release` does, with every Python that it finds.

In an empty environment per Python the wheel is installed twice. Without an extra it plays from Python, trains, and says
in one sentence what its command lacks; with the extra `table` it simulates, and serves the page and a table.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from . import tools

PYTHONS = ("3.11", "3.12", "3.13")
PLAY = """
import pithead
match = pithead.new("coal-baron", players=3, seed=7)
while not match.over:
    match.play(match.legal[-1])
assert match.record().verify().result.outcome.scores == match.result.outcome.scores
"""


class Failed(Exception):
    """The wheel does not do what it should."""


def pythons() -> dict[str, str | None]:
    """Where each of the Pythons is that a release is tried with, or None."""
    homes = [Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"]
    found: dict[str, str | None] = {}
    for version in PYTHONS:
        kept = sorted(path for home in homes for path in home.glob(f"{version}.*/bin/python{version}"))
        program = str(kept[-1]) if kept else shutil.which(f"python{version}")
        found[version] = sys.executable if sys.version.startswith(f"{version}.") else program
    return found


def every(wheel: Path) -> list[str]:
    """Try the wheel with every Python; what was found, in words."""
    told = []
    for version, program in pythons().items():
        if program is None:
            told.append(f"Python {version}: NOT TRIED, it was not found on this machine.")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            told.append(f"Python {version}: {one(wheel, program, Path(scratch))}.")
    with tempfile.TemporaryDirectory() as scratch:
        told.append(f"uvx: {by_uvx(wheel, Path(scratch))}.")
    return told


def one(wheel: Path, program: str, folder: Path) -> str:
    """One environment, first without extras."""
    run(folder, program, "-m", "venv", folder / "venv")
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python, pithead = programs / "python", programs / "pithead"
    pip: list[str | Path] = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    run(folder, *pip, wheel)
    run(folder, python, "-c", PLAY)
    trained = run(folder, python, tools.ROOT / "examples" / "train_numpy.py").strip()
    lacking = subprocess.run(
        [pithead, "games"], cwd=folder, env=elsewhere(folder), capture_output=True, text=True, check=False
    )
    if lacking.returncode != 2 or "pithead[table]" not in lacking.stderr or "Traceback" in lacking.stderr:
        raise Failed(f"without extras the command says: {lacking.stdout}{lacking.stderr}")
    run(folder, *pip, f"{wheel}[table]")
    result = json.loads(run(folder, pithead, "sim", "mine", "--players", "2", "--games", "20", "--json"))
    if result["games"] != 20 or result["violations"]:
        raise Failed(f"a simulation found {result}")
    serve(pithead, folder)
    return f"plays, trains ({trained}), simulates and serves"


def serve(pithead: Path, folder: Path) -> None:
    """Start the server, load its page, and open a table that starts at once."""
    command = [str(pithead), "serve", "--port", "0", "--database", f"sqlite:///{folder / 'tables.sqlite3'}"]
    with (folder / "log").open("w", encoding="utf-8") as log:
        server = subprocess.Popen(
            command, cwd=folder, env=elsewhere(folder), stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            assert server.stdout
            found = re.search(r"http://[\w.:]+", server.stdout.readline())
            if not found:
                raise Failed("the server does not start")
            with urllib.request.urlopen(found[0], timeout=30) as page:
                if "<html" not in page.read().decode():
                    raise Failed("the server has no page")
            token = post(f"{found[0]}/api/me", {}, None)["token"]
            seats = [{"kind": "you", "name": "Emma"}, {"kind": "bot", "level": "hewer", "name": "Hugo"}]
            table = post(f"{found[0]}/api/tables", {"game": "mine", "seats": seats, "start": True}, token)
            if table["status"] != "running":
                raise Failed(f"the table is {table['status']}")
        finally:
            server.terminate()
            server.wait(30)


def post(address: str, body: object, token: str | None) -> dict[str, str]:
    """One request of somebody who plays by a program."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as refusal:
        raise Failed(f"{address} answers {refusal.code}: {refusal.read().decode()}") from None


def by_uvx(wheel: Path, folder: Path) -> str:
    """What `uvx` makes of the wheel."""
    uv = tools.folder_of("release") / "uv"
    return run(folder, uv, "tool", "run", "--from", f"{wheel}[table]", "pithead", "--version").strip()


def run(folder: Path, *command: str | Path) -> str:
    """The output of a command that knows nothing of this working copy."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=elsewhere(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def elsewhere(folder: Path) -> dict[str, str]:
    """The caller's environment without this project, and with data and cache of its own."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "PITHEAD_"))
    }
    return kept | {"PITHEAD_DATA": str(folder / "data"), "PITHEAD_CACHE": str(folder / "cache"), "PITHEAD_LANG": "en"}
