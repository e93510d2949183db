from __future__ import annotations

from django.db import migrations, models


def added(model: str, name: str, field: models.Field, filled: models.Field) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField(model, name, field)], [migrations.AddField(model, name, filled)]
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0026_deliveries_by_notification")]

    operations = [
        added(
            "turn",
            "early",
            models.BooleanField(db_default=False, null=True),
            models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField("turn", "plan", models.JSONField(blank=True, null=True)),
        migrations.AddField("seat", "next_pick", models.JSONField(blank=True, editable=False, null=True)),
        migrations.AddField("move", "planned_at", models.DateTimeField(blank=True, null=True)),
        added(
            "seat",
            "private_version",
            models.PositiveIntegerField(db_default=0, null=True),
            models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
