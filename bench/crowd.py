"""Many games and people at little cost: a few games are played, and their rows are copied within the database.

Every copy has people and times of its own. So a person has as many games on a large site as on a small one, and no two
games began at the same moment. The rows are ordered as if all games went on at the same time: first the first rows of
every game. Measurements use the games that were really played, as the packs of copies contain ids of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from bench.bulk_copy import insert_copies, without_indexes
from bench.submissions import new_game, open_game_of, person, question

PLAYED: Final = 5
ANSWERS: Final = 60
"""The answers given in a running game: about half of a game."""
GAMES_EACH: Final = 8
STRIDE: Final = 1_000_000
"""Copy n of the row with the id i has the id i * STRIDE + n."""
ID_PLACES: Final = 1_000
FIRST_EXTRA_PLACE: Final = 10_000
"""People without a game have ids between those of the others: in so many places, from FIRST_EXTRA_PLACE on."""
MAIL_EVERY: Final = 5
"""One of so many answers comes by mail."""
RUNNING_FOR: Final = timedelta(days=14)
PACKED_WITHIN: Final = timedelta(days=360)
"""The time within which copies of running games began, and copies of packed games ended."""
LONG_AGO: Final = timedelta(days=100)
"""How long ago finished games ended: long enough to be packed."""
LETTERS: Final = "translate(md5(copy::text), '0123456789', 'ghijklmnop')"
"""Letters for names: no two names of people or of games begin alike."""


class Crowd:
    """Running games of people; `grow_to` adds more.

    finished: so many games that are over and packed besides, of the same people, to be copied too. to_pack: whether
    there is one that is over and not packed yet.
    """

    def __init__(self, *, finished: int = 0, to_pack: bool = False) -> None:
        self.games = [self._played([person(f"crowd-{number}-{seat}") for seat in range(4)]) for number in range(PLAYED)]
        self.finished = [self._over(self.games[number]) for number in range(finished)]
        self.to_pack = self._over(self.games[finished]) if to_pack else None
        self.waiting = open_game_of(self.games[-1].host, 4)
        _mark_mails_sent()
        self._pack()
        self.copies = 1
        self._counts: dict[str, int] = {}

    def _played(self, people: Sequence[Any], answers: int | None = ANSWERS) -> Any:
        from allauth.account.models import EmailAddress

        for one in people:
            EmailAddress.objects.get_or_create(user=one, email=one.email, defaults={"verified": True, "primary": True})
        game = new_game(list(people))
        number = 0
        while number != answers and (asked := question(game)) is not None:
            number += 1
            turn, line = asked
            submit_answer(turn, line, number, by_mail=number % MAIL_EVERY == 0)
        game.refresh_from_db()
        return game

    def _over(self, like: Any) -> Any:
        """A game of the same people, played to its end."""
        game = self._played([seat.user for seat in like.seats.select_related("user").order_by("index")], None)
        assert game.status == "finished"
        return game

    def _pack(self) -> None:
        from games.models import Game
        from games.table.packing import pack

        over = [*self.finished, *([self.to_pack] if self.to_pack else [])]
        for game in over:
            Game.objects.filter(pk=game.pk).update(ended_at=game.ended_at - LONG_AGO)
        for game in self.finished:
            assert pack(game.pk)
        for game in over:
            game.refresh_from_db()

    def grow_to(self, games: int, *, finished: int = 0, people: int = 0, waiting: int = 0, to_pack: int = 0) -> None:
        """Add copies until there are so many games: running, packed, waiting for players, to be packed.

        people: accounts without a game.
        """
        from allauth.account.models import EmailAddress

        from games.people.models import User

        with without_indexes([User, EmailAddress, *_game_models(), *_pack_models()]):
            self._grow_people_of(games)
            self._grow("running", self.games, games, f"copy / {GAMES_EACH}", RUNNING_FOR)
            self.copies = self._counts.get("running", 1)
            # The same number of copies for each person whose running games are copied.
            groups = (self.copies - 1) // GAMES_EACH + 1
            each = max(1, finished // max(1, len(self.finished)) // groups)
            self._grow("packed", self.finished, finished, f"least(copy / {each}, {groups - 1})", PACKED_WITHIN)
            self._grow("waiting", [self.waiting], waiting, f"copy %% {groups}", RUNNING_FOR)
            if self.to_pack:
                self._grow("to pack", [self.to_pack], to_pack, f"copy %% {groups}", RUNNING_FOR)
            self._grow_people(people)

    def _numbers(self, what: str, total: int) -> str | None:
        """SQL for the numbers of the copies that are missing to reach the total; None if none is missing."""
        first, last = self._counts.get(what, 1), total - 1
        if last < first:
            return None
        self._counts[what] = last + 1
        return f"generate_series({first}, {last}) AS copy"

    def _grow_people_of(self, games: int) -> None:
        """Copy n of every running game has the people of group n / GAMES_EACH."""
        from allauth.account.models import EmailAddress

        from games.people.models import User

        numbers = self._numbers("groups", (games // PLAYED - 1) // GAMES_EACH + 1)
        if numbers is None:
            return
        own = {"id": _person_id("id", "copy"), "email": "copy || '-' || email"}
        names = {"username": f"{LETTERS} || copy || username", "name_skeleton": f"{LETTERS} || copy || name_skeleton"}
        insert_copies(User, {**own, **names}, f"{numbers} WHERE username LIKE 'crowd-%%' AND id < {STRIDE}")
        addresses = {**own, "id": f"id * {STRIDE} + copy", "user_id": _person_id("user_id", "copy")}
        insert_copies(EmailAddress, addresses, f"{numbers} WHERE email LIKE 'crowd-%%' AND user_id < {STRIDE}")

    def _grow(self, what: str, games: Sequence[Any], total: int, group: str, within: timedelta) -> None:
        if not games or (numbers := self._numbers(what, total // len(games))) is None:
            return
        _copy_games([game.pk for game in games], numbers, group, within)

    def _grow_people(self, number: int) -> None:
        from allauth.account.models import EmailAddress

        from games.people.models import User

        numbers = self._numbers("people", number + 1)
        if numbers is None:
            return
        first = self.games[0].host_id
        person = {
            "id": f"copy %% {ID_PLACES} * {STRIDE}::bigint + {FIRST_EXTRA_PLACE} + copy / {ID_PLACES}",
            "username": name_of("copy"),
            "email": address_of("copy"),
            "name_skeleton": name_of("copy"),
            "date_joined": f"date_joined - copy %% 1000 * interval '1 day' - {_spread_time('copy', timedelta(days=1))}",
        }
        insert_copies(User, person, f"{numbers} WHERE id = {first}")
        address = {"id": "copy + 100000000", "user_id": person["id"], "email": person["email"]}
        insert_copies(EmailAddress, address, f"{numbers} WHERE user_id = {first}")


def submit_answer(turn: Any, line: str, number: int, *, by_mail: bool) -> None:
    """Answer a turn as its person does, on the page or by mail (where the line is one that people write)."""
    from games.mail import feeder, inbox
    from games.mail.addresses import reply_address
    from games.models import Move
    from games.table.playing import play

    if not by_mail or "..." in line:
        play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=f"page:{number}:{turn.token[:16]}")
        return
    raw = (
        f"From: {turn.seat.user.email}\r\nTo: {reply_address(turn.token)}\r\n"
        f"Message-ID: <{number}.{turn.token[:8]}@mail.example.org>\r\nSubject: Re: your turn\r\n\r\n{line}\r\n"
    )
    incoming, _new = feeder.store(raw.encode(), token=turn.token, sender=turn.seat.user.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.outcome == "played", incoming.outcome


def name_of(number: str) -> str:
    """The name of a person without a game, as an SQL expression."""
    return f"left({LETTERS}, 9) || {number}".replace("copy", number)


def address_of(number: str) -> str:
    """The address of a person without a game, at one of three providers, as an SQL expression."""
    provider = f"(ARRAY['example.org', 'example.com', 'mail.example.net'])[{number} %% 3 + 1]"
    return f"left({LETTERS}, 9) || '.' || {number} || '@' || {provider}".replace("copy", number)


def _mark_mails_sent() -> None:
    """Mark all outgoing mails as sent."""
    from django.db.models import F

    from games.models import Delivery

    Delivery.objects.update(status=Delivery.Status.SENT, sent_at=F("created_at"), attempts=1)


def _game_models() -> list[type[Any]]:
    """The models of a game's rows, in the order in which they are copied."""
    from games import models

    return [
        models.Game,
        models.Seat,
        models.Turn,
        models.Submission,
        models.Move,
        models.Notification,
        models.Delivery,
        models.IncomingMail,
        models.AuditEntry,
    ]


