from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0045_waiting_lists")]

    operations = [
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("game", "seeks_may_join", models.BooleanField(db_default=True, null=True))],
            [
                migrations.AddField(
                    "game",
                    "seeks_may_join",
                    models.BooleanField(db_default=True, default=True, editable=False),
                )
            ],
        ),
    ]
