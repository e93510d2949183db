"""What the names of those who have an account look like. Of several that look alike the oldest account gets it."""

from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from games.people.lookalikes import skeleton

AT_ONCE = 500


def fill(apps: StateApps, _schema: BaseDatabaseSchemaEditor) -> None:
    """In small transactions, in the order of the accounts; what was filled before an interruption is left."""
    users = apps.get_model("accounts", "User").objects
    last = 0
    while rows := list(users.filter(pk__gt=last).order_by("pk").only("pk", "username", "name_skeleton")[:AT_ONCE]):
        seen = {row.pk: skeleton(row.username)[:400] for row in rows if row.name_skeleton is None}
        with transaction.atomic():
            taken = set(users.filter(name_skeleton__in=set(seen.values())).values_list("name_skeleton", flat=True))
            firsts = []
            for row in rows:
                if row.pk in seen and seen[row.pk] not in taken:
                    taken.add(seen[row.pk])
                    row.name_skeleton = seen[row.pk]
                    firsts.append(row)
            users.bulk_update(firsts, ["name_skeleton"])
        last = rows[-1].pk


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0005_look_alikes_and_closed_accounts")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
