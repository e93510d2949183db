"""What can be seen and done on the site, and by whom: a table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.access.personas import Persona
from games.people.scopes import Scope

P = Persona


class Permission(StrEnum):
    """One thing to see or to do. The audit trail stores these words."""

    # The site
    VISIT = "visit"
    """What everybody may open: the first page, sign-in, legal pages, the health check."""
    OPERATE = "operate"
    """Figures for the operator: metrics, readiness, when the site was down."""
    READ_LOCAL_MAIL = "read local mail"
    """All mails in the mailbox of a site that sends no real mail; only on that machine."""
    HAND_IN_MAIL = "hand in mail"
    """Mails that came in, and what became of those that went out: for the mail provider, whose signature is checked."""
    SEE_LOBBY = "see the lobby"
    SEE_RATINGS = "see ratings"
    """Leaderboards, and what rated games have changed."""
    OPEN_GAME = "open a game"
    SEE_TOURNAMENTS = "see tournaments"
    """Those that one may see (games.access.tournaments)."""
    OPEN_TOURNAMENT = "open a tournament"
    ENTER_TOURNAMENT = "enter a tournament"
    LEAVE_TOURNAMENT = "leave a tournament"
    """Before the start, or by dropping out; also decline an invitation."""
    RUN_TOURNAMENT = "run a tournament"
    """One's own: change it, invite people, start it, call it off before the start."""
    SEE_SEEKS = "see own seeks"
    SEEK = "seek games"
    """Keep standing seeks, which find games and seats for their person."""
    END_SEEK = "end own seeks"
    """Or pause them, on their page."""
    TRY_GAME = "try a game"
    """Play one game against bots without an account, as a guest for a day."""
    KEEP_GUEST_GAME = "keep a tried game"
    """Sign up or in, and take over the game that one plays as a guest."""
    SET_PREFERENCES = "set preferences"
    SEE_OWN_ACCOUNT = "see own affairs"
    """One's own account, and the games in which it is one's turn."""
    SEE_PROFILE = "see profiles"
    """Of those who show theirs to whoever asks (games.access.profiles)."""
    SEE_OWN_GAMES = "see own history"
    """One's finished games, and statistics of them."""
    SEE_FRIENDS = "see own friends"
    """One's friends, requests, and whom one has blocked."""
    BEFRIEND = "befriend"
    """Ask somebody to be friends, agree to it, end it."""
    BLOCK = "block"
    """Have nothing to do with somebody any more, or again."""
    SEE_TOKENS = "see tokens"
    """The names and scopes of one's tokens; of the tokens themselves only digests are stored."""
    MAKE_TOKEN = "make a token"
    REVOKE_TOKEN = "revoke a token"
    MAKE_BOT_ACCOUNT = "make a bot account"
    DECLINE_INVITATIONS = "decline invitations"
    """Stop all invitations to an address, by the link in one of them."""
    SEE_CALENDAR = "see a calendar"
    """Somebody's deadlines, by their secret address; calendars read it without an account."""
    SEE_FEED = "see a feed"
    """The open games that somebody sees in the lobby, by their secret address; feed readers have no account."""
    EXPORT_OWN_DATA = "export own data"
    """Download an archive of all that the site stores about oneself."""
    CLOSE_ACCOUNT = "close own account"
    # A game
    SEE_GAME = "see a game"
    """That it exists, who sits there, its options and status."""
    WATCH = "watch"
    """What every spectator may know: board, log, replay."""
    SEE_SEAT = "see a seat"
    """What only this seat may know: its question, options and hidden information."""
    SEE_RECORD = "see the record"
    SEE_RESULT = "see the result"
    """The page of a finished game, for whoever has its link."""
    JOIN = "join"
    WAIT = "wait for a seat"
    """And stop waiting."""
    DECLINE = "decline a seat"
    """Give up the seat that a host keeps for oneself."""
    LEAVE = "leave"
    START = "start"
    FILL = "fill with bots"
    CANCEL = "cancel"
    SET_VISIBILITY = "set visibility"
    PLAY = "play"
    UNDO = "undo"
    RESIGN = "resign"
    TAKE_OVER = "take a seat over"
    """Take a vacant seat of a running game."""
    RETURN = "return to a seat"
    """Play again in one's own seat that is vacant."""
    PROPOSE = "propose"
    """Propose something to the others at the table, and withdraw it."""
    VOTE = "vote"
    """Vote on what somebody has proposed."""
    MUTE = "mute"
    SAY = "say"
    """Say something to the others at the table, and note what one has read."""
    KEEP_NOTE = "keep a note"
    """Note something about a game for oneself alone."""
    MUTE_PERSON = "mute a person"
    """Not be shown what somebody says, and see whom one has muted."""
    REPORT = "report"
    """Tell staff of a message, a person or a game."""
    HAVE_COACH = "have a coach"
    """Turn the coach on and off that helps against bots."""
    # Staff
    MODERATE = "moderate"
    """The staff's start page, lists and searches."""
    SEE_AS_STAFF = "see as staff"
    """The moderators' page of a game: clock, mails, log, the board as spectators see it."""
    SEE_HIDDEN = "see hidden parts"
    """The board as a seat sees it, or the whole position; every look is recorded."""
    SEE_COMPANY = "see friends and blocks"
    """Somebody's friends, and whom they have blocked; every look is recorded."""
    SEE_REPORTS = "see reports"
    """What people have reported, and what staff have noted about people."""
    DECIDE_REPORT = "decide a report"
    WARN = "warn"
    SILENCE = "silence"
    """Let somebody say nothing at any table for a time, and end that again."""
    REMOVE_MESSAGE = "remove a message"
    """Take what somebody has said at a table away from all who read it, and put it back."""
    NOTE_PERSON = "note about a person"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    TAKE_BACK = "take back"
    CORRECT = "correct the position"
    REPLACE = "replace a seat"
    EXCUSE = "excuse a missed deadline"
    LOCK_SEAT = "lock a seat"
    """Let nobody take a vacant seat over."""
    ASK_AGAIN = "ask a bot again"
    PLAY_FOR = "play for a seat"
    ABORT = "abort"
    CLOSE_PROPOSAL = "close a proposal"
    VOID_RATING = "void a rated game"
    """Let it change no ratings, or count again."""
    SUPERVISE_TOURNAMENT = "supervise a tournament"
    """Call any off, remove somebody, move the start, end a round."""
    CLEAR_HOUSEHOLD = "clear a household"
    """Say that two people are two, though they share a device or an address."""
    RESEND = "resend a mail"
    RESEND_LOST_MAILS = "resend lost mails"
    """Send again all mails of open turns that a mail server has lost."""
    SUSPEND = "suspend"
    REINSTATE = "reinstate"
    ADMINISTER = "administer"
    """Appoint moderators and administrators."""
    SWITCH_READ_ONLY = "switch read-only mode"
    """Make the whole site read-only, and end that again."""
    ANNOUNCE = "announce"
    """Show a banner on every page."""


