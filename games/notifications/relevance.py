"""Whether something is still to be told: looked at again just before each attempt, whatever channel tells it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.access import Permission, may
from games.access.blocks import apart_from, keeps_apart
from games.access.hearing import readable, unheard_by
from games.models.company import FRIEND_REQUEST
from games.models.notifications import Notification
from games.models.proposals import Proposal
from games.models.table import Game
from games.models.talk import WITH_WORDS, TalkMessage
from games.models.turns import Turn
from games.people.models import User

Kind = Notification.Kind


def drop_reason(notification: Notification) -> str | None:
    """Why it is not to be told any more; None if it stands."""
    if notification.kind == Kind.ACCOUNT:
        return _account_drop_reason(notification)
    turn, game, seat = notification.turn, notification.game, notification.seat
    asks = notification.kind in (Kind.TURN, Kind.REMINDER)
    if asks and (turn is None or turn.status != Turn.Status.OPEN or turn.bot_level):
        return "the turn is not open any more"
    if notification.kind == Kind.TURN and turn is not None and turn.early and notification.cause != str(turn.pk):
        return "the game does not wait for it any more"
    if notification.kind == Kind.TURN and turn is not None and _is_planned_meanwhile(notification, turn):
        return "it is planned already"
    if asks and game is not None and game.paused_at is not None:
        # It is sent when the game is resumed.
        return "the game is paused"
    if notification.kind == Kind.REMINDER and turn is not None and turn.early:
        return "the game does not wait for it any more"
    if notification.kind == Kind.PROPOSAL and not _asks_for_a_vote(notification):
        return "it is decided, or they have voted"
    if notification.kind == Kind.END and (game is None or game.status != Game.Status.FINISHED):
        return "the game is not over any more"
    if notification.kind == Kind.NOTICE and _asks_in_vain(notification):
        return "the request does not stand any more"
    if notification.kind == Kind.TALK and not talk_untold(notification).exists():
        return "they have read it"
    if (
        notification.user is not None
        and seat is not None
        and not may(Permission.SEE_SEAT, notification.user, game, seat)
    ):
        return "the seat is somebody else's"
    if notification.kind == Kind.INVITATION and (seat is None or not _stands(notification, game)):
        return "the invitation does not stand any more"
    return None


def _stands(notification: Notification, game: Game | None) -> bool:
    """Whether an invitation leads anywhere: it may be older than a block, which its reason must not tell."""
    if game is None or game.status != Game.Status.OPEN:
        return False
    owner = User.objects.filter(email__iexact=notification.address).first()
    return owner is None or not keeps_apart(game, owner)


def _asks_in_vain(notification: Notification) -> bool:
    """Whether it tells of somebody who wants to be friends, and who is kept apart or has closed their account since."""
    if notification.user is None or not notification.cause.startswith(FRIEND_REQUEST):
        return False
    asking = int(notification.cause.removeprefix(FRIEND_REQUEST))
    return asking in apart_from(notification.user) or User.objects.filter(pk=asking, closed_at__isnull=False).exists()


def talk_untold(notification: Notification) -> QuerySet[TalkMessage]:
    """What was said at a table that its person is to be told: nothing that they may not or did read, nor by whom they
    mute, nor what was deleted or removed since.
    """
    game, seat, person = notification.game, notification.seat, notification.user
    if game is None or seat is None or person is None or seat.user_id != person.pk or seat.is_given_up:
        return TalkMessage.objects.none()
    since = max(int(notification.content.get("from", 0)), seat.talk_read_to + 1)
    talk = readable(game, person).filter(WITH_WORDS, pk__gte=since)
    return talk.exclude(by=person).exclude(by__in=unheard_by(person.pk)).order_by("pk")


def _asks_for_a_vote(notification: Notification) -> bool:
    """Whether the proposal is open, and the person has not voted on it yet."""
    proposal = Proposal.objects.filter(pk=notification.content.get("proposal"), status=Proposal.Status.OPEN).first()
    if proposal is None or proposal.open_until <= timezone.now():
        return False
    return not proposal.ballots.filter(person=notification.user_id, agrees__isnull=False).exists()


def _is_planned_meanwhile(notification: Notification, turn: Turn) -> bool:
    """Whether somebody whose mails come in bundles has planned their answer before the bundle came."""
    person = notification.user
    return turn.early and bool(turn.plan) and person is not None and person.bundles is not None


def _account_drop_reason(notification: Notification) -> str | None:
    if not notification.content:
        return "what it said is deleted"
    until = notification.content.get("until")
    if until is not None and datetime.fromisoformat(until) <= timezone.now():
        return "what it leads to is over by now"
    return None
