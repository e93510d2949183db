"""Packs the rows of finished games into one compressed record each, and unpacks them again.

A finished game leaves about a thousand rows that nobody changes any more. Some time after its end its turns, answers,
moves and mails go into its pack (games.table.pack_format), where games.table.history reads them. The game itself, its
seats and the audit trail stay rows. Free text of people (refused lines, texts of mails, ids of others' mails) is
deleted when a game is packed: a pack names nobody, so that no name ever has to be removed from one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import (
    Delivery,
    Game,
    IncomingMail,
    Notification,
    PackedGame,
    PackedPerson,
    PackedTurn,
    Seat,
    Submission,
    Turn,
)
from games.models.turns import new_reply_token
from games.site_state import ReadOnly
from games.table import digests, pack_format
from games.table.history import message_digest, token_digest
from games.table.locks import lock_game
from games.table.pack_format import TABLES

log = logging.getLogger(__name__)

MAX_AT_ONCE: Final = 500
"""Games that one run packs at most."""
SHOWN_TO_STAFF_FOR: Final = timedelta(days=30)
"""How long staff see mails that failed or are quarantined (games.table.figures); their games are not packed before."""


class NotPackable(ValueError):
    """The game has not been over for long enough, or one of its mails is still pending."""


def pack_old_games(at_most: int = MAX_AT_ONCE) -> int:
    """Pack the games that are over for long enough, the oldest first: how many. Each in a transaction of its own."""
    done, left_out = 0, set[str]()
    while done < at_most:
        game_id = packable_games().exclude(pk__in=left_out).order_by("ended_at").values_list("pk", flat=True).first()
        if game_id is None:
            break
        try:
            done += pack(game_id)
        except ReadOnly:
            break
        except NotPackable:
            left_out.add(game_id)
        except Exception:  # one game that cannot be packed must not keep others waiting
            log.exception("Game %s could not be packed.", game_id)
            left_out.add(game_id)
    return done


def packable_games(now: datetime | None = None) -> QuerySet[Game]:
    """Games that can be packed; none if the setting says never.

    None of their reply tokens, links and codes may be valid any more. Guests' games are left out: they are deleted
    soon, or handed over with all their rows. So are games with mails that are to be sent or read, or that staff see.
    """
    now = now or timezone.now()
    if settings.PACK_GAMES_DAYS <= 0:
        return Game.objects.none()
    days = max(settings.PACK_GAMES_DAYS, settings.REPLY_TOKEN_DAYS, settings.MAIL_CONFIRM_HOURS / 24)
    over = Game.objects.filter(ended_at__lt=now - timedelta(days=days), packed_at=None)
    guests = Seat.objects.filter(game=OuterRef("pk"), user__guest_until__isnull=False)
    shown_since = now - SHOWN_TO_STAFF_FOR
    given_up = Q(status=Delivery.Status.FAILED, next_attempt_at__gte=shown_since)
    to_send = Delivery.objects.filter(Q(status__in=Delivery.UNSENT) | given_up, game=OuterRef("pk"))
    set_aside = Q(status=IncomingMail.Status.FAILED, received_at__gte=shown_since)
    to_read = IncomingMail.objects.filter(Q(status=IncomingMail.Status.NEW) | set_aside, turn__game=OuterRef("pk"))
    started = over.filter(status__in=Game.OVER, started_at__isnull=False)
    return started.filter(~Exists(guests), ~Exists(to_send), ~Exists(to_read), host__guest_until=None)


def pack(game_id: str) -> bool:
    """Pack one game; False (and nothing changes) if it is packed already. Raises NoSuchGame, NotPackable.

    Everything happens in one transaction under the game's lock: if the process dies, nothing has changed.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        if game.packed_at is not None:
            return False
        if not packable_games().filter(pk=game.pk).exists():
            raise NotPackable(f"game {game.pk} cannot be packed now")
        # A worker that reads a mail to one of the turns finishes first, or finds the turn in the pack.
        list(Turn.objects.select_for_update().filter(game=game).values_list("pk"))
        rows = _rows_of(game)
        _strip_texts(rows)
        whole = [move.digest for move in rows["moves"]]
        known = digests.shorten(game, rows["moves"])
        data = pack_format.write(rows)
        _compare(game, rows, data)
        digests.complete(rows["moves"], known)
        if [move.digest for move in rows["moves"]] != whole:
            raise AssertionError(f"game {game.pk}: digests of moves cannot be restored from its pack")
        _store(game, rows, data)
        _delete(rows)
        game.packed_at = timezone.now()
        game.save(update_fields=["packed_at"])
    return True


def unpack(game: Game) -> None:
    """Make rows of the game's pack again, with their ids; no effect on a game that is not packed.

    game: locked. Void tokens are replaced by new ones.
    """
    if game.packed_at is None:
        return
    # `void_reply_tokens` waits for this lock, and then finds the rows.
    stored = PackedGame.objects.select_for_update().get(pk=game.pk)
    tables = pack_format.read(stored.format, bytes(stored.data))
    rows = {name: pack_format.rows(name, tables[name]) for name in TABLES}
    _change_void_tokens(stored, rows["turns"])
    if any(digests.is_shortened(move) for move in rows["moves"]):
        digests.complete(rows["moves"], digests.replayed_digests(game, rows["moves"]))
    for name, model in TABLES.items():
        model._default_manager.bulk_create(rows[name], batch_size=MAX_AT_ONCE)
    _forget_pack(game, rows["turns"])
    game.packed_at = None
    game.save(update_fields=["packed_at"])