_GAME_MODERATION: Final = frozenset(
    {
        Permission.PAUSE,
        Permission.RESUME,
        Permission.EXTEND,
        Permission.TAKE_BACK,
        Permission.CORRECT,
        Permission.REPLACE,
        Permission.EXCUSE,
        Permission.LOCK_SEAT,
        Permission.ASK_AGAIN,
        Permission.PLAY_FOR,
        Permission.ABORT,
        Permission.CLOSE_PROPOSAL,
        Permission.VOID_RATING,
        Permission.REMOVE_MESSAGE,
        Permission.RESEND,
    }
)
"""What staff do to a game."""

STAFF_ACTIONS: Final = _GAME_MODERATION | {Permission.SEE_HIDDEN}
"""Whoever has done one of these in a game may have seen what is hidden there."""

GAME_SCOPED: Final = _GAME_MODERATION | frozenset(
    {
        Permission.SEE_GAME,
        Permission.WATCH,
        Permission.SEE_SEAT,
        Permission.SEE_RECORD,
        Permission.SEE_RESULT,
        Permission.JOIN,
        Permission.WAIT,
        Permission.DECLINE,
        Permission.LEAVE,
        Permission.START,
        Permission.FILL,
        Permission.CANCEL,
        Permission.SET_VISIBILITY,
        Permission.PLAY,
        Permission.UNDO,
        Permission.RESIGN,
        Permission.TAKE_OVER,
        Permission.RETURN,
        Permission.PROPOSE,
        Permission.VOTE,
        Permission.MUTE,
        Permission.SAY,
        Permission.KEEP_NOTE,
        Permission.HAVE_COACH,
        Permission.SEE_AS_STAFF,
        Permission.SEE_HIDDEN,
    }
)
"""What can be decided only when the game is known; all others are decided for the site."""

_AUTHENTICATED: Final = frozenset({P.AUTHENTICATED})
_ACCOUNTS: Final = _AUTHENTICATED | {P.BOT_ACCOUNT}
_STAFF: Final = frozenset({P.MODERATOR, P.ADMINISTRATOR})
_PLAYERS: Final = frozenset({P.SEAT, P.OPPONENT})

