from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_skeletons_of_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="session_generation",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="last_used_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="last used"),
        ),
        # Tokens that were made before there were scopes keep what they could do.
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(default="read play manage", max_length=60, verbose_name="scopes"),
        ),
        migrations.AlterField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(default="read", max_length=60, verbose_name="scopes"),
        ),
    ]
