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
    """All the games of the schedule, in its order; what is finished goes to the log and to `report` at once."""
    missing = [match for match in matches if match.number not in log.played]

    def keep(played: PlayedGame) -> None:
        log.add(played)
        report(played)

    if workers <= 1:
        for match in missing:
            keep(play_match(terms, match))
    else:
        # Fresh interpreters: a worker neither inherits database connections nor pays for Django's set-up.
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
    """Have a watch kept: a worker whose run was killed would wait for its next game for ever."""
    Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
