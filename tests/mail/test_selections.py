"""Answers that can be completed otherwise than suggested, and groups of options, by mail and by its links."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import LazySettings
from django.test import Client

from games.engine.contract import Selection
from games.mail.compose import ComposedMail
from games.models import Delivery, Game, Notification, Turn
from games.people.models import User
from games.table import queries
from tests.hand_game_tables import open_hand_game, register_hand_game
from tests.mail.conftest import acknowledgement_of, arrive, mail_of, texts, turn_of
from tests.table.games import fresh
from tests.web.pages import forms

pytestmark = pytest.mark.django_db

TOWER, DISCARD = 1, 2
SWAPS = range(3, 8)
PASS = 8


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    register_hand_game(monkeypatch, settings)


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return open_hand_game(anna, bob)


@pytest.fixture
def turn(game: Game) -> Turn:
    return turn_of(game)


def turn_mail(turn: Turn) -> ComposedMail:
    return mail_of(Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn))


def shown_lines(mail: ComposedMail) -> list[str]:
    """What the mail's reader sees, as text and as HTML, each in one line."""
    html = unescape(re.sub(r"<[^>]+>", " ", mail.html.partition("</style>")[2] or mail.html))
    return [" ".join(words.split()) for words in (mail.text, html)]


def selection_of(turn: Turn, number: int) -> Selection:
    selection = queries.question_for(turn).offers[number - 1].selection
    assert selection is not None
    return selection


def played(game: Game) -> list[str]:
    return [move.text for move in fresh(game).moves.order_by("ply")]


@pytest.mark.parametrize("number", [TOWER, DISCARD, SWAPS[0], SWAPS[-1], PASS])
def test_every_option_is_played_by_its_number(game: Game, turn: Turn, number: int) -> None:
    text = texts(turn)[number - 1]
    for words in shown_lines(turn_mail(turn)):
        assert re.search(rf"\b{number}\b.{{0,60}}{text}", words)
    arrive(turn, str(number))
    assert played(game) == [text]


def test_the_mail_says_once_how_to_choose_otherwise_and_its_example_can_be_played(game: Game, turn: Turn) -> None:
    for words in shown_lines(turn_mail(turn)):
        assert words.count("To choose otherwise") == 1
        assert "What is chosen in 1, 2 is a suggestion." in words
    example = re.search(r"in a line like\s+this:\n +(\S.*)\n", turn_mail(turn).text)
    assert example is not None
    assert example[1] not in texts(turn)
    assert f"line like {example[1]} ." in shown_lines(turn_mail(turn))[1]
    arrive(turn, example[1])
    assert played(game) == [example[1]]


def test_where_one_option_leaves_a_choice_the_mail_lists_what_there_is(anna: User, bob: User) -> None:
    turn = turn_of(open_hand_game(anna, bob, left=0))
    words = ", ".join(item.word for item in selection_of(turn, 1).items)
    for line in shown_lines(turn_mail(turn)):
        assert f"Choose 2 to 3: {words}" in line


def test_any_choice_is_played_from_a_mail(game: Game, turn: Turn) -> None:
    selection = selection_of(turn, DISCARD)
    arrive(turn, selection.line((4, 1, 2)))
    assert played(game) == [selection.line((1, 2, 4))]


def test_a_choice_of_too_many_is_refused_with_what_is_possible(game: Game, turn: Turn) -> None:
    selection = selection_of(turn, DISCARD)
    reply = mail_of(acknowledgement_of(arrive(turn, selection.line((0, 1, 2, 3)))))
    assert played(game) == []
    assert selection.line((0, 1, 2, 3)) in reply.text
    assert selection.line(selection.chosen) in reply.text


def test_options_of_a_group_stand_under_their_heading_behind_the_others(turn: Turn) -> None:
    for words in shown_lines(turn_mail(turn)):
        before, heading, after = words.partition("Swap one card")
        assert heading
        for number in SWAPS:
            assert texts(turn)[number - 1] in after
            assert f" {texts(turn)[number - 1]} " not in before
        assert "pass" in before
    assert list(turn_mail(turn).options) == texts(turn)
    assert max(map(len, turn_mail(turn).text.partition("The board")[0].split("\n"))) <= 72


def test_a_link_tells_what_it_chooses_and_plays_it(game: Game, turn: Turn, client: Client) -> None:
    address = f"/a/{turn.token}/0/{DISCARD}/"
    assert address in turn_mail(turn).html
    page = client.get(address)
    assert f"<code>{texts(turn)[DISCARD - 1]}</code>" in page.content.decode()
    confirm = next(form for form in forms(page) if "key" in form.fields)
    expected = texts(turn)[DISCARD - 1]
    assert client.post(address, confirm.pressed()).status_code == 200
    assert played(game) == [expected]
