"""`manage.py verify_deal FILE`: checks a finished game's record against the secret that decided its draws."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import record, registry
from games.engine.deal import draws, order_before_seating
from games.engine.record import Record, RecordError, SetUpEntry
from games.wording import in_words


class Command(BaseCommand):
    """Needs no database: the file, the rules and SHA-256 are all there is to it (docs/records.md)."""

    help = (
        "Check that a downloaded game record is what its secret dealt: the secret fits the hash told at the start, "
        "and every move and draw follows from it. Exit code 1 if something does not fit."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - for the standard input")
        parser.add_argument("--hash", metavar="SHA256", help="the hash you were told when the game started")
        parser.add_argument(
            "--opened",
            metavar="NAMES",
            help="the players in the order of the seats before the start, separated by commas",
        )
        parser.add_argument("--show", action="store_true", help="print every draw")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            # Whoever reads it finds a secret that does not fit its hash.
            read = record.parse(_read_text(options["file"]))
            rules = registry.game(read.game)
            if read.secret is None:
                raise CommandError("The record does not tell its secret: that is told when the game is over.")
            self.stdout.write("The secret fits the SecretHash of the record.")
            self._check_hash(read, options["hash"])
            self._check_seating(read, read.secret, options["opened"])
            history = record.positions(rules, read)
        except KeyError as error:
            raise CommandError(f"NOT OK: {error.args[0]}") from error
        except RecordError as error:
            raise CommandError(f"NOT OK: {error}") from error
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        if read.digest is None:
            raise CommandError("NOT OK: the record has no Digest, so nothing tells that it is whole.")
        if not history[-1].is_over() and read.ended is None:
            raise CommandError("NOT OK: the record ends before the game is over.")
        self.stdout.write(f"All {len(read.entries)} entries follow from the secret, up to the last position's digest.")
        for number, entry in enumerate(read.entries, start=1):
            if isinstance(entry, SetUpEntry):
                self.stdout.write(
                    self.style.WARNING(
                        f"Entry {number} is a position that was set up (by staff, or by the players to draw anew): "
                        "later draws follow from what it says."
                    )
                )
        if options["show"]:
            for draw in draws(rules, registry.chronicle(read.game), read, history):
                self.stdout.write(f"{draw.entry or 'start':>6}  {in_words(draw.sentence)}")
        self.stdout.write(self.style.SUCCESS("OK"))

    def _check_hash(self, read: Record, expected: str | None) -> None:
        if expected is None:
            self.stdout.write(f"Compare with the hash you were told at the start: {read.secret_hash}")
            return
        if re.sub(r"\s", "", expected).lower() != read.secret_hash:
            raise CommandError(
                f"NOT OK: at the start you were told {expected}, but this record was dealt from a secret with the "
                f"hash {read.secret_hash}."
            )
        self.stdout.write("It is the hash you were told at the start.")

    def _check_seating(self, read: Record, secret: bytes, opened: str | None) -> None:
        before = order_before_seating(read.seats, secret)
        if opened is None:
            self.stdout.write(f"If the secret drew the seats, they stood before the start as: {', '.join(before)}")
            return
        if [name.strip() for name in opened.split(",")] != before:
            raise CommandError(
                f"NOT OK: the secret seats these players so only if they stood before the start as: {', '.join(before)}"
            )
        self.stdout.write("The secret drew the order of the seats.")


def _read_text(file: str) -> str:
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
