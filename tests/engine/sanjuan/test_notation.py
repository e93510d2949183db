"""Lines as people write them, and the one way in which the game writes them (games/engine/sanjuan/formatter.py)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.contract import IllegalMove, NotationError
from games.engine.sanjuan.flow import SanJuanPosition
from tests.engine.sanjuan.tables import (
    SAN_JUAN,
    Player,
    buildings,
    goods,
    hand,
    play,
    step,
    table,
    under_the_chapel,
)

Start = Callable[[], SanJuanPosition]


def picking() -> SanJuanPosition:
    return table(Player(hand="well"), Player(), Player())


def picking_with_a_library_for_two() -> SanJuanPosition:
    return table(Player(hand="well", buildings="library"), Player())


def building() -> SanJuanPosition:
    """Hand: 1 indigo plant, 2 smithy, 3 and 4 well, 5 library, 6 palace. The builder pays one less."""
    player = Player(hand="indigo plant, smithy, well, well, library, palace")
    position = table(player, Player(), Player())
    step(position, "builder")
    return position


def building_with_crane() -> SanJuanPosition:
    """Hand: 1 smithy, 2 well, 3 palace."""
    position = table(Player(hand="smithy, well, palace", buildings="crane, chapel, sugar mill"), Player(), Player())
    step(position, "builder")
    return position


def building_with_goods() -> SanJuanPosition:
    """Hand: 1 smithy, 2 and 3 well, 4 library, 5 hero; an indigo and a silver good."""
    plants = "indigo plant, silver smelter, black market"
    position = table(
        Player(hand="smithy, well, well, library, hero", buildings=plants, goods="indigo, silver"), Player(), Player()
    )
    step(position, "builder")
    return position


def paying() -> SanJuanPosition:
    """Four cards are due. Hand: 1 indigo plant, 2 smithy, 3 and 4 well, 5 palace."""
    position = building()
    step(position, "build library")
    return position


def producing() -> SanJuanPosition:
    plants = "indigo plant, indigo plant, sugar mill, tobacco storage"
    position = table(Player(buildings=plants), Player(), Player())
    step(position, "producer")
    return position


def selling() -> SanJuanPosition:
    plants = "indigo plant, indigo plant, sugar mill, coffee roaster, trading post"
    position = table(Player(buildings=plants, goods="indigo, indigo, sugar, coffee"), Player(), Player())
    step(position, "trader")
    return position


def council() -> SanJuanPosition:
    """Drawn: 1 smithy, 2 and 3 well, 4 tower, 5 palace."""
    position = table(Player(), Player(), Player(), pile="well, palace, smithy, tower, well")
    step(position, "councillor")
    return position


def council_with_prefecture() -> SanJuanPosition:
    position = table(Player(buildings="prefecture"), Player(), Player(), pile="well, palace, smithy, tower, well")
    step(position, "councillor")
    return position


def archive() -> SanJuanPosition:
    """Hand: 1 smithy, 2 and 3 well, 4 tower, 5 hero, 6 palace; four go."""
    owner = Player(hand="hero", buildings="archive")
    position = table(owner, Player(), Player(), pile="well, palace, smithy, tower, well")
    step(position, "councillor")
    return position


def mine() -> SanJuanPosition:
    position = table(Player(buildings="gold mine"), Player(), Player(), pile="hero, library, indigo plant, well, tower")
    step(position, "prospector")
    return position


def strike() -> SanJuanPosition:
    """1 indigo plant (1), 2 well (2), 3 tower (3), 4 library (5)."""
    position = mine()
    step(position, "use gold mine")
    return position


def chapel() -> SanJuanPosition:
    """Hand: 1 smithy, 2 to 4 well, 5 and 6 chapel, 7 hero, 8 and 9 palace: nine cards."""
    cards = "smithy, well, well, well, chapel, chapel, hero, palace, palace"
    position = table(Player(buildings="smithy"), Player(hand=cards, buildings="chapel"))
    step(position, "prospector", "producer", "trader")
    return position


LINES: list[tuple[Start, str, str]] = [
    (picking, "Builder", "builder"),
    (picking, "the councilor", "councillor"),
    (picking, "pick producer", "producer"),
    (picking, "TRAD", "trader"),
    (picking_with_a_library_for_two, "builder with library", "builder with library"),
    (picking_with_a_library_for_two, "pros with the lib", "prospector with library"),
    (building, "build library", "build library"),
    (building, "Build a Well with indigo plant", "build well with indigo plant"),
    (building, "build wells with smithy", "build well with smithy"),
    (
        building,
        "build lib with palace, well, well, smithy",
        "build library with smithy, well, well, palace",
    ),
    (building, "build library with 2 wells, smithy and palace", "build library with smithy, well, well, palace"),
    (building, "build library with smithy well well palace", "build library with smithy, well, well, palace"),
    (building, "build library, pay smithy, well, well, palace", "build library with smithy, well, well, palace"),
    (building, "build 5 with 2, 3, 4, 6", "build library with smithy, well, well, palace"),
    (building, "build 5 with 2 3 4 6", "build library with smithy, well, well, palace"),
    (building, "b ind", "build indigo plant"),
    (building, "pass", "pass"),
    (building_with_crane, "build smithy over sugar mill", "build smithy over sugar mill"),
    (building_with_crane, "build palace over chapel with well, smithy", "build palace over chapel"),
    (building_with_crane, "build 3 over the chapel", "build palace over chapel"),
    (
        building_with_goods,
        "build library with indigo good, smithy, 2 wells",
        "build library with indigo good, smithy, well, well",
    ),
    (
        building_with_goods,
        "build library with well, silver, indigo, well",
        "build library with indigo good, silver good, well, well",
    ),
    (building_with_goods, "build smithy", "build smithy"),
    (paying, "pay 1, 2, 3, 4", "pay indigo plant, smithy, well, well"),
    (paying, "palace, smithy, well, well", ""),
    (paying, "pay palace, smithy, well 2", "pay smithy, well, well, palace"),
    (paying, "pay smithy, more", "pay smithy, more"),
    (producing, "produce sugar, indigo", "produce indigo, sugar"),
    (producing, "produce 2 indigo", "produce indigo, indigo"),
    (producing, "produce tobaccos and sugar", "produce sugar, tobacco"),
    (producing, "produce tob", "produce tobacco"),
    (producing, "produce indigo, more", "produce indigo, more"),
    (selling, "sell coffee good, indigo", "sell indigo, coffee"),
    (selling, "trade Coffée & sugar", "sell sugar, coffee"),
    (selling, "sell indigo 2, sugar", "sell indigo, indigo, sugar"),
    (selling, "pass", "pass"),
    (council, "keep smith", "keep smithy"),
    (council, "keep 5", "keep palace"),
    (council_with_prefecture, "keep tower, smithy", "keep smithy, tower"),
    (council_with_prefecture, "keep wells 2", "keep well, well"),
    (council_with_prefecture, "keep 1, 5", "keep smithy, palace"),
    (archive, "discard hero, well, smithy, well", "discard smithy, well, well, hero"),
    (archive, "drop 1, 2, 3, 5", "discard smithy, well, well, hero"),
    (archive, "discard smithy, discard well, discard well, discard hero", "discard smithy, well, well, hero"),
    (archive, "discard smithy, well, more", "discard smithy, well, more"),
    (mine, "use gold mine", "use gold mine"),
    (mine, "use goldmine", "use gold mine"),
    (mine, "use it", ""),
    (mine, "pass", "pass"),
    (strike, "take 4", "take library"),
    (strike, "take the tower", "take tower"),
    (chapel, "chapel chapel", "chapel chapel"),
    (chapel, "chapel 7, discard 1", "chapel hero, discard smithy"),
    (chapel, "tuck palace, discard well", "chapel palace, discard well"),
    (chapel, "pass, discard well, chapel", "pass, discard well, chapel"),
]


@pytest.mark.parametrize(
    ("start", "line", "canonical"), LINES, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_a_line_is_understood(start: Start, line: str, canonical: str) -> None:
    position = start()
    if not canonical:
        with pytest.raises(NotationError):
            SAN_JUAN.parse(position, line)
        return
    plies = SAN_JUAN.parse(position, line)
    assert SAN_JUAN.decision_text(position, plies) == canonical
    assert SAN_JUAN.parse(position, canonical) == plies
    assert SAN_JUAN.submit(position, line) == plies


@pytest.mark.parametrize(
    ("start", "line", "reason"),
    [
        (building, "", "This line says nothing."),
        (building, ", ;", "This line says nothing."),
        (building, "build " + "well " * 300, "This line is too long for a move."),
        (building, "build", "“build” what?"),
        (building, "build 7", "There is no card 7: the cards are numbered up to 6."),
        (building, "build 5 with 2, 2, 3, 4", "Card 2 is named twice."),
        (building, "build 3 with 3", "Card 3 is named twice."),
        (building, "build library, well", "Say what pays after “with”: well?"),
        (building, "build library with 2 wells 3", "“2 wells 3” has more than one number."),
        (building, "build libary", "“libary” is no word of the game. Did you mean “library”?"),
        (building, "bulid library", "“bulid” is no word of the game. Did you mean “build”?"),
        (building, "frobnicate", "“frobnicate” is not a word of the notation."),
        (building, "pass well", "“pass” stands alone."),
        (building, "pass, pass", "One answer in a line: write “pass” in a line of its own."),
        (picking, "pro", "“pro” may mean producer, prospector."),
        (picking, "bilder", "“bilder” is no word of the game. Did you mean “builder”?"),
        (archive, "discard", "“discard” what?"),
        (archive, "discard well,,", ""),
        (council, "keep mark", "“mark” may mean market hall, market stand."),
        (selling, "sell 2", "“sell” what?"),
        (strike, "take well, tower", "One answer in a line: write “tower” in a line of its own."),
    ],
    ids=lambda value: getattr(value, "__name__", str(value))[:40],
)
def test_a_line_that_cannot_be_read_is_explained(start: Start, line: str, reason: str) -> None:
    position = start()
    before = SAN_JUAN.digest(position)
    if not reason:
        with pytest.raises(IllegalMove):
            SAN_JUAN.submit(position, line)
        return
    with pytest.raises(NotationError) as refused:
        SAN_JUAN.submit(position, line)
    assert str(refused.value) == reason
    assert refused.value.legal == [offer.text for offer in SAN_JUAN.question(position).offers]
    assert SAN_JUAN.digest(position) == before


def test_a_number_alone_is_the_answer_with_this_number() -> None:
    position = building()
    offers = SAN_JUAN.question(position).offers
    assert SAN_JUAN.parse(position, "2") == SAN_JUAN.parse(position, offers[1].text)


@pytest.mark.parametrize("line", ["build library with smithy, 0 wells", "build library with well 0"])
def test_none_of_something_is_no_answer(line: str) -> None:
    position = building()
    with pytest.raises(NotationError, match="names nothing"):
        play(position, line)


def test_a_whole_building_is_played_in_one_line() -> None:
    position = building()
    play(position, "build library with palace, smithy, well, well")
    assert buildings(position, 0) == "indigo plant, library"
    assert hand(position, 0) == "indigo plant"


def test_goods_pay_wherever_they_stand_in_the_line() -> None:
    position = building_with_goods()
    play(position, "build library with well, silver good, well, indigo good")
    assert (hand(position, 0), goods(position, 0)) == ("smithy, hero", "")


def test_numbers_mean_the_cards_as_they_are_listed_when_the_line_begins() -> None:
    position = chapel()
    play(position, "chapel 1, discard 2")
    assert under_the_chapel(position, 1) == "smithy"
    assert hand(position, 1) == "well, well, chapel, chapel, hero, palace, palace"


def test_chapel_and_limit_may_be_answered_in_two_lines() -> None:
    one, two = chapel(), chapel()
    play(one, "chapel hero, discard palace")
    play(two, "chapel hero", "discard palace")
    assert SAN_JUAN.digest(one) == SAN_JUAN.digest(two)


def test_what_has_the_same_beginning_is_told_by_what_one_holds() -> None:
    """Of several market buildings the one in the hand is meant."""
    position = table(Player(hand="market hall, tower, well, well, well"), Player(), Player())
    step(position, "builder")
    play(position, "build market with 3 wells")
    assert buildings(position, 0) == "indigo plant, market hall"


def test_a_line_cannot_try_what_lies_on_the_pile() -> None:
    """Else "use gold mine, take library" would be refused or not by what is hidden."""
    with pytest.raises(NotationError, match="One answer in a line: write “take library” in a line of its own"):
        SAN_JUAN.parse(mine(), "use gold mine, take library")


def test_every_ply_of_an_answer_says_whether_more_follows() -> None:
    position = archive()
    plies = SAN_JUAN.parse(position, "discard smithy, well, well, hero")
    texts = []
    for ply in plies:
        texts.append(SAN_JUAN.move_text(position, ply))
        position.play(ply)
    assert texts == ["discard smithy, more", "discard well, more", "discard well, more", "discard hero"]
