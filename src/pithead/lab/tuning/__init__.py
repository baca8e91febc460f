"""Tuning of the weights of a game's `evaluate` by self-play."""
