"""The codes by which a seat is given up by mail."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from games.models.table import Seat


def new_nonce() -> str:
    return secrets.token_hex(16)


class ResignationCode(models.Model):
    """A one-time code that was mailed to somebody who asked by mail to give up a seat; it is deleted when it is used.

    The code is made of `nonce` with the site's secret key (games.table.resignation), so that nobody reads it here.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=32, default=new_nonce)
    tries = models.PositiveSmallIntegerField(default=0)
    """Wrong codes that came for it; after some it is worth nothing, and no other is made before it expires."""
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "seat"], name="one_resignation_code_per_seat")]
