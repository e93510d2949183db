"""One search over games, people, mails and the audit trail; and that of the admin's tables.

Rows are found in several ways, each by an index of its own (games.staff.search_indexes): all in one condition over
joined tables would read every row there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import OperationalError, connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import AuditEntry, Game, IncomingMail, MailAddress, Move, OutgoingMail, Seat, Turn
from games.people.models import User

MOST: Final = 20
"""Of each kind; the admin's table has the rest."""
PART_FROM: Final = 3
"""So many letters may be a part of something; fewer are all of it, as PostgreSQL finds parts by their threes."""
AT_MOST_S: Final = 4
"""So long it looks for one kind of row (on PostgreSQL); then whoever searches is asked for more letters."""


@dataclass(frozen=True)
class Found:
    """Rows of one kind. kind: the model, for template and admin; more: there are others; gave_up: it took too long."""

    title: str | Promise
    kind: str
    app: str
    rows: list[Any] = field(default_factory=list)
    more: bool = False
    gave_up: bool = False

    @property
    def template(self) -> str:
        return f"staff/rows/{self.kind}.html"

    @property
    def table(self) -> str:
        """The admin's table of this kind."""
        return f"admin:{self.app}_{self.kind}_changelist"


def found(words: str) -> list[Found]:
    """What these words are found in; nothing for none."""
    if not words:
        return []
    return [
        _first(words, _("Games"), Game.objects.prefetch_related("seats__user").order_by("-opened_at", "pk")),
        _first(words, _("People"), User.objects.order_by("username")),
        _first(
            words,
            _("Mails sent"),
            OutgoingMail.objects.select_related("game", "user").defer("content").order_by("-pk"),
        ),
        _first(
            words,
            _("Mails received"),
            IncomingMail.objects.select_related("turn__game").defer("raw").order_by("-pk"),
        ),
        _first(
            words,
            _("Audit trail"),
            AuditEntry.objects.select_related("actor", "game", "person").order_by("-at", "-pk"),
        ),
    ]


def matching(rows: QuerySet[Any], words: str) -> QuerySet[Any]:
    """Those of these rows that the words are found in; rows of a model of WAYS."""
    first, *others = (way.order_by().values("pk") for way in WAYS[rows.model](words))
    return rows.filter(pk__in=first.union(*others) if others else first)


def _first(words: str, title: str | Promise, rows: QuerySet[Any]) -> Found:
    meta = rows.model._meta
    kind, app = str(meta.model_name), meta.app_label
    order = rows.query.order_by
    try:
        with _limited():
            # The first of all are among the first of each way.
            ways = (way.order_by(*order) for way in WAYS[rows.model](words))
            numbers = {number for way in ways for number in way.values_list("pk", flat=True)[: MOST + 1]}
            shown = list(rows.filter(pk__in=numbers)[: MOST + 1])
    except OperationalError:
        return Found(title, kind, app, gave_up=True)
    return Found(title, kind, app, shown[:MOST], len(shown) > MOST)


@contextmanager
def _limited() -> Iterator[None]:
    """Raises OperationalError for a statement that takes longer than it may."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = '{AT_MOST_S}s'")
        yield


def _has(column: str, words: str) -> Q:
    return Q(**{f"{column}__icontains" if len(words) >= PART_FROM else f"{column}__iexact": words})


def _called(words: str) -> QuerySet[User]:
    return User.objects.filter(username__iexact=words)


def _games(words: str) -> list[QuerySet[Any]]:
    return [
        Game.objects.filter(pk=words.lower()),
        Game.objects.filter(_has("name", words)),
        Game.objects.filter(host__in=_called(words)),
        Game.objects.filter(seats__user__in=_called(words)),
    ]


def _people(words: str) -> list[QuerySet[Any]]:
    return [User.objects.filter(_has(column, words)) for column in ("username", "email")]


def _mails_sent(words: str) -> list[QuerySet[Any]]:
    return [
        OutgoingMail.objects.filter(message_id=words),
        OutgoingMail.objects.filter(game=words.lower()),
        OutgoingMail.objects.filter(game__in=Game.objects.filter(_has("name", words))),
        OutgoingMail.objects.filter(user__in=_called(words)),
        *(OutgoingMail.objects.filter(_has(column, words)) for column in ("recipient", "subject")),
    ]


def _mails_received(words: str) -> list[QuerySet[Any]]:
    return [
        IncomingMail.objects.filter(turn__game=words.lower()),
        *(IncomingMail.objects.filter(_has(column, words)) for column in ("sender", "outcome")),
    ]


def _trail(words: str) -> list[QuerySet[Any]]:
    return [
        AuditEntry.objects.filter(act=words.lower()),
        AuditEntry.objects.filter(game=words.lower()),
        AuditEntry.objects.filter(actor__in=_called(words)),
        AuditEntry.objects.filter(person__in=_called(words)),
        AuditEntry.objects.filter(game__in=Game.objects.filter(_has("name", words))),
        AuditEntry.objects.filter(_has("reason", words)),
    ]


def _addresses(words: str) -> list[QuerySet[Any]]:
    return [MailAddress.objects.filter(_has(column, words)) for column in ("address", "reason")]


def _seats(words: str) -> list[QuerySet[Any]]:
    return [
        Seat.objects.filter(game=words.lower()),
        Seat.objects.filter(game__in=Game.objects.filter(_has("name", words))),
        Seat.objects.filter(user__in=_called(words)),
        Seat.objects.filter(_has("invited_email", words)),
    ]


def _turns(words: str) -> list[QuerySet[Any]]:
    return [
        *([Turn.objects.filter(pk=int(words))] if words.isascii() and words.isdigit() and len(words) < 19 else []),
        Turn.objects.filter(game=words.lower()),
        Turn.objects.filter(game__in=Game.objects.filter(_has("name", words))),
        Turn.objects.filter(seat__user__in=_called(words)),
    ]


def _moves(words: str) -> list[QuerySet[Any]]:
    return [
        Move.objects.filter(game=words.lower()),
        Move.objects.filter(game__in=Game.objects.filter(_has("name", words))),
    ]


WAYS: Final[dict[type[Model], Callable[[str], list[QuerySet[Any]]]]] = {
    Game: _games,
    User: _people,
    OutgoingMail: _mails_sent,
    IncomingMail: _mails_received,
    AuditEntry: _trail,
    MailAddress: _addresses,
    Seat: _seats,
    Turn: _turns,
    Move: _moves,
}
