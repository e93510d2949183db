"""What a game page, its polls and the answers given on it cost the web process, as a game of four goes on.

Processor time of the process that answers (the database's is not in it), statements, and size before compression. Every
answer is given by the page; then its giver's page and an opponent's ask for what changed, and ask once more.
"""

from __future__ import annotations

import gzip
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from bench.postgresql import site
from bench.submissions import new_game, person, question

ANSWERS: Final = 120
FIRST: Final = 10
"""The cost of the first answers is left out, as they import modules and compile templates."""
Measurements = dict[str, list[tuple[float, float, float]]]
"""Milliseconds, statements and kilobytes, by the kind of request."""


def main() -> None:
    with site():
        found = play_game()
    print(f"{'':<44} {'median':>9} {'mean':>9} {'queries':>8} {'most':>5} {'kB':>6} {'most':>6}")
    for name, rows in found.items():
        took, statements, size = (list(column) for column in zip(*rows, strict=True))
        print(
            f"{name:<44} {statistics.median(took):6.1f} ms {statistics.fmean(took):6.1f} ms "
            f"{statistics.fmean(statements):8.1f} {max(statements):5.0f} {statistics.fmean(size):6.1f} {max(size):6.1f}"
        )


def play_game() -> Measurements:
    from django.test import Client

    people = [person(f"pages-{number}") for number in range(4)]
    browsers = {one.pk: Client(headers={"Accept-Encoding": "gzip", "Host": "127.0.0.1"}) for one in people}
    for one in people:
        browsers[one.pk].force_login(one)
        browsers[one.pk].cookies["prweb-width"] = "wide"  # as from its first page on
    game, found = new_game(people), Measurements()
    page, poll = f"/games/{game.pk}/", f"/games/{game.pk}/turn/?version="
    for answer in range(ANSWERS):
        asked = question(game)
        if asked is None:
            break
        turn, line = asked
        own = browsers[turn.seat.user_id]
        other = next(browser for pk, browser in browsers.items() if pk != turn.seat.user_id)
        into: Measurements = found if answer >= FIRST else {}
        known = version(game)
        measure(into, "a submission (games.table.play)", lambda t=turn, s=line, n=answer: submit(t, s, n))  # type: ignore[misc]
        for name, browser in (("who answered", own), ("another player", other)):
            shown, address = drawings_of(browser), f"{poll}{known}"
            measure(into, f"poll after a change: {name}", lambda b=browser, a=address, s=shown: request_page(b, a, s))  # type: ignore[misc]
        for browser in browsers.values():
            measure(into, "whole page after a change", lambda b=browser: request_page(b, page))  # type: ignore[misc]
        known = version(game)
        measure(into, "poll, unchanged", lambda o=own, k=known: o.get(f"{poll}{k}"))  # type: ignore[misc]
    return found


def request_page(browser: Any, address: str, shown: str = "") -> Any:
    """Request an address as an open page does, which names the drawings that it shows already."""
    response = browser.get(address, headers={"X-Shown-Drawings": shown})
    browser.shown = response
    return response


def drawings_of(browser: Any) -> str:
    """The drawings that the last page of this browser shows."""
    last = getattr(browser, "shown", None)
    return next(iter(re.findall(r'data-shown="([^"]*)"', text_of(last))), "") if last is not None else ""


def text_of(response: Any) -> str:
    body = response.content
    return (gzip.decompress(body) if response.get("Content-Encoding") == "gzip" else body).decode()


def version(game: Any) -> int:
    from games.models import Game

    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def submit(turn: Any, line: str, number: int) -> None:
    from games.models import Move
    from games.table.playing import play

    play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=f"bench {number}")


def measure(found: Measurements, name: str, work: Callable[[], Any]) -> None:
    with count_statements() as statements:
        began = time.process_time()
        response = work()
        took = time.process_time() - began
    size = 0
    if response is not None:
        assert response.status_code in (200, 204), response.status_code
        size = len(text_of(response).encode())
    found.setdefault(name, []).append((1000 * took, len(statements), size / 1000))


@contextmanager
def count_statements() -> Iterator[list[str]]:
    """Collect the SQL statements within it, without those that begin and end transactions."""
    from django.db import connection

    sent: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        sent.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield sent


if __name__ == "__main__":
    main()
