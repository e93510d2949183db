"""The form in which people choose when our mails come, and how much they say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.people.mail_choices import A_DAY, DEFAULT_HOUR, HOURS, REMINDERS, reminders_of
from games.people.models import User


class MailChoicesForm(forms.Form):
    """`choices` is for games.table.preferences.set_mail_choices."""

    every = forms.TypedChoiceField(
        label=gettext_lazy("Mails come"), coerce=int, empty_value=None, required=False, choices=lambda: [*_times()]
    )
    hour = forms.TypedChoiceField(
        label=gettext_lazy("The mail of the day comes at"),
        coerce=int,
        choices=[(hour, f"{hour}:00") for hour in range(A_DAY)],
        help_text=gettext_lazy("By the clock of your time zone."),
    )
    content = forms.ChoiceField(
        label=gettext_lazy("Mails about your turns come"), required=False, choices=User.MailContent.choices
    )
    reminders = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Remind me of a turn"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=lambda: [(part, _("after {percent} per cent of my time").format(percent=part)) for part in REMINDERS],
        help_text=gettext_lazy("Once each, and only while you have not answered."),
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        initial = {
            "every": person.mails_every,
            "hour": DEFAULT_HOUR if person.mails_hour is None else person.mails_hour,
            "content": person.mail_content,
            "reminders": reminders_of(person.reminders),
        }
        super().__init__(*args, **{"auto_id": "id_mails_%s", "initial": initial} | kwargs)

    @property
    def choices(self) -> dict[str, Any]:
        return {**self.cleaned_data, "reminders": tuple(self.cleaned_data["reminders"])}


def _times() -> list[tuple[int | str, str]]:
    bundles = [
        (hours, ngettext("together, every hour", "together, every {count} hours", hours).format(count=hours))
        for hours in HOURS
    ]
    return [("", _("each at once")), *bundles, (A_DAY, _("together, once a day"))]
