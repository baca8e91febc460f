"""Rendering of positions: views, deltas and frames."""
