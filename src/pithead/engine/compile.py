"""Compiles one game into the disk cache: `python -m pithead.engine.compile FOLDER EDITION NICE SOURCE…`.

Prints a JSON line `[done, of, name]` for every compiled function, so that whoever waits can show progress.
"""

import json
import os
import sys
from pathlib import Path

from pithead.kit import cache

OPTIMISING = 4
"""One part in so many of a source's work is done at the end, on all its functions together."""


def main(folder: str, edition: str, *sources: str) -> None:
    """Write the bundles of some generic sources; what they share is translated once."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    from pithead.kit import bundle
    from pithead.kit.compiled import spare_wraparound

    from .game import Game
    from .registry import folder_of

    spare_wraparound()
    instance = Game(folder_of(folder), Path(edition) if edition else None).instance("compiled")
    parts = {Path(source): instance.entries(Path(source)) for source in sources}
    rules = set().union(*(bundle.reached(entries) for entries in parts.values()))
    optimising = len(rules) // (OPTIMISING - 1) + 1
    of = len(rules) + optimising * len(parts)
    done = 0

    def tell(name: str, steps: int = 1) -> None:
        nonlocal done
        done = min(done + steps, of)
        print(json.dumps([done, of, name]))

    for source, entries in parts.items():
        bundle.write(cache.bundle(instance.cache, source), entries, tell)
        tell(source.stem, optimising)


if __name__ == "__main__":
    # Nothing here needs more than one core.
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[3]))
    assert cache.available()
    main(*sys.argv[1:3], *sys.argv[4:])
