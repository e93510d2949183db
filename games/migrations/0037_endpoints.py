from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0036_proposals"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="TurnsWithoutMail",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="turns_without_mail",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "choice of turns without mail",
                "verbose_name_plural": "choices of turns without mail",
            },
        ),
        migrations.CreateModel(
            name="Endpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("web-push", "browser"), ("webhook", "webhook"), ("ntfy", "ntfy topic")], max_length=8
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=40)),
                ("address", models.CharField(max_length=1000)),
                ("digest", models.CharField(max_length=64)),
                ("keys", models.JSONField(default=dict)),
                (
                    "tells",
                    models.CharField(
                        choices=[("turns", "turns only"), ("games", "turns, beginnings, ends, notices and table talk")],
                        default="turns",
                        max_length=5,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("last_success_at", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("last_fault", models.CharField(blank=True, max_length=40)),
                ("off_at", models.DateTimeField(blank=True, null=True)),
                (
                    "off_because",
                    models.CharField(
                        blank=True,
                        choices=[("failures", "It failed too often."), ("gone", "It answered that it is gone.")],
                        max_length=8,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="endpoints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "channel of a person",
                "verbose_name_plural": "channels of people",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "digest"), name="one_endpoint_per_address"),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "web-push")), fields=("digest",), name="one_person_per_browser"
                    ),
                ],
            },
        ),
    ]
