from __future__ import annotations

from django.db import migrations, models

from games.database.indexes import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0011_people_by_name_and_address")]

    operations = [
        migrations.AddField(
            "user", "quiet_since", models.TimeField(blank=True, null=True, verbose_name="quiet from")
        ),
        migrations.AddField(
            "user", "quiet_until", models.TimeField(blank=True, null=True, verbose_name="quiet until")
        ),
        migrations.AddField(
            "user", "calendar_key", models.CharField(editable=False, max_length=26, null=True)
        ),
        AddIndexOnline(
            model_name="user", index=models.Index(fields=["calendar_key"], name="people_by_calendar_key")
        ),
    ]
