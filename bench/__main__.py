"""Runs every measurement in a process of its own and prints what it says."""

from __future__ import annotations

import subprocess
import sys

MEASUREMENTS = {
    "random_games": "Random games, compiled against interpreted",
    "playouts": "MCTS playouts, compiled against interpreted",
    "transaction": "A move's transaction",
    "handoffs": "How often a game waits for somebody",
}


def main() -> int:
    failed = 0
    for module, title in MEASUREMENTS.items():
        print(f"\n== {title}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"bench.{module}"], check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
