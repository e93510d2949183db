"""Games whose answers are a verb and a word: lines are read forgivingly, and refused with what would be possible."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove, NotationError, Position
from tests.engine.high_card import HighCard
from tests.engine.kalah import Kalah

KALAH, CARDS = Kalah(), HighCard()


@pytest.fixture
def position() -> Position:
    """The second player is to move; the first has nothing in house a."""
    position = KALAH.new(2, {}, bytes(32))
    KALAH.submit(position, "sow a")
    return position


@pytest.mark.parametrize("line", ["sow a", "SOW A!", "s a", "sow the a", "a", "1", "#1"])
def test_a_line_is_read_forgivingly(position: Position, line: str) -> None:
    """Although "a" is a word that most games pass over."""
    assert KALAH.parse(position, line) == [0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("soww b", "“soww” is no word of the game. Did you mean “sow”?"),
        ("reap b", "“reap” is not a word of the notation."),
        ("sow", "“sow” what?"),
        ("sow x", "“x” is no word of the game, or not of this question."),
        ("sow 7", "“sow”: nothing is called 7; there are a, b, c."),
        ("sow a, sow b", "Say one thing only."),
        ("9", "There is no answer 9; the last one is 3."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason_and_all_answers(
    position: Position, line: str, reason: str
) -> None:
    with pytest.raises(NotationError) as refused:
        KALAH.parse(position, line)
    assert str(refused.value) == reason
    assert refused.value.legal == ["sow a", "sow b", "sow c"]
    assert refused.value.legal_complete


def test_what_is_not_possible_now_is_refused_with_its_own_reason(position: Position) -> None:
    KALAH.submit(position, "sow b")  # It ends in the store, so the same player sows again.
    with pytest.raises(IllegalMove) as refused:
        KALAH.submit(position, "sow b")
    assert str(refused.value) == "There is nothing in b."
    assert refused.value.legal == ["sow a", "sow c"]
    assert refused.value.situation.render() == "Which house do you sow?"


def test_a_bare_number_that_is_a_word_of_the_game_is_not_taken_for_it() -> None:
    position = CARDS.new(2, {}, bytes(32))
    with pytest.raises(NotationError, match=r"There is no answer 9; the last one is 3\..*Did you mean “lay 9”"):
        CARDS.parse(position, "9")
