"""Days as people type them in an answer: "3 Dec", "Friday", "dec. 3-ig", "3.12."."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Final

import dateparser
from django.utils.formats import date_format
from django.utils.translation import pgettext

from games.table.line_reading import shown_command

MAX_LENGTH: Final = 40
_MONTH_FIRST: Final = frozenset({"hu"})
"""Languages that write the year, the month and the day in this order."""
_DAY_AND_MONTH: Final = re.compile(r"(\d{1,2})[./-]\s*(\d{1,2})")
_UNTIL: Final = re.compile(r"(?<=\w)-?ig$")
"""The Hungarian ending that says "until"; behind a number the library knows it."""
_POLISH_WEEKDAYS: Final = {
    "poniedziałku": "poniedziałek",
    "wtorku": "wtorek",
    "środy": "środa",
    "czwartku": "czwartek",
    "piątku": "piątek",
    "soboty": "sobota",
    "niedzieli": "niedziela",
}
"""As they stand behind "do" ("until"); the library knows the plain forms alone."""


def away_example(today: date) -> str:
    """What a reader of the active language may write to say that they are away for a week: "away until December 1"."""
    day = date_format(today + timedelta(days=7), "MONTH_DAY_FORMAT").rstrip(".")
    return pgettext("an absence, in an answer", "%(command)s %(day)s") % {
        "command": shown_command("away until"),
        "day": day,
    }


def read_day(text: str, language: str, today: date) -> date | None:
    """The next day that a text means in a language or in English; None if it means none, or a whole month."""
    written = text.strip().rstrip(".").strip().lower()
    if not 0 < len(written) <= MAX_LENGTH or ":" in written:
        return None
    if pair := _DAY_AND_MONTH.fullmatch(written):
        first, second = int(pair[1]), int(pair[2])
        day, month = (second, first) if language in _MONTH_FIRST else (first, second)
        return _next_day(day, month, today)
    return _parse(_plain(written, language), language, today) or _parse(written, "en", today)


def _next_day(day: int, month: int, today: date) -> date | None:
    """The next day with these numbers; None if there is none in this year or the next."""
    for year in (today.year, today.year + 1):
        with suppress(ValueError):
            if (found := date(year, month, day)) >= today:
                return found
    return None


def _plain(written: str, language: str) -> str:
    """Without the forms that "until" asks for."""
    if language == "hu":
        return _UNTIL.sub("", written)
    return _POLISH_WEEKDAYS.get(written, written) if language == "pl" else written


def _parse(written: str, language: str, today: date) -> date | None:
    # Of a month alone the library takes the first day or the last: whatever differs between the two was not named.
    first, last = (
        dateparser.parse(
            written,
            languages=[language],
            settings={
                "DATE_ORDER": "YMD" if language in _MONTH_FIRST else "DMY",
                "PREFER_DATES_FROM": "future",
                "PREFER_DAY_OF_MONTH": day,
                "RELATIVE_BASE": datetime.combine(today, time(12)),
                "PARSERS": ["relative-time", "absolute-time"],
            },
        )
        for day in ("first", "last")
    )
    return first.date() if first is not None and last is not None and first.date() == last.date() else None
