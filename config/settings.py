"""Settings, and the only place that reads the environment.

With no variable set this is the embedded site: SQLite, an in-memory channel layer, debugging on,
nothing to install beside it. Every variable is read through the functions at the top; the table
in docs/architecture.md lists them.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from games.engine.registry import scan, slugs

BASE_DIR = Path(__file__).resolve().parent.parent


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
        # failed with "database is locked".
        options |= {
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
        }
        file = BASE_DIR / unquote(url.path).removeprefix("/")
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": file,
            "OPTIONS": options,
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
            "OPTIONS": options | {"pool": True},
        }
    raise ImproperlyConfigured(f"{name} begins with sqlite:/// or postgres://.")


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
SECRET_KEY = text("SECRET_KEY", default="only-for-this-machine" if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY must be set when DEBUG is off.")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])

# On unless debugging: cookies over HTTPS only, plain HTTP sent there, browsers told to remember.
HTTPS = switch("HTTPS", default=not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
TRUSTED_PROXIES = int(text("TRUSTED_PROXIES", default="0"))
if TRUSTED_PROXIES:
    # Only where a proxy of ours sets this header itself: anyone else could send it.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

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
    "config.static.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
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
                "games.lobby.waiting_for",
            ],
            "libraries": {"shell": "config.shell"},
        },
    },
    {
        # The live parts of a match, and only those: see games/rendering.py.
        "NAME": "jinja2",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "APP_DIRS": True,
        "OPTIONS": {"environment": "games.rendering.environment"},
    },
]

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Names that carry a hash of the content can be cached for ever; while debugging, files are
    # served as they lie in the tree.
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

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
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"},
}

# Shared by all processes, because allauth counts tries in it. Nothing of a match is kept here.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}


# Mail: printed to the terminal until EMAIL_URL names a server

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
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

# Bots, clocks and mails: the database is the queue.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
BOTS_THINK_FOR = (1.0, 3.0)  # seconds, at least and at most, whatever they hold


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
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.models.NAME_VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["adit", "admin", "bot", "deck", "moderator", "nobody", "staff", "you"]
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Beside allauth's own limits on log-in, failed log-ins, password change and confirmation.
ACCOUNT_RATE_LIMITS = {"signup": "20/h/ip", "reset_password": "20/h/ip,5/h/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES


# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("cs", "Čeština"), ("pl", "Polski"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
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
        "daphne": {"level": "WARNING"},
        "django": {"level": "INFO"},  # through the root alone, not through handlers of its own
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
    },
}