def _pack_models() -> list[type[Any]]:
    from games import models

    return [models.PackedGame, models.PackedTurn, models.PackedPerson]


def _copy_games(game_ids: Sequence[str], numbers: str, group: str, within: timedelta) -> None:
    """Copy all rows of these games. group: the number of the group of people that a copy belongs to."""
    from games.models import Game, IncomingMail, Submission

    codes = {"invitation_code": "left(md5(id || copy), 32)", "share_code": "left(md5(copy || id), 32)"}
    special: dict[str, Mapping[str, str]] = {
        "Game": {**codes, "id": "id || copy", "name": f"left({LETTERS}, 7) || ' and friends'"},
        "Turn": {"token": "left(md5(token || copy), 26)"},
        "Notification": {"cause": "cause || '-' || copy", "address": _address("address", group)},
        "Delivery": {
            "recipient": _address("recipient", group),
            "reason": "reason || '-' || copy",
            "message_id": "copy || message_id",
        },
        "IncomingMail": {"token": "left(md5(token || copy), 26)", "sender": "copy || '-' || sender"},
        "PackedTurn": {"token_digest": "token_digest + copy"},
    }
    ids = ", ".join(f"'{game_id}'" for game_id in game_ids)
    of_turns = f"turn_id IN (SELECT id FROM games_turn WHERE game_id IN ({ids}))"
    which = {Game: f"id IN ({ids})", Submission: of_turns, IncomingMail: of_turns}
    for model in [*_game_models(), *_pack_models()]:
        changed = {**_changed_columns(model, group, within), **special.get(model.__name__, {})}
        rows = which.get(model, f"game_id IN ({ids})")
        # Row by row, so that the copies of one row are neighbours in the table.
        for row_id in _ids(model, rows):
            key = model._meta.pk.column
            insert_copies(model, changed, f"{numbers} WHERE {key} = {row_id!r}")


