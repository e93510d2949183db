"""What is forgotten after a while, and what is kept."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.database import batches
from games.mail import cleanup, feeder, inbox
from games.mail.tasks import tidy as tidy_mails
from games.models import AuditEntry, Delivery, Game, IncomingMail, Notification, Seat, Turn
from games.notifications import cleanup as outbox_cleanup
from games.notifications import delivery, outbox
from games.notifications.tasks import tidy as tidy_outbox
from games.people.models import ApiToken, FreedName, User
from games.people.tasks import tidy as tidy_accounts
from games.table import api_tokens, invitation_expiry
from games.table.errors import Refused
from games.table.moderation.mail_resend import resend
from games.table.open_games import SeatPlan, cancel, join, open_game
from games.table.tasks import tidy as tidy_games
from games.time_control import TimeControl
from prweb.celery import app
from tests.deliveries import content_of, delivery_of
from tests.factories import UserFactory
from tests.mail.conftest import acknowledgement_of, arrive, turn_of, written
from tests.table.games import opened

pytestmark = pytest.mark.django_db
OLD = timedelta(days=site.KEEP_MAILS_DAYS + 1)


def clean_up() -> dict[str, int]:
    """What both nightly tasks do."""
    return cleanup.clean_up() | outbox_cleanup.clean_up()


@pytest.fixture
def turn(anna: User, bob: User) -> Turn:
    return turn_of(opened(anna, bob))


def aged(mail: IncomingMail, days: timedelta = OLD) -> IncomingMail:
    IncomingMail.objects.filter(pk=mail.pk).update(received_at=timezone.now() - days)
    return mail


def test_the_words_of_old_mails_are_forgotten_but_the_mail_is_known_again(turn: Turn) -> None:
    raw = written(turn, "settler", message_id="<old@example.org>").as_bytes()
    assert turn.seat.user is not None
    old, _created = feeder.store(raw, token=turn.token, sender=turn.seat.user.email)
    inbox.read(old.pk)
    young = arrive(turn, "help")
    aged(old)
    assert clean_up()["mails emptied"] == 1
    old.refresh_from_db()
    young.refresh_from_db()
    assert (bytes(old.raw), old.sender, old.status) == (b"", "", IncomingMail.Status.DONE)
    assert bytes(young.raw)
    again, created = feeder.store(raw, token=turn.token, sender=turn.seat.user.email)
    assert (again.pk, created) == (old.pk, False)
    assert clean_up()["mails emptied"] == 0


def test_a_mail_that_nobody_has_read_yet_is_kept_however_old(turn: Turn) -> None:
    unread, _created = feeder.store(written(turn, "settler").as_bytes(), token=turn.token, sender="x@example.org")
    aged(unread)
    clean_up()
    inbox.read(unread.pk)
    assert turn.game.moves.filter(text="settler").exists()


def test_mails_to_no_turn_go_wholly_and_soon(turn: Turn) -> None:
    stray, _created = feeder.store(written(turn, "settler").as_bytes(), token="a" * 26, sender="x@example.org")
    inbox.read(stray.pk)
    clean_up()
    assert IncomingMail.objects.filter(pk=stray.pk).exists()
    aged(stray, timedelta(days=site.KEEP_STRAY_MAILS_DAYS + 1))
    assert clean_up()["stray mails deleted"] == 1
    assert not IncomingMail.objects.filter(pk=stray.pk).exists()


def test_what_our_mails_said_is_forgotten_once_their_game_is_over(turn: Turn) -> None:
    row = acknowledgement_of(arrive(turn, "settler"))
    options = {"options": ["mayor"]}
    Delivery.objects.update(created_at=timezone.now() - OLD, status=Delivery.Status.SENT, content=options)
    assert clean_up()["outgoing mails emptied"] == 0
    Game.objects.update(status=Game.Status.FINISHED)
    Notification.objects.update(content=options)
    assert clean_up()["outgoing mails emptied"] >= 1
    row.refresh_from_db()
    assert (row.content, content_of(row)) == ({}, {})


def sent_long_ago(row: Delivery, age: timedelta = OLD) -> Delivery:
    Delivery.objects.filter(pk=row.pk).update(
        created_at=timezone.now() - age,
        status=Delivery.Status.SENT,
        subject="[prweb A test] your turn",
        last_error="550 <anna@example.org>: no such user",
    )
    row.refresh_from_db()
    return row


def test_whom_old_mails_went_to_is_forgotten_while_their_game_runs_but_not_the_options(turn: Turn) -> None:
    row = acknowledgement_of(arrive(turn, "settler"))
    Delivery.objects.filter(pk=row.pk).update(content={"options": ["mayor", "settler"], "tells": [[1, "secret"]]})
    old, young = (
        sent_long_ago(row),
        sent_long_ago(acknowledgement_of(arrive(turn_of(turn.game), "help")), timedelta(days=1)),
    )
    assert clean_up()["outgoing mails of running games emptied"] == 1
    old.refresh_from_db()
    assert (old.address, old.subject, old.last_error) == ("", "", "")
    assert (old.content, content_of(old)) == ({"options": ["mayor", "settler"]}, {})
    young.refresh_from_db()
    assert young.address
    assert clean_up()["outgoing mails of running games emptied"] == 0


def test_whom_old_mails_went_to_is_forgotten_for_everybody_however_many_had_the_same_cause(
    anna: User, bob: User
) -> None:
    notifications = [outbox.notify(Notification.Kind.NOTICE, "audit:1", person=person) for person in (anna, bob)]
    rows = [delivery_of(one) for one in notifications]
    for row in rows:
        sent_long_ago(row)
    assert clean_up()["outgoing mails emptied"] == 2
    assert set(Delivery.objects.values_list("address", "subject")) == {("", "")}
    assert set(Delivery.objects.values_list("message_id", flat=True)) == {row.message_id for row in rows}


def test_an_outcome_that_names_an_address_is_forgotten_with_the_mail(turn: Turn) -> None:
    foreign, _created = feeder.store(
        written(turn, "settler", sender="eve@example.net").as_bytes(), token=turn.token, sender="eve@example.net"
    )
    inbox.read(foreign.pk)
    IncomingMail.objects.filter(pk=foreign.pk).update(outcome="not from their address but from eve@example.net")
    aged(foreign)
    clean_up()
    foreign.refresh_from_db()
    assert (foreign.sender, foreign.outcome) == ("", "")


def test_a_turn_mail_dropped_so_long_ago_that_its_address_is_forgotten_goes_out_if_it_is_wanted_again(
    turn: Turn,
) -> None:
    row = Delivery.objects.get(turn=turn, kind=Notification.Kind.TURN)
    sent_long_ago(row)
    Delivery.objects.filter(pk=row.pk).update(status=Delivery.Status.DROPPED)
    clean_up()
    outbox.notify_turn_again(turn.pk)
    row.refresh_from_db()
    assert turn.seat.user is not None
    assert (row.status, row.address) == (Delivery.Status.PENDING, turn.seat.user.email)


def test_a_mail_whose_address_is_forgotten_is_not_sent_again(turn: Turn) -> None:
    row = sent_long_ago(acknowledgement_of(arrive(turn, "settler")))
    clean_up()
    with pytest.raises(Refused):
        resend(row.pk, None, "so")
    Delivery.objects.filter(pk=row.pk).update(status=Delivery.Status.PENDING)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Delivery.Status.DROPPED


def invited(host: User) -> Game:
    seats = [SeatPlan("me"), SeatPlan("invited", email="nobody@example.net")]
    return open_game(
        host, name="Open", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(timedelta(days=1))
    )


def test_who_was_invited_and_never_came_leaves_no_address_and_the_seat_is_free(anna: User, bob: User) -> None:
    old, young = invited(anna), invited(anna)
    called_off = invited(anna)
    cancel(called_off.pk, anna)
    long_ago = timezone.now() - timedelta(days=site.KEEP_INVITATIONS_DAYS + 1)
    theirs = [old.pk, called_off.pk]
    Game.objects.filter(pk__in=theirs).update(opened_at=long_ago)
    Delivery.objects.update(status=Delivery.Status.SENT, subject="an invitation")
    Delivery.objects.filter(game__in=theirs).update(created_at=long_ago)
    version = Game.objects.get(pk=old.pk).version
    tidy_games()
    clean_up()
    assert set(Seat.objects.filter(game__in=theirs).values_list("invited_email", flat=True)) == {""}
    assert set(Delivery.objects.filter(game__in=theirs).values_list("address", "subject")) == {("", "")}
    assert Seat.objects.filter(game=young, invited_email="nobody@example.net").exists()
    assert Delivery.objects.filter(game=young, address="nobody@example.net").exists()
    assert Game.objects.get(pk=old.pk).version > version
    assert [entry.game_id for entry in AuditEntry.objects.filter(action=invitation_expiry.LAPSED)] == [old.pk]
    join(old.pk, bob)


def test_mails_on_their_way_keep_their_words(turn: Turn) -> None:
    row = acknowledgement_of(arrive(turn, "settler"))
    Game.objects.update(status=Game.Status.FINISHED)
    Delivery.objects.update(created_at=timezone.now() - OLD)
    clean_up()
    row.refresh_from_db()
    assert content_of(row)["done"] == ["settler"]


def test_many_rows_are_changed_in_small_steps(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH_SIZE", 2)
    for _number in range(5):
        aged(arrive(turn, "help"))
    assert clean_up()["mails emptied"] == 5


def test_all_that_is_to_go_goes_in_steps_of_two_and_the_rest_stays(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(batches, "BATCH_SIZE", 2)
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    now, long_ago = timezone.now(), timezone.now() - timedelta(days=400)
    for number in range(5):
        for moment in (long_ago, now + timedelta(days=1)):
            FreedName.objects.create(digest=f"{number} {moment}", until=moment)
            Session.objects.create(session_key=f"{number} {moment:%Y}", session_data="", expire_date=moment)
        somebody = UserFactory.create(username=f"nobody{number}", date_joined=long_ago if number else now)
        EmailAddress.objects.filter(user=somebody).delete()
        EmailAddress.objects.create(user=somebody, email=somebody.email, verified=False)
    games = [invited(anna) for _ in range(3)]
    Game.objects.filter(pk__in=[game.pk for game in games[1:]]).update(opened_at=long_ago)
    tidy_accounts()
    tidy_games()
    assert {freed.until > now for freed in FreedName.objects.all()} == {True}
    assert {session.expire_date > now for session in Session.objects.all()} == {True}
    assert (FreedName.objects.count(), Session.objects.count()) == (5, 5)
    assert list(User.objects.filter(username__startswith="nobody").values_list("username", flat=True)) == ["nobody0"]
    assert list(Seat.objects.exclude(invited_email="").values_list("game_id", flat=True)) == [games[0].pk]


def test_expired_sessions_and_tokens_go_and_standing_ones_stay(anna: User, client: Client, settings: Settings) -> None:
    client.force_login(anna)
    store = import_module(site.SESSION_ENGINE).SessionStore
    gone = store()
    gone["x"] = 1
    gone.set_expiry(-1)
    gone.save()
    standing, expired = (api_tokens.create_token(anna, name, anna).token for name in ("standing", "expired"))
    ApiToken.objects.filter(pk=expired.pk).update(expiry=timezone.now() - timedelta(days=1))
    tidy_accounts()
    assert client.get("/").context["user"] == anna
    assert not store().exists(gone.session_key)
    assert list(ApiToken.objects.values_list("pk", flat=True)) == [standing.pk]


def test_all_of_it_is_done_every_day() -> None:
    names = {entry["task"] for entry in site.CELERY_BEAT_SCHEDULE.values()}
    app.loader.import_default_modules()
    assert {tidy_mails.name, tidy_outbox.name, tidy_accounts.name, tidy_games.name} <= names & set(app.tasks)
