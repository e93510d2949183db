"""The people of the site, the programs that play for them, and the tokens that programs sign in with."""

from __future__ import annotations

import secrets
from collections.abc import Generator
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.people.lookalikes import skeleton
from games.people.scopes import Scope, from_text


def validate_timezone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


class User(AbstractUser):
    """Somebody with an account. `username` is the name other players see; nobody else sees the mail address.

    `email` is verified for everybody who can sign in: sign-up and change of address both wait for the proof.
    """

    email = models.EmailField(_("mail address"), unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_timezone])
    language = models.CharField(_("language"), max_length=8, default=settings.LANGUAGE_CODE)
    """What the person chose, whether it is offered (any more) or not; what they read is `reading_language`."""

    suspended_at = models.DateTimeField(_("suspended since"), null=True, blank=True)
    """While it is set the person can read but change nothing; set by games.table.suspension only."""
    suspension_reason = models.TextField(_("reason of the suspension"), blank=True)
    """Shown to the person."""
    owner = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="bot_accounts", verbose_name=_("owner")
    )
    """Set for a bot account: a program that plays through the API, and the person who answers for it."""
    name_skeleton = models.CharField(max_length=400, null=True, unique=True, editable=False)
    """What the name looks like (games.people.lookalikes): no two new names look alike. None for a closed account, and
    for whoever had a name before that was so which looks like that of somebody before them."""
    closed_at = models.DateTimeField(_("closed since"), null=True, blank=True, editable=False)
    """Set for good by games.table.account_closing, which leaves nothing in the row that tells whose it was."""
    guest_until = models.DateTimeField(_("guest until"), null=True, blank=True, editable=False, db_index=True)
    """Set for a guest, who tries one game without an account: then the row and the game are deleted. Set and taken away
    by games.table.guests only."""
    heir = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="guests", editable=False
    )
    """Of a guest: the account that signed up to keep the game, and gets it once its address is proved."""
    session_generation = models.PositiveIntegerField(default=0, editable=False)
    """How often the person ended all sessions but the one at hand: a session belongs to one of these generations."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        # Names and addresses are looked up without regard to case: PostgreSQL answers `iexact` by these.
        indexes = [
            models.Index(Upper("username"), name="users_by_name"),
            models.Index(Upper("email"), name="users_by_address"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises IntegrityError where a new account's name looks like another's."""
        if self._state.adding and self.name_skeleton is None and self.closed_at is None:
            self.name_skeleton = skeleton(self.username)
        super().save(*args, **kwargs)

    two_factors = False
    """Whether the request at hand is of somebody who signed in with two factors; no column, set by the middleware."""

    def get_session_auth_hash(self) -> str:
        """What a session must know to be the person's: changed by another password, and by signing out everywhere."""
        return self._of_this_generation(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Generator[str]:
        """The same by the site's earlier secret keys."""
        yield from map(self._of_this_generation, super().get_session_auth_fallback_hash())

    def _of_this_generation(self, known: str) -> str:
        return f"{known}:{self.session_generation}" if self.session_generation else known

    @property
    def reading_language(self) -> str:
        """What pages and mails speak to this person: their language if the site speaks it, else its own."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    @property
    def is_guest(self) -> bool:
        """Tries one game without an account; nobody wrote a name or an address."""
        return self.guest_until is not None

    @property
    def reads_mail(self) -> bool:
        """Programs read the API; nobody reads the mail of a guest or of a closed account."""
        return self.owner_id is None and self.closed_at is None and self.guest_until is None

    @property
    def is_suspended(self) -> bool:
        """A bot account is suspended with its owner."""
        return self.suspended_at is not None or (self.owner is not None and self.owner.is_suspended)

    @property
    def shown_name(self) -> str:
        """What others see: the user name; of a program also whose it is; of a closed account only that it was one."""
        if self.closed_at is not None:
            return gettext("former player")
        if self.owner is None:
            return self.username
        return gettext("%(name)s (bot of %(owner)s)") % {"name": self.username, "owner": self.owner.username}


class FreedName(models.Model):
    """A name that somebody had: nobody else may take it, or one that looks like it, until some time has passed."""

    digest = models.CharField(max_length=64, unique=True)
    """Of the skeleton, under the site's secret key: tells that a name was in use only to whoever knows the name."""
    until = models.DateTimeField(db_index=True)
    holder = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    """Who gave it up for another name, and may take it back; None where its account was closed."""

    class Meta:
        verbose_name = _("freed name")
        verbose_name_plural = _("freed names")

    def __str__(self) -> str:
        return self.digest[:12]


def new_handle() -> str:
    return secrets.token_hex(6)


class ApiToken(AbstractAuthToken):  # type: ignore[misc] # knox has no types
    """A program's token, of which only a digest is kept. Only games.table.api_tokens makes and revokes it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("account")
    )
    handle = models.CharField(max_length=12, unique=True, default=new_handle, editable=False)
    """What it is called where the token must not be told."""
    name = models.CharField(_("name"), max_length=60)
    """What the person uses it for."""
    request_key = models.CharField(max_length=40, blank=True, editable=False)
    """Of the form that asked for it: one form sent twice makes one token."""
    scopes = models.CharField(_("scopes"), max_length=60, default=Scope.READ.value)
    """Words of games.people.scopes, with spaces between them."""
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    """To the hour: it is written once in that time at most (games.api.authentication)."""

    class Meta:
        ordering = ["created"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "request_key"], condition=~models.Q(request_key=""), name="one_token_per_request"
            )
        ]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.handle})"

    @property
    def allowed(self) -> frozenset[Scope]:
        """What programs with this token may do of what the account may."""
        return from_text(self.scopes)
