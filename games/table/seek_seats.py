"""Seats people who seek a game at open games, where anybody may take a seat and the host lets seeks come.

Each seat is taken in a transaction of its own. It locks the person, the seek and the game, and looks again whether they
go together. The seat is taken as by its person, so that all rules for that hold. Nobody is brought back to a game that
they have left or declined, or to one that keeps a seat for them, which they can take themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.access.blocks import principal_of
from games.matching.open_seats import FoundSeat, OpenGame, Sitting, find_seats
from games.matching.seeks import UNRATED_AT_FIRST, Wish
from games.models import AuditEntry, Game, Seek, SeekFind
from games.people.models import User
from games.site_urls import absolute_url
from games.table import lobby_games, notices, open_games
from games.table.errors import Refused
from games.table.invitations import is_free
from games.table.locks import lock_game
from games.table.one_of_many import one_of_many
from games.table.positions import rules_of
from games.table.seek_finds import lock_seeks, note_finds
from games.table.seek_wishes import pairs_kept_apart, pairs_met, ratings_of, reliability_where_asked, wishes_of

log = logging.getLogger(__name__)

MAX_GAMES: Final = 1000
"""Open games that a run looks at, the newest."""
GONE: Final = (Permission.LEAVE, Permission.DECLINE)
"""What those have done who are not to be seated there any more."""


def take_free_seats(wishes: Collection[Wish], now: datetime) -> set[int]:
    """Give free seats of open games to those whose wishes they meet; the ids of those who have got one."""
    planned = _plan(wishes, lobby_games.games_with_free_seats_for_all(), now)
    seated = set()
    for found in planned:
        with one_of_many(found.game, "a seek gets no seat", seek=found.wish.seek):
            if _take(found, now):
                seated.add(found.wish.person)
    return seated


def _plan(wishes: Collection[Wish], offered: QuerySet[Game], now: datetime) -> list[FoundSeat]:
    games = _open_games(wishes, offered, now)
    if not games:
        return []
    people = {wish.person for wish in wishes} | {person for game in games for person in game.everybody}
    return find_seats(wishes, games, pairs_kept_apart(people), now, pairs_met(people, now))


# --- what is known of open games -----------------------------------------------------------------------------------


def _open_games(wishes: Collection[Wish], offered: QuerySet[Game], now: datetime) -> list[OpenGame]:
    """Those of the offered games in which seeks may find a seat.

    Not those that were opened so long ago that nobody knows whether their people still want to play.
    """
    recently = now - timedelta(days=settings.SEEK_SILENT_DAYS)
    games = offered.filter(kind__in={wish.kind for wish in wishes}, seeks_may_join=True, opened_at__gt=recently)
    rows = list(games[:MAX_GAMES])
    closed, sitting = _closed_to(rows, {wish.person for wish in wishes}), _people_at(rows)
    return [
        OpenGame(
            game=game.pk,
            since=game.opened_at,
            kind=game.kind,
            players=game.seat_count,
            per_turn=game.turn_limit,
            options={spec.name: game.options.get(spec.name, spec.default) for spec in rules_of(game).options()},
            rated=game.rated,
            free=sum(is_free(seat) for seat in game.seats.all()),
            host=principal_of(game.host),
            people=tuple(sitting.get(game.pk, ())),
            closed_to=frozenset(closed.get(game.pk, ())),
        )
        for game in rows
    ]


def _closed_to(games: Collection[Game], people: Collection[int]) -> dict[str, set[int]]:
    """Those whom a game keeps a seat for, and those who have had one there, or have declined it."""
    closed: dict[str, set[int]] = {}
    finds = SeekFind.objects.filter(game__in=games).order_by().values_list("game", "person")
    gone = AuditEntry.objects.filter(game__in=games, action__in=GONE, person__isnull=False).order_by()
    for game, person in [*finds, *gone.values_list("game", "person")]:
        closed.setdefault(game, set()).add(person)
    by_address = {email.lower(): pk for email, pk in User.objects.filter(pk__in=people).values_list("email", "pk")}
    for seat in (seat for game in games for seat in game.seats.all() if seat.invited_email):
        invited = seat.invited_user_id or by_address.get(seat.invited_email)
        if invited is not None:
            closed.setdefault(seat.game_id, set()).add(invited)
    return closed


def _people_at(games: Collection[Game]) -> dict[str, list[Sitting]]:
    seats = [(game, seat.user) for game in games for seat in game.seats.all() if seat.user is not None]
    ratings = ratings_of({user.pk for _game, user in seats})
    reliability = reliability_where_asked((game.kind, user) for game, user in seats)
    asked = _asked_by_seeks(games)
    found: dict[str, list[Sitting]] = {}
    for game, user in seats:
        seek = asked.get((game.pk, user.pk))
        sitting = Sitting(
            person=principal_of(user),
            rating=ratings.get((user.pk, game.kind), {}).get(game.seat_count, UNRATED_AT_FIRST),
            reliability=reliability.get((game.kind, user.pk)),
            lowest=seek.lowest if seek else None,
            highest=seek.highest if seek else None,
            least_reliability=seek.least_reliability if seek else 0,
        )
        found.setdefault(game.pk, []).append(sitting)
    return found


def _asked_by_seeks(games: Collection[Game]) -> dict[tuple[str, int], Seek | SeekFind]:
    """What the seeks ask of others that have brought people to these games, by game and person.

    As the seek says now, or as it said when it found the game, if it has ended or seeks another kind by now.
    """
    finds = SeekFind.objects.filter(game__in=games).select_related("seek", "game")
    return {
        (find.game_id, find.person_id): find.seek if find.seek and find.seek.kind == find.game.kind else find
        for find in finds
    }


# --- a seat --------------------------------------------------------------------------------------------------------


def _take(found: FoundSeat, now: datetime) -> bool:
    """Take a seat for somebody; False (and nothing changes) if they and the game do not go together any more."""
    try:
        with transaction.atomic():
            _people, seeks = lock_seeks([found.wish])
            game = lock_game(found.game)
            again = _planned_again(found, seeks, now)
            if again is None:
                return False
            person = seeks[0].person
            open_games.join(game.pk, person)
            note_finds(game, [again.wish], seeks, now)
            _tell(game, person)
    except Refused as refused:
        log.info("The seek %s got no seat at game %s: %s", found.wish.seek, found.game, refused)
        return False
    log.info("Somebody who sought a game got a seat at game %s.", found.game)
    return True


def _planned_again(found: FoundSeat, seeks: Collection[Seek], now: datetime) -> FoundSeat | None:
    """The same seat for the seek and the game as they are now, which the lobby offers its person; None if it is not."""
    for seek in seeks:
        offered = lobby_games.games_with_free_seats(seek.person, lobby_games.Narrowing()).filter(pk=found.game)
        for again in _plan(wishes_of([seek], now), offered, now):
            if again.wish.since == found.wish.since:
                return again
    return None


def _tell(game: Game, person: User) -> None:
    """Tell somebody of their seat, unless it was the last one: then the start does."""
    game.refresh_from_db(fields=["status"])
    if game.status != Game.Status.OPEN:
        return
    notices.tell(
        f"seek:{game.pk}:seated",
        person,
        _("your seek has found a seat"),
        _(
            "Your seek has found a free seat in “%(game_name)s”, and it is yours. The game begins with its last seat. "
            "If you do not want to play there, leave it on its page: %(page)s"
        ),
        game=game,
        game_name=game.name,
        page=absolute_url(reverse("game", args=[game.pk])),
    )
