"""The admin's tables of turns, moves and mails, which also show the rows of packed games.

A list of all rows shows only those in the tables, and says so: it does not open the packs of all games. The list of one
game (or seat, or turn), and the page of one row, are read from the pack of that game.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs, parse_qsl

from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import SEARCH_VAR, ChangeList
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import InvalidPage, Paginator
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

from games.models import Game, PackedTurn, Seat
from games.staff.admin.site import ReadOnlyAdmin
from games.table.history import History, history_of

BY_GAME: Final = ("game__id__exact", "game_id__exact", "game__exact", "turn__game__id__exact", "game", "game__id")
BY_SEAT: Final = ("seat__id__exact", "seat__exact")
BY_TURN: Final = ("turn__id__exact", "turn__exact")
KEPT_FILTERS: Final = "_changelist_filters"
"""In the address of a row: the filters of the list that led there."""


def packed_game(asked: Iterable[tuple[str, object]]) -> Game | None:
    """The packed game that the filters of a list name; None if they name none."""
    for name, given in asked:
        value = str(given)
        if name in BY_GAME or name == SEARCH_VAR:
            game_id: str | None = value.strip()
        elif name in BY_SEAT and value.isdigit():
            game_id = Seat.objects.filter(pk=value).values_list("game", flat=True).first()
        elif name in BY_TURN and value.isdigit():
            game_id = PackedTurn.objects.filter(pk=value).values_list("game_id", flat=True).first()
        else:
            continue
        game = Game.objects.select_related("host").filter(pk=game_id or "", packed_at__isnull=False).first()
        if game is not None:
            return game
    return None


class PackedList(ChangeList):
    """A list of the rows in one game's pack, filtered, searched and sorted like a table."""

    def get_results(self, request: HttpRequest) -> None:
        game = packed_game(request.GET.dict().items())
        if game is None:
            super().get_results(request)
            return
        assert isinstance(self.model_admin, PackedRowsAdmin)
        rows = [row for row in self.model_admin.packed_rows(history_of(game)) if self._is_wanted(row, request)]
        for name in reversed(self.get_ordering(request, self.root_queryset)):
            field = str(name)
            rows.sort(key=lambda row: _sortable(_value(row, field.lstrip("-"))), reverse=field.startswith("-"))
        paginator = Paginator(rows, self.list_per_page)
        self.result_count = self.full_result_count = len(rows)
        self.show_full_result_count = self.show_admin_actions = False
        self.can_show_all, self.multi_page = False, paginator.num_pages > 1
        self.paginator = paginator
        try:
            self.result_list = paginator.page(self.page_num).object_list
        except InvalidPage as error:
            raise IncorrectLookupParameters from error

    def _is_wanted(self, row: Model, request: HttpRequest) -> bool:
        if not all(_fits(row, name, str(value)) for name, value in request.GET.dict().items() if "__" in name):
            return False
        words = request.GET.get(SEARCH_VAR, "").split()
        return all(any(_found(row, field, word) for field in self.search_fields) for word in words)


class PackedRowsAdmin(ReadOnlyAdmin):
    """A table that also shows packed rows; `packed_rows` gives those of one game, with all that is shown of them."""

    change_list_template = "staff/rows_with_packs.html"
    game_known_by_id: ClassVar[bool] = False
    """Whether the id of a row is enough to find its packed game."""

    def packed_rows(self, history: History) -> Iterable[Model]:
        raise NotImplementedError

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:  # noqa: ARG002
        return PackedList

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        more = {"packed_game": packed_game(request.GET.dict().items()), **(extra_context or {})}
        return super().changelist_view(request, more)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        row = super().get_object(request, object_id, from_field)
        if row is not None or not object_id.isdigit():
            return row
        asked = parse_qsl(parse_qs(request.META.get("QUERY_STRING", "")).get(KEPT_FILTERS, [""])[0])
        game = packed_game(
            [("turn__exact", object_id)] if self.game_known_by_id else [*asked, *request.GET.dict().items()]
        )
        if game is None:
            return None
        return next((row for row in self.packed_rows(history_of(game)) if row.pk == int(object_id)), None)


# --- what the database does for tables ----------------------------------------------------------------------------


def _value(row: Any, path: str) -> Any:
    """The value of a field of the row or of a related row."""
    for name in path.split("__"):
        if name == "pk" or row is None:
            return None if row is None else row.pk
        try:
            row = getattr(row, name)
        except (AttributeError, ObjectDoesNotExist):
            return None
    return row.pk if isinstance(row, Model) else row


def _sortable(value: Any) -> tuple[bool, Any]:
    return value is not None, value if value is not None else 0


def _fits(row: Model, lookup: str, asked: str) -> bool:
    *path, how = lookup.split("__")
    value = _value(row, "__".join(path))
    match how:
        case "isempty" | "isnull":
            return (value in (None, "")) == (asked in ("1", "True", "true"))
        case "year" | "month" | "day":
            return isinstance(value, datetime) and str(getattr(timezone.localtime(value), how)) == asked
        case "gte" | "lt" if isinstance(value, datetime):
            moment = datetime.fromisoformat(asked.replace(" ", "+"))
            moment = moment if timezone.is_aware(moment) else timezone.make_aware(moment)
            return value >= moment if how == "gte" else value < moment
        case _:
            if isinstance(value, bool):
                return value == (asked in ("1", "True", "true"))
            return str(value) == asked


def _found(row: Model, field: str, word: str) -> bool:
    value = str(_value(row, field.lstrip("=")) or "").casefold()
    return value == word.casefold() if field.startswith("=") else word.casefold() in value
