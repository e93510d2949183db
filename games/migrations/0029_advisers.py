from __future__ import annotations

from django.db import migrations, models

SOURCES = [
    ("web", "web page"),
    ("link", "mail link"),
    ("mail", "mail"),
    ("api", "API"),
    ("bot", "bot"),
    ("timeout", "time-out"),
    ("adviser", "adviser"),
    ("forced", "only move"),
    ("staff", "staff"),
]


def added(model: str, name: str, field: models.Field, filled: models.Field) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField(model, name, field)], [migrations.AddField(model, name, filled)]
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0028_standing_orders")]

    operations = [
        added(
            "game",
            "advisers",
            models.BooleanField(db_default=False, null=True),
            models.BooleanField(db_default=False, default=False, verbose_name="advisers"),
        ),
        added(
            "turn",
            "adviser",
            models.CharField(blank=True, db_default="", max_length=32, null=True),
            models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        # No column changes: one more word is possible.
        migrations.AlterField("move", "source", models.CharField(choices=SOURCES, max_length=8)),
    ]
