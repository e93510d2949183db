"""The pages that explain what everything does: of all there is, and of one game."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine.puertorico.building_texts import BUILDING_TEXTS, WHEN
from games.engine.puertorico.components import BASE, BUILDINGS, EXPANSION_1
from games.models import Game
from games.people.models import User
from tests.table.games import answer, opened, person_turn
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
ARTICLE = re.compile(r'<article id="building-.*?</article>', re.DOTALL)
DRAWN = re.compile(r'data-target="building:([a-z ]+)"')
EXPLAINED = re.compile(r"<h3>(.*?)</h3>", re.DOTALL)
OF_EXPANSIONS = {building.name for building in BUILDINGS if building.box != BASE}


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def explained(client: Client, game: Game) -> list[str]:
    return DRAWN.findall(articles(page(client, f"/games/{game.pk}/rules/")))


def articles(text: str) -> str:
    """Where buildings are explained, without what is drawn elsewhere."""
    return "".join(ARTICLE.findall(text))


def test_every_building_is_explained_once() -> None:
    assert list(BUILDING_TEXTS) == [building.name for building in BUILDINGS]
    assert {entry.when for entry in BUILDING_TEXTS.values()} == set(WHEN)


@pytest.mark.parametrize("by", ["", "?by=price", "?by=nothing"])
def test_everybody_may_read_what_every_building_does_in_whatever_order(client: Client, by: str) -> None:
    text = articles(page(client, f"/rules/puerto-rico/{by}"))
    assert sorted(DRAWN.findall(text)) == sorted(BUILDING_TEXTS)
    assert len(EXPLAINED.findall(text)) == len(BUILDING_TEXTS)
    for name, entry in BUILDING_TEXTS.items():
        assert entry.text_for(nobles=True).msgid.partition("'")[0][:60] in text, name


def test_a_game_that_is_not_played_here_has_no_rules(client: Client) -> None:
    page(client, "/rules/chess/", 404)


def test_a_game_page_leads_to_exactly_the_buildings_in_play(anna: User, bob: User, sent: list[str]) -> None:
    game, browser = opened(anna, bob), client_of(anna)
    assert f"/games/{game.pk}/rules/" in page(browser, f"/games/{game.pk}/")
    assert set(explained(browser, game)) == set(BUILDING_TEXTS) - OF_EXPANSIONS
    chosen = "hacienda, aqueduct, villa"
    other = opened(anna, bob, buildings="list", violet_buildings=chosen, nobles="on")
    assert {name for name in explained(browser, other) if "plant" not in name} >= set(chosen.split(", "))
    assert len(explained(browser, other)) == 6 + 3


@pytest.mark.parametrize("buildings", ["base", "all"])
def test_without_nobles_no_building_is_explained_by_them(
    anna: User, bob: User, sent: list[str], buildings: str
) -> None:
    text = page(client_of(anna), f"/games/{opened(anna, bob, buildings=buildings).pk}/rules/")
    assert "noble" not in text
    assert "jeweler" not in text
    assert "nobles count as well" in page(client_of(anna), "/rules/puerto-rico/")


def test_in_a_draft_what_is_chosen_and_what_can_be_is_told_apart(anna: User, bob: User, sent: list[str]) -> None:
    game, browser = opened(anna, bob, buildings="draft"), client_of(bob)
    assert len(explained(browser, game)) == len(
        [building for building in BUILDINGS if building.box in (BASE, EXPANSION_1)]
    )
    answer(person_turn(game), "choose hacienda")
    text = page(browser, f"/games/{game.pk}/rules/")
    titles = {re.split(r"\s*<", title)[0]: title for title in EXPLAINED.findall(text)}
    assert "chosen</span>" in titles["Hacienda"]
    assert "can be chosen" in titles["Construction hut"]
    assert "Forest house" not in titles
    assert "chosen" not in titles["Coffee roaster"]


def test_who_may_not_see_a_game_does_not_see_what_is_in_play(
    anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    game = opened(anna, bob)
    page(client_of(chris), f"/games/{game.pk}/rules/", 404)
