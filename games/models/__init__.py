"""What the database keeps of the games, by theme."""

from games.models.mail import IncomingMail, MutedGame, OutgoingMail
from games.models.table import Game, Pulse, Seat
from games.models.turns import Move, Submission, Turn

__all__ = ["Game", "IncomingMail", "Move", "MutedGame", "OutgoingMail", "Pulse", "Seat", "Submission", "Turn"]
