"""Notifications, their deliveries and incoming mails: their status, not their text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.access.reports import visible_deliveries, visible_notifications
from games.models import Delivery, IncomingMail, MailAddress, Notification
from games.staff.admin.packed import PackedRowsAdmin
from games.staff.admin.site import ReadOnlyAdmin, game_link, person_link, site
from games.staff.redaction import redact
from games.table.history import History


def _deliveries_link(notification_id: int, game_id: str | None, words: object) -> SafeString:
    """A link to the deliveries of a notification. The game is in it, because they may be in its pack."""
    asked = {"notification__id__exact": notification_id} | ({"game__id__exact": game_id} if game_id else {})
    return format_html('<a href="{}?{}">{}</a>', reverse("admin:games_delivery_changelist"), urlencode(asked), words)


@admin.register(Delivery, site=site)
class DeliveryAdmin(PackedRowsAdmin):
    list_display = (
        "id",
        "kind",
        "status",
        "address",
        "person",
        "of_game",
        "subject",
        "attempts",
        "created_at",
        "sent_at",
    )
    list_filter = ("status", "kind", ("created_at", admin.DateFieldListFilter))
    search_fields = ("address", "subject", "user__username", "=game__id", "game__name", "=message_id")
    list_select_related = ("user", "game")
    fields = (
        "id",
        "kind",
        "status",
        "address",
        "person",
        "of_game",
        "turn",
        "channel_link",
        "subject",
        "attempts",
        "failure",
        "error",
        "created_at",
        "next_attempt_at",
        "claimed_at",
        "sent_at",
        "message_id",
        "provider_id",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return visible_deliveries(super().get_queryset(request), request.user)

    def packed_rows(self, history: History) -> Iterable[Delivery]:
        mails = list(history.outgoing())
        turns = {turn.pk: turn for turn in history.all_turns()}
        for mail in mails:
            mail.turn = None if mail.turn_id is None else turns[mail.turn_id]
        return mails

    @admin.display(description=_("person"))
    def person(self, mail: Delivery) -> SafeString | str:
        return person_link(mail.user)

    @admin.display(description=_("game"))
    def of_game(self, mail: Delivery) -> SafeString | str:
        return game_link(mail.game)

    @admin.display(description=_("told by"))
    def channel_link(self, mail: Delivery) -> SafeString | str:
        """The channel; beside it all deliveries of the same notification."""
        if mail.notification_id is None:
            return mail.channel
        return _deliveries_link(mail.notification_id, mail.game_id, mail.channel)

    @admin.display(description=_("last error"))
    def error(self, mail: Delivery) -> str:
        return redact(mail.last_error)


@admin.register(Notification, site=site)
class NotificationAdmin(PackedRowsAdmin):
    """What people are told: that it was, never what it said."""

    list_display = ("id", "kind", "cause", "person", "of_game", "created_at", "deliveries")
    list_filter = ("kind", ("created_at", admin.DateFieldListFilter))
    search_fields = ("user__username", "=game__id", "game__name")
    list_select_related = ("user", "game")
    fields = ("id", "kind", "cause", "person", "of_game", "turn", "created_at", "deliveries")

    def get_queryset(self, request):  # type: ignore[no-untyped-def]
        return visible_notifications(super().get_queryset(request), request.user).defer("content")

    def packed_rows(self, history: History) -> Iterable[Notification]:
        return history.notifications()

    @admin.display(description=_("person"))
    def person(self, notification: Notification) -> SafeString | str:
        return person_link(notification.user)

    @admin.display(description=_("game"))
    def of_game(self, notification: Notification) -> SafeString | str:
        return game_link(notification.game)

    @admin.display(description=_("deliveries"))
    def deliveries(self, notification: Notification) -> SafeString:
        return _deliveries_link(notification.pk, notification.game_id, _("how it was told"))


@admin.register(MailAddress, site=site)
class MailAddressAdmin(ReadOnlyAdmin):
    list_display = fields = ("address", "undeliverable_since", "reason", "soft_bounces", "soft_since", "retried_at")
    search_fields = ("address", "reason")


@admin.register(IncomingMail, site=site)
class IncomingMailAdmin(PackedRowsAdmin):
    """Without its reply token. The mail itself is read on a page of its own, which records the look."""

    list_display = ("id", "status", "sender", "feeder", "of_game", "outcome", "attempts", "received_at", "look")
    list_filter = ("status", "feeder", ("received_at", admin.DateFieldListFilter))
    search_fields = ("sender", "outcome", "=turn__game__id")
    list_select_related = ("turn__game",)
    fields = (
        *("id", "status", "sender", "feeder", "of_game", "turn", "outcome", "attempts", "received_at", "read_at"),
        "look",
    )

    def get_queryset(self, request):  # type: ignore[no-untyped-def]
        return super().get_queryset(request).defer("raw")

    def packed_rows(self, history: History) -> Iterable[IncomingMail]:
        return history.incoming()

    @admin.display(description=_("game"))
    def of_game(self, mail: IncomingMail) -> SafeString | str:
        return game_link(mail.turn.game if mail.turn else None)

    @admin.display(description=_("the mail itself"))
    def look(self, mail: IncomingMail) -> SafeString:
        of_game = f"?game={mail.turn.game_id}" if mail.turn else ""
        return format_html('<a href="{}{}">{}</a>', reverse("staff-mail-in", args=[mail.pk]), of_game, _("read it"))
