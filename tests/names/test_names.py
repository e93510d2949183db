"""The tables of names are complete: whatever the engine can name has one name in every language, with its source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import pytest

from games.engine.ended_orders import line_for
from games.engine.name_tables import LANGUAGES, Row, english, rows
from games.engine.order_reader import OrderForm
from games.engine.puertorico import names as puerto_rico
from games.engine.puertorico import vocabulary as puerto_rico_words
from games.engine.puertorico.components import BUILDINGS, CARD_NAMES, GOOD_NAMES
from games.engine.puertorico.standing_orders import FORMS as PUERTO_RICO_ORDERS
from games.engine.puertorico.standing_orders import QUESTION_KINDS as PUERTO_RICO_QUESTIONS
from games.engine.sanjuan import names as san_juan
from games.engine.sanjuan import vocabulary as san_juan_words
from games.engine.sanjuan.components import CARD_NAMES as SAN_JUAN_CARDS
from games.engine.sanjuan.stages import PHASE_NAMES
from games.engine.sanjuan.standing_orders import FORMS as SAN_JUAN_ORDERS
from games.engine.sanjuan.standing_orders import QUESTION_KINDS as SAN_JUAN_QUESTIONS
from tests.names import document


def _kinds(forms: Iterable[OrderForm]) -> list[str]:
    """The lines that end these orders."""
    return [line_for(form.kind) for form in forms]


def _beginning(order: str) -> str:
    """The adverb and the verb of an order."""
    return " ".join(order.split()[:2])


OF_THE_ENGINE = {
    ("puertorico", "role"): CARD_NAMES,
    ("puertorico", "good"): GOOD_NAMES,
    ("puertorico", "tile"): puerto_rico.PLANTATIONS,
    ("puertorico", "place"): puerto_rico.SAN_JUAN,
    ("puertorico", "person"): puerto_rico.PEOPLE,
    ("puertorico", "building"): [building.name for building in BUILDINGS],
    ("puertorico", "verb"): {*puerto_rico_words.VERBS} - {puerto_rico_words.NOBLE_GUEST} | {"noble guest"},
    ("puertorico", "kind"): [kind.word for kind in PUERTO_RICO_QUESTIONS],
    ("puertorico", "order"): [_beginning(form.example) for form in PUERTO_RICO_ORDERS] + _kinds(PUERTO_RICO_ORDERS),
    ("sanjuan", "role"): san_juan.ROLES,
    ("sanjuan", "good"): san_juan.GOODS,
    ("sanjuan", "card"): SAN_JUAN_CARDS,
    ("sanjuan", "phase"): PHASE_NAMES,
    ("sanjuan", "verb"): san_juan_words.VERBS,
    ("sanjuan", "noun"): (
        san_juan_words.FULL,
        san_juan_words.EMPTY,
        san_juan_words.MORE,
        san_juan_words.AUTO,
        *san_juan_words.GOOD_PAYMENTS,
    ),
    ("sanjuan", "link"): (san_juan_words.OVER, san_juan_words.WITH),
    ("sanjuan", "kind"): [kind.word for kind in SAN_JUAN_QUESTIONS],
    ("sanjuan", "order"): [_beginning(form.example) for form in SAN_JUAN_ORDERS] + _kinds(SAN_JUAN_ORDERS),
}

WITH_FORMS = ("role", "good", "tile", "person", "building", "card")
"""What sentences inflect."""

NEEDED = {
    "de": {"gender"},
    "hu": {"article", "acc", "dat", "inst", "sub", "sup", "del"},
    "pl": {"gender", "gen", "dat", "acc", "inst", "loc"},
    "ro": {"gender", "def", "def.gen"},
}
NEEDED_OF_COUNTED = {"de": {"pl", "pl.dat"}, "hu": {"pl"}, "pl": {"pl", "pl.gen", "pl.acc"}, "ro": {"pl", "pl.def"}}
KNOWN = {
    "de": {"acc", "dat", "gen", "def", "def.acc", "def.dat", "pl.def"},
    "hu": {"cau", "poss"},
    "pl": set[str](),
    "ro": {"indef"},
}

every_language = pytest.mark.parametrize("language", LANGUAGES)


def test_every_word_of_the_engine_has_a_row() -> None:
    for (game, kind), terms in OF_THE_ENGINE.items():
        keys = {key for of_game, of_kind, key in english() if (of_game, of_kind) == (game, kind)}
        assert set(terms) <= keys, (game, kind)
    keys = {key.casefold() for game, _kind, key in english() if game == "puertorico"}
    assert {thing.casefold() for thing in puerto_rico_words.THINGS} <= keys
    phases = {key for game, kind, key in english() if (game, kind) == ("puertorico", "phase")}
    assert phases == set(CARD_NAMES) - {"prospector 2"}


READ_APART = {"no", "not"}
"""Commands that may be one word: "no" answers nothing but a mail about a vote, in which there is no "not"."""


@every_language
def test_every_language_has_the_same_rows(language: str) -> None:
    assert list(rows(language)) == list(english())


@every_language
def test_no_name_form_or_source_is_empty(language: str) -> None:
    for row in rows(language).values():
        for text in (row.source, *row.names, *row.forms.values()):
            assert text == text.strip() != "", row


@every_language
def test_no_two_things_of_one_kind_share_a_name(language: str) -> None:
    """Neither the names that are shown nor others that are understood."""
    found: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows(language).values():
        for name in row.names:
            found[row.game, row.kind, document.plain(name)].add(row.key)
    assert {place: keys for place, keys in found.items() if len(keys) > 1 and keys != READ_APART} == {}


@every_language
@pytest.mark.parametrize("game", ["puertorico", "sanjuan"])
def test_no_word_of_answers_is_a_command_too(language: str, game: str) -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows(language).values():
        if (row.game, row.kind) in ((game, "verb"), (game, "link"), ("site", "command")):
            for name in row.names:
                found[document.plain(name)].add(f"{row.kind} {row.key}")
    apart = {f"command {key}" for key in READ_APART}
    assert {name: meanings for name, meanings in found.items() if len(meanings) > 1 and meanings != apart} == {}


@every_language
def test_what_sentences_inflect_has_its_forms(language: str) -> None:
    known = NEEDED[language] | NEEDED_OF_COUNTED[language] | KNOWN[language]
    for row in rows(language).values():
        assert set(row.forms) <= known, row
        if row.kind in WITH_FORMS:
            assert set(row.forms) >= _needed(language, row), row


def _needed(language: str, row: Row) -> set[str]:
    """The forms of a term; goods are counted in barrels, and of a second prospector there is one."""
    is_counted = row.kind != "good" and row.key != "prospector 2"
    return NEEDED[language] | (NEEDED_OF_COUNTED[language] if is_counted else set())


def test_the_hungarian_article_fits_the_name() -> None:
    for row in rows("hu").values():
        if "article" in row.forms and row.name[0] != "I":  # a Roman numeral is spoken as another word
            assert row.forms["article"] == ("az" if row.name[0].lower() in "aáeéiíoóöőuúüű" else "a"), row


def test_the_document_is_made_from_the_tables() -> None:
    assert document.PATH.read_text() == document.document(), "run python -m tests.names.document"
