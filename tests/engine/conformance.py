"""What every game owes the contract (games/engine/contract.py): one suite for all engines, told nothing about any.

Each check plays random games of a Setup and asserts; test_conformance.py runs them for every registered game, number of
seats and option.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from games.engine import record, versions
from games.engine.contract import (
    NO_MOVE,
    NOBODY,
    Event,
    Game,
    NotationError,
    Offer,
    OptionError,
    Position,
    RulesError,
    Selection,
    event_from_json,
)
from games.engine.playout import play_at_random
from games.engine.random import Random, from_secret
from games.engine.registry import chronicle, games

PLY_CAP = 5_000
"""Far beyond any random game; a game that has not ended by then never will."""
NAMES = ("Anna", "Bob", "Chris", "David", "Eva")


@dataclass(frozen=True)
class Setup:
    """A way to open a game, and the number of the random game that is played of it."""

    game: Game
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    rules_version: int | None = None
    """None: that of new games."""

    def __str__(self) -> str:
        options = [*self.options] if self.rules_version is None else [*self.options, ("rules", str(self.rules_version))]
        text = ",".join(f"{name}={value}" for name, value in options)
        return f"{self.game.key}-{self.seats}" + (f"-{text}" if text else "")

    def secret(self) -> bytes:
        return self.seed.to_bytes(32, "big")

    def new(self) -> Position:
        return self.game.new(self.seats, dict(self.options), self.secret(), self.rules_version)

    def random(self, purpose: str) -> Random:
        return from_secret(self.secret(), f"{purpose} {self}")

    def written(self, position: Position) -> str:
        return json.dumps(self.game.to_json(position), sort_keys=True)


def setups(game: Game) -> list[Setup]:
    """The defaults for every number of seats, then of every option the first and the last other choice that can be
    opened alone, the numbers of seats going round."""
    numbers = range(game.min_seats, game.max_seats + 1)
    found = [Setup(game, seats) for seats in numbers]
    for option in game.options():
        others = [value for value, _ in option.choices if value != option.default]
        for value in dict.fromkeys((others[0], others[-1])):
            allowed = [seats for seats in numbers if can_open(game, seats, {option.name: value})]
            if allowed:
                found.append(Setup(game, allowed[len(found) % len(allowed)], ((option.name, value),)))
    return found


def setups_of_old(game: Game) -> list[Setup]:
    """The defaults under every earlier version of the rules that is played, the numbers of seats going round."""
    numbers = range(game.min_seats, game.max_seats + 1)
    return [
        Setup(game, numbers[index % len(numbers)], rules_version=version)
        for index, version in enumerate(game.rules_versions()[:-1])
    ]


def can_open(game: Game, seats: int, options: Mapping[str, str]) -> bool:
    try:
        game.new(seats, options, bytes(32))
    except OptionError:
        return False
    return True


def random_plies(setup: Setup, purpose: str) -> Iterator[tuple[Position, int]]:
    """A random game, each position with the move that comes next, NO_MOVE at the end."""
    position = setup.new()
    random = setup.random(purpose)
    for _ in range(PLY_CAP):
        if position.is_over():
            yield position, NO_MOVE
            return
        moves = position.legal_moves()
        move = int(moves[random.below(len(moves))])
        yield position, move
        position.play(move)
    raise AssertionError(f"not over after {PLY_CAP} plies")


def samples(setup: Setup, purpose: str, count: int) -> list[Position]:
    """About so many positions of a random game, evenly spread, the last one included."""
    # Written, not copied: whether copies are true ones is among the questions.
    game = [setup.game.to_json(position) for position, _ in random_plies(setup, purpose)]
    chosen = [*game[: -1 : max(1, len(game) // count)], game[-1]]
    return [setup.game.from_json(stored) for stored in chosen]


def check_every_ply_of_a_random_game(setup: Setup) -> None:
    """Moves, seats and phases in order at every ply; nothing gets lost: from_json checks conservation."""
    plies = phase = 0
    version = setup.game.rules_version if setup.rules_version is None else setup.rules_version
    assert version in setup.game.rules_versions()
    for position, move in random_plies(setup, "every ply"):
        assert position.plies == plies
        assert position.phase() >= phase
        assert position.rules_version == version
        written = setup.game.to_json(position)
        again = setup.game.from_json(json.loads(json.dumps(written)))
        assert setup.game.to_json(again) == written
        moves = list(position.legal_moves())
        assert list(again.legal_moves()) == moves
        assert position.copy().rules_version == again.rules_version == version
        if move == NO_MOVE:
            check_the_end(setup, position)
            return
        assert moves == sorted(set(moves))
        assert 0 <= position.to_move() < setup.seats
        assert position.forced_move() in (moves[0], NO_MOVE)
        assert position.forced_move() == NO_MOVE or len(moves) == 1
        assert len(position.scores()) == len(position.tie_breaks()) == setup.seats
        plies, phase = plies + 1, int(position.phase())


def check_the_end(setup: Setup, position: Position) -> None:
    """Nothing is left to decide, and the account adds up."""
    assert position.is_over()
    assert position.to_move() == NOBODY
    assert len(position.legal_moves()) == 0
    assert position.forced_move() == NO_MOVE
    assert all(position.ahead(seat) is None for seat in range(setup.seats))
    sheet = setup.game.score_sheet(position)
    assert [line.seat for line in sheet] == list(range(setup.seats))
    assert [line.total for line in sheet] == list(position.scores())
    assert [line.tie_break for line in sheet] == list(position.tie_breaks())
    assert chronicle(setup.game.key).tie_break() or not any(position.tie_breaks()), "nobody is told what breaks ties"
    assert [line.rank for line in sheet] == list(position.ranks())
    assert all(sum(part.points for part in line.parts) == line.total for line in sheet)
    for line in sheet:
        keys = [part.key for part in line.parts]
        assert len(set(keys)) == len(keys)
        assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", key) for key in keys)


def check_copies_are_independent(setup: Setup) -> None:
    """What happens to a copy does not touch the original, and both play on alike."""
    for position in samples(setup, "copies", 6):
        before = setup.written(position)
        first, second = position.copy(), position.copy()
        assert setup.written(first) == before
        play_at_random(first, setup.random("playout"), PLY_CAP)
        assert setup.written(position) == before
        play_at_random(second, setup.random("playout"), PLY_CAP)
        assert setup.written(first) == setup.written(second)


def check_json_plays_on_alike(setup: Setup) -> None:
    """A position read from JSON is the same position for all that follows."""
    for position in samples(setup, "json", 6):
        again = setup.game.from_json(json.loads(setup.written(position)))
        play_at_random(position, setup.random("playout"), PLY_CAP)
        play_at_random(again, setup.random("playout"), PLY_CAP)
        assert setup.written(again) == setup.written(position)


def check_views_leak_nothing(setup: Setup) -> None:
    """Positions that differ only in what is hidden from a seat look the same to it, whatever it is shown."""
    random = setup.random("hidden")
    for position in samples(setup, "views", 12):
        for seat in range(setup.seats):
            known = everything_shown(setup, position, seat)
            json.dumps(known, default=dataclasses.asdict)
            for _ in range(3):
                assert everything_shown(setup, position.resample(seat, random), seat) == known
        onlookers = json.dumps(dataclasses.asdict(setup.game.view(position, None)))  # type: ignore[call-overload]
        for seat in range(setup.seats):
            resampled = setup.game.view(position.resample(seat, random), None)
            assert json.dumps(dataclasses.asdict(resampled)) == onlookers  # type: ignore[call-overload]


def everything_shown(setup: Setup, position: Position, seat: int) -> dict[str, object]:
    """All that a seat is shown of a position."""
    shown: dict[str, object] = {
        "view": setup.game.view(position, seat),
        "to move": int(position.to_move()),
        "phase": int(position.phase()),
        "over": position.is_over(),
        "forced": position.forced_move() != NO_MOVE,
    }
    deciding = position if position.to_move() == seat else position.ahead(seat)
    if deciding is not None and not deciding.is_over():
        question = setup.game.question(deciding)
        shown["question"] = question.prompt.render()
        shown["offers"] = [
            (offer.text, offer.label.render(), offer.effect and offer.effect.render(), offer.targets, offer.selection)
            for offer in question.offers
        ]
        shown["moves"] = [int(move) for move in deciding.legal_moves()]
    return shown


def check_events_leak_nothing(setup: Setup) -> None:
    """A ply that reveals nothing tells a seat the same, whatever is hidden from it."""
    random = setup.random("hidden")
    for position, move in random_plies(setup, "events"):
        if move == NO_MOVE:
            return
        for seat in range(setup.seats):
            other = position.resample(seat, random)
            heard, revealed = sentences_told(setup, position, move, seat)
            if revealed:
                continue
            if move in list(other.legal_moves()):
                heard_elsewhere, revealed_elsewhere = sentences_told(setup, other, move, seat)
                assert revealed_elsewhere or heard_elsewhere == heard
            elif position.to_move() != seat:
                # The mover's hidden possessions differ: another of their moves must sound the same while face down.
                sentences = [sentences_told(setup, other, int(substitute), seat) for substitute in other.legal_moves()]
                assert any(
                    revealed_elsewhere or heard_elsewhere == heard for heard_elsewhere, revealed_elsewhere in sentences
                )


def sentences_told(setup: Setup, position: Position, move: int, seat: int) -> tuple[list[str], bool]:
    """The sentences a seat is told about a ply, and whether the ply brings something hidden to light."""
    after = position.copy()
    after.listener = []
    after.play(move)
    sentences = [
        setup.game.narrate(event, NAMES[: setup.seats]).render() for event in after.listener if event.visible_to(seat)
    ]
    return sentences, after.revealed > position.revealed


def check_events_can_be_stored_and_told(setup: Setup) -> None:
    """Every event survives JSON and becomes a sentence."""
    position = setup.new()
    events: list[Event] = []
    position.listener = events
    play_at_random(position, setup.random("events"), PLY_CAP)
    assert events
    for event in events:
        stored = json.loads(json.dumps(event.to_json()))
        again = event_from_json(stored)
        assert again.to_json() == event.to_json() == stored
        assert (
            setup.game.narrate(again, NAMES[: setup.seats]).render()
            == setup.game.narrate(event, NAMES[: setup.seats]).render()
            != ""
        )


def check_resampling_keeps_what_the_seat_knows(setup: Setup) -> None:
    """A resampled position is a whole one, at the same point of the game, and plays on; the true one is kept."""
    random = setup.random("hidden")
    redrawn = False
    for position in samples(setup, "resample", 8):
        before = setup.written(position)
        for seat in range(setup.seats):
            other = position.resample(seat, random)
            redrawn = redrawn or setup.written(other) != before
            setup.game.from_json(setup.game.to_json(other))
            assert (other.plies, other.seats, other.to_move()) == (position.plies, position.seats, position.to_move())
            play_at_random(other, random, PLY_CAP)
            assert other.is_over()
        assert setup.written(position) == before
    assert redrawn == setup.game.hides, "what is hidden is drawn anew, and nothing else"


def check_nothing_is_hidden_in_an_open_game(setup: Setup) -> None:
    """Everybody sees the same and learns of everything, and nothing is drawn, neither at the start nor later."""
    if setup.game.hides:
        return
    started = {
        setup.written(setup.game.new(setup.seats, dict(setup.options), bytes([number]) * 32)) for number in (1, 2)
    }
    assert len(started) == 1, "the start depends on the secret"
    for position in samples(setup, "open", 8):
        everybody: list[int | None] = [None, *range(setup.seats)]
        assert all(setup.game.view(position, seat) == setup.game.view(position, None) for seat in everybody)
        assert position.revealed == 0
    for position, move in random_plies(setup, "open"):
        if move != NO_MOVE:
            after = position.copy()
            after.listener = []
            after.play(move)
            assert all(event.audience is None for event in after.listener)


def check_what_is_decided_ahead_is_legal_in_turn(setup: Setup) -> None:
    """The plies of a seat in its `ahead` copy are legal, in this order, when its time comes."""
    random = setup.random("ahead")
    answers: dict[int, list[int]] = {}
    for position, move in random_plies(setup, "ahead"):
        mover = int(position.to_move())
        if mover in answers:
            trial = position.copy()
            for ply in answers.pop(mover):
                assert trial.to_move() == mover
                assert ply in list(trial.legal_moves())
                trial.play(ply)
        for seat in range(setup.seats):
            ahead = position.ahead(seat)
            assert ahead is None or seat != mover
            if ahead is None or seat in answers:
                continue
            assert ahead.to_move() == seat
            phase, plies = ahead.phase(), []
            while ahead.to_move() == seat and ahead.phase() == phase and not ahead.is_over():
                moves = ahead.legal_moves()
                plies.append(int(moves[random.below(len(moves))]))
                ahead.play(plies[-1])
            answers[seat] = plies
        assert move == NO_MOVE or move in list(position.legal_moves())


def check_every_ply_has_one_text(setup: Setup) -> None:
    """The canonical text of a ply is read back as this ply, forgivingly, and no two plies share it."""
    shouted: set[str] = set()
    for position, move in random_plies(setup, "texts"):
        if move == NO_MOVE:
            return
        moves = [int(legal) for legal in position.legal_moves()]
        texts = [setup.game.move_text(position, legal) for legal in moves]
        assert len(set(texts)) == len(texts)
        for legal, text in zip(moves, texts, strict=True):
            assert setup.game.parse(position, text)[0] == legal
            if text not in shouted:
                # How a line is written makes the same difference in every position.
                assert setup.game.parse(position, f"  {text.upper()} ")[0] == legal
                shouted.add(text)


def check_every_offer_can_be_accepted(setup: Setup) -> None:
    """Each numbered offer is a complete answer: by its text, its number or another choice of its things it plays."""
    random = setup.random("selections")
    for position in samples(setup, "offers", 25):
        if position.is_over():
            continue
        question = setup.game.question(position)
        assert question.seat == position.to_move()
        assert question.offers
        assert setup.game.stage_name(question.stage).render()
        assert len({offer.text for offer in question.offers}) == len(question.offers)
        for number, offer in enumerate(question.offers, start=1):
            by_text, by_number = position.copy(), position.copy()
            assert setup.game.submit(by_text, offer.text)
            setup.game.submit(by_number, str(number))
            assert setup.written(by_text) == setup.written(by_number) != setup.written(position)
            if offer.selection is not None:
                check_every_choice_can_be_accepted(setup, position, offer, offer.selection, random)


def check_every_choice_can_be_accepted(
    setup: Setup, position: Position, offer: Offer, selection: Selection, random: Random
) -> None:
    """The offer's own text is one of the choices; others, picked by lot, play as well."""
    assert offer.text == selection.line(selection.chosen)
    assert 1 <= selection.least <= len(selection.chosen) <= selection.most <= len(selection.items)
    assert list(selection.chosen) == sorted(set(selection.chosen))
    for _ in range(4):
        left, picked = list(range(len(selection.items))), []
        for _ in range(selection.least + int(random.below(selection.most - selection.least + 1))):
            picked.append(left.pop(int(random.below(len(left)))))
        assert setup.game.submit(position.copy(), selection.line(picked)), selection.line(picked)


