"""The Celery tasks for games that beat runs from time to time."""

from __future__ import annotations

import logging

from celery import shared_task

from games.nudge import CHECK_REPLAYS, COUNT_GAMES, PLAY_TOURNAMENTS, RATE, nudge
from games.table import (
    bots_for_free_seats,
    clock,
    guests,
    invitation_expiry,
    packing,
    played_games,
    rating_applier,
    rating_queue,
    replay_checks,
    seek_matching,
    shared_traces,
    waiting_list,
)
from games.table.moderation import reports
from games.table.tournaments import progress

log = logging.getLogger(__name__)


@shared_task(name="games.table.sweep")
def sweep() -> None:
    clock.tick()


@shared_task(name="games.table.fill_seats")
def fill_seats() -> None:
    """Every few minutes. People come before bots."""
    log.info("Gave %d free seats to people who waited.", waiting_list.give_due())
    log.info("Bots took the free seats of %d games.", bots_for_free_seats.fill_due())


@shared_task(name="games.table.match_seeks")
def match_seeks() -> None:
    """Every few minutes. Those who wait for a seat come before those who seek one."""
    waiting_list.give_due()
    log.info("Found %d seats and new games for those who seek.", seek_matching.match())


@shared_task(name="games.table.tidy")
def tidy() -> None:
    """Once a day."""
    shared_traces.forget_old()
    reports.forget_decided()
    log.info("Tidied up: %d seeks of people who were not here are paused.", seek_matching.pause_silent())
    log.info("Tidied up: %d seats were kept long enough for somebody invited.", invitation_expiry.expire_invitations())


@shared_task(name="games.table.forget_guests")
def forget_guests() -> None:
    """Once an hour."""
    log.info("Tidied up: %d guests and their games.", guests.delete_expired_guests())


@shared_task(name=CHECK_REPLAYS)
def check_replays() -> None:
    """After an upgrade, until all running games were looked at."""
    if replay_checks.check_for_a_while():
        nudge(CHECK_REPLAYS)


@shared_task(name=RATE)
def rate() -> None:
    """After the end of a rated game, until all ratings are counted; games that were missed are for the next time."""
    if rating_applier.count_for_a_while():
        nudge(RATE)
    else:
        rating_queue.note_missed()


@shared_task(name=PLAY_TOURNAMENTS)
def play_tournaments() -> None:
    """After the end of a game of a tournament, and every few minutes for those that are to start."""
    if progress.advance_for_a_while():
        nudge(PLAY_TOURNAMENTS)


@shared_task(name="games.table.pack")
def pack() -> None:
    """Once an hour."""
    log.info("Tidied up: %d finished games were packed.", packing.pack_old_games())


@shared_task(name=COUNT_GAMES)
def count_games() -> None:
    """Once an hour; until all games of before profiles are counted."""
    counted, more = played_games.count_old_games()
    log.info("Counted %d games that ended earlier for the people who had played in them.", counted)
    if more:
        nudge(COUNT_GAMES)
