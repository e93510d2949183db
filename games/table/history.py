"""The past of a game: its moves, turns, answers and mails, from the tables or from the game's pack.

While a game runs, and for some time after, they are rows of their tables; later they are in the game's pack
(games.table.packing). All code that reads the past of a game that may be over uses this module, and gets the same
rows from either place. Rows from a pack are for reading only: they cannot be saved, and have no relations but those
that the methods name. Code that plays a game reads the tables: a running game is never packed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, TypeVar

from django.db.models import Max, Q, QuerySet, Subquery

from games.access.reports import visible_deliveries
from games.models import (
    Delivery,
    Game,
    IncomingMail,
    Move,
    Notification,
    PackedGame,
    PackedTurn,
    Seat,
    Submission,
    Turn,
)
from games.people.models import User
from games.table import pack_format

ToSomebody = TypeVar("ToSomebody", Delivery, Notification)
DECIDED_BY_OTHERS: Final = (Move.Source.FORCED, *sorted(Move.IN_A_PERSONS_PLACE))
"""Sources of plies that the person at the seat did not decide."""
_DIGEST: Final = "sha256:"
MAX_PACKS_IN_MEMORY: Final = 8
"""Unpacked records that a process caches: one page asks several times for the rows of a game."""
MAX_OPENED_FOR_MAILS: Final = 20
"""Packs that are read for a list of somebody's mails."""
LAST_MAIL_AFTER_END: Final = timedelta(days=1)
"""How long after its end mails of a game may still be written."""


class History:
    """The past of one game whose rows are in their tables."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- moves: oldest first ---

    def moves(self) -> Iterable[Move]:
        """All plies in the order in which they were played, those taken back included."""
        return self.game.moves.order_by("pk")

    def live_moves(
        self, first: int = 0, end: int | None = None, *, without: Sequence[str] = ()
    ) -> QuerySet[Move] | Sequence[Move]:
        """The moves that were not taken back, from ply `first` to before ply `end`. without: columns to leave out."""
        live = self.game.moves.filter(undone_at=None, ply__gte=first).order_by("ply").defer(*without)
        return live if end is None else live.filter(ply__lt=end)

    def newest(self, count: int, before: int | None = None) -> Iterable[Move]:
        """The last `count` live moves (before ply `before`), the newest first."""
        live = self.game.moves.filter(undone_at=None).order_by("-ply")
        return (live if before is None else live.filter(ply__lt=before))[:count]

    def set_ups(self) -> Iterable[Move]:
        """The moves that set up a position, in their order, those taken back included."""
        return self.game.moves.filter(seat=None).order_by("pk")

    def last_decided(self, seat: int) -> Move | None:
        """The last live move that the person at a seat, or a bot for them, decided; with its answer."""
        own = self.game.moves.filter(undone_at=None, seat=seat, planned_at=None).exclude(source__in=DECIDED_BY_OTHERS)
        return own.select_related("submission").order_by("-ply").first()

    def since(self, at: datetime) -> Iterable[Move]:
        """The live moves that were played after a moment."""
        return self.game.moves.filter(undone_at=None, created_at__gt=at).order_by("ply")

    def count_taken_back(self) -> int:
        return self.game.moves.exclude(undone_at=None).count()

    # --- turns, and the answers to them ---

    def turns(self, wanted: Collection[int]) -> Iterable[Turn]:
        """The turns with these ids, in their order, with their seats."""
        return self.game.turns.filter(pk__in=wanted).select_related("seat").order_by("pk")

    def all_turns(self) -> Iterable[Turn]:
        """All turns in their order, with their seats and people."""
        return self.game.turns.select_related("seat__user").order_by("pk")

    def turn(self, turn_id: int) -> Turn | None:
        """The turn with its game, its seat and its person."""
        return self.game.turns.select_related("game", "seat__user__owner").filter(pk=turn_id).first()

    def count_answers(self, turn: Turn) -> int:
        """How many of a turn's answers decided something, those taken back included."""
        return turn.submissions.filter(plies__gt=0).count()

    def answer(self, turn: Turn, key: str) -> Submission | None:
        """The answer that was taken in under an idempotency key."""
        return Submission.objects.filter(turn=turn, key=key).first()

    def answers_by(self, people: Collection[int]) -> Iterable[Submission]:
        """All answers of these people, in their order."""
        return Submission.objects.filter(turn__game=self.game, by__in=people).order_by("pk")

    def moves_by(self, people: Collection[int]) -> Iterable[Move]:
        """The moves that these people's answers decided."""
        return self.game.moves.filter(submission__by__in=people).order_by("pk")

    # --- mails ---

    def notifications(self) -> QuerySet[Notification] | Sequence[Notification]:
        """What people of the game were told, newest first, without its content."""
        return self.game.notifications.select_related("user").defer("content").order_by("-pk")

    def outgoing(self) -> QuerySet[Delivery] | Sequence[Delivery]:
        """Mails of the game, newest first, with their recipients, without their content."""
        return self.game.deliveries.select_related("user").defer("content").order_by("-pk")

    def incoming(self) -> QuerySet[IncomingMail] | Sequence[IncomingMail]:
        """Mails that answered turns of the game, newest first, with their turns, without their raw text."""
        received = IncomingMail.objects.filter(turn__game=self.game).defer("raw")
        return received.select_related("turn__seat__user").order_by("-pk")

    def outgoing_to(self, person: User) -> Iterable[Delivery]:
        """Mails of the game to somebody, in the order in which they were written, with their content."""
        return self.game.deliveries.filter(user=person).select_related("notification").order_by("pk")

    def outgoing_mail(self, mail_id: int) -> Delivery | None:
        return next((mail for mail in self.outgoing() if mail.pk == mail_id), None)

    def incoming_mail(self, mail_id: int) -> IncomingMail | None:
        return next((mail for mail in self.incoming() if mail.pk == mail_id), None)

    def was_received(self, turn: Turn, message_id: str) -> bool:  # noqa: ARG002
        """Whether the mail with this Message-ID was received for a turn before the turn was packed."""
        return False