def check_garbled_lines_change_nothing(setup: Setup) -> None:
    """Whatever a person writes is either played as legal plies or refused with a message, all or nothing."""
    random = setup.random("fuzz")
    lines: list[str] = []
    for position in samples(setup, "fuzz", 30):
        before = setup.written(position)
        if not position.is_over():
            lines += [setup.game.move_text(position, move) for move in position.legal_moves()]
        for _ in range(12):
            line = garble(lines[int(random.below(len(lines)))], random)
            trial = position.copy()
            refused = refusal(setup, trial, line)
            if refused is None:
                assert trial.plies > position.plies
            else:
                assert refused
                assert setup.written(trial) == before


def check_refusals_tell_what_is_possible(setup: Setup) -> None:
    """Every refusal names the offers, and where it says that these are all, no legal move is missing among them."""
    for position in samples(setup, "refusals", 30):
        asked = setup.game.question(position)
        if position.is_over():
            continue
        error = error_for_unreadable(setup, position, "99")
        assert error.legal == [offer.text for offer in asked.offers]
        assert error.legal_complete == asked.lists_all_answers()
        illegal = setup.game.refusal(position, error.legal[0])
        assert (illegal.legal, illegal.legal_complete) == (error.legal, error.legal_complete)
        if error.legal_complete:
            begun = {setup.game.parse(position, line)[0] for line in error.legal}
            assert begun == {int(move) for move in position.legal_moves()}


