"""Many running games at little cost: a few are played through the services, and their rows copied within the database.

Every copy has people of its own, so that a person has as many games on a full site as on an empty one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bench.submissions import new_game, person, question

PLAYED: Final = 5
ANSWERS: Final = 60
"""So many answers into a game: about its middle."""
GAMES_EACH: Final = 8
STRIDE: Final = 1_000_000
"""Between the ids of a row and its next copy."""


class Crowd:
    """Running games of people, more when asked for."""

    def __init__(self) -> None:
        self.copies = 1
        self.games = [self._played(number) for number in range(PLAYED)]

    def _played(self, number: int) -> Any:
        from games.models import Move
        from games.table.playing import play

        game = new_game([person(f"crowd-{number}-{seat}") for seat in range(4)])
        for answer in range(ANSWERS):
            asked = question(game)
            assert asked is not None
            turn, line = asked
            play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=str(answer))
        return game

    def grow_to(self, games: int) -> None:
        """Copies of the played games until there are so many in all."""
        from django.db import connection

        from games.models import Game, Move, OutgoingMail, Seat, Submission, Turn
        from prweb.accounts.models import User

        first, last = self.copies, games // PLAYED - 1
        if last < first:
            return
        numbers = f"generate_series({first}, {last}) AS copy"
        # Copy n of every game has the people of group n / GAMES_EACH, which its first copy brings along.
        moved = f"+ copy / {GAMES_EACH} * {STRIDE}"
        people = {"id": f"id {moved}", "username": "username || '-' || copy", "email": "copy || '-' || email"}
        own = {"id": f"id + copy * {STRIDE}", "game_id": "game_id || copy"}
        _copy(User, people, f"{numbers} WHERE username LIKE 'crowd-%' AND id < {STRIDE} AND copy %% {GAMES_EACH} = 0")
        _copy(
            Game,
            {
                "id": "id || copy",
                "host_id": f"host_id {moved}",
                "invitation_code": "left(md5(id || copy), 32)",
                "share_code": "left(md5(copy || id), 32)",
            },
            f"{numbers} WHERE length(id) = 8",
        )
        turn = f"turn_id + copy * {STRIDE}"
        seat = f"seat_id + copy * {STRIDE}"
        _copy(Seat, {**own, "user_id": f"user_id {moved}"}, f"{numbers} WHERE id < {STRIDE}")
        token = "left(md5(token || copy), 26)"
        _copy(Turn, {**own, "seat_id": seat, "token": token}, f"{numbers} WHERE id < {STRIDE}")
        _copy(Submission, {"id": own["id"], "turn_id": turn}, f"{numbers} WHERE id < {STRIDE}")
        moves = {**own, "turn_id": turn, "submission_id": f"submission_id + copy * {STRIDE}"}
        _copy(Move, moves, f"{numbers} WHERE id < {STRIDE}")
        mails = {
            **own,
            "reason": "reason || '-' || copy",
            "recipient": "copy || '-' || recipient",
            "user_id": f"user_id {moved}",
            "seat_id": seat,
            "turn_id": turn,
            "message_id": "copy || message_id",
            "status": "'sent'",
        }
        _copy(OutgoingMail, mails, f"{numbers} WHERE id < {STRIDE}")
        self.copies = last + 1
        with connection.cursor() as cursor:
            for model in (User, Seat, Turn, Submission, Move, OutgoingMail):
                table = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
            cursor.execute("VACUUM ANALYZE")


def _copy(model: type[Any], changed: Mapping[str, str], source: str) -> None:
    from django.db import connection

    columns = [field.column for field in model._meta.concrete_fields]
    quoted = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(changed.get(column, f'"{column}"') for column in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {table}, {source}".replace("%%", "%"))
