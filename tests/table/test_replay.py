"""Looking back: the line of plies, its positions, and whose eyes one may look through."""

from __future__ import annotations

import json

import pytest

from games.engine import record, registry
from games.models import Game, Move
from games.people.models import User
from games.table import replay
from games.table.moderation import correction
from games.table.positions import rules_of, rules_upgrade_text
from games.table.records import record_of
from games.table.replay import NoSuchPosition, RulesChanged
from games.table.takeback import undo
from games.table.viewpoints import DISCLOSED, ONLOOKER, Viewpoint
from tests.table.finished_games import finished_game
from tests.table.games import answer, fresh, opened, person_turn, play_on, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob), lambda game: game.plies >= 40)


@pytest.fixture
def finished(anna: User, bob: User) -> Game:
    return finished_game(anna, bob)


def test_every_position_of_the_line_is_the_one_that_the_record_leads_to(running: Game) -> None:
    rules = rules_of(running)
    history = record.positions(rules, record_of(running, with_secret=True))
    assert len(history) == running.plies + 1
    for number, position in enumerate(history):
        assert rules.digest(replay.position_at(running, number)) == rules.digest(position)
    assert [rules.digest(position) for position in history] == [
        rules.digest(position.copy()) for _number, position in replay.all_positions(running)
    ]


def test_a_number_beyond_the_line_is_no_position(running: Game) -> None:
    for number in (-1, running.plies + 1, 10**9):
        with pytest.raises(NoSuchPosition):
            replay.position_at(running, number)


def test_a_game_that_has_not_started_has_no_position(anna: User) -> None:
    with pytest.raises(NoSuchPosition):
        replay.position_at(Game.objects.create(name="Soon", kind="puerto-rico", seat_count=2, host=anna), 0)


