"""Plans through the API: early turns, the plan of a turn, and that nobody but its owner can tell of it."""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from games.models import Game, Move, Turn
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, queries
from games.table.open_games import SeatPlan, join, open_game
from games.table.visibility import set_visibility
from games.time_control import TimeControl
from tests.api.programs import ROOT, Program, kind_of, program_of
from tests.api.test_documents import assert_fits, schema
from tests.engine.puertorico.positions import Player, set_up
from tests.factories import UserFactory
from tests.table.games import LIMIT, answer, fresh, offers, opened, person_turn, play_on, player, somebody_ahead
from tests.table.planned_games import early_turn, set_before

pytestmark = pytest.mark.django_db

EXAMPLE: Final = Path(__file__).parents[2] / "docs" / "example_client.py"
BUILD: Final = ["build small market", "build hacienda if 4 or less"]


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """Three people; the first has picked the builder, so that the others can plan what they build."""
    table = opened(anna, bob, chris)
    set_visibility(table.pk, anna, Game.Visibility.PUBLIC)
    answer(person_turn(table), "builder")
    return fresh(table)


@pytest.fixture
def early(game: Game) -> Turn:
    """Of the person who builds next."""
    return early_turn(game)


@pytest.fixture
def program(early: Turn) -> Program:
    """Of the person who builds next."""
    return program_of(player(early))


def test_early_turns_are_listed_apart(game: Game, early: Turn, program: Program) -> None:
    assert program.ask("turns/")["results"] == []
    assert program.ask("me/")["turns"] == 0
    (listed,) = program.ask("turns/early/")["results"]
    assert (listed["id"], listed["stage"], listed["early"], listed["ahead"]) == (early.pk, "builder", True, False)
    assert listed["deadline"] is None
    assert listed == program.ask(f"turns/{early.pk}/")
    told = program.ask(f"games/{game.pk}/")
    assert (told["your_turn"], told["your_early_turn"]) == (None, early.pk)
    mover = person_turn(game)
    waited_for = program_of(player(mover))
    assert waited_for.ask("turns/early/")["results"] == []
    assert [turn["early"] for turn in waited_for.ask("turns/")["results"]] == [False]
    told = waited_for.ask(f"games/{game.pk}/")
    assert (told["your_turn"], told["your_early_turn"]) == (mover.pk, None)


def test_what_an_early_turn_asks_tells_that_it_is_early_and_what_may_follow(early: Turn, program: Program) -> None:
    asked = program.ask(f"turns/{early.pk}/options/")
    assert (asked["early"], asked["stage"], asked["deadline"], asked["later"]) == (True, "builder", None, [])
    assert "build small market" in [option["text"] for option in asked["options"]]
    mover = person_turn(early.game)
    present = program_of(player(mover)).ask(f"turns/{mover.pk}/options/")
    assert (present["early"], present["later"]) == (False, [])


def test_the_questions_that_may_follow_are_told_with_their_options(anna: User, bob: User, chris: User) -> None:
    table = set_up(Player(goods={"corn": 2}), Player(goods={"tobacco": 2, "sugar": 1, "indigo": 1}), Player())
    game = set_before(table, anna, bob, chris)
    answer(person_turn(game), "captain")
    turn = early_turn(game)
    asked = program_of(player(turn)).ask(f"turns/{turn.pk}/options/")
    foreseen = queries.foreseen_questions(turn)
    assert {question.stage for question in foreseen} == {"captain", "storing"}
    assert [option["text"] for option in asked["options"]] == [offer.text for offer in foreseen[0].offers]
    told = [(later["stage"], [option["text"] for option in later["options"]]) for later in asked["later"]]
    assert told == [(later.stage, [offer.text for offer in later.offers]) for later in foreseen[1:]]


def test_the_view_of_an_early_turn_is_the_table_as_it_is(game: Game, early: Turn, program: Program) -> None:
    view = program.ask(f"games/{game.pk}/view/")
    mover = program_of(player(person_turn(game))).ask(f"games/{game.pk}/view/")
    assert view["seat"] == early.seat.index
    assert view["view"]["to_move"] == mover["view"]["to_move"] != early.seat.index


