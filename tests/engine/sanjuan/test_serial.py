"""A position's JSON: all of it comes back, what cannot be is refused, and the complaint names the field."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.engine.contract import PositionError
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.sanjuan import consistency
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from games.engine.sanjuan.position_json import from_json, to_json
from tests.engine.sanjuan.tables import MOVES, Player, hand, play, question_of, table

Change = Callable[[dict[str, Any]], object]


def settled(*lines: str, **details: Any) -> dict[str, Any]:
    """A written position with a little of everything: seat 0 is to pick, or what these answers lead to."""
    position = table(
        Player(
            hand="smithy, well, well, library, palace",
            buildings="indigo plant, sugar mill, chapel, black market, library, crane",
            goods="indigo, sugar",
            chapel="hero, statue",
        ),
        Player(hand="quarry, statue", buildings="indigo plant, archive, gold mine, indigo plant", goods="indigo"),
        Player(hand="tower, crane, hero", buildings="indigo plant, carpenter, coffee roaster"),
        discards="smithy, palace",
        **details,
    )
    play(position, *lines)
    return to_json(position)


def for_two(*lines: str) -> dict[str, Any]:
    position = table(
        Player(hand="smithy, well, well", buildings="indigo plant, library"), Player(hand="hero", buildings="smithy")
    )
    play(position, *lines)
    return to_json(position)


# --- changes that make it wrong ---


def _take_from_pile(written: dict[str, Any], card: str) -> str:
    written["draw_pile"].remove(card)
    return card


def _cover(written: dict[str, Any]) -> None:
    """Something built over, though nobody has a crane."""
    written["covered"] = {_take_from_pile(written, "sugar mill"): 1}
    for player in written["players"]:
        written["draw_pile"] += ["crane" for building in player["buildings"] if building["building"] == "crane"]
        player["buildings"] = [building for building in player["buildings"] if building["building"] != "crane"]


def _bury(written: dict[str, Any]) -> None:
    written["players"][1]["chapel"] = {_take_from_pile(written, "sugar mill"): 1}


def _build(written: dict[str, Any], building: str, count: int) -> None:
    """So many for the first seat, a second copy out of the pile each, or laid over it where the pile has none."""
    for _card in range(count):
        if building in written["draw_pile"]:
            _take_from_pile(written, building)
        written["players"][0]["buildings"].append({"building": building})


def _tear_down(written: dict[str, Any]) -> None:
    for building in written["players"][0]["buildings"]:
        written["draw_pile"] += building.values()
    written["draw_pile"] += [card for card, count in written["players"][0]["chapel"].items() for _ in range(count)]
    written["players"][0] |= {"buildings": [], "chapel": {}}


def _draw(written: dict[str, Any]) -> None:
    written["players"][0]["drawn"] = {_take_from_pile(written, "sugar mill"): 1}


def _turn_up(written: dict[str, Any]) -> None:
    """Four cards of one cost."""
    written["stage_state"]["turned"] = [_take_from_pile(written, "sugar mill") for _card in range(4)]


def _put_back(written: dict[str, Any], seat: int, count: int) -> None:
    """Some of a seat's draw back onto the pile."""
    drawn = written["players"][seat]["drawn"]
    for _card in range(count):
        card = next(card for card, copies in drawn.items() if copies)
        drawn[card] -= 1
        written["draw_pile"].append(card)


def _tear_down_last(written: dict[str, Any]) -> None:
    for player in written["players"]:
        if len(player["buildings"]) == 12:
            written["draw_pile"] += player["buildings"].pop().values()


# --- all of it comes back ---


def games() -> Iterator[SanJuanPosition]:
    """Random games of every number of seats, with the choice of first hands and without."""
    for seats in (2, 3, 4):
        for deal_choice in (False, True):
            yield new_position(seats, deal_choice, from_secret(bytes([seats]) * 32, "deal"))


def along(position: SanJuanPosition) -> Iterator[SanJuanPosition]:
    """Every position of a random game."""
    random = from_secret(b"a random game of San Juan.......", "moves")
    while not position.is_over():
        yield position
        moves = position.legal_moves()
        position.play(moves[random.below(len(moves))])
    yield position


