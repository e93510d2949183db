"""Faults of plans that were found by acting at random (test_interleavings), each in as few steps as it needs."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Game, Move, SiteClock, Submission, Turn
from games.people.models import User
from games.table import deadlines, queries
from games.table.playing import play
from tests.table.games import LIMIT, answer, fresh, opened, person_turn, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    """One builds, the two others can plan what they build."""
    table = opened(anna, bob, chris)
    answer(person_turn(table), "builder")
    return fresh(table)


def test_a_plan_changes_nobody_elses_turn_while_a_bot_is_to_play_for_the_seat_to_move(game: Game) -> None:
    deadlines.time_out(person_turn(game).pk, SiteClock.read(timezone.now() + 2 * LIMIT))
    planner, other = game.turns.filter(early=True).select_related("seat__user").order_by("pk")
    before = Turn.objects.filter(game=game).exclude(pk=planner.pk).order_by("pk").values()
    rows = list(before)
    play(planner.pk, ["pass"], by=player(planner), source=Move.Source.WEB, key="k")
    assert list(before.all()) == rows
    assert [turn.pk for turn in queries.early_turns(player(other))] == [other.pk]
    assert Submission.objects.get(turn=planner).result["planned"] == ["pass"]
