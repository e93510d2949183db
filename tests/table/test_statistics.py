"""The figures of a finished game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.access import Permission
from games.engine.chronicle import Tally
from games.models import AuditEntry, Game, Move, Seat, Turn
from games.people.models import User
from games.table import replay
from games.table.positions import rules_of
from games.table.resignation import resign
from games.table.statistics import statistics
from games.table.takeback import undo
from games.table.takeover import take_over
from games.table.viewpoints import DISCLOSED
from tests.table.finished_games import brought_to_its_end, finished_game
from tests.table.games import answer, fresh, opened, person_turn, play_on, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna: User, bob: User) -> Game:
    """A game with a bot, played by turns, in which something was taken back; staff brought it to its end."""
    game = opened(anna, bob, bots=1)
    game = play_on(
        game, lambda game: game.turns.filter(status=Turn.Status.OPEN, early=False, seat__bot_level="").exists()
    )
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    undo(game.pk, player(turn))
    return brought_to_its_end(play_on(game, lambda game: game.plies >= 40))


@pytest.fixture
def whole(anna: User, bob: User, chris: User) -> Game:
    """A game from the first to the last move."""
    return finished_game(anna, bob, chris)


def rows(tallies: tuple[Tally, ...], title: str) -> dict[str, tuple[int | None, ...]]:
    tally = next(tally for tally in tallies if tally.title.render() == title)
    return {label.render(): values for label, values in tally.rows}


def test_points_grow_from_the_start_to_the_final_scores(whole: Game) -> None:
    figures = statistics(whole)
    assert len(figures.totals) == figures.rounds + 1
    assert figures.totals[0] == (0, 0, 0)
    assert list(figures.totals[-1]) == [seat.score for seat in whole.seats.order_by("index")]


def test_every_ply_is_counted_for_who_decided_it(finished: Game) -> None:
    figures = statistics(finished)
    bot = finished.seats.exclude(bot_level="").get().index
    for one in figures.seats:
        live = Move.objects.filter(game=finished, undone_at=None, seat=one.seat)
        assert one.by_person + one.by_bot + one.in_time_out + one.forced == live.count()
        assert (one.by_bot > 0, one.by_person > 0) == (one.seat == bot, one.seat != bot)
        assert one.in_time_out == 0
    assert figures.plies == finished.plies
    assert figures.taken_back == Move.objects.filter(game=finished).exclude(undone_at=None).count() > 0


def test_what_a_bot_played_after_the_deadline_is_told_apart(finished: Game) -> None:
    person = finished.seats.filter(bot_level="")[0].index
    late = Move.objects.filter(game=finished, seat=person, undone_at=None).exclude(source=Move.Source.FORCED)[:4]
    Move.objects.filter(pk__in=[move.pk for move in late]).update(source=Move.Source.TIMEOUT)
    assert statistics(finished).seats[person].in_time_out == 4


def test_only_people_keep_a_game_waiting(finished: Game) -> None:
    figures = statistics(finished)
    bot = finished.seats.exclude(bot_level="").get().index
    assert figures.seats[bot].turns == 0
    assert figures.seats[bot].longest is None
    assert figures.waits == sum(one.turns for one in figures.seats) > 5


def test_time_is_counted_from_being_asked_to_having_answered_without_pauses(finished: Game) -> None:
    seat: Seat = finished.seats.filter(bot_level="")[0]
    now = timezone.now()
    Turn.objects.filter(seat=seat).update(opened_at=now - timedelta(hours=1), closed_at=now)
    turn = Move.objects.filter(game=finished, seat=seat.index, source=Move.Source.WEB, undone_at=None)[0].turn
    assert turn is not None
    Turn.objects.filter(pk=turn.pk).update(opened_at=now - timedelta(days=3))
    for action, ago in ((Permission.PAUSE, timedelta(days=2)), (Permission.RESUME, timedelta(days=1))):
        AuditEntry.objects.create(action=action, at=now - ago, game=finished, actor=None)
    figures = statistics(finished).seats[seat.index]
    assert figures.longest == timedelta(days=2)
    assert figures.median == timedelta(hours=1)
    assert figures.in_all == timedelta(days=2) + (figures.turns - 1) * timedelta(hours=1)


def test_every_doubloon_and_barrel_is_accounted_for(whole: Game) -> None:
    tallies = statistics(whole).tallies
    start = replay.position_at(whole, 0)
    first, last = (rules_of(whole).view(one, None) for one in (start, replay.position_at(whole, whole.plies)))
    money, barrels = rows(tallies, "Doubloons"), rows(tallies, "Barrels")
    shipped = rows(tallies, "Barrels shipped, by kind")
    nothing = (0,) * 3
    for seat in range(3):

        def of(table: dict[str, tuple[int | None, ...]], label: str, seat: int = seat) -> int:
            return table.get(label, nothing)[seat] or 0

        earned = sum(of(money, label) for label in money if label != "spent on buildings")
        mine = last.players[seat]  # type: ignore[attr-defined]
        assert first.players[seat].doubloons + earned - of(money, "spent on buildings") == mine.doubloons  # type: ignore[attr-defined]
        gone = sum(of(barrels, label) for label in ("sold", "shipped", "given back"))
        assert of(barrels, "produced") - gone == sum(mine.goods.values())
        assert sum(of(shipped, label) for label in shipped) == of(barrels, "shipped")


def test_roles_and_buildings_are_told_by_seat(whole: Game) -> None:
    figures = statistics(whole)
    picked = rows(figures.tallies, "Roles picked")
    picks = [event for step in replay.replay_steps(whole, DISCLOSED) for event in step.events]
    assert sum(sum(filter(None, values)) for values in picked.values()) == sum(event.kind == "picks" for event in picks)
    built = rows(figures.tallies, "Buildings, by the round they were built in")
    last = rules_of(whole).view(replay.position_at(whole, whole.plies), None)
    for seat in range(3):
        city = {owned.building for owned in last.players[seat].city}  # type: ignore[attr-defined]
        assert {label for label, values in built.items() if values[seat] is not None} == city
    assert all(1 <= when <= figures.rounds for values in built.values() for when in values if when is not None)


def test_positions_that_cannot_be_made_again_leave_the_other_figures(whole: Game) -> None:
    Move.objects.filter(game=whole, ply=5).update(text="build wharf")
    figures = statistics(fresh(whole))
    assert figures.totals == ()
    assert figures.plies == whole.plies


def test_the_times_of_a_seat_are_those_of_whoever_has_it_in_the_end(anna: User, bob: User, chris: User) -> None:
    game = play_on(opened(anna, bob), lambda game: game.plies >= 20)
    seat = game.seats.get(user=anna)
    resign(game.pk, anna)
    Turn.objects.filter(game=game, seat=seat).update(opened_at=F("opened_at") - timedelta(days=9))
    before = Move.objects.filter(game=game, seat=seat.index, source=Move.Source.WEB).count()
    take_over(game.pk, seat.index, chris)
    figures = statistics(brought_to_its_end(game))
    own = figures.seats[seat.index]
    assert own.longest is not None
    assert own.longest < timedelta(days=1)
    assert own.by_person > before
    assert figures.waits > sum(one.turns for one in figures.seats)
