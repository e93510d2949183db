"""One mail that tells all games, for people who want their mails in bundles; and mails that say less."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from games.mail.unsubscribe import mute
from games.models import ClockTick, Delivery, Game, Notification, Turn
from games.notifications import delivery
from games.notifications.outbox import notify
from games.people.mail_choices import A_DAY
from games.people.models import Absence, User
from games.table import absences, order_changes
from games.table.moderation.abort import abort
from games.table.pausing import pause, resume
from games.table.preferences import set_mail_choices
from tests.api.programs import kind_of, program_of
from tests.engine.puertorico.positions import Player, set_up
from tests.table.games import answer, fresh, offers, person_turn, player
from tests.table.planned_games import early_turn, plan, set_before
from tests.table.test_absences import day
from tests.table.test_clocks import game_by, turn_of
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

Kind, Status = Notification.Kind, Delivery.Status
START = datetime(2026, 11, 23, 9, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Mails:
    """What people get while hours pass."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self.traveller = traveller
        self.now = START
        ClockTick.objects.update_or_create(pk=1, defaults={"at": START, "stopped": False})

    def wait_until(self, moment: datetime) -> None:
        self.now = moment
        self.traveller.move_to(moment)
        ClockTick.objects.update(at=moment)
        self.go_out()

    def go_out(self) -> None:
        while due := list(delivery.due().order_by("next_attempt_at", "pk").values_list("pk", flat=True)):
            for pk in due:
                delivery.deliver(pk)

    def to(self, person: User) -> list[str]:
        """The texts of those that came since they were read last."""
        texts = [str(mail.body) for mail in outbox.outbox if person.email in mail.to[0]]
        outbox.outbox = [mail for mail in outbox.outbox if person.email not in mail.to[0]]
        return texts


@pytest.fixture
def mails(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mails]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr("games.mail.compose.picture_of", lambda _board: b"a picture")
    with time_machine.travel(START, tick=False) as traveller:
        yield Mails(traveller)


def want(person: User, every: int | None, hour: int | None = None, content: str = "") -> None:
    set_mail_choices(person, every=every, hour=hour, content=content, reminders=())
    person.refresh_from_db()


SIX = START.replace(hour=18)


