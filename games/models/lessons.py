"""What people have learned."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LessonDone(models.Model):
    """A lesson that a person has played to its end (games.table.lessons_done)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    """The engine's key of the game in games.engine.registry."""
    lesson = models.CharField(max_length=32)
    """The key of the lesson; of one that there is no more, too."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "lesson"], name="one_row_per_lesson_done")]

    def __str__(self) -> str:
        return f"{self.user_id} has done {self.kind}/{self.lesson}"
