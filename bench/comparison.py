"""A measurement of the compiled engine beside the same one of its Python sources, both taken in one run.

The interpreted one runs in a process of its own, on a copy of the sources without extensions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from bench.interpreted import run_interpreted
from games.engine import contract

Rates = dict[str, float]
"""What was measured, per second, by the name of its row."""


def compare(module: str, measure: Callable[[], Rates], report: Callable[[Rates, Rates], bool]) -> int:
    """The exit status of `python -m <module>`: report(compiled, interpreted) prints, and says whether all is well.

    With --measure it prints its own rates as JSON instead: that is how the interpreted process is asked.
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
