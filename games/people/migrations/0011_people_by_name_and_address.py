import django.db.models.functions.text
from django.db import migrations, models

from games.database.indexes import AddIndexOnline, DropPatternIndexes


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('accounts', '0010_names_given_up_for_others'),
    ]

    operations = [
        AddIndexOnline(
            model_name='user',
            index=models.Index(django.db.models.functions.text.Upper('username'), name='users_by_name'),
        ),
        AddIndexOnline(
            model_name='user',
            index=models.Index(django.db.models.functions.text.Upper('email'), name='users_by_address'),
        ),
        DropPatternIndexes(),
    ]
