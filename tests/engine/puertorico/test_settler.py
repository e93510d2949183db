"""docs/rules §3 Settler, hacienda, construction hut and hospice of §5, and their rulings of §11."""

from __future__ import annotations

import pytest

from games.engine.contract import Position
from tests.engine.puertorico.positions import (
    Player,
    events_of_kind,
    legal_texts,
    play,
    player_view,
    public_view,
    question_of,
    set_up,
)

FACE_UP = {"corn": 1, "indigo": 1, "sugar": 1, "coffee": 1}


def island(position: Position, seat: int) -> dict[str, tuple[int, int]]:
    tiles = player_view(position, seat).island
    return {tile.kind: (tile.count, tile.occupied) for tile in tiles}


def test_only_the_settler_may_take_a_quarry() -> None:
    position = set_up(Player(), Player(), Player(), face_up=FACE_UP)
    play(position, "settler")
    assert "take quarry" in legal_texts(position)
    play(position, "take quarry")
    assert question_of(position) == ("settler", 1)
    assert "take quarry" not in legal_texts(position)


def test_with_a_construction_hut_anybody_may_take_a_quarry() -> None:
    position = set_up(Player(), Player(city={"construction hut": 1}), Player(), face_up=FACE_UP)
    play(position, "settler", "pass", "take quarry")
    assert island(position, 1) == {"quarry": (1, 0)}


