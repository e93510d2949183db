"""One's own history and statistics."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from datetime import date, timedelta
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine import registry
from games.models import Game, RatingChange
from games.people.models import User
from games.ratings.arithmetic import Why
from games.table import own_games
from games.table.account_export import write_archive
from games.table.moderation.abort import abort
from games.table.own_games import Narrowing, games_of, statistics_of
from games.table.resignation import resign
from games.table.takeover import take_over
from games.web.chart import bar_chart
from games.web.views import own_games as pages
from tests.api.programs import program_of
from tests.factories import UserFactory
from tests.people.company import played, table
from tests.table.games import fresh
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def narrowed(person: User, **wanted: Any) -> list[str]:
    return [row.game.name for row in games_of(person, Narrowing(**wanted))]


@pytest.fixture
def games(anna: User, bob: User, chris: User) -> dict[str, Game]:
    """Rows of games that anna won, lost and left."""
    found = {"won": table(anna, bob), "lost": table(anna, chris), "left": table(anna, bob)}
    for days, (name, game) in enumerate(found.items()):
        Game.objects.filter(pk=game.pk).update(name=name)
        at = timezone.now() - timedelta(days=10 * days)
        rank = {"won": 1, "lost": 2, "left": None}[name]
        played(anna, game, rank, to_at=at, ended_at=at, left="resigned" if name == "left" else "")
    played(bob, found["won"], 2)
    played(chris, found["lost"], 1, kind="puerto-rico")
    return found


def test_the_list_can_be_narrowed(anna: User, games: dict[str, Game]) -> None:
    assert narrowed(anna) == ["won", "lost", "left"]
    assert narrowed(anna, kind="san-juan") == ["won", "lost", "left"]
    assert narrowed(anna, kind="puerto-rico") == []
    assert narrowed(anna, players=2) == ["won", "lost", "left"]
    assert narrowed(anna, players=4) == []
    assert narrowed(anna, against="BOB") == ["won"]
    assert narrowed(anna, against="anna") == narrowed(anna, against="nobody-at-all") == []
    assert [narrowed(anna, result=result) for result in own_games.RESULTS] == [["won"], ["lost"], ["left"]]
    today = timezone.now().date()
    assert narrowed(anna, since=today - timedelta(days=15)) == ["won", "lost"]
    assert narrowed(anna, until=today - timedelta(days=5)) == ["lost", "left"]
    assert narrowed(anna, until=own_games.MAX_DAY, since=date(2000, 1, 1)) == ["won", "lost", "left"]


def test_the_page_narrows_by_its_form_and_reads_nonsense_as_nothing(anna: User, games: dict[str, Game]) -> None:
    browser = client_of(anna)
    page = browser.get("/history/?result=lost&against=&kind=").content.decode()
    assert (">lost</a>" in page, ">won</a>" in page) == (True, False)
    for query in ("result=x", "players=x", "since=x", "since=0001-01-01", "until=9999-12-31", "kind=x", "page=x"):
        assert browser.get(f"/history/?{query}").status_code == 200


def test_the_list_is_ones_own(bob: User, games: dict[str, Game]) -> None:
    page = client_of(bob).get("/history/").content.decode()
    assert (">won</a>" in page, ">lost</a>" in page) == (True, False)


def test_pages_hold_so_many_games_and_cost_the_same(
    anna: User, bob: User, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "GAMES_PER_PAGE", 2)
    browser = client_of(anna)
    assert browser.get("/history/").content.decode().count('class="what"') == 2
    assert browser.get("/history/?page=2").content.decode().count('class="what"') == 1
    costs = []
    for size in (1, 3):
        monkeypatch.setattr(pages, "GAMES_PER_PAGE", size)
        with CaptureQueriesContext(connection) as asked:
            browser.get("/history/")
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_whoever_left_a_private_game_is_told_nothing_of_what_came_after(anna: User, bob: User, chris: User) -> None:
    game = table(bob, anna)
    Game.objects.filter(pk=game.pk).update(name="A secret name")
    resign(game.pk, anna)
    left_at = timezone.now()
    take_over(game.pk, game.seats.get(user=anna).index, chris)
    ended_at = left_at + timedelta(days=20)
    played(anna, game, None, left="resigned", to_at=left_at, ended_at=ended_at)
    played(chris, game, 1, from_at=left_at + timedelta(minutes=1))
    played(bob, game, 2)
    Game.objects.filter(pk=game.pk).update(visibility="private")
    page = client_of(anna).get("/history/").content.decode()
    assert "A game that you left" in page
    assert "A secret name" not in page
    assert "chris" not in page
    assert narrowed(anna, against="chris") == []
    assert narrowed(anna, against="bob") == [fresh(game).name]
    assert narrowed(anna, since=left_at.date() + timedelta(days=9)) == []
    assert narrowed(anna, until=left_at.date() + timedelta(days=9)) == [fresh(game).name]
    assert f"{ended_at:%Y-%m-%d}" not in page
    (told,) = program_of(anna).ask("me/games/")["results"]
    assert (told["game"], told["other_people"], told["ended_at"][:10]) == (None, None, f"{left_at:%Y-%m-%d}")
    figures = {"mu_before": 25, "sigma_before": 8, "mu_after": 24, "sigma_after": 8, "games": 1, "share": 0.5}
    RatingChange.objects.create(game=game, person=anna, kind=game.kind, players=2, at=ended_at, why=Why.LEFT, **figures)
    (kept,), (rated,) = archived(anna, "played.json"), archived(anna, "ratings.json")
    assert (kept["other_people"], kept["ended_at"]) == (None, kept["to_at"])
    assert rated["ended"][:10] == f"{left_at:%Y-%m-%d}"


def test_whoever_took_a_seat_over_has_not_played_against_its_former_person(anna: User, bob: User, chris: User) -> None:
    game = table(bob, anna)
    resign(game.pk, anna)
    take_over(game.pk, game.seats.get(user=anna).index, chris)
    abort(game.pk, None, "a quarrel")
    name = fresh(game).name
    assert [narrowed(chris, against=one) for one in ("anna", "bob")] == [[], [name]]
    assert [narrowed(anna, against=one) for one in ("chris", "bob")] == [[], [name]]
    assert [narrowed(bob, against=one) for one in ("anna", "chris")] == [[name], [name]]


@pytest.mark.parametrize("comes_after", [True, False])
def test_the_archive_tells_when_a_rated_game_ended_only_to_whoever_was_there(
    anna: User, bob: User, chris: User, comes_after: bool
) -> None:
    """Also whoever had taken a seat over may lose it again."""
    game = table(bob, anna)
    resign(game.pk, anna)
    seat = game.seats.get(user=anna).index
    take_over(game.pk, seat, chris)
    if comes_after:
        resign(game.pk, chris)
        take_over(game.pk, seat, UserFactory.create())
    ended_at = timezone.now() + timedelta(days=20)
    figures = {"mu_before": 25, "sigma_before": 8, "mu_after": 25, "sigma_after": 8, "games": 0, "share": 0.5}
    RatingChange.objects.create(
        game=game, person=chris, kind=game.kind, players=2, at=ended_at, why=Why.TAKEN, **figures
    )
    (rated,) = archived(chris, "ratings.json")
    assert rated["ended"][:10] == f"{timezone.now() if comes_after else ended_at:%Y-%m-%d}"


def test_a_private_game_is_in_the_list_since_one_lost_the_seat_whether_it_goes_on_or_not(
    anna: User, bob: User, chris: User
) -> None:
    game = table(bob, anna)
    resign(game.pk, anna)
    take_over(game.pk, game.seats.get(user=anna).index, chris, game.invitation_code)

    def told() -> tuple[object, ...]:
        page = re.sub(r"csrf\w*=\S*", "", client_of(anna).get("/history/?against=bob").content.decode())
        assert "A game that you left" in page
        assert narrowed(anna, against="chris") == []
        return page, program_of(anna).ask("me/games/"), client_of(anna).get("/statistics/").content.decode()

    Game.objects.filter(pk=game.pk).update(visibility="private")
    before = told()
    abort(game.pk, None, "a quarrel")
    assert told() == before


def test_games_that_one_left_stand_where_one_left_them(anna: User, bob: User) -> None:
    """Their order tells nothing of the end of a game that one may not see; neither do the API's cursors."""
    games, now = [table(bob, anna) for _number in range(3)], timezone.now()
    Game.objects.filter(pk__in=[game.pk for game in games]).update(visibility="private")
    resign(games[1].pk, anna)
    take_over(games[1].pk, games[1].seats.get(user=anna).index, UserFactory.create(), games[1].invitation_code)
    days = {"older": (9, 9, ""), "left": (8, 1, "resigned"), "newer": (5, 5, "")}
    for game, (name, (to, ended, left)) in zip(games, days.items(), strict=True):
        Game.objects.filter(pk=game.pk).update(name=name)
        at = {"to_at": now - timedelta(days=to), "ended_at": now - timedelta(days=ended)}
        played(anna, game, None if left else 1, left=left, **at)
    assert narrowed(anna) == ["newer", "left", "older"]
    page = client_of(anna).get("/history/").content.decode()
    assert page.index(">newer</a>") < page.index("A game that you left") < page.index(">older</a>")
    program, listed, path = program_of(anna), [], "me/games/?limit=1"
    while path:
        found = program.ask(path)
        listed += [row["ended_at"][:10] for row in found["results"]]
        path = (found["next"] or "").partition("/api/v1/")[2]
        assert not path or f"{now - timedelta(days=1):%Y-%m-%d}" not in cursor_of(path)
    assert listed == [f"{now - timedelta(days=number):%Y-%m-%d}" for number in (5, 8, 9)]
    kept = archived(anna, "played.json")
    assert [row["game"] for row in kept] == [games[number].pk for number in (0, 1, 2)]


