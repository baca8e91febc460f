"""Put the pages of the site together: what people write in `docs/`, and what is read from the program itself.

Nothing that is read from the program is kept in the repository, so none of it can be stale: the commands come from the
argument parser, the rulings from the words of the games, and the places that cite a number from the sources.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from pithead.engine import registry

from . import commands, numbers

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Pages that live elsewhere in the repository, and where they are on the site.
ELSEWHERE = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "README.md": "index.md",
}
LINK = re.compile(r"(?<=\]\()(?!\w+:|#|/)([^)#\s]+)(?=[)#])")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
MERMAID = re.compile(r"^```mermaid$", re.MULTILINE)
SCRIPT = "assets/mermaid.min.js"


def stage(folder: Path) -> dict[str, str]:
    """Write all pages and files of the site into a folder; the pages by their path on the site."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("*.md"))
    pages = {page: _linked(text, source, page, folder) for page, (source, text) in written().items()}
    pages["reference/commands.md"] = commands.page()
    for name in registry.names():
        if (page := f"rulings/{name}.md") not in pages:
            title = registry.load(name).messages("en").text("game.title")
            pages[page] = numbers.anchored(f"# {title}: rulings\n\n{numbers.MARK}\n", page)
    for page, text in pages.items():
        if MERMAID.search(text):
            text += f'\n<script src="{_from(page, SCRIPT)}"></script>\n'
        path = folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return pages


def written() -> dict[str, tuple[Path, str]]:
    """What people have written, by its path on the site, with the numbers that tests cite as anchors."""
    sources = {page.relative_to(DOCS).as_posix(): page for page in sorted(DOCS.rglob("*.md"))}
    sources |= {page: ROOT / name for name, page in ELSEWHERE.items() if page not in sources}
    return {page: (source, numbers.anchored(source.read_text("utf-8"), page)) for page, source in sources.items()}


def _linked(text: str, source: Path, page: str, folder: Path) -> str:
    """The text with links as they are on the site; a file of the repository goes along where one leads to it."""

    def link(match: re.Match[str]) -> str:
        target = (source.parent / match[1]).resolve()
        if not target.exists():
            return match[1]
        return _from(page, _place(target, folder))

    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(link, text[end:])])


def _place(target: Path, folder: Path) -> str:
    """Where a file of the repository is on the site."""
    if target.is_relative_to(DOCS):
        return target.relative_to(DOCS).as_posix()
    name = target.relative_to(ROOT).as_posix()
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    # A page of another folder is shown as it is written: its own links lead into the repository.
    copy = Path("files") / (name + ".txt" if target.suffix == ".md" else name)
    (folder / copy).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(target, folder / copy)
    return copy.as_posix()


def _from(page: str, target: str) -> str:
    """The way from a page to another file of the site."""
    return os.path.relpath(target, Path(page).parent).replace(os.sep, "/")
