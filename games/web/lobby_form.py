"""The form by which the lobby is narrowed; it is sent by GET, and by POST to be remembered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from games.table.lobby_games import Narrowing
from games.web.clock_form import TURN_LIMITS
from games.web.forms import ALL_OF_THEM, kind_choices, player_counts
from games.wording import time_limit_choices

_RATED: Final = {"yes": True, "no": False}
_SHOWN_RATED: Final = {None: "", True: "yes", False: "no"}
FREE_SEATS: Final = range(1, 5)


class LobbyForm(forms.Form):
    """Which open games are listed."""

    kind = forms.ChoiceField(label=_("Game"), required=False, choices=lambda: [("", ALL_OF_THEM), *kind_choices()])
    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [("", ALL_OF_THEM), *((count, str(count)) for count in player_counts())],
    )
    longest = forms.TypedChoiceField(
        label=_("Time per turn, at most"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [("", ALL_OF_THEM), *time_limit_choices(TURN_LIMITS)],
    )
    rated = forms.ChoiceField(
        label=_("Rated"), required=False, choices=[("", ALL_OF_THEM), ("yes", _("yes")), ("no", _("no"))]
    )
    free = forms.TypedChoiceField(
        label=_("Free seats, at least"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [("", ALL_OF_THEM), *((count, str(count)) for count in FREE_SEATS)],
    )

    @classmethod
    def showing(cls, wanted: Narrowing) -> Self:
        """The form as it says what is wanted already."""
        values: dict[str, Any] = {**wanted.to_json(), "rated": _SHOWN_RATED[wanted.rated]}
        return cls({name: str(value) for name, value in values.items()})

    def narrowing(self) -> Narrowing:
        """What is wanted; a field that cannot be read counts nothing."""
        self.full_clean()
        chosen = self.cleaned_data
        longest = chosen.get("longest")
        return Narrowing(
            kind=chosen.get("kind") or "",
            players=chosen.get("players"),
            longest=None if longest is None else timedelta(seconds=longest),
            rated=_RATED.get(chosen.get("rated") or ""),
            free=chosen.get("free"),
        )
