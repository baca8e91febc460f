"""What the contract of observations needs to know about Mine Out."""

REPEATED: tuple[str, ...] = ()
# Rare in random games: wilds that are counted one by one, and an Agent's draws.
RARE = frozenset({"wilds counted by ore", "draws left"})
