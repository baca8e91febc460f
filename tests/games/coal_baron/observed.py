"""What the contract of observations needs to know about Coal Baron."""

# An order is in `order_at` and in the list of its holder; carts follow from tiles, empty squares from filled ones; only
# orders that lie open have cubes.
REPEATED = (
    r"order_at\[\]",
    r"players\[\]\.orders\..*",
    r"players\[\]\.carts\[\]",
    r"missing\[\]",
    r"squares\[\]\[\]",
)
RARE: frozenset[str] = frozenset()