def test_every_position_of_a_game_comes_back_whole() -> None:
    stages = set()
    for start in games():
        for position in along(start):
            written = to_json(position)
            again = from_json(json.loads(json.dumps(written)))
            assert to_json(again) == written
            assert list(again.legal_moves()) == list(position.legal_moves())
            assert again.phase() == position.phase()
            stages.add(written["stage"])
    assert stages >= {"deal", "role", "builder", "payment", "producer", "trader", "councillor", "archive", "over"}
    assert stages >= {"gold mine", "chapel", "limit"}


def test_a_position_read_from_json_plays_on_alike() -> None:
    for start in games():
        play_at_random(start, from_secret(b"how far".ljust(32), "moves"), 60)
        again = from_json(json.loads(json.dumps(to_json(start))))
        for position in (start, again):
            play_at_random(position, from_secret(b"on from there".ljust(32), "moves"), 5_000)
        assert to_json(again) == to_json(start)


def test_everything_on_the_table_counts_at_every_ply() -> None:
    """What is counted twice in a position is counted alike all along."""
    for start in games():
        for position in along(start):
            consistency.check(position)


def test_the_json_can_be_read_by_people() -> None:
    written = settled("builder", "build palace over indigo plant")
    assert written["stage"] == "payment"
    assert written["phase"] == "builder"
    assert written["stage_state"] == {"library": True, "building": "palace", "owed": 3, "goods_payable": 1}
    first = written["players"][0]
    assert first["hand"] == {"smithy": 1, "well": 2, "library": 1}
    assert first["chapel"] == {"statue": 1, "hero": 1}
    assert first["seen_discards"] == {}
    assert [building["building"] for building in first["buildings"]] == [
        "palace",
        "sugar mill",
        "chapel",
        "black market",
        "library",
        "crane",
    ]
    assert [list(building) for building in first["buildings"]][:2] == [["building"], ["building", "good"]]
    assert written["covered"] == {"indigo plant": 1}
    assert written["price_tiles"][0] == [1, 1, 1, 2, 2]
    assert written["roles"] == {
        "builder": 0,
        "producer": None,
        "trader": None,
        "councillor": None,
        "prospector": None,
    }


