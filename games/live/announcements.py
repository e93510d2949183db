"""Tells the web processes that a game has changed, in the transaction that changes it."""

from __future__ import annotations

import json
from typing import Final

from django.db import connection

from games.models import Game, Seat

CHANNEL: Final = "prweb_games"
"""The channel of PostgreSQL's NOTIFY."""

_NOTIFY: Final = """
    SELECT pg_notify(%s, json_build_object('game', %s::text, 'version', %s::bigint, 'people', (
        SELECT coalesce(json_agg(user_id), '[]') FROM games_seat WHERE game_id = %s AND user_id IS NOT NULL
    ))::text)
"""


def bump_version(game: Game) -> None:
    """Give a locked game its next version, which the caller saves, and notify of it when the transaction is committed.

    On SQLite there is no notification: games.live.sqlite polls.
    """
    game.version += 1
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_NOTIFY, [CHANNEL, game.pk, game.version, game.pk])


def bump_private_version(seat: Seat) -> None:
    """Give a seat of a locked game its next private version, and notify its person alone when the transaction is
    committed. On SQLite there is no notification: games.live.sqlite polls.
    """
    seat.private_version += 1
    seat.save(update_fields=["private_version"])
    if connection.vendor == "postgresql" and seat.user_id is not None:
        payload = {"version": seat.private_version, "people": [seat.user_id]}
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(payload)])


def notify_who_left(game: Game, person_id: int) -> None:
    """Notify somebody who has no seat at a locked game any more, when the transaction is committed.

    Later notifications of the game reach only those who sit there then. On SQLite games.live.sqlite polls.
    """
    if connection.vendor == "postgresql":
        payload = {"game": game.pk, "version": game.version + 1, "people": [person_id]}
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(payload)])


def game_topic(game_id: str) -> str:
    """The topic of a stream that follows a game."""
    return f"game:{game_id}"


def person_topic(person_id: int) -> str:
    """The topic of a stream that follows all games of a person."""
    return f"person:{person_id}"


def topics_of(payload: str) -> dict[str, int]:
    """The topics of a notification, each with the new version of the game, or of what only one person can see."""
    notification = json.loads(payload)
    version = int(notification["version"])
    people = {person_topic(int(person)): version for person in notification["people"]}
    game = {game_topic(str(notification["game"])): version} if "game" in notification else {}
    return {**game, **people}
