"""The machine code of a source is one file: it works from the first call on, and only for the types it is made for."""

import subprocess
import sys

import numpy as np
import pytest

import pithead


@pytest.mark.slow
@pytest.mark.parametrize("first", ["rules.fast(1)", "rules.new(2, [0], [1] * 8)"])
def test_every_call_may_be_the_first_of_a_process(first: str) -> None:
    """Numba prepares its runtime when it compiles; here nothing is compiled."""
    script = f"import pithead; rules = pithead.load('example').rules('compiled'); {first}; print('done')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_other_types_are_refused_instead_of_compiled() -> None:
    game = pithead.load("example")
    rules = game.compiled()
    with pytest.raises(TypeError, match="No matching definition"):
        rules.drivers.legal_at(rules.array(1), 0, np.zeros(rules.max_legal, np.int32))