def test_the_top_of_the_draw_pile_stands_last() -> None:
    position = table(Player(), Player(), pile="palace, hero")
    again = from_json(to_json(position))
    assert to_json(position)["draw_pile"][-2:] == ["hero", "palace"]  # type: ignore[index]
    play(position, "prospector")
    again.listener = []
    play(again, "prospector")
    assert hand(again, 0) == hand(position, 0) == "palace"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("draw_pile", lambda p: p["draw_pile"].pop()),
        ("draw_pile", lambda p: p["draw_pile"].append("smithy")),
        ("draw_pile", lambda p: p["draw_pile"].extend(["smithy"] * 110)),
        ("draw_pile", lambda p: p["players"][0]["hand"].update(smithy=2)),
        ("draw_pile", lambda p: p["players"][0]["chapel"].update(hero=2)),
        ("draw_pile", lambda p: p["players"][0].update(drawn={"hero": 1})),
        ("draw_pile", lambda p: p["covered"].update(hero=1)),
        ("draw_pile", lambda p: p["discards"].update(palace=0)),
        ("draw_pile", lambda p: p["players"][0]["buildings"][0].pop("good")),
        ("draw_pile[3]", lambda p: p["draw_pile"].__setitem__(3, "harbor")),
        ("discards.harbor", lambda p: p["discards"].update(harbor=1)),
        ("covered", _cover),
        ("players[0].hand", lambda p: p["players"][0].update(hand=[])),
        ("players[0].hand.smithy", lambda p: p["players"][0]["hand"].update(smithy=-1)),
        ("players[0].hand.smithy", lambda p: p["players"][0]["hand"].update(smithy=True)),
        ("players[0].hand.smithy", lambda p: p["players"][0]["hand"].update(smithy=1 << 70)),
        ("players[0].hand.corn", lambda p: p["players"][0]["hand"].update(corn=1)),
        ("players[0].shown.quarry", lambda p: p["players"][0]["shown"].update(quarry=1)),
        ("players[0].seen_discards.palace", lambda p: p["players"][0]["seen_discards"].update(palace=2)),
        ("players[1].chapel", _bury),
        ("players[0].buildings", lambda p: _build(p, "sugar mill", 7)),
        ("players[0].buildings", lambda p: _build(p, "sugar mill", 6)),
        ("players[0].buildings", lambda p: _build(p, "chapel", 1)),
        ("players[0].buildings", _tear_down),
        ("players[0].buildings[1]", lambda p: p["players"][0]["buildings"].__setitem__(1, "smithy")),
        ("players[0].buildings[1].building", lambda p: p["players"][0]["buildings"][1].update(building="hut")),
        ("players[0].buildings[1].good", lambda p: p["players"][0]["buildings"][1].update(good="sugar")),
        ("players[0].buildings[2].good", lambda p: p["players"][0]["buildings"][2].update(good="smithy")),
        ("players[0].buildings[1].size", lambda p: p["players"][0]["buildings"][1].update(size=1)),
        ("players[0].hat", lambda p: p["players"][0].update(hat=1)),
        ("players[0].drawn", _draw),
        ("players[0].to_name", lambda p: p["players"][0].update(to_name=1)),
        ("players", lambda p: p["players"].pop()),
        ("price_tiles", lambda p: p["price_tiles"].pop()),
        ("price_tiles", lambda p: p["price_tiles"].__setitem__(1, [1, 1, 1, 2, 2])),
        ("price_tiles[0]", lambda p: p["price_tiles"].__setitem__(0, [3, 3, 3, 3, 3])),
        ("price_tiles[0]", lambda p: p["price_tiles"].__setitem__(0, 7)),
        ("next_tile", lambda p: p.update(next_tile=5)),
        ("tiles_seen", lambda p: p.update(next_tile=1)),
        ("tiles_seen", lambda p: p.update(tiles_seen=1)),
        ("roles", lambda p: p["roles"].update(builder=0)),
        ("roles.builder", lambda p: p["roles"].update(builder=3)),
        ("roles.mayor", lambda p: p["roles"].update(mayor=1)),
        ("roles.trader", lambda p: p["roles"].pop("trader")),
        ("libraries_used", lambda p: p.update(libraries_used=[0])),
        ("libraries_used[0]", lambda p: p.update(libraries_used=[3])),
        ("governor", lambda p: p.update(governor=3)),
        ("round", lambda p: p.update(round=0)),
        ("picks", lambda p: p.update(picks=4)),
        ("picks", lambda p: p.update(picks=0)),
        ("to_move", lambda p: p.update(to_move=1)),
        ("to_move", lambda p: p.update(to_move=None)),
        ("stage", lambda p: p.update(stage="siesta")),
        ("stage", lambda p: p.update(stage="over", to_move=None)),
        ("stage", lambda p: p.update(stage="trader", phase="builder")),
        ("phase", lambda p: p.update(stage="trader")),
        ("phase", lambda p: p.update(phase="mayor")),
        ("roles.trader", lambda p: p.update(stage="trader", phase="trader", tiles_seen=1)),
        ("options.deal_choice", lambda p: p["options"].update(deal_choice="maybe")),
        ("options.deal_choice", lambda p: p.update(stage="deal", phase="first hands", picks=0, round=1)),
        ("options.open_vp", lambda p: p["options"].update(open_vp="on")),
        ("round", lambda p: p.update(stage="chapel", phase="round start", picks=0, round=1)),
        ("picks", lambda p: p.update(stage="chapel", phase="round start")),
        ("stage_state.library", lambda p: p["stage_state"].update(library=True)),
        ("stage_state.library", lambda p: p["stage_state"].update(library=1)),
        ("stage_state.dealt", lambda p: p["stage_state"].update(dealt=True)),
        ("stage_state.owed", lambda p: p["stage_state"].update(owed=1)),
        ("stage_state.goods_payable", lambda p: p["stage_state"].update(goods_payable=1)),
        ("stage_state.made", lambda p: p["stage_state"].update(made=1)),
        ("stage_state.income", lambda p: p["stage_state"].update(income=1)),
        ("stage_state.from", lambda p: p["stage_state"].update({"from": "well"})),
        ("stage_state.turned", lambda p: p["stage_state"].update(turned=["well"])),
        ("stage_state.turned", _turn_up),
        ("stage_state.hat", lambda p: p["stage_state"].update(hat=1)),
        ("random", lambda p: p.update(random=[1, 2, 3])),
        ("random[1]", lambda p: p.update(random=[1, 1 << 32, 3, 4])),
        ("plies", lambda p: p.pop("plies")),
        ("weather", lambda p: p.update(weather="fine")),
        ("version", lambda p: p.update(version=2)),
        ("game", lambda p: p.update(game="puerto-rico")),
        ("seats", lambda p: p.update(seats=5)),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_its_field(field: str, change: Change) -> None:
    assert_refused(settled(), field, change)


