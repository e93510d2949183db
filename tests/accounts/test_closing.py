"""A closed account leaves its games to bots and nothing that tells whose it was."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core import mail
from django.core.management import CommandError, call_command
from django.core.serializers import serialize
from django.db.models import CASCADE, ForeignKey, Model
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.access import Permission, may
from games.mail.feeder import store
from games.models import AuditEntry, Delivery, Game, IncomingMail, MutedGame, Notification, Seat, Turn
from games.notifications import delivery
from games.notifications.cleanup import clean_up
from games.people.models import ApiToken, User
from games.table import account_export, api_tokens, bot_accounts, clock, queries
from games.table.account_closing import close_account
from games.table.errors import AlreadySeated, BadName, CannotClose, CannotModerate, NotAllowed, Refused
from games.table.moderation.seat_replacement import give_seat_back, replace_by_person
from games.table.open_games import SeatPlan, join, open_game
from games.table.preferences import set_preferences
from games.table.records import check_replay, export_record
from games.table.resignation import resign
from games.table.staff_roles import set_role
from games.table.suspension import reinstate, suspend
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.mail.conftest import arrive, turn_of
from tests.table.games import (
    LIMIT,
    answer,
    audit_entries,
    bots_play,
    fresh,
    gone_on,
    notices,
    offers,
    opened,
    over,
    person_turn,
    play_on,
)
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
NAME = "zsuzsanna"
ADDRESS = f"{NAME}@example.org"


@pytest.fixture
def zsuzsanna(db: None) -> User:
    return UserFactory.create(username=NAME, first_name=NAME, last_name=NAME)


def lobby(host: User, *others: User, name: str = "Open") -> Game:
    seats = [SeatPlan("me"), *(SeatPlan("free") for _ in others), SeatPlan("free")]
    game = open_game(host, name=name, kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    for person in others:
        join(game.pk, person)
    return fresh(game)


def closed(person: User) -> User:
    assert close_account(person, by=person)
    return User.objects.get(pk=person.pk)


def whole_database() -> str:
    models = [model for model in apps.get_models() if issubclass(model, Model) and model._meta.managed]
    return "".join(serialize("json", model._base_manager.all()) for model in models).casefold()


def test_nothing_in_the_database_tells_whose_a_closed_account_was(zsuzsanna: User, bob: User, client: Client) -> None:
    finished = play_on(opened(zsuzsanna, bob), over)
    Game.objects.filter(pk=finished.pk).update(name=f"{NAME}'s game")
    running = opened(zsuzsanna, bob)
    lobby(zsuzsanna, bob, name=f"At {NAME.upper()}’s")
    arrive(Turn.objects.filter(game=running, seat__user=zsuzsanna).first() or turn_of(running), "help")
    store(b"From: <x@y>\r\n\r\nx", token="x" * 26, sender=ADDRESS)
    IncomingMail.objects.update(status=IncomingMail.Status.DONE)
    bot_accounts.create_bot_account(zsuzsanna, f"{NAME}-robo")
    api_tokens.create_token(zsuzsanna, "at home")
    set_preferences(zsuzsanna, username=f"{NAME}2", time_zone="Europe/Budapest", language="hu")
    set_preferences(zsuzsanna, username=NAME, time_zone="Europe/Budapest", language="hu")
    gone = closed(User.objects.get(pk=zsuzsanna.pk))
    (last,) = Notification.objects.filter(address=ADDRESS)
    last.delete()
    assert re.findall(f".{{60}}{NAME}.{{20}}", whole_database()) == []
    assert gone.shown_name == "former player"
    assert NAME not in export_record(fresh(finished))
    assert "former player" in export_record(fresh(finished))
    assert fresh(finished).name == "former player's game"


def test_every_column_of_a_closed_account_is_thought_of(zsuzsanna: User) -> None:
    User.objects.filter(pk=zsuzsanna.pk).update(time_zone="Europe/Budapest", language="hu", last_login=timezone.now())
    suspend(zsuzsanna, None, f"{NAME} said so")
    gone = closed(User.objects.get(pk=zsuzsanna.pk))
    changed = {"username", "password", "email", "is_active", "closed_at"}
    fields = {field.name: field for field in User._meta.concrete_fields}
    for name in set(fields) - changed - {"id", "date_joined"}:
        assert getattr(gone, name) == fields[name].get_default(), name


def test_every_row_that_names_an_account_is_thought_of() -> None:
    """Rows of one person alone are deleted with the account; whoever adds others says here that they may stay."""
    kept = {"Game.host", "Seat.user", "Submission.by", "AuditEntry.actor", "AuditEntry.person"}
    kept |= {
        "Proposal.by",
        "Ballot.person",
        "SeatHolder.user",
        "PlayedGame.person",
        "Rating.person",
        "RatingChange.person",
    }
    kept |= {"TalkMessage.by", "TalkMessage.removed_by", "Tournament.organiser", "Entrant.user"}
    kept |= {"Report.by", "Report.person", "Report.decided_by", "PersonNote.by"}
    kept |= {"User.owner", "User.heir", "Seat.invited_user", "PackedPerson.user"}
    emptied = {"FreedName.holder"}
    named = {
        f"{model._meta.object_name}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey) and field.related_model is User
        if field.remote_field.on_delete is not CASCADE
    }
    assert named == kept | emptied


def test_what_is_kept_for_one_person_alone_is_deleted(zsuzsanna: User, bob: User) -> None:
    game = opened(zsuzsanna, bob)
    api_tokens.create_token(zsuzsanna, "at home")
    Authenticator.objects.create(user=zsuzsanna, type=Authenticator.Type.TOTP, data={})
    for person in (zsuzsanna, bob):
        MutedGame.objects.create(user=person, game=game)
    closed(zsuzsanna)
    for model in (ApiToken, Authenticator, EmailAddress, MutedGame):
        assert not model.objects.filter(user=zsuzsanna).exists()
    assert MutedGame.objects.filter(user=bob).exists()
    assert Delivery.objects.filter(user=zsuzsanna).exists()


def test_bots_play_on_in_running_games_and_open_ones_are_given_back(zsuzsanna: User, bob: User, chris: User) -> None:
    running, resigned = opened(zsuzsanna, bob), opened(bob, zsuzsanna)
    resign(resigned.pk, zsuzsanna)
    own, others = lobby(zsuzsanna, bob), lobby(chris, zsuzsanna)
    closed(zsuzsanna)
    for game in (running, resigned):
        seat = game.seats.get(user=zsuzsanna)
        assert (bool(seat.caretaker), seat.caretaker_cause) == (True, Seat.Cause.LEFT)
        assert queries.seat_name(seat) == "former player"
        bots_play(game)
        check_replay(fresh(game))
    assert fresh(own).status == Game.Status.ABORTED
    assert fresh(others).status == Game.Status.OPEN
    assert not others.seats.filter(user=zsuzsanna).exists()
    assert own.name in notices(bob)[-1].content["text"]
    check_replay(gone_on(running))


def test_a_closed_account_signs_in_nowhere_and_its_links_lead_nowhere(zsuzsanna: User, bob: User) -> None:
    made, browser = api_tokens.create_token(zsuzsanna, "at home"), client_of(zsuzsanna)
    game = opened(zsuzsanna, bob)
    old = list(Turn.objects.filter(seat__user=zsuzsanna).values_list("token", flat=True))
    closed(zsuzsanna)
    assert not ApiToken.objects.filter(handle=made.token.handle).exists()
    assert browser.get("/preferences/").status_code == 302
    for name in (NAME, ADDRESS):
        Client().post("/accounts/login/", {"login": name, "password": "password"})
    assert not Turn.objects.filter(token__in=old).exists()
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Token {made.secret}"}).status_code == 401
    assert not may(Permission.SEE_SEAT, User.objects.get(pk=zsuzsanna.pk), game, game.seats.get(user=zsuzsanna))


def test_what_was_under_way_brings_a_closed_account_back_to_nothing(zsuzsanna: User, bob: User) -> None:
    stale, game, turn = User.objects.get(pk=zsuzsanna.pk), lobby(bob), person_turn(opened(zsuzsanna, bob))
    closed(zsuzsanna)
    for action in (
        lambda: set_preferences(stale, username=NAME, time_zone="UTC", language="en"),
        lambda: join(game.pk, stale),
        lambda: lobby(stale),
        lambda: bot_accounts.create_bot_account(stale, "robo"),
        lambda: api_tokens.create_token(stale, "at home"),
        lambda: answer(turn, "settler", by=stale) if turn.seat.user_id == stale.pk else resign(turn.game_id, stale),
    ):
        with pytest.raises(Refused):
            action()
    assert NAME not in serialize("json", User.objects.all())


def test_mails_that_wait_are_dropped_and_the_old_address_is_told(zsuzsanna: User, bob: User) -> None:
    game = opened(zsuzsanna, bob)
    User.objects.filter(pk=zsuzsanna.pk).update(language="hu")
    assert Delivery.objects.filter(user=zsuzsanna, status=Delivery.Status.PENDING).exists()
    closed(zsuzsanna)
    for row in Delivery.objects.filter(user=zsuzsanna):
        assert (row.status, row.address, row.subject, row.content) == (Delivery.Status.DROPPED, "", "", {})
    for row in delivery.due():
        delivery.deliver(row.pk)
    mails = [sent for sent in mail.outbox if ADDRESS in sent.to[0]]
    assert len(mails) == 1
    with translation.override("hu"):
        assert gettext("your account is closed") in mails[0].subject
    assert '<html lang="hu">' in mails[0].message().as_bytes().decode(errors="ignore").replace("=3D", "=")
    play_on(game, over)
    assert not Delivery.objects.filter(seat__user=zsuzsanna).exclude(address="").exists()


def test_a_mail_that_is_just_being_sent_is_emptied_by_night(zsuzsanna: User, bob: User) -> None:
    opened(zsuzsanna, bob)
    row = Delivery.objects.filter(user=zsuzsanna).first()
    assert row is not None
    Delivery.objects.filter(pk=row.pk).update(status=Delivery.Status.SENDING)
    closed(zsuzsanna)
    Delivery.objects.filter(pk=row.pk).update(status=Delivery.Status.SENT, subject="your turn")
    clean_up()
    row.refresh_from_db()
    assert (row.address, row.subject) == ("", "")


def test_the_name_is_kept_from_others_and_the_address_is_free(zsuzsanna: User) -> None:
    closed(zsuzsanna)
    with pytest.raises(BadName):
        bot_accounts.create_bot_account(UserFactory.create(), NAME.upper())
    assert not EmailAddress.objects.filter(email=ADDRESS).exists()
    UserFactory.create(username="other", email=ADDRESS)


def test_closing_twice_is_closing_once_and_the_trail_keeps_a_number(zsuzsanna: User, bob: User) -> None:
    game = opened(zsuzsanna, bob)
    assert close_account(zsuzsanna, by=zsuzsanna)
    assert not close_account(User.objects.get(pk=zsuzsanna.pk), by=None)
    account, seat = audit_entries(Permission.CLOSE_ACCOUNT)
    assert (account.person_id, account.actor_id, account.game) == (zsuzsanna.pk, zsuzsanna.pk, None)
    assert (seat.game_id, seat.person_id) == (game.pk, zsuzsanna.pk)
    assert NAME not in str(list(AuditEntry.objects.values()))


def test_nothing_happens_if_it_fails_on_the_way(zsuzsanna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(zsuzsanna, bob)
    monkeypatch.setattr("games.table.account_closing._anonymize", lambda _account: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        close_account(zsuzsanna, by=zsuzsanna)
    zsuzsanna.refresh_from_db()
    assert zsuzsanna.is_active
    assert not game.seats.get(user=zsuzsanna).caretaker
    monkeypatch.undo()
    closed(zsuzsanna)


def test_nobody_closes_the_account_of_another_of_staff_or_of_a_program(zsuzsanna: User, bob: User) -> None:
    with pytest.raises(NotAllowed):
        close_account(zsuzsanna, by=bob)
    program = bot_accounts.create_bot_account(bob, "robo")
    set_role(zsuzsanna, "moderator", by=None, reason="so")
    for account in (program, zsuzsanna):
        with pytest.raises(CannotClose):
            close_account(account, by=None)
    set_role(zsuzsanna, "", by=None, reason="so")
    closed(User.objects.get(pk=zsuzsanna.pk))


def test_suspended_people_may_close_their_account_and_nobody_brings_it_back(zsuzsanna: User, bob: User) -> None:
    game = opened(zsuzsanna, bob)
    suspend(zsuzsanna, None, "insults")
    gone = closed(User.objects.get(pk=zsuzsanna.pk))
    for action in (suspend, reinstate):
        with pytest.raises(CannotModerate):
            action(gone, None, "so")
    index = game.seats.get(user=gone).index
    with pytest.raises(Refused):
        give_seat_back(game.pk, index, None, "so")
    with pytest.raises(AlreadySeated):
        replace_by_person(game.pk, index, None, "so", bob)
    replace_by_person(game.pk, index, None, "so", UserFactory.create(username="eva"))
    assert not game.seats.filter(user=gone).exists()


def test_the_page_tells_the_effects_asks_for_the_password_and_the_name(zsuzsanna: User, bob: User) -> None:
    opened(zsuzsanna, bob)
    lobby(zsuzsanna, bob)
    assert client_of(zsuzsanna).get("/preferences/close/")["Location"].startswith("/accounts/reauthenticate/")
    browser = reauthenticated(zsuzsanna)
    page = browser.get("/preferences/close/").content.decode()
    assert "1 running game" in page
    assert "1 game of yours that has not begun is called off" in page
    assert browser.post("/preferences/close/", {"name": "bob"}).status_code == 422
    assert User.objects.filter(username=NAME).exists()
    page = browser.post("/preferences/close/", {"name": NAME}, follow=True).content.decode()
    assert "Your account is closed" in page
    assert "Sign in" in page
    assert not User.objects.filter(username=NAME).exists()


def test_the_account_is_closed_once_the_password_is_given_in_between(zsuzsanna: User) -> None:
    browser = client_of(zsuzsanna)
    asked = browser.post("/preferences/close/", {"name": NAME})["Location"]
    assert asked.startswith("/accounts/reauthenticate/")
    assert User.objects.filter(username=NAME).exists()
    page = browser.post(asked, {"password": "password", "next": "/preferences/close/"}, follow=True)
    assert "Your account is closed" in page.content.decode()
    assert not User.objects.filter(username=NAME).exists()


def reauthenticated(person: User) -> Client:
    """A browser in which the person has just proved who they are."""
    browser = client_of(person)
    browser.post("/accounts/reauthenticate/", {"password": "password", "next": "/"})
    return browser


def test_staff_are_told_why_they_cannot(moderator: User) -> None:
    browser = reauthenticated(moderator)
    assert "You are staff" in browser.get("/preferences/close/").content.decode()
    assert browser.post("/preferences/close/", {"name": moderator.username}).status_code == 422
    moderator.refresh_from_db()
    assert moderator.is_active


@pytest.fixture
def moderator(db: None) -> User:
    return UserFactory.create(username="maria", is_staff=True)


def test_the_operator_closes_and_exports_from_the_console(zsuzsanna: User, bob: User, tmp_path: Any) -> None:
    opened(zsuzsanna, bob)
    file = tmp_path / "own.zip"
    call_command("export_account", NAME, str(file))
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError):
        call_command("export_account", NAME, str(file))
    with pytest.raises(CommandError):
        call_command("delete_account", "nobody-here", "--no-input")
    call_command("delete_account", NAME, "--no-input")
    assert not User.objects.filter(username=NAME).exists()


def test_a_former_player_hosts_on_without_anybody_to_manage(zsuzsanna: User, bob: User) -> None:
    game = opened(zsuzsanna, bob)
    closed(zsuzsanna)
    clock.tick()
    page = client_of(bob).get(f"/games/{game.pk}/").content.decode()
    assert "former player" in page
    assert NAME not in page
    assert fresh(game).status == Game.Status.RUNNING
    assert json.dumps(offers(person_turn(game)))
    buffer = BytesIO()
    account_export.write_archive(bob, buffer)
    assert NAME.encode() not in buffer.getvalue()
