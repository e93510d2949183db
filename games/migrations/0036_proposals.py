from __future__ import annotations

from django.conf import settings
from django.db import migrations, models

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
]
SOURCES = [
    ("web", "web page"),
    ("link", "mail link"),
    ("mail", "mail"),
    ("api", "API"),
    ("bot", "bot"),
    ("timeout", "time-out"),
    ("adviser", "adviser"),
    ("forced", "only move"),
    ("staff", "staff"),
    ("vote", "agreed by the players"),
]
CAUSES = [
    ("resigned", "resigned"),
    ("suspended", "suspended"),
    ("staff", "replaced by staff"),
    ("left", "account closed"),
    ("voted", "replaced by a vote"),
    ("away", "away"),
    ("missed", "missed deadlines"),
]
STATES = [
    ("open", "open"),
    ("accepted", "accepted"),
    ("refused", "refused"),
    ("expired", "expired"),
    ("withdrawn", "withdrawn"),
    ("closed", "closed"),
    ("void", "not possible any more"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0035_vacant_seats"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField("delivery", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AlterField("notification", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AlterField("move", "source", models.CharField(choices=SOURCES, max_length=8)),
        migrations.AlterField(
            "seat", "caretaker_cause", models.CharField(blank=True, choices=CAUSES, max_length=10)
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=32)),
                ("parameters", models.JSONField(blank=True, default=dict)),
                ("key", models.CharField(blank=True, max_length=80)),
                ("status", models.CharField(choices=STATES, default="open", max_length=10)),
                ("proposed_at", models.DateTimeField()),
                ("open_until", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=models.PROTECT,
                        related_name="proposals",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="proposals", to="games.game"
                    ),
                ),
            ],
            options={
                "verbose_name": "proposal",
                "verbose_name_plural": "proposals",
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["game", "proposed_at"], name="proposals_of_a_game"),
                    models.Index(fields=["open_until"], condition=models.Q(status="open"), name="open_proposals"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["game", "kind"],
                        condition=models.Q(status="open"),
                        name="one_open_proposal_of_a_kind",
                    ),
                    models.UniqueConstraint(
                        fields=["game", "by", "key"], condition=~models.Q(key=""), name="one_proposal_per_key"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ballot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agrees", models.BooleanField(blank=True, null=True)),
                ("changes", models.PositiveSmallIntegerField(default=0)),
                ("voted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="ballots", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="ballots", to="games.proposal"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=["proposal", "person"], name="one_ballot_per_person")
                ],
            },
        ),
    ]
