"""Processor time of tests by file, servers and browsers included: `pytest -p scripts.cost …` (Linux).

Time by the clock says little on a busy machine and where tests wait. This sums what this process and everything
below it has used, after each test: what a shared server costs is told with the test that started it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

TICK = os.sysconf("SC_CLK_TCK")
PROPERTY = "processor"
SHOWN = 60


def once(pid: int) -> float:
    """Seconds of processor time of a process and everything below it, also of what has ended, in one reading."""
    here = Path(f"/proc/{pid}")
    try:
        fields = (here / "stat").read_text().rpartition(")")[2].split()
        threads = list((here / "task").iterdir())
    except OSError:  # it has just ended
        return 0.0
    below = 0.0
    for thread in threads:
        # A thread that has just ended has left its children to another one.
        with suppress(OSError):
            below += sum(once(int(child)) for child in (thread / "children").read_text().split())
    return sum(map(int, fields[11:15])) / TICK + below


def used(pid: int) -> float:
    """The same in two readings: one may miss what ends or changes its parent meanwhile, and what stands beside it."""
    return max(once(pid), once(pid))


class Cost:
    """Adds what a test used to its last report, and sums it where reports arrive: also from other processes."""

    def __init__(self) -> None:
        self.last = used(os.getpid())
        self.tests: dict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when != "teardown":
            return report
        now = used(os.getpid())
        # What ends without being waited for takes its time along: the total may fall.
        report.user_properties = [(PROPERTY, max(0.0, now - self.last))]
        self.last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid] += sum(
            float(str(value)) for name, value in report.user_properties if name == PROPERTY
        )

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        files: dict[str, float] = defaultdict(float)
        folders: dict[str, float] = defaultdict(float)
        for name, seconds in self.tests.items():
            file = name.partition("::")[0]
            files[file] += seconds
            folders[file.rpartition("/")[0]] += seconds
        for title, costs in (("folder", folders), ("file", files), ("test", self.tests)):
            terminalreporter.section(f"seconds of processor time by {title}")
            for name, seconds in sorted(costs.items(), key=lambda item: -item[1])[:SHOWN]:
                terminalreporter.write_line(f"{seconds:8.1f}  {name}")
        terminalreporter.write_line(f"{sum(self.tests.values()):8.1f}  in all")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Cost(), "cost")
