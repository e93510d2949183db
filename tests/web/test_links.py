"""The links in turn mails: a look changes nothing, the button plays, once."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Move, Turn
from games.table.takeback import undo
from prweb.accounts.models import User
from tests.table.games import answer, fresh, offers, opened, player
from tests.web.conftest import the_turn
from tests.web.pages import Form, forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(anna: User, bob: User, sent: list[tuple[str, int]]) -> Game:
    return opened(anna, bob)


def confirm_form(client: Client, address: str) -> Form:
    response = client.get(address)
    assert response.status_code == 200
    return next(form for form in forms(response) if "key" in form.fields)


def link(turn: Turn, line: str, question: str = "") -> str:
    return f"/a/{turn.token}/{question}{offers(turn).index(line) + 1}/"


def test_opening_a_link_shows_that_option_and_changes_nothing(table: Game, client: Client) -> None:
    turn = the_turn(table)
    before = (fresh(table).version, Move.objects.count())
    for _look in range(2):
        page = client.get(link(turn, "builder"))
        assert page.status_code == 200
        assert "Pick the builder" in page.content.decode()
        assert "Pick the mayor" not in page.content.decode()
        assert "<svg" not in page.content.decode().partition("<main")[2]
    client.head(link(turn, "builder"))
    assert (fresh(table).version, Move.objects.count()) == before


def test_the_button_plays_without_sign_in_and_says_so(table: Game, client: Client) -> None:
    turn = the_turn(table)
    form = confirm_form(client, link(turn, "builder"))
    response = client.post(link(turn, "builder"), form.pressed())
    assert response.status_code == 200
    assert "Played: Pick the builder" in response.content.decode()
    move = Move.objects.get(ply=0)
    assert (move.text, move.source) == ("builder", Move.Source.LINK)


def test_the_button_pressed_twice_plays_once(table: Game, client: Client) -> None:
    turn = the_turn(table)
    address = link(turn, "mayor")
    sent = confirm_form(client, address).pressed()
    first, second = client.post(address, sent), client.post(address, sent)
    assert (first.status_code, second.status_code) == (200, 200)
    assert Move.objects.filter(source=Move.Source.LINK).count() == 1


def test_two_links_of_one_mail_play_one_option(table: Game, client: Client) -> None:
    turn = the_turn(table)
    one, other = link(turn, "settler"), link(turn, "captain")
    sent_one, sent_other = confirm_form(client, one).pressed(), confirm_form(client, other).pressed()
    assert client.post(one, sent_one).status_code == 200
    late = client.post(other, sent_other)
    assert (late.status_code, "nothing was changed" in late.content.decode()) == (410, True)
    assert list(Move.objects.filter(source=Move.Source.LINK).values_list("text", flat=True)) == ["settler"]


def test_a_link_of_an_earlier_question_of_the_turn_does_not_answer_a_later_one(table: Game, client: Client) -> None:
    turn = the_turn(table)
    old = link(turn, "settler")
    answer(turn, "settler")
    plies = fresh(table).plies
    for response in (client.get(old), client.post(old, {"key": "1"})):
        assert response.status_code == 410
        assert "answered already" in response.content.decode()
    assert fresh(table).plies == plies
    turn = the_turn(table)
    assert "Take" in client.get(link(turn, offers(turn)[0], question="1/")).content.decode()


def test_a_link_of_a_closed_turn_tells_what_happened_since(table: Game, client: Client) -> None:
    turn = the_turn(table)
    old = link(turn, "prospector")
    answer(turn, "prospector")
    other = the_turn(table)
    answer(other, "mayor")
    response = client.get(old)
    assert response.status_code == 410
    assert f"{player(other).username} picks the mayor" in response.content.decode()


def test_after_a_take_back_the_link_can_be_used_again(table: Game, client: Client) -> None:
    turn = the_turn(table)
    address = link(turn, "builder")
    client.post(address, confirm_form(client, address).pressed())
    undo(table.pk, player(turn))
    client.post(address, confirm_form(client, address).pressed())
    live = Move.objects.filter(undone_at=None, source=Move.Source.LINK)
    assert list(live.values_list("text", flat=True)) == ["builder"]


@pytest.mark.parametrize("address", ["/a/{token}/99/", "/a/{token}/0/", "/a/nosuchtoken/1/"])
def test_a_link_that_was_never_sent_leads_nowhere(table: Game, client: Client, address: str) -> None:
    address = address.format(token=the_turn(table).token)
    assert client.get(address).status_code == 404
    assert client.post(address, {"key": "0"}).status_code == 404


def test_the_button_needs_the_csrf_token_of_its_page(table: Game) -> None:
    strict = Client(enforce_csrf_checks=True)
    address = link(the_turn(table), "builder")
    sent = confirm_form(strict, address).pressed()
    assert strict.post(address, {"key": sent["key"]}).status_code == 403
    assert strict.post(address, sent).status_code == 200
