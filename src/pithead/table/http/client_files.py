"""The files of the browser client."""

import mimetypes
import re
from functools import cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import FileResponse, Response

from pithead.table.browser import STATIC
from pithead.table.errors import NotFound
from pithead.table.http import packed

# What is text; fonts and bitmaps are compressed already.
PACKED = re.compile(r"text/|application/(json|manifest\+json|javascript)|image/svg")


@cache
def _content(file: Path) -> bytes:
    return file.read_bytes()


@cache
def _static_files() -> dict[str, Path]:
    return {file.relative_to(STATIC).as_posix(): file for file in STATIC.rglob("*") if file.is_file()}


async def serve(request: Request, path: str) -> Response:
    """The browser client; addresses that are no files are its pages."""
    if path == "api" or path.startswith("api/"):
        raise NotFound()
    # Looked up by name: no path of a visitor reaches the file system.
    if file := _static_files().get(path):
        hashed = "/assets/" in f"/{path}"
        kept = f"public, max-age={31_536_000 if hashed else 300}"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if PACKED.match(kind):
            return packed.answer(request, _content(file), kind, kept)
        return FileResponse(file, headers={"cache-control": kept})
    index = STATIC / "index.html"
    if not index.is_file():
        raise NotFound()
    return packed.answer(request, _content(index), "text/html")
