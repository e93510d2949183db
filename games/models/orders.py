"""What people have ordered once for all their games of a kind."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class DefaultOrders(models.Model):
    """The standing orders with which a person's seats begin (games.table.seat_orders)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    """The engine's key of the game in games.engine.registry."""
    orders = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_set_of_orders_per_kind")]

    def __str__(self) -> str:
        return f"orders of {self.user_id} for {self.kind}"
