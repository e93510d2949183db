"""The arena's file: a JSON line with the terms, then one for every finished game, so a killed run can be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.arena.play import PlayedGame, Terms, played_game_from_json
from bots.arena.schedule import Match


class TermsMismatch(ValueError):
    """The file was written by a run with other terms or other seatings."""


class Log:
    """The games played so far. Without a path they are only kept in memory."""

    def __init__(self, path: Path | None, terms: Terms, matches: list[Match]) -> None:
        """Read the file. Raises TermsMismatch if it does not belong to these terms and matches."""
        self.path = path
        self.played: dict[int, PlayedGame] = {}
        if path is None:
            return
        lines = list(_complete_lines(path)) if path.exists() else []
        if lines:
            if lines[0] != {"terms": terms.to_json()}:
                raise TermsMismatch(f"{path} was written with other terms: {json.dumps(lines[0])}")
            planned = {match.number: match for match in matches}
            for line in lines[1:]:
                played = played_game_from_json(line)
                if played.match.number in planned and planned[played.match.number] != played.match:
                    raise TermsMismatch(f"{path} was written with other levels: {', '.join(played.match.seating)}")
                self.played[played.match.number] = played
        # The file is written again, without the half line that a killed run may have left.
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [{"terms": terms.to_json()}, *(played.to_json() for played in self.played.values())]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def add(self, played: PlayedGame) -> None:
        self.played[played.match.number] = played
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps(played.to_json()) + "\n")


def _complete_lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text().splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return
