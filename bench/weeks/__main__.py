"""Prints how games of four people go over weeks: `make bench ARGS="weeks --games 200"`."""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from typing import Final

from bench.weeks.outcome import PersonOutcome, PlayedGame
from games.time_control import TimeControl

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
GAMES: Final = 200
ENDS_WITHIN: Final = 45.0
"""Days."""
CLOCKS: Final[Mapping[str, TimeControl]] = {
    "3 days a turn": TimeControl(3 * DAY, grace=12 * HOUR, misses_in_row=2, misses_in_all=4),
    "8 days in all and 12 hours a turn": TimeControl(
        12 * HOUR, bank=8 * DAY, cap=12 * DAY, grace=12 * HOUR, misses_in_row=2, misses_in_all=4
    ),
    "a round in 4 days, weekends off": TimeControl(
        DAY, round=4 * DAY, grace=12 * HOUR, days_off=frozenset({5, 6}), misses_in_row=2, misses_in_all=4
    ),
}
MAX_BY_BOTS: Final = 0.02
"""Of the turns of people who did not leave."""
MAX_MISSES: Final = 2
"""Of somebody who has left, until their seat is vacant."""
COLUMNS: Final = (
    "clock",
    "plans",
    "days, median",
    "90 %",
    f"ended within {ENDS_WITHIN:.0f} days (aim: 95 %)",
    "turns played by bots",
    f"of those who stayed (aim: {MAX_BY_BOTS:.0%})",
    "stayed, but lost the seat for a while",
    f"leavers: misses until the seat was vacant (aim: {MAX_MISSES})",
    "mails a person and day, mean",
    "most mails above questions and one a day (aim: 0)",
)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench.weeks", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    print(f"{chosen.games} games of four people for each row\n")
    print(f"| {' | '.join(COLUMNS)} |")
    print("|---" * len(COLUMNS) + "|")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(chosen.processes, initializer=set_up, initargs=(folder,)) as processes,
    ):
        for name in CLOCKS:
            for with_plans in (False, True):
                ways = [(deal, name, with_plans) for deal in range(chosen.games)]
                played = list(processes.map(play, ways, chunksize=4))
                print(row(name, played, with_plans=with_plans), flush=True)


def set_up(folder: str) -> None:
    """A site of its own for this process."""
    own = tempfile.mkdtemp(dir=folder)
    os.environ |= {
        "PRWEB_PROFILE": "embedded",
        "PRWEB_VAR": own,
        "BROKER_URL": "memory://localhost/",
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)

    from bench.weeks import games
    from games.notifications import channels

    channels.register(games.CountedMails())
    games.make_people()


def play(way: tuple[int, str, bool]) -> PlayedGame:
    from bench.weeks.games import play_game

    deal, name, with_plans = way
    return play_game(deal, CLOCKS[name], with_plans=with_plans)


def row(name: str, played: Sequence[PlayedGame], *, with_plans: bool) -> str:
    days = sorted(game.days for game in played)
    people = [(person, game.days) for game in played for person in game.people]
    stayed = [person for person, _days in people if not person.left]
    vacant = [person.misses_until_vacant for person, _days in people if person.left]
    known = [misses for misses in vacant if misses is not None]
    cells = [
        name,
        "yes" if with_plans else "no",
        f"{statistics.median(days):.0f}",
        f"{days[int(len(days) * 0.9)]:.0f}",
        f"{sum(game.ended and game.days <= ENDS_WITHIN for game in played) / len(played):.0%}",
        f"{share_by_bots([person for person, _days in people]):.1%}",
        f"{share_by_bots(stayed):.1%}",
        f"{sum(person.was_vacant for person in stayed)} of {len(stayed)}",
        f"{max(known, default=0)} at most; {len(known)} of {len(vacant)} vacant",
        f"{statistics.mean(person.mails / lasted for person, lasted in people):.1f}",
        f"{max(person.mails - person.asked - lasted for person, lasted in people):+.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def share_by_bots(people: Sequence[PersonOutcome]) -> float:
    return sum(person.by_bots for person in people) / max(1, sum(person.asked for person in people))


if __name__ == "__main__":
    main()
