from __future__ import annotations

from django.db import migrations, models

FEEDERS = [("smtp", "mail server"), ("imap", "mailbox"), ("provider", "mail provider")]


class Migration(migrations.Migration):
    dependencies = [("games", "0037_endpoints")]

    operations = [
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [
                migrations.AddField(
                    "incomingmail", "feeder", models.CharField(db_default="smtp", max_length=8, null=True)
                )
            ],
            [
                migrations.AddField(
                    "incomingmail",
                    "feeder",
                    models.CharField(choices=FEEDERS, db_default="smtp", default="smtp", max_length=8),
                )
            ],
        ),
        migrations.AlterField(
            "heartbeat",
            "kind",
            models.CharField(
                choices=[
                    ("web", "web server"),
                    ("worker", "worker"),
                    ("beat", "beat"),
                    ("listener", "mail listener"),
                    ("poller", "mailbox poller"),
                ],
                max_length=8,
            ),
        ),
    ]
