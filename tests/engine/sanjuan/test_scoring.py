"""docs/rules §2 and §3: the final account."""

from __future__ import annotations

import pytest

from games.engine.sanjuan import scoring
from games.engine.sanjuan.components import CARD_NAMES
from tests.engine.sanjuan.tables import Player, score, table

NOBODY = Player()
PRINTED = {
    "indigo plant": 1,
    "sugar mill": 1,
    "tobacco storage": 2,
    "coffee roaster": 2,
    "silver smelter": 3,
    "smithy": 1,
    "gold mine": 1,
    "archive": 1,
    "poor house": 1,
    "black market": 1,
    "trading post": 1,
    "well": 1,
    "market stand": 1,
    "crane": 1,
    "chapel": 2,
    "tower": 2,
    "aqueduct": 2,
    "carpenter": 2,
    "prefecture": 2,
    "market hall": 2,
    "quarry": 2,
    "library": 3,
    "statue": 3,
    "victory column": 4,
    "hero": 5,
}


def points(buildings: str, chapel: str = "") -> int:
    return score(table(Player(buildings=buildings, chapel=chapel), NOBODY), 0)


def bonus(kind: str, buildings: str) -> int:
    position = table(Player(buildings=buildings), NOBODY)
    return int(scoring.bonus(position, 0, CARD_NAMES.index(kind)))


@pytest.mark.parametrize(("kind", "vp"), PRINTED.items())
def test_every_building_counts_what_is_printed_on_it(kind: str, vp: int) -> None:
    assert points(kind) == vp
    assert points(f"indigo plant, {kind}") == 1 + vp


def test_equal_production_buildings_all_count() -> None:
    assert points("silver smelter, silver smelter, silver smelter") == 9


def test_example_10_a_chapel_with_seven_cards_makes_nine_points() -> None:
    """docs/rules §4.10: whatever the cards themselves are worth."""
    assert points("chapel", chapel="hero, hero, palace, guild hall, indigo plant, library, victory column") == 9


def test_example_11_the_guild_hall_counts_two_for_every_production_building() -> None:
    """docs/rules §4.11"""
    standing = "guild hall, indigo plant, indigo plant, sugar mill, tobacco storage"
    assert bonus("guild hall", standing) == 8
    assert points(standing) == 8 + 1 + 1 + 1 + 2
    assert bonus("guild hall", f"{standing}, smithy, tower, hero") == 8
    assert bonus("guild hall", "guild hall, coffee roaster, silver smelter") == 4


def test_examples_11_and_13_the_city_hall_counts_violet_buildings_itself_included() -> None:
    """docs/rules §4.11, §4.13"""
    eight = "poor house, aqueduct, carpenter, chapel, quarry, library, statue, victory column"
    assert bonus("city hall", f"city hall, {eight}") == 9
    assert bonus("city hall", f"city hall, {eight}, indigo plant, sugar mill") == 9
    assert bonus("city hall", "indigo plant, city hall") == 1
    assert points(f"city hall, {eight}") == 9 + 1 + 2 + 2 + 2 + 2 + 3 + 3 + 4


@pytest.mark.parametrize(
    ("monuments", "vp"),
    [
        ("", 0),
        ("statue", 4),
        ("victory column", 4),
        ("hero", 4),
        ("victory column, statue", 6),
        ("statue, hero", 6),
        ("hero, victory column", 6),
        ("statue, victory column, hero", 8),
    ],
)
def test_example_11_the_triumphal_arch_counts_monuments(monuments: str, vp: int) -> None:
    """docs/rules §4.11: victory column and statue make 6."""
    assert bonus("triumphal arch", f"triumphal arch, {monuments}") == vp
    assert points(f"triumphal arch, library, {monuments}") == vp + 3 + sum(
        PRINTED[kind] for kind in monuments.split(", ") if kind
    )


def test_example_11_the_palace_counts_a_quarter_of_34_rounded_down() -> None:
    """docs/rules §4.11: 8, in all 42."""
    # 5 x 3, 5, 4, 3 and 7 under the chapel, which is 2 itself, less 2.
    standing = ", ".join(["silver smelter"] * 5 + ["hero", "victory column", "statue"])
    assert points(standing) == 27
    assert points(f"{standing}, chapel, palace", chapel="well, well, smithy, smithy, crane") == 42


@pytest.mark.parametrize(("chapel", "vp"), [("", 0), ("well", 0), ("well, well", 1), ("well, well, well", 1)])
def test_the_palace_rounds_down_and_counts_the_cards_under_the_chapel(chapel: str, vp: int) -> None:
    """docs/rules §5 End: chapel 2 and the cards below it."""
    under = chapel.count("well")
    assert bonus_with_chapel(chapel) == vp
    assert points("chapel, palace", chapel=chapel) == 2 + under + vp


def bonus_with_chapel(chapel: str) -> int:
    position = table(Player(buildings="chapel, palace", chapel=chapel), NOBODY)
    return int(scoring.bonus(position, 0, CARD_NAMES.index("palace")))


def test_the_palace_comes_last_and_counts_all_other_large_buildings() -> None:
    standing = "guild hall, city hall, triumphal arch, palace, statue, hero, indigo plant, sugar mill"
    # Printed 3 + 5 + 1 + 1; guild hall 4; city hall 6; arch 6; of these 26 the palace makes 6.
    assert points(standing) == 26 + 6


def test_example_30_city_hall_and_triumphal_arch_both_count_the_monuments() -> None:
    """docs/rules §4.30"""
    standing = "city hall, triumphal arch, statue, hero"
    assert bonus("city hall", standing) == 4
    assert bonus("triumphal arch", standing) == 6
    assert points(standing) == 4 + 6 + 3 + 5


def test_large_buildings_have_no_points_of_their_own() -> None:
    """docs/rules §3: the card list prints 6/1, the examples count the formulas alone."""
    assert points("guild hall") == 0
    assert points("triumphal arch") == 0
    assert points("palace") == 0
    assert points("city hall") == 1


def test_large_buildings_in_the_hand_bring_nothing() -> None:
    position = table(Player(hand="guild hall, city hall, triumphal arch, palace, hero"), NOBODY)
    assert score(position, 0) == 1


# --- ties -------------------------------------------------------------------------------------------------------------


def test_example_35_cards_and_goods_together_decide_between_equal_scores() -> None:
    """docs/rules §4.35"""
    position = table(Player(hand="hero, hero, hero", goods="indigo"), Player(hand="well, well, well"))
    assert list(position.scores()) == [1, 1]
    assert list(position.tie_breaks()) == [4, 3]
    assert list(position.ranks()) == [1, 2]


def test_goods_count_as_much_as_cards_for_a_tie_and_equal_ones_share_the_rank() -> None:
    position = table(Player(hand="hero, hero", goods="indigo"), Player(hand="well, well, well"), Player())
    assert list(position.ranks()) == [1, 1, 3]


def test_more_points_come_before_more_cards() -> None:
    position = table(Player(hand="hero, hero"), Player(buildings="indigo plant, sugar mill"))
    assert list(position.ranks()) == [2, 1]


def test_cards_under_the_chapel_do_not_decide_a_tie() -> None:
    """docs/rules §5 End"""
    position = table(
        Player(buildings="indigo plant, chapel", chapel="well"), Player(buildings="indigo plant, library", hand="hero")
    )
    assert list(position.scores()) == [4, 4]
    assert list(position.ranks()) == [2, 1]
