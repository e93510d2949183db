"""Work on many rows of a table in small steps, each of which costs the same, however large the table is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db.models import QuerySet

AT_ONCE: Final = 500
"""Rows of the table that one step looks at, and so the most that one transaction changes: others write there too."""


def in_batches(rows: QuerySet[Any], change: Callable[[QuerySet[Any]], int]) -> int:
    """Call `change` for the rows, so many at a time; the sum of what it returns.

    Step by step through the table's primary key: a step that looked for the next rows that need it would read past all
    the others again.
    """
    everything = rows.model._default_manager
    return sum(change(everything.filter(pk__in=keys)) for keys in _steps(rows) if keys)


def delete(rows: QuerySet[Any]) -> int:
    """Delete the rows, so many at a time; how many rows went, those that hang on them included."""
    return in_batches(rows, lambda some: some.delete()[0])


def each(rows: QuerySet[Any], change: Callable[[Any], int]) -> int:
    """Call `change` for the primary key of every row, found in the same steps; the sum of what it returns."""
    return sum(change(key) for keys in _steps(rows) for key in keys)


def _steps(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """The primary keys of the rows, by the parts of the table they stand in."""
    rows, everything = rows.order_by("pk"), rows.model._default_manager.order_by("pk")
    looked_at = list(everything.values_list("pk", flat=True)[:AT_ONCE])
    while looked_at:
        first, last = looked_at[0], looked_at[-1]
        yield list(rows.filter(pk__gte=first, pk__lte=last).values_list("pk", flat=True))
        looked_at = list(everything.filter(pk__gt=last).values_list("pk", flat=True)[:AT_ONCE])
