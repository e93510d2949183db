"""The codes for resigning by mail."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from games.models.table import Seat


def new_nonce() -> str:
    return secrets.token_hex(16)


class ResignationCode(models.Model):
    """A one-time code that was mailed to somebody who wants to resign by mail; it is deleted when it is used.

    The code is made of `nonce` and the site's secret key (games.table.resignation), so it cannot be read here.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=32, default=new_nonce)
    tries = models.PositiveSmallIntegerField(default=0)
    """Wrong codes that came; after too many, the code is not valid any more, and there is no other until it expires."""
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "seat"], name="one_resignation_code_per_seat")]
