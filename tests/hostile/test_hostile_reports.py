"""Broken and hostile mails to the envelope sender of a mail of ours: one outcome each, no answer, no other address."""

from __future__ import annotations

from random import Random

from django.db import transaction

from games.mail import feeder, inbox
from games.mail.addresses import bounce_address, bounce_token
from games.models import Delivery, IncomingMail, MailAddress, Move, Notification
from games.people.models import User
from tests.hostile.mutations import MUTATIONS, Addressed, Draft
from tests.mail.conftest import turn_of
from tests.mail.test_bounces import reported
from tests.table.games import opened

TIMES = 3
Status = IncomingMail.Status


def test_whatever_is_reported_marks_no_other_address_and_is_never_answered(anna: User, bob: User) -> None:
    turn = turn_of(opened(anna, bob))
    row = Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)
    Delivery.objects.filter(pk=row.pk).update(status=Delivery.Status.SENT)
    written, marked = Delivery.objects.count(), 0
    to = Addressed(turn.token, row.address, ["victim@example.org"], "a" * 26)
    for seed in range(TIMES * len(MUTATIONS)):
        head, _empty, body = reported(row).partition(b"\n\n")
        draft = Draft(to, head.split(b"\n"), body, ["settler"])
        mutation = MUTATIONS[seed % len(MUTATIONS)]
        mutation(Random(seed), draft)
        with transaction.atomic():
            raw = draft.finished(mutation.__name__).raw
            stored, _created = feeder.store(raw, token=bounce_token(bounce_address(row.pk)) or "", sender="")
            inbox.read(stored.pk)
            stored.refresh_from_db(fields=["status", "attempts", "outcome"])
            assert stored.status in (Status.DONE, Status.IGNORED, Status.FAILED), mutation
            assert (stored.attempts, stored.outcome.isprintable()) == (1, True), mutation
            assert Delivery.objects.count() == written, mutation
            assert not Move.objects.exists(), mutation
            named = set(MailAddress.objects.values_list("address", flat=True))
            assert named <= {row.address}, mutation
            marked += bool(named)
            transaction.set_rollback(True)
    assert 0 < marked < TIMES * len(MUTATIONS)
