"""The small forms by which players propose something to each other: one for each kind of proposal."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from games.table import queries
from games.table.proposals import more_time, pauses
from games.table.proposals.registry import KINDS
from games.table.proposals.replacement import OpenSeat, Replace, replaceable_seats, seats_of_bots
from games.table.proposals.taking_back import MoveToTakeBack, TakeBack, moves_to_take_back
from games.web.clock_form import ClockForm
from games.web.shown_log import sentences_of

MAX_SENTENCE: Final = 90
"""Characters of what a move did, in a list to choose from."""


class ProposalForm(forms.Form):
    """For a kind that needs to know nothing. Its key lets the same form propose once."""

    key = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, game: Game, seat: Seat) -> None:
        super().__init__(data, initial={"key": secrets.token_hex(8)})
        self.game = game
        self.own_seat = seat
        self.offer()

    def offer(self) -> None:
        """Fill in what can be chosen."""

    def given(self) -> dict[str, Any]:
        """What `ProposalKind.read` takes, of a form without errors."""
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}


class PauseForm(ProposalForm):
    days = forms.IntegerField(label=_("For how many days at most"), min_value=1, max_value=pauses.MAX_DAYS, initial=7)


class ExtendForm(ProposalForm):
    days = forms.IntegerField(label=_("By how many days"), min_value=1, max_value=more_time.MAX_DAYS, initial=2)


class TakeBackForm(ProposalForm):
    ply = forms.TypedChoiceField(label=_("Back to before this move"), coerce=int)
    new_draws = forms.BooleanField(
        label=_("Make all draws after it anew"),
        required=False,
        help_text=_("Needed where something hidden was revealed since: the old draws are known by now."),
    )

    def offer(self) -> None:
        field = self.fields["ply"]
        assert isinstance(field, forms.TypedChoiceField)
        names = queries.player_names(self.game)
        field.choices = [
            (choice.move.ply, self._label(choice, sentences_of(self.game, choice.move, self.own_seat, names)))
            for choice in moves_to_take_back(self.game)
        ]

    def _label(self, choice: MoveToTakeBack, sentence: str) -> str:
        short = sentence if len(sentence) <= MAX_SENTENCE else f"{sentence[:MAX_SENTENCE].rstrip()} …"
        label = f"{choice.move.ply + 1}. {short}"
        needed = gettext("new draws")
        return f"{label} ({needed})" if choice.needs_new_draws else label


class ReplaceForm(ProposalForm):
    seat = forms.TypedChoiceField(label=_("Who"), coerce=int)

    def offer(self) -> None:
        field, names = self.fields["seat"], queries.player_names(self.game)
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(seat.index, names[seat.index]) for seat in replaceable_seats(self.game, self.own_seat)]


class OpenSeatForm(ProposalForm):
    seat = forms.TypedChoiceField(label=_("Whose seat"), coerce=int)

    def offer(self) -> None:
        field, names = self.fields["seat"], queries.player_names(self.game)
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(seat.index, names[seat.index]) for seat in seats_of_bots(self.game)]


class ChangeClockForm(ProposalForm, ClockForm):
    def offer(self) -> None:
        self.initial.update(self.fill_clock(self.game.time_control))

    def given(self) -> dict[str, Any]:
        return {"time_control": self.time_control()}


_FORMS: Final[dict[str, type[ProposalForm]]] = {
    pauses.Pause.key: PauseForm,
    more_time.ExtendAll.key: ExtendForm,
    TakeBack.key: TakeBackForm,
    Replace.key: ReplaceForm,
    OpenSeat.key: OpenSeatForm,
    more_time.ChangeClock.key: ChangeClockForm,
}


def form_of(kind: str) -> type[ProposalForm] | None:
    """The form of a kind; None if there is no such kind."""
    return _FORMS.get(kind, ProposalForm) if kind in KINDS else None
