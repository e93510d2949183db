"""Reminders of turns, after those parts of their time that their people have chosen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Notification, Turn
from games.people.models import User
from games.table import absences, reminders
from games.table.moderation.extending import extend
from games.table.pausing import pause, resume
from games.table.preferences import set_mail_choices
from games.table.proposals.actions import propose, vote
from games.time_control import TimeControl
from tests.engine.puertorico.positions import Player, set_up
from tests.table.games import answer, offers, person_turn, player
from tests.table.planned_games import set_before
from tests.table.planned_games import turn_of as seat_turn
from tests.table.test_absences import day
from tests.table.test_clocks import DAY, HOUR, Days, days, game_by, turn_of  # noqa: F401

pytestmark = pytest.mark.django_db


def remind(person: User, *percents: int) -> None:
    set_mail_choices(person, every=None, hour=None, content="", reminders=percents)
    person.refresh_from_db()


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return game_by(4 * DAY, anna, bob)


@pytest.fixture
def mover(game: Game) -> User:
    return player(turn_of(game))


def reminded(days: Days, person: User) -> list[str]:  # noqa: F811
    """After which parts of the time."""
    reminders.remind(days.now)
    rows = Notification.objects.filter(kind="reminder", user=person).order_by("pk")
    return [row.cause.split(":")[1] for row in rows]


def test_each_comes_once_after_its_part_of_the_time(days: Days, game: Game, mover: User) -> None:  # noqa: F811
    remind(mover, 50, 90)
    days.pass_by(2 * DAY - HOUR)
    assert reminded(days, mover) == []
    days.pass_by(HOUR)
    assert reminded(days, mover) == ["50"]
    assert reminded(days, mover) == ["50"]
    days.pass_by(DAY)
    assert reminded(days, mover) == ["50"]
    days.pass_by(0.6 * DAY)
    assert reminded(days, mover) == ["50", "90"]


def test_nobody_is_reminded_who_does_not_want_it(days: Days, game: Game, mover: User) -> None:  # noqa: F811
    days.pass_by(3.9 * DAY)
    assert reminded(days, mover) == []


def test_an_answered_question_reminds_nobody(days: Days, game: Game, mover: User) -> None:  # noqa: F811
    remind(mover, 50)
    while player(turn_of(game)) == mover:
        answer(turn_of(game), offers(turn_of(game))[0])
    days.pass_by(3 * DAY)
    assert reminded(days, mover) == []


def test_a_sweep_that_comes_late_reminds_of_the_last_part_alone(days: Days, game: Game, mover: User) -> None:  # noqa: F811
    remind(mover, 50, 75, 90)
    days.pass_by(3.2 * DAY)
    assert reminded(days, mover) == ["75"]


def test_a_pause_does_not_count(days: Days, game: Game, mover: User, moderator: User) -> None:  # noqa: F811
    remind(mover, 50)
    pause(game.pk, moderator, "a question")
    days.pass_by(10 * DAY)
    assert reminded(days, mover) == []
    resume(game.pk, moderator, "answered")
    days.pass_by(DAY)
    assert reminded(days, mover) == []
    days.pass_by(DAY)
    assert reminded(days, mover) == ["50"]


def test_an_absence_does_not_count(days: Days, game: Game, mover: User) -> None:  # noqa: F811
    remind(mover, 50)
    absences.announce(mover, day(1), day(5))
    days.pass_by(4 * DAY)
    assert reminded(days, mover) == []
    days.pass_by(3 * DAY)
    assert reminded(days, mover) == ["50"]


def test_more_time_puts_it_off(days: Days, game: Game, mover: User, moderator: User) -> None:  # noqa: F811
    remind(mover, 50)
    extend(game.pk, moderator, "a holiday", turn_of(game).pk, 4 * DAY)
    days.pass_by(3.9 * DAY)
    assert reminded(days, mover) == []
    days.pass_by(0.2 * DAY)
    assert reminded(days, mover) == ["50"]


@pytest.mark.parametrize(("before", "after"), [(DAY, 8 * DAY), (8 * DAY, 2 * DAY)], ids=["longer", "shorter"])
def test_another_clock_brings_its_own_reminders(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
    before: timedelta,
    after: timedelta,
) -> None:
    game = game_by(before, anna, bob)
    mover = player(turn_of(game))
    remind(mover, 50)
    days.pass_by(HOUR)
    proposal = propose(game.pk, anna, "clock", {"time_control": TimeControl(after)})
    vote(proposal.pk, bob, agrees=True)
    assert turn_of(game).time_given == after
    days.pass_by(after / 2 - HOUR)
    assert reminded(days, mover) == []
    days.pass_by(HOUR)
    assert reminded(days, mover) == ["50"]


def test_what_is_chosen_while_time_runs_counts_at_once(days: Days, game: Game, mover: User) -> None:  # noqa: F811
    days.pass_by(DAY)
    remind(mover, 50, 75)
    days.pass_by(DAY)
    assert reminded(days, mover) == ["50"]
    remind(mover)
    days.pass_by(1.5 * DAY)
    assert reminded(days, mover) == ["50"]


def test_nobody_is_reminded_of_a_turn_that_a_bot_has_by_now(
    days: Days,  # noqa: F811
    game: Game,
    mover: User,
) -> None:
    remind(mover, 50)
    days.pass_by(timedelta(days=4, minutes=1))
    assert reminded(days, mover) == [], "a bot has the turn by now"


def test_who_is_waited_for_twice_in_a_turn_is_reminded_twice(
    days: Days,  # noqa: F811
    anna: User,
    bob: User,
    chris: User,
) -> None:
    table = set_up(
        Player(goods={"corn": 2, "sugar": 2, "indigo": 2}),
        Player(goods={"corn": 2, "tobacco": 2, "sugar": 1}),
        Player(),
    )
    game = set_before(table, anna, bob, chris)
    turn = person_turn(game)
    remind(player(turn), 50)
    turn.refresh_from_db()
    assert turn.time_given is not None
    days.pass_by(turn.time_given * 0.6)
    assert reminded(days, player(turn)) == ["50"]
    answer(turn, "captain", "ship corn 6")
    answer(seat_turn(game, 1), "ship tobacco 4")
    turn.refresh_from_db()
    assert (turn.status, turn.early) == (Turn.Status.OPEN, False)
    days.pass_by(turn.time_given * 0.6)
    assert reminded(days, player(turn)) == ["50", "50"]
