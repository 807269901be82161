"""Settings, and the only place that reads the environment.

With no variable set this is the embedded site: SQLite, an in-memory channel layer, debugging on,
nothing to install beside it. Every variable is read through the functions at the top; the table
in docs/architecture.md lists them.
"""

import os
import secrets
from base64 import urlsafe_b64decode
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from redis.asyncio import retry as asyncio_retry
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.engine.registry import scan, slugs
from games.management.this_machine import is_this_machine

BASE_DIR = Path(__file__).resolve().parent.parent
POOL = {
    "min_size": 2,
    "max_size": 10,
    # Seconds. Whoever waits longer for a connection is told to come back in a moment; and a pool
    # that goes on knocking for minutes knocks ever more seldom, long after PostgreSQL is back.
    "timeout": 5,
    "reconnect_timeout": 3,
}


# Reading the environment


def text(name: str, *, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def switch(name: str, *, default: bool) -> bool:
    value = text(name, default="on" if default else "off").lower()
    if value in {"1", "on", "true", "yes"}:
        return True
    if value in {"0", "off", "false", "no"}:
        return False
    raise ImproperlyConfigured(f"{name} is on or off, not {value!r}.")


def words(name: str, *, default: list[str], separator: str = ",") -> list[str]:
    values = [value.strip() for value in text(name).split(separator)]
    return [value for value in values if value] or default


def database(name: str, *, default: str) -> dict[str, Any]:
    """Read sqlite:///relative, sqlite:////absolute or postgres://user:password@host:port/name.

    Twenty lines here rather than a package: we speak to two databases, and each needs options
    that a general parser would not set.
    """
    url = urlsplit(text(name, default=default))
    options: dict[str, Any] = dict(parse_qsl(url.query))
    if url.scheme == "sqlite":
        # Immediate transactions: with SQLite's own default, half of all concurrent posts
        # failed with "database is locked". Synchronous FULL: under WAL the usual NORMAL may lose
        # the last commits when the power goes, and a move that was confirmed must not be lost.
        options |= {
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
        }
        file = BASE_DIR / unquote(url.path).removeprefix("/")
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": file,
            "OPTIONS": options,
            # Kept, because to open one takes longer than most queries; the threads that have one
            # are few, and kept as well (games/live/threads.py).
            "CONN_MAX_AGE": None,
            # A file like the real one: a database in memory locks in other ways.
            "TEST": {"NAME": f"{file}-test"},
        }
    if url.scheme in {"postgres", "postgresql"}:
        # The pool, not CONN_MAX_AGE: under ASGI a kept connection is a leaked one.
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(url.path).removeprefix("/"),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": unquote(url.hostname or ""),
            "PORT": url.port or "",
            "OPTIONS": options | {"pool": dict(POOL)},
            # Each connection is asked for a sign of life before it is handed out: after a restart
            # of PostgreSQL those in the pool are dead.
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(f"{name} begins with sqlite:/// or postgres://.")


def key_of_this_checkout(file: Path, *, octets: int = 50) -> str:
    """Read the key that a checkout has made for itself, or make one. Git ignores the file.

    Several processes may begin at once: whose key is there first is the key of all. Where nothing
    can be written, log-ins last as long as the process.
    """
    made, mine = (
        secrets.token_urlsafe(octets),
        file.with_name(f"{file.name}.{secrets.token_hex(8)}"),
    )
    if not file.exists():
        with suppress(OSError):
            mine.touch(mode=0o600, exist_ok=False)
            mine.write_text(made, encoding="ascii")
            with suppress(FileExistsError):
                file.hardlink_to(mine)
        with suppress(OSError):
            mine.unlink()
    try:
        return file.read_text(encoding="ascii")
    except OSError:
        return made


def is_push_key(key: str) -> bool:
    """Whether it is a number of 32 octets, and one of the curve's (P-256), which nearly all are."""
    largest = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632550
    with suppress(ValueError):
        octets = urlsafe_b64decode(key.encode("ascii") + b"=" * (-len(key) % 4))
        return len(octets) == 32 and 0 < int.from_bytes(octets) <= largest
    return False