class PackedHistory(History):
    """The past of a packed game. Mails that were written after the packing are rows, besides those in the pack.

    Most moves have only the first digits of their digests (games.table.digests).
    """

    def __init__(self, game: Game, columns: Mapping[str, pack_format.Columns]) -> None:
        super().__init__(game)
        self._columns = columns
        self._seats: dict[int, Seat] = {}

    def moves(self) -> Iterable[Move]:
        return self._rows("moves")

    def live_moves(self, first: int = 0, end: int | None = None, *, without: Sequence[str] = ()) -> Sequence[Move]:  # noqa: ARG002
        live = (move for move in self._moves() if move.undone_at is None and move.ply >= first)
        return sorted((move for move in live if end is None or move.ply < end), key=lambda move: move.ply)

    def newest(self, count: int, before: int | None = None) -> Iterable[Move]:
        live_moves = self.live_moves(end=before)
        return self._with_answers(live_moves[::-1][:count])

    def set_ups(self) -> Iterable[Move]:
        return [move for move in self._moves() if move.seat is None]

    def last_decided(self, seat: int) -> Move | None:
        planned = (move for move in self.live_moves() if move.seat == seat and move.planned_at is None)
        own = [move for move in planned if move.source not in DECIDED_BY_OTHERS]
        return next(iter(self._with_answers(own[-1:])), None)

    def since(self, at: datetime) -> Iterable[Move]:
        return [move for move in self.live_moves() if move.created_at > at]

    def count_taken_back(self) -> int:
        return sum(move.undone_at is not None for move in self._moves())

    def turns(self, wanted: Collection[int]) -> Iterable[Turn]:
        return [turn for turn in self.all_turns() if turn.pk in wanted]

    def all_turns(self) -> Sequence[Turn]:
        return [self._with_seat(turn) for turn in self._rows("turns")]

    def turn(self, turn_id: int) -> Turn | None:
        return next(iter(self.turns({turn_id})), None)

    def count_answers(self, turn: Turn) -> int:
        return sum(one.plies > 0 for one in self._answers(turn))

    def answer(self, turn: Turn, key: str) -> Submission | None:
        return next((one for one in self._answers(turn) if one.key == key), None)

    def answers_by(self, people: Collection[int]) -> Iterable[Submission]:
        return [one for one in self._rows("submissions") if one.by_id in people]

    def moves_by(self, people: Collection[int]) -> Iterable[Move]:
        theirs = {one.pk for one in self.answers_by(people)}
        return [move for move in self._moves() if move.submission_id in theirs]

    def notifications(self) -> Sequence[Notification]:
        rows = [*self._rows("notifications"), *super().notifications()]
        return sorted(self._with_people(rows), key=lambda row: row.pk, reverse=True)

    def outgoing(self) -> Sequence[Delivery]:
        mails = [*self._outgoing(), *super().outgoing()]
        return sorted(self._with_people(mails), key=lambda mail: mail.pk, reverse=True)

    def outgoing_to(self, person: User) -> Iterable[Delivery]:
        packed = (mail for mail in self._outgoing() if mail.user_id == person.pk)
        return sorted([*packed, *super().outgoing_to(person)], key=lambda mail: mail.pk)

    def _outgoing(self) -> list[Delivery]:
        notifications = {row.pk: row for row in self._rows("notifications")}
        rows: list[Delivery] = self._rows("outgoing")
        for row in rows:
            # A pack of an earlier release has no notifications.
            row.notification = notifications.get(row.notification_id)
        return rows

    def incoming(self) -> Sequence[IncomingMail]:
        turns = {turn.pk: turn for turn in self.all_turns()}
        mails = self._rows("incoming")
        for mail in mails:
            mail.turn = turns[mail.turn_id]
        return mails[::-1]

    def was_received(self, turn: Turn, message_id: str) -> bool:
        came = self._columns["incoming"]
        known = message_digest(message_id)
        return (turn.pk, known) in zip(came["turn_id"], came["message_id"], strict=True)

    def _with_answers(self, moves: Sequence[Move]) -> Sequence[Move]:
        answers = {one.pk: one for one in self._rows("submissions")}
        for move in moves:
            if move.submission_id is not None:
                move.submission = answers[move.submission_id]
        return moves

    def _answers(self, turn: Turn) -> list[Submission]:
        return [one for one in self._rows("submissions") if one.turn_id == turn.pk]

    def _moves(self) -> list[Move]:
        return self._rows("moves")

    def _rows(self, table: str) -> list[Any]:
        rows: list[Any] = pack_format.rows(table, self._columns[table])
        for row in rows:
            if hasattr(row, "game_id"):
                row.game = self.game
        return rows

    def _with_seat(self, turn: Turn) -> Turn:
        if not self._seats:
            self._seats = {seat.pk: seat for seat in self.game.seats.select_related("user__owner")}
        turn.seat = self._seats[turn.seat_id]
        return turn

    def _with_people(self, rows: list[ToSomebody]) -> list[ToSomebody]:
        people = {link.user_id: link.user for link in self.game.packed_people.select_related("user")}
        for row in rows:
            if row.user_id in people:
                row.user = people[row.user_id]
        return rows


