"""What people call themselves and their games is shown everywhere, and is markup, header or line nowhere."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.mail.message import build_message
from games.models import Delivery, Game
from games.people.models import User
from games.table.open_games import SeatPlan, join, open_game
from games.table.records import export_record
from games.time_control import TimeControl
from tests.access.addresses import operations
from tests.access.world import address_parameters, build_world, is_about_a_game
from tests.mail.conftest import acknowledgement_of, arrive, mail_of, turn_of
from tests.table.games import opened

pytestmark = pytest.mark.django_db

MARKUP = "<script>alert('x')</script>\"'><img src=x onerror=alert(1)>{{7*7}}"


@pytest.mark.parametrize("persona", ["seat", "administrator"])
def test_markup_in_names_is_text_on_every_page(persona: str) -> None:
    world = build_world()
    Game.objects.update(name=MARKUP[:80])
    User.objects.filter(suspended_at__isnull=False).update(suspension_reason=MARKUP)
    client = world.client(persona, in_api=False)
    seen, shown = 0, []
    for operation in operations():
        if operation.method != "GET" or operation.address.route.startswith("mailbox"):
            continue
        for game in ("private", "open", "finished") if is_about_a_game(operation) else (None,):
            given = address_parameters(world, operation, game)
            if given is None:
                continue
            path = operation.address.at(given)
            response = client.get(path, headers={"accept": "text/html"})
            if response.get("Content-Type", "").startswith("text/html"):
                page = response.content.decode()
                seen += "&lt;script&gt;alert" in page
                shown += [path] if "<script>alert" in page or "<img src=x" in page else []
    assert shown == []
    assert seen > 5


def test_markup_in_names_and_answers_is_text_in_every_mail(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    Game.objects.update(name=MARKUP[:80])
    arrive(turn_of(game), f"{MARKUP}\nsettler")
    for row in Delivery.objects.all():
        mail = mail_of(row)
        assert "<script>" not in mail.html
        assert "<img src=x" not in mail.html


def named(host: User, other: User, name: str) -> Game:
    seats = [SeatPlan("me"), SeatPlan("free")]
    game = open_game(
        host, name=name, kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(timedelta(days=1))
    )
    join(game.pk, other)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(
    "name", ["x\r\nBcc: victim", "x\nResult: 1-0", "x\x00y\x1b[31m", "\u202egame", "a\u2028b", "  a   b  "]
)
def test_a_game_s_name_is_one_line_of_what_can_be_seen(anna: User, bob: User, name: str) -> None:
    game = named(anna, bob, name)
    assert game.name.isprintable()
    assert game.name == " ".join(game.name.split())
    assert not any(line.startswith("Result:") for line in export_record(game).splitlines())
    for row in Delivery.objects.all():
        message = build_message(row, mail_of(row)).message()
        assert "Bcc" not in message
        assert "victim@example.com" not in str(message["To"])


def test_a_game_whose_name_nobody_can_see_gets_the_usual_one(anna: User, bob: User) -> None:
    assert named(anna, bob, "\u200b\x00\u202e ").name == "anna's game"


def test_what_a_mail_was_refused_for_is_told_in_one_mail_without_its_headers(anna: User, bob: User) -> None:
    turn = turn_of(opened(anna, bob))
    incoming = arrive(turn, "nonsense\r\nBcc: victim@example.com", Subject_="x")
    message = build_message(acknowledgement_of(incoming), mail_of(acknowledgement_of(incoming))).message()
    assert "Bcc" not in message
