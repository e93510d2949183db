"""The notation: one canonical text for everything, and a reader that forgives what leaves no doubt."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import IllegalMove, NotationError, Position, RulesError
from games.engine.puertorico import vocabulary, whole_placement
from games.engine.puertorico.components import PLACE_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stages import STAGE_COLONISTS, STAGE_STORING
from games.engine.puertorico.vocabulary import LEXICON
from tests.engine.puertorico.games import offered_texts, random_game, refusal_of, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, set_up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_ply_of_a_game_is_read_back_from_its_canonical_text(seats: int) -> None:
    for position in random_game(seats, seed=seats):
        for move in position.legal_moves():
            text = PUERTO_RICO.move_text(position, move)
            assert PUERTO_RICO.parse(position, text) == [move]
            assert PUERTO_RICO.parse(position, text.upper()) == [move]


@pytest.mark.parametrize("seats", [2, 5])
def test_every_offer_is_a_complete_answer_and_so_is_its_number(seats: int) -> None:
    for position in random_game(seats, seed=10 + seats):
        if position.is_over():
            continue
        asked = (position.to_move(), position.stage, position.phase())
        for number, offer in enumerate(PUERTO_RICO.question(position).offers, start=1):
            after = position.copy()
            assert PUERTO_RICO.submit(after, offer.text) == PUERTO_RICO.parse(position, str(number))
            if position.stage in (STAGE_COLONISTS, STAGE_STORING):
                assert (after.to_move(), after.stage, after.phase()) != asked


def builder() -> Position:
    """Seat 0 builds, with money for everything."""
    position = set_up(Player(doubloons=20), Player(), Player(), Player())
    play(position, "builder")
    return position


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("build har", "build harbor"),
        ("Build Harbour!", "build harbor"),
        ("b small ind pl", "build small indigo plant"),
        ("build the small indigo plants", "build small indigo plant"),
        ("build indigo plant", "build indigo plant"),
        ("build ind pl", "build indigo plant"),
        ("build roaster", "build coffee roaster"),
        ("  bui   UNIV ", "build university"),
        ("build fáctöry", "build factory"),
        ("build small m", "build small market"),
        ("build l w", "build large warehouse"),
        ("p", "pass"),
        ("PASS.", "pass"),
    ],
)
def test_abbreviations_case_accents_and_plurals_are_forgiven(line: str, meant: str) -> None:
    position = builder()
    assert PUERTO_RICO.parse(position, line) == PUERTO_RICO.parse(position, meant)


@pytest.mark.parametrize(
    ("line", "meanings"),
    [
        ("build market", "large market, small market"),
        ("build h", "hacienda, harbor, hospice"),
        ("build mill", "small sugar mill, sugar mill"),
    ],
)
def test_an_ambiguous_abbreviation_is_refused_with_its_meanings(line: str, meanings: str) -> None:
    assert f"may mean {meanings}" in refusal_of(builder(), line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "This line says nothing."),
        (" ... ", "This line says nothing."),
        ("hello there", "“hello” is not a word of the notation."),
        ("build", "“build” what?"),
        ("build castle", "“castle” is no word of the game, or not of this question."),
        ("build habror", "“habror” is no word of the game. Did you mean “harbor”?"),
        ("build small whraf", "“small whraf” is no word of the game. Did you mean “small wharf”?"),
        ("bild harbor", "“bild” is no word of the game. Did you mean “build”?"),
        ("setler", "“setler” is no word of the game. Did you mean “settler”?"),
        ("build office, build harbor", "One answer in a line: write “build harbor” in a line of its own."),
        ("build office, pay cron", "“cron” is no word of the game. Did you mean “corn”?"),
        ("pass now", "“pass” stands alone."),
        ("pass, pass", "One answer in a line: write “pass” in a line of its own."),
        ("0", "There is no answer 0; the last one is 24."),
        ("99", "There is no answer 99; the last one is 24."),
        ("place corn " + "9" * 5000, "This line is too long for a move."),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_legal_answers(line: str, reason: str) -> None:
    position = builder()
    with pytest.raises(NotationError) as refusal:
        PUERTO_RICO.parse(position, line)
    assert str(refusal.value) == reason
    assert "build harbor" in refusal.value.legal
    assert refusal.value.legal[-1] == "pass"


def test_words_of_the_question_come_before_words_of_other_questions() -> None:
    position = set_up(Player(goods={"sugar": 2}), Player(), Player(), Player())
    play(position, "captain")
    assert PUERTO_RICO.parse(position, "s sug 7") == PUERTO_RICO.parse(position, "ship sugar 7")


def test_the_only_prospector_to_be_had_needs_no_number() -> None:
    position = start(5)
    PUERTO_RICO.submit(position, "prospector")
    assert PUERTO_RICO.parse(position, "prospector") == PUERTO_RICO.parse(position, "prospector 2")
    assert PUERTO_RICO.parse(position, "pros") == PUERTO_RICO.parse(position, "prospector 2")


def test_two_prospectors_with_different_money_are_told_apart_by_number() -> None:
    position = set_up(Player(), Player(), Player(), Player(), Player(), card_doubloons={"prospector 2": 1})
    assert PUERTO_RICO.parse(position, "prospector") != PUERTO_RICO.parse(position, "prospector 2")
    assert offered_texts(position)[-2:] == ["prospector", "prospector 2"]


# --- captain ---------------------------------------------------------------------------------------------------------


def captain() -> Position:
    """Seat 0 loads 3 corn or 6 tobacco, with a wharf; ships 5, 6 and 7 are empty."""
    position = set_up(Player(goods={"corn": 3, "tobacco": 6}, city={"wharf": 1}), Player(), Player(), Player())
    play(position, "captain")
    return position


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ship tob wharf", "ship tobacco wharf"),
        ("ship tobacco with the wharf", "ship tobacco wharf"),
        ("ship corn on ship 6", "ship corn 6"),
        ("ship 6 corn", "ship corn 6"),
        ("sh cor 6", "ship corn 6"),
    ],
)
def test_a_loading_is_read_in_many_forms(line: str, meant: str) -> None:
    position = captain()
    assert PUERTO_RICO.parse(position, line) == PUERTO_RICO.parse(position, meant)


def test_the_ship_may_stay_unsaid_when_only_one_loading_is_possible() -> None:
    position = set_up(Player(goods={"tobacco": 7}), Player(), Player(), Player())
    play(position, "captain")
    assert PUERTO_RICO.parse(position, "ship tobacco") == PUERTO_RICO.parse(position, "ship tobacco 7")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ship corn", "On which ship: 5, 6, 7, wharf?"),
        ("ship corn 9", "There is no ship 9; the ships are 5, 6, 7."),
        ("ship 3 corn on ship 7", "Name one ship, not 3, 7."),
        ("ship 7", "“ship” what?"),
    ],
)
def test_a_loading_that_names_no_ship_of_the_game_is_refused(line: str, reason: str) -> None:
    assert refusal_of(captain(), line) == reason


# --- placement -------------------------------------------------------------------------------------------------------


def placing() -> Position:
    """Seat 0, the mayor, has 4 colonists for indigo 1, quarry 2, small market 1 and indigo plant 3."""
    position = set_up(
        Player(island={"indigo": (1, 0), "quarry": (2, 0)}, city={"indigo plant": 2, "small market": 0}),
        Player(),
        Player(),
        Player(),
    )
    play(position, "mayor", "take colonist")
    return position


@pytest.mark.parametrize(
    "line",
    [
        "place indigo 1, small market 1, indigo plant 2",
        "Place 1 indigo, 2 indigo plants, 1 small market",
        "place ind, ind pl 2, market",
        "place indigo plant 2 and indigo 1 and small market",
        "pl indigo 1 indigo plant 2 small market 1",
        "place indigo 1; quarry 0; small market 1; indigo plant 2",
    ],
)
def test_a_placement_is_one_line_in_any_order(line: str) -> None:
    position = placing()
    play(position, line)
    assert workers(position, 0) == {"indigo": 1, "indigo plant": 2, "small market": 1}


def workers(position: Position, seat: int) -> dict[str, int]:
    assert isinstance(position, PuertoRicoPosition)
    return {
        name: int(position.workers_on(seat, place))
        for place, name in enumerate(PLACE_NAMES)
        if name and position.workers_on(seat, place)
    }


def test_place_auto_is_the_suggestion_written_out() -> None:
    position = placing()
    auto, written = PUERTO_RICO.question(position).offers
    assert auto.text == "place auto"
    assert PUERTO_RICO.parse(position, auto.text) == PUERTO_RICO.parse(position, written.text)


@pytest.mark.parametrize("seats", [3, 5])
def test_every_complete_placement_can_be_written(seats: int) -> None:
    dice = random.Random(seats)
    for position in random_game(seats, seed=20 + seats):
        if position.stage != STAGE_COLONISTS or position.placement_begun:
            continue
        seat = position.to_move()
        task = whole_placement.placement_task(position)
        circles = [place for place, count in task.circles.items() for _ in range(count)]
        chosen = dice.sample(circles, task.colonists)
        wanted = {PLACE_NAMES[place]: chosen.count(place) for place in chosen}
        line = "place " + ", ".join(f"{place} {count}" for place, count in wanted.items())
        after = position.copy()
        PUERTO_RICO.submit(after, line)
        assert workers(after, seat) == wanted


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("place indigo 1, small market 1, quarry 1", "You have 4 colonists to place, not 3."),
        ("place indigo 1, indigo plant 3, quarry 2", "You have 4 colonists to place, not 6."),
        ("place indigo 1, small market 2, quarry 1", "On small market there is 1 circle."),
        ("place indigo 1, quarry 3", "On quarry there are 2 circles."),
        ("place harbor 1, indigo plant 3", "You have no harbor to place anybody on."),
        ("place indigo 1, indigo 1, quarry 2", "Named twice: indigo."),
        ("place indigo 1 2, quarry 1", "“indigo 1 2” has more than one number."),
        ("place", "“place” what?"),
    ],
)
def test_an_incomplete_or_impossible_placement_is_refused(line: str, reason: str) -> None:
    assert refusal_of(placing(), line) == reason


def test_a_refused_placement_says_what_would_be_possible() -> None:
    with pytest.raises(IllegalMove) as refusal:
        PUERTO_RICO.submit(placing(), "place indigo 1")
    assert refusal.value.move == "place indigo 1"
    assert refusal.value.situation.render() == "place colonists"
    assert refusal.value.legal[0] == "place auto"


# --- storing ---------------------------------------------------------------------------------------------------------


def storing(*warehouses: str) -> Position:
    """Seat 0 has 2 corn, 3 sugar, 4 tobacco and 1 coffee to store."""
    owner = Player(goods={"corn": 2, "sugar": 3, "tobacco": 4, "coffee": 1}, city=dict.fromkeys(warehouses, 1))
    return set_up(
        owner,
        Player(),
        Player(),
        role="captain",
        stage="storing",
        taken={"captain": 0},
        stage_state={"stored": [1, 2], "warehoused": []},
    )


def test_without_a_warehouse_one_barrel_is_kept() -> None:
    assert offered_texts(storing()) == ["keep corn", "keep sugar", "keep tobacco", "keep coffee"]


def test_storing_lists_every_complete_choice_as_one_line() -> None:
    assert offered_texts(storing("large warehouse")) == [
        "store corn, store sugar, keep tobacco",
        "store corn, store sugar, keep coffee",
        "store corn, store tobacco, keep sugar",
        "store corn, store tobacco, keep coffee",
        "store corn, store coffee, keep sugar",
        "store corn, store coffee, keep tobacco",
        "store sugar, store tobacco, keep corn",
        "store sugar, store tobacco, keep coffee",
        "store sugar, store coffee, keep corn",
        "store sugar, store coffee, keep tobacco",
        "store tobacco, store coffee, keep corn",
        "store tobacco, store coffee, keep sugar",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "store sugar, store tobacco, keep corn",
        "store tobacco, sugar, keep corn",
        "keep corn; store tobacco & sugar",
        "sto tob and sug, ke corn",
    ],
)
def test_storing_is_one_line_in_any_order(line: str) -> None:
    position = storing("large warehouse")
    assert PUERTO_RICO.parse(position, line) == PUERTO_RICO.parse(position, "store sugar, store tobacco, keep corn")


@pytest.mark.parametrize(
    ("warehouses", "line", "reason"),
    [
        (["large warehouse"], "store sugar, tobacco", "More can be stored: say all of it in one line."),
        (["large warehouse"], "store sugar, keep corn", "Your warehouses still hold 1 whole kind: name it first."),
        (["large warehouse"], "store sugar, store sugar, keep corn", "Named twice: sugar."),
        (["small warehouse"], "store sugar, tobacco, keep corn", "Your warehouses hold 1 kind, no more."),
        (["small warehouse"], "store indigo, keep corn", "You have no indigo."),
        (["small warehouse"], "store sugar, keep sugar", "Your sugar is in a warehouse already."),
        ([], "store sugar", "You have no occupied warehouse: keep one barrel."),
        ([], "keep corn, keep sugar", "That is more than can be kept."),
    ],
)
def test_a_storing_that_is_not_whole_or_not_possible_is_refused(warehouses: list[str], line: str, reason: str) -> None:
    assert refusal_of(storing(*warehouses), line) == reason


# --- everything ------------------------------------------------------------------------------------------------------


WORDS = [*vocabulary.ENGLISH.nouns, *vocabulary.ENGLISH.verbs, *"012345678", ",", "...", "on", "é", "ß", "wh"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=7), st.sampled_from([start, builder, captain, placing, storing]))
def test_whatever_is_written_is_played_or_refused_and_then_changes_nothing(
    words: list[str], scene: Callable[[], Position]
) -> None:
    position = scene()
    before = PUERTO_RICO.to_json(position)
    try:
        plies = PUERTO_RICO.submit(position, " ".join(words))
    except RulesError:
        plies = []
    assert (PUERTO_RICO.to_json(position) == before) == (not plies)


def test_no_word_of_any_language_means_two_things() -> None:
    verbs: dict[str, str] = {}
    nouns: dict[str, str] = {}
    for language in vocabulary.LEXICON.vocabularies:
        for typed, verb in language.verbs.items():
            assert verbs.setdefault(typed, verb) == verb
        for typed, noun in language.nouns.items():
            assert nouns.setdefault(typed, noun) == noun


def test_a_word_may_be_the_plural_of_what_its_ending_says_and_of_nothing_else() -> None:
    assert LEXICON.singulars("quarries")[0] == "quarries"
    assert "quarry" in LEXICON.singulars("quarries")
    assert LEXICON.singulars("indigo") == ["indigo"]
    # What would be left of it is no word.
    assert LEXICON.singulars("as") == ["as"]
