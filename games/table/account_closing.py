"""Closes an account for good, for its person or by the operator.

The row stays, because games, answers and the audit trail refer to it, but nothing in it shows whose it was. What only
the person could use (addresses, tokens, second factors) is deleted.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import CASCADE, ManyToOneRel, Model, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.access import Permission
from games.models import Delivery, Game, IncomingMail, Notification, Report, Seat, TalkMessage, Tournament, Turn
from games.models.turns import new_reply_token
from games.notifications import outbox
from games.notifications.cleanup import empty_for
from games.notifications.dropping import drop_pending
from games.people import taken_names
from games.people.models import User
from games.table import audit, mail_addresses, packing, permission_check
from games.table.departure import Departure, lock_games_of, remove_from_game, with_bot_accounts
from games.table.errors import CannotClose, NotAllowed
from games.table.tournaments.dropping import leave_tournaments
from games.table.tournaments.opening import MAX_NAME_LENGTH

NO_MAIL_DOMAIN: Final = "closed.invalid"
"""Domain of the addresses of closed accounts: every account needs an address, but no mail reaches these."""
KEPT_COLUMNS: Final = frozenset({"id", "date_joined", "owner"})
"""Columns that keep their values when an account is closed."""
BATCH_SIZE: Final = 500


def close_account(person: User, by: User | None) -> bool:
    """Close somebody's account and their bot accounts for good; False (and nothing changes) if it is closed already.

    Caretaker bots take over in running games. Open games of theirs are called off, other seats at open games are given
    back. From now on they are a "former player" everywhere, in games that are over too. Pending mails to them are
    dropped, and one last mail to their address tells them that the account is closed.
    by: the person themselves; None for an operator at the console. Raises NotAllowed, CannotClose for bot accounts and
    for staff, who must be made ordinary people first.
    """
    with transaction.atomic():
        person = _lock_closable(person, by)
        if person.closed_at is not None:
            return False
        accounts = with_bot_accounts(person)
        why = Departure(Permission.CLOSE_ACCOUNT, Seat.Cause.LEFT, by)
        entry = audit.note(Permission.CLOSE_ACCOUNT, by=by, person=person, details={"bot accounts": len(accounts) - 1})
        leave_tournaments(person, by)
        _remove_names_of_tournaments(person)
        for game in lock_games_of(accounts, Game.Status.OPEN, Game.Status.RUNNING):
            _remove_names(game, accounts)
            remove_from_game(game, accounts, person, why)
            left = game.seats.filter(user__in=accounts).exclude(caretaker="")
            left.update(caretaker_cause=Seat.Cause.LEFT)
            left.filter(vacant_since=None).update(vacant_since=timezone.now())
        for game in _games_named_after(accounts):
            _remove_names(game, accounts)
        Seat.objects.filter(invited_user__in=accounts).update(invited_email="", invited_user=None)
        _void_reply_tokens(accounts)
        _empty_mails(accounts)
        # That they said something stays, what they said does not, nor the key, which can be made from it.
        TalkMessage.objects.filter(by__in=accounts).update(text="", key="")
        # Of their reports, those that wait need what they said about it until they are decided.
        Report.objects.filter(by__in=accounts, decided_at__isnull=False).update(words="", answer="")
        if person.reads_mail:
            _write_confirmation(person, entry.pk)
        for account in accounts:
            _delete_personal_rows(account)
            _anonymize(account)
        return True


def _lock_closable(person: User, by: User | None) -> User:
    """The person's row, locked. Raises NotAllowed, CannotClose."""
    if by is not None:
        if by.pk != person.pk:
            raise NotAllowed
        permission_check.require_permission(Permission.CLOSE_ACCOUNT, by, NotAllowed())
    # NO KEY: other transactions can write rows that refer to the person meanwhile.
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if person.owner_id is not None:
        raise CannotClose(_("A bot account is closed by its owner, on the page “Programs and tokens”."))
    if person.is_staff or person.is_superuser:
        raise CannotClose(
            _("Staff cannot close their account: an administrator must make you an ordinary person first.")
        )
    return person


def _games_named_after(accounts: Sequence[User]) -> list[Game]:
    named = Q()
    for account in accounts:
        named |= Q(name__icontains=account.username)
    over = Game.objects.filter(named, status__in=Game.OVER)
    hosted, played = over.filter(host__in=accounts), over.filter(seats__user__in=accounts)
    return list({game.pk: game for game in (*hosted, *played)}.values())


def _remove_names(game: Game, accounts: Sequence[User]) -> None:
    """Replace the people's names in a game's name: by default a game is named after its host."""
    name = _without_names(game.name, accounts)
    if name != game.name:
        game.name = name[:80]
        game.save(update_fields=["name"])


