"""Which tests `make quick` leaves out: plugins of pytest that mark them, and see to it that none is forgotten."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

STARTERS: Final = {"stack", "postgres", "redis", "dovecot", "texts_of_the_code"}
"""Fixtures that start processes."""
SLOW: Final = Path(__file__).with_name("slow.txt")
"""The tests that take long, as measured and written by `make test ARGS=--note-slow`."""
SLOW_S: Final = 0.5
"""What a test function takes of a processor with all its parameters and its own fixtures."""


class Markers:
    """Marks tests by their fixtures and by the list of slow ones. Others that start processes say so themselves."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        slow = set(SLOW.read_text().splitlines())
        for item in items:
            fixtures = set(getattr(item, "fixturenames", ()))
            # The tests of pages call Django's test client a browser.
            if "browser" in fixtures and item.path.parent.name == "e2e":
                item.add_marker("browser")
            if fixtures & STARTERS:
                item.add_marker("processes")
            if function_of(item.nodeid) in slow:
                item.add_marker("slow")


class ProcessGuard:
    """A test fails when it starts a process and is not marked as one that does."""

    def __init__(self) -> None:
        self._running: pytest.Item | None = None
        # Python tells of every process that it starts; such a hook cannot be taken away again.
        sys.addaudithook(self._hear)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        self._running = item
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        # What the fixtures of other tests do at their end falls into the time of whichever test was last.
        self._running = None
        return (yield)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event != "subprocess.Popen" or self._running is None:
            return
        if not any(self._running.get_closest_marker(name) for name in ("browser", "processes")):
            raise AssertionError(f"this test starts {arguments[1]}: mark it by pytest.mark.processes")


class ProcessorTime:
    """Notes in every report how long it took a processor, which says the same whatever else the machine does."""

    def __init__(self) -> None:
        self._before = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> None:
        self._before = time.process_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = time.process_time()
        vars(report)["processor_s"] = now - self._before
        self._before = now
        return report


class SlowList:
    """Writes the list anew at the end of a run, for the tests that were run."""

    def __init__(self) -> None:
        self._taken: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._taken[function_of(report.nodeid)] += vars(report).get("processor_s", 0)

    def pytest_sessionfinish(self) -> None:
        others = set(SLOW.read_text().splitlines()) - self._taken.keys()
        there = {test for test in others if Path(SLOW.parents[1], test.partition("::")[0]).exists()}
        slow = there | {test for test, seconds in self._taken.items() if seconds > SLOW_S}
        SLOW.write_text("".join(f"{test}\n" for test in sorted(slow)))


def function_of(nodeid: str) -> str:
    return nodeid.partition("[")[0]
