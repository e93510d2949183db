"""Work on many rows of a table in small steps; each step costs the same, even in a large table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db.models import QuerySet

BATCH_SIZE: Final = 500
"""How many rows of the table a step reads, and so how many a transaction changes at most: others write there, too."""


def change_in_batches(rows: QuerySet[Any], change: Callable[[QuerySet[Any]], int]) -> int:
    """Call `change` for the rows, one batch at a time; returns the sum of its results.

    The steps follow the primary key of the table: a step that searched for the next matching rows would read all the
    others again.
    """
    everything = rows.model._default_manager
    return sum(change(everything.filter(pk__in=keys)) for keys in _key_batches(rows) if keys)


def delete_in_batches(rows: QuerySet[Any]) -> int:
    """Delete the rows in batches; returns how many rows were deleted, including dependent ones."""
    return change_in_batches(rows, lambda batch: batch.delete()[0])


def for_each_key(rows: QuerySet[Any], change: Callable[[Any], int]) -> int:
    """Call `change` for the primary key of every row, found in the same steps; returns the sum of its results."""
    return sum(change(key) for keys in _key_batches(rows) for key in keys)


def _key_batches(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """The primary keys of the rows, for one range of the table after another."""
    rows, everything = rows.order_by("pk"), rows.model._default_manager.order_by("pk")
    key_range = list(everything.values_list("pk", flat=True)[:BATCH_SIZE])
    while key_range:
        first, last = key_range[0], key_range[-1]
        yield list(rows.filter(pk__gte=first, pk__lte=last).values_list("pk", flat=True))
        key_range = list(everything.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH_SIZE])
