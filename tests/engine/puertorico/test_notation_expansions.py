"""The notation of both expansions: every move has its words, and whole decisions take one line."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import NotationError, RulesError
from games.engine.puertorico import vocabulary
from games.engine.puertorico.components import PLACE_NAMES, PLACES
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stages import STAGE_NAMES
from tests.engine.puertorico.games import offered_texts, random_game, refusal_of, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player
from tests.engine.puertorico.tables import EVERYTHING, furnish, table, without_nobles

FAMILIES = [
    {"buildings": "list", "violet_buildings": EVERYTHING, "nobles": "on"},
    {"buildings": "random"},
    {"buildings": "draft", "nobles": "on", "new_buildings": "off"},
]


def rich_game(seed: int, plies: int = 160) -> Iterator[PuertoRicoPosition]:
    """Positions of a game in which everybody begins with some of everything, guests and nobles too."""
    dice = random.Random(seed)
    position = start(2 + seed % 4, secret=bytes([seed]) * 32, **FAMILIES[0])
    furnish(position, dice)
    for _ply in range(plies):
        if position.is_over():
            return
        yield position
        position.play(dice.choice(list(position.legal_moves())))


def check_words(position: PuertoRicoPosition) -> None:
    """Every legal ply is read back from its text, whatever the case, and every offer can be played."""
    for move in position.legal_moves():
        text = PUERTO_RICO.move_text(position, move)
        assert PUERTO_RICO.parse(position, text) == [move]
        assert PUERTO_RICO.parse(position, text.upper()) == [move]
    for number, offer in enumerate(PUERTO_RICO.question(position).offers, start=1):
        after = position.copy()
        assert PUERTO_RICO.submit(after, offer.text) == PUERTO_RICO.parse(position, str(number))


@pytest.mark.parametrize("seed", range(6))
def test_every_ply_and_every_offer_is_read_back_where_everything_is_in_play(seed: int) -> None:
    stages = set()
    for position in rich_game(seed):
        stages.add(STAGE_NAMES[position.stage])
        check_words(position)
    assert len(stages) > 8


@pytest.mark.parametrize("family", FAMILIES)
def test_every_ply_of_a_game_with_expansions_is_read_back(family: dict[str, str]) -> None:
    for ply, position in enumerate(random_game(3, seed=5, **family)):
        if ply % 4 == 0 and not position.is_over():
            check_words(position)


def meanings(position: PuertoRicoPosition, *lines: str) -> set[tuple[str, ...]]:
    """What lines mean, ply by ply in canonical words: one element if they all mean the same."""
    meant = set()
    for line in lines:
        trial, texts = position.copy(), []
        for ply in PUERTO_RICO.parse(position, line):
            texts.append(PUERTO_RICO.move_text(trial, ply))
            trial.play(ply)
        meant.add(tuple(texts))
    return meant


def submitted(position: PuertoRicoPosition, *lines: str) -> PuertoRicoPosition:
    for line in lines:
        PUERTO_RICO.submit(position, line)
    return position


# --- words that might be taken for each other ------------------------------------------------------------------------


def test_a_building_may_be_chosen_by_its_name_alone() -> None:
    position = start(3, buildings="draft")
    lines = ("choose library", "Library", "choose the libraries", "lib", "ch lib")
    assert meanings(position, *lines) == {("choose library",)}
    assert "may mean city hall, guild hall, union hall" in refusal_of(position, "hall")


@pytest.mark.parametrize("line", ["choose library, choose harbor", "library, choose harbor", "lib and choose harbor"])
def test_buildings_are_chosen_one_to_a_line(line: str) -> None:
    position = start(3, buildings="draft")
    assert refusal_of(position, line) == "One answer in a line: write “choose harbor” in a line of its own."
    assert "write “harbor, wharf” in a line of its own" in refusal_of(position, "library, harbor, wharf")


def test_a_mistyped_building_is_guessed_in_the_draft_too() -> None:
    position = start(3, buildings="draft")
    assert "Did you mean “library”?" in refusal_of(position, "libary")
    assert "Did you mean “library”?" in refusal_of(position, "choose libary")


def test_buildings_of_the_game_come_before_those_that_are_not_in_it() -> None:
    position = submitted(
        without_nobles(Player(30), Player(), Player(), violet_buildings=("small market", "wharf")), "builder"
    )
    assert meanings(position, "build wharf", "build wh", "b wharf") == {("build wharf",)}
    assert meanings(position, "build market") == {("build small market",)}
    assert refusal_of(position, "build small wharf") == "The small wharf is not in this game."
    everything = submitted(without_nobles(Player(30), Player(), Player()), "builder")
    assert meanings(everything, "build wharf", "build w") == {("build wharf",)}
    assert meanings(everything, "build small wharf", "build small wha") == {("build small wharf",)}
    assert meanings(everything, "build guest house", "build guests") == {("build guesthouse",)}
    assert meanings(everything, "build storehouse", "build store house") == {("build storehouse",)}
    assert "may mean black market, large market, small market" in refusal_of(everything, "build market")


def test_forest_is_a_way_to_take_and_the_forest_house_a_building() -> None:
    owner = Player(30, city={"forest house": 1})
    position = without_nobles(owner, Player(), Player(), face_up={"corn": 1, "sugar": 1})
    builds = submitted(position.copy(), "builder")
    assert meanings(builds, "build construction hut", "build hut") == {("build construction hut",)}
    takes = submitted(position, "settler")
    lines = ("forest corn", "take corn as a forest", "take forest corn", "for corn", "plant forest corn")
    assert meanings(takes, *lines) == {("forest corn",)}
    assert meanings(takes, "take corn", "take the corn plantation") == {("take corn",)}
    assert refusal_of(takes, "forest quarry") == "A quarry never becomes a forest."


def test_a_drawn_tile_is_planted_or_becomes_a_forest() -> None:
    owner = Player(city={"forest house": 1, "hacienda": 1})
    position = submitted(without_nobles(owner, Player(), Player(), face_up={"corn": 1}), "settler", "draw")
    assert offered_texts(position) == ["plant", "forest"]
    assert meanings(position, "forest", "plant forest", "plant as a forest") == {("forest",)}
    assert meanings(position, "plant", "pl", "plant the plantation") == {("plant",)}


# --- the black market -------------------------------------------------------------------------------------------------


def market(doubloons: int = 6) -> PuertoRicoPosition:
    """Player 0 builds, with two colonists besides that on the black market, sugar, corn and victory points."""
    owner = Player(
        doubloons,
        vp=2,
        goods={"sugar": 1, "corn": 2},
        island={"quarry": (1, 1)},
        city={"black market": 1, "chapel": 1},
        nobles={"chapel": 1},
    )
    return submitted(table(Player(), owner, Player()), "builder", "pass")


def test_a_building_and_what_is_returned_for_it_are_one_line() -> None:
    position = market(5)
    whole = ("build harbor", "pay colonist quarry", "pay vp")
    lines = (
        "build harbor, pay colonist quarry, pay vp",
        "build harbor, pay vp, pay colonist from the quarry",
        "build harbour and pay 1 vp and a colonist on quarry",
        "b har; pay colonist quarry; victory point",
    )
    assert meanings(position, *lines) == {whole}
    assert submitted(position, lines[0]).owns(1, PLACE_NAMES.index("harbor"))


def test_a_noble_and_a_good_can_be_returned_too() -> None:
    position = market(5)
    assert meanings(
        position, "build harbor, pay noble chapel, sugar", "build harbor, pay 1 sugar, pay noble chapel"
    ) == {("build harbor", "pay noble chapel", "pay sugar")}


def test_what_follows_of_itself_need_not_be_said() -> None:
    owner = Player(6, vp=1, goods={"sugar": 1}, city={"black market": 1})
    position = submitted(without_nobles(Player(), owner, Player()), "builder", "pass")
    assert meanings(position, "build harbor, pay vp") == {("build harbor", "pay sugar", "pay vp")}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("build harbor, pay vp", "Say all that is returned: 2 different things."),
        ("build harbor, pay vp, pay vp", "Only different things can be returned: one colonist, one good, one VP."),
        ("build harbor, pay corn, pay sugar", "Only one good can be returned, besides one colonist and one VP."),
        ("build harbor, pay coffee, pay vp", "You have no coffee."),
        ("build harbor, pay colonist chapel, pay vp", "There is no colonist of yours on the chapel."),
        ("build harbor, pay noble quarry, pay vp", "There is no noble of yours on the quarry."),
        (
            "build harbor, pay colonist black market, pay vp",
            "Who works on the black market cannot be returned.",
        ),
        (
            "build harbor, pay colonist quarry, pay corn, pay vp",
            "Only 2 doubloons are missing: the black market takes no more.",
        ),
        ("build small market, pay vp", "Your doubloons pay for it: the black market takes nothing."),
        ("pay vp", "First say what you build, then what you return for it."),
        (
            "build statue, pay vp",
            "The statue costs 9 doubloons, you have 5, and the black market makes up for at most 3.",
        ),
    ],
)
def test_a_payment_that_is_not_whole_or_not_possible_is_refused(line: str, reason: str) -> None:
    assert refusal_of(market(5), line) == reason


# --- the small wharf --------------------------------------------------------------------------------------------------


def loading() -> PuertoRicoPosition:
    owner = Player(goods={"corn": 3, "sugar": 2, "tobacco": 2}, city={"small wharf": 1, "wharf": 1})
    return submitted(without_nobles(Player(), owner, Player()), "captain")


def test_the_small_wharf_and_what_goes_on_it_are_one_line() -> None:
    lines = (
        "ship small wharf corn 3, tobacco 2",
        "ship tobacco 2 by the small wharf, 3 corn",
        "ship small wharf corn 3 tobacco 2",
        "ship small wharf, tobacco and corn",
        "SHIP on my small wharf: 3 corn, 2 barrels of tobacco",
    )
    whole = (
        "ship small wharf",
        "ship small wharf corn 3, ...",
        "ship small wharf sugar 0, ...",
        "ship small wharf tobacco 2",
    )
    assert meanings(loading(), *lines) == {whole}


def test_the_wharf_is_still_the_wharf() -> None:
    assert meanings(loading(), "ship corn wharf", "ship corn by my wharf", "s cor w") == {("ship corn wharf",)}


def test_without_barrels_the_small_wharf_asks_for_them() -> None:
    position = loading()
    assert meanings(position, "ship small wharf", "ship small wharf, ...") == {("ship small wharf",)}
    submitted(position, "ship small wharf")
    assert position.stage == STAGE_NAMES.index("small wharf")
    assert refusal_of(position, "ship small wharf corn 0") == "At least one barrel goes on the small wharf."
    assert refusal_of(position, "ship small wharf corn 4") == "You have only 3 corn."
    assert refusal_of(position, "ship small wharf corn 1, corn 2") == "Named twice: corn."


# --- storing ----------------------------------------------------------------------------------------------------------


def storing(**city: int) -> PuertoRicoPosition:
    """Player 1 has to store 3 corn, 4 sugar and 3 coffee; the ships are full."""
    owner = Player(
        goods={"corn": 3, "sugar": 4, "coffee": 3}, city={name.replace("_", " "): n for name, n in city.items()}
    )
    full = {4: ("tobacco", 4), 5: ("indigo", 5), 6: ("indigo", 6)}
    return submitted(without_nobles(Player(), owner, Player(), ships=full), "captain")


def test_what_a_storehouse_keeps_is_one_line() -> None:
    position = storing(storehouse=1, small_warehouse=1)
    whole = ("store sugar, ...", "keep corn, ...", "keep corn, ...", "keep coffee, ...", "keep coffee")
    lines = (
        "store sugar, keep corn 2, keep coffee 2",
        "store sugar, keep coffee 2, corn 2",
        "keep 2 corn and 2 coffee; store sugar",
    )
    assert meanings(position, *lines) == {whole}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("store sugar, keep corn 1, coffee 1", "More can be stored: say all of it in one line."),
        ("store sugar, keep coffee 4", "You keep 4 single barrels: name all of them in one line."),
        ("store sugar, keep corn 3, coffee 2", "That is more than can be kept."),
        ("store sugar, corn, keep coffee 3", "Your warehouses hold 1 kind, no more."),
        ("keep corn 3, coffee 1", "Your warehouses still hold 1 whole kind: name it first."),
        ("keep corn 0", "This line says nothing."),
    ],
)
def test_a_storing_that_is_not_whole_or_too_much_is_refused(line: str, reason: str) -> None:
    assert refusal_of(storing(storehouse=1, small_warehouse=1), line) == reason


# --- nobles -----------------------------------------------------------------------------------------------------------


def placing() -> PuertoRicoPosition:
    """Player 1 has six colonists, two of them nobles, for corn 2, quarry 3, chapel 1 and land office 1."""
    owner = Player(
        island={"corn": (2, 0), "quarry": (3, 0)},
        city={"chapel": 0, "land office": 0},
        san_juan=6,
        nobles={"San Juan": 2},
    )
    position = submitted(table(Player(), owner, Player(), colonist_supply=0), "mayor")
    assert position.to_move() == 1
    return position


def nobles_of(position: PuertoRicoPosition, seat: int) -> dict[str, int]:
    return {
        PLACE_NAMES[place]: int(position.nobles_at(seat, place))
        for place in range(PLACES)
        if position.nobles_at(seat, place)
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("place auto", "place corn 2 with 1 noble, quarry 3, chapel 1 noble"),
        (
            "place corn 2, quarry 2, chapel 1 noble, land office 1",
            "place corn 2 with 1 noble, quarry 2, land office 1 colonist, chapel 1 noble",
        ),
    ],
)
def test_a_placement_played_is_told_whole_with_the_nobles_at_their_places(line: str, expected: str) -> None:
    position = placing()
    text = PUERTO_RICO.decision_text(position, PUERTO_RICO.parse(position, line))
    assert text == expected
    assert meanings(position, line) == meanings(position, text)


def test_a_placement_that_fills_what_is_left_is_told_to_its_end() -> None:
    owner = Player(island={"corn": (1, 0), "sugar": (1, 0)}, city={"office": 0}, san_juan=2)
    position = submitted(table(Player(), owner, Player(), colonist_supply=0), "mayor")
    plies = PUERTO_RICO.parse(position, "place corn 1, office 1")
    assert [PUERTO_RICO.move_text(position, ply) for ply in plies][-1] == "place sugar 0, ..."
    assert PUERTO_RICO.decision_text(position, plies) == "place corn 1, office 1"


def test_an_answer_after_which_colonists_are_placed_by_themselves_is_told_as_it_is() -> None:
    position = submitted(table(Player(island={"corn": (2, 0)}), Player(), Player()), "mayor")
    assert PUERTO_RICO.decision_text(position, PUERTO_RICO.parse(position, "take colonist")) == "take colonist"


@pytest.mark.parametrize(
    "line",
    [
        "place corn 2, quarry 2, chapel 1 noble, land office 1",
        "place chapel noble, land office, quarry 2, corn 2",
        "place 1 noble on the chapel, 1 colonist on the land office, 2 quarries, corn 2",
        "place corn 2 quarry 2 chapel 1 noble land office 1",
        "place corn 2 quarry 2 with 1 noble chapel 1 noble land office 1",
    ],
)
def test_nobles_stand_in_the_line_of_a_placement(line: str) -> None:
    position = submitted(placing(), line)
    assert nobles_of(position, 1)["chapel"] == 1
    assert "land office" not in nobles_of(position, 1)
    assert STAGE_NAMES[position.stage] == "role"


def test_a_placement_says_how_many_of_them_are_nobles() -> None:
    owner = Player(island={"corn": (2, 0)}, city={"guesthouse": 0, "chapel": 0}, san_juan=4, nobles={"San Juan": 2})
    position = submitted(table(Player(), owner, Player(), colonist_supply=0), "mayor")
    after = submitted(position.copy(), "place corn 2, guesthouse 2 with 1 noble")
    assert nobles_of(after, 1) == {"guesthouse": 1, "corn": 1}
    after = submitted(position.copy(), "place corn 2, guesthouse 2 nobles")
    assert nobles_of(after, 1) == {"guesthouse": 2}


def test_nobles_need_no_word_where_there_is_one_way_only() -> None:
    owner = Player(island={"corn": (2, 0), "quarry": (1, 0)}, city={"chapel": 0}, san_juan=2, nobles={"San Juan": 1})
    position = submitted(table(Player(), owner, Player(), colonist_supply=0), "mayor")
    submitted(position, "place corn 1, quarry 1")
    assert nobles_of(position, 1) == {"corn": 1}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("place corn 2, quarry 2, chapel 1, land office 1", "Say who of them are nobles, as here: place "),
        ("place corn 2, quarry 2, chapel 1 noble, land office 2", "On land office there is 1 circle."),
        ("place corn 2, quarry 3 nobles, chapel 1", "You have 2 nobles, not 3."),
        (
            "place corn 2, quarry 2, chapel 1 with 2 nobles, land office 1",
            "On chapel there are more nobles than people.",
        ),
        ("place corn 2 noble noble, quarry 3, chapel 1", "“corn 2 noble noble” names the nobles more than once."),
    ],
)
def test_a_placement_that_leaves_the_nobles_open_is_refused(line: str, reason: str) -> None:
    assert refusal_of(placing(), line).startswith(reason)


def test_the_example_in_that_refusal_can_be_played() -> None:
    position = placing()
    message = refusal_of(position, "place corn 2, quarry 2, chapel 1, land office 1")
    submitted(position, message.partition(": ")[2].removesuffix("."))
    assert STAGE_NAMES[position.stage] == "role"


def test_who_can_fill_every_circle_is_asked_for_the_nobles_alone() -> None:
    owner = Player(island={"corn": (1, 0)}, city={"chapel": 0, "land office": 0}, san_juan=4, nobles={"San Juan": 1})
    position = submitted(table(Player(), owner, Player(), colonist_supply=0), "mayor")
    assert STAGE_NAMES[position.stage] == "nobles"
    lines = ("nobles chapel 1", "nobles chapel", "place corn 1, chapel 1 noble, land office 1", "nobles 1 chapel")
    assert len(meanings(position, *lines)) == 1
    assert refusal_of(position, "nobles chapel 2") == "You have 1 noble, not 2."
    assert refusal_of(position, "place corn 1, chapel 1 noble").startswith("Everybody has a place already")
    assert nobles_of(submitted(position.copy(), "place auto"), 1) == {"chapel": 1}
    assert nobles_of(submitted(position, "nobles land office 1"), 1) == {"land office": 1}


def test_there_are_no_nobles_in_other_games() -> None:
    position = submitted(
        without_nobles(Player(), Player(island={"corn": (3, 0)}, san_juan=1, city={"office": 0})), "mayor"
    )
    with pytest.raises(NotationError, match="There are no nobles in this game"):
        PUERTO_RICO.submit(submitted(position, "pass"), "place corn 1 noble")


# --- the other moves --------------------------------------------------------------------------------------------------


def test_people_are_taken_and_sent_in_many_words() -> None:
    library = Player(city={"library": 1})
    position = submitted(without_nobles(library, Player(), Player()), "mayor")
    assert meanings(position, "take 2 colonists", "take two colonists", "take 2") == {("take 2 colonists",)}
    assert meanings(position, "take colonist", "take a colonist", "take col") == {("take colonist",)}
    position = submitted(table(Player(), Player(), Player(), colonist_ship=2, noble_ship=1), "mayor", "pass")
    assert meanings(position, "take noble", "take the noble from the ship", "t nob") == {("take noble",)}


def test_a_guest_goes_where_he_is_sent() -> None:
    owner = Player(city={"guesthouse": 2, "library": 0}, nobles={"guesthouse": 1})
    position = table(owner, Player(), Player())
    assert meanings(position, "guest library", "guest to the library", "gue lib") == {("guest library",)}
    assert meanings(position, "noble guest library", "guest noble library") == {("noble guest library",)}
    only_noble = table(Player(city={"guesthouse": 1, "library": 0}, nobles={"guesthouse": 1}), Player(), Player())
    assert meanings(only_noble, "guest library") == {("noble guest library",)}


def trading(worker: str) -> PuertoRicoPosition:
    """The trader has a land office, worked by a colonist or a noble, a trading post and a forest house."""
    owner = Player(
        3,
        goods={"corn": 1, "coffee": 1},
        island={"corn": (1, 0)},
        city={"land office": 1, "trading post": 1, "forest house": 1},
        nobles={"land office": 1} if worker == "noble" else {},
    )
    position = table(owner, Player(), Player(), face_up={"corn": 1}, house=["coffee"])
    return submitted(position, "trader")


def test_trading_is_told_apart() -> None:
    position = trading("colonist")
    post = ("sell coffee at trading post", "sell coffee post", "sell coffee to the trading post", "sell coffee")
    assert meanings(position, *post) == {("sell coffee at trading post",)}
    assert meanings(position, "sell corn", "sell corn to the trading house") == {("sell corn",)}
    assert meanings(position, "buy corn", "buy a corn plantation") == {("buy corn",)}
    assert meanings(position, "buy corn as forest", "buy forest corn") == {("buy corn as forest",)}
    assert meanings(trading("noble"), "sell land corn", "sell corn plantation", "sell my corn land") == {
        ("sell land corn",)
    }


def test_several_goods_take_one_line() -> None:
    library = Player(island={"corn": (2, 2), "indigo": (1, 1)}, city={"library": 1, "small indigo plant": 1})
    position = submitted(without_nobles(library, Player(), Player()), "craftsman")
    assert meanings(position, "extra indigo, corn", "extra corn, extra indigo") == {("extra corn", "extra indigo")}
    supplier = Player(goods={"corn": 2, "sugar": 1}, city={"royal supplier": 1}, san_juan=2, nobles={"San Juan": 2})
    position = submitted(table(supplier, Player(), Player()), "captain")
    assert meanings(position, "supply sugar, corn", "supply corn and sugar", "sup corn, s") == {
        ("supply corn", "supply sugar")
    }


def test_a_lodge_discards_plantations_and_forests() -> None:
    hunter = Player(island={"corn": (1, 1)}, forests={"corn": 1}, city={"hunting lodge": 1})
    position = submitted(table(Player(), hunter, Player(), face_up={"sugar": 1}, quarries=0), "settler", "pass", "pass")
    submitted(position, "pass")
    assert STAGE_NAMES[position.stage] == "hunting lodge"
    assert meanings(position, "discard corn", "disc the corn plantation") == {("discard corn",)}
    assert meanings(position, "discard forest corn", "discard corn forest") == {("discard forest corn",)}


WORDS = [*vocabulary.ENGLISH.nouns, *vocabulary.ENGLISH.verbs, *"01234", ",", "and", "with", "..."]
SCENES: dict[str, Callable[[], PuertoRicoPosition]] = {
    "market": market,
    "loading": loading,
    "storing": lambda: storing(storehouse=1),
    "placing": placing,
    "trading": lambda: trading("noble"),
    "draft": lambda: start(2, buildings="draft", nobles="on"),
}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=8), st.sampled_from(sorted(SCENES)))
def test_whatever_is_written_is_played_or_refused_and_then_changes_nothing(words: list[str], scene: str) -> None:
    position = SCENES[scene]()
    before = PUERTO_RICO.to_json(position)
    try:
        plies = PUERTO_RICO.submit(position, " ".join(words))
    except RulesError:
        plies = []
    assert (PUERTO_RICO.to_json(position) == before) == (not plies)