def test_a_plan_is_kept_shown_replaced_and_withdrawn(early: Turn, program: Program) -> None:
    path = f"turns/{early.pk}/plan/"
    assert program.ask(path) == {"lines": [], "written_at": None}
    kept = program.put(path, {"lines": BUILD})
    assert kept.pop("done") == []
    assert kept == program.ask(path)
    assert kept["lines"] == [
        {"line": "build small market", "text": "build small market", "at_least": None, "at_most": None},
        {"line": "build hacienda if 4 or less", "text": "build hacienda", "at_least": None, "at_most": 4},
    ]
    assert kept["written_at"]
    replaced = program.put(path, {"lines": ["pass"]})
    assert [line["line"] for line in replaced["lines"]] == ["pass"]
    program.delete(path)
    assert program.ask(path) == {"lines": [], "written_at": None}
    program.delete(path)


def test_a_condition_of_what_comes_in_is_told_as_such(game: Game, program: Program) -> None:
    components = schema()["components"]["schemas"]
    line = {"line": "sell coffee if 3", "text": "sell coffee", "at_least": 3, "at_most": None}
    assert_fits({"lines": [line], "written_at": None}, components["Plan"], components, "Plan")


def test_early_turns_and_plans_are_as_the_schema_says(game: Game, early: Turn, program: Program) -> None:
    components = schema()["components"]["schemas"]
    path = f"turns/{early.pk}/plan/"
    for name, value in (
        ("Turn", program.ask("turns/early/")["results"][0]),
        ("Question", program.ask(f"turns/{early.pk}/options/")),
        ("ReplacedPlan", program.put(path, {"lines": BUILD})),
        ("Plan", program.ask(path)),
        ("GameDetail", program.ask(f"games/{game.pk}/")),
    ):
        assert_fits(value, components[name], components, name)


def test_the_lines_that_are_shown_can_be_sent_again(early: Turn, program: Program) -> None:
    path = f"turns/{early.pk}/plan/"
    lines = program.put(path, {"lines": [*BUILD, "ask"]})["lines"]
    assert program.put(path, {"lines": [line["line"] for line in lines]})["lines"] == lines


def test_an_empty_list_withdraws(early: Turn, program: Program) -> None:
    path = f"turns/{early.pk}/plan/"
    program.put(path, {"lines": BUILD})
    assert program.put(path, {"lines": []}) == {"lines": [], "written_at": None, "done": []}
    assert program.ask(path)["lines"] == []


def test_a_line_that_can_never_be_legal_is_refused_and_the_plan_of_before_stays(early: Turn, program: Program) -> None:
    path = f"turns/{early.pk}/plan/"
    before = program.put(path, {"lines": BUILD})
    problem = program.put(path, {"lines": ["build hacienda", "sell coffee", "pass"]}, 422)
    assert (kind_of(problem), problem["line"]) == ("refused-move", "sell coffee")
    assert problem["not_tried"] == ["build hacienda", "pass"]
    assert program.ask(path) == {key: before[key] for key in ("lines", "written_at")}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "lines"),
        ({"lines": "pass"}, "lines"),
        ({"lines": [""]}, "lines"),
        ({"lines": ["x" * 501]}, "lines"),
        ({"lines": ["pass"] * 61}, "lines"),
        ({"lines": [], "taken": 0}, "taken"),
    ],
)
def test_an_unfit_plan_is_told_of_by_field(early: Turn, program: Program, body: Any, field: str) -> None:
    problem = program._send("PUT", f"turns/{early.pk}/plan/", body, 400, {})
    assert (kind_of(problem), list(problem["errors"])) == ("invalid", [field])
    assert program.ask(f"turns/{early.pk}/plan/")["lines"] == []


def test_a_plan_with_a_key_counts_once(early: Turn, program: Program) -> None:
    path, key = f"turns/{early.pk}/plan/", {"Idempotency-Key": "k"}
    program._send("PUT", path, {"lines": ["build small market"]}, 200, key)
    later = program.put(path, {"lines": ["pass"]})
    again = program._send("PUT", path, {"lines": ["build small market"]}, 200, key)
    assert again["lines"] == later["lines"]
    assert kind_of(program._send("PUT", path, {"lines": ["pass"]}, 400, {"Idempotency-Key": "ä"})) == "idempotency-key"


