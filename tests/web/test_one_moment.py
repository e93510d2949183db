"""What is shown of a game is of one moment, also when a move lands while it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from games.mail.compose import compose
from games.models import Delivery, Game, Notification, Turn
from games.notifications import delivery
from games.people.models import User
from games.snapshot import snapshot
from games.table import queries
from tests.table.games import answer, fresh, offers, opened, person_turn, player
from tests.web.pages import answer_form, client_of, game_page

pytestmark = pytest.mark.django_db(transaction=True)

MASKED = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
PAGES = ("", "turn/?version=0", "log/", "record/", "replay/1/", "rules/")
API = ("", "view/", "log/", "record/")


@contextmanager
def meanwhile(move: Callable[[], object], *, after: str) -> Iterator[list[str]]:
    """The move lands, from a connection of its own, once the first rows of the table `after` have been read here.

    Yields a list that holds the statement that it landed after, so that a test can tell that it did.
    """
    landed: list[str] = []

    def elsewhere() -> object:
        try:
            return move()
        finally:
            connection.close()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if not landed and f'FROM "{after}"' in sql:
            landed.append(sql)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(elsewhere).result()
        return result

    with connection.execute_wrapper(watch):
        yield landed


def get_page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return MASKED.sub("", response.content.decode())


def settled(game: Game) -> Turn:
    """Somebody's turn, after the first answer of the game, so that there is a past."""
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    return person_turn(game)


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    table = opened(anna, bob)
    settled(table)
    return fresh(table)


@pytest.mark.parametrize("eyes", ["mover", "other"])
def test_a_page_read_while_a_move_lands_shows_the_game_before_it(game: Game, anna: User, bob: User, eyes: str) -> None:
    for address in [
        *(f"/games/{game.pk}/{page}" for page in PAGES),
        *(f"/api/v1/games/{game.pk}/{page}" for page in API),
    ]:
        turn = person_turn(game)
        mover, other = player(turn), bob if player(turn) == anna else anna
        client = client_of(mover if eyes == "mover" else other)
        line = offers(turn)[0]
        before = get_page(client, address)
        with meanwhile(partial(answer, turn, line), after="games_game") as landed:
            during = get_page(client, address)
        assert landed, address
        assert during == before, address


def test_a_turn_read_by_a_program_while_it_is_answered_is_told_as_it_was(game: Game) -> None:
    for part in ("", "options/"):
        turn = person_turn(game)
        client, address = client_of(player(turn)), f"/api/v1/turns/{turn.pk}/{part}"
        line = offers(turn)[0]
        before = get_page(client, address)
        with meanwhile(partial(answer, turn, line), after="games_turn") as landed:
            during = get_page(client, address)
        assert landed
        assert during == before


def test_my_turns_read_while_one_of_them_is_answered_are_those_before_it(game: Game) -> None:
    turn = person_turn(game)
    line = offers(turn)[0]
    before = get_page(client_of(player(turn)), "/")
    with meanwhile(lambda: answer(turn, line), after="games_turn") as landed:
        during = get_page(client_of(player(turn)), "/")
    assert landed
    assert during == before


def test_after_an_answer_the_page_shown_is_of_one_moment(game: Game, anna: User, bob: User) -> None:
    turn = person_turn(game)
    client = client_of(player(turn))
    form = answer_form(game_page(client, game))
    assert form is not None
    sent = form.pressed(form.buttons[0])

    def the_other_answers() -> None:
        now = person_turn(game)
        answer(now, offers(now)[0])

    with meanwhile(the_other_answers, after="games_seat"):
        response = client.post(form.action, sent, headers={"HX-Request": "true"})
    assert response.status_code in (200, 409)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_to_the_next_question_never_means_an_option_of_this_one(
    anna: User, bob: User, sent: list[str], method: str
) -> None:
    """Its question comes up while it is looked at: looking tells how it was before, pressing plays what it says."""
    turn = person_turn(opened(anna, bob))
    wanted: list[str] = []

    def settle() -> None:
        answer(turn, "settler")
        wanted.append(offers(turn)[0])

    with meanwhile(settle, after="games_turn") as landed:
        response = getattr(Client(), method)(f"/a/{turn.token}/1/1/", {"key": "1"})
    assert landed
    played = [moved.text for moved in turn.moves.filter(source="link")]
    assert (response.status_code, played) == ((200, wanted) if method == "post" else (410, []))


def test_a_turn_mail_composed_while_its_turn_is_answered_is_whole(game: Game) -> None:
    turn = person_turn(game)
    mail = Delivery.objects.get(turn=turn, kind=Notification.Kind.TURN)
    Delivery.objects.filter(pk=mail.pk).update(next_attempt_at=turn.opened_at)
    expected = compose(mail, pictures=False)
    line = offers(turn)[0]
    with meanwhile(lambda: answer(turn, line), after="games_move") as landed:
        delivery.deliver(mail.pk)
    assert landed
    mail.refresh_from_db()
    assert (mail.status, mail.last_error) == (Delivery.Status.SENT, "")
    assert mail.content["options"] == list(expected.options)


def test_nothing_can_be_written_in_a_snapshot_and_everything_after_it(anna: User) -> None:
    def rename() -> None:
        anna.first_name = "Anna"
        anna.save()

    with pytest.raises(DatabaseError), snapshot():
        rename()
    rename()
    assert User.objects.get(pk=anna.pk).first_name == "Anna"


def test_a_snapshot_lets_others_write(anna: User) -> None:
    def rename() -> None:
        User.objects.filter(pk=anna.pk).update(first_name="Anna")

    with snapshot(), meanwhile(rename, after="accounts_user") as landed:
        seen = [User.objects.get(pk=anna.pk).first_name for _look in range(2)]
    assert landed
    assert seen == ["", ""]
    assert queries.my_turns(anna).count() == 0
    assert User.objects.get(pk=anna.pk).first_name == "Anna"
