"""What the database keeps of the games, by theme."""

from games.models.audit import AuditEntry
from games.models.coaching import Hint
from games.models.lessons import LessonDone
from games.models.mail import IncomingMail, InvitationOptOut, MailAddress, MutedGame
from games.models.notifications import Delivery, Notification
from games.models.operations import ClockTick, Heartbeat, Outage, SiteState
from games.models.orders import DefaultOrders
from games.models.pack import PackedGame, PackedPerson, PackedTurn
from games.models.resignation import ResignationCode
from games.models.site_clock import SiteClock
from games.models.table import Game, Seat
from games.models.turns import HostRound, Move, Submission, Turn

__all__ = [
    "AuditEntry",
    "ClockTick",
    "DefaultOrders",
    "Delivery",
    "Game",
    "Heartbeat",
    "Hint",
    "HostRound",
    "IncomingMail",
    "InvitationOptOut",
    "LessonDone",
    "MailAddress",
    "Move",
    "MutedGame",
    "Notification",
    "Outage",
    "PackedGame",
    "PackedPerson",
    "PackedTurn",
    "ResignationCode",
    "Seat",
    "SiteClock",
    "SiteState",
    "Submission",
    "Turn",
]
