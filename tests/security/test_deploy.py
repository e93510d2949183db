"""The production profile as documented: Django's own check of a deployment has nothing to say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from prweb.environment import read_mailbox_url
from prweb.operations.checks import check_deployment, is_local
from tests.function_calls import call_in_process
from tests.operations.settings_functions import settings_named

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTED = {
    "PRWEB_PROFILE": "production",
    "SECRET_KEY": "a-key-as-long-and-as-random-as-secrets-token_urlsafe-makes-them-0123456789",
    "DATABASE_URL": "postgres://prweb:secret@db.example/prweb",
    "BROKER_URL": "redis://redis.example:6379/0",
    "EMAIL_URL": "smtp+tls://prweb:secret@mail.example:587",
    "PRWEB_SITE_URL": "https://prweb.example",
    "PRWEB_MAIL_HOST": "prweb.example",
    "BEHIND_PROXY": "true",
    "PRWEB_OPERATOR_MAIL": "operator@club.example",
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PRWEB_", "DJANGO_"))}
    for name in ("BROKER_URL", "DATABASE_URL"):
        kept.pop(name, None)
    return kept | DOCUMENTED | {"PRWEB_VAR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "prweb.settings"}


def test_the_check_of_a_deployment_finds_nothing(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "ERROR"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    # Whether the engine is compiled here says nothing about the settings.
    findings = [line for line in done.stderr.splitlines() if line.startswith("?:") and "games.W001" not in line]
    assert done.returncode == 0, done.stderr
    assert findings == []


REFUSED = {
    "DATABASE_URL": ("sqlite:///site.sqlite3", "operations.E001"),
    "BROKER_URL": ("memory://", "operations.E002"),
    "PRWEB_SITE_URL": ("https://localhost:8000", "operations.E003"),
    "PRWEB_MAIL_HOST": ("prweb.localhost", "operations.E004"),
    "BEHIND_PROXY": ("false", "operations.E005"),
    "PRWEB_OPERATOR_MAIL": ("operator@prweb.localhost", "operations.E006"),
}


def test_a_deployment_that_cannot_serve_others_is_refused_for_every_reason(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy"],
        cwd=ROOT,
        env=environment | {"CACHE_URL": "locmemcache://"} | {name: value for name, (value, _id) in REFUSED.items()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert {wanted for _value, wanted in REFUSED.values() if wanted not in done.stderr} == set()


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("LOCALHOST.", True),
        ("play.localhost", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("[::1]", True),
        ("0.0.0.0", True),
        ("", True),
        ("play.example.org", False),
        ("localhost.example.org", False),
        ("192.0.2.7", False),
        ("10.0.0.7", False),
    ],
)
def test_which_hosts_are_nobody_elses(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_a_database_and_a_broker_on_the_same_machine_are_fine(settings: Settings) -> None:
    settings.DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "HOST": "localhost"}}
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:6379/0"
    settings.SITE_URL, settings.MAIL_HOST, settings.BEHIND_PROXY = "https://play.example", "play.example", True
    assert check_deployment() == []


def test_a_mailbox_over_an_open_line_and_a_way_of_mail_that_nobody_checks_are_told(settings: Settings) -> None:
    settings.DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "HOST": "localhost"}}
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:6379/0"
    settings.SITE_URL, settings.MAIL_HOST, settings.BEHIND_PROXY = "https://play.example", "play.example", True
    settings.MAIL_PROVIDER = ""
    settings.IMAP_MAILBOX = read_mailbox_url("imap://user:password@imap.example", "PRWEB_IMAP_URL")
    assert [found.id for found in check_deployment()] == ["operations.E007"]
    settings.IMAP_MAILBOX = read_mailbox_url("imap://user:password@127.0.0.1", "PRWEB_IMAP_URL")
    assert check_deployment() == []
    settings.MAIL_AUTHSERV_ID = "mx.play.example"
    assert [found.id for found in check_deployment()] == ["operations.W008"]
    settings.IMAP_AUTHSERV_ID = "mx.imap.example"
    assert check_deployment() == []
    settings.MAIL_PROVIDER = "postmark"
    assert [found.id for found in check_deployment()] == ["operations.W008"]


SECURITY_SETTINGS = (
    *("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"),
    *("SESSION_COOKIE_HTTPONLY", "CSRF_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SECURE_SSL_REDIRECT"),
    *("SECURE_HSTS_SECONDS", "ALLOWED_HOSTS", "DEBUG", "ALLAUTH_TRUSTED_PROXY_COUNT", "RATE_LIMITS_ON"),
)


def test_cookies_go_over_https_only_and_to_this_very_host(environment: dict[str, str]) -> None:
    found = call_in_process(environment, settings_named, SECURITY_SETTINGS)
    assert found == {
        "SESSION_COOKIE_NAME": "__Host-prweb",
        "CSRF_COOKIE_NAME": "__Host-prweb-csrf",
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": found["SECURE_HSTS_SECONDS"],
        "ALLOWED_HOSTS": ["prweb.example"],
        "DEBUG": False,
        "ALLAUTH_TRUSTED_PROXY_COUNT": 1,
        "RATE_LIMITS_ON": True,
    }
    assert found["SECURE_HSTS_SECONDS"] >= 86400
