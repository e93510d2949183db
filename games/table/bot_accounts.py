"""Bot accounts: accounts for programs that play through the API. Each has an owner who is responsible for it.

A bot account has no password and gets no mails. Its name is shown together with its owner's name.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.models import Game, Seat
from games.people import names, taken_names
from games.people.models import ApiToken, User
from games.table import permission_check
from games.table.audit import note
from games.table.errors import BadName, NoSuchAccount, NotAllowed, Refused, TooMany
from games.table.name_checks import clean_account_name

MIN_NAME_LENGTH = names.MIN_NAME_LENGTH
MAX_NAME_LENGTH = names.MAX_NAME_LENGTH
NO_MAIL_DOMAIN = "bots.invalid"
"""Domain of the accounts' addresses: every account needs an address, but no mail reaches these."""


def create_bot_account(owner: User, name: str) -> User:
    """Create a bot account for a person. Raises NotAllowed, Suspended, BadName, TooMany."""
    permission_check.require_permission(Permission.MAKE_BOT_ACCOUNT, owner, NotAllowed())
    name = clean_account_name(name)
    with transaction.atomic():
        if not User.objects.select_for_update().get(pk=owner.pk).is_active:
            raise NotAllowed
        most = settings.BOT_ACCOUNTS_PER_PERSON
        if bot_accounts_of(owner).count() >= most:
            raise TooMany(
                ngettext("You may have %(most)s bot account.", "You may have %(most)s bot accounts.", most)
                % {"most": most}
            )
        account = User(
            username=name,
            email=f"{secrets.token_hex(12)}@{NO_MAIL_DOMAIN}",
            owner=owner,
            language=owner.language,
            time_zone=owner.time_zone,
        )
        account.set_unusable_password()
        try:
            with transaction.atomic():
                account.save()
        except IntegrityError:
            raise BadName(taken_names.NAME_TAKEN) from None
        note(Permission.MAKE_BOT_ACCOUNT, by=owner, person=account)
    return account


def close_bot_account(owner: User, name: str) -> None:
    """Close a bot account for good: its tokens are revoked, and it does not count any more. Its name stays taken.

    Raises NotAllowed, Suspended, NoSuchAccount, Refused while it has a seat in a game that is not over.
    """
    permission_check.require_permission(Permission.MAKE_BOT_ACCOUNT, owner, NotAllowed())
    with transaction.atomic():
        account = find_bot_account(owner, name)
        User.objects.select_for_update().get(pk=account.pk)
        playing = Seat.objects.filter(user=account, game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
        if playing.filter(caretaker="").exists():
            raise Refused(_("This bot account still plays: let it leave or resign its games first."))
        account.is_active = False
        account.save(update_fields=["is_active"])
        ApiToken.objects.filter(user=account).delete()
        note(Permission.MAKE_BOT_ACCOUNT, by=owner, person=account, details={"closed": True})


def bot_accounts_of(owner: User) -> QuerySet[User]:
    """The bot accounts of a person that are not closed, by name."""
    return User.objects.filter(owner=owner, is_active=True).order_by("username")


def find_bot_account(owner: User, name: str) -> User:
    """The person's bot account of this name. Raises NoSuchAccount."""
    account = bot_accounts_of(owner).select_related("owner").filter(username=name).first()
    if account is None:
        raise NoSuchAccount
    return account
