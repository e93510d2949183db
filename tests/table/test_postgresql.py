"""What depends on the database once more where rows are locked one by one: on a PostgreSQL server of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import prepared
from tests.servers import running_postgres

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]
THERE = (
    "tests/table/test_races.py",
    "tests/table/test_moderation_races.py",
    "tests/table/test_rating_races.py",
    "tests/table/test_tournament_races.py",
    "tests/table/test_waiting_races.py",
    "tests/table/test_seek_races.py",
    "tests/table/test_claims.py",
    "tests/endpoints/test_races.py",
    "tests/table/postgresql_trail.py",
    "tests/staff/postgresql_indexes.py",
    "tests/table/test_figures.py",
    "tests/table/test_suspension.py::test_reinstating_gives_back_the_seats_that_the_suspension_took_and_no_others",
    "tests/table/test_suspension.py::test_who_was_suspended_while_the_request_was_under_way_gets_no_seat_and_no_game",
    "tests/table/test_suspension.py::test_a_bot_account_whose_owner_was_suspended_meanwhile_gets_no_seat",
    "tests/table/test_suspension.py::test_the_trail_tells_every_seat_that_was_handed_over",
    "tests/web/test_one_moment.py",
    "tests/web/test_live.py::test_whoever_has_lost_their_seat_hears_of_it",
    "tests/web/test_live.py::test_whoever_has_given_their_seat_back_hears_of_it_on_their_other_pages",
    "tests/security/postgresql_tidying.py",
    "tests/web/test_guests.py::test_a_guest_and_the_game_are_gone_after_a_day",
    "tests/web/test_guests.py::test_a_guest_s_game_that_staff_acted_on_stays_with_a_former_player",
    "tests/web/test_guests.py::test_the_address_may_be_proved_in_another_browser_while_the_guest_plays_on",
    # The last, because its tables stay large to the planner.
    "tests/table/postgresql_reads.py",
)


def test_races_suspensions_lost_seats_tidying_guests_the_trail_and_indexes_are_right_on_postgresql_too(
    tmp_path: Path,
) -> None:
    with running_postgres(prepared.postgres) as server:
        server.psql("CREATE DATABASE test_postgres TEMPLATE postgres")
        outcome = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db", *THERE],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": server.url, "PRWEB_TEST_VAR": str(tmp_path / "var")},
            capture_output=True,
            text=True,
            check=False,
        )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
