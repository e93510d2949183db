"""Bots take the free seats of an open game after the time that its host has set."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.models import AuditEntry, Game
from games.people.models import User
from games.table.bots_for_free_seats import choose, fill_due
from games.table.errors import BadOpening, NotHost, NotOpen
from games.table.open_games import SeatPlan, cancel, join, open_game
from games.time_control import TimeControl
from tests.table.games import LIMIT, fresh
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def opened(host: User, *kinds: Any, after: timedelta | None = DAY, rated: bool = False) -> Game:
    return open_game(
        host,
        name="Waiting",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan(kind) for kind in kinds or ("me", "free", "free")],
        time_control=TimeControl(LIMIT),
        rated=rated,
        bots_after=after,
        bots_level="random" if after else "",
    )


def test_bots_take_the_free_seats_when_it_is_time_and_once(anna: User, bob: User, clock: Any) -> None:
    game = opened(anna)
    join(game.pk, bob)
    clock.shift(DAY - HOUR)
    assert fill_due() == 0
    clock.shift(HOUR)
    assert (fill_due(), fill_due()) == (1, 0)
    game = fresh(game)
    assert game.status == Game.Status.RUNNING
    assert sorted(seat.bot_level for seat in game.seats.all()) == ["", "", "random"]
    assert AuditEntry.objects.get(game=game, action="fill with bots").actor is None


def test_they_wait_until_people_sit_there_and_never_fill_a_game_that_is_over(anna: User, bob: User, clock: Any) -> None:
    empty, rated, off = opened(anna, "free", "free", "free"), opened(anna, rated=True), opened(anna)
    cancel(off.pk, anna)
    clock.shift(2 * DAY)
    assert fill_due() == 0
    join(rated.pk, bob)
    join(empty.pk, bob)
    assert fill_due() == 2
    assert fresh(off).status == Game.Status.ABORTED


def test_a_game_that_cannot_begin_keeps_no_other_from_its_bots(anna: User, bob: User, clock: Any) -> None:
    broken, whole = opened(anna), opened(bob)
    Game.objects.filter(pk=broken.pk).update(kind="of-another-release")
    clock.shift(DAY)
    assert fill_due() == 1
    assert (fresh(broken).status, fresh(whole).status) == (Game.Status.OPEN, Game.Status.RUNNING)


def test_only_the_host_changes_it_and_only_before_the_start(anna: User, bob: User, clock: Any) -> None:
    game = opened(anna, after=None)
    with pytest.raises(NotHost):
        choose(game.pk, bob, DAY, "random")
    for after, level in ((DAY, "genius"), (timedelta(minutes=5), "random"), (90 * DAY, "random")):
        with pytest.raises(BadOpening):
            choose(game.pk, anna, after, level)
    choose(game.pk, anna, 2 * DAY, "random")
    assert fresh(game).bots_at == START + 2 * DAY
    choose(game.pk, anna, None)
    clock.shift(3 * DAY)
    assert fill_due() == 0
    choose(game.pk, anna, HOUR, "random")
    clock.shift(HOUR)
    assert fill_due() == 1
    with pytest.raises(NotOpen):
        choose(game.pk, anna, DAY, "random")


def test_everybody_sees_it_before_they_take_a_seat_and_the_host_can_change_it(anna: User, bob: User) -> None:
    game = opened(anna)
    assert "bots take free seats" in client_of(bob).get("/games/").content.decode()
    assert "bots (Random) take them" in client_of(bob).get(f"/games/{game.pk}/join/").content.decode()
    hers = client_of(anna)
    assert "Bots take them by themselves" in hers.get(f"/games/{game.pk}/").content.decode()
    changed = {"bots_after": str(12 * 3600), "bots_level": "apprentice-1"}
    assert hers.post(f"/games/{game.pk}/bots/", changed).status_code == 302
    assert (fresh(game).bots_at, fresh(game).bots_level) == (START + 12 * HOUR, "apprentice-1")
    hers.post(f"/games/{game.pk}/bots/", {"bots_after": "0"})
    assert (fresh(game).bots_at, fresh(game).bots_level) == (None, "")
    assert client_of(bob).post(f"/games/{game.pk}/bots/", changed).status_code in (302, 403)
    assert fresh(game).bots_at is None
