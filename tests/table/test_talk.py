"""Talk at a table: who may talk and read, from when to when; limits, muting, private notes, and who is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation

from games.access import hearing
from games.models import AuditEntry, Delivery, Game, MutedPerson, Notification, PrivateNote, Seat, TalkMessage
from games.notifications import delivery
from games.people.models import User
from games.table import account_export, bot_accounts, talk
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.errors import (
    BadTalk,
    NobodyMet,
    NoSuchMessage,
    NotAllowed,
    NotModerator,
    NotPossible,
    NotSeated,
    Refused,
    Silenced,
    Suspended,
    TooMany,
)
from games.table.guests import open_guest_game
from games.table.moderation.inspection import inspect_talk
from games.table.moderation.seat_replacement import replace_by_person
from games.table.open_games import SeatPlan, join, leave, open_game
from games.table.resignation import resign
from games.table.suspension import suspend
from games.table.takeover import return_to_seat, take_over
from games.table.talk_greetings import GREETINGS
from games.table.talk_rules import TALK_AFTER_END, why_silent
from games.table.talk_shown import ShownMessage, note_of, talk_of, unread_of
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, SECRET, fresh, opened, over, play_on, with_program

pytestmark = pytest.mark.django_db

Kind = Notification.Kind


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return opened(anna, bob, chris)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests say more within a minute than people do."""
    monkeypatch.setattr(talk, "MAX_A_MINUTE", 1000)


def read_by(game: Game, person: User | AnonymousUser) -> list[str]:
    """What somebody reads there."""
    return [message.text for message in seen(game, person)]


def seen(game: Game, person: User | AnonymousUser) -> list[ShownMessage]:
    return list(talk_of(fresh(game), person).messages)


def told(person: User) -> list[Delivery]:
    return list(Delivery.objects.filter(user=person, kind=Kind.TALK).order_by("pk"))


def now_due() -> None:
    Delivery.objects.filter(kind=Kind.TALK, status=Delivery.Status.PENDING).update(next_attempt_at=timezone.now())
    for row in delivery.due():
        delivery.deliver(row.pk)


def finished(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, ended_at=timezone.now())
    return fresh(game)


# --- Saying ----------------------------------------------------------------------------------------------------------


def test_who_sits_at_the_table_says_something_and_the_others_read_it(game: Game, anna: User, bob: User) -> None:
    message = talk.say(game.pk, anna, "Good morning!\nWho has corn?")
    assert message.seat_index == game.seats.get(user=anna).index
    (own,), (others,) = seen(game, anna), seen(game, bob)
    assert others.text == "Good morning!\nWho has corn?"
    assert (others.name, others.own, others.unread) == ("anna", False, True)
    assert (own.own, own.unread) == (True, False)


def test_the_same_key_says_it_once(game: Game, anna: User, bob: User) -> None:
    first = talk.say(game.pk, anna, "hello", key="k")
    again = talk.say(game.pk, anna, "something else", key="k")
    assert first == again
    assert talk.say(game.pk, bob, "hello", key="k") != first
    assert read_by(game, bob) == ["hello", "hello"]


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_greeting_is_read_in_the_readers_language(game: Game, anna: User, bob: User, greeting: str) -> None:
    talk.greet(game.pk, anna, greeting)
    with translation.override("en"):
        assert read_by(game, bob) == [str(GREETINGS[greeting])]
    assert TalkMessage.objects.get().text == greeting


def test_an_unknown_greeting_is_refused(game: Game, anna: User) -> None:
    with pytest.raises(BadTalk):
        talk.greet(game.pk, anna, "rudeness")
    assert not TalkMessage.objects.exists()


def test_people_talk_before_the_start_too(anna: User, bob: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]
    waiting = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    talk.say(waiting.pk, anna, "We begin on Monday.")
    join(waiting.pk, bob)
    assert read_by(waiting, bob) == ["We begin on Monday."]


