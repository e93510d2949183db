from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.database.indexes import AddIndexOnline, DropPatternIndexes


def primary_key() -> tuple[str, models.Field]:
    return ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def person(related_name: str, on_delete: object = django.db.models.deletion.CASCADE, **more: bool) -> models.ForeignKey:
    return models.ForeignKey(
        on_delete=on_delete, related_name=related_name, to=settings.AUTH_USER_MODEL, **more
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0039_talk"),
    ]

    operations = [
        migrations.AddField("game", "counted_at", models.DateTimeField(blank=True, editable=False, null=True)),
        AddIndexOnline(
            "game",
            models.Index(
                condition=models.Q(ended_at__isnull=False, started_at__isnull=False, counted_at=None),
                fields=["ended_at"],
                name="games_to_count",
            ),
        ),
        migrations.CreateModel(
            "Block",
            [
                primary_key(),
                ("since", models.DateTimeField()),
                ("blocked", person("blocked_by")),
                ("person", person("blocks", db_index=False)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "blocked"), name="one_block_per_person")
                ],
            },
        ),
        migrations.CreateModel(
            "FriendWish",
            [
                primary_key(),
                ("since", models.DateTimeField()),
                ("other", person("wished_as_friend")),
                ("person", person("friend_wishes", db_index=False)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="one_wish_per_friend")],
            },
        ),
        migrations.CreateModel(
            "PlayedGame",
            [
                primary_key(),
                ("kind", models.CharField(max_length=32)),
                ("players", models.PositiveSmallIntegerField()),
                ("other_people", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("shared", models.BooleanField(default=False)),
                ("score", models.IntegerField(blank=True, null=True)),
                ("left", models.CharField(blank=True, default="", max_length=10)),
                ("asked", models.PositiveIntegerField(default=0)),
                ("in_time", models.PositiveIntegerField(default=0)),
                ("answer_times", models.JSONField(default=list)),
                ("picks", models.JSONField(default=list)),
                ("from_at", models.DateTimeField()),
                ("to_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played",
                        to="games.game",
                    ),
                ),
                ("person", person("games_played", django.db.models.deletion.PROTECT, db_index=False)),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["person", "-ended_at"], name="games_that_somebody_played")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "person"), name="one_played_game_per_person")
                ],
            },
        ),
        DropPatternIndexes(),
    ]
