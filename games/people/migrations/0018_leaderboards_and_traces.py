from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_profiles")]

    operations = [
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("user", "on_leaderboards", models.BooleanField(db_default=True, null=True))],
            [
                migrations.AddField(
                    "user", "on_leaderboards", models.BooleanField(db_default=True, default=True, editable=False)
                )
            ],
        ),
        migrations.CreateModel(
            "Trace",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("device", "a device"), ("address", "an address")], max_length=8)),
                ("digest", models.CharField(max_length=32)),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField(db_index=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="traces",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["person", "kind", "digest"], name="one_trace_of_a_person")
                ],
            },
        ),
    ]
