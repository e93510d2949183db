"""Account mails: allauth's templates as rows of the outbox, which delivers them like all other mails.

So nobody waits for a mail server that is down, and no mail is lost. The codes and links in them sign people in:
games.mail empties the rows as soon as they are sent, and drops those whose code or link has expired.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from allauth.account import app_settings as account_settings
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.notifications import outbox
from games.people.models import User
from games.wording import time_limit_in_words

_CONFIRMATION: Final = ("email_confirmation", "email_confirmation_signup")
_BUTTONS: Final[Mapping[str, Promise]] = {
    **dict.fromkeys(_CONFIRMATION, _("Yes, this is my address")),
    "password_reset_key": _("Choose a new password"),
}
"""The label of the button for the link in a mail, by the name of the mail's template."""


def queue_mail(
    template: str,
    recipient: str,
    context: Mapping[str, Any],
    request: HttpRequest | None,
    *,
    about: User | None,
    typed: bool,
) -> None:
    """Put one of allauth's mails into the outbox, in its reader's language and zone.

    template: allauth's name for it, such as "account/email/login_code". about: the person whose account it is about;
    None: the recipient. typed: see games.notifications.outbox.notify_account.
    """
    name = template.rpartition("/")[2]
    reader = about or _owner_of(recipient)
    validity = _validity(name)
    language = reader.reading_language if reader else translation.get_language()
    zone = ZoneInfo(reader.time_zone) if reader else timezone.get_current_timezone()
    with translation.override(language), timezone.override(zone):
        mail_context = {**context, "validity": time_limit_in_words(validity) if validity else ""}
        content = {
            "topic": " ".join(render_to_string(f"{template}_subject.txt", mail_context).split()),
            "text": render_to_string(f"{template}_message.txt", mail_context, request).strip(),
            "code": str(context.get("code", "")),
            "button": str(_BUTTONS.get(name, "")),
            "until": (timezone.now() + validity).isoformat() if validity else None,
        }
    outbox.notify_account(recipient, content, user=reader, typed=typed)


def _validity(name: str) -> timedelta | None:
    """How long the code or link in a mail is valid; None: there is none in it."""
    if name in ("login_code", "reauthentication_code"):
        return timedelta(seconds=account_settings.LOGIN_BY_CODE_TIMEOUT)
    if name == "password_reset_key":
        return timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    if name in _CONFIRMATION:
        return timedelta(days=account_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
    return None


def _owner_of(address: str) -> User | None:
    known = EmailAddress.objects.filter(email=address.lower()).select_related("user").order_by("-verified").first()
    return known.user if known else User.objects.filter(email__iexact=address).first()
