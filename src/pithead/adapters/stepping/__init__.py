"""Batch stepping in the kit's compilable subset: specialised per game by the loader, driven by `BatchEnv`.

Compiled only: arrays are indexed as `table[i, j]`, because taking a row view costs two atomic reference-count updates,
as much as a whole decision. For the same reason legal actions are first listed in a thread-local buffer (`paper`).
"""

from .games import DEAL, LANES, LOOK, SHAPES, Tables, first_illegal, reward, seed_range, step_range
from .single import look_at, play_one
from .threads import (
    ASLEEP,
    AWAKE,
    CALLED,
    CHOOSE,
    DONE,
    NEXT,
    PLAY,
    SEATS,
    STEP,
    STOP,
    WORDS,
    WRONG,
    run_job,
    worker_loop,
)

__all__ = [
    "ASLEEP",
    "AWAKE",
    "CALLED",
    "CHOOSE",
    "DEAL",
    "DONE",
    "first_illegal",
    "LANES",
    "LOOK",
    "look_at",
    "NEXT",
    "PLAY",
    "play_one",
    "reward",
    "run_job",
    "seed_range",
    "SEATS",
    "SHAPES",
    "STEP",
    "step_range",
    "STOP",
    "Tables",
    "WORDS",
    "worker_loop",
    "WRONG",
]
