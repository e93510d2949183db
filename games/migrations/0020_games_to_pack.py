from django.db import migrations, models

from games.database.indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0019_packed_games'),
    ]

    operations = [
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('packed_at', None)), fields=['ended_at'], name='games_to_pack'),
        ),
    ]
