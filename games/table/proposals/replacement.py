"""Who plays in a seat: replacing a person by a bot, and opening a bot's seat to people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from games.table import vacant_seats
from games.table.errors import BadProposal, NotPossible, SeatLocked
from games.table.proposals.kinds import Decision, ProposalKind, Share, read_number
from games.table.queries import seat_names


class Replace(ProposalKind):
    key = "replace"
    name = _("Replace somebody by a bot")
    explanation = _(
        "A bot plays in their seat from then on, and they cannot return; others can take the seat over. They do not "
        "vote on it, but are told."
    )
    share = Share.ALL
    is_about_somebody = True

    def fewest_voters(self, game: Game) -> int:  # noqa: ARG002
        """One person alone must not decide who else plays."""
        return 2

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:
        refusal = _("Say who is to be replaced: somebody else who still plays.")
        index = read_number(given, "seat", 0, game.seat_count - 1, refusal)
        other = game.seats.select_related("user").get(index=index)
        if other.pk == seat.pk or other.user is None or other.is_given_up:
            raise BadProposal(refusal)
        return {"seat": index, "person": other.user.pk}

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        seat = game.seats.get(index=parameters["seat"])
        if seat.user_id != parameters["person"] or seat.is_given_up:
            raise NotPossible(_("They do not play in this game any more."))

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:
        names = seat_names(game.seats.select_related("user__owner"))
        return gettext("Replace %(player)s by a bot; they cannot return.") % {"player": names[parameters["seat"]]}

    def concerned(self, parameters: Mapping[str, Any]) -> int:
        return int(parameters["seat"])

    def perform(self, decision: Decision) -> Mapping[str, object]:
        game = decision.game
        seat = game.seats.select_related("user").get(index=decision.proposal.parameters["seat"])
        vacant_seats.vacate(game, seat, Seat.Cause.VOTED)
        return {"seat": seat.index, "plays": settings.CARETAKER_LEVEL}


class OpenSeat(ProposalKind):
    key = "open-seat"
    name = _("Open a bot's seat to people")
    explanation = _("Somebody from outside can take the seat over. The bot plays on until then.")
    share = Share.TWO_THIRDS

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        refusal = _("Say which bot's seat is to be opened.")
        index = read_number(given, "seat", 0, game.seat_count - 1, refusal)
        if index not in {one.index for one in seats_of_bots(game)}:
            raise BadProposal(refusal)
        return {"seat": index}

    def offered(self, game: Game) -> bool:
        return bool(game.takeover) and bool(seats_of_bots(game))

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        if not game.takeover:
            raise SeatLocked
        if parameters["seat"] not in {one.index for one in seats_of_bots(game)}:
            raise NotPossible(_("People can take this seat already, or nobody may."))

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:
        names = seat_names(game.seats.select_related("user__owner"))
        return gettext("Open the seat of %(player)s to people.") % {"player": names[parameters["seat"]]}

    def perform(self, decision: Decision) -> Mapping[str, object]:
        seat = decision.game.seats.get(index=decision.proposal.parameters["seat"])
        vacant_seats.open_bot_seat(decision.game, seat)
        return {"seat": seat.index}


def seats_of_bots(game: Game) -> list[Seat]:
    """The seats of bots that can be opened to people."""
    return list(game.seats.filter(user=None, vacant_since=None, locked=False).exclude(bot_level=""))


def replaceable_seats(game: Game, seat: Seat) -> list[Seat]:
    """The seats whose people can be replaced, as far as the person at a seat may propose it."""
    others = game.seats.select_related("user").exclude(pk=seat.pk).exclude(user=None)
    return [other for other in others if not other.is_given_up]
