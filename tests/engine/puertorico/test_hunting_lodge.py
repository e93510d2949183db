"""docs/rules §8 hunting lodge, §11 Nobles."""

from __future__ import annotations

from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    events_of_kind,
    island,
    legal_texts,
    people,
    play,
    question_of,
    table,
    vp,
    workers,
)

SIX_EMPTY = {"corn": (3, 0), "coffee": (3, 0)}
"""An island with six empty spaces."""


def lodge(noble: bool = False, **more: object) -> Player:
    """The owner of an occupied hunting lodge."""
    kept = {"city": {"hunting lodge": 1}, "nobles": {"hunting lodge": 1} if noble else {}}
    return Player(**(kept | more))  # type: ignore[arg-type]


def island_of(tiles: int) -> Player:
    return Player(island={"indigo": (tiles // 2, 0), "sugar": (tiles - tiles // 2, 0)})


def end_settling(position: PuertoRicoPosition) -> None:
    """Pick the settler, and nobody takes anything: up to the hunting lodges."""
    play(position, "settler")
    while question_of(position)[0] == "settler":
        play(position, "pass")


def test_example_61_a_noble_earns_2_vp_for_the_most_empty_island_spaces() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(7), island_of(8))
    end_settling(position)
    assert vp(position, 0) == 2
    assert question_of(position)[0] == "role", "a noble does not discard, he is not asked"


def test_example_61_in_a_tie_nobody_gets_anything_though_the_other_has_no_lodge() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(6), island_of(8))
    end_settling(position)
    assert [vp(position, seat) for seat in range(3)] == [0, 0, 0]


def test_with_fewer_empty_spaces_than_somebody_a_noble_earns_nothing() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(5), island_of(8))
    end_settling(position)
    assert [vp(position, seat) for seat in range(3)] == [0, 0, 0]


def test_the_spaces_are_counted_after_everybody_has_taken_a_tile() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(7), island_of(8), face_up={"corn": 4})
    play(position, "settler", "take corn", "pass", "pass")
    assert vp(position, 0) == 0, "five empty spaces against five"


def test_forests_fill_spaces() -> None:
    position = table(lodge(noble=True, forests={"corn": 6}), Player(forests={"tobacco": 5}), island_of(8))
    end_settling(position)
    assert vp(position, 0) == 0


def test_an_unoccupied_lodge_does_nothing() -> None:
    owner = Player(city={"hunting lodge": 0}, island={"corn": (1, 1)})
    position = table(owner, island_of(7), island_of(8))
    end_settling(position)
    assert (vp(position, 0), question_of(position)[0]) == (0, "role")


def test_example_61_a_colonist_discards_an_occupied_plantation_whose_worker_goes_to_san_juan() -> None:
    owner = lodge(island={"sugar": (1, 1), "quarry": (1, 1)}, forests={"corn": 1})
    position = table(owner, island_of(8), island_of(8))
    end_settling(position)
    assert question_of(position) == ("hunting lodge", 0)
    assert legal_texts(position) == ["pass", "discard sugar", "discard forest corn"], "a quarry stays"
    events = play(position, "discard sugar")
    assert events_of_kind(events, "discards") == [{"seat": 0, "tile": "sugar"}]
    assert island(position, 0) == {"quarry": 1, "forest": 1}
    assert workers(position, 0) == {"quarry": (1, 0), "San Juan": (1, 0), "hunting lodge": (1, 0)}
    assert vp(position, 0) == 0, "no VP for a colonist, whatever the empty spaces"
    assert question_of(position)[0] == "role", "one tile only"


def test_example_61_a_colonist_discards_a_forest_which_is_again_what_it_was() -> None:
    owner = lodge(forests={"corn": 1, "coffee": 2})
    position = table(owner, island_of(8), island_of(8))
    end_settling(position)
    assert legal_texts(position) == ["pass", "discard forest corn", "discard forest coffee"]
    events = play(position, "discard forest coffee")
    assert events_of_kind(events, "discards_forest") == [{"seat": 0, "tile": "coffee"}]
    assert island(position, 0) == {"forest": 2}
    assert position.forests[4] == 1
    assert position.discards[4] == 1


def test_example_61_a_colonist_need_not_discard() -> None:
    position = table(lodge(island={"corn": (2, 0)}), island_of(8), island_of(8))
    end_settling(position)
    play(position, "pass")
    assert island(position, 0) == {"corn": 2}
    assert question_of(position)[0] == "role"


def test_who_has_only_quarries_is_not_asked() -> None:
    position = table(lodge(island={"quarry": (6, 0)}), island_of(8), island_of(8))
    end_settling(position)
    assert question_of(position)[0] == "role"


