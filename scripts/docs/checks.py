"""Hold the built site to what it promises: every link leads somewhere, and nothing is fetched from elsewhere."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself; a link that a reader may follow is no such thing.
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "src"), ("iframe", "src"), ("video", "src")}
NAMING = {"canonical", "alternate", "prev", "next", "me", "author", "license"}


class Page(HTMLParser):
    """The anchors of a page, its links, and what it fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        for name, value in values.items():
            if name in ("href", "src"):
                self.links.add(value)
                if (tag, name) in FETCHED and not set(values.get("rel", "").split()) & NAMING:
                    self.fetched.add(value)


def problems(site: Path) -> list[str]:
    """What is wrong with a built site."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    return [problem for path, page in pages.items() for problem in _of_page(site, path, page, pages)]


def _of_page(site: Path, path: Path, page: Page, pages: dict[Path, Page]) -> list[str]:
    found = []
    where = path.relative_to(site)
    for link in sorted(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in page.fetched and parts.scheme != "data":
                found.append(f"{where} fetches {link}")
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.exists():
            found.append(f"{where} links to {link}, which does not exist")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            found.append(f"{where} links to {link}, which has no such anchor")
    return found
