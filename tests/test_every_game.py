"""What pages, mails, API and bots owe every game of the house, and small ones of the tests: one hides, one is open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from bots.levels import LEVELS, level, quick_move
from games.board import RENDERERS, board_svg, board_text, mail_png, renderer_of
from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.registry import game as rules_of
from games.engine.registry import games
from games.mail.compose import compose
from games.models import Delivery, Game, IncomingMail, Move, Notification
from games.people.models import User
from games.table.records import record_for
from games.wording import in_words
from tests.mail.conftest import arrive
from tests.own_games import OWN_GAMES, play_own_games
from tests.table.games import answer, bots_play, fresh, offers, opened, over, person_turn, player
from tests.web.pages import answer_form, client_of, game_page

KINDS = [rules.key for rules in (*games(), *OWN_GAMES)]
NAMES = ("anna", "bob", "chris", "david", "eva", "finn")
PNG = b"\x89PNG"
WIDTH = 72
STEP = 41
LINES = 150
MAX_LINE = 120
LOOKS = 5

every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def own_games(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    play_own_games(monkeypatch, settings)


def positions(rules: Rules, seats: int, seed: int = 1, step: int = STEP) -> Iterator[Position]:
    """Positions along a random game, some plies apart."""
    lots, position = Random(seed), rules.new(seats, {}, seed.to_bytes(32, "big"))
    while not position.is_over():
        if position.plies % step == 0:
            yield position.copy()
        position.play(lots.choice(list(position.legal_moves())))
    yield position


def get_page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@every_kind
def test_every_position_is_drawn_for_every_seat(kind: str) -> None:
    rules = rules_of(kind)
    for seats in (rules.min_seats, rules.max_seats):
        for position in positions(rules, seats):
            for seat in (None, 0, seats - 1):
                view, names = rules.view(position, seat), NAMES[:seats]
                assert isinstance(view, renderer_of(view).view_class)
                assert board_svg(view, names).startswith("<svg")
                assert board_svg(view, names, size="tall").startswith("<svg")
                lines = board_text(view, names, WIDTH).splitlines()
                assert lines


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.key)
def test_every_kind_of_question_is_explained_to_beginners_in_a_line(rules: Rules) -> None:
    explained = RENDERERS[rules.key].explanations
    kinds = {key for kind in rules.question_kinds() for key in kind.keys}
    assert {key.partition("/")[0] for key in explained} == kinds
    for position in islice(positions(rules, rules.max_seats, step=1), LINES):
        if not position.is_over():
            seat, question = int(position.to_move()), rules.question(position)
            view = rules.view(position, seat)
            line = RENDERERS[rules.key].explanation(rules.question_key(position), question, view)
            assert 0 < len(line) <= MAX_LINE, (question.stage, line)
            assert "\n" not in line


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.key)
def test_a_board_is_a_picture_and_text_that_fit_a_mail(rules: Rules) -> None:
    *_, last = positions(rules, rules.max_seats)
    view, names = rules.view(last, 0), NAMES[: rules.max_seats]
    assert mail_png(view, names).startswith(PNG)
    assert max(map(len, board_text(view, names, WIDTH).splitlines())) <= WIDTH


@pytest.mark.django_db
@every_kind
def test_everybody_may_read_what_everything_in_a_game_does(kind: str, client: Client) -> None:
    assert in_words(rules_of(kind).title) in get_page(client, f"/rules/{kind}/")


@pytest.mark.django_db
@every_kind
def test_a_game_is_played_to_its_end_on_pages_and_by_mail(
    kind: str, anna: User, bob: User, client: Client, sent: list[str]
) -> None:
    game = opened(anna, bob, kind=kind)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    lots, browser, answers = Random(3), client_of(anna), 0
    while not over(fresh(game)):
        turn = person_turn(game)
        if answers % STEP == 0:
            for one in (browser, client):
                get_page(one, f"/games/{game.pk}/")
                get_page(one, f"/games/{game.pk}/rules/")
                response: dict[str, Any] = one.get(f"/api/v1/games/{game.pk}/view/").json()
                assert response["view"]
            composed = compose(Delivery.objects.filter(kind=Notification.Kind.TURN, turn=turn).latest("pk"))
            assert composed.options
            assert in_words(rules_of(kind).title) in composed.text
        answer(turn, lots.choice(offers(turn)))
        answers += 1
    over_now = fresh(game)
    for address in (f"/games/{game.pk}/", f"/results/{over_now.share_code}/", f"/games/{game.pk}/log/"):
        get_page(client, address)
    for number in range(0, over_now.plies, max(over_now.plies // LOOKS, 1)):
        get_page(client, f"/games/{game.pk}/replay/{number}/")
    assert f'[Game "{kind}"]' in record_for(over_now, None)
    for mail in Delivery.objects.filter(game=game, kind=Notification.Kind.END):
        assert compose(mail).text


@pytest.mark.django_db
@every_kind
def test_turns_are_answered_by_the_form_of_a_page_and_by_replies(
    kind: str, anna: User, bob: User, sent: list[str]
) -> None:
    game = opened(anna, bob, kind=kind)
    browser = client_of(player(person_turn(game)))
    form = answer_form(game_page(browser, game))
    assert form is not None
    assert browser.post(form.action, form.pressed(form.buttons[0])).status_code == 302
    after_form = fresh(game).plies
    assert after_form
    for line in (offers(person_turn(game))[-1], "1"):
        before = fresh(game).plies
        assert arrive(person_turn(game), f"{line}\n").status == IncomingMail.Status.DONE
        assert fresh(game).plies > before
    assert set(game.moves.values_list("source", flat=True)) >= {Move.Source.WEB, Move.Source.MAIL}


@pytest.mark.django_db
@every_kind
def test_the_api_tells_what_can_be_opened_and_what_is_asked(kind: str, anna: User, bob: User, sent: list[str]) -> None:
    browser = client_of(anna)
    response = browser.get(f"/api/v1/kinds/{kind}/").json()
    assert [option["name"] for option in response["options"]] == [spec.name for spec in rules_of(kind).options()]
    game = opened(anna, bob, kind=kind)
    turn = person_turn(game)
    asked = client_of(anna if turn.seat.user == anna else bob).get(f"/api/v1/turns/{turn.pk}/options/").json()
    assert [option["text"] for option in asked["options"]] == offers(turn)


@pytest.mark.django_db
@every_kind
def test_a_game_with_bots_goes_on_without_anybody(kind: str, anna: User, sent: list[str]) -> None:
    game = opened(anna, bots=1, kind=kind)
    for _turn in range(LOOKS):
        bots_play(game)
        if over(fresh(game)):
            break
        turn = person_turn(game)
        answer(turn, offers(turn)[0])
    assert fresh(game).plies


@every_kind
@pytest.mark.parametrize("name", sorted(LEVELS))
def test_every_level_plays_every_game_and_equal_seeds_choose_alike(kind: str, name: str) -> None:
    rules = rules_of(kind)
    player = level(name).with_playouts(3)
    for position in islice(positions(rules, rules.max_seats), LOOKS):
        if position.is_over():
            break
        seat = int(position.to_move())
        assert quick_move(position, seat, seed=1) in list(position.legal_moves())
        chosen = player.turn(position, seat, seed=9)
        assert chosen == player.turn(position, seat, seed=9)
        for move in chosen:
            assert move in list(position.legal_moves())
            position.play(move)
