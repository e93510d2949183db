"""What people have reported, and that they have said something: what it was is read on pages of its own."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.access.reports import visible_reports
from games.models import Report, TalkMessage
from games.staff.admin.site import OfGameMixin, OfPersonMixin, ReadOnlyAdmin, person_link, site
from games.staff.decorators import staff_user


class SaidByMixin:
    """The column with whoever has said or reported something."""

    @admin.display(description=_("by"), ordering="by__username")
    def said_by(self, row: Report | TalkMessage) -> SafeString | str:
        return person_link(row.by)


@admin.register(Report, site=site)
class ReportAdmin(SaidByMixin, OfGameMixin, OfPersonMixin, ReadOnlyAdmin):
    """Without those in which whoever reads is involved: nobody learns here who has reported them."""

    list_display = fields = (
        "id",
        "on_the_site",
        "subject",
        "of_person",
        "of_game",
        "reason",
        "said_by",
        "at",
        "outcome",
        "decided_at",
    )
    list_filter = ("subject", "reason", "outcome", ("at", admin.DateFieldListFilter))
    search_fields = ("=game__id", "person__username", "by__username")
    list_select_related = ("game", "person", "by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(pk__in=visible_reports(staff_user(request)).order_by().values("pk"))

    @admin.display(description=_("moderators' page"))
    def on_the_site(self, report: Report) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("staff-report", args=[report.pk]), _("its page"))


@admin.register(TalkMessage, site=site)
class TalkMessageAdmin(SaidByMixin, OfGameMixin, ReadOnlyAdmin):
    """Without what was said: the look at the talk of a table is recorded."""

    list_display = fields = ("id", "of_game", "seat_index", "said_by", "kind", "said_at", "removed_at")
    list_filter = ("kind", ("removed_at", admin.EmptyFieldListFilter), ("said_at", admin.DateFieldListFilter))
    search_fields = ("=game__id", "by__username")
    list_select_related = ("game", "by")
