"""The archive holds all that is somebody's own, and nothing that is not."""

from __future__ import annotations

import asyncio
import json
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import record
from games.models import Delivery, Game, Turn
from games.people.models import User
from games.table import api_tokens, bot_accounts
from games.table.account_export import write_archive
from games.table.records import record_for
from games.table.resignation import resign
from games.table.takeover import take_over
from games.web.views import privacy
from tests.accounts.test_closing import reauthenticated
from tests.mail.conftest import arrive
from tests.table.games import answer, fresh, offers, opened, over, person_turn, play_on, player
from tests.table.tournaments import opened_tournament, started
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def archive_of(person: User) -> zipfile.ZipFile:
    buffer = BytesIO()
    write_archive(person, buffer)
    return zipfile.ZipFile(buffer)


def rows(archive: zipfile.ZipFile, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(archive.read(f"{name}.json"))
    return found


def everything(archive: zipfile.ZipFile) -> str:
    return "\n".join(archive.read(name).decode() for name in archive.namelist())


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    """A running game in which both have answered."""
    table = opened(anna, bob)
    for _number in range(4):
        turn = person_turn(table)
        answer(turn, offers(turn)[0])
    return fresh(table)


def test_all_of_ones_own_is_in_it(anna: User, bob: User, game: Game) -> None:
    bot_accounts.create_bot_account(anna, "robo")
    made = api_tokens.create_token(anna, "at home")
    finished = play_on(opened(anna, bob), over)
    archive = archive_of(anna)
    (account,) = rows(archive, "account")
    assert account["name"] == "anna"
    assert account["addresses"] == [{"address": anna.email, "verified": True, "primary": True}]
    assert [row["name"] for row in rows(archive, "bot_accounts")] == ["robo"]
    assert [row["handle"] for row in rows(archive, "tokens")] == [made.token.handle]
    assert {row["id"] for row in rows(archive, "games")} == {game.pk, finished.pk}
    own = game.moves.filter(submission__by=anna)
    moves = [row for row in rows(archive, "moves") if row["game"] == game.pk]
    assert [row["text"] for row in moves] == [move.text for move in own.order_by("pk")]
    assert moves
    assert len(rows(archive, "mails_to_me")) == Delivery.objects.filter(user=anna).count()
    assert {"open a game", "join"} <= {row["act"] for row in rows(archive, "trail")}
    seat = finished.seats.get(user=anna)
    assert archive.read(f"records/{finished.pk}-seat-{seat.index + 1}.txt").decode() == record_for(finished, seat.index)


def test_its_first_page_tells_what_is_in_each_file(anna: User) -> None:
    archive = archive_of(anna)
    told = archive.read("README.txt").decode()
    assert [name for name in archive.namelist() if name.endswith(".json") and name not in told] == []


def test_nothing_of_others_and_nothing_that_signs_in_is_in_it(anna: User, bob: User, game: Game) -> None:
    arrive(person_turn(game), "help")
    made = api_tokens.create_token(anna, "at home")
    text = everything(archive_of(anna))
    tokens_of_turns = Turn.objects.values_list("token", flat=True)
    secrets = [made.secret, made.token.digest, anna.password, bob.email, game.secret, game.invitation_code]
    for secret in (*secrets, game.share_code, *tokens_of_turns):
        assert secret not in text
    assert "bob" in text


def test_what_others_hide_in_a_running_game_changes_nothing_in_it(anna: User, bob: User, game: Game) -> None:
    """The record in it is the one that the seat may read, and no move of the other is in the lists."""
    archive = archive_of(anna)
    seat = game.seat_of(anna)
    assert seat is not None
    assert archive.read(f"records/{game.pk}-seat-{seat.index + 1}.txt").decode() == record_for(game, seat.index)
    assert {row["seat"] for row in rows(archive, "moves")} == {seat.index}
    assert {row["by"] for row in rows(archive, "answers")} == {"anna"}
    assert "position" not in rows(archive, "games")[0]


def test_whoever_has_left_a_seat_to_somebody_else_has_what_they_knew_until_then(
    anna: User, bob: User, david: User
) -> None:
    game = opened(anna, bob, kind="san-juan")
    for _number in range(4):
        turn = person_turn(fresh(game))
        answer(turn, offers(turn)[0])
    turn = person_turn(fresh(game))
    person, index = player(turn), turn.seat.index
    arrive(turn, offers(turn)[0])
    known, moves = record_for(fresh(game), index), fresh(game).plies
    resign(game.pk, person)
    take_over(game.pk, index, david)
    for _number in range(6):
        turn = person_turn(fresh(game))
        answer(turn, offers(turn)[0])
    archive = archive_of(person)
    (row,) = rows(archive, "games")
    assert (row["id"], row["mine"], row["status"], row["seats"].count(person.username)) == (game.pk, [], None, 1)
    assert [mail["game"] for mail in rows(archive, "mails_from_me")] == [game.pk]
    assert {move["seat"] for move in rows(archive, "moves")} == {index}
    told = archive.read(f"records/{game.pk}-seat-{index + 1}.txt").decode()
    assert moves_in(told) == moves_in(known)
    assert len(record.parse(told).entries) == moves < fresh(game).plies
    assert "david" not in told + json.dumps(row)
    assert moves_in(told) != moves_in(record_for(fresh(game), None))[: len(moves_in(told))]
    (present,) = (name for name in archive_of(david).namelist() if name.startswith("records/"))
    assert archive_of(david).read(present).decode() == record_for(fresh(game), index)


def test_mails_in_somebody_s_name_tell_nothing_of_games_of_others(anna: User, bob: User, chris: User) -> None:
    turn = person_turn(opened(bob, chris))
    arrive(turn, "help", envelope_sender=anna.email)
    (row,) = rows(archive_of(anna), "mails_from_me")
    assert (row["game"], row["outcome"]) == (None, "answered")
    assert rows(archive_of(player(turn)), "mails_from_me") == []


def moves_in(text: str) -> list[str]:
    """The lines of a record that are no part of its head."""
    return [line for line in text.splitlines() if not line.startswith("[")]


def test_answers_ahead_are_their_givers_alone(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    giver, other = player(turn), bob if player(turn) == anna else anna
    Turn.objects.filter(pk=turn.pk).update(deferred_plies=[{"text": "mayor", "source": "web", "submission": 0}])
    assert rows(archive_of(giver), "answers_ahead")[0]["moves"] == ["mayor"]
    assert rows(archive_of(other), "answers_ahead") == []


def test_making_it_writes_nothing(anna: User, game: Game) -> None:
    with CaptureQueriesContext(connection) as asked:
        write_archive(anna, BytesIO())
    assert [query["sql"] for query in asked if not query["sql"].startswith("SELECT")] == []


def test_it_is_given_to_who_has_proved_who_they_are(anna: User, game: Game) -> None:
    browser = reauthenticated(anna)
    assert "Download the archive" in browser.get("/preferences/export/").content.decode()
    response = browser.post("/preferences/export/")
    assert response["Content-Type"] == "application/zip"
    assert "no-store" in response["Cache-Control"]
    archive = zipfile.ZipFile(BytesIO(b"".join(response.streaming_content)))  # type: ignore[attr-defined]
    assert rows(archive, "account")[0]["name"] == "anna"
    assert client_of(anna).post("/preferences/export/")["Location"].startswith("/accounts/reauthenticate/")


def test_it_is_sent_in_parts_without_holding_up_others(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "CHUNK_SIZE", 100)

    async def parts() -> list[bytes]:
        file = BytesIO(b"x" * 250)
        return [part async for part in privacy._async_chunks(file)]

    assert [len(part) for part in asyncio.run(parts())] == [100, 100, 50]


@pytest.mark.usefixtures("one_moment")
def test_it_is_not_given_all_day_long(anna: User, settings: Any) -> None:
    settings.RATE_LIMITS_ON = True
    browser = reauthenticated(anna)
    statuses = [browser.post("/preferences/export/").status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    assert browser.get("/preferences/").status_code == 200


def test_tournaments_are_in_it_without_the_others(anna: User, bob: User, chris: User, david: User) -> None:
    tournament = started(anna, anna, bob, chris)
    opened_tournament(anna, david, entry="link")
    archive = archive_of(anna)
    first, *organised = rows(archive, "tournaments")
    assert (first["tournament"], first["name"], first["status"]) == (tournament.pk, "Spring Cup", "entered")
    assert len(first["games"]) == 1
    assert len(organised) == 2
    assert tournament.code not in everything(archive)
    assert tournament.seed not in everything(archive)
    assert "david" not in everything(archive)
