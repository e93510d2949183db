"""Games through the API: finding, opening, joining, leaving, and what their hosts may."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine import record, registry
from games.models import Delivery, Game, Notification, Seat
from games.people.models import User
from games.table import open_games
from games.table.open_games import SeatPlan
from games.time_control import TimeControl
from tests.api.programs import Program, kind_of, program_of
from tests.engine.repertoire import REPERTOIRES
from tests.engine.score_keys import KEYS_OF_SCORES
from tests.engine.test_recorded_games import path_of
from tests.table.games import LIMIT, bots_play, fresh, opened, over, play_on

pytestmark = pytest.mark.django_db


def body(*seats: str, **changes: Any) -> dict[str, Any]:
    """A game to be opened; a seat is its kind, or "bot"."""
    plans = [{"kind": seat, "level": "random"} if seat == "bot" else {"kind": seat} for seat in seats]
    return {"kind": "puerto-rico", "name": "By a program", "seats": plans, **changes}


def open_game(host: User, *kinds: Any, **changes: Any) -> Game:
    seats = [SeatPlan(kind, level="random" if kind == "bot" else "") for kind in kinds]
    return open_games.open_game(
        host, name="A table", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT), **changes
    )


def test_a_game_is_opened_as_asked(anna: User, sent: list[str]) -> None:
    wish = body("me", "bot", "free", options={"edition": "first"}, turn_limit=3600, visibility="public")
    response = program_of(anna).post("games/", wish, 201)
    game = Game.objects.get(pk=response["id"])
    assert (response["status"], response["turn_limit"], response["visibility"], response["options"]["edition"]) == (
        "open",
        3600,
        "public",
        "first",
    )
    assert [seat["kind"] for seat in response["seats"]] == ["person", "bot", "free"]
    assert response["invitation_code"] == game.invitation_code
    assert game.host == anna
    assert response["advisers"] is False
    assert program_of(anna).post("games/", body("me", "free", advisers=True), 201)["advisers"] is True


def test_the_same_key_opens_one_game(anna: User, bob: User, sent: list[str]) -> None:
    program = program_of(anna)
    first = program.post("games/", body("me", "free", "free"), 201, key="once")
    again = program.post("games/", body("me", "free", "free"), 201, key="once")
    assert first["id"] == again["id"]
    assert program.post("games/", body("me", "free", "free"), 201, key="twice")["id"] != first["id"]
    assert program_of(bob).post("games/", body("me", "free", "free"), 201, key="once")["id"] != first["id"]


@pytest.mark.parametrize("key", ["", "with space", "x" * 65, "ä"])
def test_a_game_is_not_opened_without_a_good_key(anna: User, key: str) -> None:
    assert kind_of(program_of(anna).post("games/", body("me", "free", "free"), 400, key=key)) == "idempotency-key"
    assert not Game.objects.exists()


def test_unknown_fields_are_refused_by_name(anna: User) -> None:
    problem = program_of(anna).post("games/", body("me", "free", "free", colour="red"), 400)
    assert kind_of(problem) == "invalid"
    assert list(problem["errors"]) == ["colour"]
    assert "turn_limit" in problem["errors"]["colour"][0]


def test_every_unfit_field_is_told_of(anna: User) -> None:
    wish = body("me", "free", turn_limit=1, visibility="everybody")
    wish["seats"].append({"kind": "bot"})
    problem = program_of(anna).post("games/", wish, 400)
    assert set(problem["errors"]) == {"turn_limit", "visibility", "seats"}


def test_an_option_that_the_game_does_not_know_is_named(anna: User) -> None:
    problem = program_of(anna).post("games/", body("me", "free", "free", options={"weather": "fair"}), 422)
    assert kind_of(problem) == "option"
    assert list(problem["errors"]) == ["options"]
    assert list(problem["errors"]["options"]) == ["weather"]
    problem = program_of(anna).post("games/", body("me"), 422)
    assert kind_of(problem) == "refused"


def test_lists_show_mine_open_and_watchable_games(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    mine = opened(anna, bob, bots=1)
    free = open_game(bob, "me", "free", "free")
    full = open_game(bob, "me", "bot", "free")
    open_games.join(full.pk, chris)
    watched = opened(bob, chris, bots=1)
    Game.objects.filter(pk=watched.pk).update(visibility="public")
    program = program_of(anna)

    def ids(path: str, who: Program = program) -> set[str]:
        return {game["id"] for game in who.ask(path)["results"]}

    assert ids("games/") == {mine.pk}
    assert ids("games/?show=open") == {free.pk}
    assert ids("games/?show=watch") == {watched.pk}
    assert ids("games/", Program()) == {watched.pk}
    assert ids("games/?status=finished") == set()
    assert ids("games/?host=BOB&show=open") == {free.pk}
    assert kind_of(program.ask("games/?show=all", 400)) == "invalid"


def test_a_list_is_narrowed_by_players_time_per_turn_and_rating(anna: User, bob: User, sent: list[str]) -> None:
    quick, slow = open_game(bob, "me", "free", "free"), open_game(bob, "me", "free", "free", "free")
    Game.objects.filter(pk=quick.pk).update(turn_limit=timedelta(days=1), rated=True)
    program = program_of(anna)

    def ids(narrowed: str) -> set[str]:
        return {game["id"] for game in program.ask(f"games/?show=open&{narrowed}")["results"]}

    assert ids("players=3") == ids("longest=86400") == ids("rated=true") == {quick.pk}
    assert ids("players=4") == ids("rated=false") == {slow.pk}
    assert ids("longest=604800") == {quick.pk, slow.pk}
    for wrong in ("players=many", "players=1e40", "longest=-1", "longest=1e400", "rated=maybe"):
        assert kind_of(program.ask(f"games/?show=open&{wrong}", 400)) == "invalid"


def test_lists_come_in_pages_that_hold_still(anna: User, sent: list[str]) -> None:
    program = program_of(anna)
    made = [open_game(anna, "me", "free", "free").pk for _ in range(5)]
    first = program.ask("games/?limit=2")
    open_game(anna, "me", "free", "free")
    second = program.ask(first["next"])
    third = program.ask(second["next"])
    seen = [game["id"] for page in (first, second, third) for game in page["results"]]
    assert seen == list(reversed(made))
    assert third["next"] is None
    assert program.ask(second["previous"])["results"] == first["results"]


def test_a_list_takes_the_same_queries_however_many_games(
    anna: User, sent: list[str], django_assert_max_num_queries: Any
) -> None:
    program = program_of(anna)
    for _ in range(6):
        open_game(anna, "me", "free", "free")
    with django_assert_max_num_queries(8):
        assert len(program.ask("games/")["results"]) == 6


def test_a_stranger_does_not_learn_of_a_private_game(game: Game, chris: User) -> None:
    for path in ("", "view/", "log/", "record/"):
        assert kind_of(program_of(chris).ask(f"games/{game.pk}/{path}", 404)) == "not-found"
        assert kind_of(Program().ask(f"games/{game.pk}/{path}", 401)) == "not-signed-in"
    assert kind_of(program_of(chris).post(f"games/{game.pk}/resign/", status=404)) == "not-found"


def test_a_game_tells_who_is_asked(game: Game, mover: User, other: User) -> None:
    response = program_of(mover).ask(f"games/{game.pk}/")
    assert response["your_turn"] == game.turns.get(status="open", seat__user=mover).pk
    assert [waiting["stage"] for waiting in response["waiting_for"]] == ["role"]
    assert response["your_seat"] == game.seats.get(user=mover).index
    assert response["standings"] == []
    assert "secret" not in response
    assert program_of(other).ask(f"games/{game.pk}/")["your_turn"] is None


def test_a_finished_game_tells_its_standings(game: Game, mover: User) -> None:
    play_on(game, over)
    response = program_of(mover).ask(f"games/{game.pk}/")
    assert response["status"] == "finished"
    assert [line["rank"] for line in response["standings"]] == list(
        game.seats.order_by("rank").values_list("rank", flat=True)
    )
    for line in response["standings"]:
        assert sum(part["points"] for part in line["parts"]) == line["total"]
        assert [part["key"] for part in line["parts"]][:2] == ["victory-point-chips", "buildings"]


@pytest.mark.parametrize("kind", KEYS_OF_SCORES)
def test_the_keys_of_score_parts_stay_what_they_are(kind: str) -> None:
    """Programs know the parts by them: whoever words a part otherwise keeps its key."""
    rules = registry.game(kind)
    found = {
        part.key
        for name in REPERTOIRES[kind].records
        for line in rules.score_sheet(record.replay(rules, record.parse(path_of(kind, name).read_text())))
        for part in line.parts
    }
    assert len(found) >= 6
    assert found <= KEYS_OF_SCORES[kind]


@pytest.mark.parametrize(
    ("seats", "errors"),
    [
        ([{"kind": "me"}], {"seats": ["This game is for 2 to 5 players."]}),
        ([{"kind": "me"}] * 2, {"seats": {"1": {"kind": ["You can take one seat only."]}}}),
        (
            [{"kind": "me"}, {"kind": "free"}, {"kind": "invited", "email": "nope"}],
            {"seats": {"2": {"email": ["“nope” is not a mail address."]}}},
        ),
        (
            [{"kind": "me"}, {"kind": "account", "account": "nobody"}],
            {"seats": {"1": {"account": ["You have no bot account “nobody”."]}}},
        ),
        ([{"kind": "me"}, {"kind": "bot"}], {"seats": {"1": {"level": ["Needed for a seat of this kind."]}}}),
    ],
)
def test_what_is_wrong_with_seats_names_the_field_of_the_body(anna: User, seats: Any, errors: Any) -> None:
    asked = {"kind": "puerto-rico", "seats": seats}
    response = program_of(anna).raw("POST", "games/", asked, {"Idempotency-Key": "a-key"})
    assert response.status_code in (400, 422)
    assert response.json()["errors"] == errors


def test_joining_leaving_and_the_last_seat(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    game = open_game(anna, "me", "free", "free")
    first, second = program_of(bob), program_of(chris)
    assert first.post(f"games/{game.pk}/join/")["your_seat"] == 1
    assert kind_of(first.post(f"games/{game.pk}/join/", status=409)) == "conflict"
    first.post(f"games/{game.pk}/leave/", status=204)
    assert kind_of(first.post(f"games/{game.pk}/leave/", status=403)) == "denied"
    first.post(f"games/{game.pk}/join/")
    assert second.post(f"games/{game.pk}/join/", {"code": game.invitation_code})["status"] == "running"
    assert kind_of(second.post(f"games/{game.pk}/leave/", status=409)) == "conflict"


def test_a_wrong_invitation_code_lets_nobody_in(anna: User, bob: User, sent: list[str]) -> None:
    game = open_game(anna, "me", "free", "free")
    assert kind_of(program_of(bob).post(f"games/{game.pk}/join/", {"code": "guessed"}, 403)) == "denied"
    assert game.seats.filter(user=bob).count() == 0


def test_the_host_starts_fills_and_calls_off(anna: User, bob: User, sent: list[str]) -> None:
    program, guest = program_of(anna), program_of(bob)
    game = open_game(anna, "me", "free", "free")
    assert kind_of(program.post(f"games/{game.pk}/start/", status=409)) == "conflict"
    for action in ("start", "cancel"):
        assert kind_of(guest.post(f"games/{game.pk}/{action}/", status=403)) == "denied"
    assert kind_of(guest.post(f"games/{game.pk}/fill/", {"level": "random"}, 403)) == "denied"
    assert kind_of(program.post(f"games/{game.pk}/fill/", {"level": "clever"}, 400)) == "invalid"
    assert program.post(f"games/{game.pk}/fill/", {"level": "random"})["status"] == "running"
    other = open_game(anna, "me", "free", "free")
    assert program.post(f"games/{other.pk}/cancel/")["status"] == "aborted"
    assert kind_of(program.post(f"games/{other.pk}/cancel/", status=409)) == "conflict"


def test_the_host_says_who_may_watch(game: Game, anna: User, bob: User, chris: User) -> None:
    watcher = program_of(chris)
    assert kind_of(program_of(bob).put(f"games/{game.pk}/visibility/", {"visibility": "public"}, 403)) == "denied"
    assert program_of(anna).put(f"games/{game.pk}/visibility/", {"visibility": "public"})["visibility"] == "public"
    assert watcher.ask(f"games/{game.pk}/view/")["seat"] is None
    assert Program().ask(f"games/{game.pk}/view/")["seat"] is None
    program_of(anna).put(f"games/{game.pk}/visibility/", {"visibility": "private"})
    watcher.ask(f"games/{game.pk}/view/", 404)


def test_resigning_leaves_the_seat_to_a_bot(game: Game, program: Program, mover: User) -> None:
    response = program.post(f"games/{game.pk}/resign/")
    assert next(seat for seat in response["seats"] if seat["you"])["caretaker"] == "random"
    assert response["your_turn"] is None
    assert kind_of(program.post(f"games/{game.pk}/resign/", status=403)) == "denied"


def test_a_game_that_does_not_exist_is_not_found(anna: User) -> None:
    assert kind_of(program_of(anna).ask("games/nosuchgm/", 404)) == "not-found"
    assert kind_of(program_of(anna).ask("turns/99999/", 404)) == "not-found"


def test_an_invitation_by_mail_is_written(anna: User, sent: list[str]) -> None:
    wish = body("me", "free", "free")
    wish["seats"][1] = {"kind": "invited", "email": "Eva@Example.org"}
    response = program_of(anna).post("games/", wish, 201)
    assert Seat.objects.get(game=response["id"], index=1).invited_email == "eva@example.org"
    assert Delivery.objects.get(kind=Notification.Kind.INVITATION).address == "eva@example.org"
    assert "eva@example.org" not in str(response)


def test_a_paused_game_refuses_answers_and_says_so(game: Game, program: Program, mover: User) -> None:
    turn = game.turns.get(status="open", seat__user=mover)
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now())
    assert program.ask(f"games/{game.pk}/")["paused_at"] is not None
    assert program.post(f"turns/{turn.pk}/play/", {"lines": ["1"]}, 409)["detail"]
    assert fresh(game).plies == game.plies


def test_bots_are_waited_for_without_a_turn_of_mine(anna: User, sent: list[str]) -> None:
    response = program_of(anna).post("games/", body("me", "bot", "bot"), 201)
    game = Game.objects.get(pk=response["id"])
    bots_play(game)
    assert program_of(anna).ask(f"games/{game.pk}/")["your_turn"] is not None


def test_a_kind_says_which_options_take_several_choices_and_which_mean_something_only_beside_others(
    anna: User,
) -> None:
    kind = program_of(anna).ask("kinds/puerto-rico/")
    options = {option["name"]: option for option in kind["options"]}
    assert [name for name, option in options.items() if option["several"]] == ["violet_buildings"]
    assert options["violet_buildings"]["only_with"] == {"option": "buildings", "values": ["list"]}
    assert options["edition"]["only_with"] is None


def test_a_game_is_opened_with_a_list_of_buildings(anna: User, sent: list[str]) -> None:
    options = {"buildings": "list", "violet_buildings": "villa,  wharf, library", "nobles": "on", "long_game": "on"}
    response = program_of(anna).post("games/", body("me", "free", "free", options=options), 201)
    assert response["options"]["violet_buildings"] == "wharf, library, villa"


CLOCK = {"bank": 864000, "cap": 1209600, "grace": 3600, "excused": 1, "days_off": [5, 6]}


def test_a_game_is_opened_with_a_clock(anna: User, sent: list[str]) -> None:
    response = program_of(anna).post("games/", body("me", "free", turn_limit=43200, clock=CLOCK), 201)
    usual = {"misses_in_row": 2, "misses_in_all": 4}
    assert response["clock"] == {**CLOCK, **usual, "round": None, "absence_days": None}
    plain = program_of(anna).post("games/", body("me", "free"), 201)
    assert plain["clock"] == dict.fromkeys(("bank", "cap", "round", "absence_days")) | {
        "grace": 0,
        "excused": 0,
        "days_off": [],
        **usual,
    }
    never = program_of(anna).post("games/", body("me", "free", clock={"misses_in_row": 0, "misses_in_all": 0}), 201)
    assert never["clock"] == {**plain["clock"], "misses_in_row": 0, "misses_in_all": 0}


@pytest.mark.parametrize(
    "clock",
    [
        {"bank": 864000, "round": 172800},
        {"cap": 864000},
        {"bank": 864000, "cap": 3600},
        {"days_off": [0, 1, 2, 3, 4, 5, 6]},
        {"grace": 10**9},
        {"hours": 3},
    ],
)
def test_a_clock_that_cannot_be_is_refused(anna: User, sent: list[str], clock: dict[str, object]) -> None:
    problem = program_of(anna).post("games/", body("me", "free", clock=clock), 400)
    assert "clock" in problem["errors"]
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"nobles": "on"}, "nobles"),
        ({"buildings": "draft", "new_buildings": "off"}, "new_buildings"),
        ({"violet_buildings": "wharf"}, "violet_buildings"),
        ({"buildings": "list"}, "violet_buildings"),
        ({"buildings": "list", "violet_buildings": ""}, "violet_buildings"),
        ({"buildings": "list", "violet_buildings": "wharf, wharf"}, "violet_buildings"),
        ({"buildings": "list", "violet_buildings": "wharf, pub"}, "violet_buildings"),
        ({"buildings": "list", "violet_buildings": "wharf, villa"}, "violet_buildings"),
    ],
)
def test_options_that_do_not_go_together_are_refused_with_the_name_of_the_offending_one(
    anna: User, options: dict[str, str], wrong: str
) -> None:
    problem = program_of(anna).post("games/", body("me", "free", "free", options=options), 422)
    assert kind_of(problem) == "option"
    assert problem["errors"] == {"options": {wrong: [problem["detail"]]}}
