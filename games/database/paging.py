"""Paging of lists that may be very long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

if TYPE_CHECKING:
    Rows = QuerySet[Any]
    PagesOfRows = Paginator[Any]
else:
    PagesOfRows = Paginator

MAX_ROWS: Final = 1_000


class CappedPaginator(PagesOfRows):
    """Shows only the first MAX_ROWS rows: counting all rows, or going to the last page, would cost too much."""

    object_list: Rows

    @cached_property
    def count(self) -> int:
        return self.object_list.order_by()[:MAX_ROWS].count()

    @property
    def is_capped(self) -> bool:
        """Whether there may be more than the pages show."""
        return self.count == MAX_ROWS
