"""Alarms, dashboard and manual speak of figures that the site really tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from celery import current_app
from django.test import Client

from games.people.models import User
from tests.operations.test_documents import PAGES
from tests.servers import Redis, running_redis
from tests.table.games import opened

pytestmark = pytest.mark.processes

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOY: Final = ROOT / "deploy"
NAMED_IN: Final = (
    DEPLOY / "prometheus" / "prweb.rules.yml",
    DEPLOY / "prometheus" / "prweb.rules.test.yml",
    DEPLOY / "grafana" / "prweb.json",
    *PAGES,
)
METRIC: Final = re.compile(r"\b(?:prweb|django_http)_[a-z_]*[a-z]\b(?![…./@-])")
LABEL: Final = re.compile(r'\b(figure|work|outcome|queue|when)=~?\\?"([^"\\]+)')


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with running_redis() as server:
        yield server


@pytest.fixture
def metrics(redis: Redis, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """All figures of a site with a game and Redis as its broker."""
    # In this order, as the first two are the third where nothing else is said.
    for name in ("broker_read_url", "broker_write_url", "broker_url"):
        monkeypatch.setattr(current_app.conf, name, redis.url)
    opened(anna, bob, bots=1)
    Client().get("/")
    return Client().get("/metrics").content.decode()


def test_every_figure_that_is_named_is_told(metrics: str) -> None:
    exported = set(re.findall(r"^([a-z_]+)[ {]", metrics, re.MULTILINE))
    named = {name: file.name for file in NAMED_IN for name in METRIC.findall(file.read_text())}
    assert len(named) > 10
    # Of processes and the clock there are rows only where they run.
    exported |= set(re.findall(r"^# TYPE (\w+)", metrics, re.MULTILINE))
    assert {name: file for name, file in named.items() if name not in exported} == {}


def test_every_label_that_is_asked_for_is_one_of_the_figures(metrics: str) -> None:
    asked = {
        (label, value)
        for file in NAMED_IN
        for label, values in LABEL.findall(file.read_text())
        for value in values.split("|")
        if "$" not in value
    }
    assert len(asked) > 15
    assert {f'{label}="{value}"' for label, value in asked if f'{label}="{value}"' not in metrics} == set()


def test_what_redis_holds_is_told(metrics: str) -> None:
    assert float(re.findall(r"^prweb_redis_memory_bytes (\S+)", metrics, re.MULTILINE)[0]) > 100_000
    assert re.findall(r"^prweb_redis_memory_limit_bytes (\S+)", metrics, re.MULTILINE) == ["0.0"]
    assert set(re.findall(r'^prweb_queue_messages\{queue="(\w+)"\}', metrics, re.MULTILINE)) == {
        "default",
        "bots",
        "mail",
        "inbox",
        "tidying",
    }
