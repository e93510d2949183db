from __future__ import annotations

from django.db import migrations, models


def added(name: str, field: models.Field, filled: models.Field) -> migrations.SeparateDatabaseAndState:
    """A column with a default of the database. SQLite adds one without writing the table anew only if it may be null."""
    return migrations.SeparateDatabaseAndState(
        [migrations.AddField("user", name, field)], [migrations.AddField("user", name, filled)]
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_absences")]

    operations = [
        migrations.AddField(
            "user", "mails_every", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)
        ),
        migrations.AddField(
            "user", "mails_hour", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)
        ),
        added(
            "mail_content",
            models.CharField(db_default="", max_length=5, null=True),
            models.CharField(
                blank=True,
                choices=[
                    ("", "with a picture of the board"),
                    ("text", "without pictures"),
                    ("short", "short: the question, its options and the deadline"),
                ],
                db_default="",
                default="",
                editable=False,
                max_length=5,
            ),
        ),
        added(
            "reminders",
            models.CharField(db_default="", max_length=16, null=True),
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=16),
        ),
    ]
