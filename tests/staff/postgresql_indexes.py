"""What is looked up on PostgreSQL is looked up by an index, and none is kept for nothing. Run by test_postgresql."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from allauth.account.internal.userkit import filter_users_by_username
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Model, QuerySet
from django.test import Client

from games.access import games_to_watch
from games.models import Delivery, Game, RatingPool
from games.people.models import User
from games.staff import search, search_indexes
from games.table import leaderboards, rating_applier

OWN_TABLES = "(relname LIKE 'games\\_%' OR relname LIKE 'accounts\\_%') AND relname NOT LIKE 'accounts\\_user\\_%'"
"""Without Django's, of groups and permissions."""


def indexes_used(rows: QuerySet[Any]) -> str:
    """The plan for a table so large that reading all of it is the last resort."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    return rows.explain()


def test_names_and_addresses_are_found_by_an_index_whatever_their_case(anna: User) -> None:
    assert "users_by_name" in indexes_used(filter_users_by_username("ANNA"))
    assert "users_by_name" in indexes_used(User.objects.filter(username__iexact="Anna"))
    assert "users_by_address" in indexes_used(User.objects.filter(email__iexact=anna.email))


@pytest.mark.parametrize("status", ["running", "finished"])
@pytest.mark.parametrize("kind", ["", "puerto-rico"])
def test_games_to_watch_are_read_in_the_order_of_an_index(anna: User, status: str, kind: str) -> None:
    for somebody in (anna, AnonymousUser()):
        rows = (
            games_to_watch(somebody)
            .filter(status=status)
            .order_by("-ended_at" if status == "finished" else "-started_at", "pk")
        )
        plan = indexes_used((rows.filter(kind=kind) if kind else rows)[:25])
        assert f"{status}_games_to_watch" in plan
        assert "Sort" not in plan


def test_leaderboards_and_what_is_to_be_counted_are_read_in_the_order_of_an_index(anna: User) -> None:
    board = indexes_used(leaderboards.leaderboard("puerto-rico", 2)[:50])
    assert "leaderboards" in board
    assert "Sort" not in board
    pool = RatingPool(kind="puerto-rico", players=2, done_at=anna.date_joined, done_game="x")
    assert "rated_games_by_end" in indexes_used(rating_applier._games_after(pool)[:100])


def test_no_index_is_the_beginning_of_another(db: None) -> None:
    """Those with a condition, and unique ones, are there for something else."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT one.indexrelid::regclass::text, other.indexrelid::regclass::text"
            " FROM pg_index one JOIN pg_index other USING (indrelid) JOIN pg_class ON pg_class.oid = indrelid"
            f" WHERE {OWN_TABLES} AND one.indexrelid <> other.indexrelid AND NOT one.indisunique"
            " AND one.indpred IS NULL AND other.indpred IS NULL AND one.indexprs IS NULL AND other.indexprs IS NULL"
            " AND other.indkey::text || ' ' LIKE one.indkey::text || ' %'"
        )
        assert cursor.fetchall() == []


def test_no_index_is_kept_for_beginnings_of_texts(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes JOIN pg_class ON relname = tablename"
            f" WHERE {OWN_TABLES} AND indexdef LIKE '%\\_pattern\\_ops%'"
        )
        assert cursor.fetchall() == [], (
            "a migration that adds such a column ends with games.database.indexes.DropPatternIndexes"
        )


@pytest.mark.django_db(transaction=True)
def test_a_server_without_trigrams_is_searched_all_the_same(
    staff: Client, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "games.database.trigrams"):
        assert search_indexes.create_search_indexes() == []
    assert "pg_trgm" in caplog.text
    assert f"/staff/games/{game.pk}/" in staff.get("/staff/search/", {"q": game.name[1:]}).content.decode()


def test_a_search_that_takes_too_long_gives_up_on_that_kind_of_row_only(
    staff: Client, game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Delivery.objects.exists()
    slow = Delivery.objects.extra(where=["pg_sleep(30) IS NOT NULL"])
    queries: dict[type[Model], object] = {**search.QUERIES_BY_MODEL, Delivery: lambda _words: [slow]}
    monkeypatch.setattr(search, "QUERIES_BY_MODEL", queries)
    monkeypatch.setattr(search, "MAX_SECONDS", 0.2)
    page = staff.get("/staff/search/", {"q": "anna"}).content.decode()
    assert "Mails sent: the search took too long" in page
    assert f"/staff/people/{anna.username}/" in page
