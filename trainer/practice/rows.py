"""Rows read and written by plain statements: for the few rows of which every answer reads or writes one.

Django makes the statement of a query anew each time, which costs more than to run it; the answer to a question is the
one place where that counts (`python -m tests.answer_benchmark`). Values go through the fields as Django's own do.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.expressions import Col

Row = TypeVar("Row", bound=models.Model)


class Rows(Generic[Row]):
    """The rows of one model."""

    def __init__(self, model: type[Row]) -> None:
        """Nothing is asked of the database yet."""
        self.model = model
        meta = model._meta
        self._table = f'"{meta.db_table}"'
        self._fields = list(meta.concrete_fields)
        self._names = [field.attname for field in self._fields]
        self._own = [field for field in self._fields if not field.primary_key]
        self._values = _Values(self._own)

    def get(self, **wanted: Any) -> Row | None:
        """The row whose columns have these values, which are texts and numbers; None where there is none."""
        condition = " AND ".join(f'"{column}" = %s' for column in wanted)
        columns = ", ".join(f'"{field.column}"' for field in self._fields)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns} FROM {self._table} WHERE {condition}", list(wanted.values()))  # noqa: S608
            found = cursor.fetchone()
        if found is None:
            return None
        values = list(found)
        for place, convert, column in self._converters:
            values[place] = convert(values[place], column, connection)
        row = self.model.from_db(connection.alias, self._names, values)
        row.__dict__["_stored"] = dict(zip(self._names, found, strict=True))
        return row

    @cached_property
    def _converters(self) -> Sequence[tuple[int, Callable[..., Any], Col]]:
        return list(self._converting())

    def _converting(self) -> Iterator[tuple[int, Callable[..., Any], Col]]:
        for place, field in enumerate(self._fields):
            column = Col(self._table, field)
            for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection)):
                yield place, convert, column

    def insert(self, row: Row) -> None:
        """Write a new row, which has its number then."""
        with connection.cursor() as cursor:
            cursor.execute(self._insert, self._values.of(row))
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 -- as save() does

    @cached_property
    def _insert(self) -> str:
        columns = ", ".join(f'"{field.column}"' for field in self._own)
        places = ", ".join(["%s"] * len(self._own))
        return f"INSERT INTO {self._table} ({columns}) VALUES ({places}) RETURNING id"  # noqa: S608

    def insert_or_renew(self, row: Row, unique: Sequence[str], renewed: Sequence[str]) -> None:
        """Write a new row, or where there is one with these columns equal already the renewed columns of that."""
        columns = ", ".join(f'"{field.column}"' for field in self._own)
        places = ", ".join(["%s"] * len(self._own))
        same = ", ".join(f'"{column}"' for column in unique)
        changes = ", ".join(f'"{column}" = excluded."{column}"' for column in renewed)
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {self._table} ({columns}) VALUES ({places}) "  # noqa: S608
                f"ON CONFLICT ({same}) DO UPDATE SET {changes}",
                self._values.of(row),
            )

    def update(self, row: Row, counter: str) -> bool:
        """Write what is new in a row unless it was written since it was read, which its counter tells; whether it was
        written. Columns that are as they were read are left alone, and with them their indexes."""
        read = getattr(row, counter)
        setattr(row, counter, read + 1)
        values = dict(zip(self._columns, self._values.of(row), strict=True))
        stored = row.__dict__.get("_stored", {})
        new = {name: value for name, value in values.items() if name not in stored or stored[name] != value}
        columns = ", ".join(f'"{self._columns[name]}" = %s' for name in new)
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {self._table} SET {columns} WHERE id = %s AND {counter} = %s",  # noqa: S608
                [*new.values(), row.pk, read],
            )
            written = bool(cursor.rowcount)
        if written:
            row.__dict__["_stored"] = stored | new
        else:
            setattr(row, counter, read)
        return written

    @cached_property
    def _columns(self) -> dict[str, str]:
        return {field.attname: str(field.column) for field in self._own}


Adapt = Callable[[Any], Any]


def _moment(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


def _day(value: Any) -> Any:
    return connection.ops.adapt_datefield_value(value)


def _adapters(fields: Sequence[Any]) -> list[tuple[int, Adapt]]:
    """What has to be done to the values of some of the fields before a database takes them."""
    found: list[tuple[int, Adapt]] = []
    for place, field in enumerate(fields):
        if isinstance(field, models.DateTimeField):
            found.append((place, _moment))
        elif isinstance(field, models.DateField):
            found.append((place, _day))
        elif isinstance(field, models.CharField):
            found.append((place, str))
        elif not isinstance(field, models.BooleanField | models.IntegerField | models.FloatField | models.ForeignKey):
            found.append((place, partial(field.get_db_prep_save, connection=connection)))
    return found


class _Values:
    """The values of some fields of a row, as a database takes them. No text of them may be None."""

    def __init__(self, fields: Sequence[Any]) -> None:
        self._all = attrgetter(*(field.attname for field in fields))
        self._adapters = _adapters(fields)

    def of(self, row: models.Model) -> list[Any]:
        values = list(self._all(row))
        for place, adapt in self._adapters:
            values[place] = adapt(values[place])
        return values
