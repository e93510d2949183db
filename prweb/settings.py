"""Settings of the site, by profile.

`PRWEB_PROFILE=embedded` (the default) needs nothing but this folder: SQLite, a broker of files, a local mailbox, all in
the data folder `PRWEB_VAR`, bound to 127.0.0.1. `PRWEB_PROFILE=production` takes SECRET_KEY, DATABASE_URL, BROKER_URL,
EMAIL_URL, PRWEB_SITE_URL and PRWEB_MAIL_HOST from the environment and refuses to start without them; any number of
hosts can share them. docs/operations.md lists every variable.
"""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from celery.schedules import crontab

from games import languages
from prweb.environment import Environment, Mailbox, check_folders, read_mailbox_url, with_password
from prweb.operations import logs
from prweb.vapid_key import new_vapid_key

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
PROFILE: str = env.str("PRWEB_PROFILE", "embedded")
if PROFILE not in ("embedded", "production"):
    raise environ.ImproperlyConfigured(f"PRWEB_PROFILE is 'embedded' or 'production', not {PROFILE!r}.")
EMBEDDED = PROFILE == "embedded"

# The data folder: tests and several sites side by side have one each.
VAR = Path(env.str("PRWEB_VAR", str(BASE_DIR / "var"))).resolve()
STATIC_ROOT = Path(env.str("PRWEB_STATIC_ROOT", str(VAR / "static"))).resolve()
SESSION_FILE_PATH = VAR / "sessions"
for folder in (VAR, STATIC_ROOT, SESSION_FILE_PATH):
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def load_or_make_key(path: Path, make: Callable[[], str]) -> str:
    """The key kept in a file, made on first use; of several processes that start at once one makes it."""
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as draft:
            draft.write(make())
        try:
            os.link(draft.name, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(draft.name)
    return path.read_text().strip()


def new_secret_key() -> str:
    return secrets.token_urlsafe(50)


SECRET_KEY: str = load_or_make_key(VAR / "secret_key", new_secret_key) if EMBEDDED else env.secret("SECRET_KEY")
DEBUG: bool = env.bool("DEBUG", False)

# Where the site is, for links in mails.
WEB_PORT: int = env.int("PRWEB_WEB_PORT", 8000)
SITE_URL: str = (
    env.str("PRWEB_SITE_URL", f"http://127.0.0.1:{WEB_PORT}") if EMBEDDED else env.str("PRWEB_SITE_URL")
).rstrip("/")
_site = urlsplit(SITE_URL)
_secure = _site.scheme == "https"
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=[_site.hostname, *(["127.0.0.1", "localhost"] if EMBEDDED else [])]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _secure
SECURE_SSL_REDIRECT: bool = env.bool("SECURE_SSL_REDIRECT", _secure)
SECURE_HSTS_SECONDS: int = env.int("SECURE_HSTS_SECONDS", 86400 if _secure else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS: bool = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", _secure)
# Putting a domain on the browsers' own lists cannot be undone for months: its owner asks for that, not we.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
# With this prefix a browser takes a cookie from this very host over https only, never from a subdomain of it.
_cookie_prefix = "__Host-" if _secure else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_cookie_prefix}prweb", f"{_cookie_prefix}prweb-csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
# The address of the client comes from our own proxies, the last so many; never from the client itself.
BEHIND_PROXY: bool = env.bool("BEHIND_PROXY", False)
ALLAUTH_TRUSTED_PROXY_COUNT: int = env.int("PRWEB_PROXIES", 1) if BEHIND_PROXY else 0
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Monitoring asks the process itself, without the proxy; its figures contain nothing that a game hides.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
# Figures and readiness can be read with this bearer token from elsewhere; empty: only from this machine.
OPERATOR_TOKEN: str = env.secret("PRWEB_OPERATOR_TOKEN", "")
X_FRAME_OPTIONS = "DENY"
# URLs can contain secrets (a turn's token, an invitation): other sites must not get them.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# Nothing inline, nothing from other sites; data URLs are for pictures that are made on the fly.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        **{f"{kind}-src": ["'self'"] for kind in ("script", "style", "font", "connect", "frame", "manifest")},
        "img-src": ["'self'", "data:"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
# Browser features that our pages do not use, and those that passkeys need, for our own pages only.
_unused = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media", "fullscreen"),
    *("geolocation", "gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment"),
    *("picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
PERMISSIONS_POLICY: dict[str, str | list[str]] = {
    **{feature: [] for feature in _unused},
    "publickey-credentials-create": "self",
    "publickey-credentials-get": "self",
}
# Of a request in bytes, fields, and files; what a page of ours sends is far below it. prweb.asgi stops longer ones.
REQUEST_SIZE_LIMIT: int = env.int("PRWEB_REQUEST_SIZE_LIMIT", 1_000_000)
DATA_UPLOAD_MAX_MEMORY_SIZE = REQUEST_SIZE_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 4
# Of requests that one web process answers at once; further ones are told to come again (503). What asks for its health
# is answered all the same, and open streams do not count.
CONCURRENT_REQUESTS: int = env.int("PRWEB_CONCURRENT_REQUESTS", 64)
# Of open streams, by which pages follow games: of one web process, and of one account (or address, of those who only
# watch) there. Beyond that pages poll; 0: all of them do.
LIVE_STREAMS: int = env.int("PRWEB_LIVE_STREAMS", 500)
LIVE_STREAMS_EACH: int = env.int("PRWEB_LIVE_STREAMS_EACH", 12)
# How often somebody may do something: (times, seconds), all of which apply. games.rate_limits counts,
# prweb.middleware.rate_limits says by whom.
RATE_LIMITS_ON: bool = env.bool("PRWEB_RATE_LIMITS", True)
RATE_LIMITS: dict[str, list[tuple[int, int]]] = {
    "play": [(90, 60), (1500, 3600)],
    "open": [(10, 600), (40, 86400)],
    # Of one person, a guest too: each costs a search by bots.
    "coach": [(90, 3600), (500, 86400)],
    "export": [(5, 3600), (10, 86400)],
    "change": [(90, 60), (1500, 3600)],
    "expensive read": [(240, 60), (4000, 3600)],
    "unknown": [(120, 60), (2000, 3600)],
    # Of guests that one client makes: each costs rows, and time of bots.
    "guest": [(3, 3600), (10, 86400)],
    # Of pages of a lesson, each of which plays a try again: by address, and of one person.
    "lesson": [(120, 60), (2000, 3600)],
    "lesson of a person": [(180, 60), (4000, 3600)],
    # Of mails to a typed address, from one client to one address; see MAIL_UNASKED_PER_DAY.
    "account mail": [(8, 86400)],
    # Of tests of channels by one person: each is a request to an address that they typed.
    "channel test": [(6, 600), (30, 86400)],
    # Of new subscriptions of browsers whose own have ended, from one client.
    "channel renewal": [(30, 3600)],
    # Checked in this order; each counts only what the earlier ones allowed (games.mail.listener).
    "mail to token": [(env.int("PRWEB_MAILS_PER_TURN", 60), 3600)],
    "mail to person": [(env.int("PRWEB_MAILS_PER_PERSON", 300), 3600)],
    "mail from address": [(env.int("PRWEB_MAILS_PER_ADDRESS", 3000), 3600)],
    # Of requests to the mail provider's webhooks without its signature, from one client.
    "unsigned webhook": [(30, 600)],
    # Of each of the operator's addresses; further mails are deferred.
    "mail to operator": [(env.int("PRWEB_MAILS_TO_OPERATOR", 60), 3600)],
}

INSTALLED_APPS = [
    "games.people",
    "games",
    "bots",
    "prweb.mailbox",
    "prweb.operations",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "django_prometheus",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "prweb.operations.middleware.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "prweb.middleware.resource_policy.ResourcePolicyMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "prweb.accounts.middleware.PreferencesMiddleware",
    "prweb.accounts.middleware.TwoFactorsMiddleware",
    "prweb.accounts.middleware.GuestMiddleware",
    "games.people.sessions.SessionUseMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "prweb.middleware.rate_limits.RateLimitMiddleware",
    "prweb.middleware.read_only.ReadOnlyMiddleware",
    "prweb.middleware.nul.NulMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "prweb.urls"
ASGI_APPLICATION = "prweb.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"lessons": "prweb.lessons.template_tags"},
        },
    },
]

# Database. ATOMIC_REQUESTS stays off: the services open their own transactions, as short as they can be.
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url_config(
        with_password(
            env.secret("DATABASE_URL", f"sqlite:///{VAR / 'prweb.sqlite3'}" if EMBEDDED else None),
            env.secret("DATABASE_PASSWORD", ""),
            ("DATABASE_URL", "DATABASE_PASSWORD"),
        )
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that reads first and then writes would fail at once with "locked"; an immediate one waits.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # A connection lasts for one request or task: under ASGI every request has a thread of its own, and one that was
    # kept would belong to a thread that is gone. A pool (PRWEB_DB_POOL, its size) keeps them for the whole process.
    _pool: int = env.int("PRWEB_DB_POOL", 0)
    # In milliseconds; a transaction of ours takes tens of them. 0 is no limit, for a migration that moves much.
    _statement: int = env.int("PRWEB_DB_STATEMENT_TIMEOUT", 30_000)
    _limits = {
        "statement_timeout": _statement,
        "lock_timeout": _statement and min(_statement, 15_000),
        "idle_in_transaction_session_timeout": 60_000,
    }
    # A server whose host is off or cut off does not answer, and TCP would wait for hours: it is given up after 25 s
    # (in milliseconds the last).
    _silence = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 15_000}
    # A pool checks connections before they are used: after a restart or failover all of them are dead.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = bool(_pool)
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        **_silence,
        "options": " ".join(f"-c {name}={value}" for name, value in _limits.items()),
        **({"pool": {"min_size": 1, "max_size": _pool, "timeout": 5}} if _pool else {}),
        **DATABASES["default"].get("OPTIONS", {}),
    }
