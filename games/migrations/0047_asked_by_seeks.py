from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0046_seats_for_seeks")]

    operations = [
        migrations.AddField("seekfind", "lowest", models.IntegerField(blank=True, null=True)),
        migrations.AddField("seekfind", "highest", models.IntegerField(blank=True, null=True)),
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [
                migrations.AddField(
                    "seekfind", "least_reliability", models.PositiveSmallIntegerField(db_default=0, null=True)
                )
            ],
            [
                migrations.AddField(
                    "seekfind", "least_reliability", models.PositiveSmallIntegerField(db_default=0, default=0)
                )
            ],
        ),
    ]
