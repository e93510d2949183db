"""Staff put a position right by its JSON: checked by the rules, previewed, recorded, hidden from players."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.access import Permission
from games.engine import record
from games.models import Delivery, Game, Move, Turn
from games.people.models import User
from games.table import queries
from games.table.errors import BadPosition, CannotUndo, NotRunning, Outdated, TurnClosed
from games.table.moderation.correction import correct_position, position_text, preview_correction
from games.table.positions import rules_of, stored_position
from games.table.records import check_replay, export_record, import_record, record_for
from games.table.takeback import undo
from tests.table.games import (
    answer,
    audit_entries,
    fresh,
    gone_on,
    notices,
    offers,
    opened,
    over,
    person_turn,
    play_on,
    player,
    somebody_ahead,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob), lambda game: game.plies >= 30)


def changed(game: Game, change: Callable[[dict[str, Any]], None]) -> str:
    position = json.loads(position_text(fresh(game)))
    change(position)
    return json.dumps(position)


def one_doubloon_more(position: dict[str, Any]) -> None:
    position["players"][0]["doubloons"] += 1


def test_the_preview_names_every_place_that_differs(game: Game) -> None:
    before = json.loads(position_text(game))["players"][0]["doubloons"]
    correction = preview_correction(game.pk, changed(game, one_doubloon_more))
    assert [(change.path, change.before, change.after) for change in correction.changes] == [
        ("players[0].doubloons", str(before), str(before + 1))
    ]
    assert correction.seat == correction.asked_now == person_turn(game).seat.index
    assert fresh(game).digest == game.digest != correction.digest


def test_a_corrected_position_is_set_up_as_the_preview_said(game: Game, moderator: User) -> None:
    text = changed(game, one_doubloon_more)
    correction = preview_correction(game.pk, text)
    correct_position(game.pk, moderator, "one doubloon too few", text, correction.version)
    after = fresh(game)
    assert after.digest == correction.digest
    assert after.plies == game.plies + 1
    entry = Move.objects.get(game=game, ply=game.plies)
    assert (entry.seat, entry.source, entry.text) == (None, Move.Source.STAFF, "set up")
    check_replay(after)
    check_replay(gone_on(after))


def test_the_round_trip_of_the_position_as_it_is_changes_nothing(game: Game, moderator: User) -> None:
    with pytest.raises(BadPosition):
        correct_position(game.pk, moderator, "nothing", position_text(game))
    assert fresh(game).version == game.version


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[1]", "object"),
        ('{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "JSON"),
        ("{}", "missing"),
        ("{" * 200_001, "long"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(game: Game, moderator: User, text: str, named: str) -> None:
    with pytest.raises(BadPosition, match=named):
        correct_position(game.pk, moderator, "so", text)
    assert fresh(game).version == game.version


def test_a_position_that_cannot_be_is_refused_and_the_field_named(game: Game, moderator: User) -> None:
    def impossible(position: dict[str, Any]) -> None:
        position["players"][1]["doubloons"] = -4

    with pytest.raises(BadPosition, match=r"players\[1\]\.doubloons"):
        correct_position(game.pk, moderator, "so", changed(game, impossible))


def test_a_position_for_other_seats_is_refused(game: Game, anna: User, bob: User, chris: User, moderator: User) -> None:
    other = play_on(opened(anna, bob, chris), lambda game: game.plies >= 3)
    with pytest.raises(BadPosition, match="2 seats"):
        correct_position(game.pk, moderator, "so", position_text(other))


def test_a_correction_of_another_state_is_refused(game: Game, moderator: User) -> None:
    text = changed(game, one_doubloon_more)
    seen = preview_correction(game.pk, text)
    answer(person_turn(game), offers(person_turn(game))[0])
    with pytest.raises(Outdated):
        correct_position(game.pk, moderator, "so", text, seen.version)
    assert not audit_entries(Permission.CORRECT)


def test_only_a_game_under_way_is_corrected(game: Game, moderator: User) -> None:
    text = changed(game, one_doubloon_more)
    play_on(game, over)
    for refused in (
        lambda: preview_correction(game.pk, text),
        lambda: correct_position(game.pk, moderator, "so", text),
    ):
        with pytest.raises(NotRunning):
            refused()


def test_everybody_is_asked_anew_and_old_questions_are_void(game: Game, moderator: User) -> None:
    old = person_turn(game)
    correct_position(game.pk, moderator, "one doubloon too few", changed(game, one_doubloon_more))
    with pytest.raises(TurnClosed):
        answer(old, offers(person_turn(game))[0])
    new = person_turn(game)
    assert new.token != old.token
    assert Delivery.objects.filter(turn=new, status=Delivery.Status.PENDING).count() == 1


def test_answers_given_ahead_of_a_correction_are_forgotten(anna: User, bob: User, moderator: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    early = person_turn(game, ahead=True)
    answer(early, offers(early)[0])
    correct_position(game.pk, moderator, "one doubloon too few", changed(game, one_doubloon_more))
    early.refresh_from_db()
    assert (early.status, early.deferred_plies) == (Turn.Status.CLOSED, [])
    assert not Turn.objects.filter(game=game).exclude(deferred_plies=[]).exists()
    check_replay(gone_on(game))


def test_nobody_takes_back_across_a_position_that_was_set_up(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    correct_position(game.pk, moderator, "one doubloon too few", changed(game, one_doubloon_more))
    with pytest.raises(CannotUndo, match="moderator"):
        undo(game.pk, player(turn))
    answer(person_turn(game), "take quarry")
    assert undo(game.pk, player(turn)).texts == ("take quarry",)
    check_replay(fresh(game))


def hidden_words(game: Game) -> list[str]:
    """What stands in the JSON of a position and is for nobody's eyes."""
    return [str(word) for word in json.loads(position_text(game))["random"] if word > 1_000_000]


