"""San Juan as SVG: well-formed, complete, clickable where something is offered, silent about what is hidden."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.utils import translation
from PIL import Image, ImageColor

from games.board import Size, board_svg, mail_png, part_svg, renderer_of, seat_svg
from games.board.sanjuan.colours import COLOURS
from games.board.sanjuan.reference import reference
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.card_texts import CARD_TEXTS
from games.engine.sanjuan.components import CARD_NAMES, COPIES, COST, VP
from tests.board.sanjuan_tables import SAN_JUAN, seen, tables
from tests.board.svg import (
    SVG,
    are_buttons,
    assert_letters_are_readable,
    assert_share_no_id,
    assert_stands_alone,
    assert_the_page_knows,
    bare_texts,
    buttons_of,
    drawings,
    ids_of,
    parsed,
    references_of,
    targets,
    titles,
)
from tests.engine.sanjuan.tables import Player, table

SEATS = (2, 3, 4)
SIZES: tuple[Size, ...] = ("wide", "tall", "mail")
VIOLET_BUILDINGS = (
    "indigo plant, sugar mill, tobacco storage, coffee roaster, silver smelter, library, carpenter, prefecture,"
    " market hall, triumphal arch, victory column"
)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES)
def test_every_drawing_is_xml_whose_references_lead_somewhere(seats: int, size: Size) -> None:
    for shown in tables(seats, seed=seats, every=150):
        for svg in drawings(shown, size):
            assert_stands_alone(svg)


def test_drawings_that_share_a_page_have_no_id_in_common() -> None:
    """A page carries every part twice, for a desk and for a phone."""
    shown = next(tables(4, seed=4))
    sizes: tuple[Size, ...] = ("wide", "tall")
    assert_share_no_id(svg for size in sizes for svg in drawings(shown, size))


@pytest.mark.parametrize("options", [{}, {"deal_choice": "on"}])
@pytest.mark.parametrize("seats", SEATS)
def test_only_what_is_offered_is_highlighted(seats: int, options: dict[str, str]) -> None:
    for shown in tables(seats, seed=10 + seats, options=options):
        root = parsed(board_svg(shown.view, shown.names, highlighted=shown.highlighted))
        assert targets(root, highlighted=True) == shown.highlighted
        assert are_buttons(buttons_of(root))


def test_parts_and_seats_highlight_what_the_whole_board_highlights() -> None:
    for shown in tables(4, seed=5):
        view, names, highlighted = shown.view, shown.names, shown.highlighted
        pieces = [part_svg(view, names, part, highlighted=highlighted) for part in renderer_of(view).parts]
        pieces += [seat_svg(view, names, seat, highlighted=highlighted) for seat in range(len(view.seats))]
        assert set[str]().union(*(targets(parsed(piece), highlighted=True) for piece in pieces)) == highlighted


@pytest.mark.parametrize("size", ["wide", "tall"])
def test_a_screen_reader_gets_every_drawn_number_with_its_meaning(size: Size) -> None:
    for shown in tables(4, seed=12, every=150):
        for svg in drawings(shown, size):
            assert [text for text in bare_texts(parsed(svg)) if text.strip("×? +/").isdigit()] == []


def test_goods_on_a_highlighted_building_can_be_reached_inside_it() -> None:
    """With the crane a plant is highlighted, and its good may pay: neither may hide the other."""
    position = table(
        Player(
            hand="palace, hero, smithy, well, well, tower", buildings="sugar mill, crane, black market", goods="sugar"
        ),
        Player(),
    )
    position.play(SAN_JUAN.parse(position, "builder")[0])
    shown = seen(position, 0)
    assert {"building:sugar mill", "good:0"} <= shown.highlighted
    root = parsed(board_svg(shown.view, shown.names, highlighted=shown.highlighted))
    shut = [element for element in root.iter() if element.get("role") in ("img", "button")]
    assert not [inner for one in shut for inner in one.iter() if inner is not one and inner.get("role") == "button"]


def test_no_other_seat_has_anything_to_click() -> None:
    for shown in tables(4, seed=7, every=40):
        for seat in set(range(4)) - {shown.view.viewer}:
            root = parsed(seat_svg(shown.view, shown.names, seat, highlighted=shown.highlighted))
            assert not targets(root, highlighted=True)
            assert not targets(root, highlighted=False)


@pytest.mark.parametrize("size", SIZES)
def test_the_hand_is_drawn_in_its_order_with_the_numbers_of_the_notation(size: Size) -> None:
    shown = seen(table(Player(hand="well, indigo plant, well, palace"), Player()), 0)
    root = parsed(seat_svg(shown.view, shown.names, 0, size=size))
    held = [group for group in root.iter(f"{SVG}g") if group.get("data-target", "").startswith("hand:")]
    assert [group.get("data-target") for group in held] == ["hand:0", "hand:1", "hand:2", "hand:3"]
    names = [(group.findtext(f"{SVG}title") or "").partition(":")[0] for group in held]
    assert names == ["Indigo plant", "Well", "Well", "Palace"]
    for number, group in enumerate(held, start=1):
        texts = [text.text for text in group.iter(f"{SVG}text")]
        assert str(number) in texts[1:]


def test_while_one_chooses_among_drawn_cards_numbers_stand_for_those() -> None:
    position = table(Player(hand="well, hero"), Player(), pile="smithy, tower, library, crane, statue")
    position.play(SAN_JUAN.parse(position, "councillor")[0])
    shown = seen(position, 0)
    assert {f"drawn:{index}" for index in range(5)} <= shown.highlighted
    root = parsed(seat_svg(shown.view, shown.names, 0, highlighted=shown.highlighted))
    tabs = {
        group.get("data-target"): [rect for rect in group.iter(f"{SVG}rect") if rect.get("width") == "24"]
        for group in root.iter(f"{SVG}g")
        if group.get("data-target", "").partition(":")[0] in ("hand", "drawn")
    }
    assert {target for target, numbers in tabs.items() if numbers} == {f"drawn:{index}" for index in range(5)}


def test_every_kind_of_card_is_drawn_with_name_cost_points_and_picture() -> None:
    for start in range(0, len(CARD_NAMES), 8):
        kinds = CARD_NAMES[start : start + 8]
        shown = seen(table(Player(hand=", ".join(kinds)), Player()), 0)
        svg = seat_svg(shown.view, shown.names, 0)
        root = parsed(svg)
        for index, kind in enumerate(kinds):
            number = CARD_NAMES.index(kind)
            drawn = next(group for group in root.iter() if group.get("data-target") == f"hand:{index}")
            texts = [text.text or "" for text in drawn.iter(f"{SVG}text")]
            assert texts[0] == str(int(COST[number]))
            assert texts[-1] == (str(int(VP[number])) if int(COST[number]) < 6 else "?")
            assert kind.capitalize() in " ".join(texts)
            assert len(list(drawn.iter(f"{SVG}use"))) == 3
            assert not any("…" in text for text in texts)
            assert terms.effect(kind).render() in (drawn.findtext(f"{SVG}title") or "")


def test_every_building_stands_with_its_good_or_without() -> None:
    shown = seen(table(Player(buildings=VIOLET_BUILDINGS, goods="indigo, silver"), Player()), 1)
    for compact in (False, True):
        words = titles(parsed(seat_svg(shown.view, shown.names, 0, compact=compact)))
        for kind in VIOLET_BUILDINGS.split(", "):
            assert f"{kind.capitalize()}: " in words
        for good in ("indigo on building 1", "no sugar on building 2", "silver on building 5"):
            assert good in words
        assert "11 of 12 buildings" in words


def test_hands_and_chapels_of_others_leave_no_trace() -> None:
    one = table(Player(), Player(hand="well, hero", buildings="chapel", chapel="palace"), Player())
    other = table(Player(), Player(hand="smithy, crane", buildings="chapel", chapel="tower, quarry"), Player())
    for size in SIZES:
        pictures = [board_svg(seen(position, 0).view, ("A", "B", "C"), size=size) for position in (one, other)]
        assert pictures[0] == pictures[1]
        assert "only its owner knows" in pictures[0]
    own = board_svg(seen(other, 1).view, ("A", "B", "C"))
    assert "Under the chapel: 2 cards (tower, quarry)" in own


def test_an_onlooker_sees_no_hand() -> None:
    position = table(Player(hand="well, hero"), Player(hand="palace"))
    svg = board_svg(seen(position, None).view, ("A", "B"))
    assert not re.search("Well|Hero|Palace", svg)
    assert "2 cards" in svg


def test_price_tiles_that_have_not_been_seen_are_told_without_their_order() -> None:
    one, other = table(Player(), Player()), table(Player(), Player())
    other.price_tiles[2], other.price_tiles[4] = other.price_tiles[4], other.price_tiles[2]
    pictures = [part_svg(seen(position, 0).view, ("A", "B"), "prices") for position in (one, other)]
    assert pictures[0] == pictures[1]
    assert titles(parsed(pictures[0])).count("not seen yet: ") == 5


def test_the_tile_that_lies_open_is_marked_and_goes_last_afterwards() -> None:
    position = table(Player(goods="indigo"), Player(), prices=(1, 2, 2, 3, 3))
    position.play(SAN_JUAN.parse(position, "trader")[0])
    svg = part_svg(seen(position, 0).view, ("A", "B"), "prices")
    assert "open now: indigo 1, sugar 2, tobacco 2, coffee 3, silver 3" in svg
    position.play(SAN_JUAN.parse(position, "sell indigo")[0])
    svg = part_svg(seen(position, 1).view, ("A", "B"), "prices")
    assert "place 5: indigo 1, sugar 2, tobacco 2, coffee 3, silver 3" in svg


def test_the_last_tile_that_has_not_been_seen_has_a_place_of_its_own() -> None:
    position = table(Player(), Player())
    position.tiles_seen = 4
    words = titles(parsed(part_svg(seen(position, 0).view, ("A", "B"), "prices")))
    assert "not seen yet" not in words
    assert "place 5: indigo 1, sugar 2, tobacco 2, coffee 3, silver 3" in words


def test_a_card_that_can_be_chosen_has_a_tick_to_be_shown() -> None:
    """What is chosen differs from what can be by more than colour."""
    position = table(Player(hand="hero, well, tower, palace"), Player())
    position.play(SAN_JUAN.parse(position, "builder")[0])
    shown = seen(position, 0)
    root = parsed(seat_svg(shown.view, shown.names, 0, highlighted=shown.highlighted))
    cards = [group for group in root.iter(f"{SVG}g") if group.get("data-target", "").startswith("hand:")]
    ticks = {card.get("data-target") for card in cards for part in card if part.get("class") == "tick"}
    assert ticks == {target for target in shown.highlighted if target.startswith("hand:")}


def test_a_payment_in_progress_is_told_to_everybody() -> None:
    position = table(
        Player(hand="library, well, well, hero, tower, smithy", buildings="sugar mill, black market", goods="sugar"),
        Player(),
    )
    for line in ("builder", "build library"):
        position.play(SAN_JUAN.parse(position, line)[0])
    for viewer in (0, 1, None):
        svg = board_svg(seen(position, viewer).view, ("A", "B"))
        assert "Pays for library: 4 cards to go, up to 1 of them goods" in svg


def test_who_has_acted_and_whose_library_doubles_is_marked() -> None:
    position = table(Player(buildings="indigo plant, library"), Player(hand="well, hero"), Player())
    position.play(SAN_JUAN.parse(position, "builder")[0])
    assert "doubled by the library" in part_svg(seen(position, 1).view, ("A", "B", "C"), "roles")
    words = [titles(parsed(seat_svg(seen(position, 1).view, ("A", "B", "C"), seat))) for seat in range(3)]
    assert ["has acted" in each for each in words] == [bool(seat.done) for seat in seen(position, 1).view.seats]


def test_a_mail_picture_has_literal_colours_and_a_page_asks_for_its_own() -> None:
    shown = next(tables(3, seed=13))
    assert "var(" not in board_svg(shown.view, shown.names, size="mail")
    assert "var(--board-ink)" in board_svg(shown.view, shown.names)


def test_the_mail_picture_of_four_long_games_is_a_png_of_bearable_size() -> None:
    rich = Player(
        hand="well, well, hero, palace, tower, smithy, statue", buildings=VIOLET_BUILDINGS, goods="indigo, sugar"
    )
    others = [
        Player(buildings="indigo plant, indigo plant, sugar mill, sugar mill, tobacco storage, coffee roaster, chapel")
        for _seat in ("b", "c", "d")
    ]
    shown = seen(table(rich, *others), 0)
    picture = mail_png(shown.view, shown.names)
    opened = Image.open(BytesIO(picture))
    assert opened.format == "PNG"
    assert opened.size[0] == 380
    assert opened.size[1] <= 2400
    assert len(picture) < 45_000


def test_letters_of_a_mail_picture_are_not_tinged_by_the_colour_of_water() -> None:
    """On a table without water little is blue like it: edges of goods, as a picture has few colours."""
    shown = seen(table(Player(hand="well, gold mine, palace", buildings="quarry, crane"), Player(), Player()), 0)
    drawn = Image.open(BytesIO(mail_png(shown.view, shown.names))).convert("RGB")
    counted = {colour: count for count, colour in drawn.getcolors() or ()}
    assert counted.get(ImageColor.getrgb(COLOURS["sea"].light), 0) < 300


def test_a_decimal_comma_in_the_readers_language_does_not_get_into_coordinates() -> None:
    shown = next(tables(4, seed=12))
    with translation.override("hu"):
        hungarian = board_svg(shown.view, shown.names)
    coordinates = re.compile(r'(?: [xy]|width|height|transform|viewBox)="[^"]*"')
    found = coordinates.findall(hungarian)
    assert [text for text in found if re.search(r"\d\.\d", text)]
    assert not [text for text in found if re.search(r"\d,\d", text)]


def test_names_cannot_break_out_of_the_drawing() -> None:
    shown = next(tables(2, seed=14))
    root = parsed(board_svg(shown.view, ('<script>alert("1")</script>', "]]>&amp;\"'")))
    assert not list(root.iter(f"{SVG}script"))


@pytest.mark.parametrize("seats", SEATS)
def test_drawings_stay_small_enough_for_a_page(seats: int) -> None:
    for shown in tables(seats, seed=30 + seats, every=80):
        assert len(board_svg(shown.view, shown.names, highlighted=shown.highlighted)) < 160_000
        parts = [part_svg(shown.view, shown.names, part) for part in renderer_of(shown.view).parts]
        assert sum(map(len, parts)) < 90_000


def test_the_page_has_the_colours_of_the_drawings() -> None:
    assert_the_page_knows(COLOURS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_have_the_contrast_of_wcag_aa_on_their_grounds(scheme: str) -> None:
    assert_letters_are_readable(COLOURS, scheme)


@pytest.mark.parametrize("by", ["price", "when"])
def test_all_cards_can_be_looked_up_with_picture_figures_and_full_effect(by: str) -> None:
    explained = {card.name.lower(): card for group in reference(by) for card in group.cards}
    assert sorted(explained) == sorted(CARD_NAMES)
    for kind, card in explained.items():
        number = CARD_NAMES.index(kind)
        assert f"cost {int(COST[number])}" in card.facts
        assert f"{int(COPIES[number])} in the game" in card.facts
        assert card.text == CARD_TEXTS[kind].text.render()
        root = parsed(card.picture)
        assert references_of(root) <= set(ids_of(root))
