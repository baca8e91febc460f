"""What the contract of observations needs to know about Lamp Room."""

REPEATED: tuple[str, ...] = ()
RARE: frozenset[str] = frozenset()
