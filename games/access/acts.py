"""What can be seen and done on the site, and who may: a table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.access.personas import Persona
from games.people.scopes import Scope

P = Persona


class Act(StrEnum):
    """One thing to see or do; the audit trail names deeds by these words."""

    # The site
    VISIT = "visit"
    """What everybody may open: the first page, sign-in, legal pages, health."""
    OPERATE = "operate"
    """Figures for the operator's tools: metrics, readiness; when the site was down."""
    READ_LOCAL_MAIL = "read local mail"
    """Everybody's letters in the mailbox of a machine that sends no real mail; for whoever sits there."""
    SEE_LOBBY = "see the lobby"
    OPEN_GAME = "open a game"
    TRY_GAME = "try a game"
    """Play against bots without an account, as a guest for a day."""
    KEEP_TRIED = "keep a tried game"
    """Sign up or in for the game that one plays as a guest, and take it over."""
    SET_PREFERENCES = "set preferences"
    SEE_OWN = "see own affairs"
    """One's own account, and in which games one is asked."""
    SEE_TOKENS = "see tokens"
    """The names of one's tokens and what they may do; of the tokens themselves only digests are kept."""
    MAKE_TOKEN = "make a token"
    REVOKE_TOKEN = "revoke a token"
    MAKE_BOT_ACCOUNT = "make a bot account"
    DECLINE_INVITATIONS = "decline invitations"
    """End all invitations to an address, by the link in one of them."""
    EXPORT_OWN = "export own data"
    """An archive of all that the site keeps of a person."""
    CLOSE_ACCOUNT = "close own account"
    # A game
    SEE_GAME = "see a game"
    """That it exists, who sits there, its options and status."""
    WATCH = "watch"
    """What an onlooker may know of the course of the game: board, log, replay."""
    SEE_SEAT = "see a seat"
    """What only this seat may know: its question, options and hidden parts."""
    SEE_RECORD = "see the record"
    SEE_RESULT = "see the result"
    """The page of a finished game, for whoever has its link."""
    JOIN = "join"
    DECLINE = "decline a seat"
    """Give the seat free that is kept for oneself, unasked."""
    LEAVE = "leave"
    START = "start"
    FILL = "fill with bots"
    CANCEL = "cancel"
    SET_VISIBILITY = "set visibility"
    PLAY = "play"
    UNDO = "undo"
    RESIGN = "resign"
    MUTE = "mute"
    # Staff
    MODERATE = "moderate"
    """The staff's start page, lists and searches."""
    SEE_AS_STAFF = "see as staff"
    """The moderators' page of a game: clock, mails, log, the board as an onlooker sees it."""
    SEE_HIDDEN = "see hidden parts"
    """The board as a seat sees it, or as it is; every look is recorded."""
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    TAKE_BACK = "take back"
    CORRECT = "correct the position"
    REPLACE = "replace a seat"
    ASK_AGAIN = "ask a bot again"
    PLAY_FOR = "play for a seat"
    ABORT = "abort"
    RESEND = "resend a mail"
    RESEND_LOST = "resend lost mails"
    """Ask again all that a mail server has lost."""
    SUSPEND = "suspend"
    REINSTATE = "reinstate"
    ADMINISTER = "administer"
    """Say who is staff."""
    SWITCH_READ_ONLY = "switch read-only mode"
    """Let the whole site be looked at only, and let it go on."""
    ANNOUNCE = "announce"
    """Say something on every page."""


_DEEDS_IN_A_GAME: Final = frozenset(
    {
        Act.PAUSE,
        Act.RESUME,
        Act.EXTEND,
        Act.TAKE_BACK,
        Act.CORRECT,
        Act.REPLACE,
        Act.ASK_AGAIN,
        Act.PLAY_FOR,
        Act.ABORT,
        Act.RESEND,
    }
)
"""What staff do in a game."""

IN_FRONT_OF_A_GAME: Final = _DEEDS_IN_A_GAME | frozenset(
    {
        Act.SEE_GAME,
        Act.WATCH,
        Act.SEE_SEAT,
        Act.SEE_RECORD,
        Act.SEE_RESULT,
        Act.JOIN,
        Act.DECLINE,
        Act.LEAVE,
        Act.START,
        Act.FILL,
        Act.CANCEL,
        Act.SET_VISIBILITY,
        Act.PLAY,
        Act.UNDO,
        Act.RESIGN,
        Act.MUTE,
        Act.SEE_AS_STAFF,
        Act.SEE_HIDDEN,
    }
)
"""What can be decided only when the game is known."""

_SIGNED_IN: Final = frozenset({P.STRANGER})
_PEOPLE: Final = _SIGNED_IN | {P.BOT_ACCOUNT}
_STAFF: Final = frozenset({P.MODERATOR, P.ADMINISTRATOR})
_PLAYERS: Final = frozenset({P.SEAT, P.OTHER_SEAT})

