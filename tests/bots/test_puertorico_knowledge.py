"""The knowledge of Puerto Rico answers in every position, and prefers what any player would."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
from librt.vecs import vec

from bots.knowledge.puertorico.knowledge import PuertoRicoKnowledge
from bots.knowledge.registry import knowledge_of
from bots.search.knowledge import Knowledge
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.victory_points import gain_vp
from games.engine.random import from_secret
from tests.bots.drawing_lots import DrawingLots
from tests.bots.playing import informed_result

SEATS = [2, 3, 4, 5]


def start(seats: int, secret: bytes = b"knowledge") -> PuertoRicoPosition:
    return new_position(seats, {}, from_secret(secret, "deal"))


def random_game(seats: int) -> Iterator[PuertoRicoPosition]:
    """Every position of a game of random moves, which come where real players never do."""
    position = start(seats)
    random = from_secret(b"knowledge", "moves")
    while not position.is_over():
        yield position
        legal = position.legal_moves()
        position.play(legal[random.below(len(legal))])


def test_a_game_finds_its_knowledge_by_its_positions() -> None:
    assert isinstance(knowledge_of(start(2), 1), PuertoRicoKnowledge)
    assert type(knowledge_of(start(2), 0)) is Knowledge
    assert type(knowledge_of(DrawingLots(2, [1], [], 1), 1)) is Knowledge


@pytest.mark.parametrize("seats", SEATS)
def test_candidates_are_legal_in_order_and_never_none(seats: int) -> None:
    knowledge = PuertoRicoKnowledge()
    for position in random_game(seats):
        legal = list(position.legal_moves())
        candidates = list(knowledge.candidate_moves(position, position.legal_moves()))
        assert candidates
        assert [move for move in legal if move in candidates] == candidates


@pytest.mark.parametrize("seats", SEATS)
def test_priors_are_positive_and_one_for_each_move(seats: int) -> None:
    knowledge = PuertoRicoKnowledge()
    for position in random_game(seats):
        priors = list(knowledge.priors(position, position.legal_moves()))
        assert len(priors) == len(position.legal_moves())
        assert min(priors) > 0


@pytest.mark.parametrize("seats", SEATS)
def test_playout_moves_are_legal_from_any_position(seats: int) -> None:
    knowledge = PuertoRicoKnowledge()
    random = from_secret(b"knowledge", "playout")
    for position in random_game(seats):
        assert knowledge.playout_move(position, random) in list(position.legal_moves())


@pytest.mark.parametrize("seats", SEATS)
def test_playouts_reach_the_end_by_legal_moves(seats: int) -> None:
    knowledge = PuertoRicoKnowledge()
    random = from_secret(b"knowledge", "playout")
    position = start(seats)
    while not position.is_over():
        move = knowledge.playout_move(position, random)
        assert move in list(position.legal_moves())
        position.play(move)
    assert min(position.scores()) > 10


@pytest.mark.parametrize("seats", SEATS)
def test_evaluations_sum_to_one_win(seats: int) -> None:
    knowledge = PuertoRicoKnowledge()
    for position in random_game(seats):
        values = list(knowledge.evaluate(position))
        assert sum(values) == pytest.approx(1.0)
        assert min(values) >= 0


def test_a_lead_in_points_improves_the_evaluation() -> None:
    position = start(3)
    before = list(PuertoRicoKnowledge().evaluate(position))
    gain_vp(position, 1, 20)
    after = list(PuertoRicoKnowledge().evaluate(position))
    assert after[1] > before[1]
    assert after[0] < before[0]


def test_playing_by_rule_of_thumb_beats_playing_at_random() -> None:
    wins = sum(informed_result(start(4, bytes([deal])), PuertoRicoKnowledge())[0] == 1 for deal in range(12))
    assert wins >= 11


def test_nothing_has_changed_in_the_basic_game() -> None:
    """The answers that the levels depend on, in eight games of 2 to 5 players of the basic game.

    If this fails, knowledge has changed under released levels: give the new knowledge an edition of its own instead.
    """
    digest = hashlib.sha256()
    for seats in (2, 3, 4, 5):
        for edition in ("2014", "first"):
            position = new_position(seats, {"edition": edition}, from_secret(b"unchanged", "deal"))
            knowledge = PuertoRicoKnowledge()
            random = from_secret(b"unchanged", "moves")
            while not position.is_over():
                legal = position.legal_moves()
                # Moves by their index among the legal ones, as the engine may change their numbers.
                ranks = [list(legal).index(move) for move in knowledge.candidate_moves(position, legal)]
                priors = rounded(knowledge.priors(position, legal))
                chosen = list(legal).index(knowledge.playout_move(position, random))
                digest.update(repr((ranks, priors, rounded(knowledge.evaluate(position)), chosen)).encode())
                is_random = random.below(8) == 0
                position.play(legal[random.below(len(legal))] if is_random else legal[chosen])
    assert digest.hexdigest() == "b05d829f2b798f8c97802e2ad00c314bd7e115f5737834edf13035f61d1f1e2a"


def rounded(numbers: vec[float]) -> list[str]:
    """As far as the last digits of a processor's arithmetic do not matter."""
    return [f"{number:.5f}" for number in numbers]
