"""What does not change is compressed, kept by browsers, and asked for again by its tag."""

from __future__ import annotations

import gzip
import json
import re

import httpx
import pytest

from pithead.table.browser import STATIC

from .client import GIVE_UP
from .conftest import Server

WORDS = "/api/games/kohle-kolonie/messages/en"


def sent(address: str, path: str, **headers: str) -> httpx.Response:
    """An answer with its bytes as they came over the wire."""
    with httpx.stream("GET", address + path, headers=headers, timeout=GIVE_UP) as answer:
        answer.extensions["wire"] = b"".join(answer.iter_raw())
        return answer


def test_the_words_of_a_game_are_compressed_and_asked_for_by_their_tag(server: Server) -> None:
    packed = sent(server.address, WORDS, **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = sent(server.address, WORDS, **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    wire, whole = packed.extensions["wire"], plain.extensions["wire"]
    assert json.loads(gzip.decompress(wire)) == json.loads(whole)
    assert len(wire) < len(whole) / 3
    again = sent(server.address, WORDS, **{"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]})
    assert (again.status_code, again.extensions["wire"]) == (304, b"")


def test_words_with_their_tag_in_the_address_are_kept_for_ever(server: Server) -> None:
    tag = httpx.get(f"{server.address}/api/me", timeout=GIVE_UP).json()["words"]
    assert "immutable" in sent(server.address, f"{WORDS}?v={tag}").headers["cache-control"]
    # Texts of another version are not what was asked for: nobody keeps them under that name.
    for other in ("", "?v=", "?v=000000000000"):
        assert sent(server.address, WORDS + other).headers["cache-control"] == "no-cache"


@pytest.mark.skipif(not (STATIC / "index.html").exists(), reason="the browser client is not built")
def test_the_client_is_compressed_and_its_fonts_are_not(server: Server) -> None:
    page = sent(server.address, "/en/", **{"accept-encoding": "gzip"})
    html = gzip.decompress(page.extensions["wire"]).decode()
    script = next(iter(re.findall(r'src="(/assets/[^"]+\.js)"', html)))
    answer = sent(server.address, script, **{"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "max-age=31536000" in answer.headers["cache-control"]
    brotli = sent(server.address, script, **{"accept-encoding": "gzip, deflate, br"})
    assert brotli.headers["content-encoding"] == "br"
    assert len(brotli.extensions["wire"]) < len(answer.extensions["wire"])
    assert brotli.headers["etag"] == answer.headers["etag"]
    font = next(file for file in STATIC.rglob("*.woff2")).relative_to(STATIC).as_posix()
    assert "content-encoding" not in sent(server.address, f"/{font}", **{"accept-encoding": "gzip"}).headers
