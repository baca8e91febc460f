"""The files of the browser client."""

from functools import cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import FileResponse, Response

from pithead.table.browser import STATIC
from pithead.table.errors import NotFound


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
        return FileResponse(file, headers={"cache-control": f"public, max-age={31_536_000 if hashed else 300}"})
    index = STATIC / "index.html"
    if not index.is_file():
        raise NotFound()
    return FileResponse(index, headers={"cache-control": "no-cache"})
