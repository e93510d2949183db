"""Resigning from a running game: at once on the site, or by mail with a code that was mailed before."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from games.access import Permission
from games.models import Game, ResignationCode, Seat
from games.models.resignation import new_nonce
from games.models.table import ID_ALPHABET
from games.people.models import User
from games.table import audit, permission_check, vacant_seats
from games.table.errors import GamePaused, NotRunning, NotSeated, TooManyCodes, WrongCode
from games.table.locks import lock_game
from games.table.proposals import decisions

CODE_LENGTH: Final = 8
MAX_TRIES: Final = 5
"""Wrong codes that are allowed for a code: the chance to guess it is 1 in 170 thousand million a day."""
_CODE: Final = re.compile(rf"[{ID_ALPHABET}]{{{CODE_LENGTH}}}")


def resign(game_id: str, by: User) -> None:
    """Let a bot play on in the person's seat, which keeps their name; it is vacant (games.table.vacant_seats).

    Raises NoSuchGame, NotRunning, GamePaused, NotSeated (also for somebody who has resigned already), Suspended.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        _give_up(game, _own_seat(game, by), by)


def get_resignation_code(game_id: str, by: User) -> ResignationCode:
    """The code for `resign_by_code`: the one that was mailed before if it is still valid, else a new one.

    Send it to the person's own address only. Raises as `resign` does, and TooManyCodes if too many wrong codes came.
    """
    with transaction.atomic():
        seat = _own_seat(lock_game(game_id), by)
        code, _new = ResignationCode.objects.get_or_create(person=by, seat=seat, defaults={"expires_at": _expiry()})
        if code.expires_at <= timezone.now():
            code.nonce, code.tries, code.expires_at = new_nonce(), 0, _expiry()
            code.save()
        if code.tries >= MAX_TRIES:
            raise TooManyCodes
        return code


def resign_by_code(game_id: str, by: User, written: str) -> None:
    """Resign if `written` is the code that was mailed for the seat. A wrong one is counted.

    Raises as `resign` does, and WrongCode.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seat = _own_seat(game, by)
        right = _check_code(ResignationCode.objects.filter(person=by, seat=seat).first(), written)
        if right:
            ResignationCode.objects.filter(person=by, seat=seat).delete()
            _give_up(game, seat, by, source="mail")
    # After the transaction, so that the count of wrong codes is kept.
    if not right:
        raise WrongCode


def code_text(code: ResignationCode) -> str:
    """The code as the person reads it; empty if it is not valid any more."""
    if not _is_valid(code):
        return ""
    digest = salted_hmac("games.table.resigning", code.nonce, algorithm="sha256").digest()
    return "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in digest[:CODE_LENGTH])


def _check_code(code: ResignationCode | None, written: str) -> bool:
    """Whether `written` is this code. Counts wrong ones; the game is locked, so no try is missed."""
    given = written.lower().replace("-", "")
    if code is None or not _is_valid(code) or not _CODE.fullmatch(given):
        return False
    if constant_time_compare(given, code_text(code)):
        return True
    code.tries += 1
    code.save(update_fields=["tries"])
    return False


def _is_valid(code: ResignationCode) -> bool:
    return code.tries < MAX_TRIES and code.expires_at > timezone.now()


def _expiry() -> datetime:
    return timezone.now() + timedelta(hours=settings.RESIGNATION_CODE_HOURS)


def _own_seat(game: Game, by: User) -> Seat:
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    if game.paused_at is not None:
        raise GamePaused
    permission_check.require_permission(Permission.RESIGN, by, NotSeated(), game)
    seat = game.seats.filter(user=by).first()
    if seat is None or seat.is_given_up:
        raise NotSeated
    return seat


def _give_up(game: Game, seat: Seat, by: User, source: str = "") -> None:
    vacant_seats.vacate(game, seat, Seat.Cause.RESIGNED)
    entry = audit.note(
        Permission.RESIGN, by=by, game=game, seat=seat.index, person=by, details={"source": source} if source else None
    )
    vacant_seats.tell_resigned(entry, game, seat)
    decisions.settle_all(game, by)
