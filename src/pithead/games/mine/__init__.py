"""MINE!: coal-mine directors mine, loot, guard and sell coal over six rounds."""
