"""Measures the compiled engine and its interpreted Python sources in one run.

The interpreted one runs in a separate process, on a copy of the sources without extensions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from bench.interpreted import run_interpreted
from games.engine import contract

Rates = dict[str, float]
"""Rates per second by the name of their row."""


def compare(module: str, measure: Callable[[], Rates], report: Callable[[Rates, Rates], bool]) -> int:
    """The exit status of `python -m <module>`.

    report(compiled, interpreted) prints the rates and returns whether the aims are met. With --measure it prints
    its own rates as JSON instead: the interpreted process is called so.
    """
    if "--measure" in sys.argv:
        print(json.dumps(measure()))
        return 0
    if str(contract.__file__).endswith(".py"):
        print("The engine is not compiled here (`make build`): there is nothing to compare.")
        return 1
    compiled = measure()
    interpreted: Rates = json.loads(run_interpreted("-m", module, "--measure"))
    return 0 if report(compiled, interpreted) else 1
