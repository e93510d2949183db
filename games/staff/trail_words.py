"""The translatable sentences for the words that the audit trail stores: what somebody did.

Their context keeps them apart from labels and badges, which say the same in English only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.access import Permission
from games.endpoints import changes, health
from games.table import (
    absences,
    audit,
    broken_games,
    calendar_feeds,
    clock,
    deputies,
    invitation_expiry,
    lobby_games,
    rules_upgrade,
    second_factors,
    seek_finds,
    vacant_seats,
    waiting_list,
)
from games.table.proposals import actions, decisions
from games.table.tournaments import entering, places, progress

WORDS: Final[Mapping[str, Promise]] = {
    Permission.OPEN_GAME: pgettext_lazy("audit trail", "opened a game"),
    Permission.TRY_GAME: pgettext_lazy("audit trail", "tried a game without an account"),
    Permission.KEEP_GUEST_GAME: pgettext_lazy("audit trail", "kept a game that they had tried"),
    Permission.SEEK: pgettext_lazy("audit trail", "set, changed or ended a seek"),
    seek_finds.FOUND: pgettext_lazy("audit trail", "a game was found by seeks"),
    Permission.JOIN: pgettext_lazy("audit trail", "joined"),
    Permission.WAIT: pgettext_lazy("audit trail", "waits for a seat"),
    waiting_list.STOPPED: pgettext_lazy("audit trail", "waits for a seat no more"),
    waiting_list.SEATED: pgettext_lazy("audit trail", "got a seat that they had waited for"),
    Permission.DECLINE: pgettext_lazy("audit trail", "declined a seat"),
    Permission.LEAVE: pgettext_lazy("audit trail", "left"),
    Permission.START: pgettext_lazy("audit trail", "started"),
    Permission.FILL: pgettext_lazy("audit trail", "filled with bots"),
    Permission.CANCEL: pgettext_lazy("audit trail", "cancelled"),
    Permission.SET_VISIBILITY: pgettext_lazy("audit trail", "set who may watch"),
    Permission.UNDO: pgettext_lazy("audit trail", "took back"),
    Permission.RESIGN: pgettext_lazy("audit trail", "resigned"),
    Permission.TAKE_OVER: pgettext_lazy("audit trail", "took a vacant seat over"),
    Permission.RETURN: pgettext_lazy("audit trail", "returned to a vacant seat"),
    Permission.PROPOSE: pgettext_lazy("audit trail", "proposed something to the others"),
    Permission.VOTE: pgettext_lazy("audit trail", "voted on a proposal"),
    Permission.CLOSE_PROPOSAL: pgettext_lazy("audit trail", "closed a proposal"),
    actions.WITHDRAW: pgettext_lazy("audit trail", "withdrew a proposal"),
    decisions.DECIDED: pgettext_lazy("audit trail", "a proposal was decided"),
    audit.PAUSE_OVER: pgettext_lazy("audit trail", "a pause of the players ended by itself"),
    Permission.HAVE_COACH: pgettext_lazy("audit trail", "turned the coach on or off"),
    Permission.SET_PREFERENCES: pgettext_lazy("audit trail", "took another name"),
    Permission.BEFRIEND: pgettext_lazy("audit trail", "asked somebody to be friends, agreed, or ended it"),
    Permission.BLOCK: pgettext_lazy("audit trail", "blocked or unblocked somebody"),
    Permission.MAKE_TOKEN: pgettext_lazy("audit trail", "made a token"),
    Permission.REVOKE_TOKEN: pgettext_lazy("audit trail", "revoked a token"),
    Permission.MAKE_BOT_ACCOUNT: pgettext_lazy("audit trail", "made or closed a bot account"),
    Permission.CLOSE_ACCOUNT: pgettext_lazy("audit trail", "closed their account"),
    Permission.SEE_HIDDEN: pgettext_lazy("audit trail", "looked at hidden parts"),
    Permission.SEE_COMPANY: pgettext_lazy("audit trail", "looked at friends and blocks"),
    Permission.DECIDE_REPORT: pgettext_lazy("audit trail", "decided a report"),
    Permission.WARN: pgettext_lazy("audit trail", "warned, or the warning was read"),
    Permission.SILENCE: pgettext_lazy("audit trail", "silenced, or let talk again"),
    Permission.REMOVE_MESSAGE: pgettext_lazy("audit trail", "removed a message, or put it back"),
    Permission.NOTE_PERSON: pgettext_lazy("audit trail", "noted something about a person"),
    Permission.PAUSE: pgettext_lazy("audit trail", "paused"),
    Permission.RESUME: pgettext_lazy("audit trail", "resumed"),
    Permission.EXTEND: pgettext_lazy("audit trail", "gave more time"),
    Permission.TAKE_BACK: pgettext_lazy("audit trail", "took back to a move"),
    Permission.CORRECT: pgettext_lazy("audit trail", "corrected the position"),
    Permission.REPLACE: pgettext_lazy("audit trail", "replaced a seat"),
    Permission.EXCUSE: pgettext_lazy("audit trail", "excused a missed deadline"),
    Permission.LOCK_SEAT: pgettext_lazy("audit trail", "locked a seat against takeover, or unlocked it"),
    Permission.ASK_AGAIN: pgettext_lazy("audit trail", "asked a bot again"),
    Permission.PLAY_FOR: pgettext_lazy("audit trail", "played for a seat"),
    Permission.ABORT: pgettext_lazy("audit trail", "called off"),
    Permission.VOID_RATING: pgettext_lazy("audit trail", "voided a rated game, or let it count again"),
    Permission.OPEN_TOURNAMENT: pgettext_lazy("audit trail", "opened a tournament"),
    Permission.ENTER_TOURNAMENT: pgettext_lazy("audit trail", "entered a tournament"),
    Permission.LEAVE_TOURNAMENT: pgettext_lazy("audit trail", "left a tournament"),
    Permission.RUN_TOURNAMENT: pgettext_lazy("audit trail", "changed, started or called off a tournament of theirs"),
    Permission.SUPERVISE_TOURNAMENT: pgettext_lazy("audit trail", "supervised a tournament"),
    places.PLACED: pgettext_lazy("audit trail", "got a place in a tournament that they had waited for"),
    entering.INVITED: pgettext_lazy("audit trail", "invited somebody to a tournament"),
    progress.ROUND: pgettext_lazy("audit trail", "a round of a tournament began"),
    Permission.CLEAR_HOUSEHOLD: pgettext_lazy("audit trail", "cleared a household"),
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
    vacant_seats.VACANT: pgettext_lazy("audit trail", "a seat is vacant"),
    absences.ABSENCE: pgettext_lazy("audit trail", "announced or ended an absence"),
    deputies.DEPUTY: pgettext_lazy("audit trail", "a bot plays while somebody is away, or no more"),
    lobby_games.FEED: pgettext_lazy("audit trail", "address of their feed"),
    calendar_feeds.CALENDAR: pgettext_lazy("audit trail", "address of their calendar"),
    changes.CHANNEL: pgettext_lazy("audit trail", "set up, removed or switched on a channel"),
    changes.TURNS_BY_MAIL: pgettext_lazy("audit trail", "chose whether turns come by mail"),
    health.OFF: pgettext_lazy("audit trail", "a channel failed and was switched off"),
    health.GONE: pgettext_lazy("audit trail", "a browser takes no messages any more"),
    clock.EXCUSED: pgettext_lazy("audit trail", "missed deadline, excused"),
    rules_upgrade.RULES_UPGRADED: pgettext_lazy("audit trail", "carried over to new rules"),
    broken_games.DOES_NOT_REPLAY: pgettext_lazy("audit trail", "found that it does not replay"),
}


def in_words(action: str) -> str:
    """The sentence for a stored word; an unknown word stays as it is."""
    return str(WORDS.get(action, action))
