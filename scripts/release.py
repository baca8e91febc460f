"""Build what is published into `dist`, checked: `make release`.

    .venv/bin/python -m scripts.release              check the pinned versions against advisories, build, check, try
    .venv/bin/python -m scripts.release --offline    the same without the advisories, and say so
    .venv/bin/python -m scripts.release --untried    the same without installing the wheel anywhere, and say so

A version that cannot be checked counts as one that must not go out. The tools that check are pinned in
`requirements/release.txt` and live in `build/release-tools`.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from scripts import tools, trial, web

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BIN = tools.folder_of("release")
CHANGES = ROOT / "CHANGELOG.md"
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
# What the wheel must hold: the browser client, licences of what is in it, our own licence, the mark of types.
HELD = (
    "pithead/table/static/index.html",
    "pithead/table/static/licences.txt",
    "pithead/py.typed",
    "{}.dist-info/licenses/LICENSE",
    "{}.dist-info/licenses/NOTICE",
)

UNTRIED = "UNTRIED: the wheel was installed nowhere."
UNCHECKED = "OFFLINE: the pinned versions were NOT checked against advisories."
REFUSED = """\
Not released: the advisories above name a pinned version, or could not be asked about all of them.
Upgrade what they name (make lock UPGRADE=1; web/package.json), or try again with a connection.
To release without this check: make release OFFLINE=1"""


class Unfit(Exception):
    """What was built must not be published."""


def main(arguments: list[str]) -> int:
    if unknown := set(arguments) - {"--offline", "--untried"}:
        print(f"Unknown argument: {' '.join(sorted(unknown))}. Known: --offline, --untried", file=sys.stderr)
        return 2
    offline, untried = "--offline" in arguments, "--untried" in arguments
    try:
        tools.install("release")
        if not offline and not cleared():
            print(REFUSED, file=sys.stderr)
            return 1
        build()
        wheel = check(sorted(DIST.iterdir()))
        told = [UNTRIED] if untried else trial.every(wheel)
    except subprocess.CalledProcessError as failure:
        print(f"Not released; failed at: {' '.join(map(str, failure.cmd))}", file=sys.stderr)
        return 1
    except (Unfit, trial.Failed, web.StaleTypes) as unfit:
        print(f"Not released: {unfit}", file=sys.stderr)
        return 1
    for file in sorted(DIST.iterdir()):
        print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(ROOT)}")
    print("\n".join(told))
    if offline:
        print(UNCHECKED)
    return 0


def cleared() -> bool:
    """Whether all pinned versions were asked for and no advisory names one; both kinds are asked in any case."""
    # Strict: otherwise a package that could not be asked for is skipped, and the rest counts as a success.
    audit: list[str | Path] = [
        BIN / "pip-audit",
        "--strict",
        "--disable-pip",
        "--require-hashes",
        "--progress-spinner=off",
    ]
    locks = [part for lock in LOCKS for part in ("--requirement", lock)]
    return all([succeeds(partial(run, *audit, *locks)), succeeds(partial(web.npm, "audit", folder=web.WEB))])


def build() -> None:
    """The client anew, the source distribution, and the wheel from it."""
    web.build()
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)


def check(files: list[Path]) -> Path:
    """Refuse metadata that an index would refuse, and a wheel that lacks something; the wheel."""
    run(BIN / "twine", "check", "--strict", *files)
    wheels = [file for file in files if file.suffix == ".whl"]
    if len(wheels) != 1 or len(files) != 2:
        raise Unfit(f"expected one wheel and one source distribution, found {[file.name for file in files]}")
    (wheel,) = wheels
    held = set(zipfile.ZipFile(wheel).namelist())
    named, version, *_ = wheel.name.split("-")
    if missing := [name for part in HELD if (name := part.format(f"{named}-{version}")) not in held]:
        raise Unfit(f"the wheel lacks {', '.join(missing)}")
    if not re.search(rf"^## {re.escape(version)}\b", CHANGES.read_text("utf-8"), re.MULTILINE):
        raise Unfit(f"CHANGELOG.md has no section for {version}")
    return wheel


def run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


def succeeds(step: Callable[[], None]) -> bool:
    try:
        step()
    except subprocess.CalledProcessError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
