"""How an endpoint has fared: it is switched off after failures in a row, and its person is told so."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Endpoint
from games.table import audit, notices

OFF: Final = "channel off"
"""The audit word for an endpoint that the site switched off."""
GONE: Final = "channel gone"
"""The audit word for a browser that takes no messages any more: its endpoint was deleted."""


def record_success(endpoint_id: int) -> None:
    Endpoint.objects.filter(pk=endpoint_id).update(last_success_at=timezone.now(), failures=0, last_fault="")


def record_failure(endpoint_id: int, fault: str, *, gone: bool = False) -> None:
    """Count a failure. fault: a word of games.endpoints.faults. gone: nothing will ever arrive there again."""
    with transaction.atomic():
        endpoint = Endpoint.objects.select_for_update().filter(pk=endpoint_id).first()
        if endpoint is None:
            return
        if gone and endpoint.kind == Endpoint.Kind.WEB_PUSH:
            # Its browser can subscribe anew, and gets another address then.
            _forget(endpoint)
            return
        endpoint.failures += 1
        endpoint.last_fault = fault[:40]
        endpoint.save(update_fields=["failures", "last_fault"])
        if endpoint.off_at is None and (gone or endpoint.failures >= settings.CHANNEL_FAILURES):
            _switch_off(endpoint, Endpoint.OffBecause.GONE if gone else Endpoint.OffBecause.FAILURES)


def _forget(endpoint: Endpoint) -> None:
    entry = audit.note(GONE, by=None, person=endpoint.person, details={"kind": endpoint.kind})
    endpoint.delete()
    notices.write(
        entry,
        endpoint.person,
        _("a channel is gone"),
        _(
            "The browser “%(channel)s” takes no messages of ours any more, so it is no channel of yours any longer. "
            "You can set it up again on your page of preferences, in that browser."
        ),
        channel=endpoint.name or endpoint.get_kind_display(),
    )


def _switch_off(endpoint: Endpoint, because: Endpoint.OffBecause) -> None:
    endpoint.off_at, endpoint.off_because = timezone.now(), because
    endpoint.save(update_fields=["off_at", "off_because"])
    details = {"kind": endpoint.kind, "failures": endpoint.failures, "because": because.value}
    entry = audit.note(OFF, by=None, person=endpoint.person, details=details)
    notices.write(
        entry,
        endpoint.person,
        _("a channel is switched off"),
        _(
            "Nothing could be told by your channel “%(channel)s” any more, so it is switched off. You can test it and "
            "switch it on again on your page of preferences. Until then your turns come by mail."
        ),
        channel=endpoint.name or endpoint.get_kind_display(),
    )
