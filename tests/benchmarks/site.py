"""The site for benchmarks that use it through Django's test client."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import django


@contextmanager
def temporary_site() -> Iterator[None]:
    """Set Django up with an empty database, and static files as they lie.

    The database is SQLite, or a new one on the PostgreSQL that DATABASE_URL names. It is gone at the end.
    """
    with TemporaryDirectory() as folder:
        (Path(folder) / "static").mkdir()
        os.environ["CRIB_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "crib_site.settings"
        django.setup()
        from django.conf import settings
        from django.db import connection
        from django.test import override_settings

        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        storages = {**settings.STORAGES, "staticfiles": plain}
        with override_settings(STORAGES=storages, ALLOWED_HOSTS=["testserver"]):
            name = connection.settings_dict["NAME"]
            connection.creation.create_test_db(verbosity=0, autoclobber=True)
            try:
                yield
            finally:
                connection.creation.destroy_test_db(name, verbosity=0)
