"""What staff see of reports, and what they do about how people behave."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, Delivery, Game, PersonNote, Report, TalkMessage
from games.people.models import User
from games.table import reports, talk
from games.table.moderation.reports import Decision, decide
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import opened, with_program

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(game: Game, anna: User, bob: User) -> Report:
    insult = talk.say(game.pk, bob, "You <b>fool</b>!")
    return reports.report_message(game.pk, anna, insult.pk, "insult", "He does it again.")


def test_an_open_report_is_counted_and_shown_with_its_context(staff: Client, report: Report) -> None:
    assert ">1</b> <span>open report<" in staff.get("/staff/").content.decode()
    assert f"/staff/reports/{report.pk}/" in staff.get("/staff/figures/reports/").content.decode()
    page = staff.get(f"/staff/reports/{report.pk}/").content.decode()
    for shown in ("You &lt;b&gt;fool&lt;/b&gt;!", "He does it again.", "/staff/people/bob/", "/staff/people/anna/"):
        assert shown in page


def test_staff_decide_it_with_all_that_follows(staff: Client, report: Report, bob: User) -> None:
    given = {"outcome": "acted", "remove": "on", "warning": "Be kind.", "days": "7", "reason": "an insult"}
    page = staff.post(f"/staff/reports/{report.pk}/decide/", given, follow=True).content.decode()
    assert "It is decided" in page
    assert 'name="outcome"' not in page
    bob.refresh_from_db()
    assert bob.warning == "Be kind."
    assert TalkMessage.objects.get().removed_at is not None
    assert f"/staff/reports/{report.pk}/" in staff.get("/staff/reports/").content.decode()
    again = staff.post(f"/staff/reports/{report.pk}/decide/", given, follow=True).content.decode()
    assert "decided already" in again
    person = staff.get("/staff/people/bob/").content.decode()
    assert "They are silenced until" in person
    assert f"/staff/reports/{report.pk}/" in person


def test_a_decision_without_an_outcome_is_asked_for_one(staff: Client, report: Report) -> None:
    answer = staff.post(f"/staff/reports/{report.pk}/decide/", {"reason": "hm"})
    assert answer.status_code == 422
    assert Report.objects.get().outcome == ""
    assert staff.get(f"/staff/reports/{report.pk}/decide/").status_code == 302
    assert staff.get("/staff/reports/0/").status_code == 404


def test_staff_whom_a_report_concerns_do_not_find_it(mona: User, anna: User) -> None:
    game = opened(anna, mona)
    insult = talk.say(game.pk, mona, "You fool!")
    report = reports.report_message(game.pk, anna, insult.pk, "insult", "")
    staff = staff_client(mona)
    assert staff.get(f"/staff/reports/{report.pk}/").status_code == 404
    assert staff.post(f"/staff/reports/{report.pk}/decide/", {"outcome": "nothing", "reason": "x"}).status_code == 404
    # Neither do the lists name it, nor the audit trail who has reported.
    for path in ("/staff/figures/reports/", "/staff/reports/", f"/staff/people/{mona.username}/"):
        assert f"/staff/reports/{report.pk}/" not in staff.get(path).content.decode()
    assert "report" not in {entry.action for entry in AuditEntry.objects.all()}


def test_staff_who_have_reported_something_do_not_find_what_others_say_of_it(mona: User, anna: User, bob: User) -> None:
    opened(anna, bob, mona)
    own, other = (reports.report_person(one, bob.username, "unfair", "look") for one in (mona, anna))
    about_anna = reports.report_person(bob, anna.username, "unfair", "")
    staff = staff_client(mona)
    for report in (own, other):
        assert staff.get(f"/staff/reports/{report.pk}/").status_code == 404
    assert staff.get(f"/staff/reports/{about_anna.pk}/").status_code == 200


def test_staff_whom_a_report_concerns_do_not_learn_from_mails_who_has_reported(
    mona: User, anna: User, admin: User
) -> None:
    game = opened(anna, mona)
    insult = talk.say(game.pk, mona, "You fool!")
    report = reports.report_message(game.pk, anna, insult.pk, "insult", "")
    decide(report.pk, None, Decision(Report.Outcome.NOTHING), "it is not so bad")
    told = Delivery.objects.get(user=anna, kind="notice")
    Delivery.objects.filter(pk=told.pk).update(
        subject="what came of it", status="failed", next_attempt_at=timezone.now()
    )
    assert told.notification is not None
    pages = (
        "/staff/people/anna/",
        "/staff/search/?q=what+came",
        "/staff/figures/outbox-failed/",
        "/staff/admin/games/delivery/",
        f"/staff/admin/games/notification/?q={anna.username}",
    )
    links = (f"/staff/mails/out/{told.pk}/", f"/delivery/{told.pk}/change/", f"/{told.notification.pk}/change/")
    concerned, other = staff_client(mona), staff_client(admin)
    for page in pages:
        assert not any(link in concerned.get(page).content.decode() for link in links), page
        assert any(link in other.get(page).content.decode() for link in links), page
    assert concerned.get(links[0]).status_code == 404
    assert other.get(links[0]).status_code == 200
    assert concerned.get(f"/staff/admin/games/delivery/{told.pk}/change/").status_code == 302


def test_staff_warn_silence_and_note_on_the_page_of_a_person(staff: Client, bob: User) -> None:
    def do(action: str, **given: str) -> str:
        assert staff.get(f"/staff/people/bob/conduct/{action}/").status_code == 200
        return staff.post(f"/staff/people/bob/conduct/{action}/", given, follow=True).content.decode()

    assert "bob is warned." in do("warn", reason="Be kind.")
    assert "They are silenced until" in do("silence", days="3", reason="insults")
    assert "They are silenced until" not in do("talk-again", reason="enough")
    assert "Twice warned." in do("note", reason="Twice warned.")
    assert PersonNote.objects.get().person == bob
    assert staff.get("/staff/people/bob/conduct/praise/").status_code == 404


def test_staff_see_what_was_reported_and_done_about_programs_with_their_owner(
    staff: Client, anna: User, bob: User
) -> None:
    game, robo = with_program(bob, anna, owner_sits=True, allowed=True)
    of_program = reports.report_message(game.pk, anna, talk.say(game.pk, robo, "beep, fool").pk, "insult", "")
    decide(of_program.pk, None, Decision(Report.Outcome.ACTED, remove=True), "programs must be polite")
    of_owner = reports.report_person(anna, "bob", "insult", "")
    for page in ("/staff/people/bob/", f"/staff/reports/{of_owner.pk}/"):
        assert f"/staff/reports/{of_program.pk}/" in staff.get(page).content.decode()
    assert "programs must be polite" in staff.get(f"/staff/reports/{of_owner.pk}/").content.decode()


def test_staff_remove_a_message_where_they_have_looked_and_put_it_back(staff: Client, game: Game, bob: User) -> None:
    insult = talk.say(game.pk, bob, "You fool!")
    address = f"/staff/games/{game.pk}/talk/{insult.pk}/"
    looked = staff.post(f"/staff/games/{game.pk}/talk/", {"reason": "a complaint"}).content.decode()
    assert address in looked
    staff.post(address, {"reason": "an insult"})
    assert TalkMessage.objects.get().removed_at is not None
    staff.post(address, {"reason": "a mistake", "back": "1"})
    assert TalkMessage.objects.get().removed_at is None
    staff.post(address, {})
    assert TalkMessage.objects.get().removed_at is None


def test_nobody_else_sees_or_decides_anything(report: Report, bob: User) -> None:
    for person in (bob, UserFactory.create()):
        client = Client()
        client.force_login(person)
        for path in (f"/staff/reports/{report.pk}/", "/staff/reports/", "/staff/people/bob/conduct/warn/"):
            assert client.get(path).status_code == 403
        assert client.post(f"/staff/reports/{report.pk}/decide/", {"outcome": "nothing"}).status_code == 403


def test_staff_read_notes_about_others_and_none_about_themselves(mona: User, admin: User, bob: User) -> None:
    for person in (mona, bob):
        PersonNote.objects.create(person=person, by=admin, text=f"about {person.username}", at=timezone.now())
    concerned, other = staff_client(mona), staff_client(admin)
    assert "about bob" in concerned.get("/staff/people/bob/").content.decode()
    assert "about mona" in other.get("/staff/people/mona/").content.decode()
    assert "about mona" not in concerned.get("/staff/people/mona/").content.decode()
