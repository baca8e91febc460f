"""Build the documentation as a site: `make docs`.

Pages are put together in `build/docs/pages` (see `pages.py`) and built with Zensical into `build/docs/site`. The site
needs no server and fetches nothing from elsewhere; at last every link of it is followed.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from scripts import tools, web

from . import checks, pages

BUILD = tools.ROOT / "build" / "docs"
# Draws the pictures in the reader's browser.
MERMAID = "mermaid@12.3.0"
INTEGRITY = "4113TdXeLAsMruJ79OpFL5O8+LTFXhQqZ260rF3tgUmiNAtRm4Uume04I+65PRN6yZ69J4f8rVYWW8zRk65UYw=="


def main() -> int:
    tools.install("docs")
    pages.stage(BUILD / "pages")
    target = BUILD / "pages" / pages.SCRIPT
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(mermaid(), target)
    shutil.rmtree(BUILD / "site", ignore_errors=True)
    subprocess.run([tools.folder_of("docs") / "zensical", "build", "--clean", "--strict"], cwd=tools.ROOT, check=True)
    found = checks.problems(BUILD / "site")
    print("\n".join(found) if found else f"The site is in {(BUILD / 'site').relative_to(tools.ROOT)}.")
    return 1 if found else 0


def mermaid() -> Path:
    """The one script that is needed, from its package: fetched once, and refused if it is not what it was."""
    kept = BUILD / f"{MERMAID}.js"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as scratch:
            web.npm("pack", MERMAID, "--silent", folder=Path(scratch))
            (archive,) = Path(scratch).glob("*.tgz")
            found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
            if found != INTEGRITY:
                raise SystemExit(f"{MERMAID} is not what it was: sha512-{found}")
            with tarfile.open(archive) as package:
                script = package.extractfile("package/dist/mermaid.min.js")
                assert script
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(script.read())
    return kept


if __name__ == "__main__":
    sys.exit(main())
