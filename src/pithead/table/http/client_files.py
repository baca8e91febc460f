"""The files of the browser client."""

import mimetypes
import re
from functools import cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import FileResponse, Response
from starlette.convertors import PathConvertor, register_url_convertor

from pithead.table.browser import STATIC
from pithead.table.errors import NotFound
from pithead.table.http import packed

# Text types; fonts and bitmaps are compressed already.
PACKED = re.compile(r"text/|application/(json|manifest\+json|javascript)|image/svg")


class _Page(PathConvertor):
    """Every path that is not of the API, whose refusals its own routes make."""

    regex = r"(?!api(?:/|$)).*"


register_url_convertor("page", _Page())


@cache
def _content(file: Path) -> bytes:
    return file.read_bytes()


@cache
def _static_files() -> dict[str, Path]:
    files = (file for file in STATIC.rglob("*") if file.is_file() and file.suffix != ".br")
    return {file.relative_to(STATIC).as_posix(): file for file in files}


@cache
def _brotli(file: Path) -> bytes | None:
    """The build's precompressed Brotli variant."""
    packed_file = file.with_name(f"{file.name}.br")
    return packed_file.read_bytes() if packed_file.exists() else None


async def serve(request: Request, path: str) -> Response:
    """The browser client; addresses that are no files are its pages."""
    # A dictionary lookup: no request path reaches the file system (no path traversal).
    if file := _static_files().get(path):
        hashed = "/assets/" in f"/{path}"
        kept = packed.FOR_EVER if hashed else "public, max-age=300"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if PACKED.match(kind):
            return packed.answer(request, _content(file), kind, kept, _brotli(file))
        return FileResponse(file, headers={"cache-control": kept})
    index = STATIC / "index.html"
    if not index.is_file():
        raise NotFound()
    return packed.answer(request, _content(index), "text/html", brotli=_brotli(index))