def test_a_plan_is_played_when_its_time_comes(game: Game, early: Turn, program: Program) -> None:
    program.put(f"turns/{early.pk}/plan/", {"lines": ["sell coffee"]}, 422)
    program.put(f"turns/{early.pk}/plan/", {"lines": ["build small market"]})
    answer(person_turn(game), "pass")
    played = game.moves.get(turn=early, text="build small market")
    assert played.source == Move.Source.API
    assert played.planned_at is not None
    assert program.ask(f"games/{game.pk}/")["your_early_turn"] is None
    assert kind_of(program.put(f"turns/{early.pk}/plan/", {"lines": ["pass"]}, 409)) == "turn-closed"
    assert kind_of(program.ask(f"turns/{early.pk}/plan/", 409)) == "turn-closed"


def test_a_plan_that_comes_when_its_time_has_come_is_played_at_once(game: Game, early: Turn, program: Program) -> None:
    answer(person_turn(game), "pass")
    assert [turn["id"] for turn in program.ask("turns/")["results"]] == [early.pk]
    told = program.put(f"turns/{early.pk}/plan/", {"lines": ["build small market"]})
    assert told == {"lines": [], "written_at": None, "done": ["build small market"]}
    assert game.moves.filter(turn=early, text="build small market").count() == 1


def test_an_answer_to_an_early_turn_is_a_plan(early: Turn, program: Program) -> None:
    told = program.post(f"turns/{early.pk}/play/", {"lines": ["build small market", "pass"], "as_plan": True})
    assert (told["done"], told["planned"]) == ([], ["build small market", "pass"])
    assert [line["line"] for line in program.ask(f"turns/{early.pk}/plan/")["lines"]] == told["planned"]
    assert program.post(f"turns/{early.pk}/play/", {"lines": ["pass"]})["planned"] == ["pass"]
    problem = program.post(f"turns/{early.pk}/play/", {"lines": ["sell coffee"]}, 422)
    assert kind_of(problem) == "refused-move"


def test_nobody_else_can_read_or_write_a_plan(game: Game, early: Turn, program: Program, dora: User) -> None:
    path = f"turns/{early.pk}/plan/"
    kept = program.put(path, {"lines": BUILD})
    strangers = [program_of(each) for each in (*others(game, early), dora)]
    for each in strangers:
        assert kind_of(each.ask(path, 403)) == "denied"
        assert kind_of(each.put(path, {"lines": ["pass"]}, 403)) == "denied"
        assert kind_of(each.put(path, {"lines": []}, 403)) == "denied"
        assert kind_of(each.delete(path, 403)) == "denied"
    assert kind_of(Program().ask(path, 401)) == "not-signed-in"
    assert kind_of(Program().put(path, {"lines": []}, 401)) == "not-signed-in"
    assert kind_of(program.ask("turns/987654/plan/", 404)) == "not-found"
    set_visibility(game.pk, game.host, Game.Visibility.PRIVATE)
    assert kind_of(strangers[-1].ask(path, 404)) == "not-found"
    assert kind_of(strangers[-1].delete(path, 404)) == "not-found"
    assert program.ask(path)["lines"] == kept["lines"]


def test_writing_a_plan_needs_the_scope_play(early: Turn) -> None:
    path = f"turns/{early.pk}/plan/"
    reader = Program(api_tokens.create_token(player(early), "reads", scopes=[Scope.READ]).secret)
    assert reader.ask(path)["lines"] == []
    assert reader.put(path, {"lines": ["pass"]}, 403)["scope"] == "play"
    assert reader.delete(path, 403)["scope"] == "play"


def test_a_plan_changes_nothing_that_others_get(game: Game, early: Turn, program: Program, dora: User) -> None:
    viewers = [*(program_of(each) for each in (*others(game, early), dora)), Program()]
    before = [everything(viewer, game) for viewer in viewers]
    program.put(f"turns/{early.pk}/plan/", {"lines": BUILD})
    program.put(f"turns/{early.pk}/plan/", {"lines": ["pass"]})
    assert [everything(viewer, game) for viewer in viewers] == before
    program.delete(f"turns/{early.pk}/plan/")
    assert [everything(viewer, game) for viewer in viewers] == before


