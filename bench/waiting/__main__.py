"""Prints the figures as tables: `make bench ARGS="waiting --game KEY --players 4 --level quick --deals 3"`."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Mapping, Sequence

from bench.families import families
from bench.waiting.causes import CAUSES
from bench.waiting.deciders import DECIDERS
from bench.waiting.figures import COLUMNS, EVERY_PLY, ORDERS, PLANNED, TODAY, WISHES, Figures, interval, measure
from games.engine.contract import Game
from games.engine.registry import games

DEALS = {"quick": 20, "merchant": 2}
FAMILIES = ("base", "both by draft")
"""The families of a game (bench.families) that are played, as far as it has them."""
KINDS_SHOWN = 8
HEADER = (
    "| game | players | waits, every ply | today | bound | wishes | and picks, orders | as in turn | itself "
    "| loss (VP), wishes | and picks, orders | mails today | wishes | and picks, orders | days today | wishes "
    "| and picks, orders |"
)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="bench.waiting", description=__doc__)
    parser.add_argument("--game", choices=[game.key for game in games()])
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--players", type=int)
    parser.add_argument("--level", choices=DECIDERS)
    parser.add_argument("--deals", type=int)
    chosen = parser.parse_args(arguments)
    for name, decider in DECIDERS.items():
        if chosen.level not in (None, name):
            continue
        deals = chosen.deals or DEALS[name]
        print(f"\n{name}, {deals} deals; waits as a share of asking every ply in turn\n")
        print(HEADER)
        print("|---" * (HEADER.count("|") - 1) + "|")
        details = []
        for game, family, options, players in ways(chosen.game, chosen.family, chosen.players):
            figures = measure(game, players, options, decider, deals)
            title = game.key if family == FAMILIES[0] else f"{game.key}, {family}"
            if not figures.losses[ORDERS]:
                print(f"{title}, {players}: no game came to its end")
                continue
            print(row(title, players, figures), flush=True)
            details.append((f"{title}, {players}", figures))
        print("\nWhere plans asked, and where they played otherwise than in turn (of how often they played):\n")
        for title, figures in details:
            if figures.left_out:
                print(f"{title}: {figures.left_out} deals left out, in which a game did not end")
            for column in PLANNED:
                print(f"{title}, {column}: {kinds(figures, column)}")
        print("\nWhere plans and picks played otherwise than in turn: what had changed since they were written\n")
        print(f"| game | players | with | kind of question | {' | '.join(CAUSES)} |")
        print("|---" * (len(CAUSES) + 4) + "|")
        for title, figures in details:
            for column in PLANNED:
                for line in changes(title, figures, column):
                    print(line)


def ways(
    key: str | None, family: str | None, players: int | None
) -> Iterator[tuple[Game, str, Mapping[str, str], int]]:
    """The games, families and numbers of players to measure."""
    for game in games():
        for name, options in families(game).items():
            if key not in (None, game.key) or name not in FAMILIES or family not in (None, name):
                continue
            for seats in range(game.min_seats, game.max_seats + 1):
                if players in (None, seats):
                    yield game, name, options, seats


def row(title: str, players: int, figures: Figures) -> str:
    cells = [title, str(players), f"{statistics.mean(figures.waits[EVERY_PLY]):.0f}"]
    cells += [f"{figures.share(column):.0%}" for column in COLUMNS[1:]]
    records = [figures.records[column] for column in PLANNED]
    for same in ([record.as_in_turn for record in records], [record.steady for record in records]):
        cells.append(", ".join(f"{count / max(1, of.played):.0%}" for count, of in zip(same, records, strict=True)))
    for losses in (figures.losses[column] for column in PLANNED):
        cells.append(f"{statistics.mean(losses):+.1f} ± {interval(losses):.1f}")
    for measured in (figures.mails, figures.days):
        cells += [f"{statistics.mean(measured[column]):.0f}" for column in (TODAY, WISHES, ORDERS)]
    return f"| {' | '.join(cells)} |"


def kinds(figures: Figures, column: str) -> str:
    """The kinds of question at which plans asked or differed most."""
    record = figures.records[column]
    worst = sorted(
        record.failed.keys() | record.differing.keys(), key=lambda kind: -record.failed[kind] - record.differing[kind]
    )
    return "; ".join(
        f"{kind} asked {record.failed[kind]}, differed {record.differing[kind]} of {record.followed[kind]}"
        for kind in worst[:KINDS_SHOWN]
    )


def changes(title: str, figures: Figures, column: str) -> Iterator[str]:
    """By kind of question, how often a condition could have read what had changed."""
    counted = figures.records[column].causes
    for kind in sorted({kind for kind, _why in counted}):
        cells = [*title.rsplit(", ", maxsplit=1), column, kind, *(str(counted[kind, why]) for why in CAUSES)]
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