# Of backups in one folder, those that `upgrade` makes and `backup --prune` finds: how many stay, and for how many days.
KEEP_BACKUPS: int = env.int("PRWEB_KEEP_BACKUPS", 14)
KEEP_BACKUPS_DAYS: int = env.int("PRWEB_KEEP_BACKUPS_DAYS", 90)
# The folder of pg_dump, pg_restore and psql, for backups; empty: they are on the PATH.
POSTGRESQL_PROGRAMS: str = env.str("PRWEB_POSTGRESQL_PROGRAMS", "")

# Celery: a queue for each kind of work, so that none waits for another. Workers find due work in the database; a
# message only says that there is some, and of these queues the broker keeps one message each (games.nudge).
NUDGED_QUEUES = ("default", "bots", "mail", "inbox")
_broker_password = env.secret("BROKER_PASSWORD", "")
CELERY_BROKER_URL: str = with_password(
    env.secret("BROKER_URL", "folder://localhost/" if EMBEDDED else None),
    _broker_password,
    ("BROKER_URL", "BROKER_PASSWORD"),
)
if CELERY_BROKER_URL.startswith("folder:"):
    _broker = VAR / "broker"
    for folder in (_broker / "messages", _broker / "control"):
        folder.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": str(_broker / "messages"),
        "data_folder_out": str(_broker / "messages"),
        "control_folder": str(_broker / "control"),
        "polling_interval": 0.05,
        "coalesced_queues": NUDGED_QUEUES,
    }
