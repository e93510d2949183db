"""The models of the code get plainer names; tables, columns and indexes keep theirs, so the database does not change."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_smaller_packs"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("pulse", "games_pulse"),
                migrations.RenameModel("Pulse", "ClockTick"),
                migrations.RenameField("turn", "ahead", "ahead_of_turn"),
                migrations.AlterField(
                    "turn", "ahead_of_turn", models.BooleanField(db_column="ahead", default=False)
                ),
                migrations.RenameField("turn", "answer", "deferred_plies"),
                migrations.AlterField(
                    "turn", "deferred_plies", models.JSONField(blank=True, db_column="answer", default=list)
                ),
                migrations.RemoveIndex("auditentry", "games_audit_act_fa4eda_idx"),
                migrations.RenameField("auditentry", "act", "action"),
                migrations.AlterField(
                    "auditentry",
                    "action",
                    models.CharField(db_column="act", max_length=32, verbose_name="action"),
                ),
                migrations.AddIndex(
                    "auditentry", models.Index(fields=["action", "at"], name="games_audit_act_fa4eda_idx")
                ),
                migrations.AlterField(
                    "auditentry",
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audited_actions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
            ]
        )
    ]
