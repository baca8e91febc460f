"""Piles and counters: a pile is any record with a counter `n` and an array `items` (last item on top)."""

from typing import Any

from pithead.kit import Cells, rule


@rule
def push(pile: Any, item: int) -> None:
    """Put an item on top."""
    pile.items[pile.n] = item
    pile.n += 1


@rule
def pop(pile: Any) -> int:
    """Take the top item, or −1 from an empty pile."""
    if pile.n == 0:
        return -1
    pile.n -= 1
    item: int = pile.items[pile.n] + 0
    pile.items[pile.n] = 0
    return item


@rule
def take(pile: Any, index: int) -> int:
    """Take the item at an index; those above it move down."""
    item: int = pile.items[index] + 0
    pile.n -= 1
    for i in range(index, pile.n):
        pile.items[i] = pile.items[i + 1]
    pile.items[pile.n] = 0
    return item


@rule
def insert(pile: Any, index: int, item: int) -> None:
    """Put an item at an index; those from there on move up."""
    for i in range(pile.n, index, -1):
        pile.items[i] = pile.items[i - 1]
    pile.items[index] = item
    pile.n += 1


@rule
def total(counts: Cells) -> int:
    """The sum of all counts."""
    result = 0
    for count in counts:
        result += count
    return result


@rule
def fill(target: Cells, value: int) -> None:
    """Set every cell to a value."""
    for i in range(len(target)):
        target[i] = value
