"""What a line of the log says, and what no line may say."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from structlog.contextvars import clear_contextvars, get_contextvars

from bots import tasks
from games.models import Seat
from games.people.models import User
from prweb.operations.logs import build_configuration, redact
from tests.table.games import bot_turns, opened

A_BOT_BEGINS = "01" * 32
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the site logs as in production, beneath pytest's own handlers."""
    stream = io.StringIO()
    given = build_configuration(
        as_json=True, level="DEBUG", root_level="INFO", requests_level="INFO", nudges_level="WARNING"
    )
    formatter = given["formatters"]["structured"]
    built = formatter["()"](**{name: value for name, value in formatter.items() if name != "()"})
    handler = logging.StreamHandler(stream)
    handler.setFormatter(built)
    for one in given["filters"].values():
        handler.addFilter(one["()"]())
    root = logging.getLogger()
    before = root.level, logging.getLogger("prweb.requests").level
    root.addHandler(handler)
    root.setLevel("INFO")
    logging.getLogger("prweb.requests").setLevel("INFO")
    clear_contextvars()
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(before[0])
    logging.getLogger("prweb.requests").setLevel(before[1])
    clear_contextvars()


def the_request(lines: Lines) -> dict[str, Any]:
    return next(line for line in lines() if line["logger"] == "prweb.requests")


def test_a_request_is_one_line_with_its_game_and_person(lines: Lines, anna: User, bob: User) -> None:
    game = opened(anna, bob)
    client = Client()
    client.force_login(anna)
    response = client.get(f"/games/{game.pk}/")
    line = the_request(lines)
    assert (line["game"], line["user"], line["status"], line["method"]) == (game.pk, anna.pk, 200, "GET")
    assert line["route"] == "/games/<str:game_id>/"
    assert line["request"] == response["X-Request-ID"]


def test_the_proxys_request_id_is_kept_if_it_is_one(lines: Lines, db: None) -> None:
    assert Client().get("/healthz", HTTP_X_REQUEST_ID="abcdef-123456")["X-Request-ID"] == "abcdef-123456"
    assert Client().get("/healthz", HTTP_X_REQUEST_ID="<evil>\n")["X-Request-ID"] != "<evil>\n"


@pytest.mark.parametrize("address", ["/a/{token}/0/1/", "/games/abcdefgh/join/{token}/", "/nowhere/{token}/"])
def test_no_log_line_tells_a_token_of_an_address(lines: Lines, anna: User, address: str) -> None:
    token = "k3vqt5xj2m7zpa4hnyw6bcdrfe"
    client = Client()
    client.force_login(anna)
    client.get(address.format(token=token))
    assert lines()
    assert token not in json.dumps(lines())


def test_a_line_logged_in_a_bots_turn_names_task_game_and_turn(lines: Lines, anna: User, bob: User) -> None:
    game = opened(anna, bots=3, secret=A_BOT_BEGINS)
    turn = bot_turns(game)[0]
    Seat.objects.filter(pk=turn.seat_id).update(bot_level="no such level")
    tasks.think_for_open_turns.apply()
    line = next(line for line in lines() if "a quick move is played" in line["event"])
    assert (line["task"], line["game"], line["turn"]) == ("bots.think", game.pk, turn.pk)
    assert line["level"] == "warning"
    assert get_contextvars() == {}


def test_an_exception_is_part_of_its_line(lines: Lines) -> None:
    try:
        raise ValueError("to anna@example.org")
    except ValueError:
        logging.getLogger("games.mail").exception("It failed.")
    (line,) = lines()
    assert "ValueError: to [address]" in line["exception"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("to <anna@example.org>: no", "to <[address]>: no"),
        ("{'a.b+c@mail.example.org': (550, b'no')}", "{'[address]': (550, b'no')}"),
        ("reply+k3vqt5xj2m7zpa4hnyw6bcdrfe@play.example.org", "[address]"),
        ("token k3vqt5xj2m7zpa4hnyw6bcdrfe", "token [token]"),
        ("worker bots@host3 is up", "worker bots@host3 is up"),
        ("GET /a/k3vqt5xj2m7zpa4hnyw6bcdrfe/0/1/ failed", "GET /a/[token]/0/1/ failed"),
        ("at /games/abcdefgh/join/Zk3_vQt5xJ2m7zpa4hnyw6/?x", "at /games/abcdefgh/join/[token]/?x"),
        ("/games/abcdefgh/join/ and /results/Zk3/record/", "/games/abcdefgh/join/ and /results/[token]/record/"),
        ("/tournaments/abcdefgh/by/Zk3_vQt5/: 404", "/tournaments/abcdefgh/by/[token]/: 404"),
        ("/api/v1/tournaments/abcdefgh/?x=1&code=Zk3_vQt5&y=2", "/api/v1/tournaments/abcdefgh/?x=1&code=[token]&y=2"),
        (
            "/games/abcdefgh/seats/ and /games/abcdefgh/seats/Zk3/",
            "/games/abcdefgh/seats/ and /games/abcdefgh/seats/[token]/",
        ),
        ("/calendar/Zk3_vQt5.ics and /lobby/Zk3_vQt5.atom", "/calendar/[token] and /lobby/[token].atom"),
        ("/preferences/calendar/ and /lobby/feed/", "/preferences/calendar/ and /lobby/feed/"),
        (f"/mail/confirm/WzEsMiwwXQ:1vMabc:{'x' * 43}/", "/mail/confirm/[token]/"),
        (f"signed WzEsMiwwXQ:1vMabc:{'x' * 43}", "signed [signed]"),
        ("at 2026-11-22T15:27:00 in games.mail.inbox:210", "at 2026-11-22T15:27:00 in games.mail.inbox:210"),
    ],
)
def test_addresses_and_tokens_are_blotted_out(text: str, left: str) -> None:
    assert redact(text) == left


def test_a_nudge_that_finds_nothing_to_do_leaves_no_line(lines: Lines, db: None) -> None:
    logging.getLogger("celery.worker.strategy").info("Task bots.think received")
    tasks.think_for_open_turns.apply()
    assert lines() == []


def test_what_a_worker_did_is_told_in_one_line(lines: Lines, anna: User) -> None:
    opened(anna, bots=3, secret=A_BOT_BEGINS)
    tasks.think_for_open_turns.apply()
    (line,) = [line for line in lines() if line["logger"] == "games.due_work"]
    assert line["task"] == "bots.think"
    assert re.fullmatch(r"Did \d+ that were due\.", line["event"])
