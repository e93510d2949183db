"""What proxies, schedulers and Prometheus ask of the site, and who may ask."""

from __future__ import annotations

import re
from typing import Any

import pytest
from celery import current_app
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from games.models import Turn
from games.people.models import User
from tests.table.games import bot_turns, opened

TOKEN = "operators-only"
ELSEWHERE: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.7"}
BEHIND_A_PROXY: dict[str, Any] = {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}


def figure(text: str, line: str) -> float:
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    assert found, f"{line} is not among the figures:\n{text}"
    return float(found[1])


def test_health_asks_nothing_of_the_database() -> None:
    # Without the django_db mark any query would fail the test.
    response = Client().get("/healthz", **ELSEWHERE)
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readiness_names_every_part() -> None:
    response = Client().get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"ready": True, "parts": {"database": "ok", "migrations": "ok", "broker": "ok"}}


@pytest.mark.django_db
def test_a_site_whose_migrations_are_not_applied_is_not_ready() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="games").order_by("-pk")[0].delete()
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json()["parts"]["migrations"] == "not applied"


@pytest.mark.django_db
def test_a_site_without_its_database_is_not_ready_and_tells_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("connection to server at 10.0.0.5 failed for user prweb")

    monkeypatch.setattr(connection, "cursor", away)
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json()["parts"] == {"database": "unreachable", "migrations": "unknown", "broker": "ok"}


@pytest.mark.django_db
def test_a_site_without_its_broker_still_serves_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    # In this order, as the first is the second where nothing else is said, and would be left behind.
    monkeypatch.setattr(current_app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    response = Client().get("/readyz")
    assert response.status_code == 200
    assert response.json()["parts"]["broker"] == "unreachable"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/readyz", "/metrics"])
@pytest.mark.parametrize("origin", [ELSEWHERE, BEHIND_A_PROXY, {**ELSEWHERE, "HTTP_AUTHORIZATION": "Bearer wrong"}])
def test_figures_are_not_there_for_others(settings: Settings, address: str, origin: dict[str, Any]) -> None:
    settings.OPERATOR_TOKEN = TOKEN
    assert Client().get(address, **origin).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/readyz", "/metrics"])
def test_the_operators_token_opens_the_figures_from_anywhere(settings: Settings, address: str) -> None:
    settings.OPERATOR_TOKEN = TOKEN
    assert Client().get(address, HTTP_AUTHORIZATION=f"Bearer {TOKEN}", **ELSEWHERE).status_code == 200


@pytest.mark.django_db
def test_an_empty_token_opens_nothing(settings: Settings) -> None:
    settings.OPERATOR_TOKEN = ""
    assert Client().get("/metrics", HTTP_AUTHORIZATION="Bearer ", **ELSEWHERE).status_code == 404


def test_the_figures_tell_of_games_turns_bots_and_mails(anna: User, bob: User) -> None:
    game = opened(anna, bob, bots=2)
    text = Client().get("/metrics").content.decode()
    assert figure(text, 'prweb_games{status="running"}') == 1
    assert figure(text, 'prweb_games{status="open"}') == 0
    assert figure(text, 'prweb_rows{figure="bot-queue"}') == len(bot_turns(game))
    assert figure(text, 'prweb_rows_age_seconds{figure="bot-queue"}') >= 0
    open_now = game.turns.filter(status=Turn.Status.OPEN, early=False, ahead_of_turn=False).count()
    assert figure(text, 'prweb_open_turns{when="now"}') == open_now
    assert figure(text, 'prweb_rows{figure="outbox-pending"}') >= 2
    assert "django_http_requests_total_by_method_total" in text


def test_the_figures_name_nobody(anna: User, bob: User) -> None:
    opened(anna, bob)
    text = Client().get("/metrics").content.decode()
    assert "anna" not in text
    assert "example.org" not in text
