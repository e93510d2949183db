"""What people seek, the games that were found for them, and for which seats they wait."""

from __future__ import annotations

from django.contrib import admin

from games.engine import registry
from games.models import Seek, SeekFind, WaitingPerson
from games.staff.admin.filters import known_values
from games.staff.admin.site import OfGameMixin, OfPersonMixin, ReadOnlyAdmin, site


@admin.register(Seek, site=site)
class SeekAdmin(OfPersonMixin, ReadOnlyAdmin):
    list_display = (
        "id",
        "of_person",
        "kind",
        "players",
        "rated",
        "per_week",
        "most_games",
        "made_at",
        "waiting_since",
        "paused",
    )
    list_filter = (("kind", known_values(lambda: (rules.key for rules in registry.games()))), "paused", "rated")
    search_fields = ("person__username",)
    list_select_related = ("person",)
    fields = (
        "id",
        "of_person",
        "kind",
        "players",
        "options",
        "shortest",
        "longest",
        "rated",
        "lowest",
        "highest",
        "least_reliability",
        "per_week",
        "most_games",
        "made_at",
        "waiting_since",
        "seen_at",
        "paused",
    )


@admin.register(SeekFind, site=site)
class SeekFindAdmin(OfGameMixin, OfPersonMixin, ReadOnlyAdmin):
    list_display = ("id", "of_game", "of_person", "seek", "waited_since", "at")
    fields = (*list_display, "lowest", "highest", "least_reliability")
    list_filter = (("at", admin.DateFieldListFilter),)
    search_fields = ("=game__id", "game__name", "person__username")
    list_select_related = ("game", "person", "seek")


@admin.register(WaitingPerson, site=site)
class WaitingPersonAdmin(OfGameMixin, OfPersonMixin, ReadOnlyAdmin):
    list_display = fields = ("id", "of_game", "of_person", "since")
    search_fields = ("=game__id", "game__name", "person__username")
    list_select_related = ("game", "person")
