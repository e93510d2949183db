"""Staff remove what somebody has said at a table: a mark stands in its place, and only staff read the words."""

from __future__ import annotations

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.models import AuditEntry, TalkMessage
from games.people.models import User
from games.table.errors import NoSuchMessage
from games.table.moderation_transaction import ModerationTransaction, moderation_transaction


def remove_message(game_id: str, message_id: int, by: User | None, reason: str) -> bool:
    """Remove a message; False (and nothing changes) if it is removed already. Its author is told why.

    Raises NoReason, NoSuchGame, NoSuchMessage, NotModerator.
    """
    with moderation_transaction(Permission.REMOVE_MESSAGE, game_id, by, reason) as action:
        message = _locked(action, message_id)
        if message.removed_at is not None:
            return False
        message.removed_at, message.removed_by = timezone.now(), by
        message.save(update_fields=["removed_at", "removed_by"])
        entry = action.note({"message": message.pk}, person=message.by)
        said_by = (
            _("Staff have removed something that you said in “%(game_name)s”: %(reason)s"),
            _("Staff have removed something that your program %(program)s said in “%(game_name)s”: %(reason)s"),
        )
        _tell_author(action, entry, message.by, _("a message of yours was removed"), *said_by)
        action.save_game()
        return True


def put_message_back(game_id: str, message_id: int, by: User | None, reason: str) -> bool:
    """Show a removed message again; False if it is shown. Raises as `remove_message`."""
    with moderation_transaction(Permission.REMOVE_MESSAGE, game_id, by, reason) as action:
        message = _locked(action, message_id)
        if message.removed_at is None:
            return False
        message.removed_at = message.removed_by = None
        message.save(update_fields=["removed_at", "removed_by"])
        entry = action.note({"message": message.pk, "back": True}, person=message.by)
        said_by = (
            _("Staff show again what you said in “%(game_name)s”: %(reason)s"),
            _("Staff show again what your program %(program)s said in “%(game_name)s”: %(reason)s"),
        )
        _tell_author(action, entry, message.by, _("a message of yours is shown again"), *said_by)
        action.save_game()
        return True


def _tell_author(
    action: ModerationTransaction, entry: AuditEntry, author: User, topic: Promise, own: Promise, of_program: Promise
) -> None:
    """own: what somebody is told about their own words; of_program: about those of a program, which reads no mails."""
    if author.owner is not None:
        action.notify_author(entry, author.owner, topic, of_program, program=author.username)
    else:
        action.notify_author(entry, author, topic, own)


def _locked(action: ModerationTransaction, message_id: int) -> TalkMessage:
    """A message of the game, which is locked. Raises NoSuchMessage."""
    rows = TalkMessage.objects.select_related("by__owner").select_for_update(of=("self",))
    message = rows.filter(game=action.game, pk=message_id).first()
    if message is None:
        raise NoSuchMessage
    return message
