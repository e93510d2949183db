"""Random games over random options, every ply of them checked: `make fuzz`, or `python -m tests.engine.fuzz --help`.

What the conformance suite asks of a few games per option is asked here of thousands: what must hold at every ply after
every ply, and what takes long at some random plies of every game. A game is told by its seed alone, so what fails once
can be played again; its story is written down as a record.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random as chances
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from games.engine import contract, record
from games.engine.contract import NO_MOVE, Game, OptionSpec, Position
from games.engine.playout import play_at_random
from games.engine.random import Random
from games.engine.registry import games
from tests.engine.conformance import (
    NAMES,
    PLY_CAP,
    Setup,
    can_open,
    check_the_end,
    everything_shown,
    garble,
    random_plies,
    refusal,
    sentences_told,
)
from tests.engine.repertoire import repertoire

HEAVY_PLIES = 20
"""At so many random plies of every game everything is checked."""
TEXTS = 2
"""Of the legal moves and of the offers at such a ply so many are written, read and played."""
LINES = 2
FAILURES = Path(__file__).resolve().parents[2] / "artifacts" / "fuzz"
MAX_FAILURES = 20
"""Then a run stops: it has found enough."""

PAGE = """\
# Fuzzing {what}

    make fuzz {made}

plays {games:,} random games over random options and numbers of players. After every ply everything on the table is
counted and the legal moves are looked at; at twenty random plies of every game the position is written and read, copied
and played on, drawn anew as a seat knows it and shown to it, its moves are said and its offers accepted, and garbled
lines are sent (tests/engine/fuzz.py). A game is told by its seed:
`python -m tests.engine.fuzz {which}--games 1 --seed N` plays it again.
"""


@dataclass(frozen=True)
class Outcome:
    """What became of one game: its options, how long it was, which stages it met, and the fault, if it has one."""

    seed: int
    game: str
    seats: int
    options: dict[str, str]
    plies: int
    stages: Counter[str]
    fault: str = ""
    record: str = ""


# --- which games ------------------------------------------------------------------------------------------------------


def setup_of(seed: int, kind: str | None = None, among: Sequence[Game] | None = None) -> Setup:
    """The game of a seed: of this kind or of any of these (by default of all registered) games; seats and options are
    random."""
    chance = chances.Random(seed)
    kinds = [game for game in among or games() if kind in (None, game.key)]
    while True:
        game = chance.choice(kinds)
        seats = chance.randint(game.min_seats, game.max_seats)
        options = {spec.name: some_value(spec, chance) for spec in game.options()}
        if can_open(game, seats, options):
            return Setup(game, seats, tuple(options.items()), seed)


def some_value(spec: OptionSpec, chance: chances.Random) -> str:
    """A choice; of an option of which several may be chosen as often none as some."""
    choices = [value for value, _label in spec.choices]
    if not spec.several:
        return chance.choice(choices)
    if chance.random() < 0.5:
        return spec.default
    return ", ".join(chance.sample(choices, chance.randint(1, len(choices))))


# --- one game ---------------------------------------------------------------------------------------------------------


def played(seed: int, kind: str | None = None, among: Sequence[Game] | None = None) -> Outcome:
    """Play and check the game of a seed."""
    setup = setup_of(seed, kind, among)
    story: list[int] = []
    stages: Counter[str] = Counter()
    try:
        check_game(setup, story, stages)
    except Exception:
        return outcome(setup, story, stages, traceback.format_exc(limit=-6), describe_game(setup, story))
    return outcome(setup, story, stages)


def outcome(setup: Setup, story: list[int], stages: Counter[str], fault: str = "", written: str = "") -> Outcome:
    return Outcome(setup.seed, setup.game.key, setup.seats, dict(setup.options), len(story), stages, fault, written)


def check_game(setup: Setup, story: list[int], stages: Counter[str]) -> None:
    """Every ply lightly, some of them thoroughly; `story` gets the moves, `stages` the stages of the thorough ones."""
    length = sum(1 for _ in random_plies(setup, "fuzz")) - 1
    thorough = chances.Random(setup.seed).sample(range(length), min(length, HEAVY_PLIES))
    thorough_plies = frozenset(thorough)
    random = setup.random("checks")
    phase = 0
    for ply, (position, move) in enumerate(random_plies(setup, "fuzz")):
        check_lightly(setup, position, ply, phase)
        phase = int(position.phase())
        if move == NO_MOVE:
            check_the_end(setup, position)
            return
        if ply in thorough_plies:
            stages[setup.game.question(position).stage] += 1
            check_thoroughly(setup, position, move, random)
        story.append(move)


def check_lightly(setup: Setup, position: Position, ply: int, phase: int) -> None:
    """What must hold after every ply and costs little to ask."""
    assert position.plies == ply
    assert position.phase() >= phase
    if count := repertoire(setup.game).count:
        count(position)
    if position.is_over():
        return
    moves = list(position.legal_moves())
    assert moves
    assert moves == sorted(set(moves))
    assert 0 <= position.to_move() < setup.seats
    assert position.forced_move() in (moves[0], NO_MOVE)
    assert position.forced_move() == NO_MOVE or len(moves) == 1


def check_thoroughly(setup: Setup, position: Position, move: int, random: Random) -> None:
    """All that the conformance suite asks of a position, of one seat by chance where it asks it of each."""
    before = setup.written(position)
    seat = int(random.below(setup.seats))
    check_json(setup, position, before)
    check_copies(setup, position, random)
    check_resampling(setup, position, seat, random)
    check_what_is_shown(setup, position, seat, random)
    check_what_is_heard(setup, position, move, seat, random)
    check_ahead(setup, position)
    check_texts(setup, position, random)
    check_offers(setup, position, random)
    check_garbled_lines(setup, position, before, random)
    assert setup.written(position) == before


def check_json(setup: Setup, position: Position, written: str) -> None:
    again = setup.game.from_json(json.loads(written))
    assert setup.written(again) == written
    assert list(again.legal_moves()) == list(position.legal_moves())


def check_copies(setup: Setup, position: Position, random: Random) -> None:
    """A copy plays on as the original does, to the end, and the original stays where it is."""
    first, second = position.copy(), position.copy()
    again = random.copy()
    play_at_random(first, random.copy(), PLY_CAP)
    play_at_random(second, again, PLY_CAP)
    assert first.is_over()
    assert setup.written(first) == setup.written(second)


def check_resampling(setup: Setup, position: Position, seat: int, random: Random) -> None:
    other = position.resample(seat, random)
    setup.game.from_json(setup.game.to_json(other))
    assert (other.plies, other.seats, other.to_move()) == (position.plies, position.seats, position.to_move())
    if position.to_move() == seat:
        assert list(other.legal_moves()) == list(position.legal_moves())
    play_at_random(other, random, PLY_CAP)
    assert other.is_over()


def check_what_is_shown(setup: Setup, position: Position, seat: int, random: Random) -> None:
    shown = everything_shown(setup, position, seat)
    json.dumps(shown, default=asdict)
    assert everything_shown(setup, position.resample(seat, random), seat) == shown


def check_what_is_heard(setup: Setup, position: Position, move: int, seat: int, random: Random) -> None:
    """A ply that reveals nothing is told alike, whatever is hidden from whoever hears of it."""
    other = position.resample(seat, random)
    if move not in list(other.legal_moves()):
        return
    heard, revealed = sentences_told(setup, position, move, seat)
    heard_elsewhere, revealed_elsewhere = sentences_told(setup, other, move, seat)
    assert revealed or revealed_elsewhere or heard == heard_elsewhere


def check_ahead(setup: Setup, position: Position) -> None:
    for seat in range(setup.seats):
        ahead = position.ahead(seat)
        if ahead is not None:
            assert seat != position.to_move()
            assert ahead.to_move() == seat
            assert setup.game.question(ahead).offers


def check_texts(setup: Setup, position: Position, random: Random) -> None:
    """No two moves share a text, and texts are read back as what they say."""
    moves = [int(move) for move in position.legal_moves()]
    texts = [setup.game.move_text(position, move) for move in moves]
    assert len(set(texts)) == len(texts)
    for number in some_of(len(moves), random):
        assert setup.game.parse(position, texts[number])[0] == moves[number]
        assert setup.game.parse(position, f"  {texts[number].upper()} ")[0] == moves[number]


def check_offers(setup: Setup, position: Position, random: Random) -> None:
    """An offer plays, by its text and by its number alike."""
    question = setup.game.question(position)
    assert question.seat == position.to_move()
    assert question.offers
    assert setup.game.stage_name(question.stage).render()
    assert len({offer.text for offer in question.offers}) == len(question.offers)
    for number in some_of(len(question.offers), random):
        by_text, by_number = position.copy(), position.copy()
        setup.game.submit(by_text, question.offers[number].text)
        setup.game.submit(by_number, str(number + 1))
        assert by_text.plies > position.plies
        assert setup.written(by_text) == setup.written(by_number)


def check_garbled_lines(setup: Setup, position: Position, before: str, random: Random) -> None:
    """What cannot be played is refused with a reason, and nothing of it is played."""
    moves = position.legal_moves()
    for _ in range(LINES):
        line = setup.game.move_text(position, int(moves[random.below(len(moves))]))
        trial = position.copy()
        refused = refusal(setup, trial, garble(line, random))
        if refused is None:
            assert trial.plies > position.plies
        else:
            assert refused
            assert setup.written(trial) == before


def some_of(count: int, random: Random) -> list[int]:
    """TEXTS of so many numbers, or all of them."""
    first = int(random.below(count))
    return [(first + step * max(1, count // TEXTS)) % count for step in range(min(count, TEXTS))]


def describe_game(setup: Setup, story: list[int]) -> str:
    """The story as a record; by the moves' numbers where it is the record that cannot be written."""
    try:
        return record_of(setup, story)
    except Exception:
        return f"; {setup} seed {setup.seed}\n; {' '.join(map(str, story))}\n"


