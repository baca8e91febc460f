"""What the contract of observations needs to know about Kohle & Kolonie."""

# Miners stand only where there is room for them; a stage without its question is no position.
REPEATED = (r"players\[\]\.miners\[\]", "stage")
# Rare in random games: a question while discs are drawn, and kept railway tokens.
RARE = frozenset(
    {
        "discs drawn in this disaster",
        "discs in the bag",
        "black discs in the bag",
        "blank discs in the bag",
        "hit by the disaster",
        "railway tokens by kind",
        "railway tokens of this round by kind",
    }
)
