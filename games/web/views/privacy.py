"""Personal data: the privacy page, the export, and closing the account."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from typing import IO, Final

from allauth.account.decorators import reauthentication_required
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import Permission
from games.models import Game, Seat
from games.people.models import User
from games.permission_required import permission_required
from games.refusals import refusals_as_errors
from games.table import account_closing, account_export
from games.table.departure import with_bot_accounts
from games.web.forms import CloseAccountForm
from games.web.visitors import signed_in_user

CHUNK_SIZE: Final = 64 * 1024
"""Bytes of an archive that are in memory at a time."""


@permission_required(Permission.VISIT)
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "mail_days": settings.KEEP_MAILS_DAYS,
        "stray_days": settings.KEEP_STRAY_MAILS_DAYS,
        "invitation_days": settings.KEEP_INVITATIONS_DAYS,
        "unconfirmed_days": settings.UNCONFIRMED_DAYS,
        "guest_hours": settings.GUEST_HOURS,
        "name_days": settings.KEEP_FREED_NAMES_DAYS,
        "changed_name_days": settings.KEEP_CHANGED_NAMES_DAYS,
        "trace_days": settings.KEEP_TRACES_DAYS,
        "session_days": settings.SESSION_COOKIE_AGE // 86400,
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
        "local": settings.MAILBOX_PAGES,
        "carriers": ", ".join(_carriers_of_mails()),
    }
    return render(request, "web/privacy.html", context)


def _carriers_of_mails() -> list[str]:
    """Others whom mails pass: a provider, and the host of a mailbox that is not on this machine."""
    provider = [settings.MAIL_PROVIDER.capitalize()] if settings.MAIL_PROVIDER else []
    mailbox = settings.IMAP_MAILBOX
    hosted = mailbox is not None and mailbox.host not in ("localhost", "127.0.0.1", "::1")
    return [*provider, mailbox.host] if mailbox is not None and hosted else provider


@permission_required(Permission.EXPORT_OWN_DATA)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
def export_data(request: HttpRequest) -> HttpResponseBase:
    """GET explains the archive, POST downloads it. It changes nothing, but is expensive and has a rate limit."""
    user = signed_in_user(request)
    if request.method != "POST":
        return render(request, "web/export.html")
    # It is closed, and so deleted, after it was sent.
    archive = tempfile.TemporaryFile()  # noqa: SIM115
    account_export.write_archive(user, archive)
    size = archive.tell()
    archive.seek(0)
    chunks = _async_chunks(archive) if isinstance(request, ASGIRequest) else _chunks(archive)
    headers = {
        "Content-Disposition": f'attachment; filename="{account_export.archive_name(user, timezone.now())}"',
        "Content-Length": str(size),
    }
    return StreamingHttpResponse(chunks, content_type="application/zip", headers=headers)


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK_SIZE):
            yield chunk


async def _async_chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    """The same without blocking the event loop, which would otherwise read the whole file before it sends a byte."""
    with file:
        while chunk := await sync_to_async(file.read)(CHUNK_SIZE):
            yield chunk


@permission_required(Permission.CLOSE_ACCOUNT)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
def close(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = CloseAccountForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            account_closing.close_account(user, by=user)
            logout(request)
            messages.success(request, _("Your account is closed. A mail to your old address says so too."))
            return redirect("home")
    context = {"form": form, "name_days": settings.KEEP_FREED_NAMES_DAYS, **_effects(user)}
    return render(request, "web/close_account.html", context, status=422 if form.errors else 200)


def _effects(user: User) -> dict[str, object]:
    """What closing the account would change, in numbers."""
    everybody = with_bot_accounts(user)
    seats = Seat.objects.filter(user__in=everybody)
    called_off = Game.objects.filter(host=user, status=Game.Status.OPEN)
    return {
        "running": seats.filter(game__status=Game.Status.RUNNING).count(),
        "called_off": called_off.count(),
        "given_back": seats.filter(game__status=Game.Status.OPEN).exclude(game__in=called_off).count(),
        "over": seats.filter(game__status__in=Game.OVER).count(),
        "bot_accounts": len(everybody) - 1,
        "is_staff": user.is_staff or user.is_superuser,
    }
