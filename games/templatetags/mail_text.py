"""Filters for the plain-text parts of mails: everything within 72 columns, except addresses."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Final

from django import template

from games.mail.neutralize import neutralize
from games.mail.question import MailOption, OptionRow
from games.wording import absolute_time

register = template.Library()
register.filter(neutralize)
register.filter("moment_in_words", absolute_time)

COLUMNS: Final = 72
_GAP: Final = 2
_COMMANDS: Final = 12
"""Columns for commands in the help."""


@register.filter
def wrapped(text: object, hanging: str = "") -> str:
    """Paragraphs within the columns; `hanging` stands before the first line, spaces of its length before the others."""
    paragraphs = re.split(r"\n\s*\n", str(text).strip())
    return "\n\n".join(_fill(" ".join(paragraph.split()), hanging, " " * len(hanging)) for paragraph in paragraphs)


@register.filter
def listed(lines: Iterable[object]) -> str:
    """One item after the other, each behind a hyphen."""
    return "\n".join(wrapped(line, "- ") for line in lines)


@register.filter
def quoted(text: object) -> str:
    """Somebody else's words, as they are, each line behind a mark."""
    return "\n".join(f"> {line}".rstrip() for line in str(text).splitlines())


@register.filter
def said(text: object) -> str:
    """What somebody has said, line by line: indented, so that nothing of it can be taken for a part of the mail."""
    return "\n".join(_fill(line, "  ", "  ") if line.strip() else "" for line in str(text).splitlines())


@register.filter
def beside(meaning: object, words: str) -> str:
    """A command and what it does, in two columns; below a long one."""
    column = " " * (_COMMANDS + _GAP)
    if len(words) > _COMMANDS:
        return f"{_fill(words, '', ' ' * _GAP)}\n{_fill(str(meaning), column, column)}"
    return _fill(str(meaning), f"{words:<{_COMMANDS + _GAP}}", column)


@register.filter
def right(number: object, width: int) -> str:
    """A figure, right-aligned."""
    return f"{number:>{width}}"


@register.filter
def heading(text: object) -> str:
    """A line of its own, underlined."""
    title = str(text).strip()
    return f"{title}\n{'-' * min(len(title), COLUMNS)}"


@register.filter
def numbered(options: Iterable[MailOption]) -> str:
    """Options with their numbers: what one writes on the left, what it means on the right."""
    options = list(options)
    widest = max((len(option.line) for option in options), default=0)
    return "\n".join(_option(option, min(widest, 24)) for option in options)


@register.filter
def numbered_briefly(rows: Iterable[OptionRow]) -> str:
    """Options of a group: what its heading says is not said again, and what a row shares once."""
    return "\n".join(_row(row) for row in rows)


def _row(row: OptionRow) -> str:
    if not row.beginning:
        return "\n".join(_fill(own, f"{option.number:>3}  ", " " * 5) for option, own in row.options)
    # A number stays with the word behind it.
    own = "; ".join(f"{option.number}\N{NO-BREAK SPACE}{words}" for option, words in row.options)
    return textwrap.indent(f"{row.beginning}:", " " * 2) + "\n" + _fill(own, " " * 5, " " * 5).replace("\xa0", " ")


def _option(option: MailOption, width: int) -> str:
    left = f"{option.number:>3}  {option.line:<{width}}"
    if not option.meaning:
        return left.rstrip()
    if len(option.line) > width:
        # Too long to stand beside: its meaning goes below.
        return f"{_fill(option.line, f'{option.number:>3}  ', ' ' * 5)}\n{_fill(option.meaning, ' ' * 7, ' ' * 7)}"
    return _fill(option.meaning, left + " " * _GAP, " " * (5 + width + _GAP))


def _fill(text: str, first: str, rest: str) -> str:
    return textwrap.fill(
        text, COLUMNS, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