elif CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
        "socket_keepalive": True,
        "health_check_interval": 25,
        # Longer than any task takes. The message of a dead worker comes back then; beat has nudged others long before.
        "visibility_timeout": 600,
        "coalesced_queues": NUDGED_QUEUES,
    }
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "bots.think": {"queue": "bots"},
    "games.mail.deliver": {"queue": "mail"},
    "games.mail.read": {"queue": "inbox"},
    # Rare, and long on a large site: urgent work must not share the queue.
    "*.tidy": {"queue": "tidying"},
    "games.table.forget_guests": {"queue": "tidying"},
    "games.table.check_replays": {"queue": "tidying"},
    "games.table.count_games": {"queue": "tidying"},
    "games.table.pack": {"queue": "tidying"},
    "games.table.rate": {"queue": "tidying"},
    "games.table.play_tournaments": {"queue": "tidying"},
    "games.table.match_seeks": {"queue": "tidying"},
    "games.table.fill_seats": {"queue": "tidying"},
}
CELERY_TASK_IGNORE_RESULT = True
# A busy worker must not reserve further messages, which idle workers could take.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker for ever, and takes one that refuses a write for one that is away (prweb.redis_broker).
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
# A nudge is not worth waiting for: beat nudges again.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
SWEEP_SECONDS: int = env.int("PRWEB_SWEEP_SECONDS", 5)
# In seconds, how long others believe that a process is still at what it took, before they take it over: thinking,
# reading a mail, sending one. Far longer than each takes on a slow machine.
THINKING_STALE_S: int = env.int("PRWEB_THINKING_STALE_SECONDS", 40)
READING_STALE_S: int = env.int("PRWEB_READING_STALE_SECONDS", 30)
SENDING_STALE_S: int = env.int("PRWEB_SENDING_STALE_SECONDS", 300)
# In seconds, from the first failure to send a mail to the next attempt; each further pause is twice as long.
MAIL_RETRY_S: int = env.int("PRWEB_MAIL_RETRY_SECONDS", 30)
# How often every process sends a heartbeat; 0: never.
HEARTBEAT_SECONDS: int = env.int("PRWEB_HEARTBEAT_SECONDS", 15)
CELERY_BEAT_SCHEDULER = "prweb.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    # The clock, and a nudge for each kind of work: for mails whose time has come, and what lost nudges left behind.
    name: {"task": name, "schedule": SWEEP_SECONDS}
    for name in ("games.table.sweep", "bots.think", "games.mail.deliver", "games.mail.read")
} | {
    # Each expires when the next is due, so that they do not pile up while no worker runs.
    name: {"task": name, "schedule": schedule, "options": {"expires": expires}}
    for name, schedule, expires in (
        ("games.mail.tidy", crontab(hour="3", minute="17"), 86400),
        ("games.notifications.tidy", crontab(hour="3", minute="22"), 86400),
        ("prweb.accounts.tidy", crontab(hour="3", minute="27"), 86400),
        ("games.table.tidy", crontab(hour="3", minute="37"), 86400),
        ("games.table.forget_guests", crontab(minute="47"), 3600),
        # An upgrade nudges it, and it nudges itself: this is for nudges that were lost.
        ("games.table.check_replays", crontab(minute="7,22,37,52"), 900),
        ("games.table.pack", crontab(minute="7"), 3600),
        ("games.table.count_games", crontab(minute="27"), 3600),
        # The end of a rated game nudges it, and it nudges itself.
        ("games.table.rate", crontab(minute="*/5"), 300),
        # The end of a game of a tournament nudges it; this is for those that are to start.
        ("games.table.play_tournaments", crontab(minute="*/2"), 120),
        ("games.table.fill_seats", crontab(minute="1-59/5"), 300),
        ("games.table.match_seeks", crontab(minute="2-59/5"), 300),
    )
}

