"""Whatever is wrong with a request, it is told in one form."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from games.api.problems import PROBLEM_KINDS
from games.models import Game
from games.people.models import User
from tests.api.programs import PROBLEM, ROOT, Program, kind_of, page_of, program_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"{", 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b'{"name": NaN}', 400, "malformed"),
        (b'{"name": "\\ud800"}', 400, "malformed"),
        (b"[" * 60_000, 400, "malformed"),
        (b'{"name": ' + b"9" * 5000 + b"}", 400, "malformed"),
        (b'{"name": "' + b"x" * 70_000 + b'"}', 413, "too-large"),
        (b"null", 400, "invalid"),
        (b"[]", 400, "invalid"),
        (b'{"name": {"a": 1}}', 400, "invalid"),
        (b'{"name": "nul\\u0000"}', 400, "invalid"),
        (b'{"name": 1e999, "\\u0000": 1}', 400, "invalid"),
    ],
)
def test_a_bad_body_is_refused_and_changes_nothing(anna: User, body: bytes, status: int, kind: str) -> None:
    program = page_of(anna)
    before = len(program.ask("me/tokens/"))
    response = program.raw("POST", "me/tokens/", body)
    assert response.status_code == status, response.content
    assert response["Content-Type"] == PROBLEM
    assert kind_of(response.json()) == kind
    assert len(program.ask("me/tokens/")) == before


def test_other_media_types_methods_and_formats_are_refused(anna: User) -> None:
    program = program_of(anna)
    headers = {"Authorization": f"Token {program.token}"}
    client = Client()
    for response, kind in (
        (client.post(f"{ROOT}me/bots/", {"name": "as a form"}, headers=headers), "media-type"),
        (client.patch(f"{ROOT}me/", headers=headers), "method"),
        (client.options(f"{ROOT}me/", headers=headers), "method"),
        (client.options(f"{ROOT}turns/1/options/", headers=headers), "method"),
        (client.get(f"{ROOT}me/", headers={**headers, "Accept": "application/xml"}), "not-acceptable"),
        (client.get(f"{ROOT}nowhere/", headers=headers), "not-found"),
        (client.post(f"{ROOT}me", headers=headers), "not-found"),
    ):
        assert response["Content-Type"] == PROBLEM
        assert kind_of(response.json()) == kind
        assert response.status_code == PROBLEM_KINDS[kind].status


def test_our_own_mistakes_are_problems_too(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(anna)
    program.client.raise_request_exception = False
    monkeypatch.setattr("games.api.response_builders.build_me", lambda _user: 1 / 0)
    problem = program.ask("me/", 500)
    assert kind_of(problem) == "server"
    assert "division" not in str(problem)


def test_every_kind_of_problem_is_explained_at_its_address(anna: User) -> None:
    problem = Program().ask("me/", 401)
    page = Program().ask(problem["type"])
    assert (page["name"], page["status"]) == ("not-signed-in", 401)
    assert {kind["name"] for kind in Program().ask("problems/")} == set(PROBLEM_KINDS)
    assert kind_of(Program().ask("problems/unheard-of/", 404)) == "not-found"


@pytest.mark.usefixtures("one_moment")
def test_who_asks_too_often_is_told_how_long_to_wait(
    anna: User, game: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS_ON = True
    rates = {"anon": "2/min", "user": "4/min", "play": "1/min", "open": "1/min", "account": "1/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    program = program_of(anna)
    turn = game.turns.filter(status="open", ahead_of_turn=False).get()
    assert program.raw("POST", f"turns/{turn.pk}/play/", {"lines": ["x"]}).status_code != 429
    refused = program.raw("POST", f"turns/{turn.pk}/play/", {"lines": ["x"]})
    assert kind_of(refused.json()) == "throttled"
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused["Content-Type"] == PROBLEM
    program.ask("me/")
    program.ask("me/")
    assert kind_of(program.ask("me/", 429)) == "throttled"
    Program().ask("kinds/")
    Program().ask("kinds/")
    assert kind_of(Program().ask("kinds/", 429)) == "throttled"


def test_problems_are_told_in_the_language_asked_for(anna: User, more_languages: None) -> None:
    response = program_of(anna, "de").raw("GET", "games/nosuchgm/")
    assert response["Content-Language"] == "de"
    assert json.loads(response.content)["status"] == 404


@pytest.mark.parametrize("path", ["games/", "turns/", "tournaments/", "ratings/puerto-rico/2/", "me/games/"])
@pytest.mark.parametrize("place", ["p=nowhere", "p=2026-13-01", "p=1e9", "r=1&p=%00"])
def test_a_cursor_that_we_have_not_made_is_not_found(anna: User, path: str, place: str) -> None:
    cursor = b64encode(place.encode()).decode()
    assert kind_of(program_of(anna).ask(f"{path}?cursor={quote(cursor)}", 404)) == "not-found"


def test_nor_is_one_for_a_log(game: Game, anna: User) -> None:
    cursor = quote(b64encode(b"p=nowhere").decode())
    assert kind_of(program_of(anna).ask(f"games/{game.pk}/log/?cursor={cursor}", 404)) == "not-found"


def test_strange_addresses_are_not_found(anna: User) -> None:
    program = program_of(anna)
    for path in (f"turns/{'9' * 18}/", f"turns/{'9' * 40}/", "games/%00/", "games/..%2f/", "turns/-1/", "me/tokens/x/"):
        assert program.raw("GET", path).status_code in (404, 405)
    assert kind_of(program.ask("games/?cursor=nonsense", 404)) == "not-found"
    for wrong in ("status=gone", "limit=0", "limit=null", "limit=-3", "limit=9999999999999"):
        assert kind_of(program.ask(f"games/?{wrong}", 400)) == "invalid"
    assert kind_of(program.ask("games/?kind=a%00b", 400)) == "invalid"
