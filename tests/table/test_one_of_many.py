"""One game that cannot be read, or that a mistake befalls, keeps no sweep from all the others."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction

from games.models import ClockTick, Game, Notification, Proposal, Seat, Turn
from games.people.models import User
from games.site_state import ReadOnly
from games.table import clock
from games.table.absences import announce, choose
from games.table.one_of_many import one_of_many
from games.table.preferences import set_mail_choices
from games.table.proposals.actions import OPEN_FOR, propose
from tests.table.games import audit_entries, fresh, opened, player
from tests.table.test_absences import day
from tests.table.test_clocks import DAY, Days, days, game_by, turn_of  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days")]


def spoil(game: Game) -> None:
    """Nobody can read the position of this game any more."""
    Game.objects.filter(pk=game.pk).update(position={"spoilt": True})


def tick(days: Days, span: timedelta) -> None:  # noqa: F811
    """Let time pass in which the clock ticked, and let it tick once more."""
    days.now += span
    days.traveller.move_to(days.now)
    ClockTick.objects.update(at=days.now)
    clock.tick()


def test_a_missed_deadline_there_keeps_no_other_game_waiting(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    games = [game_by(DAY, anna, bob, misses_in_row=1) for _number in range(3)]
    spoil(games[0])
    proposal = propose(games[2].pk, anna, "end", {})
    tick(days, 4 * DAY)
    for game in games:
        assert game.turns.get(status=Turn.Status.OPEN, early=False).timed_out
    assert len(audit_entries(clock.TIME_OUT)) == 3
    assert [game.seats.filter(vacant_since__isnull=False).count() for game in games] == [0, 1, 1]
    proposal.refresh_from_db()
    assert proposal.status == Proposal.Status.EXPIRED


def test_a_deputy_who_cannot_begin_there_begins_elsewhere(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    games = [game_by(9 * DAY, anna, bob) for _number in range(2)]
    leaver = player(turn_of(games[0]))
    for game in games:
        choose(game.pk, leaver, "apprentice-1")
    announce(leaver, day(1), day(3))
    spoil(min(games, key=lambda game: game.pk))
    tick(days, DAY)
    assert Seat.objects.filter(user=leaver, caretaker="apprentice-1").count() == 1


def test_a_reminder_that_fails_holds_up_no_other(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [game_by(4 * DAY, anna, bob) for _number in range(2)]
    for person in (anna, bob):
        set_mail_choices(person, every=None, hour=None, content="", reminders=(50,))
    Game.objects.filter(pk=games[0].pk).update(clock={"round": "never"})
    tick(days, 2 * DAY)
    reminded = Notification.objects.filter(kind="reminder").values_list("game", flat=True)
    assert set(reminded) == {games[1].pk}


def test_a_proposal_that_cannot_be_decided_holds_up_no_other(
    anna: User,
    bob: User,
    chris: User,
    days: Days,  # noqa: F811
) -> None:
    games = [game_by(9 * DAY, anna, bob, chris) for _number in range(3)]
    unknown, spoilt, other = [propose(game.pk, anna, "pause", {"days": 1}) for game in games]
    Proposal.objects.filter(pk=unknown.pk).update(kind="of a later version")
    Proposal.objects.filter(pk=spoilt.pk).update(kind="replace", parameters={})
    tick(days, OPEN_FOR)
    other.refresh_from_db()
    assert other.status == Proposal.Status.EXPIRED
    unknown.refresh_from_db()
    assert unknown.status == Proposal.Status.OPEN


def test_a_pause_that_cannot_end_there_ends_elsewhere(anna: User, days: Days) -> None:  # noqa: F811
    games = [opened(anna, bots=2) for _number in range(2)]
    pauses = [propose(game.pk, anna, "pause", {"days": 1}) for game in games]
    Proposal.objects.filter(pk=pauses[0].pk).update(parameters={"days": "some"})
    tick(days, 2 * DAY)
    assert [fresh(game).paused_at is None for game in games] == [False, True]


def test_what_fails_is_undone_and_logged(anna: User, bob: User, caplog: pytest.LogCaptureFixture) -> None:
    game = game_by(DAY, anna, bob)
    with one_of_many(game.pk, "a test"), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(name="half done")
        raise LookupError("broken")
    assert fresh(game).name == "A test"
    (logged,) = [entry for entry in caplog.records if game.pk in entry.getMessage()]
    assert logged.levelname == "ERROR"


def test_what_concerns_all_games_ends_the_sweep(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_by(DAY, anna, bob)
    with pytest.raises(ReadOnly), one_of_many(game.pk, "a test"):
        raise ReadOnly
    with one_of_many(game.pk, "a test"):
        raise OperationalError("this row was locked for too long")
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    with pytest.raises(OperationalError), one_of_many(game.pk, "a test"):
        raise OperationalError("the database is away")