def _address(column: str, group: str) -> str:
    """The address of the same person in a group; where there is none there stays none."""
    return f"CASE WHEN {group} = 0 OR {column} = '' THEN {column} ELSE ({group}) || '-' || {column} END"


def _ids(model: type[Any], rows: str) -> Iterable[Any]:
    from django.db import connection

    key = model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {key} FROM {model._meta.db_table} WHERE {rows} ORDER BY {key}")
        return [row_id for (row_id,) in cursor.fetchall()]


def _changed_columns(model: type[Any], group: str, within: timedelta) -> dict[str, str]:
    """The columns in which a copy differs, as SQL expressions: ids of its own rows and people, and times."""
    from django.db.models import DateTimeField, ForeignKey

    from games.models import Game
    from games.people.models import User

    changed: dict[str, str] = {}
    for field in model._meta.concrete_fields:
        assert field.column is not None
        if isinstance(field, ForeignKey):
            if field.related_model is User:
                changed[field.column] = _person_id(field.column, group)
            elif field.related_model is Game:
                changed[field.column] = f"{field.column} || copy"
            else:
                changed[field.column] = f"{field.column} * {STRIDE} + copy"
        elif field.name == "due":
            # It stays in the future for as long as the measurement can take.
            changed[field.column] = f'"{field.column}" - {_spread_time("copy", timedelta(days=2))}'
        elif isinstance(field, DateTimeField):
            changed[field.column] = f'"{field.column}" - {_spread_time("copy", within)}'
        elif field.primary_key:
            changed[field.column] = f"{field.column} * {STRIDE} + copy"
    return changed


def _person_id(column: str, group: str) -> str:
    """The id of the same person in a group. Group 0 are those who really played."""
    return f"{column} + {group} * {STRIDE}::bigint"


def _spread_time(number: str, within: timedelta) -> str:
    """A part of this time span, different for every number."""
    return f"({number}::bigint * 7919 %% {int(within.total_seconds())}) * interval '1 second'"
