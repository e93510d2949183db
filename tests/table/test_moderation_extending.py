"""Staff give people more time."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from bots import tasks
from games.access import Permission
from games.models import Move, Turn
from games.people.models import User
from games.table import clock
from games.table.errors import NoDeadline, NotYours, Outdated, Refused
from games.table.moderation.extending import extend
from games.table.pausing import pause
from games.table.playing import play_moves
from tests.table.games import (
    LIMIT,
    answer,
    audit_entries,
    fresh,
    notices,
    opened,
    person_turn,
    play_on,
    player,
    somebody_ahead,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_one_turn_gets_more_time_and_its_person_is_told_until_when(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    before = turn.deadline
    assert before is not None
    assert extend(turn.game_id, moderator, "on a journey", turn.pk, DAY) == [turn.pk]
    turn.refresh_from_db()
    assert turn.deadline == before + DAY
    (entry,) = audit_entries(Permission.EXTEND)
    assert entry.details["turn"] == turn.pk
    (notice,) = notices(player(turn))
    assert "on a journey" in notice.content["text"]
    assert f"{turn.deadline:%H:%M}" in notice.content["text"]


def test_all_who_have_to_decide_get_more_time_at_once(anna: User, bob: User, moderator: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    both = {person_turn(game).pk, person_turn(game, ahead=True).pk}
    assert set(extend(game.pk, moderator, "a feast", None, DAY)) == both
    assert notices(anna)
    assert notices(bob)


def test_time_that_was_up_counts_from_now_and_the_person_decides_again(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    with time_machine.travel(timezone.now() + LIMIT + DAY, tick=False):
        assert clock.time_out(timezone.now()) == [turn.pk]
        extend(turn.game_id, moderator, "was ill", turn.pk, DAY)
        turn.refresh_from_db()
        assert turn.deadline == timezone.now() + DAY
        assert not turn.timed_out
        tasks.think(turn.pk)
        with pytest.raises(NotYours):
            play_moves(turn.pk, [0], plies=0, source=Move.Source.TIMEOUT, key="late")
        assert answer(turn, "settler").done == ("settler",)


def test_the_time_of_a_paused_game_stands_still(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    before = turn.deadline
    assert before is not None
    pause(turn.game_id, moderator, "a fire")
    with time_machine.travel(timezone.now() + 10 * DAY):
        extend(turn.game_id, moderator, "on a journey", turn.pk, DAY)
    turn.refresh_from_db()
    assert turn.deadline == before + DAY


def test_a_turn_without_a_deadline_or_of_another_game_gets_none(anna: User, bob: User, moderator: User) -> None:
    game, other = opened(anna, bob), opened(anna, bob)
    for turn_id in (person_turn(other).pk, 0):
        with pytest.raises(NoDeadline):
            extend(game.pk, moderator, "on a journey", turn_id, DAY)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    with pytest.raises(NoDeadline):
        extend(game.pk, moderator, "on a journey", turn.pk, DAY)


@pytest.mark.parametrize("span", [timedelta(), timedelta(seconds=59), -DAY, timedelta(days=61)])
def test_more_time_is_a_minute_to_sixty_days(anna: User, bob: User, moderator: User, span: timedelta) -> None:
    turn = person_turn(opened(anna, bob))
    with pytest.raises(Refused):
        extend(turn.game_id, moderator, "so", turn.pk, span)
    assert Turn.objects.get(pk=turn.pk).deadline == turn.deadline


def test_a_second_click_gives_no_second_day(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    extend(game.pk, moderator, "so", None, DAY, expected_version=game.version)
    with pytest.raises(Outdated):
        extend(game.pk, moderator, "so", None, DAY, expected_version=game.version)
    assert len(audit_entries(Permission.EXTEND)) == 1
    assert fresh(game).version == game.version + 1
