"""Pithead: the open table for mining board games."""

__version__ = "0.1.0"
