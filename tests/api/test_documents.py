"""What the API tells of itself, and its pages in a browser."""

from __future__ import annotations

import dataclasses
import re
from io import StringIO
from typing import Any, ClassVar

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.access import Permission
from games.api import response_types
from games.api.dataclass_json import schema_of, to_json
from games.models import Game
from games.people.models import User
from tests.api.programs import ROOT, Program, program_of
from tests.engine.high_card import HighCardView
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def schema() -> dict[str, Any]:
    response: dict[str, Any] = (
        Client().get(f"{ROOT}schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    )
    return response


def test_the_schema_is_valid_and_complete() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO(), stderr=StringIO())


def test_the_games_records_are_the_schema_of_views() -> None:
    components = schema()["components"]["schemas"]
    for kind in response_types.view_types():
        assert set(components[kind.__name__]["properties"]) == {field.name for field in dataclasses.fields(kind)}
    assert components["PuertoRicoPlayerView"]["properties"]["vp"] == {"type": "integer", "nullable": True}
    assert "VP chips" in " ".join(components["PuertoRicoPlayerView"]["description"].split())
    assert set(components["PuertoRicoPaymentView"]["properties"]) != set(components["SanJuanPaymentView"]["properties"])


def test_any_other_games_records_need_nothing_new() -> None:
    view = HighCardView(0, None, (3, 4), (True, False), (2, 2), (1, 0), (), 5)
    described = schema_of(HighCardView, lambda kind: {"$ref": kind.__name__})
    assert described["properties"]["hand"] == {"type": "array", "items": {"type": "integer"}}
    assert described["properties"]["to_move"] == {"type": "integer", "nullable": True}
    assert set(described["required"]) == set(to_json(view))
    assert to_json(view)["laid"] == [True, False]


def test_a_type_without_a_schema_is_an_error() -> None:
    @dataclasses.dataclass
    class Odd:
        part: ClassVar[int] = 1
        set_of: frozenset[int]

    with pytest.raises(TypeError, match="frozenset"):
        schema_of(Odd, lambda _kind: {})


def test_what_is_told_is_as_the_schema_says(game: Game, mover: User) -> None:
    components = schema()["components"]["schemas"]
    program = program_of(mover)
    turn = program.ask("turns/")["results"][0]
    for name, value in (
        ("GameDetail", program.ask(f"games/{game.pk}/")),
        ("View", program.ask(f"games/{game.pk}/view/")),
        ("Turn", turn),
        ("Question", program.ask(f"turns/{turn['id']}/options/")),
        ("LogEntry", program.ask(f"games/{game.pk}/log/")["results"][0]),
        ("Me", program.ask("me/")),
        ("Kind", program.ask("kinds/puerto-rico/")),
        ("Level", program.ask("levels/")[0]),
    ):
        assert_fits(value, components[name], components, name)


def assert_fits(value: Any, schema: dict[str, Any], components: dict[str, Any], where: str) -> None:
    """The value has the shape of the schema, everything below it too."""
    parts = schema.get("allOf") or schema.get("oneOf") or []
    reference = schema.get("$ref") or (parts[0]["$ref"] if parts else None)
    if value is None:
        assert schema.get("nullable") or not schema, where
        return
    if reference:
        assert_fits(value, components[reference.rpartition("/")[2]], components, where)
        return
    kinds: dict[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    assert not schema or isinstance(value, kinds[schema["type"]]), f"{where}: {value!r}"
    if "enum" in schema:
        assert value in schema["enum"], where
    for each in value if schema.get("type") == "array" else ():
        assert_fits(each, schema["items"], components, f"{where}[]")
    if "properties" in schema:
        assert set(value) == set(schema["properties"]), where
        for name, part in schema["properties"].items():
            assert_fits(value[name], part, components, f"{where}.{name}")


def test_every_view_says_what_its_operations_are() -> None:
    views = list(_views(get_resolver()))
    assert len(views) > 20
    for pattern, view, operations in views:
        for operation in operations:
            assert isinstance(view.permissions[operation], Permission), f"{pattern}: {operation}"


def _views(resolver: URLResolver, prefix: str = "") -> Any:
    for pattern in resolver.url_patterns:
        where = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _views(pattern, where)
        elif isinstance(pattern, URLPattern) and where.startswith("api/"):
            view: Any = pattern.callback
            if isinstance(getattr(view, "permission", None), Permission):
                continue  # a page, which says it like all pages
            actions = getattr(view, "actions", None)
            yield where, view.cls, list(actions.values()) if actions else ["GET"]


def test_the_documentation_names_every_operation_and_every_record_of_the_schema() -> None:
    page = Client().get(f"{ROOT}docs/")
    assert page.status_code == 200
    text = page.content.decode()
    assert_no_inline_scripts(text)
    described = Client().get(f"{ROOT}schema/", headers={"accept": "application/json"}).json()
    for path, methods in described["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in text
    for name, record in described["components"]["schemas"].items():
        assert f'id="record-{name}"' in text
        assert all(f"<code>{field}</code>" in text for field in record.get("properties", {}))


def test_the_documentation_leads_to_no_record_that_is_not_there() -> None:
    text = Client().get(f"{ROOT}docs/").content.decode()
    assert set(re.findall(r'href="#([^"]*)"', text)) <= {"main", *re.findall(r' id="([^"]*)"', text)}


def test_answers_can_be_read_as_pages(game: Game, mover: User) -> None:
    browser = client_of(mover)
    for path, status in (
        ("", 200),
        ("games/", 200),
        (f"games/{game.pk}/", 200),
        (f"games/{game.pk}/view/", 200),
        ("games/nosuchgm/", 404),
        ("nowhere/", 404),
    ):
        page = browser.get(f"{ROOT}{path}", headers={"Accept": "text/html"})
        assert page.status_code == status
        assert page["Content-Type"] == "text/html; charset=utf-8"
        assert "site-head" in page.content.decode()
        assert_no_inline_scripts(page.content.decode())
    assert f"/api/v1/games/{game.pk}/" in browser.get(f"{ROOT}games/", headers={"Accept": "text/html"}).content.decode()


def assert_no_inline_scripts(page: str) -> None:
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "src=" in attributes
        assert not body.strip()
    assert not re.search(r"<[^>]+\son[a-z]+=", page)


def test_the_root_leads_everywhere() -> None:
    links = Program().ask("")
    for name in ("kinds", "levels", "problems", "games"):
        assert Program().ask(links[name]) is not None
