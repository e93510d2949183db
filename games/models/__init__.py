"""What the database keeps of the games, by theme."""

from games.models.audit import AuditEntry
from games.models.mail import IncomingMail, InvitationOptOut, MailAddress, MutedGame, OutgoingMail
from games.models.operations import Heartbeat, Pulse
from games.models.resignation import ResignationCode
from games.models.table import Game, Seat
from games.models.turns import Move, Submission, Turn

__all__ = [
    "AuditEntry",
    "Game",
    "Heartbeat",
    "IncomingMail",
    "InvitationOptOut",
    "MailAddress",
    "Move",
    "MutedGame",
    "OutgoingMail",
    "Pulse",
    "ResignationCode",
    "Seat",
    "Submission",
    "Turn",
]