def assert_refused(written: dict[str, Any], field: str, change: Change) -> None:
    from_json(written)
    wrong = copy.deepcopy(written)
    change(wrong)
    with pytest.raises(PositionError) as refused:
        from_json(wrong)
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")


# --- what stages say of themselves ---


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("stage_state.building", lambda p: p["stage_state"].pop("building")),
        ("stage_state.building", lambda p: p["stage_state"].update(building="hero")),
        ("stage_state.owed", lambda p: p["stage_state"].pop("owed")),
        ("stage_state.owed", lambda p: p["stage_state"].update(owed=7)),
        ("stage_state.owed", lambda p: p["stage_state"].update(owed=6)),
        ("stage_state.owed", lambda p: p["stage_state"].update(owed=4, goods_payable=0)),
        ("stage_state.goods_payable", lambda p: p["stage_state"].update(goods_payable=2)),
        ("stage_state.goods_payable", lambda p: p["stage_state"].update({"from": "coffee"})),
        ("stage_state.from", lambda p: p["stage_state"].update({"from": "corn"})),
        ("stage_state.from", lambda p: p["stage_state"].update({"from": "palace", "goods_payable": 0})),
        ("roles.builder", lambda p: p["roles"].update(builder=1)),
    ],
)
def test_a_payment_that_cannot_be_is_refused(field: str, change: Change) -> None:
    written = settled("builder", "build palace over indigo plant")
    assert (written["stage"], written["to_move"]) == ("payment", 0)
    assert_refused(written, field, change)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("players[0].to_name", lambda p: p["players"][0].pop("to_name")),
        ("players[0].to_name", lambda p: p["players"][0].update(to_name=2)),
        ("players[0].drawn", lambda p: _put_back(p, 0, 1)),
        ("players[0].drawn", lambda p: _put_back(p, 0, 8)),
        ("players[1].to_name", lambda p: p["players"][1].update(to_name=2)),
        ("players[2].drawn", lambda p: _put_back(p, 2, 1)),
        ("players[1].to_name", lambda p: p["stage_state"].pop("dealt")),
        ("stage", lambda p: p.update(stage="archive")),
        ("stage_state.library", lambda p: p["stage_state"].pop("library")),
        ("stage_state.from", lambda p: p["stage_state"].update({"from": "palace"})),
    ],
)
def test_a_councillors_draw_that_cannot_be_is_refused(field: str, change: Change) -> None:
    written = settled(
        "councillor", pile="indigo plant, indigo plant, sugar mill, sugar mill, guild hall, prefecture, aqueduct, tower"
    )
    assert (written["stage"], written["to_move"]) == ("councillor", 0)
    assert_refused(written, field, change)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("stage_state.made", lambda p: p["stage_state"].update(made=3, income=3)),
        ("stage_state.income", lambda p: p["stage_state"].update(income=0)),
        ("stage_state.from", lambda p: p["stage_state"].update(made=0, income=0)),
        ("tiles_seen", lambda p: p.update(tiles_seen=0)),
        ("tiles_seen", lambda p: p.update(tiles_seen=2)),
    ],
)
def test_a_sale_that_cannot_be_is_refused(field: str, change: Change) -> None:
    position = table(
        Player(buildings="indigo plant, sugar mill, sugar mill, library", goods="indigo, sugar, sugar"), Player()
    )
    play(position, "trader with library")
    position.play(MOVES["sell sugar, more"])
    written = to_json(position)
    assert written["stage_state"] == {"library": True, "from": "sugar", "made": 1, "income": 1}
    assert_refused(written, field, change)


def test_who_could_fill_all_his_plants_is_not_asked_to_produce() -> None:
    position = table(Player(buildings="indigo plant, sugar mill, coffee roaster"), Player())
    play(position, "producer")
    written = to_json(position)
    assert question_of(position) == ("producer", 0)

    def tear_down(wrong: dict[str, Any]) -> None:
        wrong["draw_pile"].append(wrong["players"][0]["buildings"].pop()["building"])

    assert_refused(written, "players[0].buildings", tear_down)


