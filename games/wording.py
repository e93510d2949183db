"""The words of pages and mails: the engine's messages in the active language, and moments and spans of time.

Times are absolute in the reader's zone; the time left is given in words beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from django.utils import timezone, translation
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, ngettext

from games.engine.contract import Selection
from games.engine.plans import ASK
from games.engine.words import Message, Param, count_message
from games.languages import ENGLISH


def in_words(message: Message) -> str:
    """A term or sentence of the engine in the active language."""
    return message.render(translation)


def say(message: str, /, **params: Param) -> str:
    """A sentence of the site with terms in it, in the active language: say("picked the {role}", role=...).

    The translation may ask for forms of the terms (docs/translating.md). xgettext: --keyword=say:1
    """
    return in_words(Message(message, params))


def say_counted(singular: str, plural: str, count: int, /, **params: Param) -> str:
    """The same for a sentence with a number, {count}. xgettext: --keyword=say_counted:1,2"""
    return in_words(count_message((singular, plural), count, **params))


def title(message: Message) -> str:
    """A term with a capital letter, as the beginning of a label."""
    text = in_words(message)
    return text[:1].upper() + text[1:]


def player_count_text(least: int, most: int) -> str:
    """How many can play: "2 to 5 players"."""
    if least == most:
        return ngettext("%(number)s player", "%(number)s players", least) % {"number": least}
    return ngettext("%(least)s to %(most)s player", "%(least)s to %(most)s players", most) % {
        "least": least,
        "most": most,
    }


def wrong_player_count_text(least: int, most: int) -> str:
    """How many have to play: "This game is for 2 to 5 players."."""
    if least == most:
        return ngettext("This game is for {most} player.", "This game is for {most} players.", most).format(most=most)
    return ngettext(
        "This game is for {least} to {most} player.", "This game is for {least} to {most} players.", most
    ).format(least=least, most=most)


def choice_count_text(selection: Selection) -> str:
    """How many items of a selection are to be chosen: "Choose 2"."""
    least, most = selection.least, selection.most
    if least == most:
        return ngettext("Choose one", "Choose {count}", least).format(count=least)
    if most == len(selection.items):
        return ngettext("Choose at least one", "Choose at least {count}", least).format(count=least)
    return gettext("Choose {least} to {most}").format(least=least, most=most)


def written_moment(moment: datetime, format_name: str = "WEEKDAY_FORMAT") -> str:
    """In the active zone and language, by one of the language's formats (prweb/formats): "Tue 24 Nov, 18:00".

    A language that has no formats of ours is written as English.
    """
    pattern = _format_of_language(format_name)
    written = date_format(timezone.localtime(moment), pattern)
    return written.lower() if _format_of_language("LOWER_CASE_WORDS") else written


def _format_of_language(name: str) -> str:
    """Django answers with the name itself if nobody has such a format."""
    found: str = get_format(name)
    if found == name:
        found = get_format(name, ENGLISH)
    return found


def absolute_time(moment: datetime) -> str:
    """Like "Tue 24 Nov, 18:00 (Europe/Budapest)" in the active zone and language."""
    return f"{written_moment(moment)} ({timezone.get_current_timezone_name()})"


def time_left_in_words(moment: datetime, now: datetime) -> str:
    """Like "in 2 days", to the nearest whole unit; the absolute time is given beside it."""
    minutes = round((moment - now).total_seconds() / 60)
    if minutes <= 0:
        return gettext("now")
    if minutes >= 36 * 60:
        days = round(minutes / (24 * 60))
        return ngettext("in {count} day", "in {count} days", days).format(count=days)
    if minutes >= 90:
        hours = round(minutes / 60)
        return ngettext("in {count} hour", "in {count} hours", hours).format(count=hours)
    return ngettext("in {count} minute", "in {count} minutes", minutes).format(count=minutes)


def time_limit_in_words(span: timedelta) -> str:
    """A time limit: "3 days", "12 hours", "30 minutes"."""
    minutes = int(span.total_seconds() // 60)
    if minutes % (24 * 60) == 0:
        return ngettext("{count} day", "{count} days", minutes // (24 * 60)).format(count=minutes // (24 * 60))
    if minutes % 60 == 0:
        return ngettext("{count} hour", "{count} hours", minutes // 60).format(count=minutes // 60)
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def time_limit_choices(seconds: Iterable[int]) -> list[tuple[int, str]]:
    """Time limits for a form to choose from. In the active language, so a field asks for them anew each time."""
    return [(span, time_limit_in_words(timedelta(seconds=span))) for span in seconds]


def plan_in_words(lines: Sequence[str], show: Callable[[str], str]) -> str:
    """What a plan will do: "When it is your turn: take coffee; if that is not possible: take quarry; else you are
    asked."

    lines: in canonical notation, "ask" among them. show: a line as its owner may write it.
    """
    wishes = [show(line) for line in takewhile(lambda line: line != ASK, lines)]
    if not wishes:
        return gettext("When it is your turn, you are asked.")
    chain = gettext("; if that is not possible: ").join(wishes)
    return gettext("When it is your turn: {wishes}; else you are asked.").format(wishes=chain)


def duration_in_words(span: timedelta) -> str:
    """A duration in its two largest units, short enough for a table: "3 d 4 h", "2 h 12 min"."""
    minutes = round(span.total_seconds() / 60)
    if minutes < 1:
        return gettext("< 1 min")
    days, hours, minutes = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = [
        gettext("{count} d").format(count=days) if days else "",
        gettext("{count} h").format(count=hours) if hours else "",
        gettext("{count} min").format(count=minutes) if minutes and not days else "",
    ]
    return " ".join(part for part in parts if part)
