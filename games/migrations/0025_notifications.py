"""Mails become deliveries of notifications, in the table that they are in.

Nothing is written into that table: what is new in it is null or has its default from the database, which neither
PostgreSQL nor SQLite writes into the rows that are there. They get their notifications one by one
(games.notifications.adoption).
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KINDS = [
    ("turn", "your turn"),
    ("start", "game start"),
    ("end", "game end"),
    ("invitation", "invitation"),
    ("reply", "answer to a mail"),
    ("notice", "notice"),
    ("account", "account mail"),
    ("operator", "mail for the operator"),
]
FAILURES = [("temporary", "temporary"), ("permanent", "permanent")]


def of_delivery(to: str) -> models.ForeignKey:
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to=to
    )


def of_notification(to: str, **how: object) -> models.ForeignKey:
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="notifications", to=to, **how
    )


def added(name: str, field: models.CharField, filled: models.CharField) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField("delivery", name, field)], [migrations.AddField("delivery", name, filled)]
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0024_plain_names"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=KINDS, max_length=12)),
                ("cause", models.CharField(max_length=80)),
                ("user", of_notification(settings.AUTH_USER_MODEL, db_index=False)),
                ("address", models.EmailField(blank=True, max_length=254)),
                ("game", of_notification("games.game")),
                ("seat", of_notification("games.seat")),
                ("turn", of_notification("games.turn")),
                ("content", models.JSONField(blank=True, default=dict)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "notification",
                "verbose_name_plural": "notifications",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("user", "kind", "cause"),
                        name="one_notification_per_cause",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("user", None), models.Q(("address", ""), _negated=True)),
                        fields=("address", "kind", "cause"),
                        name="one_per_cause_and_address",
                    ),
                ],
            },
        ),
        migrations.SeparateDatabaseAndState(
            [],
            [
                migrations.RenameModel("OutgoingMail", "Delivery"),
                migrations.AlterModelTable("delivery", "games_outgoingmail"),
                migrations.AlterModelOptions(
                    "delivery",
                    {"ordering": ["id"], "verbose_name": "delivery", "verbose_name_plural": "deliveries"},
                ),
                migrations.RemoveConstraint("delivery", "one_mail_per_cause"),
                migrations.RemoveIndex("delivery", "games_outgo_recipie_2ba346_idx"),
                migrations.RenameField("delivery", "recipient", "address"),
                migrations.AlterField(
                    "delivery", "address", models.EmailField(blank=True, db_column="recipient", max_length=254)
                ),
                migrations.AddIndex(
                    "delivery",
                    models.Index(fields=["address", "kind", "created_at"], name="games_outgo_recipie_2ba346_idx"),
                ),
                migrations.AddConstraint(
                    "delivery",
                    models.UniqueConstraint(
                        condition=models.Q(("address", ""), _negated=True),
                        fields=("kind", "reason", "address"),
                        name="one_mail_per_cause",
                    ),
                ),
                migrations.AlterField("delivery", "user", of_delivery(settings.AUTH_USER_MODEL)),
                migrations.AlterField("delivery", "game", of_delivery("games.game")),
                migrations.AlterField("delivery", "seat", of_delivery("games.seat")),
                migrations.AlterField("delivery", "turn", of_delivery("games.turn")),
            ],
        ),
        migrations.AddField(
            "delivery",
            "notification",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="games.notification",
            ),
        ),
        added(
            "channel",
            models.CharField(db_default="mail", max_length=20, null=True),
            models.CharField(db_default="mail", default="mail", max_length=20),
        ),
        added(
            "failure",
            models.CharField(db_default="", max_length=9, null=True),
            models.CharField(blank=True, choices=FAILURES, db_default="", default="", max_length=9),
        ),
        added(
            "provider_id",
            models.CharField(db_default="", max_length=200, null=True),
            models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
    ]
