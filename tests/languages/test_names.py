"""The forms in the tables of names (games/engine/names) are those that patterns ask for."""

from __future__ import annotations

import pytest

from games.engine.articles import ARTICLES, GENDER, article_for, needs_gender, term_after
from games.engine.name_tables import LANGUAGES, Row, rows
from games.engine.patterns import parse_term

INFLECTED = ("role", "good", "tile", "building", "card")


def term_of(row: Row) -> str:
    """As a catalogue has it."""
    return " | ".join([row.names[0], *(f"{form}: {text}" for form, text in row.forms.items())])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_with_its_forms_is_a_term(language: str) -> None:
    for row in rows(language).values():
        if not row.names:  # a link that the form of the thing behind it says
            continue
        parsed = parse_term(term_of(row))
        assert (parsed.plain, dict(parsed.forms)) == (row.names[0], dict(row.forms))


@pytest.mark.parametrize("article", sorted(name for name in ARTICLES if needs_gender(name)))
def test_every_german_name_can_stand_behind_every_article(article: str) -> None:
    for row in rows("de").values():
        if row.kind in INFLECTED:
            assert article_for(article, row.forms[GENDER], row.names[0]), row
            assert term_after(article, row.names[0], row.forms), row


def test_the_article_by_sound_is_that_of_the_hungarian_table() -> None:
    for row in rows("hu").values():
        if "article" in row.forms:
            assert article_for("az", "", row.names[0]) == row.forms["article"], row