def test_what_was_said_before_the_start_was_said_at_the_seats_that_people_have_then(
    anna: User, bob: User, chris: User, david: User
) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free"), SeatPlan("free")]
    waiting = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    Game.objects.filter(pk=waiting.pk).update(secret=SECRET)
    people = (anna, bob, chris, david)
    for person in people[1:3]:
        join(waiting.pk, person)
    for person in people[:3]:
        talk.say(waiting.pk, person, "Hello.")
    before = [message.seat for message in seen(waiting, anna)]
    join(waiting.pk, david)
    now = [waiting.seats.get(user=person).index for person in people[:3]]
    assert now != before
    assert [message.seat for message in seen(waiting, anna)] == now


def test_what_was_said_before_somebody_came_is_new_to_them(anna: User, bob: User, chris: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]
    waiting = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    message = talk.say(waiting.pk, anna, "We begin on Monday.")
    join(waiting.pk, bob)
    talk.mark_read(waiting.pk, bob, message.pk)
    leave(waiting.pk, bob)
    join(waiting.pk, chris)
    assert unread_of(fresh(waiting), chris) == 1


def test_who_does_not_sit_there_says_nothing(game: Game) -> None:
    with pytest.raises(NotSeated):
        talk.say(game.pk, UserFactory.create(), "hello")


def test_who_has_resigned_says_nothing_more(game: Game, anna: User) -> None:
    resign(game.pk, anna)
    with pytest.raises(NotSeated):
        talk.say(game.pk, anna, "and another thing")


def test_who_is_suspended_says_nothing(game: Game, anna: User) -> None:
    suspend(anna, None, "rude")
    with pytest.raises(Suspended):
        talk.say(game.pk, User.objects.get(pk=anna.pk), "hello")