def test_a_gold_mine_needs_its_owner_and_cards() -> None:
    position = table(Player(buildings="indigo plant, gold mine"), Player())
    play(position, "prospector")
    written = to_json(position)

    def give_away(wrong: dict[str, Any]) -> None:
        wrong["players"][1]["buildings"].append(wrong["players"][0]["buildings"].pop())

    def hoard(wrong: dict[str, Any]) -> None:
        held = wrong["players"][0]["hand"]
        while len(wrong["draw_pile"]) > 3:
            card = wrong["draw_pile"].pop()
            held[card] = held.get(card, 0) + 1

    assert_refused(written, "stage", give_away)
    assert_refused(written, "draw_pile", hoard)


def test_cards_turned_up_must_differ_in_cost_to_be_chosen_among() -> None:
    pile = "smithy, indigo plant, well, chapel, library"
    position = table(Player(buildings="indigo plant, gold mine"), Player(), pile=pile)
    play(position, "prospector", "use gold mine")
    written = to_json(position)
    assert written["stage_state"] == {"turned": ["indigo plant", "well", "chapel", "library"]}

    def of_equal_cost(wrong: dict[str, Any]) -> None:
        wrong["stage_state"]["turned"][0] = _take_from_pile(wrong, "market stand")
        wrong["draw_pile"].append("indigo plant")

    assert_refused(written, "stage_state.turned", of_equal_cost)
    assert_refused(written, "stage_state.turned", lambda p: p["stage_state"]["turned"].pop())


def test_the_start_of_a_round_that_cannot_be_is_refused() -> None:
    position = table(
        Player(hand="well, well, well, hero, hero, statue, statue, palace", buildings="indigo plant, chapel"), Player()
    )
    position.governor = 1
    position.picks = 3
    position.picker = 1
    position.picked_by[1] = 1
    position.picked_by[3] = 0
    play(position, "prospector")
    assert question_of(position) == ("chapel", 0)
    written = to_json(position)

    def tear_down(wrong: dict[str, Any]) -> None:
        wrong["draw_pile"].append(wrong["players"][0]["buildings"].pop()["building"])

    assert_refused(written, "stage", tear_down)
    play(position, "pass")
    assert question_of(position) == ("limit", 0)

    def discard(wrong: dict[str, Any]) -> None:
        wrong["players"][0]["hand"].pop("palace")
        wrong["draw_pile"].append("palace")

    assert_refused(to_json(position), "players[0].hand", discard)


def test_first_hands_that_cannot_be_are_refused() -> None:
    position = new_position(3, True, from_secret(bytes(32), "deal"))
    position.listener = []
    written = to_json(position)
    first = int(position.governor)
    last = (first + 2) % 3

    def discard(seat: int) -> Change:
        def change(wrong: dict[str, Any]) -> None:
            held = wrong["players"][seat]["hand"]
            card = next(iter(held))
            held[card] -= 1
            wrong["draw_pile"].append(card)

        return change

    assert_refused(written, f"players[{first}].hand", discard(first))
    assert_refused(written, f"players[{last}].hand", discard(last))
    assert_refused(written, "round", lambda p: p.update(round=2))
    assert_refused(written, "picks", lambda p: p.update(picks=1))


def test_with_two_players_the_used_library_is_told() -> None:
    used = for_two("councillor with library")
    assert used["libraries_used"] == [0]
    assert_refused(used, "libraries_used", lambda p: p.update(libraries_used=[]))
    assert_refused(used, "libraries_used", lambda p: p.update(libraries_used=[0, 1]))
    # A builder uses it with what he builds.
    assert for_two("builder with library")["libraries_used"] == []
    assert for_two("builder with library", "build smithy")["libraries_used"] == [0]


def test_whoever_has_picked_no_role_has_not_used_his_library() -> None:
    assert_refused(for_two(), "libraries_used", lambda p: p.update(libraries_used=[0]))


def finished() -> dict[str, Any]:
    """The end of a random game."""
    position = new_position(2, False, from_secret(bytes(32), "deal"))
    play_at_random(position, from_secret(bytes(32), "moves"), 5_000)
    assert position.is_over()
    return to_json(position)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("to_move", lambda p: p.update(to_move=0)),
        ("roles.builder", lambda p: p["roles"].update(builder=1 - p["roles"]["builder"])),
        ("picks", lambda p: p.update(picks=0)),
        ("stage", _tear_down_last),
    ],
)
def test_an_end_that_cannot_be_is_refused(field: str, change: Change) -> None:
    assert_refused(finished(), field, change)


def test_anything_but_an_object_is_refused() -> None:
    for stored in (["round", 1], None, "position"):
        with pytest.raises(PositionError, match="position: must be an object"):
            from_json(stored)  # type: ignore[arg-type]
