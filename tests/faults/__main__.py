"""Puts faults into the code, one after the other, and looks whether the tests find them: `make faults`.

The faults are drawn by a seed, spread over the packages, on lines that some test comes to. For each only the tests are
run that come to its line, the cheapest first, until one fails. The engine is interpreted. What is known already is not
tried again, so that a run can be broken off at any time and gone on with.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from coverage import CoverageData

from tests.faults.mutations import Fault, draw

ROOT: Final = Path(__file__).resolve().parents[2]
CONTEXTS: Final = ROOT / "build" / "coverage" / "contexts"
RESULTS: Final = ROOT / "docs" / "reports" / "faults.json"
AT_A_TIME: Final = 400
"""So many tests are run by one command."""
LONGEST_S: Final = 900
LEFT_OUT: Final = shutil.ignore_patterns(".*", "build", "var", "artifacts", "node_modules", "*.so", "__pycache__")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--contexts", type=Path, default=CONTEXTS, help="what `make coverage` wrote")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--until", type=float, default=float("inf"), help="begin none after so many seconds")
    arguments = parser.parse_args()

    known: dict[str, Any] = json.loads(arguments.results.read_text()) if arguments.results.exists() else {}
    contexts = read_contexts(arguments.contexts)
    began = time.monotonic()
    for fault in draw(ROOT, arguments.seed, arguments.count, {file: set(lines) for file, lines in contexts.items()}):
        if fault.name in known or time.monotonic() > began + arguments.until:
            continue
        tests = contexts[fault.file][fault.line]
        known[fault.name] = asdict(fault) | {"tests": len(tests)} | outcome(fault, tests)
        print(f"{fault.name}: {known[fault.name]['found_by'] or 'NOT FOUND'} of {len(tests)}", flush=True)
        arguments.results.write_text(json.dumps(known, indent=1) + "\n")
    missed = [name for name, result in known.items() if not result["found_by"]]
    print(f"{len(known)} faults, {len(missed)} not found", *missed, sep="\n")
    return 0


def read_contexts(file: Path) -> dict[str, dict[int, list[str]]]:
    """By file and line the tests that come to it; not those lines that are run when the module is imported."""
    data = CoverageData(str(file))
    data.read()
    found: dict[str, dict[int, list[str]]] = {}
    for measured in data.measured_files():
        by_line = data.contexts_by_lineno(measured)
        tests = {line: sorted({test for test in names if "::" in test}) for line, names in by_line.items()}
        imported = {line for line, names in by_line.items() if "" in names}
        # From the root of whatever tree was measured.
        parts = Path(measured).parts
        start = next((place for place, part in enumerate(parts) if part in ("games", "bots", "prweb")), None)
        if start is not None:
            name = "/".join(parts[start:])
            found[name] = {line: names for line, names in tests.items() if names and line not in imported}
    return found


def outcome(fault: Fault, tests: list[str]) -> dict[str, object]:
    """Which test found it, if any, and how long that took."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="prweb-fault-") as folder:
        tree = Path(folder, "tree")
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT, symlinks=True)
        (tree / ".venv").symlink_to(Path(sys.prefix))
        fault.put_into(tree)
        found_by = ""
        for some in _pieces(cheapest_first(tests)):
            found_by = run(tree, some)
            if found_by:
                break
    return {"found_by": found_by, "seconds": round(time.monotonic() - began)}


def cheapest_first(tests: Iterable[str]) -> list[str]:
    slow = set((ROOT / "tests" / "slow.txt").read_text().splitlines())
    there = [test for test in tests if (ROOT / test.partition("::")[0]).exists()]
    return sorted(there, key=lambda test: (test in slow, test))


def _pieces(tests: list[str]) -> Iterable[list[str]]:
    for start in range(0, len(tests), AT_A_TIME):
        yield tests[start : start + AT_A_TIME]


def run(tree: Path, tests: list[str]) -> str:
    """The first of the tests that fails; "" if none does."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    # As real mistakes are found: with the engine interpreted it is the same code.
    environment = {**os.environ, "PRWEB_PURE": "1"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=LONGEST_S, check=False
        )
    except subprocess.TimeoutExpired:
        return "it takes for ever"
    for line in done.stdout.splitlines():
        if line.startswith(("FAILED tests/", "ERROR tests/")):
            return line.split()[1].partition(" - ")[0]
    return "" if done.returncode in (0, 5) else (done.stdout + done.stderr)[-200:]


if __name__ == "__main__":
    sys.exit(main())
