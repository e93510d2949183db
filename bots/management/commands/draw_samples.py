"""`manage.py draw_samples`: the pictures of running games on the first page, one of each game and colour scheme.

They are committed: run it again when a board is drawn otherwise, or a game brings another sample.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, get_args

from django.conf import settings
from django.core.management.base import BaseCommand

from bots.levels import level
from games.board import board_png, renderer_of
from games.board.renderer import PictureScheme
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.record import SECRET_BYTES
from games.engine.samples import Sample
from games.models.table import template_folder

NAMES: Final = ("Anna", "Ben", "Clara", "David", "Eva", "Finn")
LEVEL: Final = "merchant-1"
SECRET: Final = bytes(range(SECRET_BYTES))
"""Of no game that anybody plays: it is known to everybody."""
FOLDER: Final = settings.BASE_DIR / "games" / "static"


class Command(BaseCommand):
    help = "Draws the first sample of every game, as its first player sees it, for the first page."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=list(registry.GAMES), help="only this one; otherwise all")

    def handle(self, *_args: Any, **options: Any) -> None:
        for rules in registry.games():
            if options["game"] not in (None, rules.key):
                continue
            for path in draw(rules, registry.samples(rules.key)[0], FOLDER / template_folder(rules.key)):
                self.stdout.write(f"{path}: {path.stat().st_size} bytes")


def draw(rules: Rules, sample: Sample, folder: Path) -> Iterable[Path]:
    """The pictures of a sample, one for each scheme, as files of a folder."""
    view = rules.view(half_played(rules, sample), 0)
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in get_args(PictureScheme):
        path = folder / f"sample-{scheme}.png"
        path.write_bytes(board_png(renderer_of(view).picture_svg(view, NAMES[: sample.seats], scheme)))
        yield path


def half_played(rules: Rules, sample: Sample) -> Position:
    """A game that bots have half played, at a turn of the first player: always the same one."""
    position, player = rules.new(sample.seats, sample.options, SECRET), level(LEVEL)
    turns: list[Position] = []
    while not position.is_over():
        seat = int(position.to_move())
        if seat == 0:
            turns.append(position.copy())
        for move in player.turn(position, seat, seed=int(position.plies)):
            position.play(move)
    return turns[len(turns) // 2]
