"""Looking back at a game: draws, disclosure, figures."""

from __future__ import annotations

from random import Random

from games.engine import registry
from games.engine.contract import Event, Position

RULES = registry.game("puerto-rico")
CHRONICLE = registry.chronicle("puerto-rico")


def start(**options: str) -> Position:
    return RULES.new(3, options, b"\x07" * 32)


def play_and_collect(position: Position, plies: int) -> list[Event]:
    """What any play of so many plies tells."""
    lots = Random(5)
    position.listener = heard = list[Event]()
    for _ply in range(plies):
        position.play(int(lots.choice(list(position.legal_moves()))))
    position.listener = None
    return heard


def test_the_governor_and_the_first_plantations_are_the_opening_draws() -> None:
    position = start()
    view = RULES.view(position, None)
    names = ["Anna", "Bob", "Chris"]
    governor, laid_out = (message.render() for message in CHRONICLE.opening_draws(RULES, position, names))
    assert governor == f"{names[view.governor]} is the governor."  # type: ignore[attr-defined]
    assert all(f"{view.face_up.count(kind)} {kind}" in laid_out for kind in set(view.face_up))  # type: ignore[attr-defined]


def test_only_what_comes_from_the_stack_is_a_draw() -> None:
    drawn = {event.kind for event in play_and_collect(start(), 150) if CHRONICLE.is_draw(event)}
    assert "plantations" in drawn
    assert drawn <= {"plantations", "draws", "shuffles"}


def test_disclosed_is_what_everybody_sees_where_points_are_open() -> None:
    hidden, shown = start(), start(open_vp="on")
    for position in (hidden, shown):
        play_and_collect(position, 200)
    disclosed, public = CHRONICLE.full_view(RULES, hidden), RULES.view(shown, None)
    assert disclosed.players == public.players  # type: ignore[attr-defined]
    assert disclosed != RULES.view(hidden, None)


def test_rounds_end_where_the_game_says_so() -> None:
    position = start()
    events = play_and_collect(position, 120)
    ended = sum(CHRONICLE.ends_round(event) for event in events)
    assert ended == RULES.view(position, None).round - 1 > 1  # type: ignore[attr-defined]


def test_figures_leave_out_what_nobody_did() -> None:
    assert CHRONICLE.tallies(3, []) == []
    picked = Event("picks", 1, {"role": "mayor", "doubloons": 2})
    tallies = {tally.title.render(): tally.rows for tally in CHRONICLE.tallies(3, [picked])}
    assert [(label.render(), values) for label, values in tallies["Roles picked"]] == [("mayor", (0, 1, 0))]
    assert [(label.render(), values) for label, values in tallies["Doubloons"]] == [("on role cards", (0, 2, 0))]
