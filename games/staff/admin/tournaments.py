"""Tournaments, who is in them, their rounds and tables."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.engine import registry
from games.models import Entrant, Tournament, TournamentBye, TournamentRound, TournamentSeat, TournamentTable
from games.staff.admin.filters import known_values
from games.staff.admin.site import OfGameMixin, ReadOnlyAdmin, game_link, person_link, site


@admin.register(Tournament, site=site)
class TournamentAdmin(ReadOnlyAdmin):
    """Without its link, and without the seed of its draws."""

    list_display = ("name", "id", "on_the_site", "kind", "status", "organised_by", "entry", "places", "opened_at")
    list_filter = (
        "status",
        "entry",
        "filling",
        "rated",
        ("kind", known_values(lambda: (rules.key for rules in registry.games()))),
    )
    search_fields = ("=id", "name", "organiser__username")
    ordering = ("-opened_at", "pk")
    list_select_related = ("organiser",)
    fields = (
        *("name", "id", "on_the_site", "kind", "options", "turn_limit", "clock", "rated", "status", "organised_by"),
        *("entry", "places", "fewest", "table_size", "rounds", "entry_until", "filling", "bot_level"),
        *("opened_at", "started_at", "ended_at"),
    )

    @admin.display(description=_("moderators' page"))
    def on_the_site(self, tournament: Tournament) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("staff-tournament", args=[tournament.pk]), _("its page"))

    @admin.display(description=_("by"), ordering="organiser__username")
    def organised_by(self, tournament: Tournament) -> SafeString | str:
        return person_link(tournament.organiser)


@admin.register(Entrant, site=site)
class EntrantAdmin(ReadOnlyAdmin):
    list_display = fields = (
        *("id", "tournament", "person", "bot_level", "bot_number", "status", "since", "dropped_in", "place"),
    )
    list_filter = ("status",)
    search_fields = ("=tournament__id", "tournament__name", "user__username")
    list_select_related = ("tournament", "user")

    @admin.display(description=_("person"), ordering="user__username")
    def person(self, entrant: Entrant) -> SafeString | str:
        return person_link(entrant.user)


@admin.register(TournamentRound, site=site)
class TournamentRoundAdmin(ReadOnlyAdmin):
    list_display = fields = ("id", "tournament", "number", "started_at", "ended_at", "repeated", "together")
    search_fields = ("=tournament__id", "tournament__name")
    list_select_related = ("tournament",)


@admin.register(TournamentTable, site=site)
class TournamentTableAdmin(OfGameMixin, ReadOnlyAdmin):
    list_display = fields = ("id", "round", "number", "of_game")
    search_fields = ("=round__tournament__id", "=game__id")
    list_select_related = ("round", "game")


@admin.register(TournamentSeat, site=site)
class TournamentSeatAdmin(ReadOnlyAdmin):
    list_display = fields = ("id", "of_game", "index", "entrant")
    search_fields = ("=table__round__tournament__id", "=table__game__id")
    list_select_related = ("table__game", "entrant")

    @admin.display(description=_("game"), ordering="table__game__name")
    def of_game(self, seat: TournamentSeat) -> SafeString | str:
        return game_link(seat.table.game)


@admin.register(TournamentBye, site=site)
class TournamentByeAdmin(ReadOnlyAdmin):
    list_display = fields = ("id", "round", "entrant")
    search_fields = ("=round__tournament__id",)
    list_select_related = ("round", "entrant")
