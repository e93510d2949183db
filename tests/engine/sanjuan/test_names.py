"""Everything that has a canonical term has a name, and what is told of it."""

from __future__ import annotations

from games.engine.sanjuan import names
from games.engine.sanjuan.card_texts import CARD_TEXTS, WHEN
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, ROLE_NAMES
from games.engine.sanjuan.stages import STAGE_NAMES
from games.engine.sanjuan.vocabulary import LEXICON, VERBS


def test_every_term_has_a_name() -> None:
    assert list(names.ROLES) == list(ROLE_NAMES)
    assert list(names.GOODS) == list(GOOD_NAMES)
    assert list(names.CARDS) == list(names.EFFECTS) == list(CARD_NAMES)
    assert list(names.STAGES) == list(STAGE_NAMES)


def test_names_of_one_table_are_told_apart() -> None:
    for table in (names.ROLES, names.GOODS, names.CARDS, names.STAGES):
        assert len({name.render() for name in table.values()}) == len(table)


def test_every_card_is_explained() -> None:
    assert list(CARD_TEXTS) == list(CARD_NAMES)
    assert {entry.when for entry in CARD_TEXTS.values()} == set(WHEN)
    for entry in CARD_TEXTS.values():
        assert entry.text.render().endswith(".")


def test_what_stands_on_a_card_is_short() -> None:
    longest = 46
    assert all(len(effect.render()) <= longest for effect in names.EFFECTS.values())


def test_no_word_of_any_language_means_two_things() -> None:
    verbs: dict[str, str] = {}
    nouns: dict[str, str] = {}
    for language in LEXICON.vocabularies:
        for typed, verb in language.verbs.items():
            assert verbs.setdefault(typed, verb) == verb
        for typed, noun in language.nouns.items():
            assert nouns.setdefault(typed, noun) == noun
    assert set(verbs.values()) == set(VERBS)