def history_of(game: Game) -> History:
    """The past of a game, from its pack if it has one.

    game: as the caller's transaction has read it. Raises pack_format.UnknownFormat for a pack of a later release.
    """
    if game.packed_at is None:
        return History(game)
    return PackedHistory(game, _read_pack(game.pk, game.packed_at))


def newest_mails_to(person: User, most: int, *, shown_to: User) -> list[Delivery]:
    """The newest `most` mails to somebody that one of the staff may see, with their games, without their content.

    Those of packed games are among them: packs are read in the order of the ends of their games, and only while a pack
    can hold a newer mail.
    """
    theirs = Delivery.objects.filter(Q(user=person) | Q(address__in={person.email, person.email.lower()}))
    theirs = visible_deliveries(theirs, shown_to)
    found = list(theirs.select_related("game").defer("content").order_by("-pk")[:most])
    for game in Game.objects.filter(packed_people__user=person).order_by("-ended_at")[:MAX_OPENED_FOR_MAILS]:
        assert game.ended_at is not None
        if len(found) == most and found[-1].created_at > game.ended_at + LAST_MAIL_AFTER_END:
            break
        known = {mail.pk for mail in found}
        packed = (mail for mail in history_of(game).outgoing_to(person) if mail.pk not in known)
        found = sorted([*found, *packed], key=lambda mail: mail.pk, reverse=True)[:most]
    return found


