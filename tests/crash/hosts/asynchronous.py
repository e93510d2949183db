"""What is lost where commits do not wait for the replica: shown once, at the end, for docs/scaling.md."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from tests.crash.hosts.site import Site
from tests.crash.people import Given, Table

BEHIND_S: Final = 10
KEPT: Final = (
    "select s.turn_id, s.key from games_submission s join games_turn t on t.id = s.turn_id where t.game_id = ?"
    " and s.plies > 0"
)


def lose_the_last_moments(site: Site) -> str:
    """Promote a replica that is some seconds behind; the games go on from there. What was lost, in words."""
    databases = site.databases
    databases.primary.wait_for(None)
    # A replica that stands still is as far behind as one that a network keeps from following.
    databases.standby.kill()
    site.begin_event()
    before = site.answers
    site.follow(BEHIND_S)
    with ExitStack() as held:
        for party in site.parties:
            held.enter_context(party.lock)
        databases.primary.kill()
        given = site.answers - before
        databases.standby.start()
        databases.promote()
        lost = [one for party in site.parties for table in party.tables for one in _forget(table)]
        gone = sum(not _is_there(table) for party in site.parties for table in party.tables)
        sent = {str(mail["Message-ID"]) for mail in site.sink.mails}
        strange = sent - {name for (name,) in site.watch.rows("select message_id from games_outgoingmail")}
        for party in site.parties:
            party.leave_tables(lambda table: not _is_there(table))
    databases.follow_again()
    site.goes_on()
    by_mail = sum(one.key.startswith("<") for one in lost)
    return "\n".join(
        (
            f"The replica was stopped for {BEHIND_S} seconds, in which {given} answers were acknowledged; then the",
            f"primary was killed and the replica promoted. {len(lost)} acknowledged answers were gone, {by_mail} of",
            f"them given by mail, which nobody sends again (games that were opened meanwhile and gone: {gone}); people",
            f"had {len(strange)} mails that the site knew nothing of. The other games went on from where the replica",
            "was: people were asked the same questions again, and all games replay.",
        )
    )


def _is_there(table: Table) -> bool:
    return bool(table.watch.one("select count(*) from games_game where id = ?", table.game))


def _forget(table: Table) -> list[Given]:
    """Let the people of a table see again what is asked of them; the answers that are lost."""
    numbers = dict(table.watch.rows("select message_id, id from games_incomingmail"))
    kept = table.watch.rows(KEPT, table.game)

    def is_kept(given: Given) -> bool:
        key = f"mail:{numbers.get(given.key)}#0" if given.key.startswith("<") else given.key
        return any(turn == given.question.turn and stored.startswith(key) for turn, stored in kept)

    lost = [given for given in table.given if not is_kept(given)]
    table.given = [given for given in table.given if given not in lost]
    table.start_anew()
    return lost
