"""What finished games count for their people, and the ratings that follow."""

from __future__ import annotations

from django.contrib import admin

from games.engine import registry
from games.models import PlayedGame, Rating, RatingChange
from games.staff.admin.filters import known_values
from games.staff.admin.site import OfGameMixin, OfPersonMixin, ReadOnlyAdmin, site

KINDS = ("kind", known_values(lambda: (rules.key for rules in registry.games())))
PLAYERS = ("players", known_values(lambda: range(2, 1 + max(rules.max_seats for rules in registry.games()))))


@admin.register(PlayedGame, site=site)
class PlayedGameAdmin(OfGameMixin, OfPersonMixin, ReadOnlyAdmin):
    list_display = (
        "id",
        "of_game",
        "of_person",
        "kind",
        "players",
        "other_people",
        "rank",
        "score",
        "left",
        "asked",
        "in_time",
        "ended_at",
    )
    list_filter = (KINDS, PLAYERS, ("ended_at", admin.DateFieldListFilter))
    search_fields = ("=game__id", "person__username")
    list_select_related = ("game", "person")
    fields = (*list_display, "seat", "shared", "answer_times", "picks", "from_at", "to_at")


@admin.register(Rating, site=site)
class RatingAdmin(OfPersonMixin, ReadOnlyAdmin):
    list_display = fields = ("id", "of_person", "kind", "players", "shown", "games", "mu", "sigma")
    list_filter = (KINDS, PLAYERS)
    search_fields = ("person__username",)
    list_select_related = ("person",)


@admin.register(RatingChange, site=site)
class RatingChangeAdmin(OfGameMixin, OfPersonMixin, ReadOnlyAdmin):
    list_display = fields = (
        "id",
        "of_game",
        "of_person",
        "kind",
        "players",
        "at",
        "why",
        "share",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
        "games",
        "voided",
    )
    list_filter = (KINDS, PLAYERS, "why", "voided")
    search_fields = ("=game__id", "person__username")
    list_select_related = ("game", "person")
