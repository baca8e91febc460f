"""Policies that learn from Hewer's games, then from games against themselves: imitation, and masked PPO, in NumPy.

The network is that of `pithead.bots.policy`. Nothing here needs more than NumPy and Numba, and nothing is told to the
learner but what environments tell: observations, legal decisions, and how games end.
"""
