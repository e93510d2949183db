"""The clock of a new game: chosen by its host in the form, read by others before they join."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from games.models import Game
from games.people.models import User
from games.time_control import TimeControl
from tests.web.pages import client_of
from tests.web.test_lobby import open_by_form, posted

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


BANK: dict[str, str | list[str]] = {
    "clock": "bank",
    "bank": str(10 * 24 * 3600),
    "bank_added": str(12 * 3600),
    "bank_cap": str(14 * 24 * 3600),
}
ROUND: dict[str, str | list[str]] = {"clock": "round", "round": str(48 * 3600), "round_least": str(3 * 3600)}


@pytest.mark.parametrize(
    ("fields", "control"),
    [
        ({"turn_limit": "86400"}, TimeControl(DAY)),
        (BANK, TimeControl(12 * HOUR, bank=10 * DAY, cap=14 * DAY)),
        (ROUND, TimeControl(3 * HOUR, round=2 * DAY)),
        (
            {"grace": "21600", "excused": "2", "days_off": ["5", "6"]},
            TimeControl(3 * DAY, grace=6 * HOUR, excused=2, days_off=frozenset({5, 6})),
        ),
    ],
    ids=["a time for each turn", "a bank", "a pace", "days off, grace and excused misses"],
)
def test_a_game_has_the_clock_that_its_host_chose(
    anna: User, fields: dict[str, str | list[str]], control: TimeControl
) -> None:
    assert open_by_form(anna, **fields).time_control == replace(control, misses_in_row=2, misses_in_all=4)


def test_a_clock_that_cannot_be_is_told_at_its_field(anna: User) -> None:
    for wrong, told in (
        ({**BANK, "bank_cap": str(72 * 3600)}, "less than the bank begins with"),
        ({"days_off": [str(day) for day in range(7)]}, "at least one day of the week"),
    ):
        response = client_of(anna).post("/games/new/", posted(**wrong))
        assert response.status_code == 422
        assert told in response.content.decode()
    assert not Game.objects.exists()


def test_whoever_looks_at_a_game_reads_how_time_is_counted(anna: User, bob: User) -> None:
    game = open_by_form(anna, **BANK, grace="21600", excused="2", days_off=["5", "6"])
    page = client_of(bob).get(f"/games/{game.pk}/join/").content.decode()
    for words in (
        "10 days for each player; each turn adds 12 hours; never more than 14 days",
        "Saturday, Sunday: no time runs then",
        "6 hours: a bot plays a turn so long after its deadline",
        "2 missed deadlines of each player",
    ):
        assert words in page
    assert "10 days + 12 hours per turn" in client_of(bob).get("/games/").content.decode()


def test_the_game_again_is_opened_by_the_same_clock(anna: User) -> None:
    game = open_by_form(anna, **ROUND, seat2_kind="bot")
    Game.objects.filter(pk=game.pk).update(status="finished", clock={"round": 20 * 3600})
    page = client_of(anna).get(f"/games/new/?again={game.pk}").content.decode()
    assert '<option value="72000" selected>20 hours</option>' in page
    assert 'name="clock" value="round" id="id_clock_2" checked' in page


def test_quiet_hours_are_both_or_none_and_not_too_long(anna: User) -> None:
    client = client_of(anna)

    def saved(since: str, until: str) -> str:
        form = {"username": "anna", "time_zone": "UTC", "language": "en"}
        return client.post(
            "/preferences/", {**form, "quiet_since": since, "quiet_until": until}, follow=True
        ).content.decode()

    assert "need both" in saved("22:00", "")
    assert "at most 8 hours" in saved("20:00", "08:00")
    anna.refresh_from_db()
    assert anna.quiet_hours is None
    assert "Saved." in saved("22:00", "06:00")
    anna.refresh_from_db()
    assert anna.quiet_hours is not None
    saved("", "")
    anna.refresh_from_db()
    assert anna.quiet_hours is None
