"""Limits on how many games and seats one account may have at a time: each game costs thinking, mails and rows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.db.models import Count, Q
from django.utils.translation import ngettext

from games.access.blocks import principal_of
from games.models import Entrant, Game, Seat, Tournament, WaitingPerson
from games.people.models import User
from games.table.errors import TooMany

KEPT_SEATS: Final = Q(caretaker="") | Q(caretaker_cause=Seat.Cause.AWAY)
"""Seats that their people have not given up."""


def check_hosted_games(host: User) -> None:
    """Raises TooMany unless somebody, whose row is locked, may open one more game. Tournaments have their own limit."""
    most = settings.HOSTED_GAMES_PER_PERSON
    if hosts_at_limit([host.pk]):
        reason = ngettext(
            "You may be the host of %(most)s open or running game at a time. Wait until it is over, or call it off.",
            "You may be the host of %(most)s open or running games at a time. Wait until one is over, or call one off.",
            most,
        )
        raise TooMany(reason % {"most": most})


def hosts_at_limit(people: Collection[int]) -> set[int]:
    """Those of these people who are the hosts of as many games as they may be."""
    games = Game.objects.filter(host__in=people, status__in=Game.UNFINISHED, tournament_table=None).order_by()
    counted = dict(games.values_list("host").annotate(number=Count("pk")))
    return {person for person in people if counted.get(person, 0) >= settings.HOSTED_GAMES_PER_PERSON}


def check_seats(person: User, wanted: int = 1) -> None:
    """Raises TooMany unless somebody, whose row is locked, may take `wanted` more seats.

    Seats of bot accounts count for their owner. Seats that were given up do not count.
    """
    most, owner = settings.SEATS_PER_PERSON, principal_of(person)
    accounts = User.objects.filter(Q(pk=owner) | Q(owner=owner))
    taken = Seat.objects.filter(KEPT_SEATS, user__in=accounts, game__status__in=Game.UNFINISHED)
    if wanted and taken.count() + wanted > most:
        reason = ngettext(
            "You may have %(most)s seat in open and running games at a time, those of your bot accounts included.",
            "You may have %(most)s seats in open and running games at a time, those of your bot accounts included.",
            most,
        )
        raise TooMany(reason % {"most": most})


def check_waiting(person: User) -> None:
    """Raises TooMany unless somebody, whose row is locked, may wait for a seat of one more game."""
    most = settings.WAITING_PER_PERSON
    if WaitingPerson.objects.filter(person=person).count() >= most:
        reason = ngettext(
            "You may wait for a seat of %(most)s game at a time.",
            "You may wait for seats of %(most)s games at a time.",
            most,
        )
        raise TooMany(reason % {"most": most})


def check_tournaments(organiser: User) -> None:
    """Raises TooMany unless somebody, whose row is locked, may open one more tournament."""
    most = settings.TOURNAMENTS_PER_PERSON
    if Tournament.objects.filter(organiser=organiser, status__in=Tournament.UNFINISHED).count() >= most:
        reason = ngettext(
            "You may organise %(most)s tournament at a time. Wait until it is over.",
            "You may organise %(most)s tournaments at a time. Wait until one is over.",
            most,
        )
        raise TooMany(reason % {"most": most})


def check_entries(person: User) -> None:
    """Raises TooMany unless somebody, whose row is locked, may enter one more tournament, or wait for a place in it."""
    most = settings.TOURNAMENT_ENTRIES_PER_PERSON
    counted = (Entrant.Status.ENTERED, Entrant.Status.WAITING)
    entries = Entrant.objects.filter(user=person, status__in=counted, tournament__status__in=Tournament.UNFINISHED)
    if entries.count() >= most:
        reason = ngettext(
            "You may be in %(most)s tournament at a time.",
            "You may be in %(most)s tournaments at a time.",
            most,
        )
        raise TooMany(reason % {"most": most})