def test_what_is_hidden_in_it_reaches_no_player(game: Game, anna: User, bob: User, moderator: User) -> None:
    correct_position(game.pk, moderator, "one doubloon too few", changed(game, one_doubloon_more))
    after = fresh(game)
    texts = [record_for(after, seat) for seat in (None, 0, 1)]
    texts += [json.dumps(mail.content) for person in (anna, bob) for mail in notices(person)]
    texts += [repr(queries.visible_log(after, seat, with_undone=True)) for seat in (None, 0, 1)]
    texts.append(json.dumps([entry.details for entry in audit_entries(Permission.CORRECT)]))
    for text in texts:
        assert "one_doubloon" not in text
        assert not any(word in text for word in hidden_words(after))
    assert "set up withheld" in texts[0]


def test_players_learn_that_and_why_it_was_corrected(game: Game, anna: User, moderator: User) -> None:
    correct_position(game.pk, moderator, "one doubloon too few", changed(game, one_doubloon_more))
    assert "one doubloon too few" in notices(anna)[-1].content["text"]
    (entry,) = audit_entries(Permission.CORRECT)
    assert entry.details["changed"] == ["players[0].doubloons"]


def test_a_correction_can_end_the_game(game: Game, moderator: User, anna: User, bob: User) -> None:
    ended = play_on(opened(anna, bob), over)
    rules = rules_of(ended)
    text = json.dumps(rules.to_json(stored_position(ended)))
    correct_position(game.pk, moderator, "they agreed on the result", text)
    after = fresh(game)
    assert over(after)
    assert [seat.score for seat in after.seats.all()] == [seat.score for seat in ended.seats.all()]
    check_replay(after)


def test_a_record_with_a_correction_replays_and_becomes_a_game_again(
    game: Game, moderator: User, anna: User, bob: User
) -> None:
    correct_position(game.pk, moderator, "one doubloon too few", changed(game, one_doubloon_more))
    running = play_on(game, lambda now: now.plies >= game.plies + 5)
    text = export_record(running, with_secret=True)
    rules = rules_of(running)
    assert rules.digest(record.replay(rules, record.parse(text))) == running.digest
    copy = import_record(text, anna, [(anna, ""), (bob, "")])
    assert copy.digest == running.digest
    check_replay(fresh(copy))
    finished = play_on(running, over)
    whole = record_for(finished, None)
    assert rules.digest(record.replay(rules, record.parse(whole))) == finished.digest


def test_the_options_of_a_game_stay_what_it_was_opened_with(game: Game, moderator: User) -> None:
    def hide_points(position: dict[str, Any]) -> None:
        position["options"]["open_vp"] = "off" if position["options"]["open_vp"] == "on" else "on"

    text = changed(game, hide_points)
    with pytest.raises(BadPosition, match="options"):
        preview_correction(game.pk, text)
    with pytest.raises(BadPosition, match="options"):
        correct_position(game.pk, moderator, "they want to see them", text)
    assert fresh(game).digest == game.digest
