"""A person who never opens a browser plays against bots: every answer is a reply to a mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.correspondents import HUNGARIAN, SAN_JUAN, Correspondent
from tests.e2e.mail_games import WHOLE_GAME, Site, check_played, embedded, play_on_a_site, production

pytestmark = pytest.mark.processes


@pytest.mark.parametrize(
    ("site", "person", "mails"),
    # The end of a game is the same on every site.
    [(embedded, SAN_JUAN, WHOLE_GAME), (production, HUNGARIAN, 12)],
    ids=["a whole game of San Juan, embedded", "rounds of Puerto Rico in Hungarian, in production"],
)
def test_a_game_is_played_by_reply_mails_only(tmp_path: Path, site: Site, person: Correspondent, mails: int) -> None:
    played = play_on_a_site(tmp_path, site, person, mails)
    check_played(played, person, whole=mails == WHOLE_GAME)
