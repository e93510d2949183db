from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.database.indexes import DropPatternIndexes

KINDS = [
    ("turn", "your turn"),
    ("start", "game start"),
    ("end", "game end"),
    ("invitation", "invitation"),
    ("reply", "answer to a mail"),
    ("notice", "notice"),
    ("proposal", "proposal to vote on"),
    ("account", "account mail"),
    ("operator", "mail for the operator"),
    ("reminder", "reminder"),
    ("digest", "all games in one"),
    ("talk", "table talk"),
]
READERS = [
    ("onlookers", "once the game is over, whoever may watch it"),
    ("players", "nobody, also after the end"),
]


def added(model: str, name: str, field: models.Field, filled: models.Field) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField(model, name, field)], [migrations.AddField(model, name, filled)]
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0038_feeders"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField("delivery", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AlterField("notification", "kind", models.CharField(choices=KINDS, max_length=12)),
        added(
            "game",
            "talk",
            models.CharField(db_default="onlookers", max_length=9, null=True),
            models.CharField(
                choices=READERS,
                db_default="onlookers",
                default="onlookers",
                max_length=9,
                verbose_name="who else may read the table talk",
            ),
        ),
        added(
            "game",
            "bots_may_talk",
            models.BooleanField(db_default=False, null=True),
            models.BooleanField(db_default=False, default=False, verbose_name="programs may talk"),
        ),
        added(
            "seat",
            "talk_read_to",
            models.PositiveBigIntegerField(db_default=0, null=True),
            models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.CreateModel(
            name="TalkMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat_index", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("text", "text"), ("greeting", "greeting")], default="text", max_length=8
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("said_at", models.DateTimeField()),
                ("key", models.CharField(blank=True, max_length=80)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="talk_messages",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="talk_messages",
                        to="games.game",
                    ),
                ),
                (
                    "removed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "message at the table",
                "verbose_name_plural": "messages at the table",
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["game", "id"], name="talk_of_a_game"),
                    models.Index(fields=["by", "said_at"], name="talk_of_a_person"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["game", "by", "key"], condition=~models.Q(key=""), name="one_message_per_key"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrivateNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=4000)),
                ("changed_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="private_notes", to="games.game"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "private note",
                "verbose_name_plural": "private notes",
                "constraints": [models.UniqueConstraint(fields=["person", "game"], name="one_note_per_game")],
            },
        ),
        migrations.CreateModel(
            name="MutedPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_people",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "muted person",
                "verbose_name_plural": "muted people",
                "constraints": [models.UniqueConstraint(fields=["by", "person"], name="one_mute_per_person")],
            },
        ),
        DropPatternIndexes(),
    ]