def test_who_has_answered_ahead_cannot_be_told(anna: User, bob: User, dora: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    set_visibility(game.pk, anna, Game.Visibility.PUBLIC)
    ahead, mover = person_turn(game, ahead=True), person_turn(game)
    viewers = [program_of(player(mover)), program_of(dora), Program()]
    before = [everything(viewer, game) for viewer in viewers]
    while offered := open_offers(ahead):
        answer(ahead, offered[0])
        assert [everything(viewer, game) for viewer in viewers] == before
    assert program_of(player(ahead)).ask(f"games/{game.pk}/")["your_turn"] is None


def test_a_group_is_told_with_one_stage_and_nobodys_time_but_ones_own(anna: User, bob: User, dora: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    set_visibility(game.pk, anna, Game.Visibility.PUBLIC)
    ahead, mover = person_turn(game, ahead=True), person_turn(game)
    for turn in (ahead, mover):
        first, second = program_of(player(turn)).ask(f"games/{game.pk}/")["waiting_for"]
        assert (first["seat"], first["ahead"]) == (mover.seat.index, False)
        assert (second["seat"], second["ahead"]) == (ahead.seat.index, True)
        assert first["stage"] == second["stage"] == mover.stage
        assert (first["deadline"] is None, second["deadline"] is None) == (turn == ahead, turn == mover)
    told = program_of(dora).ask(f"games/{game.pk}/")["waiting_for"]
    assert [each["deadline"] for each in told] == [None, None]


def test_a_single_seat_that_is_waited_for_is_told_with_its_time(game: Game, dora: User) -> None:
    (told,) = program_of(dora).ask(f"games/{game.pk}/")["waiting_for"]
    assert told["seat"] == person_turn(game).seat.index
    assert told["deadline"]


def test_a_program_account_has_no_early_turns_and_no_plans(anna: User, bob: User, robo: User, sent: list[str]) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("account", account="robo")]
    game = open_game(anna, name="A test", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    join(game.pk, bob)
    program, picks = program_of(robo), iter(["builder", "settler", "mayor"])
    while (turn := person_turn(game)).seat.user != robo or turn.stage == "role":
        answer(turn, next(picks) if turn.stage == "role" else "pass" if "pass" in offers(turn) else offers(turn)[0])
        assert program.ask("turns/early/")["results"] == []
        assert program.ask(f"games/{game.pk}/")["your_early_turn"] is None
    path = f"turns/{turn.pk}/plan/"
    assert kind_of(program.put(path, {"lines": ["pass"]}, 403)) == "denied"
    assert program.ask(path) == {"lines": [], "written_at": None}
    told = program.post(f"turns/{turn.pk}/play/", {"lines": [offers(turn)[0]], "as_plan": True})
    assert (len(told["done"]), told["planned"]) == (1, [])


def test_the_example_of_the_documentation_plans_once_for_a_turn(early: Turn, program: Program) -> None:
    example = runpy.run_path(str(EXAMPLE))

    server: Any = example["Server"]("", "")
    server._send = lambda method, path, body, headers: program._send(method, path, body, 200, headers)
    assert example["plan"](server) == 1
    lines = program.ask(f"turns/{early.pk}/plan/")["lines"]
    options = program.ask(f"turns/{early.pk}/options/")["options"]
    assert [line["line"] for line in lines] == [option["text"] for option in options[:2]]
    assert example["plan"](server) == 0


@pytest.fixture
def dora(db: None) -> User:
    """Somebody who does not play."""
    return UserFactory.create(username="dora")


def others(game: Game, turn: Turn) -> Sequence[User]:
    return [seat.user for seat in game.seats.select_related("user") if seat.user and seat.user != turn.seat.user]


def open_offers(turn: Turn) -> list[str]:
    """What an open turn offers; nothing once it is answered."""
    return offers(turn) if Turn.objects.get(pk=turn.pk).status == Turn.Status.OPEN else []


def everything(viewer: Program, game: Game) -> dict[str, tuple[int, bytes, dict[str, str]]]:
    """All responses that somebody can get about a game and their own turns, byte by byte, with their headers.

    Of the turns the newest ones, all that are open among them.
    """
    paths = [f"games/{game.pk}/{part}" for part in ("", "view/", "log/", "record/")]
    paths += ["games/", "games/?show=watch", "games/?show=open", "turns/", "turns/early/", "me/"]
    newest = game.turns.order_by("-pk")[: 2 * game.seat_count]
    assert not game.turns.exclude(status=Turn.Status.CLOSED).exclude(pk__in=[turn.pk for turn in newest]).exists()
    paths += [f"turns/{turn.pk}/{part}" for turn in newest for part in ("", "options/", "plan/")]
    found = {}
    for path in paths:
        response = viewer.raw("GET", ROOT + path)
        headers = {name: value for name, value in response.items() if name not in ("Date", "X-Request-ID")}
        found[path] = (response.status_code, response.content, headers)
    return found
