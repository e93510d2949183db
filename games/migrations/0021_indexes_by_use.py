import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.database.indexes import AddIndexOnline, RemoveFieldIndexOnline, DropPatternIndexes, RemoveIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0020_games_to_pack'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        RemoveIndexOnline(
            model_name='turn',
            name='games_turn_status_dfb9d5_idx',
        ),
        RemoveFieldIndexOnline(
            model_name='hostround',
            name='host',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        RemoveFieldIndexOnline(
            model_name='move',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.game'),
        ),
        RemoveFieldIndexOnline(
            model_name='mutedgame',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='muted_games', to=settings.AUTH_USER_MODEL),
        ),
        RemoveFieldIndexOnline(
            model_name='packedperson',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='packed_people', to='games.game'),
        ),
        RemoveFieldIndexOnline(
            model_name='resignationcode',
            name='person',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        RemoveFieldIndexOnline(
            model_name='seat',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game'),
        ),
        RemoveFieldIndexOnline(
            model_name='submission',
            name='turn',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='submissions', to='games.turn'),
        ),
        RemoveFieldIndexOnline(
            model_name='turn',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.game'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'running'), models.Q(('visibility', 'private'), _negated=True)), fields=['-started_at', 'id', 'kind'], name='running_games_to_watch'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'finished'), models.Q(('visibility', 'private'), _negated=True)), fields=['-ended_at', 'id', 'kind'], name='finished_games_to_watch'),
        ),
        DropPatternIndexes(),
    ]