def test_what_was_taken_back_is_not_on_the_line(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    undo(game.pk, player(turn))
    answer(person_turn(game), "builder")
    steps = replay.replay_steps(fresh(game), DISCLOSED)
    assert [step.events[0].data.get("role") for step in steps] == ["builder"]
    assert rules_of(game).move_text(replay.position_at(fresh(game), 0), 0)
    view = rules_of(game).view(replay.position_at(fresh(game), 1), None)
    assert (view.role, view.quarries) == ("builder", 8 if game.seat_count > 2 else 5)  # type: ignore[attr-defined]


def test_a_position_that_staff_set_up_is_a_step_of_the_line(running: Game) -> None:
    corrected = json.loads(correction.position_text(running))
    corrected["players"][0]["doubloons"] += 3
    correction.correct_position(running.pk, None, "miscounted", json.dumps(corrected))
    game = fresh(running)
    number = next(step.number for step in replay.replay_steps(game, ONLOOKER) if step.seat is None)
    assert number == running.plies + 1
    before, after = (replay.position_at(game, at) for at in (number - 1, number))
    rules = rules_of(game)
    assert rules.digest(before) == running.digest
    assert rules.to_json(after) == corrected


def test_while_a_game_runs_everybody_looks_back_through_their_own_eyes(running: Game) -> None:
    assert replay.viewpoints(running, 1) == [Viewpoint(1)]
    assert replay.viewpoints(running, None) == [ONLOOKER]


def test_after_the_end_everybodys_eyes_are_open_ones_own_first(finished: Game) -> None:
    assert replay.viewpoints(finished, 1) == [Viewpoint(1), DISCLOSED, Viewpoint(0)]
    assert replay.viewpoints(finished, None) == [DISCLOSED, Viewpoint(0), Viewpoint(1)]


def test_a_view_of_the_past_hides_what_was_hidden_then_and_disclosure_opens_it(finished: Game) -> None:
    position = replay.position_at(finished, finished.plies - 20)

    def chips(viewpoint: Viewpoint) -> list[int | None]:
        return [player.vp for player in replay.view_of(finished, position, viewpoint).players]  # type: ignore[attr-defined]

    known = chips(DISCLOSED)
    assert None not in known
    assert chips(Viewpoint(0)) == [known[0], None]
    assert chips(ONLOOKER) == [None, None]
    assert replay.view_of(finished, position, DISCLOSED).options.open_vp == "off"  # type: ignore[attr-defined]


def test_looking_at_a_position_disclosed_does_not_change_it(finished: Game) -> None:
    rules, position = rules_of(finished), replay.position_at(finished, 30)
    before = rules.digest(position)
    replay.view_of(finished, position, DISCLOSED)
    assert rules.digest(position) == before


def test_events_that_a_viewpoint_must_not_hear_are_not_on_its_line(running: Game) -> None:
    move = Move.objects.filter(game=running).order_by("ply")[0]
    move.events[0]["audience"] = [1]
    move.save()
    heard = {
        viewpoint: len(replay.replay_steps(running, viewpoint)[0].events)
        for viewpoint in (Viewpoint(0), Viewpoint(1), ONLOOKER, DISCLOSED)
    }
    there = len(move.events)
    assert heard == {Viewpoint(0): there - 1, Viewpoint(1): there, ONLOOKER: there - 1, DISCLOSED: there}


def test_rounds_are_counted_as_the_game_counts_them(finished: Game) -> None:
    rules = rules_of(finished)
    steps = replay.replay_steps(finished, DISCLOSED)
    for step in steps[::17]:
        assert rules.view(replay.position_at(finished, step.number - 1), None).round == step.round  # type: ignore[attr-defined]


def test_one_can_go_by_steps_turns_phases_rounds_and_own_decisions(running: Game) -> None:
    steps = replay.replay_steps(running, Viewpoint(0))
    ways = replay.neighbours(steps, 0, 0)
    assert (ways["step"].previous, ways["step"].next) == (None, 1)
    assert steps[ways["turn"].next].opens_turn  # type: ignore[index]
    assert steps[ways["phase"].next].phase > steps[0].phase  # type: ignore[index]
    second = ways["round"].next
    assert second is not None
    assert (steps[second - 1].round, steps[second].round) == (1, 2)
    assert replay.neighbours(steps, second, 0)["round"].previous == 0
    decisions, at = [], -1
    while (at_next := replay.neighbours(steps, at, 0)["mine"].next) is not None:
        decisions.append(at := at_next)
    assert decisions
    assert all(steps[number].seat == 0 for number in decisions)
    assert replay.neighbours(steps, running.plies, 0)["mine"].previous == decisions[-1]
    assert replay.neighbours(steps, running.plies, 0)["step"].next is None
    assert replay.neighbours(steps, 5, None)["mine"] == replay.Neighbours(None, None)


def test_positions_played_by_other_rules_are_not_made_up(running: Game) -> None:
    row = Move.objects.get(game=running, ply=20)
    row.set_up = rules_of(running).to_json(replay.position_at(running, 21))
    row.text, row.seat = rules_upgrade_text(1, 2), None
    row.save()
    with pytest.raises(RulesChanged):
        replay.position_at(running, 20)
    assert int(replay.position_at(running, 30).plies) > 0
    with pytest.raises(RulesChanged):
        list(replay.all_positions(running))


def test_a_move_that_does_not_fit_is_not_passed_over(running: Game) -> None:
    Move.objects.filter(game=running, ply=3).update(text="build wharf")
    with pytest.raises(RulesChanged):
        replay.position_at(running, 10)


def test_a_game_without_a_chronicle_has_one_round_and_nothing_of_its_own_to_tell(running: Game) -> None:
    plain, rules = registry.chronicle("unheard of"), rules_of(running)
    position = replay.position_at(running, 30)
    events = [event for step in replay.replay_steps(running, DISCLOSED) for event in step.events]
    assert not any(plain.ends_round(event) or plain.is_draw(event) for event in events)
    assert (plain.tallies(2, events), plain.opening_draws(rules, position, ["a", "b"])) == ([], [])
    assert plain.full_view(rules, position) == rules.view(position, None)
