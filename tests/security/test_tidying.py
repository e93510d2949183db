"""What is forgotten after a while, and what is kept."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.mail import feeder, inbox, tidying
from games.mail.tasks import tidy as tidy_mails
from games.models import Game, IncomingMail, OutgoingMail, Turn
from games.table import tokens
from prweb.accounts.models import ApiToken, User
from prweb.accounts.tasks import tidy as tidy_accounts
from prweb.celery import app
from tests.mail.conftest import answer_to, arrive, turn_of, written
from tests.table.games import opened

pytestmark = pytest.mark.django_db
OLD = timedelta(days=site.KEEP_MAILS_DAYS + 1)


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
    assert tidying.tidy()["mails emptied"] == 1
    old.refresh_from_db()
    young.refresh_from_db()
    assert (bytes(old.raw), old.sender, old.status) == (b"", "", IncomingMail.Status.DONE)
    assert bytes(young.raw)
    again, created = feeder.store(raw, token=turn.token, sender=turn.seat.user.email)
    assert (again.pk, created) == (old.pk, False)
    assert tidying.tidy()["mails emptied"] == 0


def test_a_mail_that_nobody_has_read_yet_is_kept_however_old(turn: Turn) -> None:
    unread, _created = feeder.store(written(turn, "settler").as_bytes(), token=turn.token, sender="x@example.org")
    aged(unread)
    tidying.tidy()
    inbox.read(unread.pk)
    assert turn.game.moves.filter(text="settler").exists()


def test_mails_to_no_turn_go_wholly_and_soon(turn: Turn) -> None:
    stray, _created = feeder.store(written(turn, "settler").as_bytes(), token="a" * 26, sender="x@example.org")
    inbox.read(stray.pk)
    tidying.tidy()
    assert IncomingMail.objects.filter(pk=stray.pk).exists()
    aged(stray, timedelta(days=site.KEEP_STRAY_MAILS_DAYS + 1))
    assert tidying.tidy()["stray mails deleted"] == 1
    assert not IncomingMail.objects.filter(pk=stray.pk).exists()


def test_what_our_letters_said_is_forgotten_once_their_game_is_over(turn: Turn) -> None:
    row = answer_to(arrive(turn, "settler"))
    OutgoingMail.objects.update(created_at=timezone.now() - OLD, status=OutgoingMail.Status.SENT)
    assert tidying.tidy()["letters emptied"] == 0
    Game.objects.update(status=Game.Status.FINISHED)
    assert tidying.tidy()["letters emptied"] >= 1
    row.refresh_from_db()
    assert row.content == {}


def test_letters_on_their_way_keep_their_words(turn: Turn) -> None:
    row = answer_to(arrive(turn, "settler"))
    Game.objects.update(status=Game.Status.FINISHED)
    OutgoingMail.objects.update(created_at=timezone.now() - OLD)
    tidying.tidy()
    row.refresh_from_db()
    assert row.content["done"] == ["settler"]


def test_many_rows_are_changed_in_small_steps(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "AT_ONCE", 2)
    for _number in range(5):
        aged(arrive(turn, "help"))
    assert tidying.tidy()["mails emptied"] == 5


def test_expired_sessions_and_tokens_go_and_standing_ones_stay(anna: User, client: Client, settings: Settings) -> None:
    client.force_login(anna)
    store = import_module(site.SESSION_ENGINE).SessionStore
    gone = store()
    gone["x"] = 1
    gone.set_expiry(-1)
    gone.save()
    standing, expired = (tokens.make(anna, name, anna).token for name in ("standing", "expired"))
    ApiToken.objects.filter(pk=expired.pk).update(expiry=timezone.now() - timedelta(days=1))
    tidy_accounts()
    assert client.get("/").context["user"] == anna
    assert not store().exists(gone.session_key)
    assert list(ApiToken.objects.values_list("pk", flat=True)) == [standing.pk]


def test_both_are_done_every_day() -> None:
    names = {entry["task"] for entry in site.CELERY_BEAT_SCHEDULE.values()}
    app.loader.import_default_modules()
    assert {tidy_mails.name, tidy_accounts.name} <= names & set(app.tasks)
