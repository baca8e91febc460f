"""What the contract of observations needs to know about MINE!."""

REPEATED: tuple[str, ...] = ()
RARE: frozenset[str] = frozenset()
