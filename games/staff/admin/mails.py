"""Outgoing and incoming mails: their status, not their text."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import IncomingMail, MailAddress, OutgoingMail
from games.staff.admin.packed import PackedRowsAdmin
from games.staff.admin.site import ReadOnlyAdmin, game_link, person_link, site
from games.staff.redaction import redact
from games.table.history import History


@admin.register(OutgoingMail, site=site)
class OutgoingMailAdmin(PackedRowsAdmin):
    list_display = (
        "id",
        "kind",
        "status",
        "recipient",
        "person",
        "of_game",
        "subject",
        "attempts",
        "created_at",
        "sent_at",
    )
    list_filter = ("status", "kind", ("created_at", admin.DateFieldListFilter))
    search_fields = ("recipient", "subject", "user__username", "=game__id", "game__name", "=message_id")
    list_select_related = ("user", "game")
    fields = (
        "id",
        "kind",
        "status",
        "recipient",
        "person",
        "of_game",
        "turn",
        "subject",
        "attempts",
        "error",
        "created_at",
        "next_attempt_at",
        "claimed_at",
        "sent_at",
        "message_id",
    )

    def packed_rows(self, history: History) -> Iterable[OutgoingMail]:
        mails = list(history.outgoing())
        turns = {turn.pk: turn for turn in history.all_turns()}
        for mail in mails:
            mail.turn = None if mail.turn_id is None else turns[mail.turn_id]
        return mails

    @admin.display(description=_("person"))
    def person(self, mail: OutgoingMail) -> SafeString | str:
        return person_link(mail.user)

    @admin.display(description=_("game"))
    def of_game(self, mail: OutgoingMail) -> SafeString | str:
        return game_link(mail.game)

    @admin.display(description=_("last error"))
    def error(self, mail: OutgoingMail) -> str:
        return redact(mail.last_error)


@admin.register(MailAddress, site=site)
class MailAddressAdmin(ReadOnlyAdmin):
    list_display = fields = ("address", "undeliverable_since", "reason", "soft_bounces", "soft_since", "retried_at")
    search_fields = ("address", "reason")


@admin.register(IncomingMail, site=site)
class IncomingMailAdmin(PackedRowsAdmin):
    """Without its reply token. The mail itself is read on a page of its own, which records the look."""

    list_display = ("id", "status", "sender", "of_game", "outcome", "attempts", "received_at", "look")
    list_filter = ("status", ("received_at", admin.DateFieldListFilter))
    search_fields = ("sender", "outcome", "=turn__game__id")
    list_select_related = ("turn__game",)
    fields = ("id", "status", "sender", "of_game", "turn", "outcome", "attempts", "received_at", "read_at", "look")

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
