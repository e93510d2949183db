"""Several processes count ratings at the same time as games end and are voided. Real connections, real commits."""

from __future__ import annotations

import pytest

from games.models import Rating, RatingChange, RatingDue, RatingPool
from games.people.models import User
from games.table import rating_applier
from games.table.moderation.voiding import void_rating
from tests.table.rated import KIND, count_all, ended, kept
from tests.table.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def count() -> bool:
    return rating_applier.count(KIND, 2, 2)


def test_what_several_count_at_once_is_what_one_would(anna: User, bob: User, chris: User) -> None:
    first = ended(anna, bob)
    for day in range(1, 5):
        ended(bob, chris, day=day)
        ended(chris, anna, day=day)
    at_once(
        count,
        count,
        lambda: ended(anna, bob, day=2),
        count,
        lambda: void_rating(first.pk, None, "it was arranged"),
        count,
        count,
    )
    count_all()
    assert not RatingDue.objects.exists()
    found = kept()
    assert len(found[0]) == 20
    for model in (RatingChange, Rating, RatingPool):
        model._default_manager.all().delete()
    rating_applier.recount()
    assert kept() == found
