"""The cards of drawn things: whatever is drawn and has a name has one, and it says how the thing stands in the game."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.board import renderer_of, seat_svg
from games.board.piece_cards import PieceCard
from games.board.recorded_positions import recorded_drawing
from games.board.renderer import Drawing
from tests.board.sanjuan_tables import seen
from tests.engine.sanjuan.tables import Player, play, table

PIECE = re.compile(r'data-piece="([^"]+)"')
SHOWN = [
    ("puertorico", "base", 0, None),
    ("puertorico", "base", 251, 3),
    ("puertorico", "nobles", 391, 0),
    ("sanjuan", "game", 100, 1),
    ("sanjuan", "game", 526, None),
]


def cards_of(drawing: Drawing) -> dict[str, PieceCard]:
    cards = renderer_of(drawing.view).piece_cards(drawing.view, drawing.names)
    return {card.piece: card for card in cards}


@pytest.mark.parametrize(("folder", "record", "entry", "viewer"), SHOWN)
def test_every_named_thing_that_is_drawn_has_a_card(folder: str, record: str, entry: int, viewer: int | None) -> None:
    drawing = recorded_drawing(folder, record, entry, viewer)
    renderer, cards = renderer_of(drawing.view), cards_of(drawing)
    drawn = [renderer.part_svg(drawing, part) for part in renderer.parts]
    for seat in range(len(drawing.names)):
        drawn += [seat_svg(drawing.view, drawing.names, seat, compact=compact) for compact in (False, True)]
    pieces = set(PIECE.findall("".join(drawn)))
    assert pieces
    assert pieces <= set(cards)
    assert all(card.name and card.text for card in cards.values())


@pytest.mark.django_db
@pytest.mark.parametrize(("folder", "record", "entry", "viewer"), SHOWN)
def test_every_card_leads_to_a_place_in_the_rules(
    client: Client, folder: str, record: str, entry: int, viewer: int | None
) -> None:
    drawing = recorded_drawing(folder, record, entry, viewer)
    kind = {"puertorico": "puerto-rico", "sanjuan": "san-juan"}[folder]
    text = client.get(f"/rules/{kind}/").content.decode()
    assert all(f'id="{piece}"' in text for piece in cards_of(drawing))


def test_a_card_says_what_a_building_costs_now_how_many_are_left_and_who_owns_it() -> None:
    harbor = cards_of(recorded_drawing("puertorico", "base", 254, 3))["building-harbor"]
    assert harbor.state == ("costs you 6 doubloons", "1 left", "Owned by Ben")
    assert cards_of(recorded_drawing("puertorico", "base", 254))["building-harbor"].state == ("1 left", "Owned by Ben")
    assert "Nobody owns it." in cards_of(recorded_drawing("puertorico", "base", 254))["building-university"].state


def test_a_card_in_hand_says_what_it_costs_its_reader_now() -> None:
    position = table(Player(hand="library, smithy", buildings="quarry"), Player(hand="library"), Player())

    def costs(viewer: int | None, card: str) -> list[str]:
        shown = seen(position, viewer)
        return [line for line in cards_of(Drawing(shown.view, shown.names))[card].state if line.startswith("costs you")]

    assert costs(0, "card-library") == ["costs you 4 cards"]
    play(position, "councillor")
    assert costs(0, "card-library") == ["costs you 4 cards"]
    assert costs(1, "card-library") == ["costs you 5 cards"]
    position = table(Player(hand="library, smithy", buildings="quarry"), Player(hand="library"), Player())
    play(position, "builder")
    assert costs(0, "card-library") == ["costs you 3 cards"]
    assert costs(1, "card-library") == ["costs you 5 cards"]
    assert costs(0, "card-quarry") == []


def test_a_card_says_what_lies_on_a_role_and_who_took_it() -> None:
    cards = cards_of(recorded_drawing("puertorico", "base", 96))
    assert cards["role-prospector"].state == ("2 doubloons",)
    assert cards["role-builder"].state == ("taken by Clara",)
    assert cards_of(recorded_drawing("sanjuan", "game", 100))["role-prospector"].state == ("picked by Anna",)


def test_cards_tell_nothing_of_hands_that_the_reader_does_not_see() -> None:
    own = cards_of(recorded_drawing("sanjuan", "game", 0, 1))
    assert {"card-smithy", "card-carpenter", "card-library"} <= set(own)
    assert [piece for piece in cards_of(recorded_drawing("sanjuan", "game", 0)) if piece.startswith("card-")] == [
        "card-indigo-plant"
    ]
