from __future__ import annotations

from django.db import migrations, models

from games.database.indexes import AddIndexOnline

KINDS = [
    ("turn", "your turn"),
    ("start", "game start"),
    ("end", "game end"),
    ("invitation", "invitation"),
    ("reply", "answer to a mail"),
    ("notice", "notice"),
    ("account", "account mail"),
    ("operator", "mail for the operator"),
    ("reminder", "reminder"),
    ("digest", "all games in one"),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0033_when_away")]

    operations = [
        migrations.AlterField("delivery", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AlterField("notification", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.AddField("turn", "time_given", models.DurationField(blank=True, null=True)),
        migrations.AddField("turn", "remind_at", models.DateTimeField(blank=True, null=True)),
        AddIndexOnline(
            "turn",
            models.Index(
                fields=["remind_at"], condition=models.Q(remind_at__isnull=False), name="turns_with_a_reminder"
            ),
        ),
    ]