def _without_names(name: str, accounts: Sequence[User]) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        for account in accounts:
            name = re.sub(rf"(?<!\w){re.escape(account.username)}(?!\w)", _("former player"), name, flags=re.IGNORECASE)
    return name


def _remove_names_of_tournaments(person: User) -> None:
    for tournament in Tournament.objects.filter(organiser=person, name__icontains=person.username):
        tournament.name = _without_names(tournament.name, [person])[:MAX_NAME_LENGTH]
        tournament.save(update_fields=["name"])


def _void_reply_tokens(accounts: Sequence[User]) -> None:
    """Make the addresses and links in all mails to these people void.

    Packs are handled twice, because a game can be packed or unpacked in between.
    """
    packing.void_reply_tokens(accounts)
    turns, last = Turn.objects.filter(seat__user__in=accounts).order_by("pk"), 0
    while rows := list(turns.filter(pk__gt=last).only("pk")[:BATCH_SIZE]):
        for turn in rows:
            turn.token = new_reply_token()
        Turn.objects.bulk_update(rows, ["token"])
        last = rows[-1].pk
    packing.void_reply_tokens(accounts)


def _empty_mails(accounts: Sequence[User]) -> None:
    """Empty the mails to and from these people. The nightly cleanup empties those that a worker just holds."""
    addresses = _addresses(accounts)
    drop_pending(people=accounts, addresses=addresses)
    empty_for(accounts, addresses)
    mail_addresses.forget_addresses(addresses)
    read = IncomingMail.objects.exclude(status=IncomingMail.Status.NEW)
    # Two queries: with both conditions in one, the database reads all mails.
    for from_them in (read.filter(turn__seat__user__in=accounts), read.filter(sender__in=addresses)):
        from_them.filter(outcome__contains="@").update(outcome="")
        from_them.update(**IncomingMail.EMPTY)


def _addresses(accounts: Sequence[User]) -> set[str]:
    known = EmailAddress.objects.filter(user__in=accounts).values_list("email", flat=True)
    return {spelled for address in (*known, *(one.email for one in accounts)) for spelled in (address, address.lower())}


def _write_confirmation(person: User, entry: int) -> None:
    """Write the last mail to the address, in the person's language. Its row belongs to nobody."""
    with translation.override(person.reading_language):
        topic = _("your account is closed")
        text = _(
            "Your account on prweb is closed, and your name and address are deleted from it. Bots play in your seats; "
            "in games that are over you are a former player. If this was not you, write to the operator: %(contact)s"
        ) % {"contact": settings.OPERATOR_CONTACT or settings.DEFAULT_FROM_EMAIL}
    outbox.notify(
        Notification.Kind.NOTICE,
        f"audit:{entry}",
        address=person.email,
        content={"topic": str(topic), "text": str(text), "language": person.reading_language},
    )


def _delete_personal_rows(account: User) -> None:
    """Delete all that somebody could sign in with, and everything else that belongs to one person alone.

    These are the rows that a deletion of the account would delete too, except what they were told: that is emptied.
    """
    end_sessions(account)
    of_person: dict[type[Model], Q] = {}
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel) and relation.on_delete is CASCADE:
            if relation.related_model not in (Notification, Delivery):
                known = of_person.get(relation.related_model, Q())
                of_person[relation.related_model] = known | Q(**{relation.field.name: account})
    for model, theirs in of_person.items():
        rows = model._base_manager.filter(theirs)
        # Rows between two people are locked in one order: the other may delete them at the same moment.
        list(rows.select_for_update().order_by("pk").values_list("pk"))
        rows.delete()
    # Nobody will confirm the address for which a guest's game waits.
    account.guests.update(heir=None)
    account.groups.clear()
    account.user_permissions.clear()


def end_sessions(account: User) -> None:
    """Sign somebody out everywhere."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for session in UserSession.objects.filter(user=account):
        store(session.session_key).delete()


def _anonymize(account: User) -> None:
    """Remove everything personal from the row. For some time nobody else can take the name."""
    taken_names.reserve_name_of_closed(account.username)
    taken_names.forget_holder(account)
    for field in User._meta.concrete_fields:
        if field.name not in KEPT_COLUMNS:
            setattr(account, field.attname, field.get_default())
    account.username = f"former-player-{secrets.token_hex(5)}"
    account.email = f"{account.username}@{NO_MAIL_DOMAIN}"
    account.is_active, account.closed_at = False, timezone.now()
    account.set_unusable_password()
    account.save()
