"""The settings, read from the environment. For production unless CRIB_DEBUG=1. README.md lists the variables."""

import gettext
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import URLValidator, validate_email

from crib_site import running
from game.numbers import whole_number

BASE_DIR = Path(__file__).resolve().parent.parent

LANGUAGES = [("en", "English"), ("es", "Español"), ("fr", "Français"), ("it", "Italiano"), ("pl", "Polski")]
"""What a visitor can choose, each called in itself. A test lets in only what is translated as a whole."""
CHECKED_LANGUAGES: frozenset[str] = frozenset()
"""Those whose words a native speaker has checked. The page about the translations calls the others new."""
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 400 * 24 * 60 * 60  # browsers keep cookies no longer
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [BASE_DIR / "crib_site" / "locale"]
FORMAT_MODULE_PATH = "crib_site.formats"
TIME_ZONE = "UTC"

# Django's gettext needs the settings, which do not exist yet.
_ = gettext.translation("django", LOCALE_PATHS[0], [os.environ.get("CRIB_LANGUAGE") or "en"], fallback=True).gettext


def language() -> str:
    """Return the language of commands, and of visitors whose browser wants none that there is."""
    value = os.environ.get("CRIB_LANGUAGE") or "en"
    if value not in dict(LANGUAGES):
        words = {"name": "CRIB_LANGUAGE", "choices": ", ".join(dict(LANGUAGES)), "value": value}
        raise ImproperlyConfigured(_("%(name)s must be one of %(choices)s, not “%(value)s”.") % words)
    return value


def _flag(name: str) -> bool:
    """Return whether a variable is 1. Refuse values other than 0, 1 and "": CRIB_HTTPS=yes must not mean no."""
    value = os.environ.get(name, "0")
    if value not in {"", "0", "1"}:
        raise ImproperlyConfigured(_("%(name)s must be 0 or 1, not “%(value)s”.") % {"name": name, "value": value})
    return value == "1"


def log_format() -> str:
    """Return the formatter of the log. Raise ImproperlyConfigured if CRIB_LOG is neither text nor json."""
    formats = {"text": "Plain", "json": "Json"}
    value = os.environ.get("CRIB_LOG") or "text"
    if value not in formats:
        words = {"name": "CRIB_LOG", "value": value}
        raise ImproperlyConfigured(_("%(name)s must be “text” or “json”, not “%(value)s”.") % words)
    return formats[value]


def hosts() -> list[str]:
    """Return the names that the site answers to. Raise ImproperlyConfigured if CRIB_HOSTS has commas only."""
    value = os.environ.get("CRIB_HOSTS") or "localhost,127.0.0.1,[::1]"
    found = [host.strip() for host in value.split(",") if host.strip()]
    if not found:
        words = {"name": "CRIB_HOSTS", "value": value}
        raise ImproperlyConfigured(_("%(name)s must name a host, and “%(value)s” names none.") % words)
    return found


def mail_port() -> int:
    """Return the port of the mail server. Raise ImproperlyConfigured if it is not a port number."""
    text = os.environ.get("CRIB_MAIL_PORT") or "587"
    port = whole_number(text, of=range(1, 65536))
    if port is None:
        words = {"name": "CRIB_MAIL_PORT", "value": text}
        raise ImproperlyConfigured(_("%(name)s must be a number from 1 to 65535, not “%(value)s”.") % words)
    return port


def contact() -> str:
    """Return how to reach whoever runs the site: an e-mail address, the URL of a page, or "".

    Raise ImproperlyConfigured for anything else.
    """
    text = os.environ.get("CRIB_CONTACT", "").strip()
    try:
        if text:
            (URLValidator(["http", "https"]) if "://" in text else validate_email)(text)
    except ValidationError as error:
        words = {"name": "CRIB_CONTACT", "value": text}
        raise ImproperlyConfigured(
            _("%(name)s must be an e-mail address or the URL of a page, not “%(value)s”.") % words
        ) from error
    return text


def _data_folder() -> Path:
    """Return the folder of everything that the site stores, made if it is missing, and a restore in it finished."""
    folder = Path(os.environ.get("CRIB_DATA") or BASE_DIR / ".data").absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        running.finish_restore(folder)
    except OSError as error:
        raise ImproperlyConfigured(
            _("The folder %(folder)s cannot be used (%(reason)s); set CRIB_DATA to a folder that can be written.")
            % {"folder": folder, "reason": error.strerror}
        ) from error
    return folder


def kept_secret_key(path: Path) -> str:
    """Return the secret key in a file, which is created on the first start.

    It is written to a temporary file and then linked: of two processes that start at the same time one wins, and
    neither reads an incomplete key.
    """
    try:
        if not path.exists():
            with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:  # created with mode 0600
                draft.write(secrets.token_urlsafe(64))
                draft.flush()
                os.fsync(draft.fileno())
                with suppress(FileExistsError):  # another process was first; its key is used
                    os.link(draft.name, path)
        key = path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            _(
                "The secret key cannot be kept in %(path)s (%(reason)s); "
                "set CRIB_DATA to a folder that can be written, or CRIB_SECRET_KEY."
            )
            % {"path": path, "reason": error.strerror}
        ) from error
    except UnicodeDecodeError as error:
        raise ImproperlyConfigured(
            _("The secret key in %(path)s is not text; delete the file and a new one is made.") % {"path": path}
        ) from error
    if not key:
        raise ImproperlyConfigured(
            _("The secret key in %(path)s is empty; delete the file and a new one is made.") % {"path": path}
        )
    return key


