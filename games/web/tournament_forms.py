"""The forms of tournaments."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bot_levels import LEVELS_FOR_PEOPLE
from games.engine.contract import Game as Rules
from games.models import Tournament
from games.table.tournaments.opening import (
    MAX_NAME_LENGTH,
    MAX_PLACES,
    MAX_ROUNDS,
    TournamentPlan,
)
from games.table.tournaments.possible_sizes import possible_sizes
from games.web.clock_form import ClockForm
from games.web.options_form import OptionsForm


class ChangeTournamentForm(forms.Form):
    """What can be changed until the start."""

    places = forms.IntegerField(
        label=_("Places"), min_value=1, max_value=MAX_PLACES, initial=16, help_text=_("So many can enter at most.")
    )
    fewest = forms.IntegerField(
        label=_("Fewest people"),
        min_value=1,
        max_value=MAX_PLACES,
        initial=4,
        help_text=_("With fewer it does not start."),
    )
    entry_until = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_(
            "It starts by itself then, or is called off if too few have entered. Leave it empty to start it yourself. "
            "In your time zone."
        ),
    )


class NewTournamentForm(ClockForm, OptionsForm, ChangeTournamentForm):
    """How a tournament is opened. The options come from the game itself."""

    field_of_numbers = "table_size"

    key = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    """The same for every copy of one form: pressing its button twice opens one tournament."""
    name = forms.CharField(label=_("Name of the tournament"), max_length=MAX_NAME_LENGTH)
    entry = forms.ChoiceField(
        label=_("Who may enter, and see it"),
        choices=Tournament.Entry.choices,
        initial=Tournament.Entry.OPEN,
        widget=forms.RadioSelect,
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        widget=forms.RadioSelect,
        help_text=_("If the number of people does not divide, some tables have one more or one less."),
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=3)
    filling = forms.ChoiceField(
        label=_("Places that nobody has at the start, and those of people who drop out"),
        choices=Tournament.Filling.choices,
        initial=Tournament.Filling.BYES,
        widget=forms.RadioSelect,
        help_text=_("If the people left fill no tables, some have a bye in a round."),
    )
    bot_level = forms.ChoiceField(
        label=_("Level of the bots"), choices=[(level.name, level.label) for level in LEVELS_FOR_PEOPLE], required=False
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("Games at whose table at least two people sit count for the ratings of those people."),
    )

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = possible_sizes(rules.key)
        size = self.fields["table_size"]
        assert isinstance(size, forms.TypedChoiceField)
        size.choices = [(count, str(count)) for count in sizes]
        size.initial = min(4, max(sizes))
        self.add_options(rules)

    def plan(self, kind: str) -> TournamentPlan:
        """What was chosen, in a form without errors."""
        chosen = self.cleaned_data
        return TournamentPlan(
            kind=kind,
            time_control=self.time_control(),
            options=self.options(),
            **{
                name: chosen[name]
                for name in (
                    "name",
                    "table_size",
                    "rounds",
                    "places",
                    "fewest",
                    "entry",
                    "entry_until",
                    "filling",
                    "bot_level",
                    "rated",
                )
            },
        )

    def opening_key(self) -> str:
        return f"page:{self.cleaned_data['key']}" if self.cleaned_data["key"] else ""
