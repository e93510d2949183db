"""What concerns one game or one person reads their rows, not those of all others. Run by test_postgresql."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.models import Game, Turn
from games.people.models import User
from games.staff.admin import site
from games.table import api_tokens, caps, packing, queries, reply_tokens, takeback
from games.table.account_closing import close_account
from games.table.account_export import write_archive
from games.table.locks import lock_person
from tests.blocks import blocks_read
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import answer, offers, opened, person_turn

pytestmark = pytest.mark.django_db

MANY = 6_000
MAX_BLOCKS = 600
"""Of one statement. Reading all of any table that is filled, or its rows one by one, takes more."""
OTHERS = (
    """
    INSERT INTO accounts_user (username, email, password, first_name, last_name, is_superuser, is_staff, is_active,
        date_joined, time_zone, language, suspension_reason, name_skeleton, session_generation)
    SELECT 'o' || number, number || '@example.org', repeat('x', 128), '', '', false, false, true,
        now(), 'UTC', 'en', repeat('x', 400), 'o' || number, 0 FROM generate_series(1, %(many)s) AS number
    """,
    """
    INSERT INTO games_game (id, name, kind, options, seat_count, status, host_id, turn_limit, invitation_code,
        visibility, share_code, opening_key, secret, rules_version, digest, plies, interrupted, version, opened_at,
        started_at)
    SELECT 'o' || number, repeat('x', 80), kind, options, 1, 'running', person.id, turn_limit, 'o' || number,
        visibility, 'o' || number, '', repeat('x', 64), 1, repeat('x', 64), 1, false, 1,
        now() - number * interval '1 second', now()
    FROM games_game, generate_series(1, %(many)s) AS number JOIN accounts_user person ON username = 'o' || number
    WHERE games_game.id = %(game)s
    """,
    """
    INSERT INTO games_seat (game_id, index, user_id, bot_level, invited_email, caretaker, caretaker_cause)
    SELECT id, 0, host_id, '', '', '', '' FROM games_game WHERE id ~ '^o[0-9]+$'
    """,
    """
    INSERT INTO games_turn (game_id, seat_id, phase, stage, ahead, status, first_ply, answer, token, opened_at,
        attempts, timed_out, take_backs, withdrawn)
    SELECT game_id, id, 1, 'role', false, 'closed', 0, '[]', left(md5(game_id), 26), now(), 0, false, 0, false
    FROM games_seat WHERE game_id ~ '^o[0-9]+$'
    """,
    """
    INSERT INTO games_submission (turn_id, by_id, key, result, plies, created_at)
    SELECT turn.id, host_id, 'key', to_json(repeat('x', 1000)), 1, now()
    FROM games_turn turn JOIN games_game game ON game.id = game_id WHERE game_id ~ '^o[0-9]+$'
    """,
    """
    INSERT INTO games_outgoingmail (kind, reason, recipient, user_id, game_id, turn_id, content, status, attempts,
        next_attempt_at, last_error, message_id, subject, created_at)
    SELECT 'turn', game_id, game_id || '@example.org', host_id, game_id, turn.id, to_json(repeat('x', 1000)), 'sent',
        1, now(), '', game_id, '', now()
    FROM games_turn turn JOIN games_game game ON game.id = game_id WHERE game_id ~ '^o[0-9]+$'
    """,
    """
    INSERT INTO games_incomingmail (token, message_id, sender, raw, status, attempts, outcome, turn_id, received_at)
    SELECT game_id, game_id, game_id || '@example.org', repeat('x', 1000)::bytea, 'done', 1, '', id, now()
    FROM games_turn WHERE game_id ~ '^o[0-9]+$'
    """,
    """
    INSERT INTO games_auditentry (at, actor_id, act, game_id, reason, details)
    SELECT now(), host_id, 'open', id, repeat('x', 1000), '{}' FROM games_game WHERE id ~ '^o[0-9]+$'
    """,
)
"""Somebody, a game of theirs, an answer in it and mails of it, MANY times."""
WAITING = (
    OTHERS[1].replace("'running'", "'open'").replace("'o' || number,", "'w' || number,"),
    """
    INSERT INTO games_seat (game_id, index, bot_level, invited_email, caretaker, caretaker_cause)
    SELECT id, 0, '', '', '', '' FROM games_game WHERE id ~ '^w[0-9]+$'
    """,
)
"""As many games with a free seat."""
EARLIER = """
    WITH earlier AS (
        INSERT INTO games_turn (game_id, seat_id, phase, stage, ahead, status, first_ply, answer, token, opened_at,
            attempts, timed_out, take_backs, withdrawn)
        SELECT game_id, games_seat.id, 1, 'role', false, 'closed', 0, '[]', 'earlier ' || number, now(),
            0, false, 0, false
        FROM games_seat, generate_series(1, 25) AS number WHERE game_id = %(game)s AND user_id = %(person)s
        RETURNING id
    )
    INSERT INTO games_submission (turn_id, by_id, key, result, plies, created_at)
    SELECT id, %(person)s, 'key', '{}', 1, now() FROM earlier
