"""Every message in every language, with every kind of term in its holes and numbers of every class."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Final

import polib
import pytest
from django.conf import settings

from games.catalogues import find_faults, kinds_for_hole, term_kind
from games.engine.registry import games
from games.engine.words import Message, MessageList
from games.languages import translated_text
from tests.engine.conformance import Setup
from tests.languages.pseudo import pseudo_catalogue
from tests.languages.renderings import MISSING, MarkingTranslator, find_complaints
from tests.languages.spoken import messages_of, setups_to_hear, without_names
from tests.languages.translators import CATALOGUES

SETUPS: Final = [setup for game in games() for setup in setups_to_hear(game)]
CATALOGUES_THERE: Final = [*settings.LOCALE_FOLDER.glob("*/LC_MESSAGES/django.po"), *CATALOGUES.glob("*.po")]


@pytest.fixture(scope="module")
def pseudo(texts_of_the_code: Path) -> polib.POFile:
    return pseudo_catalogue(polib.pofile(str(texts_of_the_code)))


def test_every_message_can_be_said_in_a_language_with_cases(pseudo: polib.POFile) -> None:
    assert find_faults(translated_text(entry) for entry in pseudo) == []
    assert find_complaints(pseudo, wide=True) == []


@pytest.mark.parametrize("file", CATALOGUES_THERE, ids=lambda file: str(file.relative_to(settings.BASE_DIR)))
def test_what_is_translated_is_without_holes_missing_forms_and_english(file: Path) -> None:
    catalogue = polib.pofile(str(file))
    assert find_faults(translated_text(entry) for entry in catalogue if entry.translated()) == []
    assert find_complaints(catalogue) == []


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_games_leave_nothing_in_english_and_put_terms_where_their_holes_say(setup: Setup, pseudo: polib.POFile) -> None:
    translator = MarkingTranslator(BytesIO(pseudo.to_binary()))
    messages = messages_of(setup)
    assert len(messages) > 100
    assert [wrong for message in messages for wrong in wrong_terms(message)] == []
    shown = {message.render(): without_names(message).render(translator) for message in messages}
    left = {english: other for english, other in shown.items() if re.search(rf"[A-Za-z{MISSING}]", other)}
    assert left == {}


def wrong_terms(message: Message) -> list[str]:
    """Terms that stand in holes whose name says another kind."""
    found = []
    for name, value in message.params.items():
        if not isinstance(value, Message):
            continue
        terms = list(value.params.values()) if isinstance(value, MessageList) else [value]
        for term in terms:
            if isinstance(term, Message) and not isinstance(message, MessageList):
                if term.kind and term_kind(term.kind) not in kinds_for_hole(name):
                    found.append(f"{message.msgid}: {term.kind} in {{{name}}}")
        found += wrong_terms(value)
    return found


def faults_with(translations: dict[tuple[str, str], str]) -> list[str]:
    """What is found in a catalogue of these texts, by context and English text."""
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for (context, english), translation in translations.items():
        catalogue.append(polib.POEntry(msgctxt=context or None, msgid=english, msgstr=translation))
    found = [fault for _text, fault in find_faults(translated_text(entry) for entry in catalogue)]
    shown = find_complaints(catalogue) if not any("hole" in fault or "brace" in fault for fault in found) else []
    return [*found, *shown]


SELL: Final = ("", "{player} sells {good}.")
COFFEE: Final = ("good of Puerto Rico", "coffee")


@pytest.mark.parametrize(
    ("sentence", "term", "complaint"),
    [
        ("{player} sprzedaje {good:acc}.", "kawa | acc: kawę", ""),
        ("{player} sprzedaje {good:acc}.", "kawa", "no form"),
        ("{player} sprzedaje {good:den}.", "kawa", "no form"),
        ("{player} sprzedaje {good}, {good:?m=a,f=b}.", "kawa | gender: n", "no form"),
        ("{player} sprzedaje.", "kawa", "lacks the hole: good"),
        ("{player} sprzedaje {good} {building}.", "kawa", "has a hole that the English text has not: building"),
        ("{player} sprzedaje {good:acc}.", "kawa | acc", "is no form"),
        ("{player:acc} sprzedaje {good}.", "kawa", "in which no term stands"),
        ("{player} sells {good}.", "kawa", ""),
        ("{player} sprzedaje {good", "kawa", "brace"),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(sentence: str, term: str, complaint: str) -> None:
    found = faults_with({SELL: sentence, COFFEE: term})
    assert complaint in " ".join(found) if complaint else found == []


def test_english_that_was_left_over_is_found() -> None:
    text = ("", "The {building} is chosen already.")
    assert faults_with({text: text[1]}) == ["English: The {building} is chosen already."]


def test_what_is_wrong_with_a_text_that_django_fills_is_found() -> None:
    text = ("", "Governor: %(name)s.")
    assert faults_with({text: "Kormányzó: %(name)s."}) == []
    unknown, missing = faults_with({text: "Kormányzó: %(nam)s."})
    assert "has a hole that the English text has not: nam" in unknown
    assert "lacks the hole: name" in missing
