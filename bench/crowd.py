"""Many running games at little cost: a few are played through the services, and their rows copied within the database.

Every copy has people of its own, so that a person has as many games on a full site as on an empty one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bench.submissions import new_game, person, question

PLAYED: Final = 5
ANSWERS: Final = 60
"""So many answers into a game: about its middle."""
GAMES_EACH: Final = 8
STRIDE: Final = 1_000_000
"""Between the ids of a row and its next copy."""
FINISHED_FROM: Final = 1_000_000
"""Number of the first copy of a game that is over."""
PEOPLE_FROM: Final = 10**15
"""Id of the first person without a game."""


class Crowd:
    """Running games of people, more when asked for.

    finished: so many games that are over besides, of the same people, to be copied too.
    """

    def __init__(self, *, finished: int = 0) -> None:
        self.copies = 1
        self.games = [self._played(number) for number in range(PLAYED)]
        self.finished = [self._over(self.games[number]) for number in range(finished)]
        self._finished_copies = self._people = 0

    def _played(self, number: int) -> Any:
        game = new_game([person(f"crowd-{number}-{seat}") for seat in range(4)])
        for answer in range(ANSWERS):
            assert _play_on(game, str(answer))
        return game

    def _over(self, like: Any) -> Any:
        """A game of the same people, played to its end."""
        game = new_game([seat.user for seat in like.seats.select_related("user").order_by("index")])
        answer = 0
        while _play_on(game, f"over {answer}"):
            answer += 1
        game.refresh_from_db()
        assert game.status == "finished"
        return game

    def grow_to(self, games: int, *, finished: int = 0, people: int = 0) -> None:
        """Copies of the played games until there are so many in all, of those that are over as well; and people who
        have an account and no game."""
        self._grow_running(games)
        if finished:
            self._grow_finished(finished)
        if people:
            self._grow_people(people)
        self._settle()

    def _grow_running(self, games: int) -> None:
        from prweb.accounts.models import User

        copies = range(self.copies, games // PLAYED)
        if not copies:
            return
        numbers = _numbers(copies)
        # Copy n of every game has the people of group n / GAMES_EACH, which its first copy brings along.
        moved = f"+ copy / {GAMES_EACH} * {STRIDE}"
        people = {
            "id": f"id {moved}",
            "username": "username || '-' || copy",
            "email": "copy || '-' || email",
            "name_skeleton": "name_skeleton || '-' || copy",
        }
        _copy(User, people, f"{numbers} WHERE username LIKE 'crowd-%' AND id < {STRIDE} AND copy %% {GAMES_EACH} = 0")
        _copy_games(self.games, numbers, moved, "copy")
        self.copies = copies.stop

    def _grow_finished(self, games: int) -> None:
        copies = range(max(1, self._finished_copies), games // len(self.finished))
        if not copies:
            return
        # Of the people whose running games are copied, one group after the other.
        groups = (self.copies - 1) // GAMES_EACH + 1
        moved = f"+ copy %% {groups} * {STRIDE}::bigint"
        # The ids of their rows are far above those of running games.
        _copy_games(self.finished, _numbers(copies), moved, f"(copy + {FINISHED_FROM})")
        self._finished_copies = copies.stop

    def _grow_people(self, number: int) -> None:
        from allauth.account.models import EmailAddress

        from prweb.accounts.models import User

        first = self.games[0].host_id
        numbers = _numbers(range(self._people + 1, number + 1))
        person = {
            "id": f"copy + {PEOPLE_FROM}",
            "username": "'Person' || copy",
            "email": "'person' || copy || '@example.org'",
            "name_skeleton": "'person-' || copy",
        }
        _copy(User, person, f"{numbers} WHERE id = {first}")
        address = {
            "id": "copy + 1000",
            "user_id": person["id"],
            "email": person["email"],
            "verified": "true",
            "primary": "true",
        }
        EmailAddress.objects.get_or_create(user_id=first, email="first@example.org", verified=True)
        _copy(EmailAddress, address, f"{numbers} WHERE user_id = {first}")
        self._people = number

    def _settle(self) -> None:
        from django.db import connection

        from games.models import Move, OutgoingMail, Seat, Submission, Turn
        from prweb.accounts.models import User

        with connection.cursor() as cursor:
            for model in (User, Seat, Turn, Submission, Move, OutgoingMail):
                table = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
            cursor.execute("VACUUM ANALYZE")


def _play_on(game: Any, key: str) -> bool:
    """One answer of whoever is asked; False if nobody is."""
    from games.models import Move
    from games.table.playing import play

    asked = question(game)
    if asked is None:
        return False
    turn, line = asked
    play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=key)
    return True


def _numbers(copies: range) -> str:
    """The numbers of copies as rows of a query."""
    return f"generate_series({copies.start}, {copies.stop - 1}) AS copy"


def _copy_games(games: Sequence[Any], numbers: str, moved: str, copy: str) -> None:
    """Copy all rows of these games. moved: what is added to ids of people; copy: the number of the copy, for other
    ids."""
    from games.models import Game, Move, OutgoingMail, Seat, Submission, Turn

    ids = ", ".join(f"'{game.pk}'" for game in games)
    of_games = f"{numbers} WHERE game_id IN ({ids})"
    own = {"id": f"id + {copy} * {STRIDE}::bigint", "game_id": f"game_id || {copy}"}
    _copy(
        Game,
        {
            "id": f"id || {copy}",
            "host_id": f"host_id {moved}",
            "invitation_code": f"left(md5(id || {copy}), 32)",
            "share_code": f"left(md5({copy} || id), 32)",
        },
        f"{numbers} WHERE id IN ({ids})",
    )
    turn, seat = (f"{name}_id + {copy} * {STRIDE}::bigint" for name in ("turn", "seat"))
    _copy(Seat, {**own, "user_id": f"user_id {moved}"}, of_games)
    _copy(Turn, {**own, "seat_id": seat, "token": f"left(md5(token || {copy}), 26)"}, of_games)
    of_turns = f"{numbers} WHERE turn_id IN (SELECT id FROM games_turn WHERE game_id IN ({ids}))"
    _copy(Submission, {"id": own["id"], "turn_id": turn, "by_id": f"by_id {moved}"}, of_turns)
    _copy(Move, {**own, "turn_id": turn, "submission_id": f"submission_id + {copy} * {STRIDE}::bigint"}, of_games)
    mails = {
        **own,
        "reason": f"reason || '-' || {copy}",
        "recipient": f"{copy} || '-' || recipient",
        "user_id": f"user_id {moved}",
        "seat_id": seat,
        "turn_id": turn,
        "message_id": f"{copy} || message_id",
        "status": "'sent'",
    }
    _copy(OutgoingMail, mails, of_games)


def _copy(model: type[Any], changed: Mapping[str, str], source: str) -> None:
    from django.db import connection

    columns = [field.column for field in model._meta.concrete_fields]
    quoted = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(changed.get(column, f'"{column}"') for column in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {table}, {source}".replace("%%", "%"))
