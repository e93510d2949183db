"""San Juan, where almost everything is hidden: nobody learns of others' cards, in any stage, nor of those to come."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games.engine import registry
from games.engine.contract import Position, event_from_json
from games.engine.sanjuan import build_view
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.game import SanJuan
from games.engine.sanjuan.view_types import SanJuanView
from games.mail.compose import compose
from games.models import Game
from games.people.models import User
from games.table.game_update import GameUpdate
from games.table.locks import lock_game
from tests.access.leaks import leaks, leaks_of_the_past, resampled, viewer_of
from tests.engine.sanjuan.tables import Player, play, table
from tests.mail.conftest import acknowledgement_of, arrive
from tests.table.games import answer, fresh, offers, opened, over, person_turn, player

pytestmark = pytest.mark.django_db
RULES = registry.game("san-juan")


@pytest.fixture(autouse=True)
def at_one_moment() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False):
        yield


def start_public_game(*players: User) -> Game:
    """A public game of these people."""
    game = opened(*players, kind="san-juan")
    Game.objects.filter(pk=game.pk).update(visibility="public")
    return fresh(game)


def set_position(game: Game, position: Position) -> Game:
    """The game goes on from this position."""
    with transaction.atomic():
        update = GameUpdate(lock_game(game.pk), timezone.now())
        update.set_up(RULES.from_json(RULES.to_json(position)))
        update.advance()
        update.save()
    return fresh(game)


def busy_position(*lines: str, **details: Any) -> SanJuanPosition:
    """Two seats with much to decide and much to hide."""
    position = table(
        Player(
            hand="well, smithy, library, hero, tower, crane, statue, quarry",
            buildings="indigo plant, sugar mill, chapel, archive, market hall, black market",
            goods="indigo, sugar",
            chapel="palace, hero",
        ),
        Player(
            hand="poor house, gold mine, aqueduct, triumphal arch, carpenter, victory column, prefecture, smithy, well",
            buildings="indigo plant, coffee roaster, chapel, gold mine, trading post",
            goods="indigo, coffee",
            chapel="guild hall",
        ),
        **details,
    )
    play(position, *lines)
    return position


STRIKE = {"pile": "indigo plant, smithy, market stand, chapel, silver smelter"}
STAGES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "role": ((), {}),
    "builder": (("builder",), {}),
    "payment": (("builder", "build library"), {}),
    "trader": (("trader",), {}),
    "archive": (("councillor",), {}),
    "gold mine": (("prospector",), {}),
    "strike": (("prospector", "use gold mine"), STRIKE),
    "chapel": (("prospector", "use gold mine", "take silver smelter", "trader", "pass", "pass", "producer"), STRIKE),
}
"""What leads to a stage, and how the table is laid for it."""


def others_chapels(position: Position, seat: int) -> Position:
    """All that the seat does not know drawn anew, also how many cards lie under other chapels: at most one."""
    stored: dict[str, Any] = RULES.to_json(resampled(position, seat))
    for index, owner in enumerate(stored["players"]):
        cards = [card for card, count in owner["chapel"].items() for _copy in range(count)]
        if index != seat and len(cards) > 1:
            owner["chapel"] = {cards[0]: 1}
            stored["draw_pile"][:0] = cards[1:]
    return RULES.from_json(stored)


@pytest.mark.parametrize("stage", STAGES)
def test_in_every_stage_nobody_learns_what_is_hidden_from_him(
    stage: str, anna: User, bob: User, sent: list[str]
) -> None:
    lines, details = STAGES[stage]
    position = busy_position(*lines, **details)
    game = set_position(start_public_game(anna, bob), position)
    assert person_turn(game).stage == stage
    for who in (viewer_of(anna), viewer_of(bob), viewer_of(None)):
        assert leaks(game, who, others_chapels) == []


def test_a_whole_game_tells_nobody_the_cards_of_others(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    game = set_position(start_public_game(anna, bob), busy_position())
    lots = Random(3)
    everybody = [viewer_of(user) for user in (anna, chris, None)]
    looks = 0
    while not over(game) and looks < 9:
        for _turn in range(10):
            turn = lots.choice(list(game.turns.filter(status="open").select_related("seat__user", "game")))
            answer(turn, lots.choice(offers(turn)))
        game = fresh(game)
        assert leaks(game, everybody[looks % 3], others_chapels) == []
        looks += 1
    assert looks == 9


def test_the_past_tells_nobody_what_was_hidden_in_it(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    game, lots = set_position(start_public_game(anna, bob), busy_position()), Random(4)
    for _turn in range(20):
        turn = person_turn(game)
        answer(turn, lots.choice(offers(turn)))
    game = fresh(game)
    for who in (viewer_of(anna), viewer_of(chris)):
        assert leaks_of_the_past(game, who, resampled, range(game.plies, 1, -9)) == []


# --- Answers given ahead ----------------------------------------------------------------------------------------------


def selling() -> SanJuanPosition:
    """The first seat is to sell; the second can sell ahead, with its trading post two goods."""
    return busy_position("trader")


@pytest.mark.parametrize("line", ["sell indigo, coffee", "sell coffee"])
def test_who_sells_ahead_of_his_turn_sees_nothing_of_the_cards_to_come(
    line: str, anna: User, bob: User, sent: list[str]
) -> None:
    game = set_position(start_public_game(anna, bob), selling())
    early = person_turn(game, ahead=True)
    before = own_hand(game, player(early))
    assert answer(early, line).ahead
    assert leaks(fresh(game), viewer_of(player(early)), resampled) == []
    assert own_hand(fresh(game), player(early)) == before


def own_hand(game: Game, user: User) -> list[str]:
    """The hand that the API shows its owner."""
    shown = viewer_of(user).client.get(f"/api/v1/games/{game.pk}/view/").json()
    cards = shown["view"]["seats"][game.seats.get(user=user).index]["cards"]
    assert isinstance(cards, list)
    return cards


@pytest.mark.parametrize("line", ["sell indigo, coffee\nboard", "sell indigo\nmoves", "sell tea\nboard"])
def test_a_mail_about_a_sale_ahead_of_its_turn_tells_nothing_of_the_cards_to_come(
    line: str, anna: User, bob: User, sent: list[str]
) -> None:
    started = start_public_game(anna, bob)

    def text_with(pile: str) -> str:
        """The whole answer to the mail, where these cards lie on top of the pile."""
        with transaction.atomic():
            game = set_position(started, busy_position("trader", pile=pile))
            early = person_turn(game, ahead=True)
            mail = compose(acknowledgement_of(arrive(early, line)), pictures=False)
            text = f"{mail.subject}\n{mail.text}\n{mail.html}"
            transaction.set_rollback(True)
        return text.replace(early.token, "")

    first = text_with("palace, city hall, city hall, guild hall, silver smelter, market hall")
    assert first == text_with("indigo plant, indigo plant, sugar mill, sugar mill, tobacco storage, tobacco storage")
    assert "trading post" in first or "board" not in line


def test_cards_sold_for_are_drawn_when_the_time_comes(anna: User, bob: User, sent: list[str]) -> None:
    game = set_position(start_public_game(anna, bob), selling())
    early = person_turn(game, ahead=True)
    before = own_hand(game, player(early))
    answer(early, "sell indigo, coffee")
    answer(person_turn(game), "pass")
    # An indigo and a coffee at 1 1 1 2 2.
    assert len(own_hand(fresh(game), player(early))) == len(before) + 3


# --- A leak that somebody puts in is found ----------------------------------------------------------------------------


class OpenHands(SanJuan):
    """Shows everybody the first hand."""

    def view(self, position: Position, seat: int | None) -> SanJuanView:
        assert isinstance(position, SanJuanPosition)
        honest = super().view(position, seat)
        seen = dataclasses.replace(honest.seats[0], cards=build_view.build_full_view(position).seats[0].cards)
        return dataclasses.replace(honest, seats=(seen, *honest.seats[1:]))


class CountedChapels(SanJuan):
    """Shows everybody how many cards lie under the first chapel."""

    def view(self, position: Position, seat: int | None) -> SanJuanView:
        assert isinstance(position, SanJuanPosition)
        honest = super().view(position, seat)
        under = int(position.chapel_count[0])
        first = dataclasses.replace(honest.seats[0], vp=honest.seats[0].vp + under)
        return dataclasses.replace(honest, seats=(first, *honest.seats[1:]))


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    return set_position(start_public_game(anna, bob), busy_position("councillor"))


@pytest.mark.parametrize("leaky", [OpenHands(), CountedChapels()], ids=lambda leaky: type(leaky).__name__)
def test_a_view_that_shows_hidden_cards_is_found(leaky: SanJuan, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    onlooker = viewer_of(None)
    past = range(game.plies, 1, -1)
    assert leaks(game, onlooker, others_chapels) == []
    monkeypatch.setitem(registry.GAMES, leaky.key, leaky)
    found = leaks(game, onlooker, unlike_the_first)
    assert "/games/{game}/" in found
    assert "/api/v1/games/{game}/view/" in found
    assert not past or leaks_of_the_past(game, onlooker, unlike_the_first, past)


def unlike_the_first(position: Position, _seat: int) -> Position:
    """As the second seat may imagine it: then the first one's cards are others."""
    return others_chapels(position, 1)


def test_a_log_that_tells_others_cards_is_found(
    game: Game, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = person_turn(game)
    who = viewer_of(anna if player(turn) == bob else bob)
    answer(turn, offers(turn)[0])
    game = fresh(game)
    assert leaks(game, who, resampled) == []
    monkeypatch.setattr(
        "games.table.queries.visible_events", lambda move, _seat: [event_from_json(event) for event in move.events]
    )
    # In the twin what others may not hear names no card at all: whoever tells it has nothing to say.
    with pytest.raises(KeyError, match="something else"):
        leaks(game, who, resampled)
