"""The position in a mail: as a picture, and as text for readers without pictures."""

from __future__ import annotations

import logging

from games.board import board_text, mail_png
from games.mail.question import MailBoard

log = logging.getLogger(__name__)


def picture_of(board: MailBoard) -> bytes | None:
    """A PNG of the board; None if it cannot be drawn: the mail is sent without it."""
    try:
        return mail_png(board.view, board.names)
    except Exception:  # the text board says the same, and the turn's clock runs
        log.exception("A board could not be drawn for a mail.")
        return None


def text_of(board: MailBoard, width: int = 72) -> str:
    return board_text(board.view, board.names, width)