def test_the_noble_on_a_discarded_plantation_goes_to_san_juan_as_a_noble() -> None:
    owner = lodge(island={"sugar": (1, 1)}, nobles={"sugar": 1})
    position = table(owner, island_of(8), island_of(8))
    end_settling(position)
    play(position, "discard sugar")
    assert workers(position, 0) == {"San Juan": (0, 1), "hunting lodge": (1, 0)}
    assert people(position, 0) == (1, 1)


def test_of_a_kind_with_an_empty_circle_an_empty_tile_goes() -> None:
    owner = lodge(island={"sugar": (3, 2)}, nobles={"sugar": 2})
    position = table(owner, island_of(8), island_of(8))
    end_settling(position)
    play(position, "discard sugar")
    assert workers(position, 0) == {"sugar": (0, 2), "hunting lodge": (1, 0)}


def test_of_two_workers_a_colonist_leaves_before_a_noble() -> None:
    owner = lodge(island={"sugar": (2, 2)}, nobles={"sugar": 1})
    position = table(owner, island_of(8), island_of(8))
    end_settling(position)
    play(position, "discard sugar")
    assert workers(position, 0) == {"sugar": (0, 1), "San Juan": (1, 0), "hunting lodge": (1, 0)}


def test_several_lodges_go_clockwise_from_the_settler_each_judged_at_its_turn() -> None:
    hunter = lodge(noble=True, island=SIX_EMPTY)
    discarder = lodge(island={"corn": (1, 0), "quarry": (5, 0)})
    position = table(discarder, hunter, island_of(9), governor=1)
    end_settling(position)
    assert vp(position, 1) == 0, "the settler comes first: six empty spaces against six"
    play(position, "discard corn")
    assert vp(position, 1) == 0, "he was judged before"
    position = table(hunter, discarder, island_of(9), governor=1)
    end_settling(position)
    assert question_of(position) == ("hunting lodge", 1)
    play(position, "discard corn")
    assert vp(position, 0) == 0, "seven against their six"
    fuller = lodge(island={"corn": (1, 0), "quarry": (6, 0)})
    position = table(hunter, fuller, island_of(9), governor=1)
    end_settling(position)
    play(position, "discard corn")
    assert vp(position, 0) == 0, "the discard has made it a tie before he was judged"
    position = table(hunter, fuller, island_of(9))
    end_settling(position)
    assert vp(position, 0) == 2, "and he was first"
    play(position, "discard corn")
    assert vp(position, 0) == 2


def test_two_noble_hunters_cannot_both_be_alone() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), lodge(noble=True, island={"corn": (5, 0)}), island_of(9))
    end_settling(position)
    assert [vp(position, seat) for seat in range(3)] == [0, 2, 0]


def test_the_lodges_come_after_the_second_tile_of_the_library_and_before_the_clean_up() -> None:
    owner = lodge(city={"hunting lodge": 1, "library": 1})
    position = table(owner, island_of(8), island_of(8), face_up={"corn": 2, "coffee": 2})
    play(position, "settler", "take corn", "pass", "pass")
    assert question_of(position) == ("settler", 0), "the library's second tile"
    play(position, "take corn")
    assert question_of(position) == ("hunting lodge", 0)
    assert position.face_up[4] == 2, "nothing is cleaned up yet"
    events = play(position, "discard corn")
    assert events_of_kind(events, "plantations")[0]["discarded"] == {"coffee": 2}
    assert island(position, 0) == {"corn": 1}


def test_a_discarded_plantation_can_be_drawn_in_the_same_clean_up() -> None:
    owner = lodge(island={"corn": (1, 0)})
    position = table(owner, island_of(8), island_of(8))
    for tile in range(5):
        position.face_down[tile] = 0
    end_settling(position)
    events = play(position, "discard corn")
    assert events_of_kind(events, "shuffles") == [{"seat": -1, "tiles": 1}]
    assert position.face_up[0] == 1


def test_the_last_chip_for_a_hunter_ends_the_game_with_this_round() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(7), island_of(8), vp_pool=1)
    end_settling(position)
    assert (int(position.vp_chips[0]), int(position.vp_beyond_pool[0])) == (1, 1)
    assert position.ends != 0


def test_with_two_players_one_must_have_more_empty_spaces_than_the_other() -> None:
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(5))
    end_settling(position)
    assert vp(position, 0) == 0
    position = table(lodge(noble=True, island=SIX_EMPTY), island_of(7))
    end_settling(position)
    assert vp(position, 0) == 2
