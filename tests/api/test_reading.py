"""What a program sees of a game: the table, the log and the record, as far as its seat may know."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from games.engine.puertorico.view_types import PlayerView, PuertoRicoView
from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from games.table.moderation.correction import correct_position, position_text
from games.table.positions import rules_of, stored_position
from tests.api.programs import Program, kind_of, program_of
from tests.table.games import over, play_on

pytestmark = pytest.mark.django_db


def test_the_view_is_the_games_own_records(game: Game, program: Program, mover: User) -> None:
    seat = game.seats.get(user=mover).index
    response = program.ask(f"games/{game.pk}/view/")
    assert (response["seat"], response["kind"], response["plies"]) == (seat, "puerto-rico", game.plies)
    assert list(response["view"]) == [field.name for field in fields(PuertoRicoView)]
    assert list(response["view"]["players"][0]) == [field.name for field in fields(PlayerView)]
    assert response["view"]["to_move"] == seat
    assert response == program.ask(f"games/{game.pk}/view/?seat={seat}")


def test_hidden_victory_points_are_told_to_their_owner_only(game: Game, program: Program, mover: User) -> None:
    own = game.seats.get(user=mover).index
    players = program.ask(f"games/{game.pk}/view/")["view"]["players"]
    assert [player["vp"] is None for player in players] == [player["seat"] != own for player in players]


def test_another_seats_view_is_refused(game: Game, program: Program, mover: User) -> None:
    own = game.seats.get(user=mover).index
    for seat in range(3):
        if seat != own:
            assert kind_of(program.ask(f"games/{game.pk}/view/?seat={seat}", 403)) == "denied"
    assert kind_of(program.ask(f"games/{game.pk}/view/?seat=7", 404)) == "not-found"
    assert kind_of(program.ask(f"games/{game.pk}/view/?seat=mine", 400)) == "invalid"


def test_an_onlooker_sees_what_an_onlooker_may_know(game: Game, chris: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility="spectators")
    watcher = program_of(chris)
    response = watcher.ask(f"games/{game.pk}/view/")
    assert response["seat"] is None
    assert response["view"]["viewer"] is None
    assert all(player["vp"] is None for player in response["view"]["players"])
    assert kind_of(watcher.ask(f"games/{game.pk}/view/?seat=0", 403)) == "denied"
    assert kind_of(Program().ask(f"games/{game.pk}/view/", 401)) == "not-signed-in"
    turn = game.turns.get(status=Turn.Status.OPEN, early=False)
    for path in (f"turns/{turn.pk}/", f"turns/{turn.pk}/options/"):
        assert kind_of(watcher.ask(path, 403)) == "denied"
    assert kind_of(watcher.post(f"turns/{turn.pk}/play/", {"lines": ["1"]}, 403)) == "denied"


def test_a_game_that_has_not_started_has_no_table(anna: User, sent: list[str]) -> None:
    program = program_of(anna)
    wish = {"kind": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "free"}, {"kind": "free"}]}
    pk = program.post("games/", wish, 201)["id"]
    assert kind_of(program.ask(f"games/{pk}/view/", 409)) == "conflict"
    assert kind_of(program.ask(f"games/{pk}/record/", 409)) == "conflict"
    assert program.ask(f"games/{pk}/log/")["results"] == []


def test_the_log_narrates_in_pages(game: Game, program: Program, mover: User) -> None:
    play_on(game, lambda table: table.plies > 60)
    own = game.seats.get(user=mover).index
    entries: list[dict[str, Any]] = []
    address: str | None = f"games/{game.pk}/log/?limit=20"
    while address:
        page = program.ask(address)
        assert len(page["results"]) <= 20
        entries += page["results"]
        address = page["next"]
    plies = [entry["ply"] for entry in entries]
    assert plies == sorted(set(plies))
    visible = [entry for entry in queries.visible_log(game, own) if entry.events or entry.seat == own]
    assert plies == [entry.ply for entry in visible]
    assert [entry["sentences"] for entry in entries] == [queries.narrate(game, entry.events) for entry in visible]
    shown = [(event["kind"], event["seat"]) for entry in entries for event in entry["events"]]
    assert {seat for _kind, seat in shown} == {0, 1, 2, None}
    events = [event for entry in visible for event in entry.events]
    assert shown == [(event.kind, None if event.seat < 0 else event.seat) for event in events]


def test_the_log_tells_the_notation_of_ones_own_decisions_only(game: Game, mover: User, chris: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility="public")
    play_on(game, lambda table: table.plies > 30)
    own = game.seats.get(user=mover).index
    entries = program_of(mover).ask(f"games/{game.pk}/log/")["results"]
    assert all((entry["text"] is not None) == (entry["seat"] == own) for entry in entries)
    assert all(entry["text"] is None for entry in program_of(chris).ask(f"games/{game.pk}/log/")["results"])


def test_the_record_is_text_and_keeps_the_secret_to_the_end(game: Game, program: Program) -> None:
    response = program.raw("GET", f"games/{game.pk}/record/")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert game.secret not in response.content.decode()
    play_on(game, over)
    assert game.secret in program.raw("GET", f"games/{game.pk}/record/").content.decode()


def test_nothing_told_names_what_is_hidden(game: Game, program: Program, chris: User) -> None:
    """The order of the face-down tiles, and the secret, are in no answer."""
    Game.objects.filter(pk=game.pk).update(visibility="public")
    stored = rules_of(game).to_json(stored_position(game))
    for who in (program, program_of(chris), Program()):
        for path in ("", "view/", "log/", "record/"):
            response = who.raw("GET", f"games/{game.pk}/{path}").content.decode()
            assert game.secret not in response
            assert json.dumps(stored["random"]) not in response
    response = program_of(chris).raw("GET", f"games/{game.pk}/").content.decode()
    assert game.invitation_code not in response
    assert game.share_code not in response


def test_sentences_come_in_the_language_asked_for(
    game: Game, program: Program, mover: User, more_languages: None
) -> None:
    def kinds(**headers: str) -> Any:
        response = program.raw("GET", "kinds/", headers=headers)
        assert response.status_code == 200
        return response

    assert kinds(**{"Accept-Language": "de"})["Content-Language"] == "de"
    User.objects.filter(pk=mover.pk).update(language="pl")
    assert kinds()["Content-Language"] == "pl"
    assert kinds(**{"Accept-Language": "xx"})["Content-Language"] == "en"


def test_answers_are_for_no_shared_cache(game: Game, program: Program) -> None:
    for path in (f"games/{game.pk}/view/", "turns/", "games/nosuchgm/"):
        response = program.raw("GET", path)
        assert {"private", "no-cache"} <= set(response["Cache-Control"].split(", "))
        assert "Authorization" in response["Vary"]


def test_looking_at_a_game_takes_few_queries(
    game: Game, program: Program, mover: User, django_assert_max_num_queries: Any
) -> None:
    turn = game.turns.get(status=Turn.Status.OPEN, early=False, ahead_of_turn=False)
    for path in ("turns/", f"turns/{turn.pk}/options/", f"games/{game.pk}/", f"games/{game.pk}/view/"):
        with django_assert_max_num_queries(11):
            program.ask(path)


def test_the_log_tells_that_a_position_was_set_up_and_nothing_of_it(game: Game, program: Program) -> None:
    text = position_text(game).replace('"doubloons": ', '"doubloons": 1', 1)
    correct_position(game.pk, None, "a slip", text)
    entry = program.ask(f"games/{game.pk}/log/?limit=500")["results"][-1]
    assert (entry["ply"], entry["seat"], entry["source"]) == (game.plies, None, "staff")
    assert entry["sentences"] == ["Staff set this position up."]
    assert (entry["text"], entry["events"]) == (None, [])
