import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Deadlines count by the site clock. No row of a turn is touched: without an outage yet it is the real one."""

    dependencies = [
        ('games', '0011_empty_recipients'),
    ]

    operations = [
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(db_index=True)),
                ('until', models.DateTimeField()),
                ('began', models.DateTimeField(db_index=True)),
                ('lost', models.DurationField()),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='pulse',
            name='outage',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.outage'),
        ),
        # The column and its index stay as they are, under the name that they have.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex(
                    model_name='turn',
                    name='games_turn_status_7da330_idx',
                ),
                migrations.AlterField(
                    model_name='turn',
                    name='deadline',
                    field=models.DateTimeField(blank=True, db_column='deadline', null=True),
                ),
                migrations.RenameField(
                    model_name='turn',
                    old_name='deadline',
                    new_name='due',
                ),
                migrations.AddIndex(
                    model_name='turn',
                    index=models.Index(fields=['status', 'due'], name='games_turn_status_7da330_idx'),
                ),
            ],
        ),
    ]
