"""San Juan's parts of the pages: what the project's own pages include of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine.sanjuan.components import CARD_NAMES
from games.people.models import User
from tests.table.games import opened, person_turn, play_on, player
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_own_hand_comes_first_then_the_table_then_the_others(
    anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    game = play_on(opened(anna, bob, chris, kind="san-juan"), lambda game: person_turn(game).stage == "builder")
    turn = person_turn(game)
    text = page(client_of(player(turn)), f"/games/{game.pk}/")
    parts = ["Your hand and your buildings", "Your hand: ", "The table", "taken by", "sells for", "The others"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    status = text.partition('id="status"')[2].partition("</p>")[0]
    assert re.search(r"San Juan · round \d+ · builder", " ".join(status.split()))
    assert 'class="lit"' in text
    assert "sanjuan/sanjuan" in text
    assert len(text.encode()) < 250_000


def test_who_waits_has_nothing_to_click(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob, kind="san-juan")
    waiting = bob if player(person_turn(game)) == anna else anna
    assert 'class="lit"' not in page(client_of(waiting), f"/games/{game.pk}/")


@pytest.mark.parametrize("by", ["", "?by=price"])
def test_everybody_may_read_what_every_card_does(client: Client, by: str) -> None:
    text = page(client, f"/rules/san-juan/{by}")
    articles = re.findall(r'<article id="card-.*?</article>', text, re.DOTALL)
    names = [re.findall(r"<h3>(.*?)</h3>", article)[0].lower() for article in articles]
    assert sorted(names) == sorted(CARD_NAMES)
    without_drawings = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    assert len(without_drawings.encode()) < 60_000


def test_what_the_gold_mine_has_turned_up_comes_before_everything(anna: User, bob: User, sent: list[str]) -> None:
    game = play_on(opened(anna, bob, kind="san-juan"), lambda game: person_turn(game).stage == "strike", seed=4)
    text = page(client_of(player(person_turn(game))), f"/games/{game.pk}/")
    assert text.index("The gold mine") < text.index("Turned up by") < text.index("Your hand and your buildings")
