"""`manage.py check_mail`: whether mails go out and answers come in, step by step, and what DNS says of our domains."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.mail import dns_records, self_check
from games.mail.dns_records import Finding
from prweb.mailbox.backend import remove_mail_to


class Command(BaseCommand):
    help = "Send a mail to the site itself and read it back; check the DNS records of its mail (--resolver)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--wait", type=float, default=120, help="seconds for the mail to come back; default: 120")
        parser.add_argument("--listener", default=settings.SMTP_LISTEN, help="host:port; default: %(default)s")
        parser.add_argument("--no-mail", action="store_true", help="send nothing, look at the DNS records only")
        parser.add_argument(
            "--resolver",
            default=settings.DNS_RESOLVER,
            help='who is asked for DNS records: an address, with a port if it is not 53, or "system"; default: nobody',
        )
        parser.add_argument("--dkim-selector", default=settings.DKIM_SELECTOR, help="of the key that signs our mails")
        parser.add_argument(
            "--sending",
            action="append",
            default=[],
            metavar="ADDRESS",
            help="an IP address that our mails go out from; default: those of the mail server in EMAIL_URL, or the MX",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        wrong = 0
        for finding in self._findings(options):
            mark = {True: "ok  ", False: "NO  ", None: "note"}[finding.ok]
            self.stdout.write(f"{mark}  {finding.text}")
            if finding.advice:
                self.stdout.write(f"      {finding.advice}")
            wrong += finding.ok is False
        if wrong:
            raise CommandError(f"{wrong} of these must be put right.")

    def _findings(self, options: dict[str, Any]) -> Iterator[Finding]:
        if not settings.OPERATOR_MAIL:
            yield Finding(
                None,
                f"Operator: mails to postmaster@ and abuse@{settings.MAIL_HOST} are set aside.",
                "Set PRWEB_OPERATOR_MAIL to where they are to go.",
            )
        if not options["no_mail"]:
            yield from self_check.check_round_trip(
                options["listener"], options["wait"], remove_mail_to if settings.MAILBOX_PAGES else None
            )
        if not options["resolver"]:
            yield Finding(None, "DNS: nothing was looked up.", "Give --resolver system, or the address of a resolver.")
            return
        try:
            zone = dns_records.Zone(options["resolver"])
            sending = [str(ip_address(address)) for address in options["sending"]]
        except (ImproperlyConfigured, ValueError) as error:
            raise CommandError(str(error)) from error
        yield from dns_records.check_records(
            zone,
            mail_host=settings.MAIL_HOST.lower(),
            sender_domain=parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower(),
            selector=options["dkim_selector"],
            sending=sending,
            relay="" if settings.MAILBOX_PAGES else settings.EMAIL_HOST,
        )
