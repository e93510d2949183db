from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.database.indexes import DropPatternIndexes


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0044_seeks"),
    ]

    operations = [
        migrations.CreateModel(
            "WaitingPerson",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting_for",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("game", "person"), name="one_place_in_the_line")],
            },
        ),
        # Other choices alone: the table stays as it is.
        migrations.AlterField(
            "entrant",
            "status",
            models.CharField(
                choices=[
                    ("invited", "invited"),
                    ("waiting", "on the waiting list"),
                    ("entered", "entered"),
                    ("dropped", "dropped out"),
                ],
                default="entered",
                max_length=7,
            ),
        ),
        DropPatternIndexes(),
    ]
