from django.conf import settings
from django.db import migrations, models

from games.database.indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0021_indexes_by_use'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline(
            model_name='incomingmail',
            index=models.Index(condition=models.Q(('sender', ''), _negated=True), fields=['sender'], name='mails_from_an_address'),
        ),
        AddIndexOnline(
            model_name='seat',
            index=models.Index(condition=models.Q(('invited_email', ''), _negated=True), fields=['invited_email'], name='seats_kept_for_an_address'),
        ),
    ]