def archived(person: User, name: str) -> list[dict[str, Any]]:
    """A file of somebody's own archive."""
    with TemporaryFile() as file:
        write_archive(person, file)
        with ZipFile(file) as archive:
            rows: list[dict[str, Any]] = json.loads(archive.read(name))
            return rows


def cursor_of(address: str) -> str:
    (cursor,) = parse_qs(urlsplit(address).query)["cursor"]
    return unquote(b64decode(cursor).decode())


def test_statistics_tell_scores_by_seat_picks_openings_and_opponents(anna: User, bob: User, chris: User) -> None:
    games = [table(anna, bob) for _number in range(3)]
    played(anna, games[0], 1, seat=0, score=30, picks=["builder", "trader"])
    played(anna, games[1], 2, seat=0, score=20, picks=["builder", "builder"])
    played(anna, games[2], 1, seat=1, score=25, picks=["trader"])
    for game, rank in zip(games, (2, 1, 1), strict=True):
        played(bob, game, rank)
    played(chris, games[2], None, left="resigned")
    found = statistics_of(anna)
    (kind,) = found.kinds
    assert [(one.players, one.seat, one.games, one.mean_score, one.won) for one in kind.seats] == [
        (2, 0, 2, 25, 1),
        (2, 1, 1, 25, 1),
    ]
    assert [(one.key, one.times) for one in kind.picks] == [("builder", 3), ("trader", 2)]
    assert [(one.key, one.times, one.won) for one in kind.openings] == [("builder", 2, 1), ("trader", 1, 1)]
    (against,) = found.opponents
    assert (against.person, against.games, against.ahead, against.level, against.behind) == (bob, 3, 1, 1, 1)


