"""Waiting lists: people wait for a seat of an open game that has none for them, and get the first that comes free.

A seat comes free when somebody leaves, or declines an invitation, or when an invitation lapses. It goes to whoever has
waited longest and may take it now, in the same transaction where its people can be locked in time, else in the next
run of `give_due`. Whoever is kept apart from somebody there waits like all others, and is passed over.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Permission, may
from games.live.announcements import bump_version
from games.models import Game, Seat, WaitingPerson
from games.people.models import User
from games.table import audit, caps, permission_check, rated_games, waiting_people
from games.table.days_away import all_away
from games.table.errors import AlreadySeated, Full, NotAllowed, NotWaiting, Refused, SeatForYou
from games.table.free_seats import check_open, choose_seat, seat_person
from games.table.game_start import start_if_complete
from games.table.locks import lock_game, lock_people, lock_person
from games.table.one_of_many import one_of_many

log = logging.getLogger(__name__)

SEATED: Final = "seated from the waiting list"
"""The audit word for whoever got a seat."""
STOPPED: Final = "waits no more"
"""The audit word for whoever has left the list."""
MAX_WAITING: Final = 20
"""At one game."""


def wait(game_id: str, user: User, code: str = "") -> None:
    """Put somebody at the end of the waiting list; no effect if they wait already.

    code: of the invitation link by which they came, if any. Raises NoSuchGame, NotOpen, BadInvitation, AlreadySeated,
    SeatForYou if they can take a seat now, Full if too many wait, TooMany, NotAllowed, Suspended.
    """
    with transaction.atomic():
        user = lock_person(user)
        game = lock_game(game_id)
        check_open(game, code)
        if game.seat_of(user) is not None:
            raise AlreadySeated
        if may(Permission.JOIN, user, game, code=code):
            raise SeatForYou
        permission_check.require_permission(Permission.WAIT, user, NotAllowed(), game, code=code)
        rated_games.check_person(game, user)
        if waiting_people.waits(user, game):
            return
        if game.waiting.count() >= MAX_WAITING:
            raise Full(_("So many wait for a seat here that nobody else can."))
        caps.check_waiting(user)
        WaitingPerson.objects.create(game=game, person=user, since=timezone.now())
        audit.note(Permission.WAIT, by=user, game=game, person=user)


def stop_waiting(game_id: str, user: User) -> None:
    """Take somebody off the waiting list. Raises NoSuchGame, NotWaiting, Suspended."""
    with transaction.atomic():
        game = lock_game(game_id)
        waits = waiting_people.waits(user, game)
        # Whoever was passed over, and could take a seat by now, waits still.
        needed = Permission.JOIN if waits and may(Permission.JOIN, user, game) else Permission.WAIT
        permission_check.require_permission(needed, user, NotWaiting(), game)
        if not waits:
            raise NotWaiting
        game.waiting.filter(person=user).delete()
        audit.note(STOPPED, by=user, game=game, person=user)


def lock_with_waiting(game_id: str) -> tuple[Game, Mapping[int, User]]:
    """Lock a game, and before it those who wait there, by their ids. Raises NoSuchGame, ReadOnly.

    Whoever comes to wait between the two locks stands last in the line, and gets a seat at the next opportunity.
    """
    people = lock_people(WaitingPerson.objects.filter(game=game_id).values_list("person", flat=True))
    return lock_game(game_id), people


def give_seats(game: Game, waiting: Mapping[int, User]) -> int:
    """Give the free seats of a game to those who wait, as `lock_with_waiting` has locked both; how many."""
    if game.status != Game.Status.OPEN:
        return 0
    away = all_away(waiting.values())
    given = [
        (person, row.pk)
        for row in list(game.waiting.all())
        if (person := waiting.get(row.person_id)) is not None
        and person.reads_mail
        and person.pk not in away
        and _take_seat(game, person)
    ]
    if not given:
        return 0
    bump_version(game)
    game.save(update_fields=["version"])
    if not start_if_complete(game):
        for person, row in given:
            waiting_people.tell_seated(game, person, row)
    return len(given)


def _take_seat(game: Game, person: User) -> bool:
    try:
        seat = choose_seat(game, person)
    except Refused:
        return False
    seat_person(seat, person)
    audit.note(SEATED, by=None, game=game, person=person)
    return True


def give_due() -> int:
    """Give all free seats for which somebody waits who may take them now; how many.

    For seats that came free with somebody's departure from the site, and for people who could not take one before.
    """
    free = Seat.objects.filter(game=OuterRef("pk"), user=None, bot_level="", invited_email="")
    waited_for = WaitingPerson.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(Exists(free), Exists(waited_for), status=Game.Status.OPEN)
    given = 0
    for game_id in sorted(games.values_list("pk", flat=True)):
        with one_of_many(game_id, "those who wait get no seat"), transaction.atomic():
            given += give_seats(*lock_with_waiting(game_id))
    return given
