"""The form of a seek."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Game as Rules
from games.engine.contract import OptionError, OptionSpec
from games.models import Seek
from games.table.seeks import MAX_PER_WEEK, MAX_RATING, SeekWishes
from games.web.clock_form import DAY, TURN_LIMITS, SpanField
from games.wording import in_words

RELIABILITIES: Final = (50, 75, 90, 95)
ANY: Final = ""
ONE_GAME: Final = 0
"""Instead of a number of games a week."""


def _numbers_a_week() -> list[tuple[int, str]]:
    weekly = [
        (count, ngettext("up to %(count)s a week", "up to %(count)s a week", count) % {"count": count})
        for count in range(1, MAX_PER_WEEK + 1)
    ]
    return [(ONE_GAME, gettext("one game, then the seek ends")), *weekly]


class SeekForm(forms.Form):
    """What somebody wishes. The options come from the game itself."""

    players = forms.TypedMultipleChoiceField(label=_("Players"), coerce=int, widget=forms.CheckboxSelectMultiple)
    shortest = SpanField(_("Time per turn, at least"), TURN_LIMITS, DAY)
    longest = SpanField(
        _("Time per turn, at most"),
        TURN_LIMITS,
        3 * DAY,
        help_text=_("The game gets the shortest time that suits everybody."),
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        choices=[(ANY, _("either")), ("yes", _("yes")), ("no", _("no"))],
        required=False,
        help_text=_("It is rated only if somebody at the table wishes it."),
    )
    lowest = forms.IntegerField(
        label=_("Ratings of the others, at least"), min_value=-MAX_RATING, max_value=MAX_RATING, required=False
    )
    highest = forms.IntegerField(
        label=_("Ratings of the others, at most"),
        min_value=-MAX_RATING,
        max_value=MAX_RATING,
        required=False,
        help_text=_("Whoever has no rating in such games counts as 1000. Empty: any."),
    )
    least_reliability = forms.TypedChoiceField(
        label=_("Turns that the others answer in time, at least"),
        coerce=int,
        choices=[(0, _("any number")), *((percent, f"{percent} %") for percent in RELIABILITIES)],
        required=False,
        empty_value=None,
        help_text=_("Whoever has answered no turn here yet sits only with people who do not mind."),
    )
    per_week = forms.TypedChoiceField(
        label=_("How many games"),
        coerce=int,
        choices=_numbers_a_week,
        required=False,
        empty_value=None,
        initial=1,
    )
    most_games = forms.IntegerField(
        label=_("Only while I play fewer games than"), min_value=1, max_value=60, required=False, initial=5
    )

    def __init__(self, rules: Rules, *args: Any, seek: Seek | None = None, **kwargs: Any) -> None:
        """seek: the one that is changed."""
        super().__init__(*args, **kwargs)
        self.rules = rules
        counts = range(rules.min_seats, rules.max_seats + 1)
        players = self.fields["players"]
        assert isinstance(players, forms.TypedMultipleChoiceField)
        players.choices = [(count, str(count)) for count in counts]
        players.initial = [min(4, rules.max_seats)]
        for spec in self._offered_options():
            self.fields[option_field(spec.name)] = forms.ChoiceField(
                label=in_words(spec.label),
                help_text=in_words(spec.help),
                choices=[
                    (ANY, pgettext_lazy("a choice that is left open", "any")),
                    *((value, in_words(label)) for value, label in spec.choices),
                ],
                initial=ANY,
                required=False,
            )
        if seek is not None:
            self.initial = self._filled(seek)
        self.order_fields(["players", *(option_field(spec.name) for spec in self._offered_options())])

    def _offered_options(self) -> list[OptionSpec]:
        """Those that have a meaning by themselves, and one value: all others are as the game has them."""
        return [spec for spec in self.rules.options() if not spec.several and spec.only_with is None]

    def _filled(self, seek: Seek) -> dict[str, Any]:
        filled: dict[str, Any] = {name: getattr(seek, name) for name in ("players", "lowest", "highest", "most_games")}
        filled["least_reliability"] = seek.least_reliability
        filled["per_week"] = ONE_GAME if seek.per_week is None else seek.per_week
        filled["rated"] = ANY if seek.rated is None else "yes" if seek.rated else "no"
        for name in ("shortest", "longest"):
            filled[name] = int(getattr(seek, name).total_seconds())
            span = self.fields[name]
            assert isinstance(span, SpanField)
            span.offer(filled[name])
        for spec in self._offered_options():
            filled[option_field(spec.name)] = seek.options.get(spec.name, ANY)
        reliability = self.fields["least_reliability"]
        assert isinstance(reliability, forms.TypedChoiceField)
        if seek.least_reliability and seek.least_reliability not in RELIABILITIES:
            reliability.choices = [
                *reliability.choices,
                (seek.least_reliability, f"{seek.least_reliability} %"),  # type: ignore[misc]
            ]
        return filled

    def wishes(self, kept: Seek | None = None) -> SeekWishes:
        """What was wished, in a form without errors. kept: a seek whose other options, set by a program, stay."""
        chosen = self.cleaned_data
        offered = {spec.name: chosen[option_field(spec.name)] for spec in self._offered_options()}
        others = {name: value for name, value in (kept.options if kept else {}).items() if name not in offered}
        return SeekWishes(
            kind=self.rules.key,
            players=chosen["players"],
            shortest=timedelta(seconds=chosen["shortest"]),
            longest=timedelta(seconds=chosen["longest"]),
            options=others | {name: value for name, value in offered.items() if value},
            rated={"yes": True, "no": False}.get(chosen["rated"]),
            lowest=chosen["lowest"],
            highest=chosen["highest"],
            least_reliability=chosen["least_reliability"] or 0,
            per_week=1 if chosen["per_week"] is None else chosen["per_week"] or None,
            most_games=chosen["most_games"] or 5,
        )

    def add_option_error(self, error: OptionError) -> None:
        """Show at its field why a game cannot be opened like this."""
        field = option_field(error.option)
        self.add_error(field if field in self.fields else "players", in_words(error.message))


def option_field(name: str) -> str:
    return f"option_{name}"
