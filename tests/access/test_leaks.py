"""Nobody learns what is not theirs, by page, API, mail or log, in whole games; and a leak would be found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings

from games.engine import registry
from games.engine.contract import Position, event_from_json
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.models import Game
from games.people.models import User
from games.table.open_games import SeatPlan, join, open_game
from games.table.positions import stored_position
from games.table.resignation import resign
from games.table.takeover import take_over
from games.time_control import TimeControl
from tests.access.leaks import Viewer, leaks, leaks_of_the_past, outputs, resampled, secrets_in, viewer_of
from tests.engine.high_card import HighCard, HighCardPosition, HighCardView
from tests.game_registration import register_game
from tests.own_games import OWN_GAMES, play_own_games
from tests.table.games import LIMIT, SECRET, answer, bots_play, fresh, offers, over, person_turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_one_moment() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    play_own_games(monkeypatch, settings)


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> pytest.MonkeyPatch:
    """The house plays High Card too, where everything that matters is hidden."""
    register_game(monkeypatch, settings, HighCard(), HighCardView)
    return monkeypatch


KINDS = [rules.key for rules in (*registry.games(), *OWN_GAMES)]
MAX_TURNS = 25
"""Between two looks."""


def start_public_game(kind: str, host: User, *players: User, bots: int = 0, **options: str) -> Game:
    """A public game under way, whose host only watches."""
    seats = [SeatPlan("free") for _ in players] + [SeatPlan("bot", level="random") for _ in range(bots)]
    game = open_game(
        host,
        name="Cards",
        kind=kind,
        options=options,
        seats=seats,
        time_control=TimeControl(LIMIT),
        visibility="public",
    )
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    for player in players:
        join(game.pk, player)
    return fresh(game)


def played(game: Game, turns: int, seed: int = 2) -> Game:
    """The game after so many more turns of people, some of them decided ahead of their time."""
    lots = Random(seed)
    for _turn in range(turns):
        bots_play(game)
        if over(fresh(game)):
            break
        ahead = game.turns.filter(status="open", ahead_of_turn=True).select_related("seat__user", "game").first()
        turn = ahead if ahead is not None and lots.random() < 0.5 else person_turn(game)
        answer(turn, lots.choice(offers(turn)))
    bots_play(game)
    return fresh(game)


def test_a_whole_game_of_cards_tells_nobody_the_hands_of_others(
    cards: pytest.MonkeyPatch, anna: User, bob: User, chris: User, david: User, sent: list[str]
) -> None:
    game = start_public_game("high-card", david, anna, bob, chris)
    everybody = [viewer_of(user) for user in (anna, bob, chris, david, None)]
    looks = 0
    while not over(game):
        for who in everybody:
            assert leaks(game, who, resampled) == []
            assert secrets_in(game, who, outputs(game, who).values()) == []
            looks += 1
        game = played(game, 3, seed=game.plies)
    assert looks >= 15


def start_with_a_bot(kind: str, host: User, *players: User) -> Game:
    """A public game of these people, and of a bot if there is a seat for it."""
    return start_public_game(kind, host, *players, bots=int(registry.game(kind).max_seats > len(players)))


def usual_length(game: Game) -> int:
    """In plies: even a short game is to be looked at while it is under way."""
    return int(play_at_random(stored_position(game), from_secret(bytes(32), "length"), 5_000))


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_tells_nobody_what_is_hidden_in_it(
    kind: str, own_games: None, anna: User, bob: User, david: User, sent: list[str]
) -> None:
    hide = HIDERS.get(kind, resampled)
    game = start_with_a_bot(kind, david, anna, bob)
    turns = max(1, min(MAX_TURNS, usual_length(game) // 10))
    for number in range(3):
        game = played(game, turns, seed=number)
        if over(game):
            assert number, "nobody has looked"
            break
        for who in (viewer_of(anna), viewer_of(None)):
            assert leaks(game, who, hide) == []
            assert secrets_in(game, who, outputs(game, who).values()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_past_of_a_game_tells_nobody_what_was_hidden_in_it(
    kind: str, own_games: None, anna: User, bob: User, david: User, sent: list[str]
) -> None:
    game = start_with_a_bot(kind, david, anna, bob)
    game = played(game, max(1, min(3 * MAX_TURNS, usual_length(game) // 4)))
    assert not over(game)
    numbers = range(game.plies, 0, -max(game.plies // 6, 1))
    for who in (viewer_of(anna), viewer_of(david), viewer_of(None)):
        assert leaks_of_the_past(game, who, HIDERS.get(kind, resampled), numbers) == []


def test_points_are_hidden_in_the_games_of_puerto_rico_that_are_looked_at(
    anna: User, bob: User, david: User, sent: list[str]
) -> None:
    game = played(start_public_game("puerto-rico", david, anna, bob, bots=1), 25)
    assert game.position is not None
    assert game.options["open_vp"] == "off"
    assert sum(player["vp_chips"] for player in game.position["players"])


def other_points(position: Position, seat: int) -> Position:
    """Tiles and draws to come as the seat may imagine them; and the points of two others shared out otherwise."""
    rules = registry.game("puerto-rico")
    stored: dict[str, Any] = rules.to_json(resampled(position, seat))
    others = [player for index, player in enumerate(stored["players"]) if index != seat]
    together = others[0]["vp_chips"] + others[1]["vp_chips"]
    others[0]["vp_chips"] = 0 if others[0]["vp_chips"] else together
    others[1]["vp_chips"] = together - others[0]["vp_chips"]
    return rules.from_json(stored)


def test_whoever_takes_a_seat_over_learns_nothing_hidden_of_the_time_before(
    anna: User, bob: User, chris: User, david: User, sent: list[str]
) -> None:
    game = played(start_public_game("san-juan", david, anna, bob), 25)
    before, index = game.plies, game.seats.get(user=anna).index
    hers = viewer_of(anna)
    assert any(event["audience"] == [index] for move in game.moves.all() for event in move.events)
    resign(game.pk, anna)
    take_over(game.pk, index, chris)
    game = fresh(game)
    theirs = viewer_of(chris)
    assert leaks(game, theirs, resampled) == []
    # Another hand in the past, as the other seat may imagine it, is not to be told from the true one.
    assert leaks_of_the_past(game, theirs, lambda past, seat: resampled(past, 1 - seat), range(1, before, 9)) == []
    # Whoever had the seat sees no hand any more, whatever it is by now.
    game = played(game, 10)
    assert leaks(game, hers, lambda position, _seat: resampled(position, 1 - index)) == []
    assert leaks(game, theirs, resampled) == []
    assert leaks(game, viewer_of(None), lambda position, _seat: resampled(position, 1 - index)) == []


HIDERS = {"puerto-rico": other_points}
"""By game what changes all that may be hidden; of the others what a seat does not know is drawn anew."""


# --- A leak that somebody puts in is found ----------------------------------------------------------------------------


class OpenHands(HighCard):
    """Shows an onlooker's hand to everybody: the first player's."""

    def view(self, position: Position, seat: int | None) -> HighCardView:
        return super().view(position, 0 if seat is None else seat)


@pytest.fixture
def table(cards: pytest.MonkeyPatch, anna: User, bob: User, david: User, sent: list[str]) -> Game:
    return played(start_public_game("high-card", david, anna, bob), 1)


@pytest.fixture
def onlooker() -> Viewer:
    return viewer_of(None)


def test_a_view_that_shows_a_hand_to_onlookers_is_found(
    table: Game, onlooker: Viewer, cards: pytest.MonkeyPatch
) -> None:
    past = range(1, table.plies + 1)
    assert leaks(table, onlooker, redealt) == leaks_of_the_past(table, onlooker, redealt, past) == []
    cards.setitem(registry.GAMES, HighCard.key, OpenHands())
    assert leaks_of_the_past(table, onlooker, redealt, past)
    found = leaks(table, onlooker, redealt)
    assert "/games/{game}/" in found
    assert "/api/v1/games/{game}/view/" in found


def redealt(position: Position, _seat: int) -> Position:
    """All hands another way round, as somebody without a seat may imagine them."""
    assert isinstance(position, HighCardPosition)
    other = position.copy()
    cards = sorted(card for hand in other.hands for card in hand)[::-1]
    other.hands = [sorted(cards.pop() for _card in hand) for hand in other.hands]
    return other


def test_a_text_that_tells_a_hidden_card_is_found(table: Game, bob: User, cards: pytest.MonkeyPatch) -> None:
    mover = next(
        who for who in (viewer_of(bob), viewer_of(User.objects.get(username="anna"))) if not has_laid(table, who)
    )
    assert leaks(table, mover, resampled) == []
    cards.setattr("games.table.queries.visible_events", lambda move, _seat: events_of(move))
    found = leaks(table, mover, resampled)
    assert "/games/{game}/log/" in found
    assert "/api/v1/games/{game}/log/" in found
    assert any(address.startswith("mail turn") for address in found)


def has_laid(game: Game, who: Viewer) -> bool:
    return game.moves.filter(seat=who.index(game)).exists() or bool(
        game.turns.filter(seat__user=who.user).exclude(deferred_plies=[])
    )


def events_of(move: Any) -> list[Any]:
    return [event_from_json(stored) for stored in move.events]


@pytest.mark.parametrize("what", ["secret", "invitation_code", "share_code"])
def test_a_secret_in_plain_letters_is_found(table: Game, onlooker: Viewer, what: str) -> None:
    assert secrets_in(table, onlooker, outputs(table, onlooker).values()) == []
    Game.objects.filter(pk=table.pk).update(name=getattr(table, what))
    assert len(secrets_in(table, onlooker, outputs(fresh(table), onlooker).values())) == 1


def test_an_address_of_another_player_is_found(table: Game, onlooker: Viewer, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(username=anna.email)
    assert secrets_in(table, onlooker, outputs(table, onlooker).values()) == ["somebody's mail address"]
