"""All that concerns one game, by rising cost: `make game GAME=name`.

Style and types of its folder first, then its rule tests, its part of the contract suite, and that part on all settings;
stops at the first that fails. At last every file that is made from the game is made anew, and what changed is listed.

What is kept of a shipped game for ever (the fingerprint of its components, playthroughs, the perft table) is made anew
on the way while `game.toml` says `draft = true`.
"""

import subprocess
import sys
from pathlib import Path

import pithead
from pithead.lab.new_game import list_components

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
FINGERPRINTS = ROOT / "tests" / "contract" / "fingerprints.txt"
# What is made from the games, and the command that makes it.
MADE = {
    "docs/observations.md": [sys.executable, "scripts/observations.py"],
    "web/src/generated": [sys.executable, "scripts/web.py", "--types"],
}


def steps(name: str) -> list[tuple[str, list[str]]]:
    """What is run, the cheapest first."""
    game = pithead.load(name)
    folder = game.folder.name
    made = [
        ("playthroughs of the draft", [sys.executable, "scripts/playthrough.py", name]),
        ("perft table of the draft", [sys.executable, "-m", "tests.contract.perft", name]),
    ]
    pytest = [str(BIN / "pytest"), "-q", "-n", "auto"]
    sources = [f"src/pithead/games/{folder}", f"tests/games/{folder}"]
    return [
        ("style", [str(BIN / "ruff"), "check", *sources]),
        ("format", [str(BIN / "ruff"), "format", "--check", *sources]),
        ("types", [str(BIN / "mypy")]),
        ("layout", [*pytest, "tests/test_layout.py"]),
        ("rules", [*pytest, f"tests/games/{folder}", "-m", "not slow and not soak"]),
        *(made[:1] if game.draft else ()),
        ("contract, one setting", [*pytest, "tests/contract", "-k", name, "-m", "not slow and not soak"]),
        ("compiled", [str(BIN / "pithead"), "warm", name]),
        *(made[1:] if game.draft else ()),
        ("everything", [*pytest, f"tests/games/{folder}", "tests/contract", "tests/bots", "-k", name]),
    ]


def stale() -> list[str]:
    """What was made anew and differs from what lay there, with its command."""
    found = []
    for path, command in MADE.items():
        before = fingerprint(ROOT / path)
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        if fingerprint(ROOT / path) != before:
            found.append(f"{path} (written anew by: {' '.join(Path(part).name for part in command)})")
    return found


def fingerprint(path: Path) -> dict[str, bytes]:
    """The contents of a file, or of all files of a folder."""
    files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
    return {str(file): file.read_bytes() for file in files}


def main(name: str) -> int:
    """Run the steps; 1 at the first that fails."""
    if pithead.load(name).draft:
        list_components(name, FINGERPRINTS)
    for what, command in steps(name):
        print(f"== {name}: {what}", flush=True)
        # pytest answers 5 where a step has no test for this game.
        if subprocess.run(command, cwd=ROOT, check=False).returncode not in (0, 5):
            print(f"{what} failed: {' '.join(command)}", file=sys.stderr)
            return 1
    for path in stale():
        print(f"was stale: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
