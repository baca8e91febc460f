"""What a seat knows, in the form of a position: the only form in which a bot is ever given one."""

from typing import Any

from .rules import Rules, State

_MADE_HERE = object()


class Imagined:
    """A position that looks to a seat exactly like the true one, with all that the seat cannot know dealt anew.

    Only `imagine` makes one, from the seat's knowledge alone: whoever gets it, whatever it does with the bytes, and
    however it is written, cannot learn anything about the true position that the seat does not know.
    """

    __slots__ = ("data", "seat")

    data: bytes
    seat: int

    def __init__(self, made: Any, data: bytes, seat: int) -> None:
        if made is not _MADE_HERE:
            raise TypeError("only pithead.engine.imagined.imagine makes an imagined position")
        object.__setattr__(self, "data", data)
        object.__setattr__(self, "seat", seat)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} of an imagined position cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Imagined) and (self.data, self.seat) == (other.data, other.seat)

    def __hash__(self) -> int:
        return hash((self.data, self.seat))


def imagine(rules: Rules, state: State, seat: int, word: int = 0) -> Imagined:
    """A position as a seat may imagine it; the same `word` deals in the same way."""
    deal = rules.copy(state)
    rules.determinize(deal, seat, rules.fast(word & 0xFFFFFFFF, seat))
    return Imagined(_MADE_HERE, rules.encode(deal), seat)
