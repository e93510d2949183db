"""Version 1 of the API grows and takes nothing away: what programs could do with an earlier release they still can."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.history.filling import schema
from tests.history.growth import losses
from tests.history.stored import releases, stored_schema

MEANT: Final[dict[str, str]] = {
    f"{operation}: signing in by token is gone": "a token that leaks must not make, see or revoke others"
    for operation in ("GET /api/v1/me/tokens/", "POST /api/v1/me/tokens/", "DELETE /api/v1/me/tokens/{handle}/")
}
"""What was taken away on purpose, as `losses` tells it, and why; docs/api.md names each."""


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    after: dict[str, Any] = schema()
    return after


@pytest.mark.parametrize("release", releases())
def test_version_1_has_lost_nothing(release: str, now: dict[str, Any]) -> None:
    assert [loss for loss in losses(stored_schema(release), now) if loss not in MEANT] == []


def test_what_was_taken_away_on_purpose_was_there_once(now: dict[str, Any]) -> None:
    assert set(MEANT) <= {loss for release in releases() for loss in losses(stored_schema(release), now)}


Change = Callable[[dict[str, Any]], object]
PLAY = "/api/v1/turns/{id}/play/"


def _body(after: dict[str, Any]) -> dict[str, Any]:
    reference = after["paths"][PLAY]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    body: dict[str, Any] = after["components"]["schemas"][reference.rpartition("/")[2]]
    return body


BREAKING: dict[str, Change] = {
    f"POST {PLAY}: is gone": lambda after: after["paths"].pop(PLAY),
    f"POST {PLAY}: status 200 is gone": lambda after: after["paths"][PLAY]["post"]["responses"].pop("200"),
    f"POST {PLAY}: body.more is required": lambda after: (
        _body(after)["properties"].update(more={"type": "string"}),
        _body(after)["required"].append("more"),
    ),
    f"POST {PLAY}: body.lines is gone": lambda after: _body(after)["properties"].pop("lines"),
    f"POST {PLAY}: body.lines: type array is string": lambda after: _body(after)["properties"].update(
        lines={"type": "string"}
    ),
    f"POST {PLAY}: parameter Why is required": lambda after: after["paths"][PLAY]["post"]["parameters"].append(
        {"in": "header", "name": "Why", "required": True, "schema": {"type": "string"}}
    ),
    "GET /api/v1/me/: status 200.name is gone": lambda after: after["components"]["schemas"]["Me"]["properties"].pop(
        "name"
    ),
    "GET /api/v1/me/: status 200.name: null is new": lambda after: after["components"]["schemas"]["Me"]["properties"][
        "name"
    ].update(nullable=True),
    "GET /api/v1/games/: parameter show: watch gone": lambda after: next(
        each for each in after["paths"]["/api/v1/games/"]["get"]["parameters"] if each["name"] == "show"
    )["schema"]["enum"].remove("watch"),
}
GROWTH: dict[str, Change] = {
    "another path": lambda after: after["paths"].update({"/api/v1/new/": {"get": {"responses": {}}}}),
    "a field of an answer": lambda after: after["components"]["schemas"]["Me"]["properties"].update(
        new={"type": "string"}
    ),
    "a field that may be sent": lambda after: _body(after)["properties"].update(new={"type": "string"}),
    "a status": lambda after: after["paths"][PLAY]["post"]["responses"].update({"418": {"description": "new"}}),
    "a wish": lambda after: after["paths"][PLAY]["post"]["parameters"].append(
        {"in": "query", "name": "new", "schema": {"type": "string"}}
    ),
}


@pytest.mark.parametrize("loss", BREAKING)
def test_what_breaks_programs_is_told(loss: str) -> None:
    before = stored_schema(releases()[0])
    after = copy.deepcopy(before)
    BREAKING[loss](after)
    assert loss in losses(before, after)


@pytest.mark.parametrize("what", GROWTH)
def test_growth_is_no_loss(what: str) -> None:
    before = stored_schema(releases()[0])
    after = copy.deepcopy(before)
    GROWTH[what](after)
    assert after != before
    assert losses(before, after) == []
