"""Waits per game: how often a game of people has to wait for somebody to answer.

The same random games are served in three ways: every ply is asked in turn order; forced plies are played at once; and
besides, independent questions are asked at the same time. Several people may decide in one wait. Consecutive plies of
one seat are one wait, as one visit answers all of them.
"""

from __future__ import annotations

import hashlib

from games.engine.contract import NO_MOVE, NOBODY, Game, Position
from games.engine.random import Random, from_secret
from games.engine.registry import games

GAMES = 40


def waits(position: Position, random: Random, *, play_forced: bool, at_once: bool) -> int:
    """Play one game with random decisions and count the waits."""
    count = 0
    waited_for = NOBODY
    given: dict[int, list[int]] = {}
    while not position.is_over():
        seat = int(position.to_move())
        if answers := given.get(seat):
            position.play(answers.pop(0))
            continue
        if play_forced and position.forced_move() != NO_MOVE:
            position.play(position.forced_move())
            continue
        if seat != waited_for:
            count, waited_for = count + 1, seat
        if at_once:
            for other in range(int(position.seats)):
                ahead = position.ahead(other) if not given.get(other) else None
                if ahead is not None:
                    given[other] = decide(ahead, other, random)
        position.play(pick(position, random))
    return count


def decide(ahead: Position, seat: int, random: Random) -> list[int]:
    """All plies of a seat's decision ahead of time."""
    moves = []
    phase = ahead.phase()
    while ahead.to_move() == seat and ahead.phase() == phase:
        moves.append(pick(ahead, random))
        ahead.play(moves[-1])
    return moves


def pick(position: Position, random: Random) -> int:
    legal = position.legal_moves()
    return int(legal[random.below(len(legal))])


def main() -> None:
    print(f"mean of {GAMES} random games; waits of a game of people only")
    for game in games():
        print(f"\n{game.title.render()}")
        print("players   every ply asked   forced played   forced played, asked at once")
        for players in range(game.min_seats, game.max_seats + 1):
            report(game, players)


def report(game: Game, players: int) -> None:
    means = []
    for play_forced, at_once in ((False, False), (True, False), (True, True)):
        total = 0
        for number in range(GAMES):
            secret = hashlib.sha256(f"hand-offs {number}".encode()).digest()
            position = game.new(players, {}, secret)
            total += waits(position, from_secret(secret, "decisions"), play_forced=play_forced, at_once=at_once)
        means.append(total / GAMES)
    print(f"{players:7}   {means[0]:15.1f}   {means[1]:13.1f}   {means[2]:28.1f}")


if __name__ == "__main__":
    main()
