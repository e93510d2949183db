"""Operations of migrations that create and drop indexes of tables in use."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db.migrations.operations import AddIndex, AlterField, RemoveIndex
from django.db.migrations.operations.base import Operation


class AddIndexOnline(AddIndexConcurrently):
    """AddIndex, but on PostgreSQL without a lock against writers. For migrations with `atomic = False`."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            # An interrupted migration may have left an invalid index.
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(self.index.name)}")
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveIndexOnline(RemoveIndexConcurrently):
    """RemoveIndex, but on PostgreSQL without a lock against writers. For migrations with `atomic = False`."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            RemoveIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            RemoveIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveFieldIndexOnline(AlterField):
    """AlterField to `db_index=False`, but without a lock against writers, and SQLite does not write the table again."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:  # noqa: ARG002
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        column = model._meta.get_field(self.name).column
        kept = {index.name for index in model._meta.indexes}
        beside = "CONCURRENTLY " if schema_editor.connection.vendor == "postgresql" else ""
        # The indexes of the field itself: PostgreSQL has a second one for LIKE on texts.
        for name in schema_editor._constraint_names(model, [column], index=True, unique=False, primary_key=False):
            if name not in kept:
                schema_editor.execute(f"DROP INDEX {beside}{schema_editor.quote_name(name)}")


class DropPatternIndexes(Operation):
    """Drop the second index, for LIKE, that Django creates for indexed texts on PostgreSQL: nothing searches by prefix.

    It changes no state, and going back does not create them again: no query of the site uses them.
    """

    reduces_to_sql = False
    reversible = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        pass

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:  # noqa: ARG002
        if schema_editor.connection.vendor != "postgresql":
            return
        # Those of tables that this migration makes are to be created at its end: they never are.
        schema_editor.deferred_sql[:] = [one for one in schema_editor.deferred_sql if "_pattern_ops" not in str(one)]
        tables = [model._meta.db_table for model in to_state.apps.get_app_config(app_label).get_models()]
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(PATTERN_INDEXES, [tables])
            names = [name for (name,) in cursor.fetchall()]
        for name in names:
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(name)}")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        pass

    def describe(self) -> str:
        return "Drop the indexes for prefixes of texts"


PATTERN_INDEXES = (
    "SELECT indexname FROM pg_indexes"
    " WHERE schemaname = current_schema() AND tablename = ANY(%s)"
    " AND indexname LIKE '%%\\_like' AND indexdef LIKE '%%\\_pattern\\_ops%%'"
)
"""The names of these indexes of some tables; primary keys and unique columns have another index, too."""