def test_who_is_silenced_says_nothing_until_it_is_over_but_keeps_notes(game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(silenced_until=timezone.now() + timedelta(hours=1))
    with pytest.raises(Silenced, match="until"):
        talk.say(game.pk, anna, "hello")
    with pytest.raises(Silenced):
        talk.greet(game.pk, anna, "hello")
    assert talk.write_note(game.pk, anna, "corn") is not None
    User.objects.filter(pk=anna.pk).update(silenced_until=timezone.now() - timedelta(hours=1))
    talk.say(game.pk, anna, "hello")


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u200d", "\u3164\u2800", "\u202e", "\u0301\u0301"])
def test_nothing_that_is_to_be_seen_is_refused(game: Game, anna: User, text: str) -> None:
    with pytest.raises(BadTalk):
        talk.say(game.pk, anna, text)


def test_a_text_has_a_greatest_length(game: Game, anna: User) -> None:
    talk.say(game.pk, anna, "é" * 1000)
    for length in (1001, 100_000):
        with pytest.raises(BadTalk, match="1000"):
            talk.say(game.pk, anna, "x" * length)


def test_nobody_says_more_than_so_much(game: Game, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    other = opened(anna, bob)
    monkeypatch.setattr(talk, "MAX_A_DAY", 3)
    monkeypatch.setattr(talk, "MAX_A_DAY_IN_ALL", 5)
    for _time in range(3):
        talk.say(game.pk, anna, "one")
    with pytest.raises(TooMany):
        talk.greet(game.pk, anna, "hello")
    talk.say(other.pk, anna, "two")
    talk.say(other.pk, anna, "two")
    with pytest.raises(TooMany):
        talk.say(other.pk, anna, "two")
    talk.say(game.pk, bob, "of others nothing is counted")
    TalkMessage.objects.update(said_at=timezone.now() - timedelta(days=2))
    talk.say(game.pk, anna, "the next day")


def test_nobody_says_very_much_at_once(game: Game, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MAX_A_MINUTE", 2)
    talk.say(game.pk, anna, "one")
    talk.say(game.pk, anna, "two")
    with pytest.raises(TooMany, match="minute"):
        talk.say(game.pk, anna, "three")


def test_people_talk_on_for_some_days_after_the_end(game: Game, anna: User) -> None:
    finished(game)
    talk.say(game.pk, anna, "well played")
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - TALK_AFTER_END)
    with pytest.raises(BadTalk, match="over for long"):
        talk.say(game.pk, anna, "one more thing")


def test_a_guest_says_nothing_and_keeps_no_note(db: None) -> None:
    guest, game = open_guest_game("puerto-rico", "random", time_zone="UTC", language="en")
    with pytest.raises(BadTalk, match="sign up"):
        talk.say(game.pk, guest, "hello")
    with pytest.raises(BadTalk, match="sign up"):
        talk.write_note(game.pk, guest, "hello")


def test_what_is_said_changes_neither_the_version_of_the_game_nor_the_trail(game: Game, anna: User, bob: User) -> None:
    before, entries = fresh(game).version, AuditEntry.objects.count()
    talk.say(game.pk, anna, "hello")
    assert (fresh(game).version, AuditEntry.objects.count()) == (before, entries)
    assert Seat.objects.get(game=game, user=bob).private_version == 1


# --- Programs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("owner_sits", "allowed"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_program_talks_and_reads_only_where_its_owner_sits_and_the_host_allows_it(
    anna: User, bob: User, chris: User, owner_sits: bool, allowed: bool
) -> None:
    game, robo = with_program(anna, bob, chris, owner_sits=owner_sits, allowed=allowed)
    talk.say(game.pk, bob, "hello")
    assert bool(read_by(game, robo)) is (owner_sits and allowed)
    if owner_sits and allowed:
        talk.say(game.pk, robo, "beep")
        assert seen(game, bob)[-1].name == "robo (bot of anna)"
    else:
        with pytest.raises(BadTalk, match="Programs"):
            talk.say(game.pk, robo, "beep")


def test_a_program_is_silenced_with_its_owner(anna: User, bob: User) -> None:
    game, robo = with_program(anna, bob, owner_sits=True, allowed=True)
    User.objects.filter(pk=anna.pk).update(silenced_until=timezone.now() + timedelta(hours=1))
    with pytest.raises(Silenced):
        talk.say(game.pk, robo, "beep")


def test_a_program_is_not_heard_by_those_who_do_not_hear_its_owner_nor_hears_whom_its_owner_does_not(
    anna: User, bob: User, chris: User
) -> None:
    game, robo = with_program(anna, bob, chris, owner_sits=True, allowed=True)
    block(bob, "anna")
    talk.mute(chris, anna)
    talk.mute(anna, bob)
    talk.say(game.pk, robo, "beep")
    talk.say(game.pk, bob, "blah")
    now_due()
    assert [read_by(game, person) for person in (anna, robo, bob, chris)] == [
        ["beep", ""],
        ["beep", ""],
        ["", "blah"],
        ["", "blah"],
    ]
    assert [len(told(person)) for person in (anna, bob, chris)] == [1, 0, 1]
    assert hearing.deaf_to(robo.pk, [anna.pk, bob.pk, chris.pk]) == {bob.pk, chris.pk}
    assert hearing.deaf_to(bob.pk, [anna.pk, robo.pk, chris.pk]) == {anna.pk, robo.pk}


# --- Reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", Game.Visibility.values)
@pytest.mark.parametrize("readers", Game.Talk.values)
def test_onlookers_read_it_once_the_game_is_over_unless_the_host_says_otherwise(
    game: Game, anna: User, visibility: str, readers: str
) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=visibility, talk=readers)
    talk.say(game.pk, anna, "a secret of the table")
    member, nobody = UserFactory.create(), AnonymousUser()
    assert read_by(game, member) == read_by(game, nobody) == []
    finished(game)
    open_to_all = readers == Game.Talk.ONLOOKERS
    assert bool(read_by(game, member)) is (open_to_all and visibility != Game.Visibility.PRIVATE)
    assert bool(read_by(game, nobody)) is (open_to_all and visibility == Game.Visibility.PUBLIC)
    assert read_by(game, anna) == ["a secret of the table"]


def test_a_host_without_a_seat_is_an_onlooker(anna: User, bob: User, chris: User) -> None:
    seats = [SeatPlan("free"), SeatPlan("free"), SeatPlan("bot", level="random")]
    game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    for person in (bob, chris):
        join(game.pk, person)
    talk.say(game.pk, bob, "anna is not here")
    assert read_by(game, anna) == []


