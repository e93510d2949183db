"""Runs all measurements, or those named, each in a separate process, and prints their output.

Options after the names go to each of them: `waiting --players 4`.
"""

from __future__ import annotations

import subprocess
import sys

MEASUREMENTS = {
    "random_games": "Random games, compiled against interpreted",
    "families": "Random games with the options that change much",
    "opening": "Plain search from the opening against random games, and what copies cost",
    "playouts": "MCTS playouts, compiled against interpreted",
    "transaction": "A move's transaction on SQLite",
    "submissions": "Submissions per second on PostgreSQL",
    "live": "What an open page shows, after the server has it, in a real browser",
    "pictures": "What the picture in a turn mail costs and weighs",
    "pages": "A game page, its polls and the answers given on it, by processor time, statements and size",
    "packed": "What a finished game takes on PostgreSQL, as rows and packed",
    "growth": "Pages, API and sweeps with few and with many running games, on PostgreSQL",
}
ON_REQUEST = {
    "waiting": "How often a game of people waits, asked in turn, at once and with plans (--game, --players, --deals)",
    "weeks": "How games of people with habits go over weeks: days, mails, turns played by bots (--games)",
    "site": "Pages, submissions, sweeps and upgrades of a large site (RUNNING=, FINISHED=, PEOPLE=)",
    "against": "Random games against those of the code before the expansions",
    "serving": "From a person's answer to their next question on a busy site, and where the processor time goes",
    "levels": "What a turn of a bot costs by level, and how many games a core can think for",
    "ratings": "How near ratings come to true strengths (--people, --runs)",
    "seeks": "How long people with wishes and habits wait until a seek finds them a game (--days, --step)",
    "suggestions": "What it costs to confirm every suggested placement of colonists",
}
"""Measurements that take long or compile another tree first. They run only if they are named."""


def main() -> int:
    failed = 0
    said = sys.argv[1:]
    options = next((place for place, word in enumerate(said) if word.startswith("-")), len(said))
    named = said[:options] or list(MEASUREMENTS)
    known = MEASUREMENTS | ON_REQUEST
    if unknown := set(named) - set(known):
        print(f"There is no measurement {', '.join(sorted(unknown))}, but {', '.join(known)}.")
        return 2
    for module, title in known.items():
        if module not in named:
            continue
        print(f"\n== {title}", flush=True)
        failed += (
            subprocess.run([sys.executable, "-m", f"bench.{module}", *said[options:]], check=False).returncode != 0
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
