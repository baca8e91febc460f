"""placeholder"""

from pithead.kit import Cells, Fast, fork, rule

from .state import State

N_FEATURES = 1


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    fork(s.rng, fast)


@rule
def features(s: State, seat: int, out: Cells) -> None:
    out[0] = 0
