from __future__ import annotations

from django.db import migrations, models

from games.database.indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0032_clocks")]

    operations = [
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("seat", "when_away", models.CharField(db_default="", max_length=32, null=True))],
            [
                migrations.AddField(
                    "seat",
                    "when_away",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
                )
            ],
        ),
        AddIndexOnline(
            "seat",
            models.Index(
                fields=["game"], condition=~models.Q(when_away__in=["", "run"]), name="seats_with_a_deputy"
            ),
        ),
        AddIndexOnline(
            "seat",
            models.Index(fields=["game"], condition=models.Q(caretaker_cause="away"), name="seats_of_people_away"),
        ),
        migrations.AlterField(
            "seat",
            "caretaker_cause",
            models.CharField(
                blank=True,
                choices=[
                    ("resigned", "resigned"),
                    ("suspended", "suspended"),
                    ("staff", "replaced by staff"),
                    ("left", "account closed"),
                    ("away", "away"),
                ],
                max_length=10,
            ),
        ),
    ]
