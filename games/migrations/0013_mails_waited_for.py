from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_outages'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='outgoingmail',
            index=models.Index(condition=models.Q(('kind__in', ('account', 'reply')), ('status', 'pending')), fields=['next_attempt_at'], name='mails_waited_for'),
        ),
    ]
