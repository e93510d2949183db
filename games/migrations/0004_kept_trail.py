"""Who gave the answers so far; an audit trail that the database itself keeps."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

PEOPLE = ("web", "link", "mail", "api")

# A trigger of rows: TRUNCATE, by which tests clear their database, is no matter of it. SQLite has no TRUNCATE, so there
# the model alone refuses: one machine, one operator, and whoever can open the file can drop a trigger as well.
KEEP = (
    """
CREATE FUNCTION games_auditentry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The audit trail is append-only.';
END $$
""",
    """
CREATE TRIGGER games_auditentry_append_only BEFORE UPDATE OR DELETE ON games_auditentry
    FOR EACH ROW EXECUTE FUNCTION games_auditentry_is_append_only()
""",
)
LET_GO = (
    "DROP TRIGGER games_auditentry_append_only ON games_auditentry",
    "DROP FUNCTION games_auditentry_is_append_only()",
)


def name_who_answered(apps: StateApps, _schema: BaseDatabaseSchemaEditor) -> None:
    """So far only the person of a seat has answered for it, if no bot or clock has."""
    submissions = apps.get_model("games", "Submission").objects.filter(turn__seat__user__isnull=False)
    given = apps.get_model("games", "Move").objects.filter(submission=models.OuterRef("pk"), source__in=PEOPLE)
    seat = apps.get_model("games", "Turn").objects.filter(pk=models.OuterRef("turn_id"))
    waiting = ~models.Q(turn__status="closed") & models.Q(turn__seat__caretaker="", turn__timed_out=False, moves=None)
    submissions.filter(models.Exists(given) | waiting).update(by_id=models.Subquery(seat.values("seat__user_id")[:1]))


def keep(_apps: StateApps, schema: BaseDatabaseSchemaEditor) -> None:
    if schema.connection.vendor == "postgresql":
        for statement in KEEP:
            schema.execute(statement, None)


def let_go(_apps: StateApps, schema: BaseDatabaseSchemaEditor) -> None:
    if schema.connection.vendor == "postgresql":
        for statement in LET_GO:
            schema.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_staff_deeds")]

    operations = [
        migrations.RunPython(name_who_answered, migrations.RunPython.noop),
        migrations.RunPython(keep, let_go),
    ]
