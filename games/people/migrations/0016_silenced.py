from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_ended_absences")]

    operations = [
        migrations.AddField(
            "user",
            "silenced_until",
            models.DateTimeField(blank=True, editable=False, null=True, verbose_name="silenced until"),
        ),
    ]
