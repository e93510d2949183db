"""Saying by mail that one is away, in every language, and that one is back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import translation

from games.engine.line_reader import LineReader
from games.engine.name_tables import LANGUAGES
from games.engine.registry import game as rules_of
from games.mail.commands import Away, Back, parse_commands
from games.mail.typed_days import away_example, read_day
from games.models import Seat, Turn
from games.people.models import User
from games.table.days_away import announced, today_of
from games.table.resignation import resign
from games.table.takeover import take_over
from games.table.vacant_seats import vacate
from tests.mail.conftest import acknowledgement_of, arrive, mail_of
from tests.table.games import player

TODAY = date(2026, 11, 24)
"""A Tuesday."""


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *[("en", typed) for typed in ("3 Dec", "Dec 3", "3rd of December", "2026-12-03", "3/12", "in 9 days")],
        *[("de", typed) for typed in ("3. Dezember", "3. Dez", "3.12.", "03.12.2026", "3 Dec")],
        *[("hu", typed) for typed in ("dec. 3-ig", "december 3.", "12. 3.", "12.03", "2026. december 3-ig")],
        *[("pl", typed) for typed in ("3 grudnia", "3 gru", "3.12.", "3.12")],
        *[("ro", typed) for typed in ("3 decembrie", "3 dec.", "3.12", "03.12.2026")],
    ],
)
def test_a_date_is_read_as_it_is_written_in_the_language(language: str, typed: str) -> None:
    assert read_day(typed, language, TODAY) == date(2026, 12, 3)


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "Friday"), ("de", "Freitag"), ("hu", "péntekig"), ("pl", "piątku"), ("pl", "piątek"), ("ro", "vineri")],
)
def test_a_weekday_is_the_next_one(language: str, typed: str) -> None:
    assert read_day(typed, language, TODAY) == date(2026, 11, 27)


def test_a_day_that_is_over_this_year_is_one_of_the_next() -> None:
    assert read_day("3 January", "en", TODAY) == date(2027, 1, 3)
    assert read_day("3.1.", "de", TODAY) == date(2027, 1, 3)


@pytest.mark.parametrize(
    "typed", ["", "December", "2027", "31 Nov", "31.11.", "10:30", "coffee", "the end of time", "9" * 99]
)
def test_what_names_no_day_is_none(typed: str) -> None:
    assert read_day(typed, "en", TODAY) is None


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_example_in_the_help_is_understood_in_its_language(language: str) -> None:
    with translation.override(language):
        example = away_example(TODAY)
    (command,) = parse_commands([example], LineReader(rules_of("puerto-rico"), language))
    assert isinstance(command, Away)
    assert read_day(command.last_day, language, TODAY) == TODAY + timedelta(days=7)


def test_english_is_understood_everywhere() -> None:
    for language in ("en", *LANGUAGES):
        reader = LineReader(rules_of("san-juan"), language)
        assert parse_commands(["away until 3 Dec", "back"], reader) == [
            Away("away until 3 Dec", "3 Dec"),
            Back("back"),
        ]


@pytest.mark.django_db
def test_an_absence_by_mail_begins_today_and_ends_when_one_is_back(turn: Turn) -> None:
    last = today_of(player(turn)) + timedelta(days=5)
    incoming = arrive(turn, f"away until {last.isoformat()}\n")
    (absence,) = announced(player(turn))
    assert (absence.first, absence.last) == (today_of(player(turn)), last)
    assert "You are away until" in mail_of(acknowledgement_of(incoming)).text
    incoming = arrive(turn, "back\n")
    assert announced(User.objects.get(pk=player(turn).pk)) == []
    assert "You are not away any more." in mail_of(acknowledgement_of(incoming)).text


@pytest.mark.django_db
def test_a_day_that_cannot_be_read_announces_nothing_and_shows_how(turn: Turn) -> None:
    incoming = arrive(turn, "away until the cows come home\n")
    assert announced(player(turn)) == []
    written = " ".join(mail_of(acknowledgement_of(incoming)).text.split())
    assert "Until which day? Write it like this: away until" in written


@pytest.mark.django_db
def test_back_lets_one_play_again_in_a_vacant_seat_and_nothing_else_is_read(turn: Turn) -> None:
    person = player(turn)
    resign(turn.game_id, person)
    incoming = arrive(turn, "settler\n")
    assert "You play again" not in mail_of(acknowledgement_of(incoming)).text
    assert turn.game.seats.get(user=person).vacant_since is not None
    incoming = arrive(turn, "back\n")
    assert turn.game.seats.get(user=person).vacant_since is None
    assert "You play again in your seat." in mail_of(acknowledgement_of(incoming)).text


@pytest.mark.django_db
def test_back_returns_nobody_to_a_seat_that_somebody_has_taken(turn: Turn, david: User) -> None:
    person = player(turn)
    resign(turn.game_id, person)
    take_over(turn.game_id, turn.seat.index, david)
    arrive(turn, "back\n")
    assert turn.game.seats.get(pk=turn.seat_id).user == david


@pytest.mark.django_db
def test_back_returns_nobody_whom_the_others_have_replaced(turn: Turn) -> None:
    person = player(turn)
    vacate(turn.game, turn.game.seats.select_related("user").get(user=person), Seat.Cause.VOTED)
    arrive(turn, "back\n")
    assert turn.game.seats.get(user=person).is_given_up
