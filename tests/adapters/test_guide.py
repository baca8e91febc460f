"""The guide for researchers works as it is printed."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

GUIDE = Path(__file__).parents[2] / "docs" / "adapters.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def test_the_guide_has_a_block_for_each_environment() -> None:
    named = ["BatchEnv", "pithead.adapters.pettingzoo", "pithead.adapters.gymnasium", "pithead.adapters.openspiel"]
    assert [name in block for name, block in zip(named, BLOCKS, strict=True)] == [True] * 4


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_block_runs(block: str) -> None:
    if "pyspiel" in block and importlib.util.find_spec("pyspiel") is None:
        pytest.skip("pyspiel is not installed")
    result = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
