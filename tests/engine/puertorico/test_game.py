"""The facade: options, the account at the end, the registry (docs/rules §4, §9)."""

from __future__ import annotations

import pytest

from games.engine.contract import OptionError
from games.engine.puertorico.view import PuertoRicoView
from games.engine.registry import game, games
from tests.engine.puertorico.games import SECRET
from tests.engine.puertorico.positions import PUERTO_RICO, Player, set_up


@pytest.mark.parametrize(
    ("seats", "options", "option", "reason"),
    [
        (1, {}, "seats", "Puerto Rico has 2 to 5 seats."),
        (6, {}, "seats", "Puerto Rico has 2 to 5 seats."),
        (3, {"nobles": "on"}, "nobles", "There is no option nobles; there are edition, first_governor, open_vp."),
        (3, {"edition": "1999"}, "edition", "Option edition cannot be “1999”; possible: 2014, first."),
        (3, {"open_vp": "yes"}, "open_vp", "Option open_vp cannot be “yes”; possible: off, on."),
        (3, {"first_governor": "3"}, "first_governor", "Option first_governor: there is no seat 3 in a game of 3."),
    ],
)
def test_unfit_options_are_refused_by_name(seats: int, options: dict[str, str], option: str, reason: str) -> None:
    with pytest.raises(OptionError) as refusal:
        PUERTO_RICO.new(seats, options, SECRET)
    assert refusal.value.option == option
    assert str(refusal.value) == reason


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
    assert [(part.render(), points) for part, points in line.parts] == [
        ("victory point chips", 9),
        ("buildings", 8),
        ("fortress", 0),
        ("customs house", 2),
    ]
    assert (line.total, line.rank, line.tie_break) == (19, 1, 5)


def test_the_registry_finds_games_by_key() -> None:
    assert game("puerto-rico") is PUERTO_RICO
    assert PUERTO_RICO in games()
    with pytest.raises(KeyError, match="there are puerto-rico"):
        game("chess")