def error_for_unreadable(setup: Setup, position: Position, line: str) -> NotationError:
    """The error for a line that nothing can be read in."""
    with pytest.raises(NotationError) as caught:
        setup.game.submit(position, line)
    return caught.value


def refusal(setup: Setup, position: Position, line: str) -> str | None:
    """The message a line is refused with, None if it was played."""
    try:
        setup.game.submit(position, line)
    except RulesError as error:
        return str(error)
    return None


def garble(line: str, random: Random) -> str:
    """A line with some letters, words or numbers gone wrong."""
    noise = "abz 0179,.;:!?-+*/\\\"'éű€\u2028\x00\n\t…#%{}[]()"
    letters = list(line)
    for _ in range(1 + int(random.below(3))):
        place = int(random.below(len(letters) + 1))
        change = random.below(4)
        if change == 0:
            letters.insert(place, noise[int(random.below(len(noise)))])
        elif change == 1:
            del letters[place : place + 1]
        elif change == 2:
            letters[place : place + 1] = noise[int(random.below(len(noise)))]
        else:
            letters = [*letters[place:], " ", *letters[:place]]
    return "".join(letters)


def check_a_record_replays_to_the_same_position(setup: Setup) -> None:
    """The moves' texts alone, with the secret, lead to the same position again."""
    entries = []
    for position, move in random_plies(setup, "record"):
        if move == NO_MOVE:
            break
        entries.append(record.MoveEntry(int(position.to_move()), setup.game.move_text(position, move)))
    written = record.export(
        record.Record(
            game=setup.game.key,
            rules_version=int(setup.new().rules_version),
            options=dict(setup.options),
            seats=NAMES[: setup.seats],
            secret_hash=record.hash_secret(setup.secret()),
            secret=setup.secret(),
            digest=setup.game.digest(position),
            entries=tuple(entries),
        )
    )
    replayed = record.replay(setup.game, record.parse(written))
    assert setup.written(replayed) == setup.written(position)