def test_staff_read_nothing_but_by_a_recorded_look(game: Game, anna: User) -> None:
    talk.say(game.pk, anna, "hello")
    talk.write_note(game.pk, anna, "my plan")
    staff = UserFactory.create(is_staff=True)
    staff.two_factors = True
    assert read_by(game, staff) == []
    (message,) = inspect_talk(game.pk, by=staff, reason="a complaint")
    assert message.text == "hello"
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.actor, entry.reason, entry.details) == (staff, "a complaint", {"what": "talk"})
    with pytest.raises(NotModerator):
        inspect_talk(game.pk, by=anna, reason="curious")


def test_who_took_a_seat_over_reads_only_what_was_said_since(game: Game, anna: User, bob: User, chris: User) -> None:
    talk.say(game.pk, bob, "before")
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY)
    resign(game.pk, chris)
    talk.say(game.pk, bob, "between")
    dora = UserFactory.create(username="dora")
    take_over(game.pk, game.seats.get(user=chris).index, dora)
    talk.say(game.pk, bob, "after")
    assert read_by(game, dora) == ["after"]
    assert read_by(game, anna) == ["before", "between", "after"]
    assert unread_of(fresh(game), dora) == 1


def test_who_has_left_reads_what_was_said_until_then(game: Game, bob: User, chris: User) -> None:
    talk.say(game.pk, bob, "before")
    resign(game.pk, chris)
    talk.say(game.pk, bob, "after")
    assert read_by(game, chris) == ["before"]
    assert unread_of(fresh(game), chris) == 0


def test_who_has_returned_reads_on(game: Game, bob: User, chris: User) -> None:
    talk.say(game.pk, bob, "before")
    resign(game.pk, chris)
    talk.say(game.pk, bob, "about chris")
    return_to_seat(game.pk, chris)
    talk.say(game.pk, bob, "welcome back")
    assert read_by(game, chris) == ["before", "welcome back"]


def test_who_was_replaced_reads_nothing_of_a_private_game_any_more(game: Game, bob: User, chris: User) -> None:
    talk.say(game.pk, bob, "before")
    dora = UserFactory.create(username="dora")
    replace_by_person(game.pk, game.seats.get(user=chris).index, None, "gone", dora)
    talk.say(game.pk, bob, "after")
    assert read_by(game, chris) == []
    assert read_by(game, dora) == ["after"]
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    assert read_by(game, chris) == ["before"]


def test_what_staff_have_removed_leaves_a_mark(game: Game, anna: User, bob: User) -> None:
    message = talk.say(game.pk, anna, "something vile")
    talk.say(game.pk, anna, "sorry")
    TalkMessage.objects.filter(pk=message.pk).update(removed_at=timezone.now())
    for reader in (anna, bob):
        first, second = seen(game, reader)
        assert (first.removed, first.text, first.unread) == (True, "", False)
        assert second.text == "sorry"
    assert unread_of(fresh(game), bob) == 1


def test_what_was_read_is_not_new_any_more(game: Game, anna: User, bob: User) -> None:
    first = talk.say(game.pk, anna, "one")
    talk.say(game.pk, anna, "two")
    assert unread_of(fresh(game), bob) == 2
    talk.mark_read(game.pk, bob, first.pk)
    assert unread_of(fresh(game), bob) == 1
    talk.mark_read(game.pk, bob, 10**9)
    talk.mark_read(game.pk, bob, first.pk)
    assert unread_of(fresh(game), bob) == 0
    talk.say(game.pk, anna, "three")
    talk.say(game.pk, bob, "an answer", sees_all=True)
    assert unread_of(fresh(game), bob) == 0
    with pytest.raises(NotSeated):
        talk.mark_read(game.pk, UserFactory.create(), first.pk)


# --- Muting ----------------------------------------------------------------------------------------------------------


