"""The translatable sentences for the words that the audit trail stores: what somebody did.

Their context keeps them apart from labels and badges, which say the same in English only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.access import Permission
from games.table import absences, broken_games, calendar_feeds, clock, invitation_expiry, rules_upgrade, second_factors

WORDS: Final[Mapping[str, Promise]] = {
    Permission.OPEN_GAME: pgettext_lazy("audit trail", "opened a game"),
    Permission.TRY_GAME: pgettext_lazy("audit trail", "tried a game without an account"),
    Permission.KEEP_GUEST_GAME: pgettext_lazy("audit trail", "kept a game that they had tried"),
    Permission.JOIN: pgettext_lazy("audit trail", "joined"),
    Permission.DECLINE: pgettext_lazy("audit trail", "declined a seat"),
    Permission.LEAVE: pgettext_lazy("audit trail", "left"),
    Permission.START: pgettext_lazy("audit trail", "started"),
    Permission.FILL: pgettext_lazy("audit trail", "filled with bots"),
    Permission.CANCEL: pgettext_lazy("audit trail", "cancelled"),
    Permission.SET_VISIBILITY: pgettext_lazy("audit trail", "set who may watch"),
    Permission.UNDO: pgettext_lazy("audit trail", "took back"),
    Permission.RESIGN: pgettext_lazy("audit trail", "resigned"),
    Permission.HAVE_COACH: pgettext_lazy("audit trail", "turned the coach on or off"),
    Permission.SET_PREFERENCES: pgettext_lazy("audit trail", "took another name"),
    Permission.MAKE_TOKEN: pgettext_lazy("audit trail", "made a token"),
    Permission.REVOKE_TOKEN: pgettext_lazy("audit trail", "revoked a token"),
    Permission.MAKE_BOT_ACCOUNT: pgettext_lazy("audit trail", "made or closed a bot account"),
    Permission.CLOSE_ACCOUNT: pgettext_lazy("audit trail", "closed their account"),
    Permission.SEE_HIDDEN: pgettext_lazy("audit trail", "looked at hidden parts"),
    Permission.PAUSE: pgettext_lazy("audit trail", "paused"),
    Permission.RESUME: pgettext_lazy("audit trail", "resumed"),
    Permission.EXTEND: pgettext_lazy("audit trail", "gave more time"),
    Permission.TAKE_BACK: pgettext_lazy("audit trail", "took back to a move"),
    Permission.CORRECT: pgettext_lazy("audit trail", "corrected the position"),
    Permission.REPLACE: pgettext_lazy("audit trail", "replaced a seat"),
    Permission.ASK_AGAIN: pgettext_lazy("audit trail", "asked a bot again"),
    Permission.PLAY_FOR: pgettext_lazy("audit trail", "played for a seat"),
    Permission.ABORT: pgettext_lazy("audit trail", "called off"),
    Permission.RESEND: pgettext_lazy("audit trail", "sent a mail again"),
    Permission.RESEND_LOST_MAILS: pgettext_lazy("audit trail", "sent lost mails again"),
    Permission.SUSPEND: pgettext_lazy("audit trail", "suspended"),
    Permission.REINSTATE: pgettext_lazy("audit trail", "reinstated"),
    Permission.ADMINISTER: pgettext_lazy("audit trail", "changed who is staff"),
    Permission.SWITCH_READ_ONLY: pgettext_lazy("audit trail", "switched read-only mode"),
    Permission.ANNOUNCE: pgettext_lazy("audit trail", "set the banner"),
    second_factors.ADDED: pgettext_lazy("audit trail", "set up a second factor"),
    second_factors.REMOVED: pgettext_lazy("audit trail", "turned off a second factor"),
    second_factors.RESET: pgettext_lazy("audit trail", "made new recovery codes"),
    second_factors.TAKEN_AWAY: pgettext_lazy("audit trail", "took lost second factors away"),
    invitation_expiry.LAPSED: pgettext_lazy("audit trail", "freed seats kept for somebody invited"),
    clock.TIME_OUT: pgettext_lazy("audit trail", "time-out"),
    absences.ABSENCE: pgettext_lazy("audit trail", "announced or ended an absence"),
    calendar_feeds.CALENDAR: pgettext_lazy("audit trail", "address of their calendar"),
    clock.EXCUSED: pgettext_lazy("audit trail", "missed deadline, excused"),
    rules_upgrade.RULES_UPGRADED: pgettext_lazy("audit trail", "carried over to new rules"),
    broken_games.DOES_NOT_REPLAY: pgettext_lazy("audit trail", "found that it does not replay"),
}


def in_words(action: str) -> str:
    """The sentence for a stored word; an unknown word stays as it is."""
    return str(WORDS.get(action, action))
