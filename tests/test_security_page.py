"""What SECURITY.md promises is proved by tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_promise_names_tests_that_exist() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    promises = [line for line in page.splitlines() if re.match(r"\| (?!protected|---)", line)]
    known = set[str]()
    for file in (ROOT / "tests").rglob("test_*.py"):
        known |= set(
            re.findall(r"^(?:(?:async )?def )?(test_\w+|Test\w+)(?= = |\()", file.read_text("utf-8"), re.MULTILINE)
        )
    for promise in promises:
        named = re.findall(r"`(test_\w+|Test\w+)`", promise.split(" | ")[-1])
        assert named, promise
        assert set(named) <= known, set(named) - known
