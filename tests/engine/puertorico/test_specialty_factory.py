"""docs/rules §7 specialty factory, §11 Library (it pays after the craftsman's extra goods)."""

from __future__ import annotations

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, events_of_kind, goods, play, question_of, without_nobles

PLANTS = {"indigo plant": 3, "small indigo plant": 1, "sugar mill": 3}


def income(island: dict[str, tuple[int, int]], **details: object) -> int:
    """What the second seat earns in another's craftsman phase."""
    owner = Player(island=island, city={"specialty factory": 1, **PLANTS})
    position = without_nobles(Player(), owner, Player(), **details)
    play(position, "craftsman")
    return doubloons(position, 1)


def test_example_30_with_aqueduct_library_and_seven_sugar() -> None:
    city = {"specialty factory": 1, "aqueduct": 1, "library": 1, "sugar mill": 3, "small sugar mill": 1}
    position = without_nobles(Player(island={"sugar": (4, 4)}, city=city), Player(), Player())
    events = play(position, "craftsman", "extra sugar", "extra sugar")
    assert goods(position, 0) == {"sugar": 7}
    assert events_of_kind(events, "specialty_factory") == [{"seat": 0, "good": "sugar", "doubloons": 6}]
    assert doubloons(position, 0) == 6


def test_example_30_the_best_kind_is_not_corn() -> None:
    assert income({"corn": (5, 5), "indigo": (4, 4), "sugar": (2, 2)}) == 3


def test_example_50_the_specialty_factory_without_much_to_do() -> None:
    assert income({"corn": (5, 5)}) == 0
    assert income({"indigo": (1, 1), "sugar": (1, 1)}) == 0
    assert income({"indigo": (3, 3), "sugar": (3, 3)}) == 2


def test_the_craftsmans_extra_good_counts() -> None:
    owner = Player(island={"sugar": (2, 2)}, city={"specialty factory": 1, "sugar mill": 2})
    position = without_nobles(owner, Player(), Player())
    play(position, "craftsman")
    assert doubloons(position, 0) == 0, "it is paid after the privilege"
    play(position, "extra sugar")
    assert doubloons(position, 0) == 2


def test_who_declines_the_extra_good_is_paid_for_what_he_made() -> None:
    owner = Player(island={"sugar": (2, 2)}, city={"specialty factory": 1, "sugar mill": 2})
    position = without_nobles(owner, Player(), Player())
    play(position, "craftsman", "pass")
    assert doubloons(position, 0) == 1


def test_the_extra_good_may_be_of_another_kind_than_the_one_paid_for() -> None:
    owner = Player(island={"sugar": (3, 3), "corn": (1, 1)}, city={"specialty factory": 1, "sugar mill": 3})
    position = without_nobles(owner, Player(), Player())
    events = play(position, "craftsman", "extra corn")
    assert events_of_kind(events, "specialty_factory") == [{"seat": 0, "good": "sugar", "doubloons": 2}]


def test_only_what_was_really_produced_counts() -> None:
    assert income({"sugar": (3, 3)}, goods_supply={"sugar": 2}) == 1
    assert income({"sugar": (3, 3)}, goods_supply={"sugar": 0}) == 0


def test_a_craftsman_to_whom_the_supply_leaves_no_extra_good_is_paid_too() -> None:
    owner = Player(island={"sugar": (2, 2)}, city={"specialty factory": 1, "sugar mill": 2})
    position = without_nobles(owner, Player(), Player(), goods_supply={"sugar": 2})
    play(position, "craftsman")
    assert (question_of(position), doubloons(position, 0)) == (("role", 1), 1)


def test_factory_and_specialty_factory_both_pay() -> None:
    owner = Player(island={"indigo": (3, 3), "sugar": (1, 1)}, city={"specialty factory": 1, "factory": 1, **PLANTS})
    position = without_nobles(Player(), owner, Player())
    play(position, "craftsman")
    assert doubloons(position, 1) == 1 + 2


def test_an_unoccupied_specialty_factory_pays_nothing() -> None:
    owner = Player(island={"sugar": (3, 3)}, city={"specialty factory": 0, "sugar mill": 3})
    position = without_nobles(Player(), owner, Player())
    play(position, "craftsman")
    assert doubloons(position, 1) == 0


def test_what_one_produced_does_not_count_for_another() -> None:
    maker = Player(island={"sugar": (3, 3)}, city={"sugar mill": 3})
    owner = Player(island={"sugar": (2, 2)}, city={"specialty factory": 1, "sugar mill": 2})
    position = without_nobles(maker, owner, Player())
    play(position, "craftsman", "extra sugar")
    assert [doubloons(position, seat) for seat in range(3)] == [0, 1, 0]