def test_no_opening_is_counted_of_a_seat_that_was_taken_over(anna: User, bob: User, chris: User) -> None:
    game = table(anna, bob)
    resign(game.pk, bob)
    take_over(game.pk, game.seats.get(user=bob).index, chris)
    came = game.seats.get(user=chris).holders.get(user=chris).from_at
    played(anna, game, 1, from_at=game.started_at, picks=["builder", "trader"])
    played(chris, game, 2, from_at=came, picks=["trader", "mayor"])
    (begun,), (taken,) = statistics_of(anna).kinds, statistics_of(chris).kinds
    assert [one.key for one in begun.openings] == ["builder"]
    assert ([one.key for one in taken.picks], taken.openings) == (["trader", "mayor"], [])
    assert client_of(chris).get("/statistics/").status_code == 200


def test_whoever_has_only_left_games_reads_that_none_was_played_to_its_end(anna: User, bob: User) -> None:
    played(anna, table(anna, bob), None, left="resigned")
    page = client_of(anna).get("/statistics/").content.decode()
    assert "No game of yours is over" not in page
    assert "No game has been played to its end yet." in page


def test_the_page_draws_charts_with_a_table_beside_each(anna: User, bob: User) -> None:
    game = table(anna, bob)
    played(anna, game, 1, picks=["builder"])
    played(bob, game, 2)
    page = client_of(anna).get("/statistics/").content.decode()
    assert page.count('<svg class="bars"') == page.count("<caption") == 4
    assert page.count('role="img"') == 4
    assert "Builder" in page or "builder" in page
    nobody = client_of(UserFactory.create())
    assert "No game has been played to its end yet." in nobody.get("/statistics/").content.decode()


def test_bars_grow_with_their_numbers_and_stay_within_the_chart() -> None:
    chart = bar_chart([("a", 10, "10"), ("a very long name that has no room", 5, "5"), ("none", 0, "0")])
    assert chart is not None
    widths = [bar.width for bar in chart.bars]
    assert widths[0] == 2 * widths[1] > widths[2] == 0
    assert all(bar.end < chart.width for bar in chart.bars)
    assert len(chart.bars[1].name) < 30
    assert bar_chart([]) is None


def test_every_game_names_what_is_picked_in_it() -> None:
    for rules in registry.games():
        chronicle = registry.chronicle(rules.key)
        assert all(label for label in chronicle.pick_names().values())
