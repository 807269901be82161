"""Moves had two indexes that begin with the match: every move wrote both, and nothing read the one.

The index alone is dropped. Altering the field would make SQLite copy the whole log.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "games_move"


def drop(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, TABLE)
    for name, made in found.items():
        if made["index"] and not made["unique"] and made["columns"] == ["match_id"]:
            schema_editor.execute(f"DROP INDEX {connection.ops.quote_name(name)}")


def make(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute(f"CREATE INDEX games_move_match ON {TABLE} (match_id)")


class Migration(migrations.Migration):
    dependencies = [("games", "0022_what_rounds_showed")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField(
                    model_name="move",
                    name="match",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.match",
                    ),
                )
            ],
        )
    ]
