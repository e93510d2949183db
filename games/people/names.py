"""What a person or a bot account may be called, for new names; names that exist stay valid.

Names are shown to other players everywhere: in tables, headers of mails and on telephones.
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

from games.people.lookalikes import mixes_digits, mixes_scripts, skeleton

SHORTEST: Final = 2
LONGEST: Final = 40

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
"""Nobody is called like this, nor like this with digits, dots or the like around it."""
RESERVED_PARTS: Final = frozenset({"admin", "administrator", "moderator", "staff", "prweb", "former", "guest"})
"""Nor does a name have these as a part of its own ("anna.admin")."""


def normalized(name: str) -> str:
    """The name as it is kept: one form for letters that can be written in several (Unicode's NFKC)."""
    return unicodedata.normalize("NFKC", name.strip())


def check(name: str) -> None:
    """Raises ValidationError, with words for whoever chose it, for what nobody may be called."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has %(least)s to %(most)s characters.") % {"least": SHORTEST, "most": LONGEST})
    if not _ALLOWED.fullmatch(name) or name != normalized(name):
        raise ValidationError(_("A name has letters, digits and . + - _ only."))
    if not _ENDS.fullmatch(name) or not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name has a letter in it, and begins and ends with a letter or a digit."))
    if mixes_scripts(name):
        raise ValidationError(_("A name does not mix alphabets whose letters look alike."))
    if mixes_digits(name):
        raise ValidationError(_("A name has digits of one kind only."))
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the site itself."))


validators: Final = [check]
"""For allauth, by ACCOUNT_USERNAME_VALIDATORS."""


def is_reserved(name: str) -> bool:
    """Whether it could be taken for the site's or its staff's, by how it looks."""
    parts = [part for part in _SEPARATORS.split(name) if part]
    bare = [part.strip("0123456789") or part for part in parts]
    whole = {skeleton(spelled) for spelled in (name, "".join(parts), "".join(bare))}
    return not whole.isdisjoint(_reserved()) or not {skeleton(part) for part in (*parts, *bare)}.isdisjoint(_parts())


@cache
def _reserved() -> frozenset[str]:
    hosts = (urlsplit(settings.SITE_URL).hostname or "", settings.MAIL_HOST)
    words = {*RESERVED, *settings.RESERVED_NAMES, *(name for host in hosts for name in _names_of_host(host))}
    return frozenset(skeleton(spelled) for word in words for spelled in (word, _SEPARATORS.sub("", word)))


@cache
def _parts() -> frozenset[str]:
    return frozenset(skeleton(word) for word in RESERVED_PARTS)


def _names_of_host(host: str) -> Iterable[str]:
    """The host, and its labels but for the last and the usual first ones: "games.example.org" is also "example"."""
    if not any(letter.isalpha() for letter in host):
        return []
    return [host, *(label for label in host.split(".")[:-1] if label not in ("www", "mail", "smtp", "mx"))]
