"""What a seat is shown of a position: its own cards, what lies open, and what it has seen; nothing else."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.sanjuan.build_view import build_full_view, build_view
from games.engine.sanjuan.components import MAX_BUILDINGS
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from games.engine.sanjuan.view_types import SanJuanView, TileView
from tests.engine.sanjuan.tables import Player, play, score, table


def settled(**details: Any) -> SanJuanPosition:
    return table(
        Player(hand="well, smithy, library", buildings="indigo plant, sugar mill, palace", goods="sugar"),
        Player(hand="quarry, quarry", buildings="indigo plant, gold mine, chapel", goods="indigo", chapel="hero"),
        **details,
    )


def finished() -> SanJuanPosition:
    position = new_position(3, False, from_secret(bytes(32), "deal"))
    play_at_random(position, from_secret(bytes(32), "moves"), 5_000)
    assert position.is_over()
    return position


def test_a_seat_sees_its_own_hand_and_how_many_cards_others_hold() -> None:
    seats = build_view(settled(), 0).seats
    assert seats[0].cards == ("smithy", "well", "library")
    assert seats[1].cards is None
    assert [seat.hand for seat in seats] == [3, 2]


def test_an_onlooker_sees_no_hand() -> None:
    assert [seat.cards for seat in build_view(settled(), None).seats] == [None, None]


def test_the_cards_under_a_chapel_are_for_its_owner() -> None:
    position = settled()
    assert [seat.chapel for seat in build_view(position, 1).seats] == [(), ("hero",)]
    assert [seat.chapel for seat in build_view(position, 0).seats] == [(), None]
    assert [seat.chapel for seat in build_view(position, None).seats] == [(), None]


def test_how_many_cards_lie_under_a_chapel_is_not_to_be_seen() -> None:
    def with_chapel(cards: str) -> SanJuanPosition:
        return table(Player(), Player(hand="well", buildings="indigo plant, chapel", chapel=cards))

    assert build_view(with_chapel("hero, statue, palace"), 0) == build_view(with_chapel(""), 0)
    assert build_view(with_chapel("hero, statue, palace"), None) == build_view(with_chapel(""), None)


def test_a_covered_chapel_still_keeps_its_secret() -> None:
    position = table(
        Player(hand="well, statue", buildings="indigo plant, crane, chapel", chapel="hero"), Player(hand="well")
    )
    play(position, "builder", "build statue over chapel")
    assert build_view(position, 0).covered == ("chapel",)
    assert build_view(position, 0).seats[0].chapel == ("hero",)
    assert build_view(position, 1).seats[0].chapel is None


def test_all_chapels_are_opened_when_the_game_is_over() -> None:
    position = finished()
    for seat in build_view(position, None).seats:
        assert seat.chapel is not None
        assert seat.cards is None


def test_a_good_is_shown_by_its_plant_and_never_by_its_card() -> None:
    first, second = build_view(settled(), 0).seats
    assert [(building.building, building.good) for building in first.buildings] == [
        ("indigo plant", None),
        ("sugar mill", "sugar"),
        ("palace", None),
    ]
    assert [building.good for building in second.buildings] == ["indigo", None, None]


def test_a_price_tile_is_shown_once_it_has_lain_open() -> None:
    position = settled(prices=(1, 2, 2, 2, 3))
    before = build_view(position, 0).prices
    assert before.open is None
    assert before.coming == (TileView(None),) * 5
    assert before.unseen == (
        (1, 1, 1, 2, 2),
        (1, 1, 2, 2, 2),
        (1, 1, 2, 2, 3),
        (1, 2, 2, 2, 3),
        (1, 2, 2, 3, 3),
    )
    play(position, "trader")
    during = build_view(position, None).prices
    assert during.open == (1, 2, 2, 2, 3)
    assert during.coming == (TileView((1, 2, 2, 2, 3)), *(TileView(None),) * 4)
    assert (1, 2, 2, 2, 3) not in during.unseen
    play(position, "pass", "pass")
    after = build_view(position, 1).prices
    assert after.open is None
    assert after.coming == (*(TileView(None),) * 4, TileView((1, 2, 2, 2, 3)))


def test_the_order_of_unseen_price_tiles_is_not_shown() -> None:
    assert build_view(settled(prices=(1, 2, 2, 3, 3)), 0) == build_view(settled(prices=(1, 1, 1, 2, 2)), 0)


def test_a_councillors_draw_is_for_who_chooses_among_it() -> None:
    position = settled(pile="hero, statue, palace, tower, crane, carpenter, poor house")
    play(position, "councillor")
    own, others = build_view(position, 0).seats, build_view(position, 1).seats
    assert own[0].drawn_cards == ("crane", "tower", "statue", "hero", "palace")
    assert others[0].drawn_cards is None
    assert others[1].drawn_cards == ("poor house", "carpenter")
    assert [seat.drawn for seat in own] == [seat.drawn for seat in others] == [5, 2]


def test_discards_are_known_to_who_made_them() -> None:
    position = settled()
    play(position, "builder", "build smithy")
    assert build_view(position, 0).discards == ()
    position = settled(discards="hero, statue")
    play(position, "builder", "build well with smithy")
    assert build_view(position, 0).discards == ("smithy",)
    assert build_view(position, 1).discards == build_view(position, None).discards == ()


def test_what_each_has_discarded_unseen_is_no_knowledge_of_onlookers() -> None:
    """Two seats may each know of a card of a kind, and yet nobody knows it of both."""
    players = (
        Player(hand="well, well, tower", buildings="indigo plant"),
        Player(hand="well, tower, crane, quarry", buildings="indigo plant"),
    )
    position = table(*players)
    play(position, "builder", "build well with well", "build crane with well, tower")
    assert build_view(position, 0).discards == ("well",)
    assert build_view(position, 1).discards == ("well", "tower")
    assert build_view(position, None).discards == ()


def test_what_a_gold_mine_turns_up_everybody_sees() -> None:
    position = settled(pile="hero, smithy, well, chapel, library")
    play(position, "prospector", "use gold mine")
    for seat in (0, 1, None):
        assert build_view(position, seat).turned == ("smithy", "well", "chapel", "library")
    play(position, "take library")
    for seat in (0, 1, None):
        assert build_view(position, seat).turned == ()
        assert build_view(position, seat).seats[1].shown == ("library",)
    for seat in (0, 1):
        assert build_view(position, seat).discards == ("smithy", "well", "chapel")


def test_a_card_taken_openly_is_certain_until_the_hand_discards_unseen() -> None:
    position = table(
        Player(),
        Player(hand="tower, crane, well", buildings="indigo plant, gold mine"),
        pile="hero, smithy, well, chapel, library",
    )
    play(position, "prospector", "use gold mine", "take chapel", "builder")
    assert build_view(position, 0).seats[1].shown == ("chapel",)
    play(position, "build well with crane")
    assert build_view(position, 0).seats[1].shown == ()


def test_a_card_taken_openly_is_gone_from_the_hand_once_it_is_built() -> None:
    position = table(
        Player(),
        Player(hand="tower", buildings="indigo plant, gold mine, library"),
        pile="hero, smithy, well, chapel, library",
    )
    play(position, "prospector", "use gold mine", "take smithy", "builder with library", "build smithy")
    assert build_view(position, 0).seats[1].shown == ()


def test_what_is_being_paid_for_is_shown() -> None:
    position = table(
        Player(
            hand="library, well, smithy, tower, crane",
            buildings="indigo plant, black market, indigo plant",
            goods="indigo",
        ),
        Player(),
    )
    play(position, "builder", "build library")
    payment = build_view(position, 1).payment
    assert payment is not None
    assert (payment.building, payment.owed, payment.goods) == ("library", 4, 1)
    assert build_view(settled(), 0).payment is None


def test_a_role_shows_who_took_it_and_whether_a_library_doubles_it() -> None:
    position = table(
        Player(hand="well", buildings="indigo plant, library"),
        Player(hand="well, smithy"),
        Player(hand="smithy, quarry"),
    )
    play(position, "builder")
    shown = build_view(position, 2)
    assert (shown.phase, shown.stage, shown.to_move, shown.picker) == ("builder", "builder", 0, 0)
    assert [(role.taken_by, role.library) for role in shown.roles] == [(0, True), *[(None, False)] * 4]
    play(position, "pass")
    assert [seat.done for seat in build_view(position, 2).seats] == [True, False, False]


def test_the_points_shown_before_the_end_leave_chapels_out() -> None:
    position = table(
        Player(buildings="indigo plant, chapel, library, hero, palace", chapel="well, well"),
        Player(buildings="smithy, guild hall, indigo plant"),
    )
    # 1 + 2 + 3 + 5, and a quarter of that; with the chapel's cards it would be 13 and 3.
    assert score(position, 0) == 16
    for seat in (0, 1, None):
        assert [each.vp for each in build_view(position, seat).seats] == [13, 4]


def test_the_points_shown_at_the_end_are_the_score() -> None:
    position = finished()
    assert [seat.vp for seat in build_view(position, None).seats] == list(position.scores())


def test_the_hand_limit_is_shown() -> None:
    position = table(Player(buildings="indigo plant, tower"), Player())
    assert [seat.limit for seat in build_view(position, None).seats] == [12, 7]


def test_laid_open_a_position_hides_nothing() -> None:
    position = settled(discards="hero", pile="statue, palace, tower, crane, carpenter, poor house, well")
    play(position, "councillor")
    shown = build_full_view(position)
    assert [seat.cards for seat in shown.seats] == [("smithy", "well", "library"), ("quarry", "quarry")]
    assert shown.seats[1].chapel == ("hero",)
    assert shown.seats[1].drawn_cards == ("poor house", "well")
    assert shown.discards == ("hero",)
    assert all(tile.prices for tile in shown.prices.coming)
    assert shown.viewer is None


def test_positions_that_differ_only_in_what_is_hidden_look_alike() -> None:
    random = from_secret(b"a random game of San Juan".ljust(32), "moves")
    for seats in (2, 3, 4):
        position = new_position(seats, True, from_secret(bytes([seats]) * 32, "deal"))
        while not position.is_over():
            seat = random.below(seats)
            other = position.resample(seat, random)
            assert build_view(other, seat) == build_view(position, seat)
            assert build_view(other, None) == build_view(position, None)
            moves = position.legal_moves()
            position.play(moves[random.below(len(moves))])


def test_a_view_is_plain_data() -> None:
    position = finished()
    shown = build_view(position, 1)
    assert isinstance(shown, SanJuanView)
    assert json.loads(json.dumps(dataclasses.asdict(shown)))["over"] is True
    assert max(len(seat.buildings) for seat in shown.seats) == MAX_BUILDINGS
