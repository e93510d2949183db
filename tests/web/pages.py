"""Pages as a person without scripts reads and answers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from games.models import Game
from games.people.models import User


@dataclass
class Form:
    """A form as it stands in a page. buttons: (name, value) of what can be pressed; ticked: boxes that are, by name."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    ticked: dict[str, list[str]] = field(default_factory=dict)

    def pressed(
        self, button: tuple[str, str] | None = None, /, **changes: str | list[str]
    ) -> dict[str, str | list[str]]:
        """What a browser sends when a button is pressed."""
        sent = {**self.fields, **self.ticked, **changes}
        name, value = button or next(iter(self.buttons), ("", ""))
        return {**sent, name: value} if name else sent


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get").lower()))
            self.inside = True
        elif self.inside and tag == "input" and given.get("name") and given.get("type") not in ("checkbox", "radio"):
            self.forms[-1].fields[given["name"]] = given.get("value", "")
        elif self.inside and tag == "input" and given.get("name") and "checked" in given:
            self.forms[-1].ticked.setdefault(given["name"], []).append(given.get("value", "on"))
        elif self.inside and tag == "button" and given.get("type", "submit") == "submit" and "disabled" not in given:
            self.forms[-1].buttons.append((given.get("name", ""), given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def proved(client: Client, password: str = "password") -> Client:
    """The same browser, whose person has just proved anew who they are."""
    assert client.post("/accounts/reauthenticate/", {"password": password}).status_code == 302
    return client


def forms(response: Any) -> list[Form]:
    parser = _Forms()
    parser.feed(response.content.decode())
    return parser.forms


def answer_form(response: Any) -> Form | None:
    """The form that answers the question of a game page, None where nothing is asked."""
    return next((form for form in forms(response) if form.action.endswith("/answer/")), None)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def game_page(client: Client, game: Game, status: int = 200) -> Any:
    response = client.get(f"/games/{game.pk}/")
    assert response.status_code == status
    return response
