"""The mail provider of the site, if it has one: what it posts to its webhooks, and how it proves that it is itself.

django-anymail knows the formats and checks the signatures. Its signals are not used: the answer to a webhook says what
became of the very mail in it, as the provider tries again by it. Nor does it parse mails of strangers as they came,
which can keep a parser busy for minutes: a worker does that in bounded time (games.mail_parsing).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.webhooks.mailgun import MailgunInboundWebhookView, MailgunTrackingWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView, PostmarkTrackingWebhookView
from django.conf import settings
from django.http import HttpRequest

from games.mail.addresses import bounce_address

MAX_AGE_S: Final = 24 * 3600
"""Of a signature that names its time: longer than a provider tries again."""
DELIVERY: Final = "delivery"
"""The key under which a provider keeps our name of a mail, if it gives mails names of its own."""


@dataclass(frozen=True)
class MailHandedIn:
    """A mail that came in at the provider."""

    raw: bytes
    recipient: str
    """Of the envelope; empty if it is not told."""
    sender: str | None
    """Of the envelope; None if it is not told."""


@dataclass(frozen=True)
class Provider:
    incoming: Callable[..., Any]
    """The view of django-anymail for mails that came in."""
    events: Callable[..., Any]
    """The same for what became of mails that went out."""
    secret_option: str
    """How these views call the secret."""
    refused: int
    """The status by which the provider knows that it need not try again."""
    signed_at: Callable[[HttpRequest], float] | None
    """When a request was signed, if its signature tells."""
    mail_as_it_came: Callable[[HttpRequest], MailHandedIn | None]
    """The mail in a request; None if the provider has taken it to pieces."""
    headers: Callable[[int], Mapping[str, str]]
    """Further headers of a mail that goes out, by the id of its row, for the events about it."""


def _mailgun_signed_at(request: HttpRequest) -> float:
    in_json = request.content_type == "application/json"
    return float((json.loads(request.body)["signature"] if in_json else request.POST)["timestamp"])


def _mailgun_mail(request: HttpRequest) -> MailHandedIn | None:
    text, given = request.POST.get("body-mime"), request.POST
    return None if text is None else MailHandedIn(_bytes(text), given.get("recipient", ""), given.get("sender"))


def _postmark_mail(request: HttpRequest) -> MailHandedIn | None:
    given = json.loads(request.body)
    text = given.get("RawEmail")
    if not isinstance(text, str):
        return None
    # Postmark puts this one before those of the mail; anywhere else it would be the sender's own.
    first = next(iter(given.get("Headers", [])), {"Name": ""})
    sender = str(first["Value"]) if first["Name"].lower() == "return-path" else None
    return MailHandedIn(_bytes(text), str(given.get("OriginalRecipient", "")), sender)


def _postmark_headers(delivery_id: int) -> Mapping[str, str]:
    # It would replace our Message-ID, and calls a mail by an id of its own in what it reports.
    token = bounce_address(delivery_id).partition("@")[0]
    return {"X-PM-KeepID": "true", f"X-PM-Metadata-{DELIVERY}": token}


_PROVIDERS: Final[Mapping[str, Provider]] = {
    "mailgun": Provider(
        MailgunInboundWebhookView,
        MailgunTrackingWebhookView,
        secret_option="webhook_signing_key",
        refused=406,
        signed_at=_mailgun_signed_at,
        mail_as_it_came=_mailgun_mail,
        headers=lambda _delivery_id: {},
    ),
    "postmark": Provider(
        PostmarkInboundWebhookView,
        PostmarkTrackingWebhookView,
        secret_option="webhook_secret",
        refused=403,
        signed_at=None,
        mail_as_it_came=_postmark_mail,
        headers=_postmark_headers,
    ),
}


def find_provider() -> Provider | None:
    """The provider that the settings name; None if the site has none."""
    return _PROVIDERS[settings.MAIL_PROVIDER] if settings.MAIL_PROVIDER else None


def read_mail(provider: Provider, request: HttpRequest) -> MailHandedIn:
    """The mail in a request; as it came, or else as it can be put together of the parts that the provider posts.

    Raises AnymailWebhookValidationFailure if the request is not from the provider, and other errors if it is not what
    the provider documents.
    """
    view = _proved(provider, provider.incoming, request)
    as_it_came = provider.mail_as_it_came(request)
    if as_it_came is not None:
        return as_it_came
    message = view.parse_events(request)[0].message
    return MailHandedIn(message.as_bytes(), message.envelope_recipient or "", message.envelope_sender)


def read_events(provider: Provider, request: HttpRequest) -> list[Any]:
    """What a request tells of mails that went out: AnymailTrackingEvents. Raises as `read_mail`."""
    events: list[Any] = _proved(provider, provider.events, request).parse_events(request)
    return events


def _proved(provider: Provider, make_view: Callable[..., Any], request: HttpRequest) -> Any:
    """The view of django-anymail for a request that it has found to be from the provider."""
    view = make_view(**{provider.secret_option: settings.MAIL_PROVIDER_SECRET})
    try:
        view.run_validators(request)
        signed_at = provider.signed_at(request) if provider.signed_at is not None else time.time()
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise AnymailWebhookValidationFailure(f"no signature can be read: {type(error).__name__}") from error
    if abs(time.time() - signed_at) > MAX_AGE_S:
        raise AnymailWebhookValidationFailure("the signature is too old")
    return view


def headers_for_events(delivery_id: int) -> Mapping[str, str]:
    """What a mail must carry so that the provider's events can be told to be about it."""
    provider = find_provider()
    return provider.headers(delivery_id) if provider else {}


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")
