"""A search that hangs, for tests of what answers in its stead."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pithead.bots.search.workspace import UNLIMITED, Tree


@contextmanager
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interpreted searches do not come back before the end of the block."""
    released = threading.Event()
    simulate = Tree.simulate

    def hang(self: Tree, seat: int, count: int, effort: int = UNLIMITED) -> None:
        if not self._backing.compiled:  # in the background the compiled search is being tried out
            released.wait(20)
        simulate(self, seat, count, effort)

    with monkeypatch.context() as patch:
        patch.setattr(Tree, "simulate", hang)
        try:
            yield
        finally:
            released.set()
