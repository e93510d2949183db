"""Refusals of services. A refused call has changed nothing; the message is for the person who asked.

Illegal moves in an answer are not refusals: they are reported in the `Answer`, line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Event
from games.models import Turn
from games.people.models import User
from games.wording import absolute_time


class Refused(Exception):
    """Base of all refusals. `message` is translated when it is shown."""

    default: str | Promise = _("That is not possible.")

    def __init__(self, message: str | Promise = "") -> None:
        super().__init__(message)
        self.message: str | Promise = message or self.default

    def __str__(self) -> str:
        return str(self.message)


class Suspended(Refused):
    """Suspended people can read but change nothing. A bot account is suspended with its owner."""

    default = _("You are suspended: you can look at your games, but change nothing.")

    def __init__(self, person: User) -> None:
        since = person.suspended_at or (person.owner.suspended_at if person.owner else None)
        reason = person.suspension_reason if person.suspended_at else ""
        if since is None:
            super().__init__()
            return
        text = _("You have been suspended since %(since)s and can change nothing. %(reason)s")
        super().__init__((text % {"since": absolute_time(since), "reason": reason}).strip())


class Silenced(Refused):
    """Staff have silenced somebody for a while: they can play, but not talk. Bot accounts are with their owner."""

    def __init__(self, until: datetime) -> None:
        text = _("You may not talk at tables until %(until)s: a moderator has decided so. You can play as before.")
        super().__init__(text % {"until": absolute_time(until)})


class BadTalk(Refused):
    """What was said cannot be said like this, here or now; the message says why."""

    default = _("There was nothing to say in it.")


class NoSuchMessage(Refused):
    default = _("There is no such message.")


class NobodyMet(Refused):
    default = _("You have met nobody of that name at a table.")


class NoSuchGame(Refused):
    default = _("There is no such game.")


class NoSuchTurn(Refused):
    default = _("There is no such turn.")


class TurnClosed(Refused):
    """The turn was answered, timed out and played, or taken back meanwhile.

    turn: the closed turn; since: events after it that are visible to its seat, oldest first.
    """

    default = _("This turn is over; nothing was changed.")

    def __init__(self, turn: Turn, since: Sequence[Event]) -> None:
        super().__init__()
        self.turn = turn
        self.since = list(since)


class QuestionPassed(Refused):
    """The turn is open, but it has taken another answer since the question was shown."""

    default = _("This question was answered already; nothing was changed.")


class NotAllowed(Refused):
    default = _("You may not do that.")


class NotYours(Refused):
    default = _("This turn is somebody else's.")


class NotSeated(Refused):
    default = _("You have no seat at this game.")


class NotRunning(Refused):
    default = _("This game is not under way.")


class NotOpen(Refused):
    default = _("This game has started already or was called off.")


class Full(Refused):
    default = _("All seats are taken.")


class SeatForYou(Refused):
    """Somebody wants to wait where they need not."""

    default = _("A seat is free for you: take it.")


class NotWaiting(Refused):
    default = _("You do not wait for a seat of this game.")


class NotInvited(Refused):
    default = _("No seat is kept for you at this game.")


class AlreadySeated(Refused):
    default = _("You have a seat at this game already.")


class BadInvitation(Refused):
    default = _("This invitation is not valid for this game.")


class NotHost(Refused):
    default = _("Only the host of the game can do that.")


class NotRated(Refused):
    default = _("This game is not rated.")


class SeatsFree(Refused):
    default = _("There are free seats: invite somebody or let bots take them.")


class NoSuchSeek(Refused):
    default = _("You have no such seek.")


class BadSeek(Refused):
    """Nobody can seek a game like this; the message says why. field: of games.table.seeks.SeekWishes."""

    def __init__(self, message: str | Promise, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class BadOpening(Refused):
    """A game cannot be opened like this; the message says why. (What an option may be, OptionError says.)"""


class BadSeats(BadOpening):
    """The seats of a game to be opened are not possible.

    seat: the index of the wrong seat in the request; field: its wrong field. None and "" if all together are wrong.
    """

    def __init__(self, message: str | Promise, seat: int | None = None, field: str = "") -> None:
        super().__init__(message)
        self.seat = seat
        self.field = field


class BadAnswer(Refused):
    """An answer without a move, or far too long."""


class CannotUndo(Refused):
    default = _("There is nothing of yours that could be taken back.")


class TakenBackTooOften(CannotUndo):
    """The person has reached the maximum number of take-backs in this turn; the message says how many there are."""


class WrongCode(Refused):
    default = _("This code is wrong, or it counts no more. To get another by mail, write: resign")


class TooManyCodes(Refused):
    default = _("Too many wrong codes came for this seat. You can resign on the page of the game, or tomorrow by mail.")


class TooMany(Refused):
    """The person has reached a limit; the message says which."""


class NoSuchGuest(Refused):
    default = _("The time of this guest is over, or the game has been taken over already.")


class BadName(Refused):
    """A name that cannot be taken; the message says why."""


class CannotClose(Refused):
    """The account cannot be closed now; the message says why."""


class NoSuchAccount(Refused):
    default = _("You have no bot account of this name.")


class NoSuchToken(Refused):
    default = _("You have no such token.")


class GamePaused(Refused):
    default = _("This game is paused; nobody can move until it goes on.")


class BadProposal(Refused):
    """Nothing like this can be proposed; the message says why."""


class NoSuchProposal(Refused):
    default = _("There is no such proposal.")


class NotPossible(Refused):
    """What is proposed cannot be done now; the message says why."""


class ProposalClosed(Refused):
    default = _("This proposal is not open any more; nothing was changed.")


class NoVote(Refused):
    default = _("You have no vote in this.")


class SeatNotVacant(Refused):
    default = _("This seat is not vacant any more.")


class SeatLocked(Refused):
    default = _("Nobody can take this seat over.")


class CannotTakeOver(Refused):
    """This person cannot take a seat of the game over; the message says why."""


class CannotReturn(Refused):
    """The person cannot return to their seat; the message says why."""

    default = _("This seat was given up for good.")


class BadChannel(Refused):
    """A channel cannot be set up, chosen or tested like this; the message says why."""


class NoSuchChannel(Refused):
    default = _("You have no such channel.")


class NoSuchTournament(Refused):
    default = _("There is no such tournament.")


class BadTournament(Refused):
    """A tournament cannot be like this; the message says why.

    field: what is to be changed; "" if all together is wrong.
    """

    def __init__(self, message: str | Promise, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class EntryClosed(Refused):
    default = _("This tournament takes no entries any more.")


class NotEntered(Refused):
    default = _("You are not in this tournament.")


class AlreadyEntered(Refused):
    default = _("You are in this tournament already.")


class NotOrganiser(Refused):
    default = _("Only the organiser of the tournament can do that.")


class CannotInvite(Refused):
    """Somebody cannot be invited to a tournament; the message says no more than that."""


class CannotStart(Refused):
    """A tournament cannot start now; the message says why."""


class TournamentOver(Refused):
    default = _("This tournament is over.")


class BadReport(Refused):
    """Something cannot be reported like this; the message says why."""


# --- for staff ---------------------------------------------------------------------------------------------------


class NotModerator(Refused):
    default = _("Only moderators who have no seat at the game can do that, or to staff only administrators.")


class NoReason(Refused):
    default = _("Say the reason: it is kept, and told to the players.")


class Outdated(Refused):
    default = _("The game has changed since you looked; nothing was done. Look again.")


class NoSuchSeat(Refused):
    default = _("The game has no such seat.")


class NoSuchMail(Refused):
    default = _("There is no such mail.")


class UnreadablePosition(Refused):
    default = _("The stored position of this game cannot be read. It can be corrected, or the game taken back.")


class NoDeadline(Refused):
    default = _("No turn with a deadline is open there.")


class CannotRewind(Refused):
    default = _("Only a game that is under way or finished can be taken back.")


class BadPosition(Refused):
    """A position that cannot be set up; the message names the field."""


class CannotReplace(Refused):
    """The seat cannot be handed over like this; the message says why."""


class CannotModerate(Refused):
    """The person cannot be warned, silenced or suspended; the message says why."""


class NoSuchReport(Refused):
    default = _("There is no such report.")


class CannotUpgradeRules(Refused):
    default = _("The position of this game cannot be read under the new rules.")


class BadAbsence(Refused):
    """An absence cannot be announced like this; the message says why."""

    default = _("This absence cannot be announced.")


class NoSuchAbsence(Refused):
    default = _("This absence is over or was never announced.")


class NoSuchPerson(Refused):
    """There is nobody of that name, or the person must not know of them."""

    default = _("There is nobody of that name here.")


class CannotBefriend(Refused):
    """Somebody cannot be asked to be friends; the message says why."""


class CannotBlock(Refused):
    """Somebody cannot be blocked; the message says why."""