def void_reply_tokens(people: Iterable[Any]) -> None:
    """Make the reply tokens of packed turns at these people's seats void."""
    seats = Seat.objects.filter(user__in=people, game__packed_at__isnull=False)
    for game_id, index in seats.values_list("game_id", "index").iterator(chunk_size=MAX_AT_ONCE):
        PackedGame.objects.filter(pk=game_id).update(void_seats=F("void_seats").bitor(1 << index))


# --- the steps of packing ----------------------------------------------------------------------------------------


def _rows_of(game: Game) -> dict[str, list[Any]]:
    return {
        "turns": list(game.turns.order_by("pk")),
        "submissions": list(Submission.objects.filter(turn__game=game).order_by("pk")),
        "moves": list(game.moves.order_by("pk")),
        "notifications": _union(Notification.objects.filter(game=game), Notification.objects.filter(turn__game=game)),
        "outgoing": _union(Delivery.objects.filter(game=game), Delivery.objects.filter(turn__game=game)),
        "incoming": list(IncomingMail.objects.filter(turn__game=game).order_by("pk")),
    }


def _union(*wanted: QuerySet[Any]) -> list[Any]:
    """The rows of several queries: in one query with both conditions, the database would read the whole table."""
    found = {row.pk: row for rows in wanted for row in rows}
    return [found[pk] for pk in sorted(found)]


def _strip_texts(rows: dict[str, list[Any]]) -> None:
    for submission in rows["submissions"]:
        result = submission.result
        if result.get("failed"):
            result["failed"] |= {"line": "", "reason": ""}
        result["not_tried"] = []
    for notification in rows["notifications"]:
        _set(notification, Notification.EMPTY)
    for mail in rows["outgoing"]:
        _set(mail, Delivery.EMPTY)
    for mail in rows["incoming"]:
        _set(mail, IncomingMail.EMPTY)
        mail.message_id = message_digest(mail.message_id)
        mail.outcome = "" if "@" in mail.outcome else mail.outcome


def _set(row: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)


def _compare(game: Game, rows: dict[str, list[Any]], data: bytes) -> None:
    """Check, before anything is deleted, that the record gives back the same rows. Raises AssertionError."""
    tables = pack_format.read(pack_format.FORMAT, data)
    for name, model in TABLES.items():
        fields = model._meta.concrete_fields
        read, kept = (
            [[field.value_from_object(row) for field in fields] for row in some]
            for some in (pack_format.rows(name, tables[name]), rows[name])
        )
        if read != kept:
            raise AssertionError(f"game {game.pk}: {name} cannot be restored from its pack")


def _store(game: Game, rows: dict[str, list[Any]], data: bytes) -> None:
    PackedGame.objects.create(game=game, format=pack_format.FORMAT, data=data)
    seats = dict(game.seats.values_list("pk", "index"))
    PackedTurn.objects.bulk_create(
        (
            PackedTurn(id=turn.pk, game=game, seat=seats[turn.seat_id], token_digest=token_digest(turn.token))
            for turn in rows["turns"]
        ),
        batch_size=MAX_AT_ONCE,
    )
    people = {row.by_id for row in rows["submissions"]} | {row.user_id for row in rows["outgoing"]}
    PackedPerson.objects.bulk_create(PackedPerson(game=game, user_id=one) for one in sorted(people - {None}))


def _delete(rows: dict[str, list[Any]]) -> None:
    """Delete the packed rows. Rows that refer to others go first, so that no deletion cascades to an unpacked row."""
    for name, model in reversed(list(TABLES.items())):
        ids = [row.pk for row in rows[name]]
        for first in range(0, len(ids), MAX_AT_ONCE):
            model._default_manager.filter(pk__in=ids[first : first + MAX_AT_ONCE]).delete()


def _change_void_tokens(stored: PackedGame, turns: Iterable[Turn]) -> None:
    turns = list(turns)
    emptied = PackedTurn.objects.filter(pk__in=[turn.pk for turn in turns], token_digest=None)
    void = set(emptied.values_list("pk", flat=True))
    seats = {seat.pk for seat in stored.game.seats.all() if stored.is_void(seat.index)}
    for turn in turns:
        if turn.pk in void or turn.seat_id in seats:
            turn.token = new_reply_token()


def _forget_pack(game: Game, turns: Iterable[Turn]) -> None:
    ids = [turn.pk for turn in turns]
    for first in range(0, len(ids), MAX_AT_ONCE):
        PackedTurn.objects.filter(pk__in=ids[first : first + MAX_AT_ONCE]).delete()
    PackedPerson.objects.filter(game=game).delete()
    PackedGame.objects.filter(pk=game.pk).delete()
