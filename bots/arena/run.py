"""Plays the games of a schedule that are not played yet, on several processes."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context, parent_process
from threading import Thread

from bots.arena.log import Log
from bots.arena.play import PlayedGame, Terms, play_match
from bots.arena.schedule import Match


def run(
    terms: Terms, matches: list[Match], log: Log, workers: int, report: Callable[[PlayedGame], None]
) -> list[PlayedGame]:
    """Play the schedule's missing games. Returns all games in its order.

    Every finished game goes to the log and to `report` at once.
    """
    missing = [match for match in matches if match.number not in log.played]

    def keep(played: PlayedGame) -> None:
        log.add(played)
        report(played)

    if workers <= 1:
        for match in missing:
            keep(play_match(terms, match))
    else:
        # New interpreters: workers inherit no database connections and do not set up Django.
        with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_exit_with_parent) as pool:
            games: list[Future[PlayedGame]] = [pool.submit(play_match, terms, match) for match in missing]
            try:
                for game in as_completed(games):
                    keep(game.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return [log.played[match.number] for match in matches]


def _exit_with_parent() -> None:
    """Make a worker exit with its parent. Otherwise it would wait for its next game for ever if the run is killed."""
    Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
