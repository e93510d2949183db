from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_mail_choices")]

    operations = [
        migrations.AddField("absence", "ended_at", models.DateTimeField(editable=False, null=True)),
    ]
