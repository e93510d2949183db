"""Programs as tests write them: JSON in, JSON out, with a token or without."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.test import Client

from games.people.models import User
from games.table import api_tokens
from tests.web.pages import proved

ROOT = "/api/v1/"
PROBLEM = "application/problem+json"
_keys = count()


@dataclass
class Program:
    """A client of the API. token: whom it is signed in as; empty: nobody."""

    token: str = ""
    language: str = ""
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def ask(self, path: str, status: int = 200, **headers: str) -> Any:
        return self._send("GET", path, None, status, headers)

    def post(self, path: str, body: Any = None, status: int = 200, *, key: str | None = None, **headers: str) -> Any:
        """key: the idempotency key; None: a new one."""
        headers = {"Idempotency-Key": key if key is not None else f"test-{next(_keys)}", **headers}
        return self._send("POST", path, {} if body is None else body, status, headers)

    def put(self, path: str, body: Any, status: int = 200) -> Any:
        return self._send("PUT", path, body, status, {})

    def delete(self, path: str, status: int = 204) -> Any:
        return self._send("DELETE", path, None, status, {})

    def _send(self, method: str, path: str, body: Any, status: int, headers: Mapping[str, str]) -> Any:
        response = self.raw(method, path, body, headers)
        assert response.status_code == status, (path, response.status_code, response.content.decode())
        if status >= 400:
            assert response["Content-Type"] == PROBLEM
            problem = response.json()
            assert problem["status"] == status
            assert problem["title"]
            assert problem["detail"]
            return problem
        return response.json() if response.content else None

    def raw(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Any:
        """The response as it is. body: JSON, or bytes as they are."""
        sent = dict(headers or {})
        if self.token:
            sent.setdefault("Authorization", f"Token {self.token}")
        if self.language:
            sent.setdefault("Accept-Language", self.language)
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        address = path if path.startswith(("/", "http")) else ROOT + path
        content = {"content_type": "application/json"} if data else {}
        return self.client.generic(method, address, data, headers=sent, **content)  # type: ignore[arg-type]


def program_of(person: User, language: str = "") -> Program:
    """A program signed in as a person or a bot account."""
    made = api_tokens.create_token(person.owner or person, "a test", person if person.owner else None)
    return Program(made.secret, language)


def page_of(person: User) -> Program:
    """The API as a page uses it: by the session of somebody who has just proved who they are."""
    client = Client()
    client.force_login(person)
    return Program(client=proved(client))


def kind_of(problem: Mapping[str, Any]) -> str:
    """The last part of a problem's address: "turn-closed"."""
    return str(problem["type"]).rstrip("/").rpartition("/")[2]