def check_what_is_not_json_of_a_position_is_refused(setup: Setup) -> None:
    """A position with a field missing, of another type or too many is refused, and the field is named."""
    stored = setup.game.to_json(setup.new())
    for name in stored:
        # Without a version of the rules it is the first one.
        missing = [] if name == versions.FIELD else [without(stored, name)]
        for broken in (*missing, {**stored, name: "nonsense"}, {**stored, name: -99}):
            with pytest.raises(ValueError, match=name):
                setup.game.from_json(broken)
    with pytest.raises(ValueError, match="surplus"):
        setup.game.from_json({**stored, "surplus": 1})


def without(stored: dict[str, object], name: str) -> dict[str, object]:
    return {other: value for other, value in stored.items() if other != name}


CHECKS = (
    check_every_ply_of_a_random_game,
    check_copies_are_independent,
    check_json_plays_on_alike,
    check_views_leak_nothing,
    check_events_leak_nothing,
    check_events_can_be_stored_and_told,
    check_resampling_keeps_what_the_seat_knows,
    check_nothing_is_hidden_in_an_open_game,
    check_what_is_decided_ahead_is_legal_in_turn,
    check_every_ply_has_one_text,
    check_every_offer_can_be_accepted,
    check_garbled_lines_change_nothing,
    check_refusals_tell_what_is_possible,
    check_a_record_replays_to_the_same_position,
    check_what_is_not_json_of_a_position_is_refused,
)
"""All that a game owes, to run for every setup."""


def perft(position: Position, depth: int) -> int:
    """Positions after exactly so many plies, whatever is played; a finished game counts once."""
    if depth == 0 or position.is_over():
        return 1
    nodes = 0
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        nodes += perft(after, depth - 1)
    return nodes


def default_setups() -> list[Setup]:
    """Every registered game with its default options, for the fewest and the most seats."""
    return [Setup(game, seats) for game in games() for seats in (game.min_seats, game.max_seats)]


def fullest_setups() -> list[Setup]:
    """Of these those with the most seats, which are enough where only the code is another."""
    return [setup for setup in default_setups() if setup.seats == setup.game.max_seats]


def main() -> None:
    """Run all checks on the fullest setups: for a process without the test runner."""
    for setup in fullest_setups():
        for check in CHECKS:
            check(setup)
        print(setup)


if __name__ == "__main__":
    main()
