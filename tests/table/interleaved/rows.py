"""A game that tests act on in any order, and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from django.db.models import QuerySet

from games.models import (
    Ballot,
    Delivery,
    Game,
    Move,
    Notification,
    Proposal,
    Seat,
    SeatHolder,
    Submission,
    Turn,
)
from games.people.models import User

CLOSED: Final = Turn.Status.CLOSED
KEYS: Final = count()


@dataclass
class TableRows:
    """A game, and what is stored of it."""

    game: Game
    spare: Sequence[User] = ()
    """People who do not sit there when it begins."""
    written: dict[int, set[str]] = field(default_factory=dict)
    """The lines that were ever written as plans, by turn."""

    def turn(self, seat: int | None, *, early: bool) -> Turn | None:
        """An open turn of a person (at this seat)."""
        turns = self.game.turns.filter(status=Turn.Status.OPEN, early=early, seat__caretaker="")
        people = turns.exclude(seat__user=None).select_related("game", "seat__user")
        return people.first() if seat is None else people.filter(seat__index=seat).first()

    def seen_adviser(self, seat: Seat) -> str:
        """The adviser that decides for this seat just now, as everybody sees by the time that does not run."""
        live = self.game.turns.filter(seat=seat, ahead_of_turn=False).exclude(status=CLOSED)
        return live.values_list("adviser", flat=True).first() or ""

    def everything(self) -> list[Any]:
        return self.of_others(None)

    def of_others(self, seat: Seat | None) -> list[Any]:
        """All rows of the game that are not this seat's."""
        own, person = (0, 0) if seat is None else (seat.pk, seat.user_id)
        rows: Sequence[QuerySet[Any, Any]] = [
            Game.objects.filter(pk=self.game.pk).values_list(),
            Seat.objects.filter(game=self.game).exclude(pk=own).values_list(),
            Turn.objects.filter(game=self.game).exclude(seat=own).exclude(status=CLOSED).values_list(),
            Turn.objects.filter(game=self.game, status=CLOSED).values_list("pk", "closed_at"),
            Move.objects.filter(game=self.game).values_list("pk", "undone_at"),
            Submission.objects.filter(turn__game=self.game).exclude(turn__seat=own).values_list("pk", "undone_at"),
            Notification.objects.filter(game=self.game).exclude(user=person).values_list("pk"),
            Delivery.objects.filter(game=self.game).exclude(user=person).values_list("pk", "status"),
            SeatHolder.objects.filter(game=self.game).values_list(),
            Proposal.objects.filter(game=self.game).values_list(),
            Ballot.objects.filter(proposal__game=self.game).values_list(),
        ]
        return [list(each.order_by("pk")) for each in rows]

    def person_at(self, index: int) -> User | None:
        return Seat.objects.select_related("user").get(game=self.game, index=index).user
