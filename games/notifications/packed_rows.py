"""What games.table.packing does with rows of any table, of these two as well: they go into a pack, and come back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.db.models import Model

MAX_AT_ONCE: Final = 500
"""Rows that one statement writes."""


def restore(model: type[Model], rows: Sequence[Any]) -> None:
    """Make rows of them again, with their ids."""
    model._default_manager.bulk_create(rows, batch_size=MAX_AT_ONCE)


def remove(model: type[Model], ids: Collection[int]) -> None:
    """Delete the rows, which are in a pack now."""
    model._default_manager.filter(pk__in=ids).delete()
