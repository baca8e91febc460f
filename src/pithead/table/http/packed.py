"""Static responses: compressed once, cached by browsers, revalidated by their ETag."""

import gzip
import hashlib
from functools import lru_cache

from fastapi import Request
from fastapi.responses import Response

FOR_EVER = "public, max-age=31536000, immutable"
# Below this a header costs more than compression saves.
SMALL = 500


@lru_cache(maxsize=256)
def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


@lru_cache(maxsize=256)
def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def answer(
    request: Request, body: bytes, media_type: str, cache: str = "no-cache", brotli: bytes | None = None
) -> Response:
    """The body in an encoding that the client accepts, or 304; `brotli` is the precompressed body."""
    headers = {"etag": _tag(body), "cache-control": cache, "vary": "accept-encoding"}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    taken = {part.split(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    if brotli is not None and "br" in taken:
        return Response(brotli, media_type=media_type, headers={**headers, "content-encoding": "br"})
    if len(body) < SMALL or "gzip" not in taken:
        return Response(body, media_type=media_type, headers=headers)
    return Response(_gzip(body), media_type=media_type, headers={**headers, "content-encoding": "gzip"})