# Mail. Without EMAIL_URL everything goes to the local mailbox, which the site shows to people at this machine.
_email_url = env.secret("EMAIL_URL", "" if EMBEDDED else None)
if not _email_url:
    EMAIL_BACKEND = "prweb.mailbox.backend.MailboxBackend"
else:
    _email = env.email_url_config(
        with_password(_email_url, env.secret("EMAIL_PASSWORD", ""), ("EMAIL_URL", "EMAIL_PASSWORD"))
    )
    EMAIL_BACKEND = _email["EMAIL_BACKEND"].replace("django.core.mail.backends.smtp", "prweb.smtp")
    EMAIL_HOST = _email["EMAIL_HOST"]
    EMAIL_PORT = _email["EMAIL_PORT"] or 25
    EMAIL_HOST_USER = _email["EMAIL_HOST_USER"] or ""
    EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"] or ""
    EMAIL_USE_TLS = _email.get("EMAIL_USE_TLS", False)
    EMAIL_USE_SSL = _email.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
MAILBOX_PAGES = EMBEDDED and EMAIL_BACKEND == "prweb.mailbox.backend.MailboxBackend"
MAILBOX_PATH = VAR / "mailbox"
# The domain of reply addresses, and where the listener for them is bound.
MAIL_HOST: str = env.str("PRWEB_MAIL_HOST", "prweb.localhost") if EMBEDDED else env.str("PRWEB_MAIL_HOST")
SMTP_LISTEN: str = env.str("PRWEB_SMTP_LISTEN", "127.0.0.1:8025")
# In days after the end of its turn: how long a reply token is good for taking the answer back and the like.
REPLY_TOKEN_DAYS: int = env.int("PRWEB_REPLY_TOKEN_DAYS", 7)
# In hours: how long a code is good by which somebody who asked for it gives up a seat by mail.
RESIGNATION_CODE_HOURS: int = env.int("PRWEB_RESIGNATION_CODE_HOURS", 24)
# In hours: how long the link is good that plays a mail whose sender was not proved.
MAIL_CONFIRM_HOURS: int = env.int("PRWEB_MAIL_CONFIRM_HOURS", 72)
# The receiving mail server's name in the Authentication-Results headers that it puts into mails; none is read else.
MAIL_AUTHSERV_ID: str = env.str("PRWEB_MAIL_AUTHSERV_ID", "")
# The mailbox that `manage.py poll_mail` fetches mails from by IMAP, beside the listener; without an address none.
_imap_url = env.secret("PRWEB_IMAP_URL", "")
IMAP_MAILBOX: Mailbox | None = (
    read_mailbox_url(
        with_password(_imap_url, env.secret("PRWEB_IMAP_PASSWORD", ""), ("PRWEB_IMAP_URL", "PRWEB_IMAP_PASSWORD")),
        "PRWEB_IMAP_URL",
    )
    if _imap_url
    else None
)
# Its folders: where mails come in, and where they go once they are stored, or when they are for nobody here.
IMAP_FOLDER: str = env.str("PRWEB_IMAP_FOLDER", "INBOX")
IMAP_DONE_FOLDER: str = env.str("PRWEB_IMAP_DONE_FOLDER", "prweb-done")
IMAP_REFUSED_FOLDER: str = env.str("PRWEB_IMAP_REFUSED_FOLDER", "prweb-refused")
# Mails are deleted from the last two, and each has an age of its own for that.
check_folders(
    {
        "PRWEB_IMAP_FOLDER": IMAP_FOLDER,
        "PRWEB_IMAP_DONE_FOLDER": IMAP_DONE_FOLDER,
        "PRWEB_IMAP_REFUSED_FOLDER": IMAP_REFUSED_FOLDER,
    }
)
# In seconds: how often it is looked at, also while its server promises to say when something comes (IDLE).
IMAP_POLL_S: int = env.int("PRWEB_IMAP_POLL_SECONDS", 60)
# As MAIL_AUTHSERV_ID, of the server that delivers to the mailbox: each way of mail has its own.
IMAP_AUTHSERV_ID: str = env.str("PRWEB_IMAP_AUTHSERV_ID", "")
# A provider whose webhooks hand mails in and tell of bounces: its name, and what proves that it is the one who calls
# (Mailgun: the key that signs webhooks; Postmark: user:password of the webhooks' addresses). Without a name none.
MAIL_PROVIDER: str = env.str("PRWEB_MAIL_PROVIDER", "")
MAIL_PROVIDER_SECRET: str = env.secret("PRWEB_MAIL_PROVIDER_SECRET", None if MAIL_PROVIDER else "")
if MAIL_PROVIDER not in ("", "mailgun", "postmark"):
    raise environ.ImproperlyConfigured(f"PRWEB_MAIL_PROVIDER is mailgun or postmark, not {MAIL_PROVIDER!r}.")
