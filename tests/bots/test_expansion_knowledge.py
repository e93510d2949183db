"""The knowledge of both expansions always has an answer, has few candidates, and prefers sensible moves."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bots.knowledge.puertorico.knowledge import PuertoRicoKnowledge
from games.engine.puertorico.components import (
    BLACK_MARKET,
    BUILDER_CARD,
    CAPTAIN_CARD,
    CHAPEL,
    CORN,
    CRAFTSMAN_CARD,
    FACTORY,
    FOREST_HOUSE,
    GOODS,
    GUESTHOUSE,
    HARBOR,
    INDIGO,
    LARGE_MARKET,
    LIBRARY,
    MAYOR_CARD,
    PLACES,
    QUARRY,
    ROYAL_SUPPLIER,
    SAN_JUAN,
    SETTLER_CARD,
    SMALL_INDIGO_PLANT,
    SMALL_MARKET,
    SMALL_WHARF,
    STOREHOUSE,
    SUGAR,
    TOBACCO,
)
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.moves import (
    BUILD,
    BY_SMALL_WHARF,
    CHOOSE,
    GUEST,
    KEEP,
    PASS,
    PAY_COLONIST,
    PICK,
    SUPPLY,
    TAKE,
    TAKE_AS_FOREST,
    TAKE_NOBLE,
    TAKE_TWO_COLONISTS,
    cargo_barrels,
    cargo_good,
    noble_place,
    placed_nobles,
)
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_GUESTS,
    STAGE_NAMES,
    STAGE_NOBLES,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
)
from games.engine.random import from_secret
from tests.bots.families import FAMILIES, random_game, start

MAX_CANDIDATES = {"captain": 20, "role": 11, "builder": 10, "settler": 10, "trader": 12}
"""How many moves are searched at most, by stage; six in any other."""


@pytest.mark.parametrize("family", FAMILIES)
def test_there_is_an_answer_to_everything_in_any_position(family: str) -> None:
    knowledge = PuertoRicoKnowledge()
    random = from_secret(b"answers", "playout")
    for position in random_game(family):
        legal = list(position.legal_moves())
        candidates = list(knowledge.candidate_moves(position, position.legal_moves()))
        assert candidates
        assert [move for move in legal if move in candidates] == candidates
        assert len(candidates) <= MAX_CANDIDATES.get(STAGE_NAMES[position.stage], 6)
        priors = list(knowledge.priors(position, position.legal_moves()))
        assert len(priors) == len(legal)
        assert min(priors) > 0
        values = list(knowledge.evaluate(position))
        assert sum(values) == pytest.approx(1.0)
        assert min(values) >= 0
        assert knowledge.playout_move(position, random) in legal


@pytest.mark.parametrize("family", FAMILIES)
def test_playouts_reach_the_end_by_legal_moves(family: str) -> None:
    knowledge = PuertoRicoKnowledge()
    random = from_secret(b"to the end", "playout")
    position = start(family)
    while not position.is_over():
        move = knowledge.playout_move(position, random)
        assert move in list(position.legal_moves())
        position.play(move)
    assert min(position.scores()) > 10


@pytest.mark.parametrize("family", FAMILIES)
def test_playing_by_rule_of_thumb_beats_playing_at_random(family: str) -> None:
    wins = 0
    for deal in range(6):
        position = start(family, bytes([deal]))
        knowledge = PuertoRicoKnowledge()
        random = from_secret(bytes([deal]), "moves")
        while not position.is_over():
            legal = position.legal_moves()
            informed = position.to_move() == deal % position.seats
            move = knowledge.playout_move(position, random) if informed else legal[random.below(len(legal))]
            position.play(move)
        wins += position.ranks()[deal % position.seats] == 1
    assert wins >= 5


def table(buildings: Iterable[int], nobles: bool = True) -> PuertoRicoPosition:
    """Three seats before the first pick, every building in play; the governor, seat 0, has these, all occupied."""
    options = {"buildings": "all", "nobles": "on" if nobles else "off", "first_governor": "0"}
    position = new_position(3, options, from_secret(b"table", "deal"))
    for building in buildings:
        position.build(0, building)
        position.fetch_colonist(0, building, False)
    position.doubloons[0] = 0
    return position


def take_nobles(position: PuertoRicoPosition, nobles: int) -> None:
    for _ in range(nobles):
        position.noble_supply -= 1
        position.add_noble(0)


def give(position: PuertoRicoPosition, goods: dict[int, int]) -> None:
    for good, barrels in goods.items():
        position.goods[good] += barrels
        position.goods_supply[good] -= barrels


def quick(position: PuertoRicoPosition) -> int:
    """The move that playouts play here most often."""
    random = from_secret(b"quick", "playout")
    moves = [int(PuertoRicoKnowledge().playout_move(position, random)) for _ in range(15)]
    return max(set(moves), key=moves.count)


def favourite(position: PuertoRicoPosition) -> int:
    """The candidate with the highest prior."""
    knowledge = PuertoRicoKnowledge()
    moves = knowledge.candidate_moves(position, position.legal_moves())
    priors = list(knowledge.priors(position, moves))
    return int(moves[priors.index(max(priors))])


def candidates(position: PuertoRicoPosition) -> list[int]:
    return [int(move) for move in PuertoRicoKnowledge().candidate_moves(position, position.legal_moves())]


def test_the_library_s_mayor_takes_two_colonists_and_a_noble_aboard() -> None:
    position = table([LIBRARY])
    position.play(PICK + MAYOR_CARD)
    assert candidates(position) == [TAKE_TWO_COLONISTS]
    position.play(quick(position))
    assert position.stage == STAGE_SHIP
    assert candidates(position) == [TAKE_NOBLE]
    assert quick(position) == TAKE_NOBLE


def test_a_noble_goes_to_the_chapel() -> None:
    position = table([CHAPEL, HARBOR, FACTORY], nobles=True)
    take_nobles(position, 1)
    position.play(PICK + MAYOR_CARD)
    while position.stage not in (STAGE_COLONISTS, STAGE_NOBLES) or position.actor != 0:
        position.play(quick(position))
    while position.actor == 0:
        if position.stage == STAGE_NOBLES:
            move = quick(position)
            if noble_place(move) == CHAPEL:
                assert placed_nobles(move) == 1
                assert favourite(position) == move
                return
        position.play(quick(position))
    assert position.works_by_noble(0, CHAPEL)


def test_a_guest_goes_where_a_barrel_more_is_made() -> None:
    position = table([GUESTHOUSE, SMALL_INDIGO_PLANT], nobles=False)
    position.play(PICK + CRAFTSMAN_CARD)
    assert position.stage == STAGE_GUESTS
    assert candidates(position) == [PASS, GUEST + INDIGO]
    assert favourite(position) == GUEST + INDIGO
    assert quick(position) == GUEST + INDIGO


def test_the_small_wharf_takes_what_no_ship_takes_in_pairs() -> None:
    position = table([SMALL_WHARF], nobles=False)
    give(position, {CORN: 4, SUGAR: 3})
    for ship in range(3):
        position.ship_good[ship] = INDIGO
        position.ship_barrels[ship] = 0
    position.play(PICK + CAPTAIN_CARD)
    assert quick(position) == BY_SMALL_WHARF
    position.play(BY_SMALL_WHARF)
    assert position.stage == STAGE_SMALL_WHARF
    loaded = {}
    while position.stage == STAGE_SMALL_WHARF:
        assert len(candidates(position)) <= 3
        move = quick(position)
        assert favourite(position) == move
        loaded[cargo_good(move)] = cargo_barrels(move)
        position.play(move)
    assert loaded == {CORN: 4, SUGAR: 2}


def test_what_ships_take_stays_off_the_small_wharf() -> None:
    position = table([SMALL_WHARF], nobles=False)
    give(position, {CORN: 4})
    position.play(PICK + CAPTAIN_CARD)
    assert quick(position) != BY_SMALL_WHARF
    assert favourite(position) != BY_SMALL_WHARF


def test_the_royal_supplier_gets_what_no_ship_takes_before_anything_is_loaded() -> None:
    position = table([ROYAL_SUPPLIER])
    take_nobles(position, 2)
    give(position, {CORN: 3, TOBACCO: 2})
    for ship in range(3):
        position.ship_good[ship] = CORN if ship == 0 else INDIGO
        position.ship_barrels[ship] = 0
    position.play(PICK + CAPTAIN_CARD)
    assert position.stage == STAGE_CAPTAIN
    assert quick(position) == SUPPLY + TOBACCO
    assert favourite(position) == SUPPLY + TOBACCO


def test_a_storehouse_keeps_one_of_every_expensive_good() -> None:
    position = table([STOREHOUSE], nobles=False)
    give(position, {CORN: 3, SUGAR: 2, TOBACCO: 2})
    for ship in range(3):
        position.ship_good[ship] = INDIGO
        position.ship_barrels[ship] = 0
    position.play(PICK + CAPTAIN_CARD)
    kept = [0] * GOODS
    while position.stage == STAGE_STORING:
        assert len(candidates(position)) <= 2
        move = quick(position)
        kept[move - KEEP] += 1
        position.play(move)
    assert sum(kept) == 4
    assert kept[TOBACCO] >= 1


def test_the_black_market_gets_who_is_idle_and_no_noble() -> None:
    position = table([BLACK_MARKET])
    take_nobles(position, 1)
    position.colonist_supply -= 1
    position.add_colonists(0, 1)
    give(position, {CORN: 1})
    position.doubloons[0] = 3
    position.play(PICK + BUILDER_CARD)
    # The hospice costs the builder 3; the large market 4.
    position.play(BUILD + LARGE_MARKET)
    assert position.stage == STAGE_BLACK_MARKET
    assert len(candidates(position)) <= 3
    people = [move for move in candidates(position) if PAY_COLONIST <= move < PAY_COLONIST + PLACES]
    assert people == [PAY_COLONIST + SAN_JUAN]


def test_of_the_forests_one_is_searched_beside_all_plantations_and_the_quarry() -> None:
    position = table([FOREST_HOUSE], nobles=False)
    position.play(PICK + SETTLER_CARD)
    legal = [int(move) for move in position.legal_moves()]
    searched = candidates(position)
    assert PASS not in searched
    assert len([move for move in searched if move >= TAKE_AS_FOREST]) == 1
    assert len([move for move in legal if move >= TAKE_AS_FOREST]) >= 2
    assert TAKE + QUARRY in searched


def test_a_draft_has_few_candidates_and_prefers_the_library_to_the_small_market() -> None:
    position = start("expansion I by draft")
    knowledge = PuertoRicoKnowledge()
    legal = position.legal_moves()
    assert len(legal) > 20
    assert len(candidates(position)) == 5
    priors = dict(zip(legal, knowledge.priors(position, legal), strict=True))
    assert priors[CHOOSE + LIBRARY] > priors[CHOOSE + SMALL_MARKET]
