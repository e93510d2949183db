"""Ratings are counted one game after the other, and are always what counting everything again would give."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.utils import timezone
from openskill.models import PlackettLuce

from games.models import Delivery, Game, Rating, RatingChange, RatingDue, RatingPool
from games.nudge import RATE
from games.people.models import User
from games.ratings.arithmetic import NEWCOMER, SeatResult, Skill
from games.ratings.bots import skill_of
from games.table import leaderboards, packing, rating_applier, rating_queue
from games.table.moderation.rewind import rewind
from games.table.moderation.voiding import count_again, void_rating
from games.table.rating_results import results_of
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.factories import UserFactory
from tests.table.finished_games import brought_to_its_end
from tests.table.games import fresh, gone_on, over, play_on
from tests.table.rated import KIND, count_all, ended, kept, opened_rated, rating_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> list[User]:
    return [UserFactory.create(username=f"rated{number}") for number in range(6)]


def history(people: list[User], games: int, seed: int) -> list[Game]:
    """So many games of two or three of these people or bots, with any ranks, two a day."""
    lots = Random(seed)
    played = []
    for number in range(games):
        more: list[User | str | None] = [None, "merchant-1", lots.choice(people)]
        seats = [seat for seat in dict.fromkeys([*lots.sample(people, 2), lots.choice(more)]) if seat is not None]
        ranks = [lots.randint(1, len(seats)) for _seat in seats]
        played.append(ended(*seats, ranks=ranks, day=number // 2))
    return played


def counted_from_nothing() -> tuple[list[object], list[object]]:
    """What is kept after everything was deleted and counted again."""
    for model in (RatingChange, Rating, RatingPool, RatingDue):
        model._default_manager.all().delete()
    call_command("rate", verbosity=0)
    return kept()


def test_a_history_gives_what_openskill_gives_game_by_game(anna: User, bob: User, chris: User) -> None:
    model = PlackettLuce()
    theirs = {person: model.rating() for person in (anna, bob, chris)}
    bot = skill_of(KIND, "merchant-1")
    for day, order in enumerate([(anna, bob, chris), (bob, anna, chris), (chris, bob, anna), (anna, chris, bob)]):
        ended(*order, "merchant-1", day=day)
        teams = [[theirs[person]] for person in order] + [[model.create_rating([bot.mu, bot.sigma])]]
        for person, (rated,) in zip(order, model.rate(teams), strict=False):
            theirs[person] = rated
    count_all()
    for person, rated in theirs.items():
        ours = rating_of(person, players=4)
        assert (ours.mu, ours.sigma) == pytest.approx((rated.mu, rated.sigma), abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_counting_everything_again_gives_the_same_numbers(people: list[User], seed: int) -> None:
    history(people, 25, seed)
    count_all()
    first = kept()
    assert len(first[0]) >= 50
    call_command("rate", verbosity=0)
    assert kept() == first
    assert counted_from_nothing() == first


@pytest.mark.parametrize("at_most", [1, 3, 100])
def test_it_makes_no_difference_in_which_batches_games_are_counted(people: list[User], at_most: int) -> None:
    history(people, 12, 5)
    for kind, players in [(KIND, 2), (KIND, 3)]:
        while rating_applier.count(kind, players, at_most):
            pass
    assert kept() == counted_from_nothing()


def test_a_game_whose_end_is_known_late_is_counted_where_it_belongs(anna: User, bob: User) -> None:
    ended(anna, bob, day=1)
    ended(bob, anna, day=3)
    count_all()
    ended(bob, anna, day=2)
    ended(anna, bob, day=1)
    count_all()
    assert kept() == counted_from_nothing()
    assert RatingChange.objects.filter(person=anna).count() == 4


def test_each_kind_of_game_and_number_of_players_has_ratings_of_its_own(anna: User, bob: User, chris: User) -> None:
    ended(anna, bob)
    ended(bob, anna, chris, day=1)
    ended(bob, anna, day=2, kind="san-juan")
    count_all()
    assert rating_of(anna).mu > NEWCOMER.mu > rating_of(anna, kind="san-juan").mu
    assert rating_of(anna) == RatingChange.objects.get(person=anna, players=2, kind=KIND).after
    assert Rating.objects.filter(person=chris).count() == 1


def test_counting_twice_changes_nothing(anna: User, bob: User) -> None:
    game = ended(anna, bob)
    count_all()
    before = kept()
    rating_queue.note(game)
    rating_queue.note(game)
    count_all()
    assert kept() == before
    assert not rating_applier.is_due()


def test_a_process_that_dies_while_it_counts_leaves_everything_to_the_next(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    history(people, 10, 7)
    refresh = rating_applier._refresh

    def die(pool: RatingPool, concerned: set[int]) -> None:
        refresh(pool, concerned)
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(rating_applier, "_refresh", die)
        with pytest.raises(SystemExit):
            rating_applier.count(KIND, 2, 3)
    assert not RatingChange.objects.exists()
    rating_applier.count(KIND, 2, 3)
    count_all()
    assert kept() == counted_from_nothing()


def test_a_voided_game_changes_nothing_and_later_ones_are_counted_anew(anna: User, bob: User, moderator: User) -> None:
    first, _second, third = ended(anna, bob, day=0), ended(bob, anna, day=1), ended(anna, bob, day=2)
    count_all()
    before = kept()
    assert void_rating(first.pk, moderator, "it was arranged")
    assert not void_rating(first.pk, moderator, "it was arranged")
    count_all()
    voided = RatingChange.objects.get(game=first, person=anna)
    assert (voided.voided, voided.before, voided.after, voided.games) == (True, NEWCOMER, NEWCOMER, 0)
    assert RatingChange.objects.get(game=third, person=anna).games == 2
    assert kept() != before
    assert kept() == counted_from_nothing()
    assert count_again(first.pk, moderator, "it was not")
    count_all()
    assert kept() == before


def test_a_rating_is_provisional_until_ten_games(anna: User, bob: User) -> None:
    for day in range(9):
        ended(anna, bob, day=day)
    count_all()
    assert Rating.objects.get(person=anna).is_provisional
    assert not leaderboards.leaderboard(KIND, 2).exists()
    ended(anna, bob, day=9)
    count_all()
    assert not Rating.objects.get(person=anna).is_provisional
    assert [rating.person for rating in leaderboards.leaderboard(KIND, 2)] == [anna, bob]


def test_the_end_of_a_game_leaves_it_to_a_task(anna: User, bob: User, sent: list[str]) -> None:
    game = brought_to_its_end(opened_rated(anna, bob))
    assert RATE in sent
    assert not RatingChange.objects.exists()
    count_all()
    assert {change.person for change in RatingChange.objects.filter(game=game)} == {anna, bob}
    assert sum(change.games for change in RatingChange.objects.all()) == 2


def test_a_game_that_is_not_rated_leaves_nothing(anna: User, bob: User) -> None:
    game = opened_rated(anna, bob)
    Game.objects.filter(pk=game.pk).update(rated=False)
    brought_to_its_end(fresh(game))
    count_all()
    call_command("rate", verbosity=0)
    assert not RatingChange.objects.exists()


def test_an_end_that_is_taken_back_counts_no_more_until_the_game_ends_again(
    anna: User, bob: User, moderator: User
) -> None:
    game = brought_to_its_end(opened_rated(anna, bob))
    ended(bob, anna, day=1)
    ended(anna, bob, day=5000)
    count_all()
    assert RatingChange.objects.filter(game=game).count() == 2
    rewind(game.pk, moderator, "by mistake", fresh(game).plies - 1)
    count_all()
    assert not RatingChange.objects.filter(game=game).exists()
    assert kept() == counted_from_nothing()
    play_on(game, over)
    count_all()
    assert RatingChange.objects.filter(game=game).count() == 2
    assert kept() == counted_from_nothing()


def test_counting_everything_again_leaves_no_rating_of_a_game_that_counts_no_more(
    anna: User, bob: User, moderator: User
) -> None:
    """The command may come before the task that would have taken the game out."""
    game = brought_to_its_end(opened_rated(anna, bob))
    count_all()
    rewind(game.pk, moderator, "by mistake", fresh(game).plies - 1)
    call_command("rate", verbosity=0)
    assert not RatingChange.objects.exists()
    assert not Rating.objects.exists()


def test_counting_everything_again_mends_and_removes_ratings_that_no_game_gives(anna: User, bob: User) -> None:
    ended(anna, bob)
    count_all()
    right = kept()
    Rating.objects.filter(person=anna).update(mu=40.0, shown=2000, games=12)
    Rating.objects.create(person=bob, kind=KIND, players=3, mu=40.0, sigma=2.0, games=12, shown=2000)
    call_command("rate", verbosity=0)
    assert kept() == right


def test_who_left_has_lost_and_who_took_the_seat_gains_by_their_share(
    anna: User, bob: User, chris: User, settings: object
) -> None:
    game = gone_on(opened_rated(anna, bob), 30)
    resign(game.pk, anna)
    left = fresh(game).seats.get(user=anna)
    take_over(game.pk, left.index, chris)
    game = brought_to_its_end(fresh(game))
    # Whoever sits there at the end has won.
    game.seats.filter(user=chris).update(rank=1)
    game.seats.filter(user=bob).update(rank=2)
    count_all()
    found = {change.person: change for change in RatingChange.objects.filter(game=game).select_related("person")}
    assert {person.username: change.why for person, change in found.items()} == {
        "anna": "left",
        "bob": "result",
        "chris": "taken",
    }
    assert found[anna].after.mu < NEWCOMER.mu
    assert found[chris].after.mu > NEWCOMER.mu
    assert 0 < found[anna].share < 1
    assert found[anna].share + found[chris].share == pytest.approx(1)
    assert (found[anna].games, found[bob].games, found[chris].games) == (1, 1, 0)
    assert kept() == counted_from_nothing()


def test_packed_games_are_counted_as_before(anna: User, bob: User, chris: User, settings: object) -> None:
    game = gone_on(opened_rated(anna, bob), 30)
    resign(game.pk, anna)
    take_over(game.pk, fresh(game).seats.get(user=anna).index, chris)
    game = brought_to_its_end(fresh(game))
    assert over(game)
    long_ago = game.ended_at - timedelta(days=100) if game.ended_at else None
    Game.objects.filter(pk=game.pk).update(ended_at=long_ago)
    count_all()
    first = kept()
    Delivery.objects.update(status=Delivery.Status.SENT)
    assert packing.pack(game.pk)
    assert counted_from_nothing() == first


def test_a_game_without_all_ranks_is_left_out_and_the_others_are_counted(anna: User, bob: User) -> None:
    broken = ended(anna, bob)
    broken.seats.filter(index=1).update(rank=None)
    whole = ended(anna, bob, day=1)
    count_all()
    assert {change.game for change in RatingChange.objects.all()} == {whole}


def test_a_pool_that_cannot_be_counted_does_not_stop_the_others(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = ended(anna, bob, "merchant-1")

    def refuse_broken(game: Game, skill_of: Callable[[int], Skill]) -> list[SeatResult]:
        if game == broken:
            raise ValueError("its moves cannot be read")
        return results_of(game, skill_of)

    monkeypatch.setattr(rating_applier, "results_of", refuse_broken)
    ended(anna, bob, kind="san-juan")
    assert not rating_applier.count_for_a_while()
    assert rating_of(anna, kind="san-juan")
    assert not Rating.objects.filter(players=3).exists()
    assert "no ratings are counted" in caplog.text
    assert rating_applier.is_due()


def test_a_game_that_ended_without_a_word_to_the_ratings_is_found(anna: User, bob: User) -> None:
    """A process of the release before has ended it."""
    missed, counted, old = (ended(anna, bob, day=day) for day in range(3))
    now = timezone.now()
    Game.objects.filter(pk__in=[missed.pk, counted.pk]).update(ended_at=now)
    RatingDue.objects.exclude(game=counted).delete()
    RatingPool.objects.create(kind=KIND, players=2, done_at=now, done_game="zzz", behind=False)
    assert rating_queue.note_missed() == 1
    assert rating_queue.note_missed() == 0
    assert {due.game for due in RatingDue.objects.all()} == {missed, counted}
    assert old.ended_at is not None
