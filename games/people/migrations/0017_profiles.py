from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_silenced")]

    operations = [
        # SQLite adds a column with a default of the database without writing the table anew only if it may be null.
        migrations.SeparateDatabaseAndState(
            [
                migrations.AddField(
                    "user", "profile_shown", models.CharField(db_default="", max_length=6, null=True)
                )
            ],
            [
                migrations.AddField(
                    "user",
                    "profile_shown",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "people of my games"),
                            ("all", "everybody with an account here"),
                            ("nobody", "nobody"),
                        ],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=6,
                    ),
                )
            ],
        ),
    ]