ALLOWED: Final[Mapping[Act, frozenset[Persona]]] = {
    Act.VISIT: frozenset({P.ANONYMOUS, P.GUEST}) | _PEOPLE,
    Act.OPERATE: frozenset({P.HOUSE, P.ADMINISTRATOR}),
    Act.READ_LOCAL_MAIL: frozenset({P.HOUSE}),
    Act.SEE_LOBBY: _PEOPLE,
    Act.OPEN_GAME: _SIGNED_IN,
    Act.TRY_GAME: frozenset({P.ANONYMOUS}),
    Act.KEEP_TRIED: _SIGNED_IN | {P.GUEST},
    Act.SET_PREFERENCES: _SIGNED_IN,
    Act.SEE_OWN: _PEOPLE | {P.GUEST},
    Act.SEE_TOKENS: _SIGNED_IN,
    Act.MAKE_TOKEN: _SIGNED_IN,
    Act.REVOKE_TOKEN: _SIGNED_IN,
    Act.MAKE_BOT_ACCOUNT: _SIGNED_IN,
    Act.DECLINE_INVITATIONS: frozenset({P.ANONYMOUS, P.GUEST}) | _PEOPLE,
    Act.EXPORT_OWN: _SIGNED_IN,
    Act.CLOSE_ACCOUNT: _SIGNED_IN,
    Act.SEE_GAME: _PLAYERS | _STAFF | {P.HOST, P.INVITED, P.LINK_HOLDER, P.SPECTATOR, P.HOUSE},
    Act.WATCH: _PLAYERS | {P.HOST, P.SPECTATOR, P.HOUSE},
    Act.SEE_SEAT: frozenset({P.SEAT, P.HOUSE}),
    Act.SEE_RECORD: _PLAYERS | {P.HOST, P.SPECTATOR, P.HOUSE},
    Act.SEE_RESULT: frozenset({P.ANONYMOUS, P.GUEST}) | _PEOPLE,
    Act.JOIN: frozenset({P.INVITED}),
    Act.DECLINE: frozenset({P.INVITED}),
    Act.LEAVE: frozenset({P.SEAT}),
    Act.START: frozenset({P.HOST}),
    Act.FILL: frozenset({P.HOST}),
    Act.CANCEL: frozenset({P.HOST}),
    Act.SET_VISIBILITY: frozenset({P.HOST}),
    Act.PLAY: frozenset({P.SEAT, P.HOUSE}),
    Act.UNDO: frozenset({P.SEAT}),
    Act.RESIGN: frozenset({P.SEAT}),
    Act.MUTE: _PLAYERS,
    Act.MODERATE: _STAFF,
    Act.SEE_AS_STAFF: _STAFF,
    Act.SEE_HIDDEN: _STAFF,
    **{act: _STAFF | {P.HOUSE} for act in _DEEDS_IN_A_GAME | {Act.SUSPEND, Act.REINSTATE, Act.RESEND_LOST}},
    Act.ADMINISTER: frozenset({P.ADMINISTRATOR, P.HOUSE}),
    Act.SWITCH_READ_ONLY: frozenset({P.ADMINISTRATOR, P.HOUSE}),
    Act.ANNOUNCE: _STAFF | {P.HOUSE},
}

LEFT_TO_SUSPENDED: Final = frozenset(
    {
        Act.VISIT,
        Act.SEE_LOBBY,
        Act.SET_PREFERENCES,
        Act.SEE_OWN,
        Act.SEE_TOKENS,
        Act.REVOKE_TOKEN,
        Act.DECLINE_INVITATIONS,
        Act.EXPORT_OWN,
        Act.CLOSE_ACCOUNT,
        Act.SEE_GAME,
        Act.WATCH,
        Act.SEE_SEAT,
        Act.SEE_RECORD,
        Act.SEE_RESULT,
        Act.MUTE,
    }
)
"""Of what they may do otherwise, suspended people keep this."""

SCOPES: Final[Mapping[Act, Scope]] = {
    **dict.fromkeys(
        (
            Act.VISIT,
            Act.SEE_LOBBY,
            Act.SEE_OWN,
            Act.SEE_GAME,
            Act.WATCH,
            Act.SEE_SEAT,
            Act.SEE_RECORD,
            Act.SEE_RESULT,
        ),
        Scope.READ,
    ),
    **dict.fromkeys((Act.JOIN, Act.LEAVE, Act.PLAY, Act.UNDO, Act.RESIGN, Act.MUTE), Scope.PLAY),
    **dict.fromkeys(
        (
            Act.OPEN_GAME,
            Act.START,
            Act.FILL,
            Act.CANCEL,
            Act.SET_VISIBILITY,
            Act.SET_PREFERENCES,
            Act.MAKE_BOT_ACCOUNT,
        ),
        Scope.MANAGE,
    ),
}
"""What a token needs for it, besides what its account may do. What is not named here is done by no token at all."""