ALLOWED: Final[Mapping[Permission, frozenset[Persona]]] = {
    Permission.VISIT: frozenset({P.ANONYMOUS, P.GUEST}) | _ACCOUNTS,
    Permission.OPERATE: frozenset({P.SYSTEM, P.ADMINISTRATOR}),
    Permission.READ_LOCAL_MAIL: frozenset({P.SYSTEM}),
    Permission.HAND_IN_MAIL: frozenset({P.SYSTEM}),
    Permission.SEE_LOBBY: _ACCOUNTS,
    Permission.SEE_RATINGS: _ACCOUNTS,
    Permission.OPEN_GAME: _AUTHENTICATED,
    Permission.SEE_TOURNAMENTS: _AUTHENTICATED,
    Permission.OPEN_TOURNAMENT: _AUTHENTICATED,
    Permission.ENTER_TOURNAMENT: _AUTHENTICATED,
    Permission.LEAVE_TOURNAMENT: _AUTHENTICATED,
    Permission.RUN_TOURNAMENT: _AUTHENTICATED,
    Permission.SEE_SEEKS: _AUTHENTICATED,
    Permission.SEEK: _AUTHENTICATED,
    Permission.END_SEEK: _AUTHENTICATED,
    Permission.TRY_GAME: frozenset({P.ANONYMOUS}),
    Permission.KEEP_GUEST_GAME: _AUTHENTICATED | {P.GUEST},
    Permission.SET_PREFERENCES: _AUTHENTICATED,
    Permission.SEE_OWN_ACCOUNT: _ACCOUNTS | {P.GUEST},
    Permission.SEE_PROFILE: _AUTHENTICATED,
    Permission.SEE_OWN_GAMES: _AUTHENTICATED,
    Permission.SEE_FRIENDS: _AUTHENTICATED,
    Permission.BEFRIEND: _AUTHENTICATED,
    Permission.BLOCK: _AUTHENTICATED,
    Permission.SEE_TOKENS: _AUTHENTICATED,
    Permission.MAKE_TOKEN: _AUTHENTICATED,
    Permission.REVOKE_TOKEN: _AUTHENTICATED,
    Permission.MAKE_BOT_ACCOUNT: _AUTHENTICATED,
    Permission.DECLINE_INVITATIONS: frozenset({P.ANONYMOUS, P.GUEST}) | _ACCOUNTS,
    Permission.SEE_CALENDAR: frozenset({P.ANONYMOUS, P.GUEST}) | _ACCOUNTS,
    Permission.SEE_FEED: frozenset({P.ANONYMOUS, P.GUEST}) | _ACCOUNTS,
    Permission.EXPORT_OWN_DATA: _AUTHENTICATED,
    Permission.CLOSE_ACCOUNT: _AUTHENTICATED,
    Permission.SEE_GAME: _PLAYERS
    | _STAFF
    | {P.HOST, P.INVITED, P.WAITING, P.CANDIDATE, P.LINK_HOLDER, P.SPECTATOR, P.SYSTEM},
    Permission.WATCH: _PLAYERS | {P.HOST, P.SPECTATOR, P.SYSTEM},
    Permission.SEE_SEAT: frozenset({P.SEAT, P.SYSTEM}),
    Permission.SEE_RECORD: _PLAYERS | {P.HOST, P.SPECTATOR, P.SYSTEM},
    Permission.SEE_RESULT: frozenset({P.ANONYMOUS, P.GUEST}) | _ACCOUNTS,
    Permission.JOIN: frozenset({P.INVITED}),
    Permission.WAIT: frozenset({P.WAITING}),
    Permission.DECLINE: frozenset({P.INVITED}),
    Permission.LEAVE: frozenset({P.SEAT}),
    Permission.START: frozenset({P.HOST}),
    Permission.FILL: frozenset({P.HOST}),
    Permission.CANCEL: frozenset({P.HOST}),
    Permission.SET_VISIBILITY: frozenset({P.HOST}),
    Permission.PLAY: frozenset({P.SEAT, P.SYSTEM}),
    Permission.UNDO: frozenset({P.SEAT}),
    Permission.RESIGN: frozenset({P.SEAT}),
    Permission.TAKE_OVER: frozenset({P.CANDIDATE}),
    Permission.RETURN: frozenset({P.SEAT}),
    Permission.PROPOSE: frozenset({P.SEAT}),
    Permission.VOTE: frozenset({P.SEAT}),
    Permission.MUTE: _PLAYERS,
    Permission.SAY: frozenset({P.SEAT}),
    Permission.KEEP_NOTE: frozenset({P.SEAT}),
    Permission.MUTE_PERSON: _AUTHENTICATED,
    Permission.REPORT: _AUTHENTICATED,
    Permission.HAVE_COACH: frozenset({P.SEAT}),
    Permission.MODERATE: _STAFF,
    Permission.SEE_AS_STAFF: _STAFF,
    Permission.SEE_HIDDEN: _STAFF,
    Permission.SEE_COMPANY: _STAFF,
    Permission.SEE_REPORTS: _STAFF,
    **{
        permission: _STAFF | {P.SYSTEM}
        for permission in _GAME_MODERATION
        | {
            Permission.SUSPEND,
            Permission.REINSTATE,
            Permission.DECIDE_REPORT,
            Permission.WARN,
            Permission.SILENCE,
            Permission.NOTE_PERSON,
            Permission.RESEND_LOST_MAILS,
            Permission.CLEAR_HOUSEHOLD,
            Permission.SUPERVISE_TOURNAMENT,
        }
    },
    Permission.ADMINISTER: frozenset({P.ADMINISTRATOR, P.SYSTEM}),
    Permission.SWITCH_READ_ONLY: frozenset({P.ADMINISTRATOR, P.SYSTEM}),
    Permission.ANNOUNCE: _STAFF | {P.SYSTEM},
}

