"""Pausing together, and going on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access import Permission
from games.models import Game, Proposal, Seat
from games.table import audit, pausing
from games.table.errors import NotPossible
from games.table.proposals.kinds import Decision, ProposalKind, Share, read_number

MAX_DAYS: Final = 30


class Pause(ProposalKind):
    key = "pause"
    name = _("Pause the game")
    explanation = _("Nobody can move and no time runs until you go on together, or until these days are over.")
    share = Share.TWO_THIRDS

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        return {"days": read_number(given, "days", 1, MAX_DAYS, _("A pause has between 1 and 30 days."))}

    def offered(self, game: Game) -> bool:
        return game.paused_at is None

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:  # noqa: ARG002
        if game.paused_at is not None:
            raise NotPossible(_("The game is paused already."))

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:  # noqa: ARG002
        days = int(parameters["days"])
        return ngettext(
            "Pause the game for %(days)s day at most.", "Pause the game for %(days)s days at most.", days
        ) % {"days": days}

    def perform(self, decision: Decision) -> Mapping[str, object]:
        pausing.stop_game(decision.game, decision.now)
        audit.note(Permission.PAUSE, by=decision.by, game=decision.game, details={"proposal": decision.proposal.pk})
        return {}


class Resume(ProposalKind):
    key = "resume"
    name = _("Go on with the game")
    explanation = _("The pause ends now; all deadlines are later by its length.")
    share = Share.TWO_THIRDS

    def offered(self, game: Game) -> bool:
        return pause_of_players(game) is not None

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:  # noqa: ARG002
        if pause_of_players(game) is None:
            raise NotPossible(_("The game is not paused by its players."))

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:  # noqa: ARG002
        return str(_("Go on with the game now."))

    def perform(self, decision: Decision) -> Mapping[str, object]:
        paused = pausing.restart_game(decision.game, decision.now)
        details = {"proposal": decision.proposal.pk, "paused": paused}
        audit.note(Permission.RESUME, by=decision.by, game=decision.game, details=details)
        return {"paused": paused}


def pause_of_players(game: Game) -> Proposal | None:
    """The proposal by which a game is paused; None if it is not, or staff have paused it or taken the pause over."""
    if game.paused_at is None or pausing.is_held_by_staff(game):
        return None
    accepted = game.proposals.filter(kind=Pause.key, status=Proposal.Status.ACCEPTED)
    return accepted.filter(decided_at=game.paused_at).first()


def ends_at(pause: Proposal) -> datetime:
    """When a pause of the players ends by itself."""
    assert pause.decided_at is not None
    return pause.decided_at + timedelta(days=int(pause.parameters["days"]))
