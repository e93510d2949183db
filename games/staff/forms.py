"""The forms of the staff's pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bot_levels import LEVELS_FOR_PEOPLE
from games.models import Game, Report, Seat, Turn
from games.models.reports import MAX_WORDS
from games.people.models import User
from games.site_state import SiteStatus
from games.table import queries
from games.table.errors import Refused
from games.table.moderation import mail_resend
from games.table.moderation.conduct import SILENCES
from games.table.moderation.reports import Decision
from games.table.proposals.shown import open_proposals
from games.table.proposals.telling import sentence_of
from games.table.site_switches import MAX_BANNER
from games.table.staff_roles import ROLES
from games.wording import time_limit_choices, time_limit_in_words

MAX_REASON_LENGTH: Final = 500
HOUR: Final = 3600
DAY: Final = 24 * HOUR
SPANS: Final = (*(hours * HOUR for hours in (1, 6, 12)), *(days * DAY for days in (1, 2, 3, 7, 14, 30)))
"""In seconds."""


class ReasonForm(forms.Form):
    """The reason for an action. It goes into the audit trail and into the mails to the players."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("Kept in the audit trail for good."),
    )


class NoteForm(forms.Form):
    """What staff note about somebody."""

    reason = forms.CharField(
        label=_("Note"),
        max_length=MAX_WORDS,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Other staff read it, the person does not. It is deleted with their account."),
    )


class WarningForm(forms.Form):
    """What staff warn somebody of."""

    reason = forms.CharField(
        label=_("Warning"),
        max_length=MAX_REASON_LENGTH,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("They read these words in a mail and on every page. The audit trail keeps them."),
    )


