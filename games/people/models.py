"""The people of the site, the programs that play for them, and the tokens that programs sign in with."""

from __future__ import annotations

import secrets
from collections.abc import Generator
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.people.lookalikes import skeleton
from games.people.mail_choices import DEFAULT_HOUR, Bundles
from games.people.scopes import Scope, parse_scopes
from games.person_calendar import Quiet


def validate_timezone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


class User(AbstractUser):
    """Somebody with an account. `username` is the name that other players see; only the person sees the mail address.

    `email` is verified for everybody who can sign in: sign-up and a change of address both wait for it.
    """

    email = models.EmailField(_("mail address"), unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_timezone])
    language = models.CharField(_("language"), max_length=8, default=settings.LANGUAGE_CODE)
    """The person's choice, even if it is not offered (any more); pages and mails use `reading_language`."""

    quiet_since = models.TimeField(_("quiet from"), null=True, blank=True)
    """Both or none: hours of the day in their zone into which no deadline of theirs falls."""
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)

    class MailContent(models.TextChoices):
        """How much a turn mail says."""

        PICTURE = "", _("with a picture of the board")
        TEXT = "text", _("without pictures")
        SHORT = "short", _("short: the question, its options and the deadline")

    mails_every = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """Hours from one bundle of mails to the next (games.people.mail_choices); None: each mail comes at once."""
    mails_hour = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """The hour of the day at which a bundle a day comes, in their zone."""
    mail_content = models.CharField(
        max_length=5, choices=MailContent.choices, default="", db_default="", blank=True, editable=False
    )
    reminders = models.CharField(max_length=16, default="", db_default="", blank=True, editable=False)
    """Per cent of the time for a turn after which they are reminded of it: "50,90"."""

    class ProfileShown(models.TextChoices):
        """Who may see a person's profile."""

        GAMES = "", _("people of my games")
        ALL = "all", _("everybody with an account here")
        NOBODY = "nobody", _("nobody")

    profile_shown = models.CharField(
        max_length=6, choices=ProfileShown.choices, default="", db_default="", blank=True, editable=False
    )
    on_leaderboards = models.BooleanField(default=True, db_default=True, editable=False)
    """Whether others may see their rating."""

    away_until = models.DateField(null=True, blank=True, editable=False)
    """The last day on which they are away by all that they have announced, past absences too; None: they have never
    announced one. Only games.table.absences writes it."""
    calendar_key = models.CharField(max_length=26, null=True, editable=False)
    """The secret part of the address at which calendars read the person's deadlines; None: there is none."""

    suspended_at = models.DateTimeField(_("suspended since"), null=True, blank=True)
    """While it is set, the person can read but change nothing. Only games.table.suspension sets it."""
    suspension_reason = models.TextField(_("reason of the suspension"), blank=True)
    """Shown to the person."""
    silenced_until = models.DateTimeField(_("silenced until"), null=True, blank=True, editable=False)
    """Until then the person may not talk at tables: staff have silenced them."""
    warning = models.TextField(_("warning"), blank=True, default="", db_default="", editable=False)
    """What staff warn the person of, shown to them until they say that they have read it; empty: nothing."""
    owner = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="bot_accounts", verbose_name=_("owner")
    )
    """Set for a bot account: a program that plays through the API, and the person who answers for it."""
    name_skeleton = models.CharField(max_length=400, null=True, unique=True, editable=False)
    """The skeleton of the name (games.people.lookalikes): no two new names look alike. None for closed accounts, and
    for names from before this rule that look like an older one."""
    closed_at = models.DateTimeField(_("closed since"), null=True, blank=True, editable=False)
    """Set for ever by games.table.account_closing, which deletes everything in the row that identifies the person."""
    guest_until = models.DateTimeField(_("guest until"), null=True, blank=True, editable=False, db_index=True)
    """Set for a guest, who tries one game without an account: at this time the row and the game are deleted. Only
    games.table.guests changes it."""
    heir = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="guests", editable=False
    )
    """For a guest: the account that signed up to keep the game, and gets it when its address is verified."""
    session_generation = models.PositiveIntegerField(default=0, editable=False)
    """How often the person signed out everywhere else. Sessions of earlier generations are not valid."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        # Names and addresses are looked up without regard to case: PostgreSQL answers `iexact` by these.
        indexes = [
            models.Index(Upper("username"), name="users_by_name"),
            models.Index(Upper("email"), name="users_by_address"),
            models.Index(fields=["calendar_key"], name="people_by_calendar_key"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises IntegrityError if the name of a new account looks like another's."""
        if self._state.adding and self.name_skeleton is None and self.closed_at is None:
            self.name_skeleton = skeleton(self.username)
        super().save(*args, **kwargs)

    two_factors = False
    """Whether the person proved two factors in the session of this request. Not a column: the middleware sets it."""

    def get_session_auth_hash(self) -> str:
        """A session is valid while it holds this hash; a new password and signing out everywhere change it."""
        return self._with_generation(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Generator[str]:
        """The same with the site's earlier secret keys."""
        yield from map(self._with_generation, super().get_session_auth_fallback_hash())

    def _with_generation(self, auth_hash: str) -> str:
        return f"{auth_hash}:{self.session_generation}" if self.session_generation else auth_hash

    @property
    def reading_language(self) -> str:
        """The language of pages and mails for this person: their choice if it is offered, else the default."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    @property
    def quiet_hours(self) -> Quiet | None:
        """The hours into which no deadline of theirs falls; None: there are none."""
        if self.quiet_since is None or self.quiet_until is None:
            return None
        return Quiet(self.quiet_since, self.quiet_until)

    @property
    def bundles(self) -> Bundles | None:
        """When their mails come in bundles; None: each comes at once."""
        if self.mails_every is None:
            return None
        hour = DEFAULT_HOUR if self.mails_hour is None else self.mails_hour
        return Bundles(self.mails_every, ZoneInfo(self.time_zone), hour)

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest, who tries one game without an account, a chosen name or an address."""
        return self.guest_until is not None

    @property
    def reads_mail(self) -> bool:
        """Whether mails can reach them: not programs, which use the API, nor guests and closed accounts."""
        return self.owner_id is None and self.closed_at is None and self.guest_until is None

    @property
    def is_suspended(self) -> bool:
        """A bot account is suspended with its owner."""
        return self.suspended_at is not None or (self.owner is not None and self.owner.is_suspended)

    @property
    def shown_name(self) -> str:
        """The name that others see: the user name, for programs with the owner; "former player" for closed accounts."""
        if self.closed_at is not None:
            return gettext("former player")
        if self.owner is None:
            return self.username
        return gettext("%(name)s (bot of %(owner)s)") % {"name": self.username, "owner": self.owner.username}


class Absence(models.Model):
    """Days on which a person is away, as they announced: the first and the last, both included, in their zone."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="absences")
    first = models.DateField()
    last = models.DateField()
    announced_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, editable=False)
    """When its person ended it before its time: on its last day, which counts for the budgets, and on which they have
    not been away since. None: it lasts as announced."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="absence_has_a_day"),
        ]
        verbose_name = _("absence")
        verbose_name_plural = _("absences")

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


