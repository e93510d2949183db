from __future__ import annotations

from django.db import migrations, models

from games.database.indexes import AddIndexOnline, DropPatternIndexes


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0025_notifications")]

    operations = [
        AddIndexOnline(
            "delivery", models.Index(fields=["notification"], name="deliveries_of_a_notification")
        ),
        DropPatternIndexes(),
    ]