"""
"""Answers enough that a database hopes to meet one soon, whichever way it looks through those of the site."""


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The key of a game in which both have answered, before all that others played."""
    with django_db_blocker.unblock(), transaction.atomic():
        anna, bob = (UserFactory.create(username=name) for name in ("anna", "bob"))
        game = opened(anna, bob)
        with connection.cursor() as cursor:
            cursor.execute(EARLIER, {"game": game.pk, "person": anna.pk})
        for _ in range(3):
            answer(person_turn(game), offers(person_turn(game))[0])
        with connection.cursor() as cursor:
            for rows in OTHERS:
                cursor.execute(rows, {"many": MANY, "game": game.pk})
            cursor.execute("ANALYZE")
        # Otherwise each test checks them all at its end.
        connection.check_constraints()
        yield game.pk
        transaction.set_rollback(True)


@pytest.fixture
def seen(filled: str, db: None) -> Game:
    return Game.objects.get(pk=filled)


def costly(work: Callable[[], object]) -> list[tuple[str, int]]:
    with blocks_read(changes=True) as counted:
        work()
    assert counted
    return [(sql, blocks) for sql, blocks in counted if blocks > MAX_BLOCKS]


def test_the_tables_of_the_staff_list_their_first_rows_only(seen: Game) -> None:
    """The first test here: a count of the first rows would look at those, too, that earlier tests have rolled back."""
    staff = staff_client(UserFactory.create(username="mona", is_staff=True))
    assert costly(lambda: staff.get("/staff/")) == []
    for model in site._registry:
        table = f"/staff/admin/{model._meta.label_lower.replace('.', '/')}/"
        assert costly(partial(staff.get, table)) == [], table


def test_whether_one_may_take_back_is_found_among_the_answers_of_the_game(seen: Game, anna: User) -> None:
    seat = seen.seats.select_related("user").get(user=anna)
    assert costly(lambda: takeback.undo_refusal(seen, seat)) == []


def test_whether_a_reply_token_counts_is_found_among_the_answers_of_the_seat(seen: Game, anna: User) -> None:
    turn = Turn.objects.filter(game=seen, status=Turn.Status.CLOSED, seat__user=anna).latest("pk")
    assert costly(lambda: reply_tokens.power_of(turn)) == []


def test_how_many_seats_somebody_has_is_found_among_their_own(seen: Game, anna: User) -> None:
    bot = UserFactory.create(username="machine", owner=anna)
    assert costly(lambda: caps.check_seats(bot)) == []


def test_who_takes_a_seat_is_locked_without_reading_all_accounts(seen: Game, anna: User) -> None:
    bot = UserFactory.create(username="machine", owner=anna)
    assert costly(lambda: lock_person(bot)) == []


def test_the_lobby_looks_at_no_more_open_games_than_it_shows(seen: Game, anna: User) -> None:
    with connection.cursor() as cursor:
        for rows in WAITING:
            cursor.execute(rows, {"many": MANY, "game": seen.pk})
        cursor.execute("ANALYZE")
    client = Client()
    client.force_login(anna)
    # Of the statements those that list games: others meet rows that earlier tests have rolled back.
    assert [sql for sql, _blocks in costly(lambda: client.get("/games/")) if "opened_at" in sql] == []


def test_tokens_and_invitations_are_found_by_whose_they_are(seen: Game, anna: User) -> None:
    assert costly(lambda: (list(api_tokens.tokens_of(anna)), list(queries.invitations_of(anna)))) == []


def test_programs_list_the_games_of_their_person(seen: Game, anna: User) -> None:
    headers = {"Authorization": f"Token {api_tokens.create_token(anna, 'a program').secret}"}
    assert costly(lambda: Client().get("/api/v1/games/", headers=headers)) == []


def test_an_account_is_exported_and_closed_by_its_own_rows(seen: Game, anna: User) -> None:
    with TemporaryFile() as file:
        assert costly(lambda: write_archive(anna, file)) == []
    assert costly(lambda: close_account(anna, by=None)) == []


def test_a_game_is_packed_by_its_own_rows(seen: Game) -> None:
    long_ago = timezone.now() - timedelta(days=1_000)
    Game.objects.filter(pk=seen.pk).update(status=Game.Status.FINISHED, ended_at=long_ago)
    seen.deliveries.update(status="sent")
    assert costly(lambda: packing.pack(seen.pk)) == []