def test_the_settler_with_a_hut_still_takes_one_tile() -> None:
    position = set_up(Player(city={"construction hut": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take quarry")
    assert question_of(position) == ("settler", 1)


def test_taking_is_optional() -> None:
    position = set_up(Player(), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "pass", "pass", "pass")
    assert question_of(position) == ("role", 1)


def test_without_quarries_neither_privilege_nor_hut_works() -> None:
    position = set_up(
        Player(), Player(city={"construction hut": 1}), Player(island={"quarry": (8, 0)}), face_up={"corn": 1}
    )
    play(position, "settler")
    assert legal_texts(position) == ["pass", "take corn"]
    play(position, "pass")
    assert legal_texts(position) == ["pass", "take corn"]


def test_hut_and_privilege_work_without_any_plantation_left_face_up() -> None:
    position = set_up(Player(), Player(city={"construction hut": 1}), Player())
    play(position, "settler")
    assert legal_texts(position) == ["pass", "take quarry"]
    play(position, "take quarry")
    assert legal_texts(position) == ["pass", "take quarry"]


def test_a_full_island_takes_nothing_and_does_not_look() -> None:
    full = Player(island={"corn": (10, 0), "quarry": (2, 0)}, city={"hacienda": 1})
    position = set_up(full, Player(), Player(), face_up={"indigo": 4})
    play(position, "settler")
    assert question_of(position) == ("settler", 1)


def test_after_the_settler_phase_the_rest_is_discarded_and_players_plus_one_are_drawn() -> None:
    position = set_up(Player(), Player(), Player(), face_up=FACE_UP)
    events = play(position, "settler", "take corn", "pass", "take indigo")
    (laid,) = events_of_kind(events, "plantations")
    assert laid["discarded"] == {"sugar": 1, "coffee": 1}
    assert len(public_view(position).face_up) == 4
    assert public_view(position).stock.discarded == 2


def test_a_stack_that_runs_short_is_drawn_out_then_the_discards_are_shuffled() -> None:
    position = set_up(Player(), Player(), Player(), face_up={"corn": 4}, face_down={"coffee": 1}, discards={})
    events = play(position, "settler", "pass", "pass", "pass")
    assert "coffee" in public_view(position).face_up
    assert len(public_view(position).face_up) == 4
    assert len(events_of_kind(events, "shuffles")) == 1
    assert public_view(position).stock.discarded == 0


def test_when_stack_and_discards_are_not_enough_fewer_plantations_lie_out() -> None:
    islands = [
        Player(island={"corn": (10, 0)}),
        Player(island={"indigo": (12, 0)}),
        Player(island={"sugar": (11, 0)}),
        Player(island={"tobacco": (9, 0)}),
        Player(island={"coffee": (7, 0)}),
    ]
    position = set_up(*islands, face_up={"coffee": 1})
    play(position, "settler", "pass", "pass", "pass", "pass")
    assert public_view(position).face_up == ("coffee",)


def test_the_hacienda_draws_before_the_normal_action() -> None:
    position = set_up(Player(city={"hacienda": 1}), Player(), Player(), face_up=FACE_UP, face_down={"tobacco": 2})
    play(position, "settler")
    assert legal_texts(position)[:2] == ["pass", "draw"]
    events = play(position, "draw")
    assert events_of_kind(events, "draws") == [{"seat": 0, "tile": "tobacco"}]
    assert question_of(position) == ("settler", 0)
    assert "draw" not in legal_texts(position)
    play(position, "take quarry")
    assert island(position, 0) == {"tobacco": (1, 0), "quarry": (1, 0)}


def test_the_hacienda_draws_only_before_the_normal_action() -> None:
    position = set_up(Player(city={"hacienda": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take corn")
    assert question_of(position) == ("settler", 1)


def test_an_unoccupied_hacienda_draws_nothing() -> None:
    position = set_up(Player(city={"hacienda": 0}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler")
    assert "draw" not in legal_texts(position)


def test_the_hacienda_with_one_free_space_fills_it_and_the_normal_action_lapses() -> None:
    eleven = Player(island={"corn": (10, 0), "quarry": (1, 0)}, city={"hacienda": 1, "hospice": 1})
    position = set_up(eleven, Player(), Player(), face_up={"indigo": 4})
    play(position, "settler", "draw")
    assert question_of(position) == ("settler", 1)
    assert player_view(position, 0).island_free == 0


def test_the_hacienda_on_an_empty_stack_shuffles_the_discards_first() -> None:
    position = set_up(Player(city={"hacienda": 1}), Player(), Player(), face_up={"corn": 4}, face_down={})
    events = play(position, "settler", "draw")
    assert [event.kind for event in events[-2:]] == ["shuffles", "draws"]


def test_the_hacienda_with_no_tile_anywhere_draws_nothing() -> None:
    islands = [
        Player(island={"corn": (10, 0)}, city={"hacienda": 1}),
        Player(island={"indigo": (12, 0)}),
        Player(island={"sugar": (11, 0)}),
        Player(island={"tobacco": (9, 0)}),
        Player(island={"coffee": (7, 0)}),
    ]
    position = set_up(*islands, face_up={"coffee": 1})
    play(position, "settler")
    assert "draw" not in legal_texts(position)


def test_the_hospice_may_put_a_colonist_on_the_tile_just_taken() -> None:
    position = set_up(Player(city={"hospice": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take quarry")
    assert question_of(position) == ("hospice", 0)
    assert legal_texts(position) == ["pass", "take colonist"]
    play(position, "take colonist")
    assert island(position, 0) == {"quarry": (1, 1)}
    assert question_of(position) == ("settler", 1)


def test_the_hospice_is_optional() -> None:
    position = set_up(Player(city={"hospice": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take quarry", "pass")
    assert island(position, 0) == {"quarry": (1, 0)}


def test_the_hospice_gives_nothing_for_the_tile_of_the_hacienda() -> None:
    position = set_up(Player(city={"hospice": 1, "hacienda": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "draw")
    assert question_of(position) == ("settler", 0)
    play(position, "pass")
    assert question_of(position) == ("settler", 1)


@pytest.mark.parametrize(("edition", "stage"), [("2014", "settler"), ("first", "hospice")])
def test_the_hospice_takes_from_the_ship_only_in_the_first_edition(edition: str, stage: str) -> None:
    position = set_up(
        Player(city={"hospice": 1}), Player(), Player(), face_up=FACE_UP, colonist_supply=0, edition=edition
    )
    play(position, "settler", "take corn")
    assert question_of(position)[0] == stage
    if stage == "hospice":
        play(position, "take colonist")
        assert public_view(position).colonist_ship == 2
        assert island(position, 0) == {"corn": (1, 1)}


def test_the_hospice_takes_from_the_supply_while_there_is_one() -> None:
    position = set_up(Player(city={"hospice": 1}), Player(), Player(), face_up=FACE_UP, edition="first")
    supply = public_view(position).colonist_supply
    events = play(position, "settler", "take corn", "take colonist")
    assert events_of_kind(events, "gets_colonist") == [
        {"seat": 0, "by": "hospice", "place": "corn", "source": "supply"}
    ]
    assert (public_view(position).colonist_supply, public_view(position).colonist_ship) == (supply - 1, 3)


@pytest.mark.parametrize("edition", ["2014", "first"])
def test_the_hospice_never_takes_from_the_owners_san_juan(edition: str) -> None:
    owner = Player(city={"hospice": 1}, san_juan=3)
    position = set_up(owner, Player(), Player(), face_up=FACE_UP, colonist_supply=0, colonist_ship=0, edition=edition)
    play(position, "settler", "take corn")
    assert question_of(position) == ("settler", 1)
    assert player_view(position, 0).san_juan == 3


def test_an_unoccupied_hospice_gives_no_colonist() -> None:
    position = set_up(Player(city={"hospice": 0}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take corn")
    assert question_of(position) == ("settler", 1)


def test_with_hacienda_and_hospice_only_the_tile_taken_after_the_draw_is_occupied() -> None:
    owner = Player(city={"hospice": 1, "hacienda": 1})
    position = set_up(owner, Player(), Player(), face_up=FACE_UP, face_down={"indigo": 5})
    play(position, "settler", "draw", "take indigo", "take colonist")
    assert island(position, 0) == {"indigo": (2, 1)}


def test_the_tile_of_hut_and_hospice_together_is_an_occupied_quarry() -> None:
    owner = Player(doubloons=2, city={"hospice": 1, "construction hut": 1})
    position = set_up(Player(), owner, Player(), face_up=FACE_UP)
    play(position, "settler", "pass", "take quarry", "take colonist", "pass")
    assert island(position, 1) == {"quarry": (1, 1)}
    events = play(position, "builder", "build small warehouse")
    assert events_of_kind(events, "builds")[0]["price"] == 3 - 1 - 1, "the quarry works in the same round"


def test_the_hacienda_never_brings_a_quarry_whatever_the_hut() -> None:
    owner = Player(city={"hacienda": 1, "construction hut": 1})
    position = set_up(Player(), owner, Player(), face_up=FACE_UP, face_down={"sugar": 5})
    play(position, "settler", "pass", "draw")
    assert island(position, 1) == {"sugar": (1, 0)}
    play(position, "take quarry")
    assert island(position, 1) == {"sugar": (1, 0), "quarry": (1, 0)}
    assert question_of(position) == ("settler", 2), "one quarry is all that hut and hacienda bring"


def test_the_settler_with_a_hacienda_takes_one_quarry_only() -> None:
    owner = Player(city={"hacienda": 1, "construction hut": 1})
    position = set_up(owner, Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "draw", "take quarry")
    assert question_of(position) == ("settler", 1)
    assert island(position, 0)["quarry"] == (1, 0)


def test_the_hacienda_is_optional() -> None:
    position = set_up(Player(city={"hacienda": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take corn")
    assert island(position, 0) == {"corn": (1, 0)}


def test_who_has_drawn_may_still_decline_the_normal_tile() -> None:
    position = set_up(Player(city={"hacienda": 1}), Player(), Player(), face_up=FACE_UP, face_down={"sugar": 5})
    play(position, "settler", "draw", "pass")
    assert island(position, 0) == {"sugar": (1, 0)}
    assert question_of(position) == ("settler", 1)


def test_a_full_island_takes_no_quarry_either() -> None:
    full = Player(island={"corn": (10, 0), "sugar": (2, 0)}, city={"construction hut": 1})
    position = set_up(full, Player(), Player(), face_up={"indigo": 4})
    play(position, "settler")
    assert question_of(position) == ("settler", 1)


def test_tiles_are_taken_clockwise_from_the_settler_from_what_is_left() -> None:
    position = set_up(Player(), Player(), Player(), governor=1, face_up=FACE_UP)
    play(position, "settler", "take corn")
    assert question_of(position) == ("settler", 2)
    assert legal_texts(position) == ["pass", "take indigo", "take sugar", "take coffee"]
    play(position, "take sugar")
    assert question_of(position) == ("settler", 0)
    assert legal_texts(position) == ["pass", "take indigo", "take coffee"]


def test_with_two_players_three_new_plantations_lie_out() -> None:
    position = set_up(Player(), Player(), face_up={"corn": 2, "sugar": 1})
    play(position, "settler", "take quarry", "take corn")
    assert len(public_view(position).face_up) == 3
    assert public_view(position).stock.discarded_by_kind["sugar"] == 1