def _postgres(url: str) -> dict[str, Any]:
    """Return the settings of the database at a URL. No message repeats the URL, because it contains a password."""
    try:
        import dj_database_url
        import psycopg  # noqa: F401
    except ImportError as error:
        raise ImproperlyConfigured(
            _(
                "DATABASE_URL is set, but its packages are missing; "
                "run: pip install --require-hashes -r crib_site/deploy/postgres.lock"
            )
        ) from error
    try:
        database: dict[str, Any] = {**dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)}
    except ValueError:
        database = {}
    if database.get("ENGINE") != "django.db.backends.postgresql" or not database.get("NAME"):
        raise ImproperlyConfigured(
            _("DATABASE_URL must look like postgres://user:password@host:5432/name, and it does not.")
        )
    options = {"connect_timeout": 5, "options": "-c lock_timeout=5s", **database.get("OPTIONS", {})}
    return {**database, "OPTIONS": options}


def sqlite(folder: Path) -> dict[str, Any]:
    """Return the settings of the SQLite database in a folder.

    IMMEDIATE: a transaction that reads and then writes waits for its turn instead of failing "locked". FULL: the last
    commits survive a power cut. The test database is a file because locking can only be tested on one.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": folder / running.DATABASE,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 5,  # after which the page says that the site is busy
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        "TEST": {"NAME": folder / "test.sqlite3"},
    }


LANGUAGE_CODE = language()
DEBUG = _flag("CRIB_DEBUG")
HTTPS = _flag("CRIB_HTTPS")
DATA = _data_folder()
SECRET_KEY = os.environ.get("CRIB_SECRET_KEY") or kept_secret_key(DATA / running.KEY)
SECRET_KEY_FALLBACKS = list(filter(None, map(str.strip, os.environ.get("CRIB_FORMER_SECRET_KEYS", "").split(","))))
DATABASES = {"default": _postgres(url) if (url := os.environ.get("DATABASE_URL")) else sqlite(DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ALLOWED_HOSTS = hosts()

ROOT_URLCONF = "crib_site.urls"
WSGI_APPLICATION = "crib_site.wsgi.application"
FORCE_SCRIPT_NAME = ""  # the site is the whole of its host, whatever a header says
INSTALLED_APPS = [
    "trainer.apps.LoggedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
    "crib_site",
    "game",
    "trainer",
]
MIDDLEWARE = [
    "crib_site.logs.trace",
    # The next ones only add headers, for what is answered early too; Django redirects to HTTPS, but not the probes.
    "crib_site.headers.harden",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "crib_site.health.probes",
    "crib_site.refusals.limit_bodies",
    "crib_site.static_files.Middleware",
    # Static files come compressed already; the length of a page varies by chance, so that it tells nothing of a secret.
    "django.middleware.gzip.GZipMiddleware",
    "trainer.people.sessions.former_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",  # by the cookie or the browser; what the account says comes below
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "trainer.people.sessions.former_keys",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "trainer.people.visitors.visitor_middleware",
    "trainer.people.languages.language_middleware",
    "trainer.people.preferences.zone_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "crib_site.refusals.in_words",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "trainer.people.preferences.preferences",
                "trainer.people.languages.choices",
                "crib_site.menu.menu_part",
                "crib_site.version.version",
            ],
        },
    },
]

# `crib_site.refusals` takes no larger body; nothing of it goes to disk.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Names with a hash need collected files, which a developer's server does not have.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "crib_site.static_files.Storage"
    },
}

AUTH_USER_MODEL = "trainer.Learner"
AUTHENTICATION_BACKENDS = ["trainer.people.throttle.ThrottledBackend"]  # sessions name it by this path
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "account"
PASSWORD_RESET_TIMEOUT = 60 * 60
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "public_name", "email"]},
    },
    {"NAME": "trainer.people.passwords.LengthValidator"},
    {"NAME": "trainer.people.passwords.ObviousPasswordValidator"},
]

SESSION_ENGINE = "trainer.people.sessions"
# A guest's history can only be reached with this cookie; browsers keep cookies for 400 days at most.
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "trainer.views.home.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "manifest-src": ["'self'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz)$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Browsers take cookies of such a name from this host over HTTPS only, not from others of the same domain.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    CSRF_TRUSTED_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS]
    # HSTS is for this host only, not for others of the same domain.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CONTACT = contact()
MAIL = bool(os.environ.get("CRIB_MAIL_HOST"))
EMAIL_HOST = os.environ.get("CRIB_MAIL_HOST") or "localhost"
EMAIL_PORT = mail_port()
EMAIL_HOST_USER = os.environ.get("CRIB_MAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("CRIB_MAIL_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = not EMAIL_USE_SSL and not _flag("CRIB_MAIL_PLAIN")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("CRIB_MAIL_FROM") or f"cribbage@{EMAIL_HOST}"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": f"crib_site.logs.{log_format()}"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Errors only: Django warns of every wrong address that a crawler tries, gunicorn of every HEAD.
    "loggers": {
        "crib": {"level": "INFO"},
        "crib.access": {"level": "INFO" if _flag("CRIB_ACCESS_LOG") else "WARNING"},
        "django": {"handlers": [], "level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "gunicorn.http": {"level": "ERROR"},
    },
}
