"""Better weights for a game's `evaluate`, by duels of it against itself."""
