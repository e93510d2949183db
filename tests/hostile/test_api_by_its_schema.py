"""Requests that schemathesis makes up from the API's own schema: no error of ours, every answer as the schema says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.table import api_tokens
from tests.access.world import World, build_world

EXAMPLES: Final = int(os.environ.get("PRWEB_SCHEMA_EXAMPLES", "10"))
"""Of every operation."""
CHECKS: Final = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@dataclass
class Site:
    world: World
    token: str

    def real(self, names: dict[str, Any], number: int) -> dict[str, Any]:
        """Every second time the parameters of an address name something that is there."""
        turn = self.world.turn("private")
        found = {
            "id": self.world.games["private"].pk,
            "name": "robo",
            "key": "puerto-rico",
            "handle": self.world.handle,
        }
        if turn is not None:
            found["pk"] = str(turn.pk)
        return {name: found.get(name, value) if number % 2 else value for name, value in names.items()}


@pytest.fixture
def site(db: None) -> Iterator[Site]:
    """Requests end here without the closing of connections that ends real ones: the test's own is used."""
    world = build_world()
    seat = world.people["seat"]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield Site(world, api_tokens.create_token(seat, "schema", seat).secret)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_every_operation_answers_as_its_schema_says(site: Site) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
    wrong: list[str] = []
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        try:
            run_operation(operation, site)
        except FailureGroup as failures:
            wrong += (f"{operation.label}: {failure}" for failure in failures.exceptions)
    assert wrong == []


def run_operation(operation: Any, site: Site) -> None:
    """Raises FailureGroup for the first request that is not answered as the schema says."""
    numbers = count()

    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    def send(case: schemathesis.Case[Any]) -> None:
        case.path_parameters = site.real(dict(case.path_parameters or {}), next(numbers))
        with transaction.atomic():
            case.call_and_validate(
                headers={"Authorization": f"Token {site.token}", "Accept-Encoding": "identity"}, checks=CHECKS
            )
            transaction.set_rollback(True)

    send()
