"""The audit trail takes entries and lets none be changed."""

from __future__ import annotations

import pytest

from games.models import AuditEntry
from games.people.models import User
from games.table.audit import note

pytestmark = pytest.mark.django_db


def test_an_entry_is_neither_changed_nor_deleted(anna: User) -> None:
    entry = note("pause", by=anna, reason="a fire")
    entry.reason = "none"
    for change in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(reason="none"),
    ):
        with pytest.raises(TypeError, match="append-only"):
            change()
    assert AuditEntry.objects.get().reason == "a fire"
