"""API tokens: a program signs in with one, as a person or as one of the person's bot accounts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.models import AuditEntry
from games.people.models import ApiToken, User
from games.people.scopes import Scope, join_scopes
from games.table import notices, permission_check
from games.table.audit import note
from games.table.errors import BadName, NoSuchAccount, NoSuchToken, NotAllowed, TooMany

MAX_NAME_LENGTH = 60
MAX_KEY_LENGTH = 40


@dataclass(frozen=True)
class NewToken:
    """A token that was just created."""

    token: ApiToken
    secret: str
    """The token itself. It is shown only once, because only its digest is stored."""


def create_token(
    by: User, name: str, account: User | None = None, *, scopes: Iterable[Scope] = Scope, key: str = ""
) -> NewToken:
    """Create a token for a person, or for a bot account of the person, and tell the person by mail.

    name: what the token is for. scopes: what the token may do of what the account may do. key: the idempotency key,
    empty for none. A token is not stored, so it cannot be shown twice: the same key again revokes the first token and
    creates another one. Raises NotAllowed, Suspended, NoSuchAccount (somebody else's, or closed), BadName, TooMany.
    """
    permission_check.require_permission(Permission.MAKE_TOKEN, by, NotAllowed())
    account = account or by
    if account.pk != by.pk and (account.owner_id != by.pk or not account.is_active):
        raise NoSuchAccount
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME_LENGTH:
        reason = ngettext(
            "A token needs a name of at most %(most)s character.",
            "A token needs a name of at most %(most)s characters.",
            MAX_NAME_LENGTH,
        )
        raise BadName(reason % {"most": MAX_NAME_LENGTH})
    with transaction.atomic():
        if not User.objects.select_for_update().get(pk=account.pk).is_active:
            raise NoSuchAccount
        key = key[:MAX_KEY_LENGTH]
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
        token, secret = ApiToken.objects.create(user=account, name=name, request_key=key, scopes=join_scopes(scopes))
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
    return NewToken(token, secret)


def revoke_token(by: User, handle: str) -> None:
    """Revoke a token of the person or of one of the person's bot accounts. Raises NotAllowed, NoSuchToken."""
    permission_check.require_permission(Permission.REVOKE_TOKEN, by, NotAllowed())
    with transaction.atomic():
        token = tokens_of(by).select_for_update(of=("self",)).filter(handle=handle).first()
        if token is None:
            raise NoSuchToken
        _revoke(token, by)


def revoke_all_tokens(person: User, why: str) -> int:
    """Revoke all tokens of a person and of the person's bot accounts, and tell the person by mail: how many.

    Used when somebody else may know the tokens. why: kept in the audit trail.
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
