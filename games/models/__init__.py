"""What the database keeps of the games, by theme."""

from games.models.audit import AuditEntry
from games.models.coaching import Hint
from games.models.company import Block, FriendWish
from games.models.endpoints import Endpoint, TurnsWithoutMail
from games.models.lessons import LessonDone
from games.models.lobby import LobbyChoices, WaitingPerson
from games.models.mail import IncomingMail, InvitationOptOut, MailAddress, MutedGame
from games.models.notifications import Delivery, Notification
from games.models.operations import ClockTick, Heartbeat, Outage, SiteState
from games.models.orders import DefaultOrders
from games.models.pack import PackedGame, PackedPerson, PackedTurn
from games.models.played import ANSWER_TIMES, PlayedGame
from games.models.proposals import Ballot, Proposal
from games.models.ratings import Household, Rating, RatingChange, RatingDue, RatingPool, SharedTraces
from games.models.reports import PersonNote, Report
from games.models.resignation import ResignationCode
from games.models.seat_holders import SeatHolder
from games.models.seeks import Seek, SeekFind
from games.models.site_clock import SiteClock
from games.models.table import Game, Seat
from games.models.talk import MutedPerson, PrivateNote, TalkMessage
from games.models.tournaments import (
    Entrant,
    Tournament,
    TournamentBye,
    TournamentDue,
    TournamentRound,
    TournamentSeat,
    TournamentTable,
)
from games.models.turns import HostRound, Move, Submission, Turn

__all__ = [
    "ANSWER_TIMES",
    "AuditEntry",
    "Ballot",
    "Block",
    "ClockTick",
    "DefaultOrders",
    "Delivery",
    "Endpoint",
    "Entrant",
    "FriendWish",
    "Game",
    "Heartbeat",
    "Hint",
    "HostRound",
    "Household",
    "IncomingMail",
    "InvitationOptOut",
    "LessonDone",
    "LobbyChoices",
    "MailAddress",
    "Move",
    "MutedGame",
    "MutedPerson",
    "Notification",
    "Outage",
    "PackedGame",
    "PackedPerson",
    "PackedTurn",
    "PersonNote",
    "PlayedGame",
    "PrivateNote",
    "Proposal",
    "Rating",
    "RatingChange",
    "RatingDue",
    "RatingPool",
    "Report",
    "ResignationCode",
    "Seat",
    "SeatHolder",
    "Seek",
    "SeekFind",
    "SharedTraces",
    "SiteClock",
    "SiteState",
    "Submission",
    "TalkMessage",
    "Tournament",
    "TournamentBye",
    "TournamentDue",
    "TournamentRound",
    "TournamentSeat",
    "TournamentTable",
    "Turn",
    "TurnsWithoutMail",
    "WaitingPerson",
]
