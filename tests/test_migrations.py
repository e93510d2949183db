"""Migrations only add, so that the release before goes on beside the new database (docs/architecture.md, Two steps)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations import Migration, RunSQL, SeparateDatabaseAndState
from django.db.migrations import operations as plain
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

RULE_SINCE: Final = {"games": "0016_turns_not_in_line", "accounts": "0010_names_given_up_for_others"}
"""The last migration of each app before there was this rule."""
SECOND_STEPS: Final[dict[str, str]] = {}
"""Migrations that take away or tighten, by what the release before does without it: {"games.0099_x": "0.3 reads y"}."""
READ_BY_HAND: Final[dict[str, str]] = {}
"""Migrations with SQL of their own, by why the release before can live with it."""

TAKING_AWAY: Final = (
    plain.RemoveField,
    plain.RenameField,
    plain.DeleteModel,
    plain.RenameModel,
    plain.AlterModelTable,
    plain.AlterUniqueTogether,
    plain.AddConstraint,
)
"""The release before asks for what is gone, or writes what is refused."""


def new_migrations() -> Iterator[tuple[Migration, ProjectState]]:
    """Those since the rule, each with the state before it."""
    loader = MigrationLoader(None, replace_migrations=False)
    for app, last in RULE_SINCE.items():
        for name in sorted(name for owner, name in loader.graph.nodes if owner == app and name > last):
            yield loader.graph.nodes[app, name], loader.project_state((app, name), at_end=False)


def problems_of(migration: Migration, state: ProjectState) -> list[str]:
    """What the release before could not live with."""
    known = f"{migration.app_label}.{migration.name}"
    if known in SECOND_STEPS:
        return []
    found, created = [], set[str]()
    for step in migration.operations:
        for operation in database_operations([step]):
            if isinstance(operation, plain.CreateModel):
                created.add(operation.name_lower)
            # The release before neither reads nor writes a table that comes with this migration.
            is_new = getattr(operation, "model_name_lower", "") in created
            why = "" if is_new else why_not(operation, state, migration.app_label)
            if why and not (isinstance(operation, RunSQL) and known in READ_BY_HAND):
                found.append(f"{known}: {operation.describe()}: {why}")
        step.state_forwards(migration.app_label, state)
    return found


def database_operations(operations: Sequence[Operation]) -> Iterator[Operation]:
    for operation in operations:
        if isinstance(operation, SeparateDatabaseAndState):
            yield from database_operations(operation.database_operations)
        else:
            yield operation


def why_not(operation: Operation, state: ProjectState, app: str) -> str:
    if isinstance(operation, TAKING_AWAY):
        return "take it away one release after the code does without it (SECOND_STEPS)"
    if isinstance(operation, RunSQL):
        return "what SQL does nobody can tell: say why the release before can live with it (READ_BY_HAND)"
    if isinstance(operation, plain.AddField) and not has_value(operation.field):
        return "rows that the release before writes have no value for it: null=True, or db_default"
    if isinstance(operation, plain.AlterField):
        before = state.models[app, operation.model_name.lower()].fields[operation.name]
        return why_narrower(before, operation.field)
    return ""


def has_value(field: models.Field[Any, Any]) -> bool:
    """Whether a row can be written that says nothing of it."""
    return field.many_to_many or field.null or field.has_db_default()


def why_narrower(before: models.Field[Any, Any], after: models.Field[Any, Any]) -> str:
    """Why what could be written before can be refused after; empty: it cannot."""
    if before.null and not after.null:
        return "the release before writes NULL"
    if before.has_db_default() and not has_value(after):
        return "the release before leaves it to the database"
    if after.unique and not before.unique:
        return "the release before writes doubles"
    if before.get_internal_type() != after.get_internal_type():
        return "it is of another type"
    longest = before.max_length, after.max_length
    if longest[1] is not None and (longest[0] is None or longest[1] < longest[0]):
        return "the release before writes longer ones"
    return ""


def test_migrations_since_the_rule_only_add() -> None:
    assert [wrong for migration, state in new_migrations() for wrong in problems_of(migration, state)] == []


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (plain.AddField("turn", "x", models.IntegerField(default=0)), "db_default"),
        (plain.AddField("turn", "x", models.IntegerField(default=0, db_default=0)), ""),
        (plain.AddField("turn", "x", models.IntegerField(null=True)), ""),
        (plain.AlterField("turn", "due", models.DateTimeField()), "writes NULL"),
        (plain.AlterField("game", "name", models.CharField(max_length=3)), "longer"),
        (plain.AlterField("game", "name", models.CharField(max_length=500, unique=True)), "doubles"),
        (plain.AlterField("game", "name", models.TextField()), "type"),
        (plain.RemoveField("turn", "due"), "one release after"),
        (plain.RenameField("turn", "due", "until"), "one release after"),
        (plain.DeleteModel("Pulse"), "one release after"),
        (plain.RunSQL("SELECT 1"), "READ_BY_HAND"),
        (SeparateDatabaseAndState([plain.DeleteModel("Pulse")], []), "one release after"),
        (SeparateDatabaseAndState([], [plain.DeleteModel("Pulse")]), ""),
        (plain.RunPython(plain.RunPython.noop), ""),
    ],
    ids=lambda given: given.describe() if isinstance(given, Operation) else "",
)
def test_what_the_release_before_could_not_live_with_is_found(operation: Operation, why: str) -> None:
    state = MigrationLoader(None).project_state([("games", RULE_SINCE["games"])])
    migration = type("Migration", (Migration,), {"operations": [operation]})("9999_next", "games")
    found = problems_of(migration, state)
    assert (why in found[0]) if why else not found


@pytest.mark.django_db
def test_the_database_of_the_tests_has_had_every_migration() -> None:
    loader = MigrationLoader(connection, replace_migrations=False)
    assert set(loader.applied_migrations) == set(loader.disk_migrations)


@pytest.mark.django_db
@pytest.mark.parametrize("app", RULE_SINCE)
def test_the_database_has_the_indexes_of_the_models_and_no_others(app: str) -> None:
    found, wanted = set[tuple[str, str]](), set[tuple[str, str]]()
    for model in apps.get_app_config(app).get_models():
        meta = model._meta
        named = {index.name for index in meta.indexes}
        with connection.cursor() as cursor:
            constraints = connection.introspection.get_constraints(cursor, meta.db_table)
        for name, constraint in constraints.items():
            if constraint["index"] and not constraint["unique"] and not constraint["primary_key"]:
                found.add((meta.label, name if name in named else ",".join(constraint["columns"])))
        wanted |= {(meta.label, name) for name in named}
        indexed = (field for field in meta.local_fields if getattr(field, "db_index", False) and not field.unique)
        wanted |= {(meta.label, str(field.column)) for field in indexed}
    assert found == wanted
