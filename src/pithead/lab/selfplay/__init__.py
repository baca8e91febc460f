"""Policy training in NumPy: behavioural cloning of the greedy bot Hewer, then self-play with masked PPO.

The network is that of `pithead.bots.policy`. The only dependencies are NumPy and Numba; the learner gets only what
environments provide: observations, legal actions and results.
"""