if MAIL_PROVIDER == "postmark" and ":" not in MAIL_PROVIDER_SECRET:
    raise environ.ImproperlyConfigured("PRWEB_MAIL_PROVIDER_SECRET is user:password for Postmark.")
if not MAIL_PROVIDER_SECRET.isascii():
    raise environ.ImproperlyConfigured("PRWEB_MAIL_PROVIDER_SECRET has letters that no provider sends.")
MAIL_PROVIDER_AUTHSERV_ID: str = env.str("PRWEB_MAIL_PROVIDER_AUTHSERV_ID", "")
# For `manage.py check_mail`: whom to ask for our records (an address, or "system"; empty: nobody), and the selector of
# our DKIM key.
DNS_RESOLVER: str = env.str("PRWEB_DNS_RESOLVER", "")
DKIM_SELECTOR: str = env.str("PRWEB_DKIM_SELECTOR", "")
# Of an incoming mail in bytes; of answers to one person within a day; of attempts before a mail is given up.
MAIL_SIZE_LIMIT: int = env.int("PRWEB_MAIL_SIZE_LIMIT", 2_000_000)
MAIL_ANSWERS_PER_DAY: int = env.int("PRWEB_MAIL_ANSWERS_PER_DAY", 300)
MAIL_ATTEMPTS: int = env.int("PRWEB_MAIL_ATTEMPTS", 12)
# Of one game to one person, within an hour and since their last answer in it: what is more is told in one mail later.
MAILS_PER_GAME_AND_HOUR: int = env.int("PRWEB_MAILS_PER_GAME_AND_HOUR", 12)
# Mails that come back for a reason that may pass, within 14 days, until no more go to that address; how often a person
# may have mails sent to an undeliverable address again within a day.
MAIL_SOFT_BOUNCES: int = env.int("PRWEB_MAIL_SOFT_BOUNCES", 5)
MAIL_RETRIES_PER_DAY: int = env.int("PRWEB_MAIL_RETRIES_PER_DAY", 3)
# Of invitations to one address within a day, from all hosts: its owner may not want them.
MAIL_INVITATIONS_PER_DAY: int = env.int("PRWEB_MAIL_INVITATIONS_PER_DAY", 10)
# In days, how long the link in an invitation proves the address it went to, and keeps its seat.
INVITATION_DAYS: int = env.int("PRWEB_INVITATION_DAYS", 14)
# Of all mails to one address within a day that it may not have asked for: these, and codes and links of the sign-in.
MAIL_UNASKED_PER_DAY: int = env.int("PRWEB_MAIL_UNASKED_PER_DAY", 25)
# Of invitations that one person sends within a day, over all games.
INVITATIONS_PER_HOST_PER_DAY: int = env.int("PRWEB_INVITATIONS_PER_HOST_PER_DAY", 30)
# Of connections to the listener at once, in all and from one address. The one without a mail for longest makes room.
MAIL_CONNECTIONS: int = env.int("PRWEB_MAIL_CONNECTIONS", 100)
MAIL_CONNECTIONS_PER_ADDRESS: int = env.int("PRWEB_MAIL_CONNECTIONS_PER_ADDRESS", 20)
# The operator's own mail servers, as addresses or networks: what they hand over comes from everybody, so it is not
# counted by the connecting address. A quarter of all connections is kept for them.
MAIL_RELAYS = [
    ip_network(relay, strict=False) for relay in env.list("PRWEB_MAIL_RELAYS", default=["127.0.0.0/8", "::1"])
]
# Of a request of the provider in bytes: a mail, and perhaps its parts once more. Django knows one limit for all
# requests; prweb.asgi keeps all others to theirs.
MAIL_PROVIDER_REQUEST_LIMIT = 3 * MAIL_SIZE_LIMIT if MAIL_PROVIDER else 0
DATA_UPLOAD_MAX_MEMORY_SIZE = max(REQUEST_SIZE_LIMIT, MAIL_PROVIDER_REQUEST_LIMIT)
# In days, from the end of a game: how long its moves, turns and mails stay rows, before they are packed; 0: for ever.
PACK_GAMES_DAYS: int = env.int("PRWEB_PACK_GAMES_DAYS", 30)
# In days: the content of incoming mails that were processed, and of sent mails; mails that belong to no turn.
KEEP_MAILS_DAYS: int = env.int("PRWEB_KEEP_MAILS_DAYS", 90)
KEEP_STRAY_MAILS_DAYS: int = env.int("PRWEB_KEEP_STRAY_MAILS_DAYS", 7)
# In days, from the last use: keyed digests of the devices and addresses that people use, and hints made of them.
KEEP_TRACES_DAYS: int = env.int("PRWEB_KEEP_TRACES_DAYS", 60)
# In days, from the opening of a game: invited addresses whose people never joined.
KEEP_INVITATIONS_DAYS: int = env.int("PRWEB_KEEP_INVITATIONS_DAYS", 30)
# Who runs the site and how to reach them (an address or a page), for people; empty: pages say what can be said without.
OPERATOR_NAME: str = env.str("PRWEB_OPERATOR_NAME", "")
OPERATOR_CONTACT: str = env.str("PRWEB_OPERATOR_CONTACT", "")
# The imprint that the law requires on the contact page, as plain text; not secret, but it can come from a file, too.
IMPRINT: str = env.secret("PRWEB_IMPRINT", "")
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", f"prweb <prweb@{MAIL_HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where mails to postmaster@, abuse@ and the sender of our mails go on to: an address of another domain than ours.
_contact_mail = OPERATOR_CONTACT if "@" in OPERATOR_CONTACT and "/" not in OPERATOR_CONTACT else ""
_operator = "operator@mailbox.localhost" if MAILBOX_PAGES else _contact_mail
OPERATOR_MAIL: str = env.str("PRWEB_OPERATOR_MAIL", "") or _operator

# Other channels than mail. The key by which push services know the site (RFC 8292), as PEM; empty: browsers are told
# nothing. Another key makes all subscriptions of before void. The subject is where push services reach the operator.
VAPID_PRIVATE_KEY: str = env.secret("PRWEB_VAPID_PRIVATE_KEY", "")
if EMBEDDED and not VAPID_PRIVATE_KEY:
    VAPID_PRIVATE_KEY = load_or_make_key(VAR / "vapid_key.pem", new_vapid_key)
VAPID_SUBJECT: str = env.str("PRWEB_VAPID_SUBJECT", f"mailto:{_contact_mail or f'postmaster@{MAIL_HOST}'}")
# How many one may have; after how many failures in a row one is switched off.
CHANNELS_PER_PERSON: int = env.int("PRWEB_CHANNELS", 5)
CHANNEL_FAILURES: int = env.int("PRWEB_CHANNEL_FAILURES", 10)
# Addresses of people may be http, too; internal networks that they may name nevertheless, as that of a club's ntfy.
CHANNEL_HTTP: bool = env.bool("PRWEB_CHANNEL_HTTP", False)
CHANNEL_NETWORKS = [ip_network(network, strict=False) for network in env.list("PRWEB_CHANNEL_NETWORKS", default=[])]

# Sessions are not in cookies, which a visitor can read: the code of a sign-in by mail is kept in the session. Embedded
# they are files, as every write to SQLite holds up the others. In production they are rows: only those who sign in or
# out write one, and nobody is signed out by a Redis that was flushed or is away.
CACHES: dict[str, dict[str, Any]]
if EMBEDDED:
    SESSION_ENGINE = "django.contrib.sessions.backends.file"
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
else:
    SESSION_ENGINE = "django.contrib.sessions.backends.db"
    # Without an address of its own it is where the broker is.
    _cache = env.secret("CACHE_URL", "")
    _cache_password = env.secret("CACHE_PASSWORD", "")
    CACHES = {
        "default": env.cache_url_config(
            with_password(_cache, _cache_password, ("CACHE_URL", "CACHE_PASSWORD")) if _cache else CELERY_BROKER_URL
        )
    }
    if CACHES["default"]["BACKEND"].endswith("RedisCache"):
        CACHES["default"] |= {
            "BACKEND": "prweb.operations.cache.OptionalRedisCache",
            "KEY_PREFIX": "prweb",
            # What the address says besides (ssl_ca_certs and the like) goes to the client, as it does for the broker.
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1} | CACHES["default"].get("OPTIONS", {}),
        }
