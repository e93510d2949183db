"""What is hidden is shown to staff who have no part in the game, and every time the audit trail says so."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.access import Permission
from games.models import Game, IncomingMail
from games.people.models import User
from games.table.errors import NoSuchGame, NoSuchMail, NotModerator, NotRunning, UnreadablePosition
from games.table.moderation import inspection
from tests.table.games import audit_entries, opened, person_turn, player

WHY = "they disagree"


def came_in(game: Game) -> IncomingMail:
    turn = person_turn(game)
    return IncomingMail.objects.create(
        token=turn.token, turn=turn, message_id="<1@example.org>", raw=b"pass", received_at=timezone.now()
    )


def test_nobody_but_staff_sees_a_position_or_a_mail(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    mail = came_in(game)
    for person in (anna, None):
        with pytest.raises(NotModerator):
            inspection.inspect_position(game.pk, by=person, reason=WHY)
        with pytest.raises(NotModerator):
            inspection.inspect_mail(mail.pk, by=person, reason=WHY)
    assert audit_entries(Permission.SEE_HIDDEN) == []
    assert inspection.inspect_mail(mail.pk, by=moderator, reason=WHY) == mail
    (noted,) = audit_entries(Permission.SEE_HIDDEN)
    assert noted.details["mail"] == mail.pk
    assert noted.seat == player(person_turn(game)).seats.get(game=game).index


def test_staff_with_a_seat_see_no_more_than_the_others(anna: User, moderator: User) -> None:
    game = opened(anna, moderator)
    with pytest.raises(NotModerator):
        inspection.inspect_position(game.pk, by=moderator, reason=WHY)
    with pytest.raises(NotModerator):
        inspection.inspect_mail(came_in(game).pk, by=moderator, reason=WHY)


def test_what_is_not_there_is_not_shown(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    with pytest.raises(NoSuchGame):
        inspection.inspect_position("nothing", by=moderator, reason=WHY)
    with pytest.raises(NoSuchMail):
        inspection.inspect_mail(0, by=moderator, reason=WHY)
    Game.objects.filter(pk=game.pk).update(position={"nonsense": True})
    with pytest.raises(UnreadablePosition):
        inspection.inspect_position(game.pk, by=moderator, reason=WHY)
    assert len(audit_entries(Permission.SEE_HIDDEN)) == 1, "it was asked for all the same"
    Game.objects.filter(pk=game.pk).update(position=None)
    with pytest.raises(NotRunning):
        inspection.inspect_position(game.pk, by=moderator, reason=WHY)
