from __future__ import annotations

from datetime import timedelta

from django.db import migrations, models


def added(model: str, name: str, field: models.Field, filled: models.Field) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField(model, name, field)], [migrations.AddField(model, name, filled)]
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0031_coach")]

    operations = [
        migrations.AddField("game", "clock", models.JSONField(blank=True, editable=False, null=True)),
        migrations.AddField("seat", "time_left", models.DurationField(blank=True, editable=False, null=True)),
        migrations.AddField(
            "seat", "time_left_in", models.PositiveIntegerField(blank=True, editable=False, null=True)
        ),
        added(
            "seat",
            "excused",
            models.PositiveSmallIntegerField(db_default=0, null=True),
            models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        added(
            "turn",
            "grace",
            models.DurationField(db_default=timedelta(), null=True),
            models.DurationField(db_default=timedelta(), default=timedelta()),
        ),
        migrations.AddField("turn", "runs_out", models.DateTimeField(blank=True, null=True)),
    ]
