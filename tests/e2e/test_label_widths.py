"""No label of a table is longer than its box, whatever the language and the window. All pages: check_every_page.py."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.engine import registry
from games.people.models import User
from tests.e2e.in_process import SITE
from tests.e2e.label_faults import FAULTS
from tests.e2e.page_kinds import in_a_loop, page_of
from tests.table.games import opened, player
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db

WIDTHS = (360, 768, 1280)


@pytest.mark.parametrize("kind", [rules.key for rules in registry.games()])
def test_no_label_of_a_table_is_longer_than_its_box(kind: str, browser: Browser, anna: User, bob: User) -> None:
    game = opened(anna, bob, kind=kind)
    turn = game.turns.filter(seat__user__isnull=False).earliest("ahead_of_turn", "pk")
    page, found = page_of(browser, client_of(player(turn))), []
    for language, _name in settings.LANGUAGES:
        User.objects.update(language=language)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{SITE}/games/{game.pk}/")
            assert page.locator("html").get_attribute("lang") == language
            found += [f"{language}, {width}: {fault}" for fault in page.evaluate(FAULTS)]
    page.context.close()
    assert found == []
