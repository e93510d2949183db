"""Rated games: those that count for the ratings of their people, and what is not allowed in them.

The host chooses at the opening. At least two people sit there, each plays themselves: without an adviser, without a
coach, without a bot that plays while they are away. The site's own bots may fill seats, since their strength is known;
other programs have none that anybody has measured. Before their end such games are like all others.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat
from games.people.models import User
from games.table import seat_holders
from games.table.errors import BadOpening, NotAllowed

MIN_PEOPLE = 2
TOO_FEW = gettext_lazy("A rated game needs at least two people.")


def check_opening(kinds: Iterable[str], *, advisers: bool) -> None:
    """Whether a rated game can be opened with seats of these kinds (SeatPlan.kind). Raises BadOpening."""
    planned = list(kinds)
    if "account" in planned:
        raise BadOpening(_("A rated game is for people and the site's own bots, not for programs."))
    if sum(kind != "bot" for kind in planned) < MIN_PEOPLE:
        raise BadOpening(TOO_FEW)
    if advisers:
        raise BadOpening(_("A rated game has no advisers."))


def check_filling(game: Game, seats: Iterable[Seat]) -> None:
    """Whether bots can take all seats that nobody has. Raises BadOpening."""
    if game.rated and sum(seat.user_id is not None for seat in seats) < MIN_PEOPLE:
        raise BadOpening(TOO_FEW)


def check_person(game: Game, user: User) -> None:
    """Whether this account may take a seat there, as far as ratings go. Raises NotAllowed."""
    if game.rated and (user.owner_id is not None or user.is_guest):
        raise NotAllowed(_("A rated game is for people and the site's own bots, not for programs."))


def warning_of_loss(game: Game, seat: Seat | None, user: User) -> str | None:
    """What somebody is to know before they leave a seat; None: it is no loss, as for whoever took the seat over."""
    counts = game.rated and game.rating_voided_at is None
    if not counts or seat is None or not seat_holders.has_begun(seat, user):
        return None
    return _("This game is rated: if you do not come back, it counts as lost for you, however it ends.")
