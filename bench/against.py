"""Random games per second of this tree against those of an earlier commit: `python -m bench against [COMMIT]`.

Without an argument it is the last commit before the expansions: where they are off, at most a tenth of the speed may be
lost. The earlier tree is cloned into a temporary folder and compiled there, which takes about a minute. Then both are
measured alternately.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
BEFORE_THE_EXPANSIONS = "b63c093"
MIN_SHARE = 0.9
ROUNDS = 9
SEATS = 4
SECONDS = 1.0


def build(commit: str, folder: str) -> None:
    """Clone this commit into a folder and compile it."""
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(TREE), folder], check=True)
    subprocess.run(["git", "-C", folder, "checkout", "--quiet", commit], check=True)
    subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=folder, check=True)


def game_rate(tree: str) -> float:
    # On the path the script's own folder comes first, then the tree whose engine is measured.
    script = [sys.executable, str(TREE / "bench" / "game_rate.py"), str(SEATS), str(SECONDS)]
    environment = {**os.environ, "PYTHONPATH": tree}
    done = subprocess.run(script, cwd=tree, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main(commit: str = BEFORE_THE_EXPANSIONS) -> int:
    with tempfile.TemporaryDirectory(prefix="prweb-earlier-") as earlier:
        print(f"Compiling {commit}", flush=True)
        build(commit, earlier)
        pairs = [(game_rate(str(TREE)), game_rate(earlier)) for _ in range(ROUNDS)]
    now, then = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    share = statistics.median(mine / theirs for mine, theirs in pairs)
    print(f"now {now:,.0f} games/s, {commit} {then:,.0f}")
    print(f"{share:.0%} of it, the median of {ROUNDS} pairs; the aim is {MIN_SHARE:.0%}")
    return 0 if share >= MIN_SHARE else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
