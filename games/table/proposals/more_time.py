"""Giving everybody more time together, and changing the clock of the game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clock_words import clock_summary
from games.engine import registry
from games.live.announcements import bump_version
from games.models import Game, Seat, Turn
from games.table import deadlines
from games.table.errors import BadProposal, NoDeadline, NotPossible
from games.table.moderation.extending import extend_turns
from games.table.proposals.kinds import Decision, ProposalKind, Share, read_number
from games.time_control import TimeControl

MAX_DAYS: Final = 14


class ExtendAll(ProposalKind):
    key = "extend"
    name = _("More time for everybody")
    explanation = _("All deadlines that run when it is accepted are later by so many days.")
    share = Share.TWO_THIRDS

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        return {"days": read_number(given, "days", 1, MAX_DAYS, _("More time is between 1 and 14 days."))}

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        """Which deadlines run is looked at when it is accepted: just now a bot may be thinking."""

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:  # noqa: ARG002
        days = int(parameters["days"])
        return ngettext(
            "Make all deadlines that run %(days)s day later.", "Make all deadlines that run %(days)s days later.", days
        ) % {"days": days}

    def perform(self, decision: Decision) -> Mapping[str, object]:
        game, by_time = decision.game, timedelta(days=int(decision.proposal.parameters["days"]))
        if not game.turns.filter(status=Turn.Status.OPEN).exclude(due=None).exists():
            raise NoDeadline(_("No deadline was running."))
        moves = extend_turns(game, by_time, decision.now)
        return {
            "deadlines": [{"turn": turn.pk, "from": moved.before, "to": moved.after} for turn, moved in moves],
        }


class ChangeClock(ProposalKind):
    key = "clock"
    name = _("Another clock")
    explanation = _("Time is counted in another way from then on; all time that runs begins anew.")
    share = Share.ALL

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        """given: `time_control`, which the page or the API has read."""
        control = given.get("time_control")
        if not isinstance(control, TimeControl):
            raise BadProposal(_("Say which clock it is to be."))
        if control.round is not None and not registry.chronicle(game.kind).has_rounds:
            raise BadProposal(_("This game has no rounds: choose another clock."))
        return {"turn_limit": int(control.per_turn.total_seconds()), "clock": control.to_json()}

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        if _control(parameters) == game.time_control:
            raise NotPossible(_("This is the clock that the game has."))

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:  # noqa: ARG002
        return gettext("Change the clock of the game: %(clock)s.") % {"clock": clock_summary(_control(parameters))}

    def perform(self, decision: Decision) -> Mapping[str, object]:
        game, control = decision.game, _control(decision.proposal.parameters)
        before = {"turn_limit": int(game.turn_limit.total_seconds()), "clock": game.clock}
        deadlines.change_clock(game, control, decision.now)
        bump_version(game)
        game.save(update_fields=["turn_limit", "clock", "version"])
        return {"clock": {"from": before, "to": dict(decision.proposal.parameters)}}


def _control(parameters: Mapping[str, Any]) -> TimeControl:
    return TimeControl.from_json(timedelta(seconds=int(parameters["turn_limit"])), parameters["clock"])
