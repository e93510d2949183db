from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.database.indexes import AddIndexOnline, DropPatternIndexes


def added(model: str, name: str, field: models.Field, filled: models.Field) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField(model, name, field)], [migrations.AddField(model, name, filled)]
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0034_bundles"),
    ]

    operations = [
        added(
            "game",
            "takeover",
            models.CharField(db_default="", max_length=5, null=True),
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=5),
        ),
        migrations.AddField("seat", "vacant_since", models.DateTimeField(blank=True, editable=False, null=True)),
        added(
            "seat",
            "locked",
            models.BooleanField(db_default=False, null=True),
            models.BooleanField(db_default=False, default=False, editable=False),
        ),
        added(
            "seat",
            "knows_after",
            models.PositiveBigIntegerField(db_default=0, null=True),
            models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        *(
            added(
                "seat",
                name,
                models.PositiveSmallIntegerField(db_default=0, null=True),
                models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
            )
            for name in ("missed_in_row", "missed_in_all")
        ),
        AddIndexOnline(
            "seat",
            models.Index(fields=["vacant_since"], condition=models.Q(vacant_since__isnull=False), name="vacant_seats"),
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
                    ("missed", "missed deadlines"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            "SeatHolder",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("level", models.CharField(blank=True, max_length=32)),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("start", "from the start"),
                            ("resigned", "after a resignation"),
                            ("missed", "after missed deadlines"),
                            ("suspended", "after a suspension"),
                            ("left", "after an account was closed"),
                            ("voted", "after a vote"),
                            ("staff", "put there by staff"),
                            ("returned", "has returned"),
                            ("taken", "has taken it over"),
                        ],
                        max_length=10,
                    ),
                ),
                ("from_ply", models.PositiveIntegerField()),
                ("from_at", models.DateTimeField()),
                ("to_ply", models.PositiveIntegerField(blank=True, null=True)),
                ("to_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_holders", to="games.game"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="holders",
                        to="games.seat",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats_held",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["seat"], name="holders_of_a_seat")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("to_at__isnull", True)),
                        fields=["seat"],
                        name="one_present_holder_per_seat",
                    )
                ],
            },
        ),
        DropPatternIndexes(),
    ]
