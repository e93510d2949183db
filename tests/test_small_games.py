"""What a small game gets: an open one for two, without chronicle, samples, knowledge and tie-breaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from random import Random

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from bots.levels import LEVELS
from bots.management.commands import demo, draw_samples
from games.bot_levels import BOT_LEVELS
from games.engine.contract import OptionError, Position
from games.engine.registry import GAMES, chronicle, games, samples
from games.engine.registry import game as rules_of
from games.engine.words import Message
from games.mail.compose import compose
from games.models import Delivery, Game, Notification, Turn
from games.people.models import User
from games.table.errors import BadSeats
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl
from games.wording import in_words
from tests.engine.high_card import HighCard
from tests.engine.kalah import Kalah
from tests.own_games import play_own_games
from tests.table.games import LIMIT, answer, fresh, offers, opened, over, person_turn
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db
KIND = Kalah.key


@pytest.fixture(autouse=True)
def own_games(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    play_own_games(monkeypatch, settings)


@pytest.fixture
def finished(anna: User, bob: User, sent: list[str]) -> Game:
    game, lots = opened(anna, bob, kind=KIND), Random(2)
    while not over(fresh(game)):
        turn = person_turn(game)
        answer(turn, lots.choice(offers(turn)))
    return fresh(game)


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def mail_texts(game: Game, kind: str) -> list[str]:
    mails = Delivery.objects.filter(game=game, kind=kind)
    assert mails
    return [text for mail in mails for composed in [compose(mail)] for text in (composed.text, composed.html)]


def test_nobody_is_told_of_a_secret_where_nothing_is_hidden(anna: User, finished: Game) -> None:
    texts = [
        text_of(client_of(anna), f"/games/{finished.pk}/"),
        text_of(Client(), f"/results/{finished.share_code}/"),
        *mail_texts(finished, Notification.Kind.START),
        *mail_texts(finished, Notification.Kind.END),
    ]
    for text in texts:
        assert "secret" not in text.lower().replace('class="secret"', "").replace(".secret", "")
        assert finished.secret not in text
        assert "honest" not in text
        assert "Fair draws" not in text


def test_a_game_that_hides_is_still_told_of_its_secret(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob, kind="high-card")
    assert "Its SHA-256" in text_of(client_of(anna), f"/games/{game.pk}/")
    assert all("Its SHA-256" in text for text in mail_texts(game, Notification.Kind.START))


def test_a_record_of_an_open_game_replays_and_proves_the_order_of_the_seats(finished: Game, client: Client) -> None:
    record = text_of(client, f"/results/{finished.share_code}/record/")
    assert f'[Secret "{finished.secret}"]' in record


def test_a_replay_has_the_strides_and_eyes_that_the_game_has(anna: User, finished: Game) -> None:
    page = text_of(client_of(anna), f"/games/{finished.pk}/replay/3/")
    assert "Seen by:" not in page
    assert "Turn" in page
    for stride in ("Role", "Round"):
        assert stride not in page


def test_a_phase_is_called_as_the_game_calls_it() -> None:
    named = {rules.key: chronicle(rules.key).phase_name() for rules in games()}
    assert named[KIND] is None
    role = named["puerto-rico"]
    assert role is not None
    assert role.render() == "Role"


def test_the_result_of_a_game_without_rounds_says_nothing_of_them(finished: Game, client: Client) -> None:
    page = text_of(client, f"/results/{finished.share_code}/")
    assert "Round" not in page
    assert "round to round" not in page
    assert "Decisions" in page
    assert re.search(r"\btie-?", page.partition("<main")[2], re.IGNORECASE) is None


def test_the_end_is_told_in_points_of_the_game(finished: Game, client: Client) -> None:
    page = text_of(client, f"/results/{finished.share_code}/replay/{finished.plies}/")
    assert "The game is over: 1. " in page
    # As a word: a link has any letters.
    assert not any(re.search(r"\bVP\b", text) for text in [page, *mail_texts(finished, Notification.Kind.END)])


def test_levels_are_described_without_the_things_of_any_game() -> None:
    for level in BOT_LEVELS.values():
        assert not {"buildings", "goods", "roles"} & set(str(level.description).replace(",", "").split())


def test_a_game_for_two_is_not_said_to_be_for_two_to_two(anna: User) -> None:
    with pytest.raises(BadSeats, match="This game is for 2 players"):
        open_game(
            anna, name="Three", kind=KIND, options={}, seats=[SeatPlan("free")] * 3, time_control=TimeControl(LIMIT)
        )


def test_a_form_for_a_game_with_one_number_of_seats_opens_it(anna: User, sent: list[str]) -> None:
    form = next(form for form in forms(client_of(anna).get(f"/games/new/?kind={KIND}")) if "kind" in form.fields)
    changes = {"name": "Two", "seat_count": "2", "option_seeds": "3", "seat1_kind": "free", "turn_limit": "3600"}
    assert client_of(anna).post("/games/new/", form.pressed(**changes)).status_code == 302
    assert Game.objects.get(name="Two").options == {"seeds": "3"}


def test_demo_games_of_different_games_have_different_names() -> None:
    names = [in_words(sample.name) for rules in games() for sample in samples(rules.key)]
    assert len(set(names)) == len(names)


def test_a_demo_game_is_played_a_little(anna: User, sent: list[str]) -> None:
    game = demo.demo_game(anna, KIND, samples(KIND)[0])
    demo.play_a_little(game, anna, 1)
    assert game.turns.filter(seat__user=anna, status=Turn.Status.CLOSED).count() == 1


def test_a_picture_is_drawn_of_the_middle_of_a_game_that_bots_know_nothing_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_samples, "level", lambda _name: LEVELS["apprentice-1"].with_playouts(2))
    rules = rules_of(KIND)
    assert draw_samples.half_played(rules, samples(KIND)[0]).plies


def test_the_arena_seats_as_many_as_the_game_allows() -> None:
    output = StringIO()
    call_command("arena", "random", "random", "--game", KIND, "--games", "2", "--workers", "1", stdout=output)
    assert "random  2" in output.getvalue()


@pytest.mark.parametrize("options", [[], ["--option", "seeds=2"]])
def test_the_arena_refuses_more_seats_than_the_game_has(options: list[str]) -> None:
    with pytest.raises(CommandError, match="2 players"):
        call_command("arena", "random", "random", "--game", KIND, "--seats", "4", *options)


class NotAllForTwo(HighCard):
    def new(self, seats: int, options: Mapping[str, str], secret: bytes, rules_version: int | None = None) -> Position:
        if seats == 2 and options.get("cards") == "15":
            raise OptionError("seats", Message("With fifteen cards there are three."))
        return super().new(seats, options, secret, rules_version)


def test_a_number_of_seats_that_an_option_excludes_is_refused_at_its_field(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, HighCard.key, NotAllForTwo())
    browser = client_of(anna)
    form = next(form for form in forms(browser.get("/games/new/?kind=high-card")) if "kind" in form.fields)
    changes = {"name": "Two", "seat_count": "2", "option_cards": "15", "seat1_kind": "free", "turn_limit": "3600"}
    response = browser.post("/games/new/", form.pressed(**changes))
    assert response.status_code == 422
    assert "With fifteen cards there are three." in response.content.decode()
    assert not Game.objects.exists()


def test_the_page_of_rules_is_called_as_the_game_calls_it(anna: User, finished: Game) -> None:
    pages = [
        text_of(Client(), "/"),
        text_of(Client(), f"/rules/{KIND}/"),
        text_of(client_of(anna), f"/games/{finished.pk}/"),
        *mail_texts(finished, Notification.Kind.START),
    ]
    assert "Kalah: Rules<" in pages[0]
    assert "Puerto Rico: Rules and buildings<" in pages[0]
    for text in pages[1:]:
        assert "Rules" in text
        assert "buildings" not in text
