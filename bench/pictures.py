"""What the picture in a turn mail costs and weighs, over whole games: put together from panels, and drawn whole.

One seat is a bot's, which gets no mails. Every other turn gets its picture, in the order of the game, as one process
that sends all mails draws them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean

import django

PLAYER = "apprentice-1"
NAMES = ("Anna", "Bob", "Chris", "Dora")
GAMES: tuple[tuple[str, int, Mapping[str, str]], ...] = (
    ("puerto-rico", 3, {}),
    ("puerto-rico", 4, {}),
    ("puerto-rico", 4, {"buildings": "draft", "nobles": "on"}),
    ("san-juan", 4, {}),
)
DRAW_WHOLE_EVERY = 10
"""Of so many turns one is also drawn whole, as this is slow."""


def turns(kind: str, seats: int, options: Mapping[str, str]) -> Iterator[object]:
    """The view of the person who is to move, for each turn."""
    from bots.levels import level
    from games.engine.record import SECRET_BYTES
    from games.engine.registry import game

    rules, player = game(kind), level(PLAYER)
    position = rules.new(seats, options, bytes(SECRET_BYTES))
    while not position.is_over():
        seat = int(position.to_move())
        if seat != 0:
            yield rules.view(position, seat)
        for move in player.turn(position, seat, seed=int(position.plies)):
            position.play(move)


def measure(draw: Callable[[], bytes]) -> tuple[float, int]:
    """Milliseconds of processor time, and bytes."""
    began = time.process_time()
    picture = draw()
    return 1000 * (time.process_time() - began), len(picture)


def draw_whole(view: object, names: Sequence[str]) -> bytes:
    from games.board import board_png, board_svg

    return board_png(board_svg(view, names, size="mail"))


def print_row(name: str, found: list[tuple[float, int]]) -> None:
    spent, weight = (list(column) for column in zip(*found, strict=True))
    print(
        f"  {name}: {len(found)} pictures, {fmean(spent):.0f} ms of processor time and {fmean(weight) / 1000:.1f} kB "
        f"each, the largest {max(weight) / 1000:.1f} kB"
    )


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")
    django.setup()
    from games.board import mail_png

    for kind, seats, options in GAMES:
        names = NAMES[:seats]
        composed, whole = [], []
        for number, view in enumerate(turns(kind, seats, options)):
            composed.append(measure(partial(mail_png, view, names)))
            if number % DRAW_WHOLE_EVERY == 0:
                whole.append(measure(partial(draw_whole, view, names)))
        print(f"{kind}, {seats} players{', ' if options else ''}{', '.join(options)}")
        print_row("from panels", composed)
        print_row("drawn whole", whole)


if __name__ == "__main__":
    main()
