"""Compiles one game into the disk cache: `python -m pithead.engine.compile FOLDER EDITION NICE SOURCE…`.

Prints a JSON line `[done, of, name]` for every compiled function, so that whoever waits can show progress.
"""

import ast
import json
import os
import re
import sys
from pathlib import Path

from pithead.kit import cache

# In what Numba says: colours, places, and what begins the sentence that names the mistake.
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
PLACE = re.compile(r'File "([^"]+)", line (\d+)|(\S+\.py) \((\d+)\)')
MISTAKE = re.compile(
    r"No implementation|Cannot|Unknown|Use of|Invalid|Untyped|NameError|Unsupported|The use of|use of "
)

OPTIMISING = 4
"""One part in so many of a source's work is done at the end, on all its functions together."""


def main(folder: str, edition: str, *sources: str) -> None:
    """Write the bundles of some generic sources; what they share is translated once."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

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
        try:
            bundle.write(cache.bundle(instance.cache, source), entries, tell)
        except (NumbaError, UnsupportedBytecodeError) as problem:
            sys.exit(explained(problem))
        tell(source.stem, optimising)


def explained(problem: Exception) -> str:
    """One line for who wrote the rule: the file and line, the function, and what the rule language lacks.

    The compiler wraps a mistake once for every rule that calls the one with it; the innermost place is named first.
    """
    lines = [line.strip() for line in ESCAPES.sub("", str(problem)).splitlines() if line.strip()]
    reason = next((line for line in lines if MISTAKE.match(line)), lines[0] if lines else type(problem).__name__)
    place = PLACE.search("\n".join(lines))
    if place is None:
        return reason
    file, line = (place[1], place[2]) if place[1] else (place[3], place[4])
    return f"{file}:{line}, {function_at(Path(file), int(line))}: {reason}"


def function_at(file: Path, line: int) -> str:
    """The function that a line belongs to, and what is written there."""
    try:
        source = file.read_text("utf-8")
    except OSError:
        return "?"
    inside = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line)
    ]
    name = max(inside, key=lambda node: node.lineno).name if inside else "?"
    return f"{name}: `{source.splitlines()[line - 1].strip()}`"


if __name__ == "__main__":
    # Nothing here needs more than one core.
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[3]))
    assert cache.available()
    main(*sys.argv[1:3], *sys.argv[4:])
