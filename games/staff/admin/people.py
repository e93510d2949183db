"""People, their absences and channels, the audit trail, and the processes of the site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import AuditEntry, Endpoint, Heartbeat
from games.people.models import Absence, User
from games.people.two_factors import has_second_factor
from games.staff.admin.filters import known_values
from games.staff.admin.site import OfPersonMixin, ReadOnlyAdmin, game_link, person_link, site
from games.staff.trail_words import WORDS


@admin.register(User, site=site)
class UserAdmin(ReadOnlyAdmin):
    list_display = (
        "username",
        "on_the_site",
        "email",
        "is_staff",
        "is_superuser",
        "suspended_at",
        "owned_by",
        "last_login",
    )
    list_filter = (
        "is_staff",
        "is_superuser",
        "is_active",
        ("suspended_at", admin.EmptyFieldListFilter),
        ("owner", admin.EmptyFieldListFilter),
        ("language", known_values(lambda: dict(settings.LANGUAGES))),
        ("date_joined", admin.DateFieldListFilter),
    )
    search_fields = ("username", "email")
    list_select_related = ("owner",)
    fields = (
        "username",
        "on_the_site",
        "email",
        "language",
        "time_zone",
        "is_active",
        "is_staff",
        "is_superuser",
        "two_factors_set_up",
        "suspended_at",
        "suspension_reason",
        "owned_by",
        "date_joined",
        "last_login",
    )

    @admin.display(description=_("moderators' page"))
    def on_the_site(self, person: User) -> SafeString | str:
        return person_link(person, _("their page"))

    @admin.display(description=_("owner"), ordering="owner__username")
    def owned_by(self, person: User) -> SafeString | str:
        return person_link(person.owner)

    @admin.display(description=_("authenticator app set up"), boolean=True)
    def two_factors_set_up(self, person: User) -> bool:
        return has_second_factor(person)


@admin.register(Absence, site=site)
class AbsenceAdmin(OfPersonMixin, ReadOnlyAdmin):
    list_display = fields = ("id", "of_person", "first", "last", "announced_at")
    list_filter = (("first", admin.DateFieldListFilter), ("last", admin.DateFieldListFilter))
    search_fields = ("person__username",)
    list_select_related = ("person",)


@admin.register(Endpoint, site=site)
class EndpointAdmin(OfPersonMixin, ReadOnlyAdmin):
    """Whether people's channels work: without their addresses, which are secrets, keys and names."""

    list_display = fields = (
        "id",
        "of_person",
        "kind",
        "tells",
        "created_at",
        "last_success_at",
        "failures",
        "last_fault",
        "off_at",
        "off_because",
    )
    list_filter = ("kind", "off_because", ("off_at", admin.EmptyFieldListFilter))
    search_fields = ("person__username",)
    list_select_related = ("person",)


@admin.register(AuditEntry, site=site)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "action", "by", "of_game", "place", "done_to", "reason")
    list_filter = (
        ("action", known_values(lambda: WORDS)),
        ("actor", admin.EmptyFieldListFilter),
        ("at", admin.DateFieldListFilter),
    )
    search_fields = ("=action", "actor__username", "person__username", "=game__id", "game__name", "reason")
    list_select_related = ("actor", "game", "person")
    fields = ("at", "action", "by", "of_game", "place", "done_to", "reason", "details")

    @admin.display(description=_("by"), ordering="actor__username")
    def by(self, entry: AuditEntry) -> SafeString | str:
        return person_link(entry.actor) if entry.actor else str(_("the site"))

    @admin.display(description=_("game"))
    def of_game(self, entry: AuditEntry) -> SafeString | str:
        return game_link(entry.game)

    @admin.display(description=_("seat"))
    def place(self, entry: AuditEntry) -> str:
        return "–" if entry.seat is None else str(entry.seat + 1)

    @admin.display(description=_("person"))
    def done_to(self, entry: AuditEntry) -> SafeString | str:
        return person_link(entry.person)


@admin.register(Heartbeat, site=site)
class HeartbeatAdmin(ReadOnlyAdmin):
    list_display = ("name", "kind", "queues", "started_at", "at")
    list_filter = ("kind",)
    search_fields = ("name",)
    fields = ("name", "kind", "queues", "started_at", "at")
