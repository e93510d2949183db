"""What happens at each table while its person is away: the clock stands still or goes on, or a bot plays for them."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Move, Seat
from games.people.models import Absence, User
from games.table import absences, clock, deputies
from games.table.absences import announce, choose, end_present
from games.table.days_away import announced
from games.table.errors import BadAbsence, NoSuchAbsence, NotRunning, NotSeated
from games.table.moderation.abort import abort
from games.table.moderation.seat_replacement import give_seat_back
from games.table.pausing import pause, resume
from games.table.resignation import code_text, get_resignation_code, resign, resign_by_code
from games.table.suspension import reinstate, suspend
from tests.api.programs import kind_of, program_of
from tests.table.games import audit_entries, bots_play, fresh, player
from tests.table.test_absences import day
from tests.table.test_clocks import DAY, START, Days, days, game_by, turn_of  # noqa: F401
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days")]

APPRENTICE = "apprentice-1"


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return game_by(DAY, anna, bob)


@pytest.fixture
def mover(game: Game) -> User:
    return player(turn_of(game))


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.get(user=person)


def test_where_the_clock_goes_on_an_absence_moves_no_deadline(game: Game, mover: User) -> None:
    choose(game.pk, mover, Seat.CLOCK_RUNS)
    announce(mover, day(0), day(5))
    assert turn_of(game).deadline == START + DAY


def test_the_choice_moves_a_deadline_that_runs_and_the_other_choice_moves_it_back(game: Game, mover: User) -> None:
    announce(mover, day(1), day(5))
    assert turn_of(game).deadline == START + 6 * DAY
    seen = fresh(game).version
    choose(game.pk, mover, Seat.CLOCK_RUNS)
    assert turn_of(game).deadline == START + DAY
    assert fresh(game).version > seen
    choose(game.pk, mover, "")
    assert turn_of(game).deadline == START + 6 * DAY


def test_a_choice_that_moves_nothing_is_seen_by_nobody(game: Game, mover: User) -> None:
    seen = fresh(game).version
    choose(game.pk, mover, APPRENTICE)
    assert fresh(game).version == seen


def test_a_bot_plays_from_the_first_day_to_the_last_one_and_its_moves_say_so(
    game: Game,
    mover: User,
    days: Days,  # noqa: F811
) -> None:
    choose(game.pk, mover, APPRENTICE)
    announce(mover, day(1), day(2))
    assert not seat_of(game, mover).caretaker
    days.pass_by(16 * DAY / 24)
    clock.tick()
    seat = seat_of(game, mover)
    assert (seat.caretaker, seat.caretaker_cause, seat.is_given_up) == (APPRENTICE, Seat.Cause.AWAY, False)
    bots_play(game)
    assert game.moves.filter(seat=seat.index, source=Move.Source.BOT).exists()
    days.pass_by(2 * DAY)
    clock.tick()
    assert seat_of(game, mover).playing_level == ""
    assert [entry.details["plays"] for entry in audit_entries(deputies.DEPUTY)] == [APPRENTICE, ""]


def test_who_is_back_before_the_time_plays_on_at_once(game: Game, mover: User) -> None:
    choose(game.pk, mover, APPRENTICE)
    announce(mover, day(0), day(5))
    assert turn_of_bot(game)
    assert "You are away; a bot plays for you" in client_of(mover).get(f"/games/{game.pk}/").content.decode()
    end_present(fresh_person(mover))
    assert player(turn_of(game)) == mover
    with pytest.raises(NoSuchAbsence, match="not away now"):
        end_present(fresh_person(mover))


def test_whoever_is_away_already_can_still_choose(game: Game, mover: User) -> None:
    announce(mover, day(0), day(5))
    choose(game.pk, fresh_person(mover), APPRENTICE)
    assert turn_of_bot(game)
    choose(game.pk, fresh_person(mover), "")
    assert player(turn_of(game)) == mover


def test_a_paused_game_is_changed_over_once_it_goes_on(game: Game, mover: User, moderator: User) -> None:
    choose(game.pk, mover, APPRENTICE)
    pause(game.pk, None, "A question")
    announce(mover, day(0), day(5))
    clock.tick()
    assert not seat_of(game, mover).caretaker
    resume(game.pk, None, "Settled")
    clock.tick()
    assert seat_of(game, mover).caretaker == APPRENTICE


def test_the_end_of_an_absence_gives_no_seat_to_somebody_suspended(
    game: Game,
    mover: User,
    days: Days,  # noqa: F811
) -> None:
    choose(game.pk, mover, APPRENTICE)
    announce(mover, day(0), day(1))
    suspend(fresh_person(mover), None, "Insults")
    days.pass_by(3 * DAY)
    clock.tick()
    assert seat_of(game, mover).caretaker_cause == Seat.Cause.SUSPENDED
    reinstate(fresh_person(mover), None, "Settled")
    assert not seat_of(game, mover).caretaker


def test_whoever_is_away_can_resign(game: Game, mover: User) -> None:
    choose(game.pk, mover, APPRENTICE)
    announce(mover, day(0), day(5))
    page = client_of(mover).get(f"/games/{game.pk}/").content.decode()
    assert f"/games/{game.pk}/resign/" in page
    resign(game.pk, fresh_person(mover))
    seat = seat_of(game, mover)
    assert (seat.caretaker_cause, seat.is_given_up, seat.vacant_since) == (Seat.Cause.RESIGNED, True, START)
    assert [row.cause for row in seat.holders.all()] == ["start", "resigned"]
    clock.tick()
    assert seat_of(game, mover).caretaker_cause == Seat.Cause.RESIGNED
    with pytest.raises(NotSeated):
        resign(game.pk, fresh_person(mover))
    bots_play(game)
    assert game.moves.filter(seat=seat.index, source=Move.Source.BOT).exists()


def test_whoever_is_away_can_resign_by_mail(game: Game, mover: User) -> None:
    choose(game.pk, mover, APPRENTICE)
    announce(mover, day(0), day(5))
    code = code_text(get_resignation_code(game.pk, mover))
    resign_by_code(game.pk, mover, code)
    assert seat_of(game, mover).caretaker_cause == Seat.Cause.RESIGNED


def test_a_sweep_locks_no_game_in_which_nothing_changes(
    anna: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for person, first, last in ((anna, day(-2), day(30)), (bob, day(100), day(110))):
        game = game_by(DAY, anna, bob)
        choose(game.pk, person, APPRENTICE)
        Absence.objects.create(person=person, first=first, last=last)
        User.objects.filter(pk=person.pk).update(away_until=last)
    deputies.change_over()
    assert Seat.objects.filter(caretaker=APPRENTICE).count() == 1
    with django_assert_num_queries(1):
        deputies.change_over()


def test_seats_that_stay_as_they_are_keep_no_other_from_its_deputy(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deputies, "MAX_AT_ONCE", 1)
    for person, first in ((anna, day(1)), (bob, day(0))):
        game = game_by(DAY, anna, bob)
        choose(game.pk, person, APPRENTICE)
        Absence.objects.create(person=person, first=first, last=first)
        User.objects.filter(pk=person.pk).update(away_until=first)
    deputies.change_over()
    assert Seat.objects.get(caretaker=APPRENTICE).user == bob


def test_a_seat_that_staff_give_back_stays_with_its_person(game: Game, mover: User) -> None:
    choose(game.pk, mover, APPRENTICE)
    announce(mover, day(0), day(5))
    give_seat_back(game.pk, seat_of(game, mover).index, None, "They are here")
    clock.tick()
    assert not seat_of(game, mover).caretaker


def test_nobody_chooses_for_a_seat_that_is_not_theirs_or_for_a_game_that_is_over(
    game: Game,
    anna: User,
    bob: User,
    chris: User,
) -> None:
    with pytest.raises(NotSeated):
        choose(game.pk, chris, APPRENTICE)
    for wrong in ("random", "grandmaster"):
        with pytest.raises(BadAbsence):
            choose(game.pk, anna, wrong)
    resign(game.pk, anna)
    with pytest.raises(NotSeated):
        choose(game.pk, anna, APPRENTICE)
    abort(game.pk, None, "A test")
    with pytest.raises(NotRunning):
        choose(game.pk, bob, APPRENTICE)


def test_the_preferences_list_the_tables_and_keep_what_is_chosen(game: Game, mover: User) -> None:
    client = client_of(mover)
    assert "At your tables meanwhile" in client.get("/preferences/").content.decode()
    assert client.post("/preferences/absence/tables/", {game.pk: "grandmaster"}).status_code == 422
    assert client.post("/preferences/absence/tables/", {game.pk: APPRENTICE}).status_code == 302
    assert seat_of(game, mover).deputy == APPRENTICE


def test_programs_announce_and_end_absences_and_choose_for_a_table(game: Game, mover: User) -> None:
    program, table = program_of(mover), f"games/{game.pk}/when-away/"
    assert program.ask(table) == {"way": "stop", "level": None}
    assert program.put(table, {"way": "bot", "level": APPRENTICE}) == {"way": "bot", "level": APPRENTICE}
    assert kind_of(program.put(table, {"way": "bot"}, 400)) == "invalid"
    assert kind_of(program.put(table, {"way": "run", "level": APPRENTICE}, 400)) == "invalid"
    made = program.post("me/absences/", {"first": day(0).isoformat(), "last": day(3).isoformat()}, 201)
    assert program.ask("me/absences/") == [made]
    assert turn_of_bot(game)
    assert kind_of(program.post("me/absences/", {"first": "2020-01-01", "last": "2020-01-02"}, 422)) == "refused"
    program.delete(f"me/absences/{made['id']}/", 204)
    assert kind_of(program.delete(f"me/absences/{made['id']}/", 404)) == "not-found"
    assert announced(fresh_person(mover)) == []


def test_choices_are_in_the_trail(game: Game, mover: User) -> None:
    choose(game.pk, mover, Seat.CLOCK_RUNS)
    (entry,) = audit_entries(absences.ABSENCE)
    assert (entry.actor, entry.game, entry.details) == (mover, game, {"when away": Seat.CLOCK_RUNS})


def turn_of_bot(game: Game) -> bool:
    """Whether the game waits for the deputy."""
    return game.turns.filter(seat__caretaker=APPRENTICE, status="open", nudged_at__isnull=False).exists()


def fresh_person(person: User) -> User:
    return User.objects.get(pk=person.pk)
