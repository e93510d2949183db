"""The whole site only read for a while: every change is refused or waits, and nobody loses anything over it."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from bots import tasks as bots
from games import site_state
from games.mail import feeder, inbox
from games.mail import tasks as mail_tasks
from games.models import AuditEntry, Delivery, Game, IncomingMail, Notification, Outage, SiteState, Turn
from games.notifications.tasks import deliver
from games.people.models import User
from games.site_state import ReadOnly
from games.table import bot_queue, locked_turns, site_switches
from games.table.errors import NotModerator
from games.table.tasks import sweep
from tests.api.programs import kind_of, program_of
from tests.factories import UserFactory
from tests.mail.conftest import decide, written
from tests.staff.signing_in import staff_client
from tests.table.games import LIMIT, answer, bot_turns, fresh, opened, person_turn, player
from tests.web.pages import answer_form, client_of, forms

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    return opened(anna, bob)


@pytest.fixture
def admin(db: None) -> User:
    cache.clear()  # of codes that were used
    return UserFactory.create(username="ada", is_staff=True, is_superuser=True)


def came(turn: Turn, words: str) -> IncomingMail:
    """An answer by mail, as the listener keeps it."""
    return feeder.store(written(turn, words).as_bytes(), token=turn.token, sender=player(turn).email)[0]


def switch(on: bool) -> None:
    assert site_switches.switch_read_only(on, by=None)


def test_pages_are_shown_and_change_nothing(game: Game) -> None:
    turn = person_turn(game)
    browser = client_of(player(turn))
    switch(True)
    page = browser.get(f"/games/{game.pk}/")
    assert page.status_code == 200
    assert "change nothing for now" in page.content.decode()
    refused = browser.post(f"/turns/{turn.pk}/answer/", {"move": "settler"})
    assert (refused.status_code, refused["Retry-After"]) == (503, "120")
    assert "Nothing was changed" in refused.content.decode()
    note = browser.post(f"/turns/{turn.pk}/answer/", {"move": "settler"}, headers={"HX-Request": "true"})
    assert (note.status_code, note["HX-Retarget"]) == (503, "#notes")
    assert "<html" not in note.content.decode()
    assert fresh(game).plies == game.plies
    switch(False)
    assert "change nothing for now" not in browser.get("/").content.decode()


def test_programs_are_told_when_to_come_again(game: Game) -> None:
    turn = person_turn(game)
    program = program_of(player(turn))
    site_switches.switch_read_only(True, by=None, until=timezone.now() + 10 * MINUTE)
    response = program.raw("POST", f"turns/{turn.pk}/play/", {"lines": ["settler"]}, {"Idempotency-Key": "k"})
    assert kind_of(response.json()) == "read-only"
    assert response.status_code == 503
    assert response["Content-Type"] == "application/problem+json"
    assert 590 <= int(response["Retry-After"]) <= 600
    assert len(program.ask("turns/")["results"]) == 1
    switch(False)
    assert program.post(f"turns/{turn.pk}/play/", {"lines": ["settler"]}, key="k")["done"] == ["settler"]


def test_one_can_sign_in_and_out_and_get_a_code_for_it(
    anna: User, game: Game, client: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    switch(True)
    assert client.post("/accounts/login/code/", {"email": anna.email}).status_code == 302
    deliver()
    sent = Delivery.objects.filter(status=Delivery.Status.SENT)
    assert {row.kind for row in sent} == {Notification.Kind.ACCOUNT}
    assert Delivery.objects.filter(status=Delivery.Status.PENDING, game=game).exists()
    other = Client()
    assert other.post("/accounts/login/", {"login": "anna", "password": "password"}).status_code == 302
    assert other.get("/preferences/").status_code == 200
    assert other.post("/accounts/logout/").status_code == 302
    switch(False)
    deliver()
    assert not Delivery.objects.filter(status=Delivery.Status.PENDING, game=game).exists()


def test_a_mail_that_comes_is_kept_and_played_afterwards(game: Game) -> None:
    turn = person_turn(game)
    switch(True)
    row = came(turn, "settler")
    mail_tasks.read()
    assert IncomingMail.objects.get(pk=row.pk).status == IncomingMail.Status.NEW
    switch(False)
    mail_tasks.read()
    assert IncomingMail.objects.get(pk=row.pk).outcome == "played"


def test_nobodys_time_runs_however_short_it_is(game: Game) -> None:
    turn = person_turn(game)
    before = turn.deadline
    assert before is not None
    with time_machine.travel(timezone.now(), tick=False) as clock:
        sweep()
        switch(True)
        clock.shift(LIMIT + MINUTE)
        sweep()
        assert not fresh_turn(turn).timed_out
        assert fresh_turn(turn).deadline == before + LIMIT + MINUTE
        switch(False)
        sweep()
        assert not fresh_turn(turn).timed_out
        assert fresh_turn(turn).deadline == before + LIMIT + MINUTE
        switch(True)
        clock.shift(timedelta(seconds=20))
        switch(False)
        assert fresh_turn(turn).deadline == before + LIMIT + MINUTE + timedelta(seconds=20)
    assert Outage.objects.count() == 2


def fresh_turn(turn: Turn) -> Turn:
    return Turn.objects.get(pk=turn.pk)


def test_bots_rest_and_one_that_was_thinking_gives_its_turn_back(anna: User, sent: list[str]) -> None:
    game = opened(anna, bots=3, secret="01" * 32)
    (turn,) = bot_turns(game)
    held = bot_queue.claim_next()
    assert held == turn.pk
    switch(True)
    bots.think_in_claimed_turn(held)
    assert (fresh_turn(turn).claimed_at, fresh_turn(turn).attempts) == (None, 0)
    bots.think_for_open_turns()
    assert fresh_turn(turn).status == Turn.Status.OPEN
    switch(False)
    bots.think_for_open_turns()
    assert fresh_turn(turn).status == Turn.Status.CLOSED


def test_what_began_before_changes_nothing_after(game: Game) -> None:
    turn = person_turn(game)
    row = came(turn, "settler")
    assert inbox.claim_next() == row.pk
    switch(True)
    with pytest.raises(ReadOnly):
        answer(turn, "settler")
    inbox.read_claimed(row.pk)
    kept = IncomingMail.objects.get(pk=row.pk)
    assert (kept.status, kept.attempts, kept.claimed_at) == (IncomingMail.Status.NEW, 0, None)
    with site_state.maintenance():
        decide(turn, "settler")
    assert fresh(game).plies > game.plies


def test_a_page_that_was_asked_for_before_says_so_too(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = person_turn(game)

    def late(*_args: object, **_more: object) -> None:
        raise ReadOnly

    monkeypatch.setattr(locked_turns, "lock_game", late)
    browser = client_of(player(turn))
    form = answer_form(browser.get(f"/games/{game.pk}/"))
    assert form is not None
    assert browser.post(form.action, form.pressed()).status_code == 503
    program = program_of(player(turn))
    assert kind_of(program.post(f"turns/{turn.pk}/play/", {"lines": ["settler"]}, 503)) == "read-only"


def test_another_process_knows_of_it_within_seconds(game: Game) -> None:
    site_state.cache_status(site_state.SiteStatus(), 0.0)
    SiteState.objects.create(pk=1, read_only_since=timezone.now())
    with pytest.raises(ReadOnly):
        answer(person_turn(game), "settler")
    assert site_state.CACHED_FOR_S < 5


def test_an_administrator_switches_it_by_a_page_that_tells_what_it_does(admin: User, game: Game) -> None:
    staff = staff_client(admin)
    for on in (True, False):
        page = staff.get("/staff/read-only/")
        form = next(form for form in forms(page) if form.method == "post" and "on" in form.fields)
        assert staff.post("/staff/read-only/", form.fields | {"reason": ""}).status_code == 200
        assert site_state.is_read_only() is not on
        assert (
            staff.post("/staff/read-only/", form.fields | {"reason": "a new disk", "minutes": "30"}).status_code == 302
        )
        assert site_state.is_read_only() is on
    entries = AuditEntry.objects.filter(action="switch read-only mode").order_by("pk")
    assert [(entry.actor, entry.reason, entry.details) for entry in entries] == [
        (admin, "a new disk", {"on": True}),
        (admin, "a new disk", {"on": False}),
    ]


def test_moderators_set_the_banner_but_do_not_stop_the_site(db: None) -> None:
    cache.clear()
    mona = UserFactory.create(username="mona", is_staff=True)
    assert staff_client(mona).get("/staff/banner/").status_code == 200
    assert staff_client(mona).get("/staff/read-only/").status_code == 403
    with pytest.raises(NotModerator):
        site_switches.switch_read_only(True, by=mona)


@pytest.mark.usefixtures("more_languages")
def test_a_banner_stands_on_every_page_in_the_readers_language_until_its_time(admin: User, client: Client) -> None:
    now = timezone.now()
    until = f"{now + 2 * timedelta(hours=1):%Y-%m-%dT%H:%M}"
    staff = staff_client(admin)
    texts = {"text_en": "We move <house>\non Monday.", "text_de": "Montag ist Umzug."}
    assert staff.post("/staff/banner/", texts).status_code == 200  # no end
    assert staff.post("/staff/banner/", {"until": until, "text_de": "Montag"}).status_code == 200  # not in English
    assert site_state.current_status().banner_now() == ""
    assert staff.post("/staff/banner/", texts | {"until": until}).status_code == 302
    for page in ("/", "/accounts/login/", "/games/watch/", "/privacy/", "/api/v1/docs/"):
        assert "We move &lt;house&gt; on Monday." in client.get(page).content.decode(), page
    assert "Montag ist Umzug." in client.get("/", headers={"Accept-Language": "de"}).content.decode()
    assert "We move" in staff.get("/staff/admin/").content.decode()
    with time_machine.travel(now + 3 * timedelta(hours=1)):
        assert not re.search("We move", client.get("/").content.decode())
    assert "There is no banner any more." in staff.post("/staff/banner/", {"text_en": ""}, follow=True).content.decode()
    assert site_state.current_status().banner_now() == ""
    assert AuditEntry.objects.filter(action="announce", actor=admin).count() == 2


def test_the_operator_does_both_at_the_console(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    output = StringIO()
    call_command("read_only", "on", "--minutes", "5", "--reason", "a new disk", stdout=output)
    assert site_state.is_read_only()
    assert "only been read since" in output.getvalue()
    call_command("read_only", stdout=output)
    assert site_state.is_read_only()
    call_command("read_only", "off", stdout=output)
    assert not site_state.is_read_only()
    call_command("banner", "Monday we move", "--hours", "2", stdout=output)
    assert site_state.current_status().banner_now() == "Monday we move"
    for wrong in (["banner", "x" * 501], ["banner", "x", "--hours", "0"], ["banner", "x", "--in", "xx", "y"]):
        with pytest.raises(CommandError):
            call_command(*wrong, stdout=output)
    with pytest.raises(CommandError):
        call_command("read_only", "off", "--minutes", "5", stdout=output)
    call_command("banner", stdout=output)
    assert site_state.current_status().banner_now() == ""
