"""The generators: published test vectors, the same words on both backends, fair shuffles (P9)."""

from typing import Any

import pytest

from .shapes_of import new_fast, new_state, shapes

# First block of ChaCha8 with an all-zero 256-bit key, counter and nonce.
CHACHA8_ZERO = bytes.fromhex(
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)


def words(backend: Any, key: list[int], purpose: int, count: int) -> list[int]:
    instance = shapes(backend)
    rules = instance.module("rules")
    state = new_state(instance)
    if backend == "compiled":
        import numpy as np

        rules.start(state, np.array(key, np.int64), purpose)
    else:
        rules.start(state, key, purpose)
    return [int(rules.some(state, 1 << 32)) for _ in range(count)]


def test_chacha8_matches_its_published_vector() -> None:
    stream = b"".join(word.to_bytes(4, "little") for word in words("interpreted", [0] * 8, 0, 16))
    assert stream == CHACHA8_ZERO


@pytest.mark.slow
def test_both_backends_draw_the_same_words() -> None:
    key = [0xDEADBEEF, 0xFFFFFFFF, 1, 2, 0x80000000, 5, 6, 7]
    assert words("interpreted", key, 3, 200) == words("compiled", key, 3, 200)


def test_purposes_are_independent_streams() -> None:
    first, second = (words("interpreted", [1] * 8, purpose, 32) for purpose in (0, 1))
    assert not set(first) & set(second)


def test_xoshiro_matches_its_reference() -> None:
    instance = shapes("interpreted")
    fast = new_fast(instance)
    fast.words[:] = [1, 2, 3, 4]
    assert [instance.module("rules").next_quick(fast) for _ in range(4)] == [11520, 0, 5927040, 70819200]


@pytest.mark.slow
def test_the_fast_generator_agrees_on_both_backends() -> None:
    drawn = []
    for backend in ("interpreted", "compiled"):
        instance = shapes(backend)
        fast = new_fast(instance)
        rules = instance.module("rules")
        drawn.append([int(rules.quick(fast, 5, 9))] + [int(rules.next_quick(fast)) for _ in range(200)])
    assert drawn[0] == drawn[1]


@pytest.mark.slow
def test_shuffles_are_fair() -> None:
    """χ² of the place of one item in 10⁵ shuffles of four; 21.1 is p = 10⁻⁴ at three degrees of freedom."""
    import numpy as np

    instance = shapes("compiled")
    rules = instance.module("rules")
    state = new_state(instance)
    rules.start(state, np.arange(8), 0)
    counts = np.zeros(4, np.int64)
    rules.count_places(state, np.zeros(4, np.int64), counts, 100_000)
    expected = 25_000
    assert sum((int(count) - expected) ** 2 / expected for count in counts) < 21.1


def test_bounded_draws_are_unbiased_at_the_edge() -> None:
    """A bound just above 2³¹ would favour small numbers twice without rejection."""
    instance = shapes("interpreted")
    rules = instance.module("rules")
    state = new_state(instance)
    rules.start(state, [3] * 8, 0)
    bound = (1 << 31) + 1
    low = sum(rules.some(state, bound) < (1 << 30) for _ in range(2000))
    assert 900 < low < 1100
