"""Chance that can be repeated anywhere: ChaCha8 for the game, xoshiro128** for searches.

All arithmetic is on words of at most 32 bits with masks, because unsigned 64-bit values turn into floats
when compiled. `+ 0` makes a signed 64-bit value of a stored word.
"""

from pithead.kit import Cells, cells, i1, ints, record, rule, u4

WORD = 0xFFFFFFFF

# The columns and diagonals that a double round mixes.
QUARTERS = ints(
    [
        (0, 4, 8, 12),
        (1, 5, 9, 13),
        (2, 6, 10, 14),
        (3, 7, 11, 15),
        (0, 5, 10, 15),
        (1, 6, 11, 12),
        (2, 7, 8, 13),
        (3, 4, 9, 14),
    ]
)

# Purposes: independent streams under one key.
SETUP, DRAWS = 0, 1


@record
class Rng:
    """A keyed counter generator; part of the state."""

    key: Cells = cells(u4, 8)
    block: Cells = cells(u4, 16)
    purpose: u4
    counter: u4
    used: i1


@record
class Fast:
    """A small generator for searches and playouts; never part of a state."""

    words: Cells = cells(u4, 4)


@rule
def seed(rng: Rng, key: Cells, purpose: int) -> None:
    """Key the generator with eight words."""
    for i in range(8):
        rng.key[i] = key[i]
    begin(rng, purpose)


@rule
def begin(rng: Rng, purpose: int) -> None:
    """Start the stream of another purpose under the same key."""
    for i in range(16):
        rng.block[i] = 0
    rng.purpose = purpose
    rng.counter = 0
    rng.used = 16


@rule
def _quarter(x: Cells, a: int, b: int, c: int, d: int) -> None:
    xa, xb, xc, xd = x[a] + 0, x[b] + 0, x[c] + 0, x[d] + 0
    xa = (xa + xb) & WORD
    xd ^= xa
    xd = ((xd << 16) | (xd >> 16)) & WORD
    xc = (xc + xd) & WORD
    xb ^= xc
    xb = ((xb << 12) | (xb >> 20)) & WORD
    xa = (xa + xb) & WORD
    xd ^= xa
    xd = ((xd << 8) | (xd >> 24)) & WORD
    xc = (xc + xd) & WORD
    xb ^= xc
    xb = ((xb << 7) | (xb >> 25)) & WORD
    x[a] = xa
    x[b] = xb
    x[c] = xc
    x[d] = xd


@rule
def _start(rng: Rng, i: int) -> int:
    """Word i of the block's input: constants, key, counter, purpose."""
    if i == 0:
        return 0x61707865
    if i == 1:
        return 0x3320646E
    if i == 2:
        return 0x79622D32
    if i == 3:
        return 0x6B206574
    if i < 12:
        return rng.key[i - 4] + 0
    if i == 12:
        return rng.counter + 0
    if i == 14:
        return rng.purpose + 0
    return 0


@rule
def _next_block(rng: Rng) -> None:
    x = rng.block
    for i in range(16):
        x[i] = _start(rng, i)
    for _ in range(4):
        for q in range(8):
            _quarter(x, QUARTERS[q][0], QUARTERS[q][1], QUARTERS[q][2], QUARTERS[q][3])
    for i in range(16):
        x[i] = (x[i] + _start(rng, i)) & WORD
    rng.counter = (rng.counter + 1) & WORD
    rng.used = 0


@rule
def _word(rng: Rng) -> int:
    if rng.used == 16:
        _next_block(rng)
    word = rng.block[rng.used] + 0
    rng.used += 1
    return word


@rule
def draw(rng: Rng, n: int) -> int:
    """A number from 0 to n − 1, each equally likely."""
    limit = 0x100000000 - 0x100000000 % n
    word = _word(rng)
    while word >= limit:
        word = _word(rng)
    return word % n


@rule
def shuffle(rng: Rng, items: Cells, n: int) -> None:
    """Shuffle the first n items."""
    for i in range(n - 1, 0, -1):
        j = draw(rng, i + 1)
        held = items[i] + 0
        items[i] = items[j]
        items[j] = held


@rule
def fast_seed(fast: Fast, a: int, b: int) -> None:
    """Seed the fast generator from two words (splitmix on 32 bits)."""
    x = (a ^ (b << 7) ^ 0x9E3779B9) & WORD
    for i in range(4):
        x = (x + 0x9E3779B9 + (b & WORD)) & WORD
        z = x
        z = ((z ^ (z >> 16)) * 0x21F0AAAD) & WORD
        z = ((z ^ (z >> 15)) * 0x735A2D97) & WORD
        fast.words[i] = z ^ (z >> 15)
    fast.words[0] = fast.words[0] | 1


@rule
def fast_word(fast: Fast) -> int:
    """The next 32 bits of xoshiro128**."""
    s0, s1, s2, s3 = fast.words[0] + 0, fast.words[1] + 0, fast.words[2] + 0, fast.words[3] + 0
    x = (s1 * 5) & WORD
    x = ((x << 7) | (x >> 25)) & WORD
    result = (x * 9) & WORD
    t = (s1 << 9) & WORD
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = ((s3 << 11) | (s3 >> 21)) & WORD
    fast.words[0] = s0
    fast.words[1] = s1
    fast.words[2] = s2
    fast.words[3] = s3
    return result


@rule
def fast_draw(fast: Fast, n: int) -> int:
    """A number from 0 to n − 1; the bias of n / 2³² is far below what a search can see."""
    return (fast_word(fast) * n) >> 32


@rule
def fast_shuffle(fast: Fast, items: Cells, n: int) -> None:
    """Shuffle the first n items."""
    for i in range(n - 1, 0, -1):
        j = fast_draw(fast, i + 1)
        held = items[i] + 0
        items[i] = items[j]
        items[j] = held


@rule
def fast_fork(fast: Fast, other: Fast) -> None:
    """Give `other` a stream of its own."""
    fast_seed(other, fast_word(fast), fast_word(fast))


@rule
def fork(rng: Rng, fast: Fast) -> None:
    """Replace the future of `rng`: a search must never draw the real one."""
    for i in range(8):
        rng.key[i] = fast_word(fast)
    begin(rng, DRAWS)
