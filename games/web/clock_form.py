"""The part of the form of a new game in which its host chooses the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.time_control import USUAL_MISSES_IN_ALL, USUAL_MISSES_IN_ROW, TimeControl
from games.wording import time_limit_choices

HOUR: Final = 3600
DAY: Final = 24 * HOUR
TURN_LIMITS: Final = (*(hours * HOUR for hours in (1, 6, 12)), *(days * DAY for days in (1, 2, 3, 5, 7, 14)))
"""In seconds, as all of these."""
BANKS: Final = tuple(days * DAY for days in (3, 5, 7, 10, 14, 21, 30))
ADDED: Final = (*(hours * HOUR for hours in (1, 3, 6, 12)), DAY, 2 * DAY)
ROUNDS: Final = tuple(days * DAY for days in (1, 2, 3, 5, 7, 14))
LEAST: Final = tuple(hours * HOUR for hours in (1, 3, 6, 12, 24))
GRACE: Final = tuple(hours * HOUR for hours in (1, 3, 6, 12, 24))
MAX_EXCUSED: Final = 5
MISSES_IN_ROW: Final = (1, 2, 3, 4, 5)
MISSES_IN_ALL: Final = (1, 2, 3, 4, 5, 6, 8, 10)
ABSENCE_DAYS: Final = [
    (0, _("does not stop the clock")),
    (7, _("stops the clock on up to 7 days a year")),
    (14, _("stops the clock on up to 14 days a year")),
    (28, _("stops the clock on up to 28 days a year")),
]
TURN: Final = "turn"
BANK: Final = "bank"
ROUND: Final = "round"
KINDS: Final = [
    (TURN, _("A time for each turn")),
    (BANK, _("A time bank for the whole game: quick turns leave more for slow ones")),
    (ROUND, _("A pace for the whole table: so long for each round")),
]


if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Label = str | _StrPromise


class SpanField(forms.TypedChoiceField):
    """A span of time to choose, in seconds; where none is sent, it is the one that stands there at first."""

    def __init__(
        self,
        label: Label,
        seconds: Sequence[int],
        initial: int,
        *,
        none: Label = "",
        help_text: Label = "",
    ) -> None:
        """none: what a choice of no time is called; without it there is none."""
        self.seconds = seconds
        self.none = none
        super().__init__(
            label=label, choices=self._choices, coerce=int, required=False, initial=initial, help_text=help_text
        )

    def _choices(self) -> list[tuple[int, Label]]:
        return [*([(0, self.none)] if self.none else []), *time_limit_choices(self.seconds)]

    def offer(self, seconds: int) -> None:
        """Make a span one of the choices."""
        if seconds not in self.seconds and (seconds or not self.none):
            self.seconds = (*self.seconds, seconds)
            self.choices = self._choices

    def clean(self, value: Any) -> int:
        seconds: int = super().clean(self.initial if value in self.empty_values else value)
        return seconds


class MissesField(forms.TypedChoiceField):
    """After how many missed deadlines a seat is vacant; where none is sent, the number that stands there."""

    def __init__(self, label: Label, counts: Sequence[int], initial: int, *, help_text: Label = "") -> None:
        self.counts = counts
        super().__init__(
            label=label, choices=self._choices, coerce=int, required=False, initial=initial, help_text=help_text
        )

    def _choices(self) -> list[tuple[int, Label]]:
        return [(0, pgettext_lazy("a seat is vacant", "never")), *((count, str(count)) for count in self.counts)]

    def offer(self, count: int) -> None:
        """Make a number one of the choices."""
        if count and count not in self.counts:
            self.counts = (*self.counts, count)
            self.choices = self._choices

    def clean(self, value: Any) -> int:
        count: int = super().clean(self.initial if value in self.empty_values else value)
        return count


class ClockForm(forms.Form):
    """The clock of a game. Fields of the kinds that are not chosen count nothing, and may be left out."""

    clock = forms.ChoiceField(
        label=_("How time is counted"), choices=KINDS, initial=TURN, required=False, widget=forms.RadioSelect
    )
    turn_limit = SpanField(
        _("Time per turn"), TURN_LIMITS, 3 * DAY, help_text=_("If the time of a turn runs out, a bot plays it.")
    )
    bank = SpanField(_("Time bank of each player"), BANKS, 10 * DAY)
    bank_added = SpanField(_("Each turn adds"), ADDED, 12 * HOUR)
    bank_cap = SpanField(_("The bank never has more than"), BANKS, 0, none=_("no limit"))
    round = SpanField(
        _("Time for a round"),
        ROUNDS,
        2 * DAY,
        help_text=_("Everybody has an equal share of it for all their turns in that round."),
    )
    round_least = SpanField(_("At least for each turn"), LEAST, 3 * HOUR)
    grace = SpanField(
        _("Grace period"),
        GRACE,
        0,
        none=_("none: a bot plays at once"),
        help_text=_("So long after the deadline a bot plays the turn."),
    )
    excused = forms.TypedChoiceField(
        label=_("Missed deadlines that are excused"),
        coerce=int,
        choices=[(count, str(count)) for count in range(MAX_EXCUSED + 1)],
        required=False,
        initial=0,
        help_text=_("Of each player; they have the time of a turn once more then."),
    )
    misses_in_row = MissesField(
        _("A seat is vacant after missed deadlines in a row"),
        MISSES_IN_ROW,
        USUAL_MISSES_IN_ROW,
        help_text=_("A bot plays on in it then, until its player returns or somebody else takes it."),
    )
    misses_in_all = MissesField(_("A seat is vacant after missed deadlines in all"), MISSES_IN_ALL, USUAL_MISSES_IN_ALL)
    days_off = forms.TypedMultipleChoiceField(
        label=_("Days off"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("No time runs on these days, in each player's own time zone."),
    )

    absence_days = forms.TypedChoiceField(
        label=_("Absence"),
        coerce=int,
        choices=[("", _("stops the clock on every day that somebody has announced")), *ABSENCE_DAYS],
        required=False,
        empty_value=None,
        initial="",
        help_text=_("People announce on their page of preferences that they are away."),
    )

    def fill_clock(self, control: TimeControl) -> dict[str, Any]:
        """The initial values for a clock as it is; what is not among the choices becomes one."""
        kind = BANK if control.bank is not None else ROUND if control.round is not None else TURN
        limit = {BANK: "bank_added", ROUND: "round_least", TURN: "turn_limit"}[kind]
        spans = {
            limit: control.per_turn,
            "bank": control.bank,
            "bank_cap": control.cap,
            "round": control.round,
            "grace": control.grace,
        }
        filled: dict[str, Any] = {"clock": kind, "excused": control.excused, "days_off": sorted(control.days_off)}
        filled["absence_days"] = "" if control.absence_days is None else control.absence_days
        for name, count in (("misses_in_row", control.misses_in_row), ("misses_in_all", control.misses_in_all)):
            filled[name] = count
            misses = self.fields[name]
            assert isinstance(misses, MissesField)
            misses.offer(count)
        for name, span in spans.items():
            if span is not None:
                filled[name] = int(span.total_seconds())
                field = self.fields[name]
                assert isinstance(field, SpanField)
                field.offer(filled[name])
        return filled

    def clean_days_off(self) -> list[int]:
        days: list[int] = self.cleaned_data["days_off"]
        if len(days) > len(WEEKDAYS) - 1:
            raise forms.ValidationError(_("Time must run on at least one day of the week."))
        return days

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        least = max(cleaned.get("bank") or 0, cleaned.get("bank_added") or 0)
        if cleaned.get("clock") == BANK and cleaned.get("bank_cap") and cleaned["bank_cap"] < least:
            self.add_error("bank_cap", _("This is less than the bank begins with, or than a turn adds."))
        return cleaned

    def time_control(self) -> TimeControl:
        """The clock that was chosen, in a form without errors."""
        chosen = self.cleaned_data
        kind = chosen["clock"] or TURN
        limit = {BANK: "bank_added", ROUND: "round_least", TURN: "turn_limit"}[kind]
        return TimeControl(
            timedelta(seconds=chosen[limit]),
            bank=timedelta(seconds=chosen["bank"]) if kind == BANK else None,
            cap=timedelta(seconds=chosen["bank_cap"]) if kind == BANK and chosen["bank_cap"] else None,
            round=timedelta(seconds=chosen["round"]) if kind == ROUND else None,
            grace=timedelta(seconds=chosen["grace"]),
            excused=chosen["excused"] or 0,
            days_off=frozenset(chosen["days_off"]),
            absence_days=chosen["absence_days"],
            misses_in_row=chosen["misses_in_row"],
            misses_in_all=chosen["misses_in_all"],
        )
