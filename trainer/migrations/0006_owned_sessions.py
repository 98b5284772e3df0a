"""Move sessions to a table in which each has an owner, under the same keys: nobody is logged out.

An account's session may now be without a visit for a shorter time; that time begins with this migration.
"""

from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone

ACCOUNT_AGE = timedelta(days=30)

_AT_ONCE = 500


def move_sessions(apps, schema_editor):
    """Move all sessions that have not expired. Those that cannot be read move as they are, without an owner."""
    store, before, after = SessionStore(), apps.get_model("sessions", "Session"), apps.get_model("trainer", "Session")
    accounts = apps.get_model("trainer", "Learner").objects.filter(name__isnull=False)
    rows = before.objects.filter(expire_date__gt=timezone.now()).order_by("pk")
    last = ""
    while batch := list(rows.filter(pk__gt=last)[:_AT_ONCE]):
        last = batch[-1].pk
        owners = {row.pk: store.decode(row.session_data).get(SESSION_KEY) for row in batch}
        numbers = [int(owner) for owner in owners.values() if owner]
        named = {str(pk) for pk in accounts.filter(pk__in=numbers).values_list("pk", flat=True)}
        after.objects.bulk_create(moved(after, row, owners[row.pk], owners[row.pk] in named) for row in batch)
    before.objects.all().delete()


def moved(model, row, owner, is_account):
    """Return the new row for an old one."""
    ends = min(row.expire_date, timezone.now() + ACCOUNT_AGE) if is_account else row.expire_date
    return model(session_key=row.session_key, session_data=row.session_data, expire_date=ends, owner_id=owner)


def move_back(apps, schema_editor):
    """Move the sessions back to where they were."""
    before, after = apps.get_model("sessions", "Session"), apps.get_model("trainer", "Session")
    fields = ("session_key", "session_data", "expire_date")
    rows = after.objects.values_list(*fields).iterator(_AT_ONCE)
    before.objects.bulk_create((before(**dict(zip(fields, row))) for row in rows), batch_size=_AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0005_sessions"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key")),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "owner",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions"},
        ),
        migrations.RunPython(move_sessions, move_back),
    ]
