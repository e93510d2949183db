"""The staff's search over games, people, mails and the audit trail, and the search of the admin's tables.

Each kind of row is searched by several queries, each with an index of its own (games.staff.search_indexes). One query
with all conditions over joined tables would read every row.
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

from games.access.policy import Actor
from games.access.reports import visible_deliveries
from games.models import AuditEntry, Delivery, Game, IncomingMail, MailAddress, Move, Notification, Seat, Turn
from games.people.models import User

MAX_ROWS: Final = 20
"""Shown of each kind of row; the admin's table has the rest."""
MIN_PART_LENGTH: Final = 3
"""Fewer letters must be a whole name: PostgreSQL's indexes find parts of texts by three letters (trigrams)."""
MAX_SECONDS: Final = 4
"""Time limit of the search for one kind of row (on PostgreSQL only)."""


@dataclass(frozen=True)
class SearchResult:
    """The rows of one kind that were found."""

    title: str | Promise
    kind: str
    """The name of the model; the template and the admin's page are named after it."""
    app: str
    rows: list[Any] = field(default_factory=list)
    has_more: bool = False
    """Whether more rows match than are shown."""
    timed_out: bool = False

    @property
    def template(self) -> str:
        return f"staff/rows/{self.kind}.html"

    @property
    def table(self) -> str:
        """The admin's table of this kind."""
        return f"admin:{self.app}_{self.kind}_changelist"


def search_everything(words: str, reader: Actor) -> list[SearchResult]:
    """The rows in which the words occur, as one of the staff may see them; no results for no words."""
    if not words:
        return []
    return [
        _search_model(words, _("Games"), Game.objects.prefetch_related("seats__user").order_by("-opened_at", "pk")),
        _search_model(words, _("People"), User.objects.order_by("username")),
        _search_model(
            words,
            _("Mails sent"),
            visible_deliveries(Delivery.objects.defer("content"), reader)
            .select_related("game", "user")
            .order_by("-pk"),
        ),
        _search_model(
            words,
            _("Mails received"),
            IncomingMail.objects.select_related("turn__game").defer("raw").order_by("-pk"),
        ),
        _search_model(
            words,
            _("Audit trail"),
            AuditEntry.objects.select_related("actor", "game", "person").order_by("-at", "-pk"),
        ),
    ]


def filter_by_words(rows: QuerySet[Any], words: str) -> QuerySet[Any]:
    """The rows in which the words occur. The rows are of a model in QUERIES_BY_MODEL."""
    first, *others = (query.order_by().values("pk") for query in QUERIES_BY_MODEL[rows.model](words))
    return rows.filter(pk__in=first.union(*others) if others else first)


def _search_model(words: str, title: str | Promise, rows: QuerySet[Any]) -> SearchResult:
    meta = rows.model._meta
    kind, app = str(meta.model_name), meta.app_label
    order = rows.query.order_by
    try:
        with _time_limit():
            # The first of all results are among the first of each query.
            queries = (query.order_by(*order) for query in QUERIES_BY_MODEL[rows.model](words))
            ids = {pk for query in queries for pk in query.values_list("pk", flat=True)[: MAX_ROWS + 1]}
            shown = list(rows.filter(pk__in=ids)[: MAX_ROWS + 1])
    except OperationalError:
        return SearchResult(title, kind, app, timed_out=True)
    return SearchResult(title, kind, app, shown[:MAX_ROWS], len(shown) > MAX_ROWS)


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raises OperationalError for a statement that takes longer than MAX_SECONDS."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = '{MAX_SECONDS}s'")
        yield


def _contains(column: str, words: str) -> Q:
    return Q(**{f"{column}__icontains" if len(words) >= MIN_PART_LENGTH else f"{column}__iexact": words})


def _people_named(words: str) -> QuerySet[User]:
    return User.objects.filter(username__iexact=words)


def _games(words: str) -> list[QuerySet[Any]]:
    return [
        Game.objects.filter(pk=words.lower()),
        Game.objects.filter(_contains("name", words)),
        Game.objects.filter(host__in=_people_named(words)),
        Game.objects.filter(seats__user__in=_people_named(words)),
    ]


def _people(words: str) -> list[QuerySet[Any]]:
    return [User.objects.filter(_contains(column, words)) for column in ("username", "email")]


def _mails_sent(words: str) -> list[QuerySet[Any]]:
    return [
        Delivery.objects.filter(message_id=words),
        Delivery.objects.filter(game=words.lower()),
        Delivery.objects.filter(game__in=Game.objects.filter(_contains("name", words))),
        Delivery.objects.filter(user__in=_people_named(words)),
        *(Delivery.objects.filter(_contains(column, words)) for column in ("address", "subject")),
    ]


def _notifications(words: str) -> list[QuerySet[Any]]:
    return [
        Notification.objects.filter(game=words.lower()),
        Notification.objects.filter(game__in=Game.objects.filter(_contains("name", words))),
        Notification.objects.filter(user__in=_people_named(words)),
    ]


def _mails_received(words: str) -> list[QuerySet[Any]]:
    return [
        IncomingMail.objects.filter(turn__game=words.lower()),
        *(IncomingMail.objects.filter(_contains(column, words)) for column in ("sender", "outcome")),
    ]


def _trail(words: str) -> list[QuerySet[Any]]:
    return [
        AuditEntry.objects.filter(action=words.lower()),
        AuditEntry.objects.filter(game=words.lower()),
        AuditEntry.objects.filter(actor__in=_people_named(words)),
        AuditEntry.objects.filter(person__in=_people_named(words)),
        AuditEntry.objects.filter(game__in=Game.objects.filter(_contains("name", words))),
        AuditEntry.objects.filter(_contains("reason", words)),
    ]


def _addresses(words: str) -> list[QuerySet[Any]]:
    return [MailAddress.objects.filter(_contains(column, words)) for column in ("address", "reason")]


def _seats(words: str) -> list[QuerySet[Any]]:
    return [
        Seat.objects.filter(game=words.lower()),
        Seat.objects.filter(game__in=Game.objects.filter(_contains("name", words))),
        Seat.objects.filter(user__in=_people_named(words)),
        Seat.objects.filter(_contains("invited_email", words)),
    ]


def _turns(words: str) -> list[QuerySet[Any]]:
    return [
        *([Turn.objects.filter(pk=int(words))] if words.isascii() and words.isdigit() and len(words) < 19 else []),
        Turn.objects.filter(game=words.lower()),
        Turn.objects.filter(game__in=Game.objects.filter(_contains("name", words))),
        Turn.objects.filter(seat__user__in=_people_named(words)),
    ]


def _moves(words: str) -> list[QuerySet[Any]]:
    return [
        Move.objects.filter(game=words.lower()),
        Move.objects.filter(game__in=Game.objects.filter(_contains("name", words))),
    ]


QUERIES_BY_MODEL: Final[dict[type[Model], Callable[[str], list[QuerySet[Any]]]]] = {
    Game: _games,
    User: _people,
    Notification: _notifications,
    Delivery: _mails_sent,
    IncomingMail: _mails_received,
    AuditEntry: _trail,
    MailAddress: _addresses,
    Seat: _seats,
    Turn: _turns,
    Move: _moves,
}
