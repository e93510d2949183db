"""What only the owner of a forest house has seen stays with him (docs/rules §7 forest house, §8 hunting lodge)."""

from __future__ import annotations

import random

from games.engine.contract import Position
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.random import from_secret
from tests.engine.conformance import Setup, everything_shown, sentences_told
from tests.engine.puertorico.positions import PUERTO_RICO, Player, legal_texts, play, set_up

SETUP = Setup(PUERTO_RICO, 3)
FORESTER = Player(city={"hacienda": 1, "forest house": 1})


def view(position: Position, seat: int | None) -> PuertoRicoView:
    seen = PUERTO_RICO.view(position, seat)
    assert isinstance(seen, PuertoRicoView)
    return seen


def drawing(tile: str) -> Position:
    """Seat 0 has drawn this tile and has not placed it yet."""
    return set_up(
        FORESTER, Player(), Player(),
        stage="forest", role="settler", taken={"settler": 0}, stage_state={"drawn": tile}, face_up={"corn": 2},
    )  # fmt: skip


def wooded(**secret: int) -> Position:
    """Seat 0 has these forests that only it has seen, and a corn one that everybody knows."""
    forests = {**secret, "corn": secret.get("corn", 0) + 1}
    return set_up(Player(forests=forests, secret_forests=dict(secret)), Player(), Player())


def test_the_drawn_tile_is_shown_to_its_owner_only() -> None:
    position = drawing("coffee")
    assert view(position, 0).turn.drawn == "coffee"
    assert [view(position, viewer).turn.drawn for viewer in (1, 2, None)] == [None, None, None]


def test_positions_with_another_tile_drawn_look_the_same_to_others() -> None:
    coffee, sugar = drawing("coffee"), drawing("sugar")
    for viewer in (1, 2, None):
        assert view(coffee, viewer) == view(sugar, viewer)
    assert view(coffee, 0) != view(sugar, 0)
    assert PUERTO_RICO.question(coffee).offers != PUERTO_RICO.question(sugar).offers, "the owner is told what it is"


def test_a_drawn_forest_sounds_the_same_to_others_whatever_it_was() -> None:
    coffee, sugar = drawing("coffee"), drawing("sugar")
    heard, elsewhere = (
        [event.to_json() for event in play(position, "forest") if event.visible_to(1)] for position in (coffee, sugar)
    )
    assert heard == elsewhere
    for viewer in (1, 2, None):
        assert view(coffee, viewer) == view(sugar, viewer)
    assert (coffee.revealed, sugar.revealed) == (0, 0)


def test_a_drawn_tile_that_is_planted_is_revealed() -> None:
    position = drawing("coffee")
    play(position, "plant")
    assert position.revealed == 1
    assert [tiles.kind for tiles in view(position, 1).players[0].island] == ["coffee"]


def test_forests_that_only_their_owner_has_seen_are_counted_but_not_named() -> None:
    position = wooded(coffee=1, sugar=1)
    own, others = view(position, 0).players[0], view(position, 1).players[0]
    assert (own.forests, own.forests_unknown) == ({"corn": 1, "sugar": 1, "coffee": 1}, 0)
    assert (others.forests, others.forests_unknown) == ({"corn": 1}, 2)
    assert view(position, None).players[0] == others
    assert [(tiles.kind, tiles.count, tiles.occupied) for tiles in others.island] == [("forest", 3, 0)]


def test_tiles_that_a_seat_cannot_see_are_counted_together() -> None:
    one, other = wooded(coffee=2), wooded(sugar=1, tobacco=1)
    for viewer in (1, 2, None):
        assert view(one, viewer) == view(other, viewer)
    stock = view(one, 1).stock
    assert sum(stock.face_down_by_kind.values()) == stock.face_down + 2
    own = view(one, 0).stock
    assert sum(own.face_down_by_kind.values()) == own.face_down
    assert own.face_down_by_kind["coffee"] == stock.face_down_by_kind["coffee"] - 2


