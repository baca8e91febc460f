"""The whole server in a world that belongs to a seed: clock, network, disk and faults (docs/simulation.md).

Needs Python 3.12 or later with what `requirements/simulation.txt` pins; `make simulate` sets that up by itself.
"""
