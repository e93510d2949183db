"""Puts faults into the code, one after the other, and looks whether the tests find them: `make faults`.

The faults are drawn by a seed, spread over the packages. For each only the tests are run that come to its line, those
that took least first, until one fails that passes without it. The engine is interpreted. What is known already is not
tried again, so that a run can be broken off at any time and gone on with.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from coverage import CoverageData

from tests.faults.mutations import Fault, draw
from tests.lanes import function_of

ROOT: Final = Path(__file__).resolve().parents[2]
MEASURED: Final = ROOT / "build" / "coverage"
RESULTS: Final = ROOT / "docs" / "reports" / "faults.json"
FIRST_S: Final = 10
"""So long the tests of the first command took together when they were measured; each next one takes four times so."""
FOR_EVER: Final = 20
"""What takes so many times the processor that it took before, and minutes at least, ends no more by itself."""
MAX_WAIT_S: Final = 3600
LEFT_OUT: Final = shutil.ignore_patterns(".*", "build", "var", "artifacts", "node_modules", "*.so", "__pycache__")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--measured", type=Path, nargs="+", default=[MEASURED], help="folders of `make coverage`")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--until", type=float, default=float("inf"), help="begin none after so many seconds")
    parser.add_argument("--list", action="store_true", help="only say which they are, and how many tests come there")
    arguments = parser.parse_args()

    known: dict[str, Any] = json.loads(arguments.results.read_text()) if arguments.results.exists() else {}
    faults = draw(ROOT, arguments.seed, arguments.count)
    measured = Measured.read(arguments.measured)
    if arguments.list:
        print(*(f"{fault.name}: {len(measured.tests_at(fault))} tests" for fault in faults), sep="\n")
        return 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="prweb-faults-") as folder:
        copy = Copy(Path(folder))
        for fault in faults:
            if fault.name in known or time.monotonic() > began + arguments.until:
                continue
            known[fault.name] = asdict(fault) | outcome(copy, fault, measured)
            print(f"{fault.name}: {known[fault.name]['found_by'] or 'NOT FOUND'}", flush=True)
            arguments.results.write_text(json.dumps(known, indent=1) + "\n")
    missed = [name for name, result in known.items() if not result["found_by"]]
    print(f"{len(known)} faults, {len(missed)} not found", *missed, sep="\n")
    return 0


@dataclass
class Measured:
    """What `make coverage` noted of every test function: the lines that it came to, and the seconds that it took."""

    tests: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    """By file and line."""
    seconds: dict[str, float] = field(default_factory=dict)

    @classmethod
    def read(cls, folders: Iterable[Path]) -> Measured:
        measured = cls()
        for folder in folders:
            measured._read_contexts(folder / "contexts")
            measured._read_durations(folder / "durations.xml")
        return measured

    def tests_at(self, fault: Fault) -> list[str]:
        """Those that come there and are still there, the quickest first."""
        tests = self.tests.get(fault.file, {}).get(fault.line, set())
        there = [test for test in tests if (ROOT / test.partition("::")[0]).exists()]
        return sorted(there, key=lambda test: (self.seconds.get(test, float("inf")), test))

    def _read_contexts(self, file: Path) -> None:
        data = CoverageData(str(file))
        data.read()
        for name in data.measured_files():
            # From the root of whatever tree was measured.
            parts = Path(name).parts
            start = next((place for place, part in enumerate(parts) if part in ("games", "bots", "prweb")), None)
            if start is None:
                continue
            lines = self.tests.setdefault("/".join(parts[start:]), {})
            for line, contexts in data.contexts_by_lineno(name).items():
                lines.setdefault(line, set()).update(context for context in contexts if "::" in context)

    def _read_durations(self, file: Path) -> None:
        for case in ElementTree.parse(file).iter("testcase"):
            test = function_of(f"{case.get('file')}::{case.get('name')}")
            self.seconds[test] = self.seconds.get(test, 0) + float(case.get("time", 0))


class Copy:
    """A copy of the tree that has no extensions, and an empty database for the tests, made once."""

    def __init__(self, folder: Path) -> None:
        self.tree, self._var, self._database = folder / "tree", folder / "var", folder / "test.sqlite3"
        shutil.copytree(ROOT, self.tree, ignore=LEFT_OUT, symlinks=True)
        (self.tree / ".venv").symlink_to(Path(sys.prefix))
        migrate = {"DATABASE_URL": f"sqlite:///{self._database}", "PRWEB_VAR": str(folder), "BROKER_URL": "memory://"}
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=self.tree, env={**os.environ, "PRWEB_PURE": "1", **migrate}, check=True)

    def first_failure(self, tests: list[str], seconds: float) -> str:
        """The first of the tests that fails; "" if none does. seconds: what they took before."""
        shutil.rmtree(self._var, ignore_errors=True)
        self._var.mkdir()
        shutil.copy(self._database, self._var / "test.sqlite3")
        allowed = round(FOR_EVER * seconds) + 120
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--reuse-db", *tests],
                cwd=self.tree,
                env={**os.environ, "PRWEB_PURE": "1", "PRWEB_TEST_VAR": str(self._var)},
                capture_output=True,
                text=True,
                errors="replace",
                timeout=MAX_WAIT_S,
                check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (allowed, allowed)),
            )
        except subprocess.TimeoutExpired:
            return f"nothing happens any more: {tests}"
        if done.returncode < 0:
            return f"it takes for ever: {tests}"
        for line in done.stdout.splitlines():
            if line.startswith(("FAILED tests/", "ERROR tests/")):
                return line.partition(" ")[2].partition(" - ")[0]
        return "" if done.returncode in (0, 5) else (done.stdout + done.stderr)[-400:]


def outcome(copy: Copy, fault: Fault, measured: Measured) -> dict[str, object]:
    """Which test found it, if any, how many come to its line, and how long that took."""
    began = time.monotonic()
    tests = measured.tests_at(fault)
    path = copy.tree / fault.file
    text, status = path.read_bytes(), path.stat()
    found_by, broken = "", list[str]()
    for some, seconds in _pieces(tests, measured):
        while not found_by:
            fault.put_into(copy.tree)
            failed = copy.first_failure([test for test in some if test not in broken], seconds)
            path.write_bytes(text)
            # What is compiled is known by the time of its source.
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            if not failed:
                break
            alone = function_of(failed)
            if alone in some and copy.first_failure([alone], seconds):
                broken.append(alone)
            else:
                found_by = failed
        if found_by:
            break
    result = {"tests": len(tests), "found_by": found_by, "seconds": round(time.monotonic() - began)}
    return result | ({"broken": broken} if broken else {})


def _pieces(tests: list[str], measured: Measured) -> Iterator[tuple[list[str], float]]:
    """The tests in the order given, more of them each time, with the seconds that they took."""
    allowed: float = FIRST_S
    piece, taken = list[str](), 0.0
    for test in tests:
        seconds = measured.seconds.get(test, allowed)
        if piece and taken + seconds > allowed:
            yield piece, taken
            piece, taken, allowed = [], 0, allowed * 4
        piece.append(test)
        taken += seconds
    if piece:
        yield piece, taken


if __name__ == "__main__":
    sys.exit(main())
