"""Who somebody is in front of the site, or in front of one game and one seat of it."""

from __future__ import annotations

from enum import StrEnum


class Persona(StrEnum):
    """What somebody can be; in front of a game most people are several at once (host and seat)."""

    ANONYMOUS = "anonymous"
    """Nobody signed in."""
    STRANGER = "stranger"
    """Signed in; everybody who is, is at least this."""
    BOT_ACCOUNT = "bot account"
    """A program's account: it plays through the API and is no stranger, host or spectator."""
    GUEST = "guest"
    """Plays one game without an account, for a day: is no stranger, host or invited, and watches what everybody may."""
    LINK_HOLDER = "link holder"
    """Came by the game's invitation link, signed in or not."""
    INVITED = "invited"
    """The game is open and a seat is free, or kept for the person's address, or by the link in the mail that they have;
    a bot account came by the invitation link besides."""
    SPECTATOR = "spectator"
    """May watch the game, by its visibility."""
    HOST = "host"
    """Opened the game, with a seat or without."""
    SEAT = "seat"
    """The seat in question is the person's own; where no seat is in question: has one at the game."""
    OTHER_SEAT = "other seat"
    """Has a seat at the game, but not the one in question."""
    MODERATOR = "moderator"
    """Staff, signed in with two factors, where neither they nor a bot account of theirs has a seat."""
    ADMINISTRATOR = "administrator"
    """A moderator who also says who is one."""
    SUSPENDED = "suspended"
    """Keeps what reading the person had, and can change nothing but their own preferences."""
    HOUSE = "house"
    """The site itself: bots, the clock, the reader of mails, an operator at the console."""
