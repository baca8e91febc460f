"""What clients get to see: the game's part of a position, and where it is rendered."""
