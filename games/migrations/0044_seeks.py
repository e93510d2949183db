from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.database.indexes import AddIndexOnline, DropPatternIndexes

CASCADE = django.db.models.deletion.CASCADE


def row_id() -> tuple[str, models.Field]:
    return ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def person(related_name: str, **more: bool) -> models.ForeignKey:
    return models.ForeignKey(on_delete=CASCADE, related_name=related_name, to=settings.AUTH_USER_MODEL, **more)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0043_reports"),
    ]

    operations = [
        migrations.CreateModel(
            "Seek",
            [
                row_id(),
                ("kind", models.CharField(max_length=32)),
                ("players", models.JSONField(default=list)),
                ("options", models.JSONField(default=dict)),
                ("shortest", models.DurationField()),
                ("longest", models.DurationField()),
                ("rated", models.BooleanField(blank=True, null=True)),
                ("lowest", models.IntegerField(blank=True, null=True)),
                ("highest", models.IntegerField(blank=True, null=True)),
                ("least_reliability", models.PositiveSmallIntegerField(default=0)),
                ("per_week", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("most_games", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField()),
                ("waiting_since", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                (
                    "paused",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", ""),
                            ("person", "paused by you"),
                            ("silent", "paused because you were not here for a long time"),
                        ],
                        default="",
                        max_length=6,
                    ),
                ),
                ("person", person("seeks")),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("paused", "")), fields=["waiting_since"], name="seeks_that_wait"
                    ),
                    models.Index(condition=models.Q(("paused", "")), fields=["seen_at"], name="seeks_by_sign"),
                ],
            },
        ),
        migrations.CreateModel(
            "SeekFind",
            [
                row_id(),
                ("at", models.DateTimeField()),
                ("waited_since", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=CASCADE, related_name="seek_finds", to="games.game"
                    ),
                ),
                ("person", person("seek_finds")),
                (
                    "seek",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="finds",
                        to="games.seek",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["seek", "at"], name="finds_of_a_seek")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "person"), name="one_find_per_person")
                ],
            },
        ),
        migrations.CreateModel(
            "LobbyChoices",
            [
                row_id(),
                ("narrowing", models.JSONField(default=dict)),
                ("feed_key", models.CharField(editable=False, max_length=26, null=True, unique=True)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=CASCADE, related_name="lobby_choices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddField("game", "bots_at", models.DateTimeField(blank=True, editable=False, null=True)),
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("game", "bots_level", models.CharField(db_default="", max_length=32, null=True))],
            [
                migrations.AddField(
                    "game",
                    "bots_level",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
                )
            ],
        ),
        AddIndexOnline(
            "game",
            models.Index(
                condition=models.Q(("bots_at__isnull", False), ("status", "open")),
                fields=["bots_at"],
                name="games_for_bots",
            ),
        ),
        DropPatternIndexes(),
    ]
