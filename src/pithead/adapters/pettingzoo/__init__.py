"""The games as PettingZoo AEC environments: `pithead.adapters.pettingzoo.coal_baron_v1.env(players=3)`.

Observations are the game's `features` and an action mask, from the observing agent's knowledge only.
"""
