"""What a mail server has lost is sent again by staff: shown first, once, with a trail."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, Delivery, Game, Turn
from games.people.models import User
from games.staff.views import mails as views
from tests.staff.signing_in import staff_client
from tests.table.games import opened, person_turn, player
from tests.web.pages import client_of

PAGE = "/staff/mails/lost/"
Status = Delivery.Status


@pytest.fixture
def lost(game: Game, anna: User, bob: User) -> list[Delivery]:
    """The mails of two open turns, in two games, that went out yesterday."""
    opened(anna, bob)
    Delivery.objects.update(status=Status.SENT, sent_at=timezone.now() - timedelta(days=1))
    asking = Delivery.objects.filter(kind="turn", turn__status=Turn.Status.OPEN)
    assert asking.count() == 2
    return list(asking.order_by("pk"))


def time(*, hours: int = 1, **more: str) -> dict[str, str]:
    """A time around yesterday's mails, as the form has it."""
    then = timezone.now() - timedelta(days=1)
    return {"since": written(then - timedelta(hours=1)), "until": written(then + timedelta(hours=hours)), **more}


def written(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


def waiting() -> list[int]:
    return list(Delivery.objects.filter(status=Status.PENDING).order_by("pk").values_list("pk", flat=True))


def test_it_says_how_many_go_to_whom_before_any_does(staff: Client, lost: list[Delivery]) -> None:
    assert "What it does" not in staff.get(PAGE).content.decode()
    page = staff.get(PAGE, time(look="1")).content.decode()
    assert "2 mails go out again" in page
    assert "2 questions of open turns" in page
    for mail in lost:
        assert f"/staff/mails/out/{mail.pk}/" in page
        assert mail.address in page
    assert waiting() == []
    assert staff.post(PAGE, {**time(), "reason": ""}).status_code == 200
    assert waiting() == []
    assert not AuditEntry.objects.filter(action__startswith="resend").exists()


def test_they_go_once_one_after_the_other_and_the_trail_tells_it(
    staff: Client, lost: list[Delivery], mona: User
) -> None:
    for _twice in range(2):
        assert staff.post(PAGE, {**time(), "reason": "the relay was broken"}).status_code == 302
        assert waiting() == [mail.pk for mail in lost]
    first, second = Delivery.objects.filter(status=Status.PENDING).order_by("next_attempt_at")
    assert second.next_attempt_at - first.next_attempt_at == timedelta(seconds=1)
    assert {first.message_id, second.message_id} == {mail.message_id for mail in lost}
    together = AuditEntry.objects.get(action="resend lost mails")
    assert (together.actor, together.reason, together.details["mails"]) == (mona, "the relay was broken", 2)
    each = AuditEntry.objects.filter(action="resend a mail")
    assert {(entry.game_id, entry.details["together"]) for entry in each} == {
        (mail.game_id, together.pk) for mail in lost
    }
    start = staff.get("/staff/").content.decode()
    assert (start.count("sent lost mails again"), start.count("sent a mail again")) == (1, 0)


def test_those_of_one_game_or_to_one_person_go_alone(staff: Client, lost: list[Delivery], game: Game) -> None:
    of_game = next(mail for mail in lost if mail.game_id == game.pk)
    person = player(person_turn(game))
    assert staff.get(PAGE, time(look="1", game=game.pk)).context["going"] == [of_game]
    to_them = [mail for mail in lost if mail.user_id == person.pk]
    assert staff.get(PAGE, time(look="1", person=person.username.upper())).context["going"] == to_them
    staff.post(PAGE, {**time(game=game.pk), "reason": "it never came"})
    assert waiting() == [of_game.pk]
    assert AuditEntry.objects.get(action="resend lost mails").game == game
    for wrong in (
        {"game": "nogame"},
        {"person": "nobody"},
        {"until": "2000-01-01T00:00"},
        {"until": "2999-01-01T00:00"},
    ):
        assert "going" not in staff.get(PAGE, {**time(look="1"), **wrong}).context


def test_those_of_ones_own_games_are_left_to_a_colleague(lost: list[Delivery], game: Game, chris: User) -> None:
    chris.is_staff = True
    chris.save()
    own = game.seats.get(user__isnull=True)
    type(own).objects.filter(pk=own.pk).update(user=chris, bot_level="")
    page = staff_client(chris)
    others = [mail.pk for mail in lost if mail.game_id != game.pk]
    assert [mail.pk for mail in page.get(PAGE, time(look="1")).context["going"]] == others
    page.post(PAGE, {**time(), "reason": "the relay was broken"})
    assert waiting() == others


def test_so_many_go_at_a_time(staff: Client, lost: list[Delivery], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_MAILS_AT_ONCE", 1)
    assert "There are 2 mails in all" in staff.get(PAGE, time(look="1")).content.decode()
    for done in (1, 2, 2):
        staff.post(PAGE, {**time(), "reason": "the relay was broken"})
        assert waiting() == [mail.pk for mail in lost[:done]]


def test_players_send_nothing_again(lost: list[Delivery], anna: User, mona: User) -> None:
    for client in (client_of(anna), client_of(mona)):
        assert client.get(PAGE).status_code in (302, 403)
        assert client.post(PAGE, {**time(), "reason": "mine"}).status_code in (302, 403)
    assert waiting() == []
