"""The placement of colonists and nobles as a page and a mail ask for it: all in one go, and as it says it is played."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.board.puertorico.placement_form import placement_line
from games.engine.contract import Position
from games.engine.puertorico.view_types import PuertoRicoView
from tests.board.tables import PUERTO_RICO
from tests.engine.puertorico.positions import Player, play, player_view, set_up


def placing(**nobles: int) -> Position:
    """Anna has 7 colonists to place, nobles among them, on 12 circles."""
    anna = Player(
        san_juan=6,
        island={"corn": (4, 0), "coffee": (2, 0)},
        city={"chapel": 0, "guesthouse": 0, "hospice": 0, "coffee roaster": 0},
        nobles={"San Juan": nobles.get("nobles", 0)},
    )
    position = set_up(anna, Player(), Player(), violet_buildings=("chapel", "guesthouse", "hospice"), nobles=True)
    play(position, "mayor", "take colonist")
    while seen(position).stage == "ship":
        play(position, "take colonist")
    return position


def seen(position: Position) -> PuertoRicoView:
    view = PUERTO_RICO.view(position, 0)
    assert isinstance(view, PuertoRicoView)
    return view


def fields(position: Position) -> dict[str, str]:
    """The number fields of the page's form with what stands in them."""
    asked = SimpleNamespace(turn=SimpleNamespace(pk=1), key="key", answer_count=0)
    page = render_to_string("puertorico/placement.html", {"asked": asked, "view": seen(position)})
    inputs = re.findall(r'<input type="number"[^>]* name="([^"]*)"[^>]* value="([^"]*)"', page)
    assert len(dict(inputs)) == len(inputs)
    return dict(inputs)


def nobles_on(position: Position) -> dict[str, int]:
    anna = player_view(position, 0)
    standing = {tiles.kind: tiles.nobles for tiles in anna.island}
    standing |= {building.building: building.nobles for building in anna.city}
    return {place: count for place, count in standing.items() if count}


def test_a_field_asks_for_nobles_only_where_it_matters_who_stands_there() -> None:
    named = fields(placing(nobles=2))
    assert {field for field in named if field.startswith("nobles.")} == {"nobles.chapel", "nobles.guesthouse"}
    assert {field for field in named if field.startswith("place.")} == {
        *("place.corn", "place.coffee", "place.coffee roaster", "place.hospice", "place.guesthouse", "place.chapel")
    }


def test_without_nobles_of_ones_own_nothing_is_asked_about_them() -> None:
    assert not [field for field in fields(placing()) if field.startswith("nobles.")]


def test_what_stands_in_the_fields_is_the_suggestion_and_can_be_sent() -> None:
    position = placing(nobles=2)
    places = seen(position).placement.places  # type: ignore[union-attr]
    sent = fields(position)
    assert sent == {f"place.{place.place}": str(place.suggested) for place in places} | {
        f"nobles.{place.place}": str(place.suggested_nobles) for place in places if place.nobles_matter
    }
    PUERTO_RICO.submit(position, placement_line(sent))
    assert sum(nobles_on(position).values()) == 2


def test_nobles_are_placed_as_the_fields_say_and_the_rest_on_the_first_other_place() -> None:
    position = placing(nobles=3)
    sent = dict.fromkeys(fields(position), "0")
    colonists = seen(position).placement.colonists  # type: ignore[union-attr]
    sent |= {"place.guesthouse": "2", "nobles.guesthouse": "1", "place.chapel": "1", "nobles.chapel": "1"}
    sent |= {"place.corn": "4", "place.coffee": str(colonists - 7)}
    PUERTO_RICO.submit(position, placement_line(sent))
    assert nobles_on(position) == {"guesthouse": 1, "chapel": 1, "corn": 1}


def test_a_mail_counts_the_nobles_and_stars_the_places_where_they_matter() -> None:
    view = seen(placing(nobles=2))
    text = render_to_string("puertorico/mail_placement.txt", {"view": view})
    assert "2 of them are nobles" in " ".join(text.split())
    starred = re.findall(r"^\* (.*?)  ", text, re.MULTILINE)
    assert starred == ["guesthouse", "chapel"]
    assert max(map(len, text.splitlines())) <= 72
    html = render_to_string("puertorico/mail_placement.html", {"view": view})
    assert re.findall(r"<td>([^<]*) \*</td>", html) == ["guesthouse", "chapel"]


def test_a_mail_without_nobles_says_nothing_of_them() -> None:
    text = render_to_string("puertorico/mail_placement.txt", {"view": seen(placing())})
    assert "noble" not in text
    assert "*" not in text


@pytest.mark.parametrize("language", ["en", "de", "hu", "pl", "ro"])
@pytest.mark.parametrize("nobles", [0, 2])
def test_in_a_mail_each_figure_stands_below_the_end_of_its_heading(language: str, nobles: int) -> None:
    with translation.override(language):
        text = render_to_string("puertorico/mail_placement.txt", {"view": seen(placing(nobles=nobles))})
    head, *rows = text.strip("\n").split("\n\n")[-1].splitlines()
    ends = [found.end() for found in re.finditer(r"\S+", head)][1:]
    assert len(ends) == (3 if nobles else 2)
    for row in rows:
        assert [found.end() for found in re.finditer(r"\d+", row)] == ends
    assert max(map(len, text.splitlines())) <= 72
