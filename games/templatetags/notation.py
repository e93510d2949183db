"""Template filters for what people type: notation and commands, in the active language."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from games.engine.registry import game, games
from games.table.line_reading import line_reader, shown_command

register = template.Library()


@register.filter
def notation(line: str, kind: str) -> str:
    """A canonical line as the reader may write it. kind: the key of its game."""
    return line_reader(game(kind)).show(line)


@register.filter
def notations(lines: Iterable[str], kind: str) -> list[str]:
    """The same for several lines."""
    reader = line_reader(game(kind))
    return [reader.show(line) for line in lines]


@register.filter
def example(line: str) -> str:
    """An example of a line, in the words of the first game."""
    return line_reader(games()[0]).show(line)


@register.filter
def command(key: str) -> str:
    """A command as the reader may write it: "undo"."""
    return shown_command(key)