def site_url(hosts: list[str], *, https: bool) -> str:
    """Return where the first host is found. Nothing for a pattern, which is no address."""
    host = hosts[0]
    if host.startswith((".", "*")):
        return ""
    if is_this_machine(host):
        return f"http://{host}:8000"  # `serve` says so when it is another port
    return f"{'https' if https else 'http'}://{host}"


def mail_server(address: str) -> SplitResult | None:
    """Read smtp://user:password@host:port, or smtp+tls:// for one that speaks STARTTLS."""
    url = urlsplit(address)
    if url.scheme in {"smtp", "smtp+tls"}:
        return url
    if not url.scheme:
        return None
    raise ImproperlyConfigured("EMAIL_URL begins with smtp:// or smtp+tls://.")


# The site

DEBUG = switch("DEBUG", default=True)
ALLOWED_HOSTS = words("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
if DEBUG and not all(map(is_this_machine, ALLOWED_HOSTS)):
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS names more than this machine, and debugging is for this machine alone. "
        "Set DEBUG=off, and SECRET_KEY to something long and random."
    )
SECRET_KEY = text("SECRET_KEY")
if not SECRET_KEY and not DEBUG:
    raise ImproperlyConfigured("SECRET_KEY must be set when DEBUG is off.")
SECRET_KEY = SECRET_KEY or key_of_this_checkout(BASE_DIR / ".secret-key")

# On unless debugging: cookies over HTTPS only, plain HTTP sent there, browsers told to remember.
HTTPS = switch("HTTPS", default=not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
# Whoever asks whether the site is alive does so from inside, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^alive/$"]
TRUSTED_PROXIES = int(text("TRUSTED_PROXIES", default="0"))
if TRUSTED_PROXIES:
    # Only where a proxy of ours sets this header itself: anyone else could send it.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# What our letters link to. Never what a request says it was sent to: anyone can send that.
SITE_URL = text("SITE_URL", default=site_url(ALLOWED_HOSTS, https=HTTPS)).rstrip("/")
SITE_URL_FOLLOWS_PORT = not text("SITE_URL") and is_this_machine(ALLOWED_HOSTS[0])
if not SITE_URL:
    raise ImproperlyConfigured("SITE_URL must be set where ALLOWED_HOSTS begins with a pattern.")
if not SITE_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured("SITE_URL is like https://games.example.org.")

# Bytes of any request that are read: a match file of a million, and the form around it.
LARGEST_BODY = 1_100_000

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

scan(Path(folder) for folder in words("ADIT_TITLES", default=[], separator=os.pathsep))

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "accounts",
    "games",
    *(f"games.titles.{slug}" for slug in slugs()),
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.packing.PackingMiddleware",  # around all that makes a body
    "config.static.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.incoming.IncomingMiddleware",
    # After it: what is tried once more has been read and cleaned already.
    "games.pages.interruptions.InterruptionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.TracesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
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
                "accounts.languages.offered",
                "games.pages.context.head",
            ],
            "libraries": {"shell": "config.shell"},
        },
    },
    {
        # The live parts of a match, and only those: see games/rendering. Ours are named
        # fragments/..., a title's <slug>/...: no name exists in both engines.
        "NAME": "jinja2",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "games" / "presentation" / "jinja2"],
        "APP_DIRS": True,
        "OPTIONS": {"environment": "games.rendering.environment.environment"},
    },
]

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static", BASE_DIR / "games" / "presentation" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Names that carry a hash of the content can be cached for ever; while debugging, files are
    # served as they lie in the tree.
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static.CollectedFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = True  # what has not been collected is served from the tree
WHITENOISE_AUTOREFRESH = DEBUG

# Everything comes from our own origin, and no script or style stands in a page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}


# Where things are kept, and how processes speak to each other

