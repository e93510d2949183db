"""A site that an earlier release filled is upgraded and goes on, on both databases: nothing of it is lost."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.conf import global_settings, settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.mail import feeder, inbox
from games.mail.addresses import reply_address
from games.mail.compose import compose
from games.models import AuditEntry, Delivery, Game, IncomingMail, Move, Notification, Turn
from games.notifications import delivery
from games.notifications.adoption import adopt_some
from games.people.models import User
from games.table import clock, packing
from games.table.bot_queue import claim_next
from games.table.open_games import SeatPlan, join, open_game
from games.table.records import check_replay, export_record
from games.table.takeback import can_undo, undo
from games.time_control import TimeControl
from tests.api.programs import Program
from tests.history.conftest import UpgradedSite
from tests.history.people import ODD_NAMES
from tests.history.stored import stored_sites
from tests.staff.codes import code_now
from tests.staff.signing_in import staff_client
from tests.table.games import LIMIT, answer, bots_play, fresh, offers, player

pytestmark = [pytest.mark.processes, pytest.mark.django_db]

MORE_PLIES = 2
KINDS = sorted({sent["kind"] for stored in stored_sites() for sent in stored.known["links"]})
"""The kinds of mails that there were."""


# --- games -----------------------------------------------------------------------------------------------------------


def test_every_running_game_is_brought_along(site: UpgradedSite) -> None:
    assert site.outcome.broken == {}
    assert site.outcome.replayed == len(site.names("running")) > 40


def test_games_that_are_over_are_packed_and_tell_the_same(site: UpgradedSite) -> None:
    over = Game.objects.filter(status__in=Game.OVER, started_at__isnull=False)
    Delivery.objects.filter(game__in=over).update(status=Delivery.Status.SENT)
    over.update(ended_at=timezone.now() - timedelta(days=100))
    before = {game.pk: export_record(game) for game in over}
    assert packing.pack_old_games() == len(before) > 2
    for game in Game.objects.filter(pk__in=before):
        assert export_record(game) == before[game.pk]
        packing.unpack(game)
        assert export_record(game) == before[game.pk]


def test_all_games_are_there_as_they_were(site: UpgradedSite) -> None:
    games = {game.pk: game for game in Game.objects.all()}
    assert set(games) == set(site.known["games"])
    for game_id, known in site.known["games"].items():
        assert games[game_id].status == known["status"], known
        if known["status"] != Game.Status.RUNNING or site.goes_on_unasked(game_id):
            assert (games[game_id].digest, games[game_id].plies) == (known["digest"], known["plies"]), known


def test_every_game_that_is_over_replays_to_its_digests(site: UpgradedSite) -> None:
    """Those that are over; whether the others do the upgrade has looked."""
    over = Game.objects.exclude(position=None).exclude(status=Game.Status.RUNNING)
    assert over.filter(status=Game.Status.FINISHED).count() >= 8
    for game in over:
        check_replay(game)


def test_finished_games_are_exported_as_they_were(site: UpgradedSite) -> None:
    records = site.stored.records()
    for game in Game.objects.filter(status=Game.Status.FINISHED):
        assert export_record(game) == records[game.pk], game.name


def test_every_running_game_can_be_played_on(site: UpgradedSite) -> None:
    clock.tick()
    running = Game.objects.filter(status=Game.Status.RUNNING, paused_at=None).order_by("name")
    assert running.count() > 40
    for game in site.some(running, 60):
        until = game.plies + MORE_PLIES
        while (game := fresh(game)).status == Game.Status.RUNNING and game.plies < until:
            bots_play(game)
            if (turn := due(game)) is None:
                break
            given = answer(turn, offers(turn)[0])
            assert given.done, (game.name, given)
        after = fresh(game)
        assert after.plies >= until or after.status == Game.Status.FINISHED, game.name
        check_replay(after)


def test_a_game_that_a_bot_owes_a_move_is_found_by_a_worker(site: UpgradedSite) -> None:
    waiting = [
        turn
        for turn in Turn.objects.filter(status=Turn.Status.OPEN, early=False).select_related("seat")
        if turn.bot_level
    ]
    assert waiting
    playing = {turn.pk for turn in waiting if fresh(turn.game).paused_at is None}
    assert playing <= set(iter(claim_next, None))


def test_an_answer_given_ahead_is_played_when_its_time_comes(site: UpgradedSite) -> None:
    answered = [(int(turn), known) for turn, known in site.known["turns"].items() if known["status"] == "answered"]
    assert answered
    for turn_id, known in answered:
        game = Game.objects.get(pk=known["game"])
        if site.goes_on_unasked(game.pk):
            (given,) = {ply["submission"] for ply in Turn.objects.get(pk=turn_id).deferred_plies}
            while Turn.objects.get(pk=turn_id).status == Turn.Status.ANSWERED:
                bots_play(game)
                turn = due(game)
                assert turn is not None
                answer(turn, offers(turn)[0])
            assert Move.objects.filter(turn=turn_id, submission=given, source=Move.Source.MAIL).exists(), game.name
        else:
            assert open_turns(known["person"]).filter(game=game).exists(), f"{game.name}: nobody is asked anew"


def test_what_was_answered_before_can_be_taken_back_after(site: UpgradedSite) -> None:
    seats = [
        (game, seat)
        for game in Game.objects.filter(status=Game.Status.RUNNING, name__startswith="taken back")
        for seat in game.seats.exclude(user=None).select_related("user")
        if can_undo(game, seat)
    ]
    if not site.outcome.upgraded:
        assert seats
    for game, seat in seats:
        assert seat.user is not None
        taken_back = undo(game.pk, seat.user)
        assert Turn.objects.get(pk=taken_back.turn_id).status == Turn.Status.OPEN
        check_replay(fresh(game))


def test_open_games_fill_and_begin(site: UpgradedSite) -> None:
    for visibility in Game.Visibility:
        game = Game.objects.get(pk=site.game(f"open: {visibility}"))
        taken = game.seats.exclude(user=None).count()
        for name in ("chris", "david", "eva")[: 3 - taken]:
            join(game.pk, User.objects.get(username=name), game.invitation_code)
        seat = game.seats.exclude(invited_email="").get()
        guest = User.objects.create_user(f"guest-{visibility}", seat.invited_email, "a password")
        join(game.pk, guest, game.invitation_code)
        assert fresh(game).status == Game.Status.RUNNING
        check_replay(fresh(game))


def test_a_request_that_opened_a_game_opens_no_second_one(site: UpgradedSite) -> None:
    before = Game.objects.count()
    again = open_game(
        User.objects.get(username="anna"),
        name="another name",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("free")],
        time_control=TimeControl(LIMIT),
        opening_key="key public",
    )
    assert (again.pk, Game.objects.count()) == (site.game("open: public"), before)


def test_new_games_and_people_come_besides(site: UpgradedSite) -> None:
    new = User.objects.create_user("new", "new@example.org", "a password")
    bob = User.objects.get(username="bob")
    for kind in ("puerto-rico", "san-juan"):
        seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")]
        game = open_game(bob, name="new", kind=kind, options={}, seats=seats, time_control=TimeControl(LIMIT))
        join(game.pk, new)
        bots_play(game)
        turn = due(game)
        assert turn is not None
        assert answer(turn, offers(turn)[0]).done


# --- people and programs ---------------------------------------------------------------------------------------------


def test_people_sign_in_with_the_passwords_they_had(site: UpgradedSite, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    client = Client()
    person = User.objects.get(username="support")
    client.post("/accounts/login/", {"login": person.email, "password": site.known["password"]})
    assert client.session.get("_auth_user_id") == str(person.pk)


def test_staff_sign_in_with_their_authenticator(site: UpgradedSite) -> None:
    client = Client()
    client.force_login(User.objects.get(username="mona"))
    assert client.get("/staff/").status_code != 200
    client.post("/accounts/2fa/reauthenticate/", {"code": code_now(site.known["authenticator_key"])})
    assert client.get("/staff/").status_code == 200


def test_tokens_of_programs_sign_in_and_play(site: UpgradedSite) -> None:
    for name in ("anna", "robo"):
        program = Program(site.known["tokens"][name])
        assert program.ask("me/")["name"] == name
        for turn in program.ask("turns/")["results"][:2]:
            asked = program.ask(f"turns/{turn['id']}/options/")
            assert program.post(f"turns/{turn['id']}/play/", {"lines": [asked["options"][0]["text"]]})["done"]


def test_tokens_that_were_worthless_are_worthless(site: UpgradedSite) -> None:
    for name in ("expired", "revoked"):
        headers = {"Authorization": f"Token {site.known['tokens'][name]}"}
        assert Client().get("/api/v1/me/", headers=headers).status_code == 401


def test_names_and_preferences_stay_what_they_were(site: UpgradedSite) -> None:
    for name in (*ODD_NAMES, "robo", "old-robo", "never", "closed"):
        assert User.objects.filter(username=name).count() == 1, name
    assert User.objects.get(username="bob").time_zone == "Europe/Budapest"
    assert User.objects.get(username="stefan").is_suspended
    assert User.objects.get(username="robot-of-stefan").is_suspended
    assert not User.objects.get(username="sarah").is_suspended


def test_the_audit_trail_is_whole(site: UpgradedSite) -> None:
    acts = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"pause", "take back", "correct the position", "suspend", "time-out", "see hidden parts"} <= acts
    assert AuditEntry.objects.filter(actor__username="mona").count() > 40


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_pages_of_every_game_are_there_for_its_people(site: UpgradedSite) -> None:
    """Of one game this page, of the next another."""
    clients: dict[int, Client] = defaultdict(Client)
    counted: dict[str, int] = defaultdict(int)
    for game in site.some(Game.objects.order_by("status", "name"), 40):
        # Whoever sits there, or has sat down for nothing else than to bring a program along.
        person = next((seat.user for seat in game.seats.select_related("user") if seat.user_id), None) or game.host
        person = person.owner or person
        if "_auth_user_id" not in clients[person.pk].session:
            clients[person.pk].force_login(person)
        pages = PAGES_OF_A_GAME[game.status]
        page = pages[counted[game.status] % len(pages)].format(game=game.pk, share=game.share_code)
        counted[game.status] += 1
        response = clients[person.pk].get(page, follow=True)
        assert response.status_code == 200, (game.name, page)
    assert len(counted) > 2


PAGES_OF_A_GAME = {
    "open": ("/games/{game}/",),
    "running": ("/games/{game}/", "/games/{game}/record/", "/games/{game}/rules/"),
    "finished": (
        "/games/{game}/",
        "/results/{share}/",
        "/games/{game}/replay/",
        "/results/{share}/record/",
        "/results/{share}/replay/3/",
    ),
    "aborted": ("/games/{game}/",),
}


def test_everybodys_own_pages_are_there(site: UpgradedSite) -> None:
    for name in ("anna", "stefan", "at@home"):
        client = Client()
        client.force_login(User.objects.get(username=name))
        for page in ("/", "/games/", "/preferences/", "/accounts/email/"):
            assert client.get(page, follow=True).status_code == 200, (name, page)


def test_the_staffs_pages_are_there(site: UpgradedSite) -> None:
    client = staff_client(User.objects.get(username="ada"))
    paused = site.game("moderated: paused")
    for page in ("/staff/", f"/staff/games/{paused}/", "/staff/people/stefan/"):
        assert client.get(page).status_code == 200, page


# --- mails -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def outbox(settings: Settings) -> list[EmailMessage]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    box: list[Any] = mail.outbox
    return box


@pytest.mark.parametrize("kind", KINDS)
def test_mails_that_waited_go_out_as_who_they_were(
    site: UpgradedSite, kind: str, outbox: list[EmailMultiAlternatives], monkeypatch: pytest.MonkeyPatch
) -> None:
    if (kind, site.stored.engine) != (Notification.Kind.TURN, "sqlite"):
        # One is enough that is drawn: that takes a second.
        monkeypatch.setattr("games.mail.compose.picture_of", lambda _board: None)

    waiting = delivery.due().filter(kind=kind).select_related("user", "game__host", "seat", "turn__seat", "turn__game")
    wanted = [row for row in waiting.order_by("-pk")[:40] if delivery.drop_reason(row) is None]
    assert wanted
    for row in site.some(wanted[1:], 6):
        assert compose(row, pictures=False).subject
    row = wanted[0]
    delivery.deliver(row.pk)
    assert [sent.extra_headers["Message-ID"] for sent in outbox] == [row.message_id]
    row.refresh_from_db()
    assert row.status == Delivery.Status.SENT


def test_mails_become_deliveries_as_they_are_and_get_their_notifications_later(site: UpgradedSite) -> None:
    rows = Delivery.objects.order_by("pk")
    before = list(rows.values_list("pk", "message_id", "status", "address", "kind", "reason", "next_attempt_at"))
    assert len(before) == rows.filter(notification=None, channel="mail", failure="").count() > 0
    assert adopt_some() == len(before)
    after = rows.values_list(
        "pk", "message_id", "status", "address", "notification__kind", "notification__cause", "next_attempt_at"
    )
    assert list(after) == before


def test_mails_whose_sender_died_are_swept_and_sent_under_the_same_id(
    site: UpgradedSite, outbox: list[EmailMultiAlternatives]
) -> None:
    row = Delivery.objects.get(status=Delivery.Status.SENDING, kind=Notification.Kind.NOTICE)
    later = timezone.now() - timedelta(seconds=settings.SENDING_STALE_S + 60)
    Delivery.objects.filter(pk=row.pk).update(claimed_at=later)
    delivery.deliver(row.pk)
    assert [sent.extra_headers["Message-ID"] for sent in outbox] == [row.message_id]


def test_mails_that_wait_for_what_is_past_are_dropped(site: UpgradedSite, outbox: list[EmailMultiAlternatives]) -> None:
    past = delivery.due().filter(kind=Notification.Kind.TURN, turn__status=Turn.Status.CLOSED)[:20]
    assert past
    for row in past:
        delivery.deliver(row.pk)
        row.refresh_from_db()
        assert row.status == Delivery.Status.DROPPED
    assert not outbox


def test_reply_tokens_of_open_turns_still_play(site: UpgradedSite) -> None:
    """By mail, to the address that the person has."""
    asked = [(int(turn), known) for turn, known in site.known["turns"].items() if known["status"] == "open"]
    tried = 0
    for turn_id, known in site.some(asked, 24):
        game = Game.objects.get(pk=known["game"])
        if game.paused_at is not None:
            continue
        tried += 1
        if site.goes_on_unasked(game.pk):
            turn = Turn.objects.select_related("seat__user", "game").get(pk=turn_id)
            incoming = replied(known["token"], player(turn), offers(turn)[0])
            assert (incoming.status, incoming.outcome) == (IncomingMail.Status.DONE, "played"), game.name
        else:
            person = User.objects.get(username=known["person"])
            incoming = replied(known["token"], person, "settler")
            assert incoming.outcome != "played"
            # Nobody writes for nothing: the answer comes, and the question that is open now was told.
            assert Delivery.objects.filter(kind=Notification.Kind.REPLY, reason=f"mail:{incoming.pk}").exists()
    assert tried


def test_mails_that_came_and_were_not_read_are_read(site: UpgradedSite) -> None:
    waiting = list(inbox.unread())
    assert waiting
    for incoming in waiting:
        inbox.read(incoming.pk)
        incoming.refresh_from_db()
        assert incoming.status == IncomingMail.Status.DONE
        if incoming.turn and site.goes_on_unasked(incoming.turn.game_id):
            assert incoming.outcome == "played"


def test_a_mail_that_was_dealt_with_is_not_played_again(site: UpgradedSite) -> None:
    done = IncomingMail.objects.filter(status=IncomingMail.Status.DONE, outcome="played").first()
    assert done is not None
    moves = Move.objects.count()
    again, new = feeder.store(bytes(done.raw), token=done.token, sender=done.sender)
    inbox.read(again.pk)
    assert (again.pk, new, Move.objects.count()) == (done.pk, False, moves)


@pytest.mark.parametrize("kind", KINDS)
def test_links_in_mails_that_went_out_lead_somewhere(site: UpgradedSite, kind: str) -> None:
    mails = [sent for sent in site.known["links"] if sent["kind"] == kind]
    assert mails
    for sent in site.some(mails, 2):
        client = Client()
        if sent["person"]:
            client.force_login(User.objects.get(username=sent["person"]))
        seen: set[str] = set()
        for path in sent["paths"]:
            # Of several answers to one question one link is enough.
            sort = re.sub(r"[0-9]+/$", "", path)
            if sort not in seen:
                seen.add(sort)
                assert client.get(path, follow=True).status_code == 200, (sent, path)


def due(game: Game) -> Turn | None:
    """The open turn of the person to move."""
    turns = game.turns.select_related("seat__user", "game").filter(
        status=Turn.Status.OPEN, early=False, ahead_of_turn=False
    )
    return next((turn for turn in turns if not turn.bot_level), None)


def open_turns(name: str) -> Any:
    return Turn.objects.filter(status=Turn.Status.OPEN, early=False, seat__user__username=name)


def replied(token: str, person: User, words: str) -> IncomingMail:
    message = EmailMessage()
    message["From"] = f"{person.username} <{person.email}>"
    message["To"] = reply_address(token)
    message["Message-ID"] = f"<{token}.later@example.org>"
    message.set_content(words)
    incoming, _new = feeder.store(message.as_bytes(), token=token, sender=person.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    return incoming
