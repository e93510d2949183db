"""The facade: options, the account at the end, the registry (docs/rules §4, §9)."""

from __future__ import annotations

import pytest

from games.engine.contract import OptionError
from games.engine.puertorico.options import clean_options
from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.registry import game, games
from tests.engine.puertorico.games import SECRET
from tests.engine.puertorico.positions import PUERTO_RICO, Player, set_up


@pytest.mark.parametrize(
    ("seats", "options", "option", "reason"),
    [
        (1, {}, "seats", "Puerto Rico has 2 to 5 seats."),
        (6, {}, "seats", "Puerto Rico has 2 to 5 seats."),
        (
            3,
            {"noble": "on"},
            "noble",
            "There is no option noble; there are buildings, edition, exclusions, first_governor, long_game,"
            " new_buildings, nobles, open_vp, violet_buildings.",
        ),
        (3, {"edition": "1999"}, "edition", "Option edition cannot be “1999”; possible: 2014, first."),
        (3, {"open_vp": "yes"}, "open_vp", "Option open_vp cannot be “yes”; possible: off, on."),
        (3, {"first_governor": "3"}, "first_governor", "Option first_governor: there is no seat 3 in a game of 3."),
        (
            3,
            {"nobles": "on"},
            "nobles",
            "Option nobles: the nobles' buildings must be selected, so the option buildings must be draft, random, all"
            " or list.",
        ),
        (
            3,
            {"buildings": "draft", "new_buildings": "off"},
            "new_buildings",
            "Option new_buildings: without nobles and new buildings there is nothing to select from.",
        ),
        (
            3,
            {"violet_buildings": "harbor"},
            "violet_buildings",
            "Option violet_buildings: a list is used only where the option buildings is list.",
        ),
        (
            3,
            {"buildings": "list", "violet_buildings": " , "},
            "violet_buildings",
            "Option violet_buildings: the option buildings is list, so name the buildings in play.",
        ),
        (
            3,
            {"buildings": "list", "violet_buildings": "harbor, wharf,harbor"},
            "violet_buildings",
            "Option violet_buildings names “harbor” twice.",
        ),
        (
            3,
            {"buildings": "list", "violet_buildings": "harbor, chapel, royal garden"},
            "violet_buildings",
            "Option violet_buildings: only with the option nobles can these be in play: chapel, royal garden.",
        ),
    ],
)
def test_unfit_options_are_refused_by_name(seats: int, options: dict[str, str], option: str, reason: str) -> None:
    with pytest.raises(OptionError) as refusal:
        PUERTO_RICO.new(seats, options, SECRET)
    assert refusal.value.option == option
    assert str(refusal.value) == reason


def test_only_what_can_be_selected_may_be_listed() -> None:
    with pytest.raises(OptionError, match="cannot be “indigo plant”; possible: small market, hacienda, ") as refusal:
        PUERTO_RICO.new(3, {"buildings": "list", "violet_buildings": "indigo plant"}, SECRET)
    assert refusal.value.option == "violet_buildings"


def test_a_list_is_kept_in_the_order_of_the_choices() -> None:
    listed = clean_options(4, {"buildings": "list", "violet_buildings": " statue,church ,  small   market"})
    assert listed["violet_buildings"] == "small market, church, statue"


@pytest.mark.parametrize("buildings", ["base", "draft", "random", "all"])
@pytest.mark.parametrize(("nobles", "new_buildings"), [("off", "on"), ("off", "off"), ("on", "on"), ("on", "off")])
def test_whatever_is_selected_needs_something_to_select_from(buildings: str, nobles: str, new_buildings: str) -> None:
    options = {"nobles": nobles, "buildings": buildings, "new_buildings": new_buildings}
    if buildings == "base" and nobles == "on":
        with pytest.raises(OptionError, match="must be selected"):
            PUERTO_RICO.new(2, options, SECRET)
    elif buildings != "base" and (nobles, new_buildings) == ("off", "off"):
        with pytest.raises(OptionError, match="nothing to select from"):
            PUERTO_RICO.new(2, options, SECRET)
    else:
        assert not PUERTO_RICO.new(2, options, SECRET).is_over()


def test_missing_options_take_their_defaults() -> None:
    defaults = {option.name: option.default for option in PUERTO_RICO.options()}
    left_out = PUERTO_RICO.new(4, {}, SECRET)
    assert PUERTO_RICO.digest(left_out) == PUERTO_RICO.digest(PUERTO_RICO.new(4, defaults, SECRET))


def test_the_options_of_a_game_are_seen_in_it() -> None:
    position = PUERTO_RICO.new(5, {"edition": "first", "open_vp": "on", "first_governor": "4"}, SECRET)
    seen = PUERTO_RICO.view(position, None)
    assert isinstance(seen, PuertoRicoView)
    assert (seen.options.edition, seen.options.open_vp, seen.options.first_governor) == ("first", "on", "4")
    assert (seen.governor, seen.to_move, seen.vp_pool) == (4, 4, 122)


def test_the_secret_decides_the_deal() -> None:
    def digest(secret: bytes) -> str:
        return PUERTO_RICO.digest(PUERTO_RICO.new(4, {}, secret))

    assert digest(SECRET) == digest(SECRET)
    assert digest(SECRET) != digest(bytes(32))


def test_the_account_names_the_large_buildings() -> None:
    owner = Player(vp=9, city={"customs house": 1, "fortress": 0}, doubloons=2, goods={"corn": 3})
    line = PUERTO_RICO.score_sheet(set_up(owner, Player(), Player()))[0]
    assert [(part.key, part.label.render(), part.points) for part in line.parts] == [
        ("victory-point-chips", "victory point chips", 9),
        ("buildings", "buildings", 8),
        ("fortress", "fortress", 0),
        ("customs-house", "customs house", 2),
    ]
    assert (line.total, line.rank, line.tie_break) == (19, 1, 5)


def test_the_registry_finds_games_by_key() -> None:
    assert game("puerto-rico") is PUERTO_RICO
    assert PUERTO_RICO in games()
    with pytest.raises(KeyError, match="there are puerto-rico"):
        game("chess")