SESSION_COOKIE_AGE = CSRF_COOKIE_AGE = 60 * 60 * 24 * 60

# People.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["prweb.accounts.sign_in.PeopleOnly"]
# For new passwords; existing ones stay valid.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 10}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "prweb.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "prweb.accounts.forms.ExtraSignupFields"
ACCOUNT_FORMS = {
    "signup": "prweb.accounts.signup.ConcurrentSignupForm",
    "change_password": "games.web.account_forms.ChangePasswordForm",
    "set_password": "games.web.account_forms.SetPasswordForm",
    "reset_password_from_key": "games.web.account_forms.ResetPasswordForm",
    "request_login_code": "games.web.account_forms.LoginCodeForm",
}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# In seconds. Mails go through the outbox, and receiving servers put strangers' mails off for some minutes.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT: int = env.int("PRWEB_LOGIN_CODE_SECONDS", 15 * 60)
# A seat's mails go to user.email; this and the next setting keep unverified addresses out of there.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Changes of how an account is accessed need the password or a second factor again (games.people.reauthentication).
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[prweb] "
ACCOUNT_PREVENT_ENUMERATION = True
# Typing an address without an account sends no mail to it.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# Besides allauth's own limits, so that one network or account cannot send confirmation mails to everybody.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"signup": "20/m/ip,100/d/ip", "manage_email": "10/m/user,30/d/user"}
# In days, how long an unconfirmed sign-up keeps its name and address.
UNCONFIRMED_DAYS: int = env.int("PRWEB_UNCONFIRMED_DAYS", 7)
ACCOUNT_USERNAME_VALIDATORS = "games.people.names.validators"
# Reserved names, besides those in games.people.names: for example the names of the club and the operator.
RESERVED_NAMES: list[str] = env.list("PRWEB_RESERVED_NAMES", default=[])
# In days, from the closing of an account: how long its name, and those that look like it, stay reserved.
KEEP_FREED_NAMES_DAYS: int = env.int("PRWEB_KEEP_FREED_NAMES_DAYS", 365)
# The same for the earlier name of a person who takes another one; they may take it back.
KEEP_CHANGED_NAMES_DAYS: int = env.int("PRWEB_KEEP_CHANGED_NAMES_DAYS", 90)
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
# Limits by address count a network of IPv6 as one client: its owner has 2**64 addresses (as games.rate_limits).
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 64
# Two factors: an authenticator app or passkeys, and recovery codes for the day they are lost. Staff are staff only with
# both, and prove the second one again after so many hours.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "prweb.accounts.passkeys.PasskeyAdapter"
MFA_FORMS = {"add_webauthn": "prweb.accounts.passkeys.AddPasskeyForm"}
# A passkey is two factors only because each use of one verifies the person: games.people.two_factors counts on it.
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MFA_TOTP_ISSUER = "prweb"
MFA_TOTP_TOLERANCE = 1
TWO_FACTORS_HOURS: int = env.int("PRWEB_TWO_FACTORS_HOURS", 12)

