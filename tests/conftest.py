"""What all tests share."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage only among what tests make.

    What is imported and collected stays to the end, and is a third of a million objects: to go through them again and
    again took a twelfth of the time of interpreted games. What tests make is looked through less often, too.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(10_000, 20, 20)