def record_of(setup: Setup, story: list[int]) -> str:
    """The game as far as it was played: the last entry is the ply before the fault."""
    position = setup.new()
    entries = []
    for move in story:
        entries.append(record.MoveEntry(int(position.to_move()), setup.game.move_text(position, move)))
        position.play(move)
    return record.export(
        record.Record(
            game=setup.game.key,
            rules_version=int(position.rules_version),
            options=dict(setup.options),
            seats=NAMES[: setup.seats],
            secret_hash=record.hash_secret(setup.secret()),
            secret=setup.secret(),
            digest=None,
            entries=tuple(entries),
        )
    )


# --- many games -------------------------------------------------------------------------------------------------------


def outcomes(seeds: range, processes: int, kind: str | None) -> Iterator[Outcome]:
    """The games of these seeds, as they are done."""
    play = partial(played, kind=kind)
    if processes <= 1:
        yield from map(play, seeds)
        return
    # An executor, not a pool: it says so when compiled code takes a process down with it.
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as workers:
        yield from workers.map(play, seeds, chunksize=8)


def report_failure(failed: Outcome, which: str) -> None:
    FAILURES.mkdir(parents=True, exist_ok=True)
    path = FAILURES / f"{failed.seed}.record"
    path.write_text(failed.record)
    print(f"FAILED after {failed.plies} plies: {failed.game} for {failed.seats}, {failed.options}\n{failed.fault}")
    print(f"  again: .venv/bin/python -m tests.engine.fuzz {which}--games 1 --seed {failed.seed}")
    print(f"  the game until then: {path}", flush=True)


