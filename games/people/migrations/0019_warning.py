from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_leaderboards_and_traces")]

    operations = [
        # SQLite adds a column without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("user", "warning", models.TextField(db_default="", null=True))],
            [
                migrations.AddField(
                    "user",
                    "warning",
                    models.TextField(blank=True, db_default="", default="", editable=False, verbose_name="warning"),
                )
            ],
        ),
    ]
