"""A callee in a file of its own."""

from pithead.kit import rule

from .state import FACTOR


@rule
def scaled(value: int) -> int:
    """A constant of the material is compiled in."""
    result: int = value * FACTOR
    return result
