"""The translatable sentences for the words that the audit trail stores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.table import broken_games, clock, invitation_expiry, rules_upgrade, second_factors

WORDS: Final[Mapping[str, Promise]] = {
    Permission.OPEN_GAME: _("opened a game"),
    Permission.TRY_GAME: _("tried a game without an account"),
    Permission.KEEP_GUEST_GAME: _("kept a game that they had tried"),
    Permission.JOIN: _("joined"),
    Permission.DECLINE: _("declined a seat"),
    Permission.LEAVE: _("left"),
    Permission.START: _("started"),
    Permission.FILL: _("filled with bots"),
    Permission.CANCEL: _("cancelled"),
    Permission.SET_VISIBILITY: _("set who may watch"),
    Permission.UNDO: _("took back"),
    Permission.RESIGN: _("resigned"),
    Permission.SET_PREFERENCES: _("took another name"),
    Permission.MAKE_TOKEN: _("made a token"),
    Permission.REVOKE_TOKEN: _("revoked a token"),
    Permission.MAKE_BOT_ACCOUNT: _("made or closed a bot account"),
    Permission.CLOSE_ACCOUNT: _("closed their account"),
    Permission.SEE_HIDDEN: _("looked at hidden parts"),
    Permission.PAUSE: _("paused"),
    Permission.RESUME: _("resumed"),
    Permission.EXTEND: _("gave more time"),
    Permission.TAKE_BACK: _("took back to a move"),
    Permission.CORRECT: _("corrected the position"),
    Permission.REPLACE: _("replaced a seat"),
    Permission.ASK_AGAIN: _("asked a bot again"),
    Permission.PLAY_FOR: _("played for a seat"),
    Permission.ABORT: _("called off"),
    Permission.RESEND: _("sent a mail again"),
    Permission.RESEND_LOST_MAILS: _("sent lost mails again"),
    Permission.SUSPEND: _("suspended"),
    Permission.REINSTATE: _("reinstated"),
    Permission.ADMINISTER: _("changed who is staff"),
    Permission.SWITCH_READ_ONLY: _("switched read-only mode"),
    Permission.ANNOUNCE: _("set the banner"),
    second_factors.ADDED: _("set up a second factor"),
    second_factors.REMOVED: _("turned off a second factor"),
    second_factors.RESET: _("made new recovery codes"),
    second_factors.TAKEN_AWAY: _("took lost second factors away"),
    invitation_expiry.LAPSED: _("freed seats kept for somebody invited"),
    clock.TIME_OUT: _("time-out"),
    rules_upgrade.RULES_UPGRADED: _("carried over to new rules"),
    broken_games.DOES_NOT_REPLAY: _("found that it does not replay"),
}


def in_words(action: str) -> str:
    """The sentence for a stored word; an unknown word stays as it is."""
    return str(WORDS.get(action, action))
