"""The production profile, as its settings and its cache are."""

from __future__ import annotations

import os
import socket
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.exceptions import ImproperlyConfigured

from prweb.environment import Environment, Mailbox, check_folders, read_mailbox_url, with_password
from prweb.operations.cache import OptionalRedisCache
from tests.function_calls import call_in_process
from tests.operations.settings_functions import production_settings

pytestmark = pytest.mark.processes

NOBODY_THERE = "redis://127.0.0.1:1/0"


def production(tmp_path: Path, **more: str) -> dict[str, Any]:
    """What the settings say, of the example's variables."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "production",
        "PRWEB_VAR": str(tmp_path),
        "SECRET_KEY": "a key that is for this test only, and long enough for it",
        "DATABASE_URL": "postgres://prweb:secret@db.example.org:5432/prweb",
        "BROKER_URL": NOBODY_THERE,
        "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
        "PRWEB_SITE_URL": "https://prweb.example.org",
        "PRWEB_MAIL_HOST": "prweb.example.org",
        **more,
    }
    return call_in_process(environment, production_settings)


def test_nobody_is_signed_out_by_a_redis_that_forgets(tmp_path: Path) -> None:
    found = production(tmp_path)
    assert found["engine"] == "django.contrib.sessions.backends.db"
    assert found["cache"] == "prweb.operations.cache.OptionalRedisCache"


def test_postgresql_statements_and_locks_have_an_end(tmp_path: Path) -> None:
    options = production(tmp_path)["options"]["options"]
    for limit in ("statement_timeout=30000", "lock_timeout=15000", "idle_in_transaction_session_timeout="):
        assert limit in options
    assert "statement_timeout=0" in production(tmp_path, PRWEB_DB_STATEMENT_TIMEOUT="0")["options"]["options"]


def test_connections_are_kept_by_a_pool_or_not_at_all(tmp_path: Path) -> None:
    assert production(tmp_path)["age"] == 0
    pooled = production(tmp_path, PRWEB_DB_POOL="12")
    assert (pooled["age"], pooled["options"]["pool"]["max_size"]) == (0, 12)


def test_a_pool_hands_out_no_connection_to_a_server_that_is_gone(tmp_path: Path) -> None:
    assert not production(tmp_path)["health"]
    assert production(tmp_path, PRWEB_DB_POOL="12")["health"]


def test_a_database_that_falls_silent_is_given_up_before_a_statement_is(tmp_path: Path) -> None:
    options = production(tmp_path)["options"]
    idle, interval, count = (options[f"keepalives_{name}"] for name in ("idle", "interval", "count"))
    assert idle + interval * count <= 30
    assert options["tcp_user_timeout"] <= 30_000


def test_an_address_can_name_several_databases_of_which_one_takes_writes(tmp_path: Path) -> None:
    two = "postgres://prweb@db1.example.org:5432,db2.example.org:5433/prweb?target_session_attrs=read-write"
    found = production(tmp_path, DATABASE_URL=two, DATABASE_PASSWORD="hidden")
    assert (found["host"], found["port"]) == ("db1.example.org,db2.example.org", "5432,5433")
    assert found["password"] == "hidden"
    assert found["options"]["target_session_attrs"] == "read-write"


def test_what_a_dead_worker_held_comes_back_after_every_task_could_have_ended(tmp_path: Path) -> None:
    assert production(tmp_path)["transport"]["visibility_timeout"] == 600


NAMES = (
    "SECRET_KEY",
    "PRWEB_OPERATOR_TOKEN",
    "DATABASE_PASSWORD",
    "BROKER_PASSWORD",
    "CACHE_PASSWORD",
    "EMAIL_PASSWORD",
)


def test_secrets_come_from_files(tmp_path: Path) -> None:
    files = {}
    for name in NAMES:
        (tmp_path / name).write_text(f"$ecret/@:%of {name}\n")
        files[f"{name}_FILE"] = str(tmp_path / name)
    found = production(
        tmp_path,
        SECRET_KEY="",
        DATABASE_URL="postgres://prweb@db.example.org/prweb",
        BROKER_URL="redis://redis.example.org:6379/0",
        CACHE_URL="redis://redis.example.org:6379/1",
        EMAIL_URL="smtp+tls://user@mail.example.org:587",
        **files,
    )
    for name, where in (("key", NAMES[0]), ("token", NAMES[1]), ("password", NAMES[2]), ("mail", NAMES[5])):
        assert found[name] == f"$ecret/@:%of {where}"
    assert found["broker"] == f"redis://:{quote('$ecret/@:%of BROKER_PASSWORD', safe='')}@redis.example.org:6379/0"
    assert quote("$ecret/@:%of CACHE_PASSWORD", safe="") in found["location"]


def test_whole_addresses_come_from_files_too(tmp_path: Path) -> None:
    (tmp_path / "database").write_text("postgres://prweb:hidden@db.example.org/prweb\n")
    assert production(tmp_path, DATABASE_URL="", DATABASE_URL_FILE=str(tmp_path / "database"))["password"] == "hidden"


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"SECRET_KEY": "x", "SECRET_KEY_FILE": "/x"}, "SECRET_KEY and SECRET_KEY_FILE are both set"),
        ({"SECRET_KEY_FILE": "/not/there"}, "SECRET_KEY_FILE is /not/there, which cannot be read: No such file"),
        ({"SECRET_KEY_FILE": "/dev/null"}, "which is empty"),
        ({}, "Set the SECRET_KEY environment variable, or SECRET_KEY_FILE"),
    ],
)
def test_a_secret_that_cannot_be_had_is_told(
    environment: dict[str, str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Environment, "ENVIRON", environment)
    with pytest.raises(ImproperlyConfigured, match=message):
        Environment().secret("SECRET_KEY")


def test_a_password_is_said_once_and_for_a_server() -> None:
    names = ("BROKER_URL", "BROKER_PASSWORD")
    for url in ("redis://:known@redis/0", "folder:///"):
        with pytest.raises(ImproperlyConfigured, match="BROKER_URL"):
            with_password(url, "secret", names)
    assert with_password("redis://:known@redis/0", "", names) == "redis://:known@redis/0"


def test_the_local_mailbox_is_not_shown_in_production(tmp_path: Path) -> None:
    assert production(tmp_path)["mailbox"] is False


@pytest.mark.parametrize(
    ("operation", "arguments", "answer"),
    [
        ("get", ("key",), None),
        ("get", ("key", "given"), "given"),
        ("add", ("key", 1), True),
        ("set", ("key", 1), None),
        ("incr", ("key", 2), 2),
        ("delete", ("key",), False),
        ("has_key", ("key",), False),
        ("touch", ("key",), False),
        ("get_many", (["key"],), {}),
        ("set_many", ({"key": 1},), []),
    ],
)
def test_a_cache_that_is_away_is_an_empty_one(
    operation: str, arguments: tuple[Any, ...], answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prweb.operations.cache._ServerPause.until", 0.0)
    cache = OptionalRedisCache(NOBODY_THERE, {"OPTIONS": {"socket_connect_timeout": 1}})
    assert getattr(cache, operation)(*arguments) == answer


def test_a_cache_that_does_not_answer_is_waited_for_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prweb.operations.cache._ServerPause.until", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        cache = OptionalRedisCache(
            f"redis://127.0.0.1:{silent.getsockname()[1]}/0", {"OPTIONS": {"socket_timeout": 0.05}}
        )
        assert (cache.get("key"), cache.incr("key"), cache.get_many(["key"])) == (None, 1, {})
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()


@pytest.mark.parametrize(
    ("url", "port"), [("imaps://{}", 993), ("imap+tls://{}", 143), ("imap://{}/", 143), ("imaps://{}:9993", 9993)]
)
def test_a_mailbox_has_an_address_like_any_server(url: str, port: int) -> None:
    found = read_mailbox_url(url.format("answers%40example.org:s3cr3t%2F%40@imap.example.org"), "X")
    scheme = url.partition(":")[0]
    assert found == Mailbox(scheme, "imap.example.org", port, "answers@example.org", "s3cr3t/@")
    assert "s3cr3t" not in repr(found)


@pytest.mark.parametrize(
    "url",
    [
        "imap.example.org",
        "pop3://user:password@imap.example.org",
        "imaps://imap.example.org",
        "imaps://user@imap.example.org",
        "imaps://user:password@",
        "imaps://user:password@imap.example.org:x",
        "imaps://user:password@imap.example.org/INBOX",
    ],
)
def test_what_is_no_address_of_a_mailbox_is_told_by_the_name_of_the_variable(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"PRWEB_IMAP_URL") as told:
        read_mailbox_url(url, "PRWEB_IMAP_URL")
    assert "password@" not in str(told.value).replace("user:password@host", "")


@pytest.mark.parametrize(
    ("incoming", "done", "refused", "same"),
    [
        ("INBOX", "Inbox", "refused", ("PRWEB_IMAP_FOLDER", "PRWEB_IMAP_DONE_FOLDER")),
        ("INBOX", "INBOX", "refused", ("PRWEB_IMAP_FOLDER", "PRWEB_IMAP_DONE_FOLDER")),
        ("answers", "done", "answers", ("PRWEB_IMAP_FOLDER", "PRWEB_IMAP_REFUSED_FOLDER")),
        ("INBOX", "away", "away", ("PRWEB_IMAP_DONE_FOLDER", "PRWEB_IMAP_REFUSED_FOLDER")),
        ("INBOX", "Away", "away", ()),
        ("INBOX", "", "", ()),
    ],
)
def test_no_two_folders_of_a_mailbox_are_the_same(
    incoming: str, done: str, refused: str, same: tuple[str, ...]
) -> None:
    names = ("PRWEB_IMAP_FOLDER", "PRWEB_IMAP_DONE_FOLDER", "PRWEB_IMAP_REFUSED_FOLDER")
    folders = dict(zip(names, (incoming, done, refused), strict=True))
    with pytest.raises(ImproperlyConfigured, match=" and ".join(same)) if same else nullcontext():
        check_folders(folders)


def test_nothing_starts_with_a_mailbox_whose_mails_would_be_deleted(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"ImproperlyConfigured: .*PRWEB_IMAP_DONE_FOLDER"):
        production(tmp_path, PRWEB_IMAP_DONE_FOLDER="inbox")


@pytest.mark.parametrize(
    "given",
    [
        {"PRWEB_MAIL_PROVIDER": "mailgun"},
        {"PRWEB_MAIL_PROVIDER": "postmark"},
        {"PRWEB_MAIL_PROVIDER": "postmark", "PRWEB_MAIL_PROVIDER_SECRET": "no user in it"},
        {"PRWEB_MAIL_PROVIDER": "another", "PRWEB_MAIL_PROVIDER_SECRET": "a:b"},
        {"PRWEB_MAIL_PROVIDER": "mailgun", "PRWEB_MAIL_PROVIDER_SECRET": "schl\u00fcssel"},
    ],
)
def test_nothing_starts_with_a_provider_that_could_not_prove_itself(tmp_path: Path, given: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match=r"ImproperlyConfigured: .*PRWEB_MAIL_PROVIDER"):
        production(tmp_path, **given)
