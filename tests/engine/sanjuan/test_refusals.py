"""What cannot be done, and the reason that whoever wanted it is told."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove
from games.engine.sanjuan.flow import SanJuanPosition
from tests.engine.sanjuan.tables import SAN_JUAN, Player, play, step, table

PLANTS = "indigo plant, sugar mill, silver smelter, black market"


def refused(position: SanJuanPosition, line: str) -> str:
    before = SAN_JUAN.digest(position)
    with pytest.raises(IllegalMove) as refusal:
        SAN_JUAN.submit(position, line)
    assert SAN_JUAN.digest(position) == before
    assert refusal.value.legal == [offer.text for offer in SAN_JUAN.question(position).offers]
    return str(refusal.value)


def after(role: str, player: Player, pile: str = "") -> SanJuanPosition:
    """The player, who is the governor, has picked a role."""
    position = table(player, Player(), Player(), pile=pile)
    step(position, role)
    return position


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("builder with library", "You have no library."),
        ("build well", "Now the question is another: pick a role."),
        ("pass", "You cannot pass here: pick a role."),
    ],
)
def test_roles(line: str, reason: str) -> None:
    assert refused(table(Player(hand="well"), Player()), line) == reason


def test_a_role_is_taken_once() -> None:
    position = table(Player(), Player(), Player())
    play(position, "prospector")
    assert refused(position, "prospector") == "The prospector is already taken in this round."


def test_the_library_need_not_be_said_or_has_worked() -> None:
    three = table(Player(buildings="library"), Player(), Player())
    assert refused(three, "trader with library") == (
        "Your library works with every role that you pick: it need not be said."
    )
    two = table(Player(buildings="library"), Player())
    play(two, "prospector with library", "trader")
    assert refused(two, "producer with library") == "Your library has worked in this round already."


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("build smithy", "You hold no smithy."),
        ("build quarry", "You own the quarry already; only production buildings may be equal."),
        ("build palace", "The palace costs you 4 cards, and you can pay only 3."),
        ("build well over chapel", "Only with a crane can you build over another building."),
        ("build well with smithy", "The well costs you nothing now."),
        ("build tower with smithy", "You hold no smithy."),
        ("build tower with well, quarry", "1 card is due, and you named 2."),
        ("build tower with tower", "You hold no tower."),
        ("build tower with 2 wells", "You hold only 1 of these: well."),
        (
            "build tower with indigo good",
            "Goods pay only at a black market, at most two for a building and before the cards.",
        ),
        ("keep well", "Now the question is another: build."),
        ("build well, pass", ""),
    ],
)
def test_building(line: str, reason: str) -> None:
    position = after(
        "builder", Player(hand="well, tower, quarry, palace", buildings="quarry, indigo plant", goods="indigo")
    )
    if not reason:
        assert refused_as_unreadable(position, line)
        return
    assert refused(position, line) == reason


def refused_as_unreadable(position: SanJuanPosition, line: str) -> bool:
    with pytest.raises(ValueError, match="after “with”"):
        SAN_JUAN.submit(position, line)
    return True


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("build well over crane", "The crane cannot be built over."),
        ("build well over well", "A building cannot be built over an equal one."),
        ("build well over smithy", "You own no smithy to build over."),
        ("build palace over indigo plant", "The palace costs you 4 cards, and you can pay only 2."),
    ],
)
def test_building_over_others(line: str, reason: str) -> None:
    owner = Player(hand="tower, indigo plant, palace", buildings="crane, indigo plant")
    position = after("builder", owner if "well" not in line else Player(hand="well, tower", buildings="crane, chapel"))
    if line.endswith("over well"):
        position = after("builder", Player(hand="indigo plant, tower", buildings="crane, indigo plant"))
        line = "build indigo plant over indigo plant"
    assert refused(position, line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("build hero with indigo good, sugar good, silver good, well", "At most two goods pay for a building."),
        ("build hero with coffee good, well, tower, tower", "There is no coffee on your buildings."),
        ("build hero with 2 indigo goods, well, tower", "Your buildings have only 1 of these goods: indigo."),
        ("build hero with indigo good, well, tower", "4 cards are due, and you named 3."),
        ("build hero with silver good, well, tower, tower, palace", "4 cards are due, and you named 5."),
    ],
)
def test_the_black_market(line: str, reason: str) -> None:
    owner = Player(hand="hero, well, tower, tower, palace", buildings=PLANTS, goods="indigo, sugar, silver")
    assert refused(after("builder", owner), line) == reason


def test_a_payment_once_begun() -> None:
    position = after("builder", Player(hand="library, smithy, well, well, tower, hero, palace"))
    play(position, "build library", "pay well, more")
    assert refused(position, "pay smithy, well, tower") == (
        "You have named others already: only what comes later in the list can follow."
    )
    assert refused(position, "pay tower, hero") == "3 cards are due, and you named 2."
    assert refused(position, "pass") == "You cannot pass here: pay for a building."


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("produce coffee", "You own no coffee roaster."),
        ("produce silver", "There is a good already on your silver smelter: never more than one."),
        ("produce 3 indigo", "Only 2 of yours are empty: indigo plant."),
        ("produce 2 sugar", "Only 1 sugar mill of yours is empty."),
        ("produce indigo, indigo, sugar", "You produce at most 2 goods."),
        ("produce indigo, sugar, more", "You produce at most 2 goods."),
    ],
)
def test_producing(line: str, reason: str) -> None:
    plants = "indigo plant, indigo plant, sugar mill, silver smelter"
    assert refused(after("producer", Player(buildings=plants, goods="silver")), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sell coffee", "There is no coffee on your buildings."),
        ("sell 2 silver", "Your buildings have only 1 of these goods: silver."),
        ("sell indigo, sugar, silver", "You sell at most 2 goods."),
        ("produce indigo", "Now the question is another: sell goods."),
    ],
)
def test_selling(line: str, reason: str) -> None:
    assert refused(after("trader", Player(buildings=PLANTS, goods="indigo, sugar, silver")), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("keep hero", "You have drawn no hero."),
        ("keep 3 wells", "You have drawn only 2 of these: well."),
        ("keep well, smithy", "1 card is due, and you named 2."),
        ("discard well", "Now the question is another: keep cards."),
        ("pass", "You cannot pass here: keep cards."),
    ],
)
def test_keeping(line: str, reason: str) -> None:
    assert refused(after("councillor", Player(), "well, palace, smithy, tower, well"), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("discard chapel", "You hold no chapel."),
        ("discard well, well, tower", "4 cards are due, and you named 3."),
        ("discard smithy, well, well, tower, hero", "4 cards are due, and you named 5."),
    ],
)
def test_discarding(line: str, reason: str) -> None:
    owner = Player(hand="hero", buildings="archive")
    assert refused(after("councillor", owner, "well, palace, smithy, tower, well"), line) == reason


def test_the_gold_mine_and_the_chapel() -> None:
    position = after("prospector", Player(buildings="gold mine"), "hero, library, indigo plant, well, tower")
    assert refused(position, "take library") == "Now the question is another: use the gold mine."
    play(position, "use gold mine")
    assert refused(position, "take palace") == "No palace lies there."
    assert refused(position, "pass") == "You cannot pass here: take a card of the gold mine."
    position = table(Player(buildings="smithy"), Player(hand="smithy, well", buildings="chapel"))
    step(position, "prospector", "producer", "trader")
    assert refused(position, "chapel hero") == "You hold no hero."
    assert refused(position, "chapel well, discard smithy") == "That is more than is asked now."


def test_when_the_game_is_over_nothing_can_be_played() -> None:
    eleven = "crane, tower, well, smithy, archive, quarry, statue, hero, library, aqueduct, chapel"
    position = table(Player(hand="indigo plant, well", buildings=eleven), Player())
    step(position, "builder", "build indigo plant")
    while not position.is_over():
        step(position, "pass")
    for line in ("pass", "build well", "discard 1, 2", "trader", "use gold mine"):
        with pytest.raises(ValueError, match=r"The game is over\.|There is no card 1"):
            SAN_JUAN.submit(position, line)
