"""Pages of lists that may be very long."""

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

MOST: Final = 1_000


class FirstPages(PagesOfRows):
    """Of a table's rows only the first MOST: to count them all, or go to the last, would cost as much as there are."""

    object_list: Rows

    @cached_property
    def count(self) -> int:
        return self.object_list.order_by()[:MOST].count()

    @property
    def ends_early(self) -> bool:
        """Whether there may be more than the pages show."""
        return self.count == MOST
