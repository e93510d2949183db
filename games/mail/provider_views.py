"""The webhooks of the mail provider: mails that came in, and what became of those that went out.

The provider's signature is the permission. Whatever it does not prove changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from email.utils import getaddresses
from functools import wraps
from typing import Final

from anymail.exceptions import AnymailError, AnymailWebhookValidationFailure
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import Error as DatabaseTrouble
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.access import Permission
from games.mail.addresses import accepted_token
from games.mail.envelope import MAX_RECIPIENTS, Envelope, read_envelope
from games.mail.intake import AWAY, Intake, take_in
from games.mail.provider import MailHandedIn, Provider, find_provider, read_events, read_mail
from games.mail.provider_events import process_event
from games.models.mail import IncomingMail
from games.rate_limits import client_address, wait_left, wait_needed

log = logging.getLogger(__name__)

TRY_AGAIN_S: Final = 600

_MALFORMED: Final = (AnymailError, BadRequest, LookupError, ValueError, TypeError, AttributeError, RecursionError)
"""What reading a request raises that is signed, and yet not what the provider documents."""

Webhook = Callable[[HttpRequest, Provider], HttpResponse]


def _webhook(view: Webhook) -> Callable[[HttpRequest], HttpResponse]:
    """A view that knows the provider. A HEAD, by which some look whether there is anything, is answered at once."""

    @csrf_exempt
    @require_http_methods(["POST", "HEAD"])
    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        provider = find_provider()
        if provider is None:
            raise Http404
        if request.method == "HEAD":
            return HttpResponse()
        client = client_address(request)
        wait = wait_left("unsigned webhook", client)
        if wait:
            # Before its body is parsed, which may be long.
            return HttpResponse(status=429, headers={"Retry-After": str(wait)})
        try:
            return view(request, provider)
        except AnymailWebhookValidationFailure as error:
            wait_needed("unsigned webhook", client)
            log.warning("A request that is not from the mail provider: %s", error)
            return HttpResponse(status=403)
        except AWAY:
            log.exception("What the mail provider handed in could not be stored; it was asked to try again.")
            return _try_again()
        except DatabaseTrouble:  # it would be the same each time
            log.exception("What the mail provider handed in cannot be stored; it was asked not to try again.")
            return HttpResponse(status=provider.refused)

    wrapper.permission = Permission.HAND_IN_MAIL  # type: ignore[attr-defined]
    return wrapper


@_webhook
def provider_incoming(request: HttpRequest, provider: Provider) -> HttpResponse:
    """POST stores a mail that came in; of a long one the beginning."""
    try:
        handed_in = read_mail(provider, request)
    except SuspiciousOperation:
        raise
    except _MALFORMED as error:
        return _malformed(error)
    raw = handed_in.raw[: settings.MAIL_SIZE_LIMIT]
    became = take_in(_envelope(handed_in), lambda: raw, IncomingMail.Feeder.PROVIDER)
    if became is Intake.PUT_OFF:
        return _try_again()
    return HttpResponse(status=provider.refused if became is Intake.REFUSED else 200)


@_webhook
def provider_events(request: HttpRequest, provider: Provider) -> HttpResponse:
    """POST records that a mail bounced, or that its reader complained of it."""
    try:
        events = read_events(provider, request)
    except SuspiciousOperation:
        raise
    except _MALFORMED as error:
        return _malformed(error)
    for event in events:
        log.info("The mail provider reports %s: %s.", event.event_type, process_event(event))
    return HttpResponse()


def _envelope(mail: MailHandedIn) -> Envelope:
    """As the provider tells it; what it does not tell, as the headers do."""
    read = read_envelope(mail.raw)
    tokens = [accepted_token(address) for _name, address in getaddresses([mail.recipient])]
    named = tuple(dict.fromkeys(token for token in tokens if token is not None))[:MAX_RECIPIENTS]
    sender = read.sender if mail.sender is None else mail.sender.strip("<> \t")
    return Envelope(named or read.tokens, sender, read.message_id)


def _malformed(error: Exception) -> HttpResponse:
    log.warning("The mail provider sent what cannot be read: %s: %s", type(error).__name__, error)
    return HttpResponse(status=400)


def _try_again() -> HttpResponse:
    return HttpResponse(status=503, headers={"Retry-After": str(TRY_AGAIN_S)})
