"""Tuning of the cyclic garbage collector."""

import gc


def collect_rarely() -> None:
    """Freeze what is loaded, and collect rarely.

    Tables are many plain objects that live long and form no cycles. Walking through all of them every few thousand new
    ones, as Python does by default, would hold up every table for a tenth of a second.
    """
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
