"""P24: nobody predicts or chooses a deal."""

from __future__ import annotations

import hashlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pithead
from pithead.engine.errors import BadRecord
from pithead.engine.fair import Deal
from pithead.engine.game import expand_seed
from pithead.engine.match import Match


def primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def cube_root_bits(number: int) -> int:
    """The first 32 bits of the fractional part of a cube root."""
    low, high = 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= number << 96 else (low, middle)
    return low & 0xFFFFFFFF


ROUNDS = [cube_root_bits(prime) for prime in primes(64)]


def rotate(word: int, by: int) -> int:
    return (word >> by | word << 32 - by) & 0xFFFFFFFF


def compress(state: bytes, block: bytes) -> bytes:
    """SHA-256 of one more block after a state, which a hash shows to everybody."""
    words = list(struct.unpack(">16I", block))
    for i in range(16, 64):
        before, after = words[i - 15], words[i - 2]
        low = rotate(before, 7) ^ rotate(before, 18) ^ before >> 3
        high = rotate(after, 17) ^ rotate(after, 19) ^ after >> 10
        words.append((words[i - 16] + low + words[i - 7] + high) & 0xFFFFFFFF)
    start = struct.unpack(">8I", state)
    a, b, c, d, e, f, g, h = start
    for word, constant in zip(words, ROUNDS, strict=True):
        choice = (e & f) ^ (~e & g)
        first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constant + word
        second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (first + second) & 0xFFFFFFFF, a, b, c, (d + first) & 0xFFFFFFFF, e, f, g
    return struct.pack(">8I", *((x + y) & 0xFFFFFFFF for x, y in zip(start, (a, b, c, d, e, f, g, h), strict=True)))


def padding(length: int) -> bytes:
    """What SHA-256 appends to a message of so many bytes."""
    return b"\x80" + bytes(-(length + 9) % 64) + struct.pack(">Q", 8 * length)


def extended(commitment: str, tail: bytes) -> bytes:
    """SHA-256(secret ‖ padding ‖ tail) without the secret: only its hash and its length are known."""
    return compress(bytes.fromhex(commitment), tail + padding(64 + len(tail)))


FORGED = padding(32)[:16], padding(32)[16:]


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(min_size=16, max_size=16), max_size=2))
def test_the_published_hash_and_chosen_nonces_do_not_give_the_key(secret: bytes, others: list[bytes]) -> None:
    """Two seats send the padding of a 32-byte message; the nonces of the others are published at the start."""
    nonces = (*FORGED, *others)
    commitment = hashlib.sha256(secret).hexdigest()
    guess = expand_seed(extended(commitment, b"".join(others)))
    assert Deal(secret=secret, nonces=nonces, scheme="sha256").key == guess, "the attack works where it can"
    assert Deal(secret=secret, nonces=nonces).key != guess


def test_a_deal_is_the_published_hmac() -> None:
    """The HMAC of RFC 2104, written out: what another program needs to check a record."""
    nonces = [b"Jefe", b"\x00\x00\x00\x01", b""]
    message = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in nonces)
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in b"k" * 32 + bytes(32)) + message).digest()
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in b"k" * 32 + bytes(32)) + inner).digest()
    assert Deal(secret=b"k" * 32, nonces=tuple(nonces)).key == expand_seed(outer)


def test_the_same_bytes_cut_into_other_nonces_are_another_deal() -> None:
    secret = b"s" * 32
    keys = [
        Deal(secret=secret, nonces=nonces).key for nonces in ((b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"abc", b""))
    ]
    assert len({tuple(key) for key in keys}) == 4


def test_the_order_of_the_nonces_is_part_of_the_deal() -> None:
    secret = b"s" * 32
    assert Deal(secret=secret, nonces=(b"a", b"b")).key != Deal(secret=secret, nonces=(b"b", b"a")).key


def played(deal: Deal) -> Match:
    match = Match(pithead.load("example"), 2, deal, names=("Emma", "Hugo"))
    while not match.over:
        match.play(match.legal[0])
    return match


def test_a_record_says_how_it_was_dealt_and_older_ones_still_verify() -> None:
    text = played(Deal(secret=b"s" * 32, nonces=FORGED)).record().text
    assert "deal: hmac-sha256" in text
    assert pithead.read_record(text).verify().deal.scheme == "hmac-sha256"
    old = played(Deal(secret=b"s" * 32, nonces=FORGED, scheme="sha256"))
    before = old.record().text.replace("deal: sha256\n", "")
    assert "deal:" not in before
    assert pithead.read_record(before).verify().standing == old.standing
    with pytest.raises(BadRecord, match="scheme “md5”") as caught:
        pithead.read_record(text.replace("deal: hmac-sha256", "deal: md5")).verify()
    assert caught.value.params["why"] == "unknown_deal"
