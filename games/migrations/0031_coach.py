from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0030_lessons")]

    operations = [
        # SQLite adds a column with a default without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("seat", "coach", models.CharField(db_default="", max_length=3, null=True))],
            [
                migrations.AddField(
                    "seat",
                    "coach",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=3),
                )
            ],
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                (
                    "turn",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hint",
                        serialize=False,
                        to="games.turn",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hint", to="games.seat"
                    ),
                ),
                ("question", models.CharField(max_length=64)),
                ("searches", models.PositiveSmallIntegerField(default=1)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("moves", models.JSONField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("moves__isnull", True)), fields=["asked_at"], name="hints_to_search"
                    )
                ],
            },
        ),
    ]
