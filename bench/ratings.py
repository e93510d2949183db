"""How near ratings come to the true strengths of simulated people, after few games: by numbers of players.

Everybody has a true strength on the scale of the ratings; the strengths are spread as the model presumes newcomers to
be. The order at the end of a game is drawn by the model's own odds (Plackett-Luce), tables are drawn by lot. What is
left of the error is luck, and how fast ratings move.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import log, sqrt
from random import Random
from statistics import correlation, fmean, pstdev

from games.ratings.arithmetic import NEWCOMER, Holder, SeatResult, Skill, changes

BETA = 25 / 6
"""openskill's own: how much luck is in one game."""
SPREAD = NEWCOMER.sigma
"""The standard deviation of the true strengths."""
AFTER = (5, 10, 20, 40)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.parse_args()
    print(f"{chosen.people} people, true strengths with a standard deviation of {SPREAD:.1f}, {chosen.runs} runs")
    for players in (2, 3, 4, 5):
        for games in AFTER:
            figures = [_simulated(chosen.people, players, games, Random(seed)) for seed in range(chosen.runs)]
            ranks, shown, error, spread = (fmean(column) for column in zip(*figures, strict=True))
            print(
                f"{players} players, {games:2} games each: rank correlation {ranks:.2f} (as shown {shown:.2f}),"
                f" mean error {error:.1f}, spread {spread:.2f} of the true one"
            )


def _simulated(people: int, players: int, games: int, lots: Random) -> tuple[float, float, float, float]:
    """Of mu and of the shown number the rank correlation with the true strengths; of mu the mean error and the spread.

    The spread is told as its share of the true one.
    """
    true = [lots.gauss(NEWCOMER.mu, SPREAD) for _person in range(people)]
    skills = [NEWCOMER] * people
    for _round in range(games):
        order = lots.sample(range(people), people)
        for start in range(0, people - people % players, players):
            _play(order[start : start + players], true, skills, lots)
    mus = [skill.mu for skill in skills]
    middle = fmean(mus) - fmean(true)
    errors = [abs(mu - middle - strength) for mu, strength in zip(mus, true, strict=True)]
    return (
        correlation(_ranks(mus), _ranks(true)),
        correlation(_ranks([skill.shown for skill in skills]), _ranks(true)),
        fmean(errors),
        pstdev(mus) / pstdev(true),
    )


def _ranks(values: Sequence[float]) -> list[int]:
    places = sorted(range(len(values)), key=lambda place: values[place])
    return [places.index(place) for place in range(len(values))]


def _play(table: Sequence[int], true: Sequence[float], skills: list[Skill], lots: Random) -> None:
    luck = BETA * sqrt(len(table))
    # The order of sums with Gumbel's distribution is that of Plackett-Luce.
    played = {person: true[person] - luck * log(-log(lots.random())) for person in table}
    best = sorted(table, key=lambda person: -played[person])
    for change in changes([SeatResult(best.index(one) + 1, [Holder(skills[one], one)]) for one in table]):
        skills[change.person] = change.after


if __name__ == "__main__":
    main()