def test_resampling_keeps_ones_own_forests_and_how_many_others_have() -> None:
    position = set_up(
        Player(forests={"coffee": 2}, secret_forests={"coffee": 2}),
        Player(forests={"corn": 3, "sugar": 1}, secret_forests={"corn": 2}),
        Player(),
    )
    seen = set()
    redraws = from_secret(bytes(32), "hidden")
    for _turn in range(20):
        other = position.resample(0, redraws)
        assert view(other, 0) == view(position, 0)
        theirs = view(other, 1).players[1]
        assert theirs.forests["sugar"] >= 1
        assert theirs.forests["corn"] >= 1
        assert sum(theirs.forests.values()) == 4
        seen.add(tuple(theirs.forests.items()))
        PUERTO_RICO.from_json(PUERTO_RICO.to_json(other))
    assert len(seen) > 5, "the others' forests are drawn anew"


def test_a_forest_discarded_at_the_lodge_comes_to_light() -> None:
    hunter = Player(city={"hunting lodge": 1}, forests={"coffee": 1}, secret_forests={"coffee": 1})
    position = set_up(
        hunter, Player(), Player(), stage="hunting lodge", role="settler", taken={"settler": 0}, face_up={}, nobles=True
    )
    assert legal_texts(position) == ["pass", "discard forest coffee"]
    assert view(position, 1).players[0].forests == {}
    play(position, "discard forest coffee")
    assert position.revealed > 0
    assert view(position, 1).stock.discarded_by_kind["coffee"] == 1
    assert view(position, 1).players[0].forests_unknown == 0


def test_of_equal_forests_the_one_that_everybody_knows_is_discarded_first() -> None:
    hunter = Player(city={"hunting lodge": 1}, forests={"coffee": 2}, secret_forests={"coffee": 1})
    position = set_up(
        hunter, Player(), Player(), stage="hunting lodge", role="settler", taken={"settler": 0}, nobles=True
    )
    drawn_before = position.revealed
    cards = len(view(position, 0).face_up)
    play(position, "discard forest coffee")
    laid_out = len(view(position, 0).face_up)
    assert (cards, laid_out) == (0, 4)
    assert position.revealed - drawn_before == laid_out, "nothing but the tiles laid out"
    assert view(position, 1).players[0].forests_unknown == 1


def test_nothing_tells_hidden_tiles_while_everybody_draws_forests() -> None:
    """Random play from where all own what makes and unmakes forests: seats cannot tell redrawn tables apart."""
    forester = Player(
        doubloons=5,
        san_juan=2,
        city={"hacienda": 1, "forest house": 1, "hunting lodge": 1, "guesthouse": 2},
        island={"corn": (1, 1)},
    )
    dice, redraws = random.Random(8), from_secret(bytes(32), "hidden")
    position = set_up(forester, forester, Player(city={"library": 1}))
    stages, secrets = set(), 0
    for _ply in range(400):
        if position.is_over():
            break
        moves = [int(move) for move in position.legal_moves()]
        # Settlers and what they draw are what this is about.
        settling = [move for move in moves if PUERTO_RICO.move_text(position, move) in ("settler", "draw", "forest")]
        move = dice.choice(settling or moves)
        stages.add(view(position, None).stage)
        for seat in range(3):
            other = position.resample(seat, redraws)
            secrets += view(position, seat).players[1 - seat % 2].forests_unknown > 0
            assert everything_shown(SETUP, other, seat) == everything_shown(SETUP, position, seat)
            assert view(other, None) == view(position, None)
            if move in list(other.legal_moves()):
                heard, elsewhere = sentences_told(SETUP, position, move, seat), sentences_told(SETUP, other, move, seat)
                assert heard == elsewhere or heard[1] or elsewhere[1]
        position.play(move)
    assert stages >= {"settler", "forest", "hunting lodge"}
    assert secrets > 50


def test_the_unseen_tiles_add_up_for_everybody() -> None:
    position = wooded(coffee=2, tobacco=1)
    assert isinstance(position, PuertoRicoPosition)
    in_the_box = {"corn": 10, "indigo": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
    for viewer in (0, 1, None):
        seen = view(position, viewer)
        for good in GOOD_NAMES:
            laid = sum(player.forests.get(good, 0) for player in seen.players)
            assert seen.stock.face_down_by_kind[good] + laid == in_the_box[good]
