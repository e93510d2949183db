"""People answer in their own words, by mail; what is kept is canonical."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.engine.name_tables import LANGUAGES
from games.mail.compose import compose
from games.mail.question import mail_question
from games.models import Delivery, Game, Turn
from games.people.models import User
from games.table import order_changes, seat_orders
from games.table.line_reading import line_reader
from games.table.positions import rules_of
from tests.mail.conftest import acknowledgement_of, arrive, live_moves, mail_of


def read_by(turn: Turn, language: str) -> None:
    """Let the person of the turn read this language."""
    assert turn.seat.user is not None
    User.objects.filter(pk=turn.seat.user.pk).update(language=language)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, turn: Turn) -> str:
    """What the person of the turn reads and writes."""
    read_by(turn, str(request.param))
    return str(request.param)


def test_a_turn_mail_lists_options_in_words_that_can_be_answered(game: Game, turn: Turn, language: str) -> None:
    mail = compose(Delivery.objects.get(turn=turn, kind="turn"), pictures=False)
    assert mail.options[0] == "settler", "kept as canonical notation"
    with translation.override(language):
        asked = mail_question(Turn.objects.get(pk=turn.pk))
        settler = line_reader(rules_of(game)).show("settler")
    assert settler != "settler"
    assert asked.options[0].line == settler
    assert f"  1  {settler} " in mail.text
    told = mail_of(acknowledgement_of(arrive(turn, settler))).text
    assert live_moves(game) == ["settler"]
    assert settler in told


def test_english_is_understood_besides(game: Game, turn: Turn, language: str) -> None:
    arrive(turn, "builder")
    assert live_moves(game) == ["builder"]


def test_commands_and_orders_are_written_in_the_same_language(game: Game, turn: Turn, language: str) -> None:
    with translation.override(language):
        order = line_reader(rules_of(game)).show("always store coffee, tobacco")
    told = mail_of(acknowledgement_of(arrive(turn, order))).text
    assert order in told
    turn.seat.refresh_from_db()
    assert seat_orders.lines_of(turn.seat) == ("always store coffee, tobacco",)


def test_a_change_of_language_changes_no_order(game: Game, turn: Turn) -> None:
    person = turn.seat.user
    assert person is not None
    with translation.override("hu"):
        order_changes.give_orders(game.pk, person, ["mindig raktározz kávét"], source="web")
    turn.seat.refresh_from_db()
    with translation.override("pl"):
        shown = line_reader(rules_of(game)).show(seat_orders.lines_of(turn.seat)[0])
    assert shown == "zawsze magazynuj kawę"


def test_what_is_refused_is_told_in_the_language_with_its_words(game: Game, turn: Turn) -> None:
    read_by(turn, "hu")
    told = mail_of(acknowledgement_of(arrive(turn, "nem építek kikötőt"))).text
    assert "ez azt mondja meg, mit ne tegyél" in " ".join(told.split())
    assert live_moves(game) == []