ALLOWED_WHEN_SUSPENDED: Final = frozenset(
    {
        Permission.VISIT,
        Permission.SEE_LOBBY,
        Permission.SEE_RATINGS,
        Permission.SEE_TOURNAMENTS,
        Permission.SET_PREFERENCES,
        Permission.SEE_OWN_ACCOUNT,
        Permission.SEE_PROFILE,
        Permission.SEE_OWN_GAMES,
        Permission.SEE_SEEKS,
        Permission.END_SEEK,
        Permission.SEE_FRIENDS,
        Permission.BLOCK,
        Permission.SEE_TOKENS,
        Permission.REVOKE_TOKEN,
        Permission.DECLINE_INVITATIONS,
        Permission.SEE_CALENDAR,
        Permission.SEE_FEED,
        Permission.EXPORT_OWN_DATA,
        Permission.CLOSE_ACCOUNT,
        Permission.SEE_GAME,
        Permission.WATCH,
        Permission.SEE_SEAT,
        Permission.SEE_RECORD,
        Permission.SEE_RESULT,
        Permission.MUTE,
        Permission.MUTE_PERSON,
    }
)
"""What suspended people may still do, if they may do it at all."""

SCOPES: Final[Mapping[Permission, Scope]] = {
    **dict.fromkeys(
        (
            Permission.VISIT,
            Permission.SEE_LOBBY,
            Permission.SEE_RATINGS,
            Permission.SEE_TOURNAMENTS,
            Permission.SEE_OWN_ACCOUNT,
            Permission.SEE_PROFILE,
            Permission.SEE_OWN_GAMES,
            Permission.SEE_FRIENDS,
            Permission.SEE_SEEKS,
            Permission.SEE_GAME,
            Permission.WATCH,
            Permission.SEE_SEAT,
            Permission.SEE_RECORD,
            Permission.SEE_RESULT,
        ),
        Scope.READ,
    ),
    **dict.fromkeys(
        (
            Permission.JOIN,
            Permission.WAIT,
            Permission.DECLINE,
            Permission.LEAVE,
            Permission.PLAY,
            Permission.UNDO,
            Permission.RESIGN,
            Permission.TAKE_OVER,
            Permission.RETURN,
            Permission.PROPOSE,
            Permission.VOTE,
            Permission.MUTE,
            Permission.ENTER_TOURNAMENT,
            Permission.LEAVE_TOURNAMENT,
        ),
        Scope.PLAY,
    ),
    **dict.fromkeys((Permission.SAY, Permission.KEEP_NOTE, Permission.MUTE_PERSON, Permission.REPORT), Scope.TALK),
    **dict.fromkeys(
        (
            Permission.OPEN_GAME,
            Permission.OPEN_TOURNAMENT,
            Permission.RUN_TOURNAMENT,
            Permission.SEEK,
            Permission.END_SEEK,
            Permission.START,
            Permission.FILL,
            Permission.CANCEL,
            Permission.SET_VISIBILITY,
            Permission.SET_PREFERENCES,
            Permission.BEFRIEND,
            Permission.BLOCK,
            Permission.MAKE_BOT_ACCOUNT,
        ),
        Scope.MANAGE,
    ),
}
"""The scope that an API token needs, besides the permission of its account. No token may do what is not listed here."""
