"""Django's admin over all rows, for searching and reading. Nothing can be changed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import re_path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.access import Permission, may
from games.database.paging import CappedPaginator
from games.models import Game
from games.people.models import User
from games.staff.decorators import redirect_to_second_factor
from games.staff.search import QUERIES_BY_MODEL, filter_by_words

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin
DISABLED_URL_NAMES: Final = frozenset({"password_change", "password_change_done", "autocomplete", "view_on_site"})
"""Pages of Django's admin that this site has elsewhere or does not need."""


class StaffSite(admin.AdminSite):
    """Open only to staff, as games.access decides."""

    site_header = site_title = _("prweb: all rows")
    index_title = _("All rows")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return may(Permission.MODERATE, request.user)

    def get_urls(self) -> list[Any]:
        usual = [pattern for pattern in super().get_urls() if getattr(pattern, "name", None) not in DISABLED_URL_NAMES]
        return [re_path(r"^games/outgoingmail/(?P<rest>.*)$", self.admin_view(_redirect_to_deliveries)), *usual]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # noqa: ARG002
        """Sends people to the site's own sign-in, or staff to their second factor."""
        wanted = request.GET.get("next", reverse("admin:index"))
        if not isinstance(request.user, User):
            return redirect_to_login(wanted)
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_staff and not request.user.two_factors:
            return redirect_to_second_factor(request, request.user)
        raise PermissionDenied

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]  # noqa: ARG002
        return redirect("account_logout")


def _redirect_to_deliveries(request: HttpRequest, rest: str) -> HttpResponse:
    """The addresses that the table of deliveries had in earlier releases."""
    asked = request.META.get("QUERY_STRING", "")
    return redirect(f"{reverse('admin:games_delivery_changelist')}{rest}{'?' if asked else ''}{asked}")


site: Final = StaffSite(name="admin")


class ReadOnlyAdmin(AnyAdmin):
    """Rows for reading. `fields` names what is shown: never a secret, a token or a hidden part of a position."""

    actions = None
    list_per_page = 50
    # Newest first, by an index; tables whose ids do not grow use another order.
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    show_full_result_count = False
    paginator = CappedPaginator
    # Nothing is shown unless a subclass names it.
    fields: ClassVar[Any] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:  # noqa: ARG002
        return self.fields

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Searches large tables with the indexed queries of games.staff.search, others by `search_fields`."""
        words = search_term.strip()
        if words and self.model in QUERIES_BY_MODEL:
            return filter_by_words(queryset, words), False
        return super().get_search_results(request, queryset, search_term)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the rows show may be filtered by: else hidden values could be guessed letter by letter.

        Nor may rows of other tables that refer to a row be asked for: who has reported or blocked somebody.
        """
        return lookup.split("__")[0] in self._queryable_fields() and super().lookup_allowed(lookup, value, request)

    def _queryable_fields(self) -> set[str]:
        """Fields that are shown or filtered by, the id, and what the row refers to."""
        filters = (str(one[0] if isinstance(one, (tuple, list)) else one) for one in self.list_filter)
        relations = (field.name for field in self.opts.concrete_fields if field.is_relation)
        named = {"pk", self.opts.pk.name, *self.fields, *filters, *relations}
        return {name.split("__")[0] for name in named}

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may(Permission.MODERATE, request.user)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return may(Permission.MODERATE, request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Closed: nothing changes in the admin, so Django's log of changes is empty."""
        raise PermissionDenied

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(
            request, {"title": self.model._meta.verbose_name_plural, **(extra_context or {})}
        )


def game_link(game: Game | None, words: object = "") -> SafeString | str:
    """A link to the moderators' page of a game."""
    if game is None:
        return "–"
    return format_html('<a href="{}">{}</a>', reverse("staff-game", args=[game.pk]), words or game.name)


def person_link(person: User | None, words: object = "") -> SafeString | str:
    if person is None:
        return "–"
    return format_html('<a href="{}">{}</a>', reverse("staff-person", args=[person.username]), words or person.username)


def rows_link(model: str, field: str, value: object, words: object) -> SafeString:
    """A link to the rows of another table that belong to this row."""
    return format_html('<a href="{}?{}={}">{}</a>', reverse(f"admin:games_{model}_changelist"), field, value, words)


class OfPersonMixin:
    """The column with the person of a row."""

    @admin.display(description=_("person"), ordering="person__username")
    def of_person(self, row: Any) -> SafeString | str:
        return person_link(row.person)


class OfGameMixin:
    """The column with the game of a row."""

    @admin.display(description=_("game"), ordering="game__name")
    def of_game(self, row: Any) -> SafeString | str:
        return game_link(row.game)