def test_one_mail_a_day_tells_all_games_the_nearest_deadline_first(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    long, short = game_by(5 * DAY, anna, bob), game_by(3 * DAY, anna, bob)
    Game.objects.filter(pk=long.pk).update(name="The long one")
    Game.objects.filter(pk=short.pk).update(name="The short one")
    person = player(turn_of(long))
    assert player(turn_of(short)) == person
    mails.go_out()
    assert mails.to(person) == []
    mails.wait_until(SIX)
    (told,) = mails.to(person)
    assert told.startswith("You are asked in 2 games.\n")
    assert told.index("\nThe short one\n") < told.index("\nThe long one\n")
    mails.wait_until(SIX + DAY)
    assert mails.to(person) == [], "nothing is new"


def test_it_says_of_each_game_what_standing_orders_have_played(
    anna: User, bob: User, chris: User, mails: Mails
) -> None:
    keeper = Player(goods={"tobacco": 1, "coffee": 2})
    ships = {4: ("corn", 3), 5: ("indigo", 4), 6: ("sugar", 5)}
    game = set_before(set_up(Player(), keeper, Player(), ships=ships), anna, bob, chris)
    person = game.seats.select_related("user").get(index=1).user
    assert person is not None
    want(person, A_DAY, 18)
    order_changes.give_orders(game.pk, person, ["always store coffee"], source="web")
    mails.wait_until(SIX)
    mails.to(person)
    answer(turn_of(game), "captain")
    assert player(turn_of(game)) == person
    mails.wait_until(SIX + DAY)
    (told,) = mails.to(person)
    assert "Your standing orders have played: keep coffee" in told


def test_a_click_in_it_answers_and_its_board_is_nobody_elses(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game, _other = game_by(3 * DAY, anna, bob), game_by(3 * DAY, anna, bob)
    person = player(turn_of(game))
    mails.go_out()
    mails.wait_until(SIX)
    (row,) = Delivery.objects.filter(user=person, kind=Kind.DIGEST)
    assert row.status == Status.SENT
    (mail,) = (mail for mail in outbox.outbox if person.email in mail.to[0] and not mail.attachments)
    assert isinstance(mail, EmailMultiAlternatives)
    html = str(mail.alternatives[0][0])
    turn = turn_of(game)
    assert (f"/a/{turn.token}/" in html) == (len(offers(turn)) <= 8)
    assert f"reply+{turn.token}@" in html
    other = next(seat.user for seat in game.seats.select_related("user") if seat.user != person)
    assert other is not None
    assert other.email not in html


def test_what_was_answered_meanwhile_is_not_told(anna: User, bob: User, mails: Mails) -> None:
    game = game_by(3 * DAY, anna, bob)
    turn = turn_of(game)
    person = player(turn)
    mails.go_out()
    mails.to(person)
    want(person, A_DAY, 18)
    while player(turn_of(game)) == person:
        answer(turn_of(game), offers(turn_of(game))[0])
    mails.wait_until(START + HOUR)
    other = player(turn_of(game))
    while player(turn_of(game)) == other:
        answer(turn_of(game), offers(turn_of(game))[0])
    mails.go_out()
    assert mails.to(person) == []
    while player(turn_of(game)) == person:
        answer(turn_of(game), offers(turn_of(game))[0])
    mails.wait_until(SIX)
    told = mails.to(person)
    assert told == [] or "You are asked nothing now" not in told[0]
    rows = Delivery.objects.filter(user=person, kind=Kind.DIGEST)
    assert {row.status for row in rows} <= {Status.DROPPED, Status.SENT}


def test_a_turn_that_cannot_wait_comes_at_once(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game = game_by(12 * HOUR, anna, bob)
    mails.go_out()
    (told,) = mails.to(player(turn_of(game)))
    assert "Until " in told


def test_bundles_of_some_hours_tell_what_came_since_the_last_one(anna: User, bob: User, mails: Mails) -> None:
    want(anna, 4)
    want(bob, 4)
    game = game_by(3 * DAY, anna, bob)
    person = player(turn_of(game))
    content = {"topic": "the weather", "text": "It will rain."}
    notify(Kind.NOTICE, "weather", person=person, game=game, content=content)
    mails.wait_until(START.replace(hour=11, minute=59))
    assert mails.to(person) == []
    mails.wait_until(START.replace(hour=12))
    (told,) = mails.to(person)
    assert "It will rain." in told
    assert "A test" in told
    mails.wait_until(START.replace(hour=23))
    assert mails.to(person) == []
    waited = Delivery.objects.filter(user=person, kind__in=[Kind.TURN, Kind.NOTICE])
    assert {row.status for row in waited} == {Status.DROPPED}


def test_who_wants_each_mail_again_gets_what_waited_at_once(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    person = player(turn_of(game_by(3 * DAY, anna, bob)))
    mails.go_out()
    want(person, None)
    mails.wait_until(START + HOUR)
    mails.wait_until(START + HOUR + MINUTE)
    assert any("Your options" in told for told in mails.to(person))
    mails.wait_until(SIX)
    assert mails.to(person) == [], "nothing is left to tell"


def test_a_bundle_that_cannot_be_sent_loses_nothing(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    person = player(turn_of(game_by(3 * DAY, anna, bob)))
    mails.go_out()
    Delivery.objects.filter(user=person, kind=Kind.DIGEST).update(status=Status.FAILED)
    mails.wait_until(SIX)
    mails.wait_until(SIX + HOUR)
    assert any("Your options" in told for told in mails.to(person))
    mails.wait_until(SIX + DAY)
    assert mails.to(person) == []


def test_a_paused_game_is_told_in_the_bundle_after_it_goes_on(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game = game_by(3 * DAY, anna, bob)
    person = player(turn_of(game))
    mails.go_out()
    pause(game.pk, None, "a question")
    mails.wait_until(SIX)
    assert not any("A test\n" in told for told in mails.to(person))
    resume(game.pk, None, "answered")
    mails.wait_until(SIX + HOUR)
    assert mails.to(person) == []
    mails.wait_until(SIX + DAY)
    (told,) = mails.to(person)
    assert "You are asked in 1 game." in told


def test_what_a_bundle_has_told_is_not_told_again_after_a_pause(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game = game_by(3 * DAY, anna, bob)
    person = player(turn_of(game))
    mails.wait_until(SIX)
    assert len(mails.to(person)) == 1
    pause(game.pk, None, "a question")
    resume(game.pk, None, "answered")
    mails.wait_until(SIX + 2 * DAY)
    assert not Delivery.objects.filter(user=person, kind=Kind.TURN, status=Status.SENT).exists()


def test_a_single_question_comes_as_a_mail_that_can_be_answered(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game = game_by(3 * DAY, anna, bob)
    turn = turn_of(game)
    person = player(turn)
    mails.go_out()
    Delivery.objects.filter(user=person, kind=Kind.START).update(status=Status.DROPPED)
    mails.wait_until(SIX)
    (mail,) = (mail for mail in outbox.outbox if person.email in mail.to[0])
    assert "Your options" in str(mail.body)
    assert turn.token in mail.reply_to[0]
    mails.wait_until(SIX + DAY)
    assert len([mail for mail in outbox.outbox if person.email in mail.to[0]]) == 1


def test_games_whose_mails_somebody_has_ended_are_not_in_it(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    first, second = game_by(3 * DAY, anna, bob), game_by(3 * DAY, bob, anna)
    for person in (anna, bob):
        mute(person, first)
        mute(person, second)
    mails.wait_until(SIX)
    assert mails.to(anna) + mails.to(bob) == []


def test_a_game_that_was_called_off_is_not_in_it(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    game = game_by(3 * DAY, anna, bob)
    mails.go_out()
    abort(game.pk, None, "for a test")
    mails.wait_until(SIX)
    told = mails.to(anna)
    assert all("You are asked in" not in text for text in told)


@pytest.mark.parametrize("language", ["en", "de", "hu", "pl", "ro"])
def test_it_comes_in_the_language_of_its_reader(anna: User, bob: User, mails: Mails, language: str) -> None:
    for person in (anna, bob):
        User.objects.filter(pk=person.pk).update(language=language)
        person.refresh_from_db()
        want(person, A_DAY, 18)
    game, _other = game_by(3 * DAY, anna, bob), game_by(3 * DAY, anna, bob)
    mails.wait_until(SIX)
    (told,) = mails.to(player(turn_of(game)))
    assert ("You are asked" in told) == (language == "en")


@pytest.mark.parametrize(
    ("content", "has_picture", "has_board"), [("", True, True), ("text", False, True), ("short", False, False)]
)
def test_mails_say_as_much_as_their_reader_wants(
    anna: User, bob: User, mails: Mails, content: str, has_picture: bool, has_board: bool
) -> None:
    for person in (anna, bob):
        want(person, None, content=content)
    game = game_by(3 * DAY, anna, bob)
    mails.go_out()
    person = player(turn_of(game))
    sent = [mail for mail in outbox.outbox if person.email in mail.to[0] and "Your options" in str(mail.body)]
    assert [bool(mail.attachments) for mail in sent] == [has_picture]
    assert ["The board" in str(mail.body) for mail in sent] == [has_board]
    assert fresh(game).status == Game.Status.RUNNING


def test_people_choose_it_with_their_preferences(anna: User) -> None:
    client = client_of(anna)
    chosen = {"every": "24", "hour": "7", "content": "short", "reminders": ["50", "90"]}
    assert client.post("/preferences/mails/", chosen).status_code == 302
    anna.refresh_from_db()
    assert (anna.mails_every, anna.mails_hour, anna.mail_content, anna.reminders) == (24, 7, "short", "50,90")
    page = client.get("/preferences/").content.decode()
    assert '<option value="24" selected>' in page
    refused = client.post("/preferences/mails/", chosen | {"every": "5"})
    assert refused.status_code == 422
    anna.refresh_from_db()
    assert anna.mails_every == 24


def test_programs_choose_it(anna: User) -> None:
    program = program_of(anna)
    assert program.ask("me/mails/") == {"every": None, "hour": None, "content": "picture", "reminders": []}
    chosen = {"every": 24, "hour": 7, "content": "text", "reminders": [90, 50]}
    assert program.put("me/mails/", chosen) == chosen | {"reminders": [50, 90]}
    assert kind_of(program.put("me/mails/", chosen | {"every": 7}, 400)) == "invalid"
    assert program.ask("me/mails/") == chosen | {"reminders": [50, 90]}


def test_a_plan_that_waits_for_the_bundle_is_told_at_once_when_the_game_waits(
    anna: User, bob: User, chris: User, mails: Mails
) -> None:
    for person in (anna, bob, chris):
        want(person, A_DAY, 18)
    game = game_by(6 * HOUR, anna, bob, chris)
    answer(person_turn(game), "settler")
    turn = early_turn(fresh(game))
    person = player(turn)
    mails.go_out()
    assert mails.to(person) == []
    mails.wait_until(START + HOUR)
    mover = person_turn(fresh(game))
    answer(mover, next(line for line in offers(mover) if line.startswith("take")))
    turn.refresh_from_db()
    assert turn.deadline is not None
    assert turn.deadline < SIX
    mails.wait_until(START + 2 * HOUR)
    assert any("Which tile do you take?" in told for told in mails.to(person))


def test_a_question_whose_deadline_comes_nearer_is_told_before_it(anna: User, bob: User, mails: Mails) -> None:
    game = game_by(7 * HOUR, anna, bob)
    person = player(turn_of(game))
    absences.announce(person, day(0), day(5))
    want(person, A_DAY, 18)
    mails.go_out()
    assert mails.to(person) == []
    absences.end(person, Absence.objects.get(person=person).pk)
    deadline = turn_of(game).deadline
    assert deadline is not None
    assert deadline < SIX
    mails.wait_until(START + HOUR)
    assert any("Your options" in told for told in mails.to(person))


def test_what_is_planned_by_then_is_not_told(anna: User, bob: User, chris: User, mails: Mails) -> None:
    for person in (anna, bob, chris):
        want(person, A_DAY, 18)
    game = game_by(3 * DAY, anna, bob, chris)
    Delivery.objects.filter(kind=Kind.START).update(status=Status.DROPPED)
    answer(person_turn(game), "settler")
    turn = early_turn(fresh(game))
    mails.go_out()
    plan(turn, "ask")
    mails.wait_until(SIX)
    mails.wait_until(SIX + HOUR)
    assert mails.to(player(turn)) == []


def test_what_it_has_told_a_minute_before_its_own_mail_is_told_once(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game, other = game_by(3 * DAY, anna, bob), game_by(3 * DAY, anna, bob)
    person = player(turn_of(game))
    mails.go_out()
    # They have answered on the page just before six.
    late = Delivery.objects.filter(user=person, kind=Kind.TURN, game=other)
    late.update(content={}, next_attempt_at=SIX + MINUTE)
    mails.wait_until(SIX)
    (told,) = mails.to(person)
    assert told.startswith("You are asked in 2 games.\n")
    mails.wait_until(SIX + 2 * MINUTE)
    mails.wait_until(SIX + DAY)
    assert mails.to(person) == []


def test_a_paused_game_is_not_forgotten_where_another_game_is_told(anna: User, bob: User, mails: Mails) -> None:
    want(anna, A_DAY, 18)
    want(bob, A_DAY, 18)
    game, paused = game_by(5 * DAY, anna, bob), game_by(5 * DAY, anna, bob)
    Game.objects.filter(pk=game.pk).update(name="The one")
    Game.objects.filter(pk=paused.pk).update(name="The paused one")
    person = player(turn_of(game))
    mails.go_out()
    pause(paused.pk, None, "a question")
    Delivery.objects.filter(kind=Kind.DIGEST).update(next_attempt_at=SIX - HOUR)
    Delivery.objects.exclude(kind=Kind.DIGEST).filter(status=Status.PENDING).update(next_attempt_at=SIX + MINUTE)
    mails.wait_until(SIX)
    (told,) = mails.to(person)
    assert "\nThe one\n" in told
    assert "\nThe paused one\n" not in told
    resume(paused.pk, None, "answered")
    # What tells of the pause would bring a bundle by itself.
    Delivery.objects.filter(user=person, kind=Kind.NOTICE).update(status=Status.DROPPED)
    mails.wait_until(SIX + HOUR)
    mails.wait_until(SIX + DAY)
    assert any("Which role do you pick?" in told for told in mails.to(person))


def test_the_next_question_of_somebody_who_is_answering_is_not_held_back(anna: User, bob: User, mails: Mails) -> None:
    """They have answered on the page; another moved, and they are asked again."""
    game = game_by(3 * DAY, anna, bob)
    person, first = player(turn_of(game)), turn_of(game)
    want(person, A_DAY, 18)
    mails.wait_until(START + HOUR)
    while player(turn_of(game)) == person:
        answer(turn_of(game), offers(turn_of(game))[0])
    while player(turn_of(game)) != person:
        answer(turn_of(game), offers(turn_of(game))[0])
    asked = turn_of(game)
    assert asked != first
    mails.wait_until(START + HOUR + 10 * MINUTE)
    assert [row.status for row in Delivery.objects.filter(turn=asked, channel="mail")] == [Status.SENT]
    while player(turn_of(game)) == person:
        answer(turn_of(game), offers(turn_of(game))[0])
    mails.wait_until(START + 2 * HOUR)
    while player(turn_of(game)) != person:
        answer(turn_of(game), offers(turn_of(game))[0])
    mails.wait_until(START + 3 * HOUR)
    later = Delivery.objects.filter(turn=turn_of(game), channel="mail")
    assert [row.status for row in later] == [Status.PENDING], "an hour after their answer they are away again"


DAYS_PLAYED = 4
HABITS = [
    pytest.param(None, None, id="each at once"),
    pytest.param(4, None, id="every four hours"),
    pytest.param(A_DAY, 18, id="once a day"),
]


@pytest.mark.parametrize(("every", "hour"), HABITS)
def test_nobody_gets_more_mails_than_questions_and_one_a_day(
    anna: User, bob: User, mails: Mails, every: int | None, hour: int | None
) -> None:
    for person in (anna, bob):
        want(person, every, hour)
    game = game_by(2 * DAY, anna, bob)
    asked: dict[int, set[tuple[int, int]]] = {anna.pk: set(), bob.pk: set()}
    for hours in range(1, 24 * DAYS_PLAYED):
        mails.wait_until(START + hours * HOUR)
        for turn in game.turns.filter(status=Turn.Status.OPEN).select_related("seat__user", "game"):
            asked[player(turn).pk].add((turn.pk, turn.game.plies))
        if fresh(game).status != Game.Status.RUNNING:
            break
        # Who is asked has a look at their games every few hours.
        turn = turn_of(game)
        if mails.now.hour % (3 if player(turn) == anna else 5) == 0:
            answer(turn, offers(turn)[0])
    days = (mails.now - START) / DAY + 1
    for person in (anna, bob):
        assert len(asked[person.pk]) > 5
        assert 0 < len(mails.to(person)) <= len(asked[person.pk]) + days
