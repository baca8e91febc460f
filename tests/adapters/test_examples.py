"""Every example runs as it stands."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
NEEDS = {"openspiel_game": "pyspiel"}
ARGUMENTS = {"train_selfplay": ["example", "--minutes", "0.02", "--looks", "1", "--games", "2", "--final", "2"]}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_the_example_runs(path: Path) -> None:
    needed = NEEDS.get(path.stem)
    if needed and importlib.util.find_spec(needed) is None:
        pytest.skip(f"{needed} is not installed")
    result = subprocess.run(
        [sys.executable, path, *ARGUMENTS.get(path.stem, [])], capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()
