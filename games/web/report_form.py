"""The form by which somebody reports something to the staff."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Report
from games.models.reports import MAX_WORDS


class ReportForm(forms.Form):
    """Why, and what they say about it."""

    reason = forms.ChoiceField(
        label=_("Why do you report it?"), choices=Report.Reason.choices, widget=forms.RadioSelect
    )
    words = forms.CharField(
        label=_("What should staff know?"),
        max_length=MAX_WORDS,
        required=False,
        widget=forms.Textarea({"rows": 4, "dir": "auto"}),
        help_text=_("You can leave it empty. Whom you report does not learn of it."),
    )
