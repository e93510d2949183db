"""The links in turn mails: a look changes nothing, the button plays, once."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Move, Turn
from games.people.models import User
from games.table import queries, reply_tokens
from games.table.takeback import undo
from tests.table.games import answer, fresh, offers, opened, player
from tests.web.conftest import the_turn
from tests.web.pages import Form, forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(anna: User, bob: User, sent: list[str]) -> Game:
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


def hidden_draw(game: Game, old: Turn) -> str:
    """Play on until this turn's seat has drawn behind it, and decided again; what it was told of the draw."""
    while True:
        turn = the_turn(game)
        answer(turn, offers(turn)[-1] if turn == old else offers(turn)[0])
        drawn = drawn_since(game, old)
        if drawn and reply_tokens.newest_answered(old.seat) != old:
            return drawn


def drawn_since(game: Game, old: Turn) -> str:
    own = game.moves.filter(turn=old).order_by("ply").last()
    if own is None or Turn.objects.get(pk=old.pk).status != Turn.Status.CLOSED:
        return ""
    later = [entry for entry in queries.visible_log(game, old.seat.index) if entry.ply > own.ply]
    secret = [event for entry in later for event in entry.events if event.audience is not None]
    return next(iter(queries.narrate(game, secret)), "")


def test_a_link_of_a_turn_that_is_over_tells_nothing_of_the_game(anna: User, bob: User, client: Client) -> None:
    game = opened(anna, bob, kind="san-juan")
    turn = the_turn(game)
    addresses = [link(turn, offers(turn)[0]), link(turn, offers(turn)[0], question="3/")]
    drawn = hidden_draw(game, turn)
    used = turn.submissions.order_by("pk")[0].key
    for address in addresses:
        for response in (client.get(address), client.post(address, {"key": "0"}), client.post(address, {"key": used})):
            page = response.content.decode()
            assert response.status_code == 410
            assert "This turn is over" in page
            assert "/accounts/login/" in page
            words = (game.name, game.pk, drawn, "What happened", *(user.username for user in (anna, bob)))
            assert [word for word in words if word in page] == []


def test_whoever_is_signed_in_as_the_turns_person_is_led_from_an_old_link_to_the_game(
    table: Game, client: Client, chris: User
) -> None:
    turn = the_turn(table)
    old = link(turn, "prospector")
    answer(turn, "prospector")
    client.force_login(player(turn))
    response = client.get(old, follow=True)
    assert response.redirect_chain == [(f"/games/{table.pk}/", 302)]
    assert "This turn is over" in response.content.decode()
    client.force_login(chris)
    stranger = client.get(old)
    assert (stranger.status_code, table.name in stranger.content.decode()) == (410, False)


def test_a_button_pressed_again_long_after_tells_nothing(table: Game, client: Client) -> None:
    turn = the_turn(table)
    address = link(turn, "prospector")
    sent = confirm_form(client, address).pressed()
    assert client.post(address, sent).status_code == 200
    assert "prospector" in client.post(address, sent).content.decode()
    while the_turn(table).seat != turn.seat:
        answer(the_turn(table), offers(the_turn(table))[0])
    answer(the_turn(table), offers(the_turn(table))[0])
    late = client.post(address, sent)
    assert (late.status_code, "prospector" in late.content.decode()) == (410, False)


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
