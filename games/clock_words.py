"""A game's clock in words, as its host chooses it and as players read it before they join."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext, ngettext

from games.time_control import TimeControl
from games.wording import duration_in_words, time_limit_in_words, written_moment

_DAY: Final = timedelta(days=1)
_HOUR: Final = timedelta(hours=1)
_MINUTE: Final = timedelta(minutes=1)
_WHOLE_UNITS: Final = 3
"""So many of a unit are enough to leave smaller ones out."""


def clock_summary(control: TimeControl) -> str:
    """The clock in a few words, for a list: "3 days per turn"."""
    limit = time_limit_in_words(control.per_turn)
    if control.bank is not None:
        return gettext("%(bank)s + %(limit)s per turn") % {"bank": time_limit_in_words(control.bank), "limit": limit}
    if control.round is not None:
        return gettext("a round in %(span)s") % {"span": time_limit_in_words(control.round)}
    return gettext("%(limit)s per turn") % {"limit": limit}


def clock_facts(control: TimeControl, takeover: object = True) -> list[tuple[str, str]]:
    """Labels, and what holds: everything about the time that players have. takeover: true if others may take vacant
    seats over."""
    facts = [_main_fact(control)]
    if control.days_off:
        facts.append((gettext("Days off"), _days_off(control.days_off)))
    if control.grace:
        text = gettext("%(span)s: a bot plays a turn so long after its deadline")
        facts.append((gettext("Grace period"), text % {"span": time_limit_in_words(control.grace)}))
    if control.excused:
        text = ngettext(
            "%(count)s missed deadline of each player: they have the time of a turn once more",
            "%(count)s missed deadlines of each player: they have the time of a turn once more",
            control.excused,
        )
        facts.append((gettext("Excused"), text % {"count": control.excused}))
    if control.absence_days is not None:
        facts.append((gettext("Absence"), _absence(control.absence_days)))
    if control.misses_in_row or control.misses_in_all:
        facts.append((gettext("Missed deadlines"), _misses(control, bool(takeover))))
    return facts


def _misses(control: TimeControl, takeover: bool) -> str:
    """After how many a seat is vacant. It does not repeat that a bot plays each missed turn."""
    in_row, in_all = control.misses_in_row, control.misses_in_all
    if in_row and in_all:
        text = gettext("the seat is vacant after %(in_row)s in a row, or %(in_all)s in all")
    elif in_row:
        text = gettext("the seat is vacant after %(in_row)s in a row")
    else:
        text = gettext("the seat is vacant after %(in_all)s in all")
    text += (
        gettext(": a bot plays on until its player returns or somebody else takes it")
        if takeover
        else gettext(": a bot plays on until its player returns")
    )
    return text % {"in_row": in_row, "in_all": in_all}


def _absence(days: int) -> str:
    if not days:
        return gettext("does not stop the clock")
    text = ngettext(
        "stops the clock on up to %(days)s day a year", "stops the clock on up to %(days)s days a year", days
    )
    return text % {"days": days}


def _main_fact(control: TimeControl) -> tuple[str, str]:
    limit = time_limit_in_words(control.per_turn)
    if control.bank is not None:
        texts = [
            gettext("%(bank)s for each player; each turn adds %(limit)s")
            % {"bank": time_limit_in_words(control.bank), "limit": limit}
        ]
        if control.cap is not None:
            texts.append(gettext("never more than %(cap)s") % {"cap": time_limit_in_words(control.cap)})
        return gettext("Time bank"), "; ".join(texts)
    if control.round is not None:
        text = gettext("a round in %(span)s: everybody has an equal share of it, and at least %(limit)s for each turn")
        return gettext("Pace"), text % {"span": time_limit_in_words(control.round), "limit": limit}
    return gettext("Time per turn"), limit


def _days_off(days: Iterable[int]) -> str:
    names = ", ".join(str(WEEKDAYS[day]) for day in sorted(days))
    return gettext("%(days)s: no time runs then, in each player's own time zone") % {"days": names}


def rest_in_words(left: timedelta, control: TimeControl) -> str:
    """What somebody has left of a bank or a round."""
    text = gettext("left of this round: {span}") if control.bank is None else gettext("left in the bank: {span}")
    return text.format(span=duration_in_words(left))


def misses_in_words(in_row: int, in_all: int) -> str:
    """How many deadlines somebody has missed."""
    text = ngettext("{count} missed deadline, {row} in a row", "{count} missed deadlines, {row} in a row", in_all)
    return text.format(count=in_all, row=in_row)


def time_in_words(span: timedelta, control: TimeControl) -> str:
    """What somebody has for a turn: as the clock says it, or rounded down where it is the rest of something."""
    if not control.keeps_time:
        return time_limit_in_words(span)
    unit = next((unit for unit in (_DAY, _HOUR) if span >= _WHOLE_UNITS * unit), _MINUTE)
    return time_limit_in_words(span // unit * unit)


def after_deadline(control: TimeControl, bot_plays_at: datetime | None) -> str:
    """What comes after the deadline that a person sees, as sentences; empty where a bot plays at once.

    bot_plays_at: when the grace period ends; None without one.
    """
    sentences = []
    if control.bank is not None:
        sentences.append(gettext("Then your time bank is empty."))
    if control.round is not None:
        sentences.append(gettext("Then your share of the round is used up."))
    if bot_plays_at is not None:
        sentences.append(gettext("A bot plays it at %(moment)s.") % {"moment": written_moment(bot_plays_at)})
    return " ".join(sentences)