@lru_cache(maxsize=MAX_PACKS_IN_MEMORY)
def _read_pack(game_id: str, packed_at: datetime) -> Mapping[str, pack_format.Columns]:
    """The cache is right because a pack is never changed: one that was made again has another `packed_at`."""
    pack = PackedGame.objects.get(pk=game_id, game__packed_at=packed_at)
    return pack_format.read(pack.format, bytes(pack.data))


def newest_id(answers: QuerySet[Submission], part: str) -> Subquery:
    """The id of the newest of these answers, which all belong to one game or seat. part: the path to its field.

    It is a maximum over a group: for "the first in descending order" a database with some hundreds of rows would walk
    from the newest answer of the whole site past those of all other games.
    """
    return Subquery(answers.order_by().values(part).annotate(newest=Max("pk")).values("newest"))


# --- finding turns ---


def token_digest(token: str) -> int:
    """The digest of a reply token that PackedTurn stores."""
    return int.from_bytes(hashlib.sha256(token.encode()).digest()[:8], "big", signed=True)


def message_digest(message_id: str) -> str:
    """The digest of a Message-ID that a pack stores: the id itself names the machine that wrote the mail."""
    if message_id.startswith(_DIGEST):
        return message_id
    return _DIGEST + hashlib.sha256(message_id.encode()).hexdigest()[:32]


def find_turn(turn_id: int, rows: QuerySet[Turn] | None = None) -> Turn | None:
    """The turn with this id, of any game; with its game, its seat and its person.

    rows: the queryset for a turn that is not packed, with the relations that the caller needs.
    """
    return _find_turn(_rows(rows).filter(pk=turn_id), lambda: PackedTurn.objects.filter(pk=turn_id), lambda _turn: True)


def find_turn_by_token(token: str, rows: QuerySet[Turn] | None = None) -> Turn | None:
    """The turn with this reply token; otherwise like `find_turn`."""
    digest = token_digest(token)
    return _find_turn(
        _rows(rows).filter(token=token),
        lambda: PackedTurn.objects.filter(token_digest=digest),
        lambda turn: turn.token == token and not _is_void(turn),
    )


def _is_void(turn: Turn) -> bool:
    """Whether the reply token of a packed turn was made void."""
    return PackedGame.objects.only("void_seats").get(pk=turn.game_id).is_void(turn.seat.index)


def _rows(rows: QuerySet[Turn] | None) -> QuerySet[Turn]:
    return Turn.objects.select_related("game", "seat__user__owner") if rows is None else rows


def _find_turn(
    rows: QuerySet[Turn], packed: Callable[[], QuerySet[PackedTurn]], is_it: Callable[[Turn], bool]
) -> Turn | None:
    row = rows.first()
    if row is not None:
        return row
    for place in packed().select_related("game"):
        turn = history_of(place.game).turn(place.pk)
        if turn is not None and is_it(turn):
            return turn
    return None


def game_id_of_turn(turn_id: int) -> str | None:
    """The id of the game that a turn belongs to."""
    for places in (Turn.objects.filter(pk=turn_id), PackedTurn.objects.filter(pk=turn_id)):
        game_id = places.values_list("game_id", flat=True).first()
        if game_id is not None:
            return game_id
    return None


def lock_turn(turn: Turn) -> None:
    """Lock a turn, packed or not, until the end of the transaction."""
    for rows in (Turn.objects.filter(pk=turn.pk), PackedTurn.objects.filter(pk=turn.pk)):
        if rows.select_for_update().values_list("pk", flat=True).first() is not None:
            return


def is_unpacked(turn: Turn) -> bool:
    """Whether the turn is a row, so that other rows can refer to it."""
    return turn.game.packed_at is None
