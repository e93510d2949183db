"""The rules for new names of people and bot accounts; existing names stay valid.

Other players see names everywhere: in tables, in headers of mails and on telephones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.people.lookalikes import mixes_digits, mixes_scripts, skeleton

MIN_NAME_LENGTH: Final = 2
MAX_NAME_LENGTH: Final = 40

_ALLOWED: Final = re.compile(r"[\w.+-]+")
_ENDS: Final = re.compile(r"[^\W_](.*[^\W_])?", re.DOTALL)
_SEPARATORS: Final = re.compile(r"[._+-]+")

RESERVED: Final = (
    *("admin", "administrator", "admins", "moderator", "moderators", "mod", "staff", "support", "operator", "sysop"),
    *("root", "superuser", "system", "server", "service", "site", "official", "security", "abuse", "help", "helpdesk"),
    *("info", "contact", "postmaster", "hostmaster", "webmaster", "mailer-daemon", "noreply", "no-reply", "owner"),
    *("host", "bot", "bots", "caretaker", "nobody", "anonymous", "former", "former-player", "deleted", "guest"),
    "prweb",
)
"""Nobody may have such a name, nor one with digits, dots or the like around it."""
RESERVED_PARTS: Final = frozenset({"admin", "administrator", "moderator", "staff", "prweb", "former", "guest"})
"""Nor may a name have one of these as a part ("anna.admin")."""


def normalize(name: str) -> str:
    """The name as it is stored: in Unicode's form NFKC, because some letters can be written in several ways."""
    return unicodedata.normalize("NFKC", name.strip())


def validate_name(name: str) -> None:
    """Raises ValidationError, with a reason for the person, for a name that nobody may have."""
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        raise ValidationError(
            ngettext(
                "A name has %(least)s to %(most)s character.",
                "A name has %(least)s to %(most)s characters.",
                MAX_NAME_LENGTH,
            )
            % {"least": MIN_NAME_LENGTH, "most": MAX_NAME_LENGTH}
        )
    if not _ALLOWED.fullmatch(name) or name != normalize(name):
        raise ValidationError(_("A name has letters, digits and . + - _ only."))
    if not _ENDS.fullmatch(name) or not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name has a letter in it, and begins and ends with a letter or a digit."))
    if mixes_scripts(name):
        raise ValidationError(_("A name does not mix alphabets whose letters look alike."))
    if mixes_digits(name):
        raise ValidationError(_("A name has digits of one kind only."))
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the site itself."))


validators: Final = [validate_name]
"""The setting ACCOUNT_USERNAME_VALIDATORS of allauth names this list."""


def is_reserved(name: str) -> bool:
    """Whether it looks like a name of the site or of its staff."""
    parts = [part for part in _SEPARATORS.split(name) if part]
    without_digits = [part.strip("0123456789") or part for part in parts]
    variants = {skeleton(spelled) for spelled in (name, "".join(parts), "".join(without_digits))}
    return not variants.isdisjoint(_reserved()) or not {
        skeleton(part) for part in (*parts, *without_digits)
    }.isdisjoint(_reserved_parts())


@cache
def _reserved() -> frozenset[str]:
    hosts = (urlsplit(settings.SITE_URL).hostname or "", settings.MAIL_HOST)
    words = {*RESERVED, *settings.RESERVED_NAMES, *(name for host in hosts for name in _names_of_host(host))}
    return frozenset(skeleton(spelled) for word in words for spelled in (word, _SEPARATORS.sub("", word)))


@cache
def _reserved_parts() -> frozenset[str]:
    return frozenset(skeleton(word) for word in RESERVED_PARTS)


def _names_of_host(host: str) -> Iterable[str]:
    """The host and its labels, but not the last and the usual first ones: "games.example.org" gives "example", too."""
    if not any(letter.isalpha() for letter in host):
        return []
    return [host, *(label for label in host.split(".")[:-1] if label not in ("www", "mail", "smtp", "mx"))]