DATABASES = {"default": database("DATABASE_URL", default="sqlite:///db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = text("REDIS_URL")
# Whoever waits for Redis waits for half a second and then does without: see games/live/layer.py.
REDIS_PATIENCE: dict[str, Any] = {
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
}
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "games.live.layer.LayerHere"},  # the sockets of a process
}
if REDIS_URL:
    CHANNEL_LAYERS["shared"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [
                {"address": REDIS_URL, "retry": asyncio_retry.Retry(NoBackoff(), 0)}
                | REDIS_PATIENCE
            ]
        },
    }

SECONDS_BETWEEN_PULSES = 5.0  # by which processes find out whether they hear each other
SECONDS_BETWEEN_CHECKS = 30.0  # after which open pages look for what nobody told them
# In which each says that pages are served: no clock acts before somebody has said so after its time.
# None: it does not say so.
SECONDS_BETWEEN_BEATS: float | None = 5.0

# Shared by all processes, because allauth counts tries in it. Nothing of a match is kept here.
CACHES = {
    "default": {
        "BACKEND": "config.caching.PatientRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"retry": Retry(NoBackoff(), 0)} | REDIS_PATIENCE,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}


# Mail: until EMAIL_URL names a server it is printed to the terminal; while debugging it is kept
# instead and shown at /mails/, because nobody reads a terminal.

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
MAILS_FOLDER = BASE_DIR / ".mails"
if DEBUG:
    EMAIL_BACKEND = "config.mails.KeepingBackend"
EMAIL_TIMEOUT = 10  # seconds that a mail server may hang
DEFAULT_FROM_EMAIL = text("EMAIL_FROM", default="Adit <adit@localhost>")
EMAIL = mail_server(text("EMAIL_URL"))
if EMAIL:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = EMAIL.hostname or "", EMAIL.port or 25
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = (
        unquote(EMAIL.username or ""),
        unquote(EMAIL.password or ""),
    )
    EMAIL_USE_TLS = EMAIL.scheme == "smtp+tls"

# By which browsers know that a push is from this site. A number of 32 octets, in base64url. Without
# one nothing is pushed; the checkout of somebody who works on it makes one for itself.
PUSH_KEY = text("PUSH_KEY")
if DEBUG:
    PUSH_KEY = PUSH_KEY or key_of_this_checkout(BASE_DIR / ".push-key", octets=32)
if PUSH_KEY and not is_push_key(PUSH_KEY):
    raise ImproperlyConfigured(
        "PUSH_KEY is a number of 32 octets in base64url, as secrets.token_urlsafe(32) makes one."
    )

# Whether webhooks and pushes may lead to this machine and go without TLS: for tests, which listen there.
OUTBOUND_TO_THIS_MACHINE = False

# Bots, clocks and mails: the database is the queue.
# What must be quick, which is the default, is never behind what may be slow.
TASKS = {
    "default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default", "slow"]},
}
BOTS_THINK_FOR = (1.0, 3.0)  # seconds, at least and at most, whatever they hold
BOTS_IN_A_HURRY = (0.2, 0.5)  # the same, where the only person at the table asks for it


# Accounts

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Nobody is told whether an address is registered; several may name one, and one can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Adit] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.models.NAME_VALIDATORS"
# Nor anything that looks like these, by accounts/names.py. The second line are the bots.
ACCOUNT_USERNAME_BLACKLIST = [
    *("adit", "admin", "bot", "deck", "moderator", "nobody", "staff", "you"),
    *("flint", "marl", "slate", "ochre", "basalt", "tuff", "gneiss", "chalk", "shale", "quartz"),
]
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Beside allauth's own limits on log-in, failed log-ins, password change and confirmation.
ACCOUNT_RATE_LIMITS = {
    "signup": "20/h/ip",
    "reset_password": "20/h/ip,5/h/key",
    "first_match": "120/h/ip",  # that strangers begin
}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES


# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("cs", "Čeština"), ("pl", "Polski"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"


# What is said while running, and when something breaks

DEFAULT_EXCEPTION_REPORTER = "config.reports.Reporter"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "config.reports.Formatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "channels_redis": {"level": "CRITICAL"},  # games.live says in one line that Redis is away
        "daphne": {"level": "WARNING"},
        "django": {"level": "INFO"},  # through the root alone, not through handlers of its own
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
    },
}