# Of games that are open or running, how many one may host, and have seats in (those of one's bot accounts included).
HOSTED_GAMES_PER_PERSON: int = env.int("PRWEB_HOSTED_GAMES", 20)
SEATS_PER_PERSON: int = env.int("PRWEB_SEATS", 60)
# At how many open games somebody waits for a seat.
WAITING_PER_PERSON: int = env.int("PRWEB_WAITING", 10)
# How many tournaments somebody may organise, and be in, at a time.
TOURNAMENTS_PER_PERSON: int = env.int("PRWEB_TOURNAMENTS", 2)
TOURNAMENT_ENTRIES_PER_PERSON: int = env.int("PRWEB_TOURNAMENT_ENTRIES", 10)
# After so many days without a sign of its person a seek is paused.
SEEK_SILENT_DAYS: int = env.int("PRWEB_SEEK_SILENT_DAYS", 30)
# Guests, who try a game against bots without an account: how many there may be at a time (0: none), and for how many
# hours one lasts. Then the guest and the game are deleted.
GUESTS: int = env.int("PRWEB_GUESTS", 200)
ABSENCE_DAYS: int = env.int("PRWEB_ABSENCE_DAYS", 42)
GUEST_HOURS: int = env.int("PRWEB_GUEST_HOURS", 24)
# Programs: bot accounts and tokens one may have at a time, and how long a token lasts.
BOT_ACCOUNTS_PER_PERSON: int = env.int("PRWEB_BOT_ACCOUNTS", 5)
TOKENS_PER_ACCOUNT: int = env.int("PRWEB_TOKENS", 10)
KNOX_TOKEN_MODEL = "accounts.ApiToken"
# Our tokens have a table of their own; knox's table would never be cleared.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_TTL": timedelta(days=env.int("PRWEB_TOKEN_DAYS", 365)), "TOKEN_PREFIX": "prweb_"}

