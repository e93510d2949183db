"""Opening a game, sitting down, and the start."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.engine.contract import OptionError
from games.models import Delivery, Game, Notification, Turn
from games.people.models import User
from games.table import open_games
from games.table.errors import AlreadySeated, BadInvitation, BadOpening, Full, NotHost, NotOpen, NotSeated, SeatsFree
from games.table.open_games import SeatPlan
from games.table.queries import player_names
from games.time_control import TimeControl
from tests.table.games import LIMIT, fresh

pytestmark = pytest.mark.django_db
ME, FREE, BOT = SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")


def open_with(host: User, *seats: SeatPlan, options: Mapping[str, str] | None = None) -> Game:
    return open_games.open_game(
        host, name="", kind="puerto-rico", options=options or {}, seats=seats, time_control=TimeControl(LIMIT)
    )


def test_a_game_with_a_free_seat_waits_in_the_lobby(anna: User) -> None:
    game = open_with(anna, ME, FREE)
    assert (game.status, game.name) == (Game.Status.OPEN, "anna's game")
    assert not Turn.objects.exists()


def test_the_last_seat_taken_starts_the_game_and_asks_one_player(anna: User, bob: User) -> None:
    game = open_with(anna, ME, FREE)
    open_games.join(game.pk, bob)
    game = fresh(game)
    assert game.status == Game.Status.RUNNING
    assert game.turns.get().status == Turn.Status.OPEN
    assert sorted(player_names(game)) == ["anna", "bob"]
    assert Delivery.objects.filter(kind=Notification.Kind.START).count() == 2


def test_a_game_against_bots_starts_at_once(anna: User) -> None:
    assert open_with(anna, ME, BOT, BOT).status == Game.Status.RUNNING


def test_the_secret_of_the_game_decides_the_order_of_the_seats(anna: User, bob: User, chris: User) -> None:
    def order_for(secret: str) -> list[str]:
        game = open_with(anna, ME, FREE, FREE)
        Game.objects.filter(pk=game.pk).update(secret=secret)
        open_games.join(game.pk, bob)
        open_games.join(game.pk, chris)
        return player_names(game)

    orders = {secret: order_for(secret * 32) for secret in ("00", "01", "02", "03", "04")}
    assert len({tuple(order) for order in orders.values()}) > 1
    assert order_for("03" * 32) == orders["03"]


def test_options_left_out_are_written_down_with_their_defaults(anna: User) -> None:
    assert open_with(anna, ME, FREE).options == {
        "edition": "2014",
        "open_vp": "off",
        "first_governor": "random",
        "buildings": "base",
        "violet_buildings": "",
        "new_buildings": "on",
        "exclusions": "on",
        "nobles": "off",
        "long_game": "off",
    }


@pytest.mark.parametrize("option", [{"edition": "1999"}, {"colour": "blue"}, {"first_governor": "4"}])
def test_an_option_that_does_not_fit_is_named_and_opens_nothing(anna: User, option: dict[str, str]) -> None:
    with pytest.raises(OptionError) as refusal:
        open_with(anna, ME, FREE, options=option)
    assert refusal.value.option in option
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "seats",
    [
        [ME],
        [ME] + [FREE] * 5,
        [ME, ME],
        [BOT, BOT],
        [ME, SeatPlan("bot")],
        [ME, SeatPlan("invited", email="not an address")],
        [ME, SeatPlan("invited", email="x@example.org"), SeatPlan("invited", email="X@example.org")],
        [ME, SeatPlan("invited", email="anna@example.org")],
    ],
)
def test_seats_that_cannot_be_open_nothing(anna: User, seats: list[SeatPlan]) -> None:
    with pytest.raises(BadOpening):
        open_with(anna, *seats)
    assert not Game.objects.exists()


def test_an_unknown_game_cannot_be_opened(anna: User) -> None:
    with pytest.raises(BadOpening):
        open_games.open_game(anna, name="", kind="chess", options={}, seats=[ME, FREE], time_control=TimeControl(LIMIT))


def test_an_invited_person_gets_a_mail_and_the_seat_kept_for_the_address(anna: User, bob: User, chris: User) -> None:
    game = open_with(anna, ME, SeatPlan("invited", email="Bob@example.org"))
    mail = Delivery.objects.get(kind=Notification.Kind.INVITATION)
    assert mail.address == "bob@example.org"
    with pytest.raises(Full):
        open_games.join(game.pk, chris)
    open_games.join(game.pk, bob)
    assert fresh(game).status == Game.Status.RUNNING


def test_a_code_of_another_game_opens_no_seat(anna: User, bob: User) -> None:
    game, other = open_with(anna, ME, FREE), open_with(anna, ME, FREE)
    with pytest.raises(BadInvitation):
        open_games.join(game.pk, bob, other.invitation_code)
    open_games.join(game.pk, bob, game.invitation_code)


def test_nobody_takes_two_seats_of_a_game(anna: User, bob: User) -> None:
    game = open_with(anna, ME, FREE, FREE)
    open_games.join(game.pk, bob)
    for person in (anna, bob):
        with pytest.raises(AlreadySeated):
            open_games.join(game.pk, person)


def test_nobody_joins_a_game_that_has_started(anna: User, bob: User) -> None:
    game = open_with(anna, ME, BOT)
    with pytest.raises(NotOpen):
        open_games.join(game.pk, bob)


def test_a_seat_given_back_is_free_for_others(anna: User, bob: User, chris: User) -> None:
    game = open_with(anna, ME, FREE, FREE)
    open_games.join(game.pk, bob)
    open_games.leave(game.pk, bob)
    with pytest.raises(NotSeated):
        open_games.leave(game.pk, bob)
    open_games.join(game.pk, chris)
    assert fresh(game).status == Game.Status.OPEN


def test_the_host_lets_bots_take_what_is_left_and_only_the_host(anna: User, bob: User) -> None:
    game = open_with(anna, ME, FREE, SeatPlan("invited", email="late@example.org"))
    with pytest.raises(NotHost):
        open_games.fill_with_bots(game.pk, bob, "random")
    with pytest.raises(SeatsFree):
        open_games.start(game.pk, anna)
    open_games.fill_with_bots(game.pk, anna, "random")
    assert fresh(game).status == Game.Status.RUNNING
    assert game.seats.filter(bot_level="random").count() == 2


def test_a_game_called_off_takes_nobody(anna: User, bob: User) -> None:
    game = open_with(anna, ME, FREE)
    open_games.cancel(game.pk, anna)
    with pytest.raises(NotOpen):
        open_games.join(game.pk, bob)


def test_bots_of_one_level_are_told_apart_by_number(anna: User) -> None:
    game = open_with(anna, ME, BOT, BOT)
    assert sorted(player_names(game)) == ["Random bot 1", "Random bot 2", "anna"]


def test_a_game_is_named_after_its_host_however_long_the_name(anna: User) -> None:
    anna.username = "a" * 150
    anna.save()
    game = open_games.open_game(
        anna,
        name="",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("free")],
        time_control=TimeControl(LIMIT),
    )
    assert len(game.name) == 80


def test_an_address_that_is_too_long_to_be_kept_is_refused(anna: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("invited", email=f"{'a' * 64}@{'b.' * 110}example.org")]
    with pytest.raises(BadOpening):
        open_games.open_game(
            anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT)
        )


def test_free_seats_are_not_filled_with_bots_of_no_level(anna: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free")]
    game = open_games.open_game(
        anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT)
    )
    with pytest.raises(BadOpening):
        open_games.fill_with_bots(game.pk, anna, "")
