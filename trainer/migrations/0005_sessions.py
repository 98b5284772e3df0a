"""Update the path of the login backend in sessions: a guest who loses the session loses everything."""

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

OLD = {"trainer.throttle.ThrottledBackend", "django.contrib.auth.backends.ModelBackend"}
NEW = "trainer.people.throttle.ThrottledBackend"

_AT_ONCE = 500


def renew_sessions(apps, schema_editor):
    """Write the new path into every session that has not expired; unreadable ones are left alone."""
    store, sessions = SessionStore(), apps.get_model("sessions", "Session").objects
    kept = sessions.filter(expire_date__gt=timezone.now()).values_list("pk", "session_data")
    for pk, text in kept.order_by("pk").iterator(_AT_ONCE):
        data = store.decode(text)
        if data.get(BACKEND_SESSION_KEY) in OLD:
            data[BACKEND_SESSION_KEY] = NEW
            sessions.filter(pk=pk).update(session_data=store.encode(data))


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0004_discard"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(renew_sessions, migrations.RunPython.noop),
    ]
