"""What staff see of a seat: what is left of its person's time, what they have missed, when they are away; whether it is
vacant or locked."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bot_levels import BOT_LEVELS
from games.clock_words import misses_in_words, rest_in_words
from games.models import Game, Seat, Turn
from games.table import days_away, deadlines
from games.wording import absolute_time, in_words


def facts(seat: Seat, game: Game, turn: Turn | None) -> list[str]:
    """A short sentence for each. turn: the live one of the seat."""
    if game.status != Game.Status.RUNNING:
        return _missed(seat)
    if seat.user is None:
        return _for_others(seat)
    return [*_left(seat, game, turn, timezone.now()), *_missed(seat), *_excused(seat), *_for_others(seat), *_away(seat)]


def _left(seat: Seat, game: Game, turn: Turn | None, now: datetime) -> list[str]:
    left = deadlines.left_now(seat, game, turn, now)
    return [] if left is None else [rest_in_words(left, game.time_control)]


def _missed(seat: Seat) -> list[str]:
    return [misses_in_words(seat.missed_in_row, seat.missed_in_all)] if seat.missed_in_all else []


def _for_others(seat: Seat) -> list[str]:
    lines = []
    if seat.vacant_since is not None and seat.user is None:
        lines.append(_("opened to people {since}").format(since=absolute_time(seat.vacant_since)))
    elif seat.vacant_since is not None:
        lines.append(_("vacant since {since}").format(since=absolute_time(seat.vacant_since)))
    if seat.locked:
        lines.append(_("locked: nobody takes it over"))
    return lines


def _excused(seat: Seat) -> list[str]:
    if not seat.excused:
        return []
    text = ngettext("{count} missed deadline excused", "{count} missed deadlines excused", seat.excused)
    return [text.format(count=seat.excused)]


def _away(seat: Seat) -> list[str]:
    assert seat.user is not None
    days = [
        _("away from {first} to {last}").format(first=date_format(absence.first), last=date_format(absence.last))
        for absence in days_away.announced(seat.user)
    ]
    return [*days, _what_happens(seat)] if days else []


def _what_happens(seat: Seat) -> str:
    if seat.deputy:
        return _("meanwhile a bot plays ({level})").format(level=in_words(BOT_LEVELS[seat.deputy].noun))
    if seat.when_away == Seat.CLOCK_RUNS:
        return _("meanwhile the clock goes on, and plans and orders play")
    return _("meanwhile the clock stands still")
