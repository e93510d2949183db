"""What a user is to the site, to a game and to a seat."""

from __future__ import annotations

from enum import StrEnum


class Persona(StrEnum):
    """One thing that a user can be. In a game most users are several at once (a host with a seat is HOST and SEAT)."""

    ANONYMOUS = "anonymous"
    """Not signed in."""
    AUTHENTICATED = "authenticated"
    """Signed in with a person's own account. Whoever is, is at least this."""
    BOT_ACCOUNT = "bot account"
    """The account of a program, which plays through the API. Is never authenticated, host or spectator."""
    GUEST = "guest"
    """Plays one game without an account, for a day. Is never authenticated, host or invited; watches public games."""
    LINK_HOLDER = "link holder"
    """Came by the game's invitation link, signed in or not."""
    INVITED = "invited"
    """May take a seat: the game is open, and a seat is free, or is kept for this person (for their address, or by the
    link in their mail). A bot account must have come by the invitation link too. Not where somebody is from whom they
    are kept apart (games.access.blocks)."""
    WAITING = "waiting"
    """Waits for a seat of an open game, or may: a person who can take no seat there, and came by the invitation link,
    may watch, or could have found the game in the lobby. Nobody is told of blocks: whoever is kept apart from somebody
    there may wait, too, where others could."""
    CANDIDATE = "candidate"
    """May take a vacant seat of a running game over: it is offered to everybody, or they came by the invitation link. A
    person without a seat there, kept apart from nobody there; what else speaks against it, games.table.takeover looks
    at."""
    SPECTATOR = "spectator"
    """May watch the game, by its visibility."""
    HOST = "host"
    """Opened the game, with a seat or without."""
    SEAT = "seat"
    """The seat in question is their own. Where no seat is in question: they have one in the game."""
    OPPONENT = "opponent"
    """Has a seat in the game, but not the one in question."""
    MODERATOR = "moderator"
    """Staff, signed in with two factors. Not in games in which they or a bot account of theirs have a seat."""
    ADMINISTRATOR = "administrator"
    """A moderator who also appoints staff."""
    SUSPENDED = "suspended"
    """May still read what they could read before, and change nothing but their own preferences."""
    SYSTEM = "system"
    """The site itself: bots, the clock, the reader of mails, an operator at the command line."""
