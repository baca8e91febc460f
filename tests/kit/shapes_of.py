"""Loads the rules in `shapes` on a backend."""

from pathlib import Path
from typing import Any

from pithead.kit.loader import BackendName, Instance, fingerprint_of, load

FOLDER = Path(__file__).parent / "shapes"


def shapes(backend: BackendName, factor: int = 2, folder: Path = FOLDER) -> Instance:
    """The copy for a backend, with a factor as its whole material."""
    return load(folder, backend, {"factor": factor}, fingerprint_of(f"{folder} {factor}".encode()))


def new_state(instance: Instance) -> Any:
    """A zeroed state, and its handle for rules."""
    kind = instance.module("state").State
    if instance.backend.tag == "compiled":
        import numpy as np

        return np.zeros(1, kind)[0]
    return kind()


def bytes_of(instance: Instance, state: Any) -> bytes:
    """The state as bytes."""
    return bytes(state.tobytes()) if instance.backend.tag == "compiled" else instance.codec().encode(state)


def new_fast(instance: Instance) -> Any:
    """A zeroed fast generator."""
    kind = instance.kit_name("Fast")
    if instance.backend.tag == "compiled":
        import numpy as np

        return np.zeros(1, kind)[0]
    return kind()