# The API (docs/api.md). In bytes, of a body. Of requests by address and account; of answers and new games by account.
API_BODY_LIMIT: int = env.int("PRWEB_API_BODY_LIMIT", 64 * 1024)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.permissions.AccessPermission"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "games.api.renderers.BrowsablePageRenderer",
    ],
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.throttling.AddressThrottle",
        "games.api.throttling.AccountThrottle",
        "games.api.throttling.ActionThrottle",
        "games.api.throttling.ExpensiveReadThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("PRWEB_API_RATE_ANON", "60/min"),
        "user": env.str("PRWEB_API_RATE_USER", "600/min"),
        "play": env.str("PRWEB_API_RATE_PLAY", "240/min"),
        "open": env.str("PRWEB_API_RATE_OPEN", "60/hour"),
        "account": env.str("PRWEB_API_RATE_ACCOUNT", "30/hour"),
    },
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "DEFAULT_FILTER_BACKENDS": [],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.AccessSchema",
    "EXCEPTION_HANDLER": "games.api.problems.problem_response",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "prweb API",
    "DESCRIPTION": "Play games by correspondence with a program: see the table, answer turns, open and join games.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
}

# The level that plays for people whose time is up or who resigned: a key of games.bot_levels.BOT_LEVELS.
CARETAKER_LEVEL: str = env.str("PRWEB_CARETAKER_LEVEL", "merchant-1")

# Languages and time.
LANGUAGE_CODE = "en"
LOCALE_FOLDER = BASE_DIR / "games" / "locale"
# The first wins, and takes what makemessages finds; behind it what we say otherwise than the libraries' own catalogues.
LOCALE_PATHS = [LOCALE_FOLDER, BASE_DIR / "games" / "library_texts"]
# The complete ones; `manage.py check` says what the others lack.
LANGUAGES = languages.offered_languages(LOCALE_FOLDER)
FORMAT_MODULE_PATH = "prweb.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# Static files, under names with a hash of what is in them, so that browsers keep them: `collectstatic` puts them into
# STATIC_ROOT; embedded, the web process does so when it starts (prweb.asgi). With DEBUG they are read where they lie.
STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "prweb.static_storage.ModuleStorage" if EMBEDDED else "prweb.static_storage.CompressedModuleStorage"
    },
}

_level: str = env.str("LOG_LEVEL", "")
_operator_command = logs.is_operator_command(sys.argv)
LOGGING = logs.build_configuration(
    as_json=env.bool("PRWEB_LOG_JSON", not EMBEDDED),
    level=_level or ("WARNING" if _operator_command else "INFO"),
    root_level=_level or ("INFO" if DEBUG else "WARNING"),
    requests_level=_level or ("WARNING" if EMBEDDED else "INFO"),
    nudges_level=_level or "WARNING",
    plain=_operator_command,
)
