"""The figures of the staff's start page count what is in trouble, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import ClockTick, Delivery, Game, Heartbeat, IncomingMail, Turn
from games.people.models import User
from games.table.figures import DUE, FIGURES, MAIL_REFUSALS
from games.table.pausing import pause
from tests.table.games import answer, bot_turns, opened, person_turn

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def counted() -> dict[str, int]:
    """All figures that are not 0."""
    now = timezone.now()
    return {figure.name: count for figure in FIGURES if (count := figure.count(now))}


@pytest.fixture
def waiting_bot(anna: User) -> Turn:
    game = opened(anna, bots=1)
    if not bot_turns(game):
        answer(person_turn(game), "builder", "pass")
    return bot_turns(game)[0]


def test_a_site_that_is_well_has_no_trouble(anna: User, bob: User, waiting_bot: Turn) -> None:
    opened(anna, bob)
    Heartbeat.objects.create(name="web@here", kind="web", started_at=timezone.now(), at=timezone.now())
    ClockTick.objects.create(pk=1, at=timezone.now())
    figures = counted()
    assert (figures["running"], figures["bot-queue"], figures["processes"]) == (2, 1, 1)
    assert not [figure.name for figure in FIGURES if figure.is_fault and figure.name in figures]


def test_a_turn_that_the_clock_forgot_is_overdue(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    Turn.objects.filter(pk=turn.pk).update(due=timezone.now() - 2 * MINUTE)
    assert counted()["overdue"] == 1
    pause(turn.game_id, moderator, "a fire")
    assert "overdue" not in counted()
    assert counted()["paused"] == 1


def test_a_bot_that_does_not_answer_is_stuck(waiting_bot: Turn) -> None:
    Turn.objects.filter(pk=waiting_bot.pk).update(opened_at=timezone.now() - 11 * MINUTE)
    assert counted()["stuck"] == 1
    (queue,) = [figure for figure in FIGURES if figure.name == "bot-queue"]
    assert queue.oldest(timezone.now()) == Turn.objects.get(pk=waiting_bot.pk).opened_at


def test_a_turn_handed_to_a_bot_is_stuck_by_its_deadline_not_by_its_age(anna: User, bob: User) -> None:
    turn = person_turn(opened(anna, bob))
    now = timezone.now()
    Turn.objects.filter(pk=turn.pk).update(
        timed_out=True, nudged_at=now, opened_at=now - timedelta(days=3), due=now - MINUTE
    )
    assert "stuck" not in counted()
    Turn.objects.filter(pk=turn.pk).update(due=now - 11 * MINUTE)
    assert counted()["stuck"] == 1


def test_an_interrupted_game_is_counted(anna: User, bob: User) -> None:
    Game.objects.filter(pk=opened(anna, bob).pk).update(interrupted=True)
    assert counted()["interrupted"] == 1


def test_mails_are_counted_by_what_is_wrong_with_them(anna: User, bob: User) -> None:
    opened(anna, bob)
    assert "outbox-late" not in counted()
    mails = list(Delivery.objects.order_by("pk"))
    Delivery.objects.filter(pk=mails[0].pk).update(next_attempt_at=timezone.now() - 3 * MINUTE)
    Delivery.objects.filter(pk=mails[1].pk).update(status=Delivery.Status.FAILED)
    figures = counted()
    assert figures["outbox-pending"] == len(mails) - 1
    assert (figures["outbox-late"], figures["outbox-failed"]) == (1, 1)


def test_the_oldest_due_row_of_each_kind_of_work_is_known(anna: User, bob: User, waiting_bot: Turn) -> None:
    turn = person_turn(opened(anna, bob))
    now = timezone.now()
    assert DUE["clock"](now) is None
    assert DUE["inbox"](now) is None
    Turn.objects.filter(pk=turn.pk).update(due=now - 2 * MINUTE)
    Delivery.objects.update(next_attempt_at=now + MINUTE)
    assert DUE["mail"](now) is None
    Delivery.objects.filter(pk=Delivery.objects.earliest("pk").pk).update(next_attempt_at=now - 3 * MINUTE)
    IncomingMail.objects.create(token="t", message_id="1", raw=b"", status="new", received_at=now - 4 * MINUTE)
    waiting = Turn.objects.get(pk=waiting_bot.pk).opened_at
    since = [now - 2 * MINUTE, waiting, now - 3 * MINUTE, now - 4 * MINUTE]
    assert [oldest(now) for oldest in DUE.values()] == since


def test_mails_that_were_not_taken_are_counted_by_what_became_of_them(anna: User, bob: User) -> None:
    opened(anna, bob)
    now = timezone.now()
    mails = Delivery.objects.order_by("pk")
    pending, *_ = mails
    before = Delivery.objects.count()
    for status, error, at in (
        ("pending", "451 later", now + MINUTE),
        ("failed", "550 no", now - MINUTE),
        ("failed", "550 no", now - timedelta(days=2)),
        ("bounced", "550 no", now - MINUTE),
    ):
        pending.pk, pending.message_id, pending.address = None, f"{status}{at}", ""
        pending.status, pending.last_error, pending.next_attempt_at = status, error, at
        pending.save(force_insert=True)
    assert Delivery.objects.count() == before + 4
    counted = {outcome: rows(now).count() for outcome, rows in MAIL_REFUSALS.items()}
    assert counted == {"retried": 1, "given-up": 1, "bounced": 1}


def test_a_mail_that_is_tried_again_is_late_since_it_was_written(anna: User, bob: User) -> None:
    opened(anna, bob)
    now = timezone.now()
    mail = Delivery.objects.earliest("pk")
    Delivery.objects.filter(pk=mail.pk).update(attempts=2, next_attempt_at=now + 5 * MINUTE)
    (late,) = [figure for figure in FIGURES if figure.name == "outbox-late"]
    assert late.oldest(now) == mail.created_at


def test_mails_that_came_in_are_counted_by_what_is_wrong_with_them() -> None:
    now = timezone.now()
    for number, (status, age) in enumerate([("new", 0), ("new", 3), ("failed", 60), ("done", 60)]):
        IncomingMail.objects.create(
            token="t", message_id=str(number), raw=b"", status=status, received_at=now - age * MINUTE
        )
    figures = counted()
    assert (figures["inbox-unread"], figures["inbox-late"], figures["inbox-quarantined"]) == (2, 1, 1)


def test_processes_and_a_clock_that_are_silent_are_counted() -> None:
    now = timezone.now()
    for name, age in (("web@a", 0), ("bots@b", 2), ("bots@dismantled", 3000)):
        Heartbeat.objects.create(name=name, kind="worker", started_at=now, at=now - age * MINUTE)
    ClockTick.objects.create(pk=1, at=now - 2 * MINUTE)
    figures = counted()
    assert (figures["processes"], figures["processes-silent"], figures["clock-silent"]) == (2, 1, 1)


@pytest.mark.parametrize("name", [figure.name for figure in FIGURES if figure.name not in ("clock-silent",)])
def test_no_figure_reads_a_whole_table_of_games_turns_or_mails(name: str) -> None:
    """What it costs grows with what it finds: every big table is reached by an index."""
    (figure,) = [figure for figure in FIGURES if figure.name == name]
    plan = figure.rows(timezone.now()).order_by().explain()
    for table in ("games_game", "games_turn", "games_outgoingmail", "games_incomingmail"):
        if connection.vendor == "sqlite":
            assert f"SCAN {table}\n" not in f"{plan}\n", plan
