"""A worker that is killed while a bot thinks delays the turn; nothing is lost, and nobody has to do anything."""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

import pytest

from games.bot_levels import LEVELS_FOR_PEOPLE
from tests.e2e.mail_sink import MailSink, running_sink
from tests.e2e.site_functions import open_table_that_a_bot_begins
from tests.e2e.stack import Stack, running_stack, wait_for

pytestmark = pytest.mark.processes


def turns_being_thought_about(stack: Stack) -> int:
    """Read beside Django, so that it is quick enough to catch a bot thinking."""
    with sqlite3.connect(f"file:{stack.folder}/var/prweb.sqlite3?mode=ro", uri=True) as database:
        claimed = database.execute("select count(*) from games_turn where status = 'open' and claimed_at is not null")
        return int(claimed.fetchone()[0])


def turn_mail(sink: MailSink, table: str) -> bool:
    return any(table in str(mail["Subject"]) and "your turn" in str(mail["Subject"]) for mail in sink.mails)


def test_a_bots_turn_survives_the_death_of_the_worker_that_thinks_about_it(tmp_path: Path) -> None:
    with (
        running_sink() as (sink, sink_port),
        # Others take over sooner than on a real site, but not from a bot that still thinks.
        running_stack(
            tmp_path, {"EMAIL_URL": f"smtp://127.0.0.1:{sink_port}", "PRWEB_THINKING_STALE_SECONDS": "20"}
        ) as stack,
    ):
        stack.person("anna", "anna@example.org")
        # The bots begin once somebody is there to see it.
        stack.kill("worker")
        table = stack.call(open_table_that_a_bot_begins, "anna", [LEVELS_FOR_PEOPLE[-1].name, "random"])
        stack.start_worker()
        wait_for(lambda: turns_being_thought_about(stack), "a bot thinks", stack)
        stack.kill("worker")
        assert turns_being_thought_about(stack) == 1

        stack.start_worker()
        wait_for(partial(turn_mail, sink, table), "the game goes on until anna is asked", stack, seconds=120)
        assert "all equal" in stack.manage("replay")
