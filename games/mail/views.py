"""The pages behind links in our mails: those that end mails, and the one that plays a held mail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.access import Permission, may
from games.expired_links import expired_link_page
from games.mail import held_mails, votes
from games.mail.optout_links import digest_from_link, is_opted_out, opt_in, opt_out
from games.mail.unsubscribe import is_muted, mute, read_mute_link, unmute
from games.models.mail import IncomingMail
from games.models.proposals import Proposal
from games.models.turns import Move
from games.permission_required import permission_required
from games.table.errors import ProposalClosed, Refused, TurnClosed
from games.table.proposals import actions
from games.table.proposals.registry import find_kind
from games.table.proposals.shown import shown


# The signature in the address is the permission; mail programs post here without cookies (RFC 8058 §3.2).
@csrf_exempt
@permission_required(Permission.MUTE)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_mute(request: HttpRequest, signed: str) -> HttpResponse:
    found = read_mute_link(signed)
    if found is None:
        raise Http404(_("This link is not valid."))
    user, game = found
    if not may(Permission.MUTE, user, game):
        raise Http404(_("This link is not valid."))
    if request.method == "POST":
        if request.POST.get("again"):
            unmute(user, game)
        else:
            mute(user, game)
    return render(request, "mail/mute.html", {"game": game, "person": user, "muted": is_muted(user, game)})


# As above: the signature is the permission.
@csrf_exempt
@permission_required(Permission.DECLINE_INVITATIONS)
@require_http_methods(["GET", "HEAD", "POST"])
def mail_opt_out(request: HttpRequest, signed: str) -> HttpResponse:
    """Ends all invitations to the address that the link was sent to."""
    digest = digest_from_link(signed)
    if digest is None:
        raise Http404(_("This link is not valid."))
    if request.method == "POST":
        if request.POST.get("again"):
            opt_in(digest)
        else:
            opt_out(digest)
    return render(request, "mail/opt_out.html", {"out": is_opted_out(digest)})


@permission_required(Permission.PLAY)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_confirm(request: HttpRequest, signed: str) -> HttpResponse:
    """GET shows what the lines of a held mail would do; POST plays them, once.

    It needs no sign-in: the link was sent only to the person.
    """
    held = held_mails.find_held_mail(signed)
    if held is None:
        raise Http404(_("This link is not valid."))
    game, person = held.turn.game, held.person
    if held.incoming.status == IncomingMail.Status.DONE:
        return expired_link_page(request, game, person, _("This mail was dealt with already."))
    if not held_mails.is_waiting(held) or not may(Permission.PLAY, person, game, held.turn.seat):
        return expired_link_page(request, game, person, TurnClosed.default)
    with translation.override(person.reading_language), timezone.override(person.time_zone):
        if request.method != "POST":
            context = {
                "game": game,
                "preview": held_mails.preview_held_mail(held),
                "received_at": held.incoming.received_at,
            }
            return render(request, "mail/confirm.html", context)
        acknowledgement = held_mails.play_held_mail(held)
        if acknowledgement is None:
            return expired_link_page(request, game, person, _("This mail was dealt with already."))
        return render(request, "mail/confirmed.html", {"game": game, "acknowledgement": acknowledgement})


@permission_required(Permission.VOTE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_vote(request: HttpRequest, signed: str, choice: str) -> HttpResponse:
    """GET shows what is proposed, with a button for the chosen vote; POST votes, as the person of the ballot.

    It needs no sign-in: the link was sent only to the person.
    """
    ballot = votes.ballot_of_link(signed)
    if ballot is None or choice not in (votes.YES, votes.NO):
        raise Http404(_("This link is not valid."))
    proposal, person, agrees = ballot.proposal, ballot.person, choice == votes.YES
    game, voted = proposal.game, ""
    with translation.override(person.reading_language), timezone.override(person.time_zone):
        if request.method == "POST":
            try:
                proposal = actions.vote(proposal.pk, person, agrees=agrees, source=Move.Source.LINK)
            except Refused as refused:
                return expired_link_page(request, game, person, refused.message)
            voted = votes.vote_in_words(agrees)
        proposal = Proposal.objects.select_related("by__owner", "game").get(pk=proposal.pk)
        seats = list(proposal.game.seats.select_related("user__owner"))
        now = shown(proposal, person, seats)
        if not voted and not (now.may_vote and may(Permission.VOTE, person, game)):
            return expired_link_page(request, game, person, ProposalClosed.default)
        context = {
            "game": game,
            "shown": now,
            "explanation": find_kind(proposal.kind).explanation,
            "agrees": agrees,
            "other_url": votes.vote_url(ballot, votes.NO if agrees else votes.YES),
            "voted": voted,
        }
        return render(request, "mail/vote.html", context)
