"""The measurement of games over weeks (bench/weeks) counts as its report says."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine

from bench.weeks.__main__ import row, share_by_bots
from bench.weeks.games import START, CountedMails, WeeksGame, make_people
from bench.weeks.habits import Habits
from bench.weeks.outcome import PersonOutcome, PlayedGame
from games.notifications import channels
from games.time_control import TimeControl

DAY = timedelta(days=1)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_leavers_turns_are_counted_as_played_by_bots_until_and_after_their_seat_is_vacant() -> None:
    make_people()
    with channels.registered(CountedMails()), time_machine.travel(START, tick=False) as moved:
        game = WeeksGame(1, TimeControl(DAY, misses_in_row=2, misses_in_all=4), with_plans=False)
        for person in game.people:
            person.habits.leaves_at = person.habits.away_from = None
        leaver = game.people[1]
        leaver.habits.leaves_at = START
        played = game.play(moved, longest=4 * DAY)
    left, stayed = played.people[1], [played.people[number] for number in (0, 2, 3)]
    assert left.left
    assert left.was_vacant
    assert left.misses_until_vacant == 2
    assert left.by_bots >= 2
    assert left.asked >= left.by_bots
    assert not any(person.left or person.was_vacant for person in stayed)
    assert not played.ended


def test_nobody_answers_at_night_or_after_they_have_left() -> None:
    for number in range(60):
        habits = Habits(START, random=Random(number))
        for hour in range(0, 400, 7):
            moment = habits.answers_at(START + timedelta(hours=hour))
            if moment is None:
                assert habits.leaves_at is not None
            else:
                assert 7 <= moment.hour < 23
                assert not habits.has_left(moment)


def test_a_row_tells_shares_of_all_and_of_those_who_stayed() -> None:
    stayed = PersonOutcome(asked=30, by_bots=1, mails=40, left=False, was_vacant=True, misses_until_vacant=None)
    left = PersonOutcome(asked=10, by_bots=9, mails=8, left=True, was_vacant=True, misses_until_vacant=2)
    game = PlayedGame(days=40, ended=True, people=[stayed, left])
    assert share_by_bots([stayed, left]) == 10 / 40
    cells = row("a clock", [game], with_plans=True).split(" | ")
    assert cells[4:9] == ["100%", "25.0%", "3.3%", "1 of 1", "2 at most; 1 of 1 vacant"]
