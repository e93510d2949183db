"""Reports: who may report what, what staff see and do, who hears what, and what is kept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from time_machine import travel

from games.models import AuditEntry, Game, Notification, PersonNote, Report, TalkMessage
from games.people.models import User
from games.table import account_export, reports, talk
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.errors import (
    BadReport,
    CannotModerate,
    NoReason,
    NoSuchGame,
    NoSuchMessage,
    NoSuchPerson,
    NotModerator,
    Silenced,
    Suspended,
    TooMany,
)
from games.table.moderation import conduct, removal
from games.table.moderation import reports as deciding
from games.table.moderation.reports import Decision
from games.table.resignation import resign
from games.table.suspension import suspend
from games.table.takeover import take_over
from games.table.talk_shown import talk_of
from tests.factories import UserFactory
from tests.table.games import audit_entries, opened, with_program

pytestmark = pytest.mark.django_db
Outcome = Report.Outcome
WEEK = timedelta(days=7)


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return opened(anna, bob, chris)


@pytest.fixture
def mona(db: None) -> User:
    """A moderator, signed in with two factors."""
    moderator = UserFactory.create(username="mona", is_staff=True)
    moderator.two_factors = True
    return moderator


def said(game: Game, by: User, text: str = "You fool!") -> TalkMessage:
    return talk.say(game.pk, by, text)


def reported(game: Game, by: User, message: TalkMessage, words: str = "") -> Report:
    return reports.report_message(game.pk, by, message.pk, "insult", words)


def told(person: User) -> list[str]:
    """What the notices to somebody say."""
    rows = Notification.objects.filter(user=person, kind=Notification.Kind.NOTICE).order_by("pk")
    return [row.content["text"] for row in rows]


def test_a_message_is_reported_with_a_copy_of_what_stands_around_it(game: Game, anna: User, bob: User) -> None:
    said(game, anna, "Nice move.")
    insult = said(game, bob)
    report = reported(game, anna, insult, "  He does it again\u202e. ")
    assert [row["text"] for row in report.quoted] == ["Nice move.", "You fool!"]
    assert (report.person, report.game, report.words) == (bob, game, "He does it again.")
    close_account(bob, None)
    report.refresh_from_db()
    assert report.quoted[1]["text"] == "You fool!"


def test_only_what_one_can_read_is_reported_and_copied(game: Game, anna: User, bob: User, chris: User) -> None:
    insult = said(game, bob)
    with pytest.raises(NoSuchMessage):
        reported(game, UserFactory.create(), insult)
    with pytest.raises(BadReport):
        reported(game, bob, insult)
    resign(game.pk, chris)
    later = said(game, bob, "Now that Chris is away")
    with pytest.raises(NoSuchMessage):
        reported(game, chris, later)
    assert [row["text"] for row in reported(game, chris, insult).quoted] == ["You fool!"]
    assert reported(game, anna, insult).quoted[-1]["text"] == "Now that Chris is away"


def test_what_was_deleted_with_an_account_is_neither_reported_nor_copied(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    deleted = said(game, bob)
    close_account(bob, bob)
    with pytest.raises(NoSuchMessage):
        reported(game, anna, deleted)
    assert [row["text"] for row in reported(game, anna, said(game, chris, "Fools!")).quoted] == ["Fools!"]


def test_a_person_is_reported_by_whoever_may_know_of_them(game: Game, anna: User, bob: User) -> None:
    User.objects.filter(username="bob").update(profile_shown="nobody")
    assert reports.report_person(anna, "BOB", "unfair", "").person == bob
    for name in ("bob", "nobody-of-that-name"):
        with pytest.raises(NoSuchPerson):
            reports.report_person(UserFactory.create(), name, "unfair", "")
    with pytest.raises(BadReport):
        reports.report_person(bob, "bob", "unfair", "")


def test_whoever_has_lost_their_seat_is_reported_by_those_they_have_met(
    game: Game, anna: User, bob: User, david: User
) -> None:
    User.objects.filter(username="bob").update(profile_shown="nobody")
    resign(game.pk, bob)
    take_over(game.pk, game.seats.get(user=bob).index, david)
    assert reports.report_person(anna, "bob", "stalling", "").person == bob
    with pytest.raises(NoSuchPerson):
        reports.report_person(david, "bob", "stalling", "")


def test_a_game_is_reported_by_whoever_may_watch_it(game: Game, anna: User) -> None:
    assert reports.report_game(game.pk, anna, "unfair", "They play together.").person is None
    with pytest.raises(NoSuchGame):
        reports.report_game(game.pk, UserFactory.create(), "unfair", "")


def test_reporting_the_same_again_changes_nothing_until_it_is_decided(
    game: Game, anna: User, bob: User, mona: User
) -> None:
    insult = said(game, bob)
    first = reported(game, anna, insult, "first")
    assert reported(game, anna, insult, "second") == first
    assert deciding.decide(first.pk, mona, Decision(Outcome.NOTHING), "harmless")
    assert reported(game, anna, insult) != first


def test_reports_are_bounded_in_number_and_size(
    game: Game, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadReport, match="too long"):
        reported(game, anna, said(game, bob), "x" * 1001)
    with pytest.raises(BadReport):
        reports.report_game(game.pk, anna, "because", "")
    monkeypatch.setattr(reports, "MAX_A_DAY", 2)
    reported(game, anna, said(game, bob))
    reports.report_game(game.pk, anna, "other", "")
    with pytest.raises(TooMany):
        reports.report_person(anna, "bob", "other", "")
    with travel(timezone.now() + timedelta(days=2)):
        monkeypatch.setattr(reports, "MAX_OPEN", 2)
        with pytest.raises(TooMany):
            reports.report_person(anna, "bob", "other", "")


def test_suspended_people_report_nothing(game: Game, anna: User, bob: User) -> None:
    insult = said(game, bob)
    suspend(anna, None, "a test")
    with pytest.raises(Suspended):
        reported(game, User.objects.get(pk=anna.pk), insult)


def test_one_decision_settles_all_reports_of_a_message_and_acts(
    game: Game, anna: User, bob: User, chris: User, mona: User
) -> None:
    insult = said(game, bob)
    first, second = reported(game, anna, insult), reported(game, chris, insult)
    decision = Decision(Outcome.ACTED, "Thanks!", remove=True, warning="Be kind.", silence=WEEK)
    assert deciding.decide(first.pk, mona, decision, "an insult")
    for report, reporter in ((first, anna), (second, chris)):
        report.refresh_from_db()
        assert (report.outcome, report.answer, report.decided_by) == ("acted", "Thanks!", mona)
        assert "have acted. Thanks!" in told(reporter)[-1]
        assert "bob" not in told(reporter)[-1]
        assert next(one for one in talk_of(game, reporter).messages if one.id == insult.pk).removed
    bob.refresh_from_db()
    assert bob.warning == "Be kind."
    assert bob.silenced_until is not None
    assert [text for text in told(bob) if "anna" in text or "chris" in text] == []
    assert len(told(bob)) == 3
    with pytest.raises(Silenced):
        said(game, bob, "But")
    assert not deciding.decide(second.pk, mona, Decision(Outcome.NOTHING), "again")


def test_a_decision_that_comes_too_late_does_nothing_at_all(game: Game, anna: User, bob: User, mona: User) -> None:
    report = reported(game, anna, said(game, bob))
    deciding.decide(report.pk, mona, Decision(Outcome.NOTHING), "harmless")
    before = AuditEntry.objects.count()
    assert not deciding.decide(report.pk, mona, Decision(Outcome.ACTED, warning="No!", remove=True), "an insult")
    bob.refresh_from_db()
    assert (bob.warning, AuditEntry.objects.count()) == ("", before)
    assert TalkMessage.objects.get().removed_at is None


def test_a_decision_that_does_not_fit_changes_nothing(game: Game, anna: User, bob: User, mona: User) -> None:
    report = reports.report_game(game.pk, anna, "unfair", "")
    for decision in (
        Decision(Outcome.OPEN),
        Decision(Outcome.NOTHING, warning="No!"),
        Decision(Outcome.ACTED, warning="Nobody is reported."),
        Decision(Outcome.ACTED, remove=True),
        Decision(Outcome.ACTED, answer="x" * 1001),
    ):
        with pytest.raises(BadReport):
            deciding.decide(report.pk, mona, decision, "a test")
    with pytest.raises(NoReason):
        deciding.decide(report.pk, mona, Decision(Outcome.NOTHING), " ")
    report.refresh_from_db()
    assert report.outcome == Outcome.OPEN


def test_whoever_is_concerned_does_not_decide(game: Game, anna: User, bob: User, chris: User, mona: User) -> None:
    insult = said(game, bob)
    report = reported(game, anna, insult)
    for player in (anna, bob, chris):
        User.objects.filter(pk=player.pk).update(is_staff=True)
        staff = User.objects.get(pk=player.pk)
        staff.two_factors = True
        with pytest.raises(NotModerator):
            deciding.decide(report.pk, staff, Decision(Outcome.NOTHING), "mine")
    resign(game.pk, chris)
    left = User.objects.get(pk=chris.pk)
    left.two_factors = True
    with pytest.raises(NotModerator):
        deciding.decide(report.pk, left, Decision(Outcome.NOTHING), "I sat there")
    with pytest.raises(NotModerator):
        deciding.decide(report.pk, UserFactory.create(), Decision(Outcome.NOTHING), "I am nobody")
    assert deciding.decide(report.pk, mona, Decision(Outcome.NOTHING), "harmless")


def test_a_removed_message_leaves_a_mark_and_can_come_back(game: Game, anna: User, bob: User, mona: User) -> None:
    insult = said(game, bob)
    version = Game.objects.get(pk=game.pk).version
    assert removal.remove_message(game.pk, insult.pk, mona, "an insult")
    assert not removal.remove_message(game.pk, insult.pk, mona, "an insult")
    assert Game.objects.get(pk=game.pk).version > version
    shown = talk_of(game, anna).messages[-1]
    assert (shown.removed, shown.text) == (True, "")
    assert "an insult" in told(bob)[-1]
    assert removal.put_message_back(game.pk, insult.pk, mona, "a mistake")
    assert talk_of(game, anna).messages[-1].text == "You fool!"
    assert [entry.details for entry in audit_entries("remove a message")] == [
        {"message": insult.pk},
        {"message": insult.pk, "back": True},
    ]
    with pytest.raises(NoSuchMessage):
        removal.remove_message(game.pk, 0, mona, "none")
    with pytest.raises(NotModerator):
        removal.remove_message(game.pk, insult.pk, anna, "I do not like it")


def test_whoever_owns_a_program_is_told_of_its_removed_message(anna: User, bob: User, mona: User) -> None:
    game, robo = with_program(anna, bob, owner_sits=True, allowed=True)
    insult = said(game, robo)
    removal.remove_message(game.pk, insult.pk, mona, "an insult")
    removal.put_message_back(game.pk, insult.pk, mona, "a mistake")
    assert told(anna)[-2:] == [
        f"Staff have removed something that your program robo said in “{game.name}”: an insult",
        f"Staff show again what your program robo said in “{game.name}”: a mistake",
    ]


def test_a_warning_stands_until_it_is_read(bob: User, mona: User) -> None:
    conduct.warn(bob, mona, "Be kind.")
    assert "Be kind." in told(bob)[-1]
    assert conduct.acknowledge_warning(bob)
    assert not conduct.acknowledge_warning(bob)
    bob.refresh_from_db()
    assert bob.warning == ""


def test_silence_ends_by_itself_or_by_staff(game: Game, bob: User, mona: User) -> None:
    conduct.silence(bob, mona, WEEK, "insults")
    with pytest.raises(Silenced):
        said(game, bob)
    with travel(timezone.now() + timedelta(days=8)):
        assert said(game, bob)
    assert conduct.end_silence(bob, mona, "enough")
    assert said(game, bob)
    assert not conduct.end_silence(bob, mona, "enough")
    with pytest.raises(BadReport):
        conduct.silence(bob, mona, timedelta(days=4000), "for ever")


def test_staff_do_nothing_to_themselves_and_only_administrators_to_staff(bob: User, mona: User) -> None:
    other = UserFactory.create(is_staff=True)
    with pytest.raises(NotModerator):
        conduct.warn(other, mona, "Be kind.")
    with pytest.raises(NotModerator):
        conduct.silence(mona, bob, WEEK, "I am nobody")
    with pytest.raises(NotModerator):
        conduct.note_person(mona, bob, "I am nobody")
    User.objects.filter(pk=mona.pk).update(is_superuser=True)
    ada = User.objects.get(pk=mona.pk)
    ada.two_factors = True
    conduct.warn(other, ada, "Be kind.")
    with pytest.raises(CannotModerate):
        conduct.warn(ada, ada, "Be kind.")


def test_a_note_about_somebody_goes_with_their_account_and_is_in_no_export(bob: User, mona: User) -> None:
    conduct.note_person(bob, mona, "Twice insulted others.")
    rows = [row for read in account_export._FILES.values() for row in read(bob)]
    assert "Twice insulted" not in str(rows)
    close_account(bob, None)
    assert not PersonNote.objects.exists()


def test_what_was_said_in_a_decided_report_is_kept_for_a_time_only(
    game: Game, anna: User, bob: User, mona: User
) -> None:
    report = reported(game, anna, said(game, bob), "He insults me.")
    waiting = reports.report_game(game.pk, anna, "other", "still open")
    deciding.decide(report.pk, mona, Decision(Outcome.NOTHING, "No."), "harmless")
    assert deciding.forget_decided() == 0
    with travel(timezone.now() + deciding.KEPT_FOR + timedelta(days=1)):
        assert deciding.forget_decided() == 1
    report.refresh_from_db()
    waiting.refresh_from_db()
    assert (report.words, report.quoted, report.answer) == ("", [], "")
    assert waiting.words == "still open"


def test_ones_own_reports_are_in_ones_export_alone(game: Game, anna: User, bob: User) -> None:
    reported(game, anna, said(game, bob), "He insults me.")
    rows = {person: list(account_export._FILES["reports"](person)) for person in (anna, bob)}
    assert [row["words"] for row in rows[anna]] == ["He insults me."]
    assert rows[bob] == []


def test_reporting_somebody_who_has_blocked_one_tells_nothing(game: Game, anna: User, bob: User) -> None:
    block(bob, "anna")
    assert reported(game, anna, said(game, bob)).person == bob
