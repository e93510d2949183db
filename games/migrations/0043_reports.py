from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


from games.database.indexes import DropPatternIndexes


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0042_tournaments'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PersonNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'note about a person',
                'verbose_name_plural': 'notes about people',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(choices=[('message', 'a message'), ('person', 'a person'), ('game', 'a game')], max_length=8)),
                ('about', models.CharField(editable=False, max_length=24)),
                ('reason', models.CharField(choices=[('insult', 'insults, threats or hate'), ('unfair', 'unfair play: several accounts, or play by arrangement'), ('stalling', 'plays to annoy the others'), ('unwanted', 'advertising, or a name or text that offends'), ('other', 'something else')], max_length=8)),
                ('words', models.CharField(blank=True, max_length=1000)),
                ('quoted', models.JSONField(blank=True, default=list)),
                ('at', models.DateTimeField()),
                ('outcome', models.CharField(blank=True, choices=[('', 'open'), ('acted', 'staff have acted'), ('nothing', 'no breach of the rules was found')], default='', max_length=8)),
                ('answer', models.CharField(blank=True, max_length=1000)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reports_made', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.game')),
                ('message', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.talkmessage')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_about', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('outcome', '')), fields=['at'], name='open_reports'), models.Index(fields=['decided_at'], name='decided_reports'), models.Index(fields=['by', 'at'], name='reports_of_a_person')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('by', 'about'), name='one_open_report_per_subject')],
            },
        ),
        DropPatternIndexes(),
    ]
