"""The rules of a game as a page: the same in every language, true of what is drawn, and never lost on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation

from games.board.recorded_positions import recorded_view
from games.engine import record, registry
from games.engine.puertorico.building_texts import BUILDING_TEXTS
from games.engine.puertorico.names import ROLES as PUERTO_RICO_ROLES
from games.engine.puertorico.view_types import PlayerView
from games.engine.sanjuan.card_texts import CARD_TEXTS
from games.engine.sanjuan.names import ROLES as SAN_JUAN_ROLES
from games.languages import ENGLISH
from games.models.table import template_folder
from games.web.rules_pages import rules_text

pytestmark = pytest.mark.django_db
KINDS: Final = [rules.key for rules in registry.games()]
ANCHOR: Final = re.compile(r'\bid="([^"]+)"')
LINK: Final = re.compile(r'href="#([^"]+)"')
EXAMPLE: Final = re.compile(r'<li id="example-(\d+)" value="(\d+)">')
OWN_TAGS: Final = re.compile(r"{% (?:drawn|include) .*?%}")
NUMBERED: Final = {"puerto-rico": 66, "san-juan": 36}
"""The examples of docs/rules."""


def folder(kind: str) -> Path:
    return Path(settings.BASE_DIR) / "templates" / template_folder(kind) / "rules"


def texts(kind: str, ending: str) -> dict[str, str]:
    """The templates of a game by language: of the rules (ending: "") or of their summary."""
    found = {
        path.name.removesuffix(f"{ending}.html"): path.read_text("utf-8")
        for path in sorted(folder(kind).glob(f"*{ending}.html"))
    }
    return {language: text for language, text in found.items() if "-" not in language}


def in_every_language() -> Iterator[tuple[str, str, str]]:
    for kind in KINDS:
        for ending in ("", "-summary"):
            for language in texts(kind, ending):
                yield kind, language, ending


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(("kind", "language", "ending"), list(in_every_language()))
def test_every_language_has_the_same_anchors_examples_and_drawings_in_the_same_order(
    kind: str, language: str, ending: str
) -> None:
    english, other = (texts(kind, ending)[code] for code in (ENGLISH, language))
    for same in (ANCHOR, OWN_TAGS, EXAMPLE):
        assert same.findall(other) == same.findall(english)
    assert [text.count("<tr>") for text in (english, other)] == [english.count("<tr>")] * 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_every_numbered_example_of_the_rules_once(kind: str) -> None:
    numbers = EXAMPLE.findall(texts(kind, "")[ENGLISH])
    assert all(anchor == value for anchor, value in numbers)
    assert sorted(int(number) for number, _value in numbers) == list(range(1, NUMBERED[kind] + 1))


@pytest.mark.parametrize(("kind", "language", "ending"), list(in_every_language()))
def test_no_id_is_there_twice_and_every_link_leads_somewhere(
    client: Client, kind: str, language: str, ending: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    text = page(client, f"/rules/{kind}/{'summary/' if ending else ''}")
    assert f'<html lang="{language}">' in text
    assert re.search(rf'<div class="rules-text[^>]*lang="{language}"', text)
    anchors = ANCHOR.findall(text)
    assert len(anchors) == len(set(anchors))
    assert set(LINK.findall(text)) <= set(anchors)
    assert "[[" not in text


@pytest.mark.parametrize("kind", KINDS)
def test_buildings_cards_and_roles_have_anchors(client: Client, kind: str) -> None:
    anchors = set(ANCHOR.findall(page(client, f"/rules/{kind}/")))
    named = {
        "puerto-rico": [
            *(f"building-{word}" for word in BUILDING_TEXTS),
            *(f"role-{role}" for role in set(PUERTO_RICO_ROLES) - {"prospector 2"}),
        ],
        "san-juan": [
            *(f"card-{word}" for word in CARD_TEXTS),
            *(f"role-{role}" for role in SAN_JUAN_ROLES),
        ],
    }
    assert {name.replace(" ", "-") for name in named[kind]} <= anchors
    assert {f"option-{option.name}" for option in registry.game(kind).options()} <= anchors


@pytest.mark.parametrize("kind", KINDS)
def test_who_reads_a_language_without_a_page_gets_the_english_text(rf: RequestFactory, kind: str) -> None:
    with translation.override("fr"):
        text = rules_text(rf.get(f"/rules/{kind}/"), kind, {})
    assert text is not None
    assert text.language == ENGLISH
    assert text.chapters[0].title == "The goal"


def test_the_list_leads_to_the_rules_and_the_summary_of_every_game(client: Client) -> None:
    text = page(client, "/rules/")
    for kind in KINDS:
        assert f'"/rules/{kind}/"' in text
        assert f'"/rules/{kind}/summary/"' in text
    assert '"/rules/"' in page(client, "/")
    assert client.get("/rules/chess/summary/").status_code == 404


@pytest.mark.parametrize("address", ["/rules/", *(f"/rules/{kind}/" for kind in KINDS)])
def test_what_a_browser_has_it_need_not_load_again(client: Client, address: str) -> None:
    first = client.get(address)
    assert client.get(address, HTTP_IF_NONE_MATCH=first.headers["ETag"]).status_code == 304
    assert client.post(address).status_code == 405


def player(name: str, entry: int, seat: int, viewer: int | None = None) -> PlayerView:
    view: Any = recorded_view("puertorico", name, entry, viewer)
    found: PlayerView = next(player for player in view.players if player.seat == seat)
    return found


def test_what_is_said_below_the_drawings_of_puerto_rico_is_so() -> None:
    roles: Any = recorded_view("puertorico", "base", 96)
    assert {role.role: role.doubloons for role in roles.role_cards if role.doubloons} == {"trader": 1, "prospector": 2}
    tiles: Any = recorded_view("puertorico", "base", 63)
    assert sorted(tiles.face_up) == ["coffee", "sugar", "sugar", "sugar", "tobacco"]
    assert tiles.quarries == 7
    ben = player("base", 99, 1)
    assert (ben.san_juan, [building.colonists for building in ben.city]) == (2, [1, 0, 1])
    for building in recorded_view("puertorico", "base", 251, 3).buildings:
        assert building.price_now == max(0, building.price - 2)
    before, after = player("base", 263, 3), player("base", 264, 3)
    made = {good: after.goods[good] - before.goods[good] for good in after.goods}
    assert {good: count for good, count in made.items() if count} == {"corn": 1, "tobacco": 1}
    assert recorded_view("puertorico", "base", 264).goods_supply["corn"] == 0
    assert recorded_view("puertorico", "base", 264).goods_supply["tobacco"]
    clara = player("base", 246, 2)
    assert {good for good, count in clara.goods.items() if count} == {"indigo", "coffee"}
    assert player("base", 247, 2).doubloons - clara.doubloons == 5
    ships: Any = recorded_view("puertorico", "base", 256)
    assert [(ship.good, ship.barrels) for ship in ships.ships] == [("tobacco", 3), ("sugar", 3), ("coffee", 3)]
    loaded: Any = recorded_view("puertorico", "base", 259)
    assert [(ship.good, ship.barrels) for ship in loaded.ships] == [("tobacco", 3), ("sugar", 5), ("coffee", 4)]
    assert (player("base", 259, 2).goods["indigo"], player("base", 259, 3).goods["corn"]) == (1, 4)
    assert (player("nobles", 241, 2).colonists, player("nobles", 241, 2).nobles) == (17, 5)


def test_the_end_that_is_drawn_was_decided_as_the_text_says() -> None:
    position = _last("puertorico", "base")
    assert list(position.scores()) == [32, 24, 32, 31]
    assert list(position.tie_breaks())[0::2] == [10, 14]
    assert list(_last("sanjuan", "game").scores())[1] == 68


def _last(game: str, name: str) -> Any:
    text = (Path(settings.BASE_DIR) / "games" / "board" / game / "positions" / f"{name}.record").read_text("utf-8")
    played = record.parse(text)
    return record.replay(registry.game(played.game), played)


def test_what_is_said_below_the_drawings_of_san_juan_is_so() -> None:
    first: Any = recorded_view("sanjuan", "game", 0, 1)
    assert sorted(first.seats[1].cards) == ["carpenter", "indigo plant", "library", "smithy"]
    paying: Any = recorded_view("sanjuan", "game", 5, 1)
    assert sorted(paying.seats[1].cards) == ["smithy"]
    selling: Any = recorded_view("sanjuan", "game", 121)
    assert selling.prices.open[:3] == (1, 2, 2)
    mine: Any = recorded_view("sanjuan", "game", 100)
    assert sorted(mine.turned) == ["coffee roaster", "indigo plant", "trading post", "triumphal arch"]


def test_a_language_that_has_the_rules_of_a_game_has_their_summary_too() -> None:
    for kind in KINDS:
        assert set(texts(kind, "")) == set(texts(kind, "-summary"))