class SilenceForm(ReasonForm):
    """For how long staff silence somebody, and why."""

    days = forms.TypedChoiceField(label=_("For how long"), coerce=int)

    field_order = ("days", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choices_of(self, "days").choices = _silences()


class DecisionForm(ReasonForm):
    """What staff decide about a report, and do about it."""

    outcome = forms.ChoiceField(label=_("What came of it"), widget=forms.RadioSelect)
    answer = forms.CharField(
        label=_("Answer to whoever has reported it"),
        max_length=MAX_WORDS,
        required=False,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("They are told the outcome in any case, in their own language; these words stand below it."),
    )
    remove = forms.BooleanField(label=_("Remove the message; a mark stands in its place"), required=False)
    warning = forms.CharField(
        label=_("Warn the person"),
        max_length=MAX_REASON_LENGTH,
        required=False,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("They read these words in a mail and on every page. Empty: they are not warned."),
    )
    days = forms.TypedChoiceField(label=_("Silence the person"), coerce=int, required=False, empty_value=None)

    field_order = ("outcome", "answer", "remove", "warning", "days", "reason")

    def __init__(self, report: Report, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        outcomes = [one for one in Report.Outcome if one != Report.Outcome.OPEN]
        _choices_of(self, "outcome").choices = [(one.value, one.label) for one in outcomes]
        _choices_of(self, "days").choices = [("", pgettext_lazy("silence", "no")), *_silences()]
        if report.message is None or report.message.removed_at is not None:
            del self.fields["remove"]
        if report.person is None:
            del self.fields["warning"], self.fields["days"]

    def decision(self) -> Decision:
        """What the valid form says."""
        given = self.cleaned_data
        return Decision(
            Report.Outcome(given["outcome"]),
            answer=given["answer"],
            remove=given.get("remove", False),
            warning=given.get("warning", ""),
            silence=timedelta(days=given["days"]) if given.get("days") else None,
        )


def _silences() -> list[tuple[int, str]]:
    return [(span.days, time_limit_in_words(span)) for span in SILENCES]


def _choices_of(form: forms.Form, name: str) -> forms.ChoiceField:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return field


def find_person(name: str) -> User:
    """The user with this name, in upper or lower case. Raises ValidationError."""
    person = User.objects.filter(username__iexact=name).first()
    if person is None:
        raise forms.ValidationError(_("There is nobody called %(name)s."), params={"name": name})
    return person


def _moment(**more: Any) -> forms.DateTimeField:
    """A moment, picked in the browser, to the minute."""
    return forms.DateTimeField(widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"), **more)


class DetailsForm(forms.Form):
    """The details of a moderation action, besides its reason."""

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.seats: list[Seat] = list(game.seats.all())
        self.names = queries.seat_names(self.seats)

    def choose(self, field: str, choices: list[tuple[Any, str]]) -> None:
        chosen = self.fields[field]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = choices

    def choose_seat(self, seats: list[Seat]) -> None:
        self.choose("seat", [(seat.index, self.words_for(seat)) for seat in seats])

    def words_for(self, seat: Seat) -> str:
        return f"{seat.index + 1}: {self.names[seat.index]}"


class ExtendForm(DetailsForm):
    turn = forms.TypedChoiceField(label=_("Whose time"), required=False, coerce=int, empty_value=None)
    span = forms.TypedChoiceField(
        label=_("Longer by"), choices=lambda: time_limit_choices(SPANS), coerce=int, initial=DAY
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        turns = game.turns.filter(status=Turn.Status.OPEN, due__isnull=False).select_related("seat")
        each = [(turn.pk, self.names[turn.seat.index]) for turn in turns]
        self.choose("turn", [("", gettext("everybody who is asked now")), *each])


class TakeBackForm(DetailsForm):
    plies = forms.IntegerField(
        label=_("Moves that stay"),
        min_value=0,
        help_text=_("Everything after the move with this number is taken back."),
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        plies = self.fields["plies"]
        assert isinstance(plies, forms.IntegerField)
        plies.initial = max(game.plies - 1, 0)

    def clean_plies(self) -> int:
        plies: int = self.cleaned_data["plies"]
        if plies >= self.game.plies:
            message = ngettext_lazy(
                "The game has %(plies)d move: fewer must stay.",
                "The game has %(plies)d moves: fewer must stay.",
                "plies",
            )
            raise forms.ValidationError(message, params={"plies": self.game.plies})
        return plies


class ByBotForm(DetailsForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    level = forms.ChoiceField(label=_("Bot"), choices=[(level.name, level.label) for level in LEVELS_FOR_PEOPLE])

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.choose_seat(self.seats)


class ByPersonForm(DetailsForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    person = forms.CharField(label=_("Person"), max_length=150, help_text=_("The name as other players see it."))

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.choose_seat(self.seats)

    def clean_person(self) -> User:
        return find_person(self.cleaned_data["person"].strip())


class GiveBackForm(DetailsForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.choose_seat([seat for seat in self.seats if seat.user_id and seat.caretaker])


class ExcuseForm(DetailsForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.choose_seat([seat for seat in self.seats if seat.user_id and seat.missed_in_all])


class LockForm(DetailsForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    locked = forms.TypedChoiceField(
        label=_("Whether somebody may take it over"),
        choices=[("yes", _("nobody may")), ("no", _("as the host has allowed it"))],
        coerce=lambda chosen: chosen == "yes",
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.choose_seat(self.seats)

    def words_for(self, seat: Seat) -> str:
        words = super().words_for(seat)
        return gettext("{seat} (locked)").format(seat=words) if seat.locked else words


class CloseProposalForm(DetailsForm):
    proposal = forms.TypedChoiceField(label=_("Proposal"), coerce=int)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.choose("proposal", [(one.pk, sentence_of(one)) for one in open_proposals(game)])


class AskAgainForm(DetailsForm):
    turn = forms.TypedChoiceField(label=_("Bot"), coerce=int)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        turns = game.turns.filter(status=Turn.Status.OPEN).select_related("seat__user")
        self.choose("turn", [(turn.pk, self.names[turn.seat.index]) for turn in turns if turn.bot_level])


class RankForm(ReasonForm):
    """An administrator chooses the role of a person."""

    rank = forms.ChoiceField(
        label=pgettext_lazy("of staff", "Role"),
        choices=[("", _("player")), ("moderator", _("moderator")), ("administrator", _("administrator"))],
        required=False,
    )
    field_order = ["rank", "reason"]


assert {rank for rank, _label in RankForm.base_fields["rank"].choices} == set(ROLES)  # type: ignore[attr-defined]


class ReadOnlyForm(ReasonForm):
    """Switches the read-only mode on or off."""

    on = forms.TypedChoiceField(choices=[("on", "on"), ("off", "off")], coerce=lambda chosen: chosen == "on")
    minutes = forms.IntegerField(
        label=_("Minutes that it will take"),
        min_value=1,
        max_value=7 * 24 * 60,
        required=False,
        help_text=_("Told to people and programs, where you know it. It does not end by itself."),
    )
    field_order = ["minutes", "reason"]


class BannerForm(forms.Form):
    """The banner of every page, in each language that is offered, and until when it is shown."""

    until = _moment(label=_("Shown until"), required=False, help_text=_("Then it is gone by itself."))

    def __init__(self, status: SiteStatus, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].initial = status.banner_until
        for code, language in settings.LANGUAGES:
            self.fields[f"text_{code}"] = forms.CharField(
                label=language,
                required=False,
                max_length=MAX_BANNER,
                initial=(status.banner or {}).get(code, ""),
                widget=forms.Textarea({"rows": 2}),
            )

    def texts(self) -> dict[str, str]:
        """The texts of the banner by language."""
        return {code: self.cleaned_data[f"text_{code}"] for code, _name in settings.LANGUAGES}


class LostMailsForm(forms.Form):
    """Which mails a mail server has lost."""

    since = _moment(label=_("From"))
    until = _moment(label=_("Until"), help_text=_("In your time zone, like all times here."))
    game = forms.CharField(
        label=_("Game"), max_length=16, required=False, help_text=_("The id of a game; empty: all games.")
    )
    person = forms.CharField(
        label=_("Person"), max_length=150, required=False, help_text=_("The name as other players see it.")
    )

    def clean_game(self) -> Game | None:
        game_id = self.cleaned_data["game"].strip().lower()
        game = Game.objects.filter(pk=game_id).first()
        if game is None and game_id:
            raise forms.ValidationError(_("There is no game %(game)s."), params={"game": game_id})
        return game

    def clean_person(self) -> User | None:
        name = self.cleaned_data["person"].strip()
        return find_person(name) if name else None

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            try:
                mail_resend.check_period(self.lost())
            except Refused as refused:
                raise forms.ValidationError(str(refused)) from refused
        return self.cleaned_data

    def lost(self) -> mail_resend.LostMails:
        return mail_resend.LostMails(**self.cleaned_data)


class SearchForm(forms.Form):
    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=100,
        widget=forms.TextInput({"type": "search", "placeholder": _("game, person, mail address, reason")}),
    )
