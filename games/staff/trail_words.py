"""The words of the audit trail as its readers see them; the trail itself keeps them in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access import Act
from games.table import clock, invitation_expiry, rules_upgrade, second_factors
from games.table.moderation import broken_games

WORDS: Final[Mapping[str, Promise]] = {
    Act.OPEN_GAME: _("opened a game"),
    Act.TRY_GAME: _("tried a game without an account"),
    Act.KEEP_TRIED: _("kept a game that they had tried"),
    Act.JOIN: _("joined"),
    Act.DECLINE: _("declined a seat"),
    Act.LEAVE: _("left"),
    Act.START: _("started"),
    Act.FILL: _("filled with bots"),
    Act.CANCEL: _("cancelled"),
    Act.SET_VISIBILITY: _("set who may watch"),
    Act.UNDO: _("took back"),
    Act.RESIGN: _("resigned"),
    Act.SET_PREFERENCES: _("took another name"),
    Act.MAKE_TOKEN: _("made a token"),
    Act.REVOKE_TOKEN: _("revoked a token"),
    Act.MAKE_BOT_ACCOUNT: _("made or closed a bot account"),
    Act.CLOSE_ACCOUNT: _("closed their account"),
    Act.SEE_HIDDEN: _("looked at hidden parts"),
    Act.PAUSE: _("paused"),
    Act.RESUME: _("resumed"),
    Act.EXTEND: _("gave more time"),
    Act.TAKE_BACK: _("took back to a move"),
    Act.CORRECT: _("corrected the position"),
    Act.REPLACE: _("replaced a seat"),
    Act.ASK_AGAIN: _("asked a bot again"),
    Act.PLAY_FOR: _("played for a seat"),
    Act.ABORT: _("called off"),
    Act.RESEND: _("sent a mail again"),
    Act.RESEND_LOST: _("sent lost mails again"),
    Act.SUSPEND: _("suspended"),
    Act.REINSTATE: _("reinstated"),
    Act.ADMINISTER: _("said who is staff"),
    Act.SWITCH_READ_ONLY: _("switched read-only mode"),
    Act.ANNOUNCE: _("set the banner"),
    second_factors.ADDED: _("set up a second factor"),
    second_factors.REMOVED: _("turned off a second factor"),
    second_factors.RESET: _("made new recovery codes"),
    second_factors.TAKEN_AWAY: _("took lost second factors away"),
    invitation_expiry.LAPSED: _("freed seats kept for somebody invited"),
    clock.TIME_OUT: _("time-out"),
    rules_upgrade.CARRIED_OVER: _("carried over to new rules"),
    broken_games.DOES_NOT_REPLAY: _("found that it does not replay"),
}


def in_words(act: str) -> str:
    """What was done; a word that nobody translates stays as it is kept."""
    return str(WORDS.get(act, act))
