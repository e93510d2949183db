"""What a changed game tells the web processes, in the transaction that changes it."""

from __future__ import annotations

import json
from typing import Final

from django.db import connection

from games.models import Game

CHANNEL: Final = "prweb_games"
"""Of PostgreSQL's NOTIFY."""

_NOTIFY: Final = """
    SELECT pg_notify(%s, json_build_object('game', %s::text, 'version', %s::bigint, 'people', (
        SELECT coalesce(json_agg(user_id), '[]') FROM games_seat WHERE game_id = %s AND user_id IS NOT NULL
    ))::text)
"""


def bump_version(game: Game) -> None:
    """Give a locked game its next version, for the caller to save, and tell of it when this transaction is committed.

    On SQLite nothing is told: whoever wants to know looks (games.live.sqlite).
    """
    game.version += 1
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_NOTIFY, [CHANNEL, game.pk, game.version, game.pk])


def notify_who_left(game: Game, person_id: int) -> None:
    """Tell somebody who has no seat at a locked game any more, when this transaction is committed.

    What the game tells from now on reaches those who sit there then. On SQLite whoever wants to know looks.
    """
    if connection.vendor == "postgresql":
        told = {"game": game.pk, "version": game.version + 1, "people": [person_id]}
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(told)])


def game_topic(game_id: str) -> str:
    """What a stream listens to that follows a game."""
    return f"game:{game_id}"


def person_topic(person_id: int) -> str:
    """What a stream listens to that follows all games of a person."""
    return f"person:{person_id}"


def topics_of(payload: str) -> dict[str, int]:
    """Whom a notification concerns, and the game's new version."""
    told = json.loads(payload)
    people = {person_topic(int(person)): int(told["version"]) for person in told["people"]}
    return {game_topic(str(told["game"])): int(told["version"]), **people}
