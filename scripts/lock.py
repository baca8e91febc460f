"""Write the hashed requirement locks: `make lock`.

Pins already in a lock are kept while they satisfy pyproject.toml; `make lock UPGRADE=1` takes the newest releases.
The locks name no index address and no machine, and hold for every supported Python and platform.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = "uv==0.13.7"

HEADER = "# Written by `make lock` from pyproject.toml: do not edit.\n"

# The extras that tests use.
TESTED = ("export", "mcp", "openspiel", "pettingzoo", "table")

# A later lock keeps the versions of the earlier ones, so that they can be installed over one another.
LOCKS: dict[str, list[str]] = {
    "runtime": ["pyproject.toml", "--extra=table"],
    "build": ["--group", "build"],
    "dev": ["pyproject.toml", "--group", "dev", *(f"--extra={name}" for name in TESTED)],
    "release": ["--group", "release"],
    "docs": ["--group", "docs"],
    "simulation": ["pyproject.toml", "--extra=server", "--group", "simulation"],
}
FOREIGN = re.compile(r"://|--(extra-)?index|--find-links|--trusted-host|(^|\s)/\w|[A-Z]:\\")


def main(arguments: list[str]) -> int:
    upgrade = ["--upgrade"] if "--upgrade" in arguments else []
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        bin_folder = Path(scratch) / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([bin_folder / "python", "-m", "pip", "install", "-qq", UV], check=True)
        earlier: list[str] = []
        for name, sources in LOCKS.items():
            target = f"requirements/{name}.txt"
            command = [str(bin_folder / "uv"), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
            command += ["--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate"]
            command += ["--no-header", *upgrade, *sources, *earlier, "-o", target]
            subprocess.run(command, cwd=ROOT, check=True)
            path = ROOT / target
            path.write_text(HEADER + path.read_text(encoding="utf-8"), encoding="utf-8")
            earlier += ["-c", target]
    return report()


def report() -> int:
    """Refuse a lock that names an address or a folder of the machine it was made on."""
    foreign = 0
    for name in LOCKS:
        lines = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if FOREIGN.search(line):
                print(f"requirements/{name}.txt:{number}: names an address or a path: {line.strip()}", file=sys.stderr)
                foreign += 1
        print(f"requirements/{name}.txt: {sum('==' in line for line in lines)} pins")
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
