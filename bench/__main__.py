"""Runs every measurement, or those named, in a process of its own and prints what it says."""

from __future__ import annotations

import subprocess
import sys

MEASUREMENTS = {
    "random_games": "Random games, compiled against interpreted",
    "playouts": "MCTS playouts, compiled against interpreted",
    "transaction": "A move's transaction on SQLite",
    "handoffs": "How often a game waits for somebody",
    "submissions": "Submissions per second on PostgreSQL",
    "growth": "Pages, API and sweeps with few and with many running games, on PostgreSQL",
}


def main() -> int:
    failed = 0
    named = sys.argv[1:] or list(MEASUREMENTS)
    if unknown := set(named) - set(MEASUREMENTS):
        print(f"There is no measurement {', '.join(sorted(unknown))}, but {', '.join(MEASUREMENTS)}.")
        return 2
    for module, title in MEASUREMENTS.items():
        if module not in named:
            continue
        print(f"\n== {title}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"bench.{module}"], check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