@dataclass
class Tally:
    """What a run has come to so far."""

    games: int = 0
    plies: int = 0
    failures: int = 0
    seats: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)

    def add(self, done: Outcome) -> None:
        self.games += 1
        self.plies += done.plies
        self.failures += bool(done.fault)
        self.seats[f"{done.game} for {done.seats}"] += 1
        self.values.update(f"{name} {shortened(value)}" for name, value in done.options.items())
        self.stages += done.stages

    def line(self) -> str:
        return f"{self.games:,} games, {self.plies:,} plies, {self.failures} failures"


def shortened(value: str) -> str:
    """An option's value; of a list how long it is, in tens."""
    count = len(value.split(", "))
    if count == 1:
        return value or "(none)"
    return f"of {count // 10 * 10} to {count // 10 * 10 + 9}"


def report(tally: Tally, seeds: range, which: str, seconds: float) -> str:
    """The page about a run; which: the argument that limits it to one game, or nothing."""
    what = ", ".join(game.title.render() for game in games() if not which or game.key in which)
    made = f"N={len(seeds)} SEED={seeds[0]}" + (f' ARGS="{which.strip()}"' if which else "")
    found = f"{tally.failures} games failed" if tally.failures else "nothing was found wrong"
    lines = [
        PAGE.format(what=what, made=made, games=len(seeds), which=which),
        f"The last run: {tally.line()}, in {seconds / 60:,.0f} minutes: {found}.",
        "",
        *table("what was played", tally.seats),
        *table("option", tally.values),
        *table("stage looked into", tally.stages),
    ]
    return "\n".join(lines).rstrip() + "\n"


def table(title: str, counts: Counter[str]) -> list[str]:
    rows = [f"| {name} | {count:,} |" for name, count in sorted(counts.items())]
    return [f"| {title} | times |", "|---|---|", *rows, ""]


def main() -> int:
    wanted = arguments()
    compiled = not str(contract.__file__).endswith(".py")
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    print(
        f"Seeds {seeds[0]} to {seeds[-1]}, on {wanted.processes} processes, "
        f"the engine {'compiled' if compiled else 'interpreted (`make build` compiles it)'}",
        flush=True,
    )
    started = time.monotonic()
    tally = Tally()
    which = f"--game {wanted.game} " if wanted.game else ""
    for done in outcomes(seeds, wanted.processes, wanted.game):
        tally.add(done)
        if done.fault:
            report_failure(done, which)
            if tally.failures >= MAX_FAILURES:
                break
        if wanted.progress and tally.games % wanted.progress == 0:
            seconds = time.monotonic() - started
            print(f"  {tally.line()}, {seconds:,.0f} s", flush=True)
            if wanted.report:
                wanted.report.write_text(report(tally, seeds, which, seconds))
    seconds = time.monotonic() - started
    print(f"{tally.line()}, {seconds:,.0f} s")
    for counts in (tally.seats, tally.values, tally.stages):
        print(", ".join(f"{name}: {count:,}" for name, count in sorted(counts.items())))
    if wanted.report:
        wanted.report.write_text(report(tally, seeds, which, seconds))
    return 1 if tally.failures else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.fuzz", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", choices=[game.key for game in games()], help="only this one; otherwise all")
    parser.add_argument("--games", type=int, default=1_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others' seeds follow")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--report", type=Path, help="write the page about the run there")
    parser.add_argument("--progress", type=int, default=1_000, help="say so after that many games; 0: never")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
