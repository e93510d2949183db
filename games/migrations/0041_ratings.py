from __future__ import annotations

from django.conf import settings
from django.db import migrations, models

from games.database.indexes import AddIndexOnline, DropPatternIndexes


def person(related_name: str, **more: object) -> models.ForeignKey:
    settled = {"on_delete": models.PROTECT, "related_name": related_name, "to": settings.AUTH_USER_MODEL}
    return models.ForeignKey(**settled | more)


def row_id() -> models.BigAutoField:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0040_played_games"),
    ]

    operations = [
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [migrations.AddField("game", "rated", models.BooleanField(db_default=False, null=True))],
            [
                migrations.AddField(
                    "game", "rated", models.BooleanField(db_default=False, default=False, verbose_name="rated")
                )
            ],
        ),
        migrations.AddField("game", "rating_voided_at", models.DateTimeField(blank=True, editable=False, null=True)),
        AddIndexOnline(
            "game",
            models.Index(
                condition=models.Q(("rated", True), ("status", "finished")),
                fields=["kind", "seat_count", "ended_at", "id"],
                name="rated_games_by_end",
            ),
        ),
        migrations.CreateModel(
            "RatingDue",
            [
                ("id", row_id()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="ratings_due", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["game"], name="ratings_due_by_game")],
            },
        ),
        migrations.CreateModel(
            "RatingPool",
            [
                ("id", row_id()),
                ("kind", models.CharField(max_length=32)),
                ("players", models.PositiveSmallIntegerField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("done_game", models.CharField(blank=True, max_length=16)),
                ("behind", models.BooleanField(default=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["kind", "players"], name="one_pool_of_ratings")],
                "indexes": [
                    models.Index(fields=["behind"], condition=models.Q(behind=True), name="rating_pools_behind")
                ],
            },
        ),
        migrations.CreateModel(
            "RatingChange",
            [
                ("id", row_id()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="rating_changes", to="games.game"
                    ),
                ),
                ("person", person("rating_changes", db_index=False)),
                ("kind", models.CharField(max_length=32)),
                ("players", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("result", "played to the end"),
                            ("left", "left the seat: a loss"),
                            ("taken", "took the seat over"),
                        ],
                        max_length=6,
                    ),
                ),
                ("share", models.FloatField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("voided", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["at", "game_id", "person_id"],
                "constraints": [
                    models.UniqueConstraint(fields=["game", "person"], name="one_rating_change_per_person")
                ],
                "indexes": [
                    models.Index(
                        fields=["person", "kind", "players", "at", "game"], name="rating_changes_of_a_person"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            "Rating",
            [
                ("id", row_id()),
                ("person", person("ratings", db_index=False)),
                ("kind", models.CharField(max_length=32)),
                ("players", models.PositiveSmallIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("shown", models.IntegerField()),
            ],
            options={
                "ordering": ["kind", "players", "-shown", "person_id"],
                "constraints": [
                    models.UniqueConstraint(fields=["person", "kind", "players"], name="one_rating_per_person")
                ],
                "indexes": [
                    models.Index(
                        fields=["kind", "players", "-shown", "person"],
                        condition=models.Q(games__gte=10),
                        name="leaderboards",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            "SharedTraces",
            [
                ("id", row_id()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="shared_traces", to="games.game"
                    ),
                ),
                ("first", person("+", on_delete=models.CASCADE)),
                ("second", person("+", on_delete=models.CASCADE)),
                ("kinds", models.CharField(max_length=40)),
                ("noted_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=["game", "first", "second"], name="one_hint_of_a_pair")
                ],
            },
        ),
        migrations.CreateModel(
            "Household",
            [
                ("id", row_id()),
                ("first", person("+", on_delete=models.CASCADE, db_index=False)),
                ("second", person("+", on_delete=models.CASCADE)),
                ("cleared_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["first", "second"], name="one_household_of_a_pair")
                ],
            },
        ),
        DropPatternIndexes(),
    ]