class Trace(models.Model):
    """That a person has used a device or an address: by a keyed digest, which tells neither (games.people.traces)."""

    class Kind(models.TextChoices):
        DEVICE = "device", pgettext_lazy("what two accounts share", "a device")
        ADDRESS = "address", pgettext_lazy("what two accounts share", "an address")

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="traces", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    digest = models.CharField(max_length=32)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "kind", "digest"], name="one_trace_of_a_person")]

    def __str__(self) -> str:
        return f"{self.kind} {self.digest[:8]}"


class FreedName(models.Model):
    """A name that somebody had: for some time nobody else may take it, or one that looks like it."""

    digest = models.CharField(max_length=64, unique=True)
    """Of the skeleton, keyed with the site's secret key: only people who know the name can tell that it was in use."""
    until = models.DateTimeField(db_index=True)
    holder = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    """The person who gave it up for another name, and may take it back; None if the account was closed."""

    class Meta:
        verbose_name = _("freed name")
        verbose_name_plural = _("freed names")

    def __str__(self) -> str:
        return self.digest[:12]


def new_handle() -> str:
    return secrets.token_hex(6)


class ApiToken(AbstractAuthToken):  # type: ignore[misc] # knox has no types
    """A program's token, of which only a digest is stored. Only games.table.api_tokens makes and revokes it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("account")
    )
    handle = models.CharField(max_length=12, unique=True, default=new_handle, editable=False)
    """Its id where the token itself must not be shown."""
    name = models.CharField(_("name"), max_length=60)
    """What the person uses it for."""
    request_key = models.CharField(max_length=40, blank=True, editable=False)
    """The key of the form that requested it: one form sent twice makes one token."""
    scopes = models.CharField(_("scopes"), max_length=60, default=Scope.READ.value)
    """Values of games.people.scopes.Scope, separated by spaces."""
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    """With a precision of an hour: it is written at most once in that time (games.api.authentication)."""

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
    def scope_set(self) -> frozenset[Scope]:
        """The scopes of programs with this token."""
        return parse_scopes(self.scopes)
