"""What players have proposed to each other, and how they have voted."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Ballot, Proposal
from games.staff.admin.filters import known_values
from games.staff.admin.site import ReadOnlyAdmin, game_link, person_link, rows_link, site
from games.table.proposals.registry import KINDS


@admin.register(Proposal, site=site)
class ProposalAdmin(ReadOnlyAdmin):
    list_display = ("id", "of_game", "kind", "proposed_by", "status", "proposed_at", "open_until", "decided_at")
    list_filter = ("status", ("kind", known_values(lambda: KINDS)), ("proposed_at", admin.DateFieldListFilter))
    search_fields = ("=game__id", "game__name", "by__username")
    list_select_related = ("game", "by")
    fields = (
        "id",
        "of_game",
        "kind",
        "proposed_by",
        "parameters",
        "status",
        "proposed_at",
        "open_until",
        "decided_at",
        "votes",
    )

    @admin.display(description=_("game"))
    def of_game(self, proposal: Proposal) -> SafeString | str:
        return game_link(proposal.game)

    @admin.display(description=_("by"), ordering="by__username")
    def proposed_by(self, proposal: Proposal) -> SafeString | str:
        return person_link(proposal.by)

    @admin.display(description=_("votes"))
    def votes(self, proposal: Proposal) -> SafeString:
        return rows_link("ballot", "proposal__id__exact", proposal.pk, _("all its votes"))


@admin.register(Ballot, site=site)
class BallotAdmin(ReadOnlyAdmin):
    list_display = fields = ("id", "of_game", "proposal", "voter", "agrees", "changes", "voted_at")
    list_filter = ("agrees", ("voted_at", admin.DateFieldListFilter))
    search_fields = ("=proposal__game__id", "person__username")
    list_select_related = ("proposal__game", "person")

    @admin.display(description=_("game"))
    def of_game(self, ballot: Ballot) -> SafeString | str:
        return game_link(ballot.proposal.game)

    @admin.display(description=_("person"), ordering="person__username")
    def voter(self, ballot: Ballot) -> SafeString | str:
        return person_link(ballot.person)