def test_of_somebody_muted_one_sees_only_that_they_said_something(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    message = talk.say(game.pk, anna, "blah")
    talk.mute_author(game.pk, bob, message.pk)
    talk.say(game.pk, anna, "blah blah")
    hidden = seen(game, bob)
    assert [(one.text, one.muted, one.name, one.unread) for one in hidden] == [("", True, "anna", False)] * 2
    assert unread_of(fresh(game), bob) == 0
    assert read_by(game, chris) == ["blah", "blah blah"]
    talk.unmute_author(game.pk, bob, message.pk)
    assert read_by(game, bob) == ["blah", "blah blah"]


def test_the_muted_person_sees_no_difference(game: Game, anna: User, bob: User) -> None:
    talk.mute(bob, anna)
    before = seen(game, anna), fresh(game).version, game.seats.get(user=anna).private_version
    message = talk.say(game.pk, anna, "blah")
    assert [one.text for one in seen(game, anna)] == ["blah"]
    assert fresh(game).version == before[1]
    assert message.pk
    assert not AuditEntry.objects.filter(person=anna, action__contains="mute").exists()


def test_nobody_mutes_themselves_or_whom_they_have_not_read(game: Game, anna: User, bob: User) -> None:
    message = talk.say(game.pk, anna, "hello")
    with pytest.raises(NotPossible):
        talk.mute_author(game.pk, anna, message.pk)
    with pytest.raises(NoSuchMessage):
        talk.mute_author(game.pk, UserFactory.create(), message.pk)
    with pytest.raises(NoSuchMessage):
        talk.mute_author("nosuchga", bob, message.pk)


def test_one_mutes_by_name_only_whom_one_has_met(game: Game, anna: User, bob: User) -> None:
    assert talk.find_companion(anna, "Bob") == bob
    stranger = UserFactory.create(username="stranger")
    for name in (stranger.username, "no-such-name"):
        with pytest.raises(NobodyMet):
            talk.find_companion(anna, name)


def test_programs_and_guests_mute_nobody(anna: User, bob: User) -> None:
    robo = bot_accounts.create_bot_account(anna, "robo")
    with pytest.raises(NotAllowed):
        talk.mute(robo, bob)


def test_the_number_of_muted_people_is_bounded(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MAX_MUTED", 1)
    talk.mute(anna, bob)
    talk.mute(anna, bob)
    with pytest.raises(TooMany):
        talk.mute(anna, UserFactory.create())


# --- Who is told -----------------------------------------------------------------------------------------------------


def test_the_others_are_told_once_after_some_minutes(game: Game, anna: User, bob: User, chris: User) -> None:
    talk.say(game.pk, anna, "one")
    talk.say(game.pk, anna, "two")
    assert told(anna) == []
    for person in (bob, chris):
        (row,) = told(person)
        assert row.next_attempt_at - row.created_at == timedelta(minutes=5)


def test_who_has_read_it_meanwhile_gets_no_mail(game: Game, anna: User, bob: User, chris: User) -> None:
    message = talk.say(game.pk, anna, "one")
    talk.mark_read(game.pk, bob, message.pk)
    now_due()
    assert [row.status for row in (*told(bob), *told(chris))] == [Delivery.Status.DROPPED, Delivery.Status.SENT]


def test_who_mutes_the_speaker_or_has_left_is_not_told(game: Game, anna: User, bob: User, chris: User) -> None:
    talk.mute(bob, anna)
    talk.say(game.pk, anna, "one")
    resign(game.pk, chris)
    now_due()
    assert told(bob) == []
    assert [row.status for row in told(chris)] == [Delivery.Status.DROPPED]


def test_whom_one_has_blocked_one_does_not_hear_and_they_see_no_difference(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    block(bob, "anna")
    talk.say(game.pk, anna, "blah")
    talk.say(game.pk, bob, "hello")
    now_due()
    assert [one.text for one in seen(game, bob)] == ["", "hello"]
    assert [one.text for one in seen(game, anna)] == ["blah", "hello"]
    assert [len(told(person)) for person in (anna, bob, chris)] == [1, 0, 1]


def test_who_mutes_the_speaker_meanwhile_gets_no_mail(game: Game, anna: User, bob: User) -> None:
    talk.say(game.pk, anna, "one")
    talk.mute(bob, anna)
    now_due()
    assert [row.status for row in told(bob)] == [Delivery.Status.DROPPED]


def test_a_second_mail_comes_an_hour_later_unless_one_has_answered(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    talk.say(game.pk, anna, "one")
    now_due()
    talk.say(game.pk, bob, "an answer")
    talk.say(game.pk, anna, "two")
    waits = [(row.next_attempt_at - row.created_at) for person in (bob, chris) for row in told(person)[1:]]
    assert waits[0] == timedelta(minutes=5)
    assert timedelta(minutes=50) < waits[1] <= timedelta(hours=1)


def test_who_wants_bundles_is_told_in_the_next_one(game: Game, anna: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(mails_every=24, mails_hour=8)
    talk.say(game.pk, anna, "one")
    now_due()
    (row,) = told(bob)
    assert row.status == Delivery.Status.PENDING
    assert Delivery.objects.filter(user=bob, kind=Kind.DIGEST).exists()


# --- Notes -----------------------------------------------------------------------------------------------------------


def test_a_note_is_its_persons_alone(game: Game, anna: User, bob: User) -> None:
    talk.write_note(game.pk, anna, "bob plays corn")
    assert note_of(game, anna) == "bob plays corn"
    assert note_of(game, bob) == ""
    talk.write_note(game.pk, anna, "bob plays indigo")
    assert PrivateNote.objects.get().text == "bob plays indigo"
    assert talk.write_note(game.pk, anna, " \n") is None
    assert not PrivateNote.objects.exists()


def test_a_note_is_bounded_and_only_for_those_at_the_table(game: Game, anna: User) -> None:
    talk.write_note(game.pk, anna, "x" * 4000)
    for length in (4001, 200_000):
        with pytest.raises(BadTalk):
            talk.write_note(game.pk, anna, "x" * length)
    with pytest.raises(NotSeated):
        talk.write_note(game.pk, UserFactory.create(), "x")


def test_whoever_has_just_closed_their_account_keeps_no_note(game: Game, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(closed_at=timezone.now())
    with pytest.raises(NotSeated):
        talk.write_note(game.pk, anna, "x")
    assert not PrivateNote.objects.exists()


# --- What becomes of it ----------------------------------------------------------------------------------------------


def test_a_closed_account_has_said_nothing_that_can_be_read(game: Game, anna: User, bob: User) -> None:
    talk.say(game.pk, anna, "my telephone number", key="made of the number")
    talk.write_note(game.pk, anna, "mine")
    talk.mute(anna, bob)
    talk.mute(bob, anna)
    close_account(anna, anna)
    (message,) = seen(game, bob)
    assert (message.text, message.gone, message.name) == ("", True, "former player")
    assert TalkMessage.objects.get().key == ""
    assert not PrivateNote.objects.exists()
    assert not MutedPerson.objects.exists()


def test_what_was_deleted_with_an_account_is_neither_new_nor_told(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    talk.say(game.pk, anna, "my telephone number")
    close_account(anna, anna)
    assert [message.unread for message in seen(game, bob)] == [False]
    assert unread_of(fresh(game), bob) == 0
    now_due()
    assert [row.last_error for row in told(bob)] == ["they have read it"]
    talk.say(game.pk, chris, "What was it?")
    now_due()
    assert [row.status for row in told(bob)] == [Delivery.Status.DROPPED, Delivery.Status.SENT]


def test_the_export_has_what_one_has_said_noted_and_muted(game: Game, anna: User, bob: User) -> None:
    talk.say(game.pk, anna, "my words")
    talk.say(game.pk, bob, "not mine")
    talk.write_note(game.pk, anna, "my note")
    talk.mute(anna, bob)
    rows = {name: list(account_export._FILES[name](anna)) for name in ("talk", "private_notes", "muted_people")}
    assert [row["text"] for row in rows["talk"]] == ["my words"]
    assert [row["text"] for row in rows["private_notes"]] == ["my note"]
    assert [row["person"] for row in rows["muted_people"]] == ["bob"]


def test_the_export_has_what_ones_programs_have_said(anna: User, bob: User) -> None:
    game, robo = with_program(anna, bob, owner_sits=True, allowed=True)
    talk.say(game.pk, robo, "beep")
    (row,) = account_export._FILES["talk"](anna)
    assert (row["by"], row["text"]) == ("robo", "beep")


def test_a_played_game_keeps_its_talk(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    talk.say(game.pk, anna, "good luck")
    play_on(game, over)
    assert read_by(game, bob) == ["good luck"]
    assert why_silent(fresh(game), bob) is None
    assert hearing.readable(fresh(game), bob).count() == 1
    assert isinstance(why_silent(fresh(game), UserFactory.create()), Refused)
