"""Deciding together, from the page of the game: propose something, vote, withdraw."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access import Permission
from games.models import Proposal
from games.refusals import refusals_as_errors, show_refusals
from games.table.errors import Refused
from games.table.proposals import actions
from games.table.proposals.registry import find_kind
from games.table.proposals.shown import possible_proposal
from games.table.proposals.telling import OUTCOMES
from games.web.proposal_forms import ProposalForm, form_of
from games.web.visitors import Visitor, game_address, game_permission_required

YES: Final = "yes"
NO: Final = "no"


def _address(visitor: Visitor, **_about: object) -> str:
    return game_address(visitor)


@game_permission_required(Permission.PROPOSE)
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals(_address)
def propose(request: HttpRequest, visitor: Visitor, kind: str) -> HttpResponse:
    """GET says what this kind of proposal does, who must agree and how long it is open; POST proposes it."""
    form_type, seat = form_of(kind), visitor.seat
    if form_type is None or seat is None:
        raise Http404
    offered = possible_proposal(visitor.game, seat, list(visitor.game.seats.all()), kind)
    if offered is None and request.method != "POST":
        messages.info(request, _("That cannot be proposed now."))
        return redirect("game", visitor.game.pk)
    form = form_type(request.POST if request.method == "POST" else None, visitor.game, seat)
    if form.is_valid() and (proposal := _proposed(visitor, kind, form)) is not None:
        messages.success(request, _said(proposal))
        return redirect("game", visitor.game.pk)
    context = {
        "game": visitor.game,
        "kind": find_kind(kind),
        "offered": offered,
        "form": form,
        "has_clock": "turn_limit" in form.fields,
        "days_open": actions.OPEN_FOR.days,
    }
    return render(request, "web/game_propose.html", context, status=422 if form.errors else 200)


def _proposed(visitor: Visitor, kind: str, form: ProposalForm) -> Proposal | None:
    """None if it is refused: the form says why."""
    with refusals_as_errors(form):
        return actions.propose(visitor.game.pk, visitor.user, kind, form.given(), key=form.cleaned_data["key"])
    return None


@game_permission_required(Permission.VOTE)
@require_POST
@show_refusals(_address)
def vote(request: HttpRequest, visitor: Visitor, proposal_id: int) -> HttpResponse:
    """`vote=yes` or `vote=no`."""
    _require_of(visitor, proposal_id)
    given = request.POST.get("vote")
    if given not in (YES, NO):
        raise Refused
    proposal = actions.vote(proposal_id, visitor.user, agrees=given == YES)
    said = _("You have said yes.") if given == YES else _("You have said no.")
    messages.success(request, f"{said} {_said(proposal)}" if proposal.status in OUTCOMES else said)
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.PROPOSE)
@require_POST
@show_refusals(_address)
def withdraw(request: HttpRequest, visitor: Visitor, proposal_id: int) -> HttpResponse:
    _require_of(visitor, proposal_id)
    messages.success(request, _said(actions.withdraw(proposal_id, visitor.user)))
    return redirect("game", visitor.game.pk)


def _require_of(visitor: Visitor, proposal_id: int) -> None:
    """Raises Http404 for a proposal of another game."""
    if not visitor.game.proposals.filter(pk=proposal_id).exists():
        raise Http404


def _said(proposal: Proposal) -> str:
    if proposal.status == Proposal.Status.OPEN:
        return _("It is proposed; the others are asked.")
    if proposal.proposed_at == proposal.decided_at:
        return _("It is done.")
    return str(OUTCOMES[proposal.status])
