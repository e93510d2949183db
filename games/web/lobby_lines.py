"""A game that waits for players, or a vacant seat, as a line of the lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Game
from games.people.models import User
from games.table import queries
from games.table.positions import rules_of
from games.table.vacant_offers import VacantOffer
from games.wording import in_words


def lobby_line(game: Game) -> dict[str, Any]:
    """The context of one line. The seats and their users must be loaded."""
    seats = list(game.seats.all())
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "special": queries.changed_options(game),
        "taken": sum(bool(seat.user_id or seat.bot_level) for seat in seats),
        "people": [seat.user for seat in seats if seat.user],
    }


def people_of(lines: Iterable[dict[str, Any]]) -> list[User]:
    """Everybody whom these lines name."""
    return [person for line in lines for person in line["people"]]


def vacant_line(offer: VacantOffer) -> dict[str, Any]:
    """The context of the line of a vacant seat."""
    seats = list(offer.game.seats.all())
    return {
        "game": offer.game,
        "seat": offer.seat,
        "title": in_words(rules_of(offer.game).title),
        "special": queries.changed_options(offer.game),
        "standing": vacant_standing(offer),
        "former": queries.seat_name(offer.seat),
        "people": [seat.user for seat in seats if seat.user and not seat.is_given_up],
    }


def vacant_standing(offer: VacantOffer) -> str:
    """How the seat stands, in a few words: "2nd of 4, round 7"."""
    count = offer.game.seat_count
    parts = []
    if offer.place is not None:
        ordinal = _ordinal(offer.place)
        text = _("shares the %(place)s place of %(count)s") if offer.shared else _("%(place)s of %(count)s")
        parts.append(text % {"place": ordinal, "count": count})
    else:
        parts.append(_("a game for %(count)s") % {"count": count})
    if offer.round:
        parts.append(_("round %(round)s") % {"round": offer.round})
    return ", ".join(parts)


def _ordinal(place: int) -> str:
    """A place at a table; languages have their own ways to write one."""
    words = [
        pgettext("place by points", "1st"),
        pgettext("place by points", "2nd"),
        pgettext("place by points", "3rd"),
        pgettext("place by points", "4th"),
        pgettext("place by points", "5th"),
        pgettext("place by points", "6th"),
    ]
    return words[place - 1] if place <= len(words) else str(place)
