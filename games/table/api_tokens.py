"""Tokens: what a program signs in with, for a person or for one of the person's bot accounts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.models import AuditEntry
from games.people.models import ApiToken, User
from games.people.scopes import Scope, as_text
from games.table import notices, permission_check
from games.table.audit import note
from games.table.errors import BadName, NoSuchAccount, NoSuchToken, NotAllowed, TooMany

LONGEST_NAME = 60
LONGEST_KEY = 40


@dataclass(frozen=True)
class MadeToken:
    """A token just made. secret: the token itself, told this once; only its digest is kept."""

    token: ApiToken
    secret: str


def make(
    by: User, name: str, account: User | None = None, *, scopes: Iterable[Scope] = Scope, key: str = ""
) -> MadeToken:
    """Make a token for a person, or for a bot account of the person. The person is told by mail.

    name: what it is for. scopes: what it may do of what the account may. key: the idempotency key, empty for none. What
    is not kept cannot be told twice: the same key again makes another token in the place of the first, which is
    worthless from then on. Raises NotAllowed, Suspended, NoSuchAccount (another's, or one that is closed), BadName,
    TooMany.
    """
    permission_check.check(Permission.MAKE_TOKEN, by, NotAllowed())
    account = account or by
    if account.pk != by.pk and (account.owner_id != by.pk or not account.is_active):
        raise NoSuchAccount
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME:
        raise BadName(_("A token needs a name of at most %(most)s characters.") % {"most": LONGEST_NAME})
    with transaction.atomic():
        if not User.objects.select_for_update().get(pk=account.pk).is_active:
            raise NoSuchAccount
        key = key[:LONGEST_KEY]
        if key:
            for earlier in ApiToken.objects.filter(user=account, request_key=key):
                _revoke(earlier, by)
        standing = Q(expiry=None) | Q(expiry__gt=timezone.now())
        most = settings.TOKENS_PER_ACCOUNT
        if ApiToken.objects.filter(standing, user=account).count() >= most:
            raise TooMany(
                ngettext(
                    "An account may have %(most)s token at a time.",
                    "An account may have %(most)s tokens at a time.",
                    most,
                )
                % {"most": most}
            )
        token, secret = ApiToken.objects.create(user=account, name=name, request_key=key, scopes=as_text(scopes))
        details = {"token": token.handle, "name": name, "scopes": token.scopes}
        notices.write(
            note(Permission.MAKE_TOKEN, by=by, person=account, details=details),
            by,
            gettext_lazy("a new API token"),
            gettext_lazy(
                "The token “%(name)s” was made: with it a program is signed in as %(account)s and may do this: "
                "%(scopes)s. If that was not you, change your password, which revokes all tokens."
            ),
            name=name,
            account=account.username,
            scopes=", ".join(token.scopes.split()),
        )
    return MadeToken(token, secret)


def revoke(by: User, handle: str) -> None:
    """Make a token of the person or of one of the person's bot accounts worthless. Raises NotAllowed, NoSuchToken."""
    permission_check.check(Permission.REVOKE_TOKEN, by, NotAllowed())
    with transaction.atomic():
        token = tokens_of(by).select_for_update(of=("self",)).filter(handle=handle).first()
        if token is None:
            raise NoSuchToken
        _revoke(token, by)


def revoke_all(person: User, why: str) -> int:
    """Make all tokens of a person and of the person's bot accounts worthless, as whoever knows them may be somebody
    else; the person is told by mail. How many there were.

    why: kept in the audit trail.
    """
    with transaction.atomic():
        revoked = list(tokens_of(person).select_for_update(of=("self",)))
        entries = [_revoke(token, person, why) for token in revoked]
        if entries:
            notices.write(
                entries[-1],
                person,
                gettext_lazy("your API tokens are revoked"),
                gettext_lazy(
                    "These tokens are worthless from now on: %(names)s. Programs that used them need new ones, which "
                    "you make in the preferences, “Programs and tokens”."
                ),
                names=", ".join(token.name for token in revoked),
            )
    return len(entries)


def _revoke(token: ApiToken, by: User, why: str = "") -> AuditEntry:
    account, details = token.user, {"token": token.handle, "name": token.name}
    token.delete()
    return note(Permission.REVOKE_TOKEN, by=by, person=account, reason=why, details=details)


def tokens_of(person: User) -> QuerySet[ApiToken]:
    """The tokens of a person and of the person's bot accounts, the oldest first."""
    accounts = User.objects.filter(Q(pk=person.pk) | Q(owner=person))
    found: QuerySet[ApiToken] = ApiToken.objects.filter(user__in=accounts).select_related("user__owner")
    return found.order_by("created", "pk")
