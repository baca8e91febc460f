"""What SECURITY.md promises is proved by tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
FINDINGS = [f"{kind}{n}" for kind, last in (("C", 4), ("H", 4), ("M", 11)) for n in range(1, last + 1)]


def test_every_promise_names_tests_that_exist() -> None:
    promises = [line for line in PAGE.splitlines() if re.match(r"\| (?!protected|finding|---)", line)]
    known = set[str]()
    for file in (ROOT / "tests").rglob("test_*.py"):
        known |= set(
            re.findall(r"^(?:(?:async )?def )?(test_\w+|Test\w+)(?= = |\()", file.read_text("utf-8"), re.MULTILINE)
        )
    for promise in promises:
        named = re.findall(r"`(test_\w+|Test\w+)`", promise.split(" | ")[-1])
        assert named, promise
        assert set(named) <= known, set(named) - known


def test_every_finding_is_in_the_inventory() -> None:
    found = re.findall(r"^\| ([CHM]\d+) \|", PAGE, re.MULTILINE)
    assert found == FINDINGS
