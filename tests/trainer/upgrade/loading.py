"""Inserting the rows of an old database, which a file has in Django's JSON form."""

from typing import Any

from django.core.management.color import no_style
from django.db import connection

Rows = list[dict[str, Any]]


def load(old: Any, rows: Rows) -> None:
    """Insert the rows into a database with the earlier tables."""
    made: list[Any] = []
    for row in rows:
        model = old.get_model(row["model"])
        fields = {model._meta.get_field(name): value for name, value in row["fields"].items()}
        values = {field.attname: field.to_python(value) for field, value in fields.items() if not field.many_to_many}
        model(pk=row["pk"], **values).save(force_insert=True)
        if model not in made:
            made.append(model)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), made):
            cursor.execute(statement)
