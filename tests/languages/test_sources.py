"""English texts that other languages can say: one use each, numbers counted, whole sentences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import polib
import pytest
from django.conf import settings
from django.utils import translation

from games.engine.contract import NotationError
from games.engine.registry import game
from games.staff import trail_words
from games.table.figures import FIGURES
from games.wording import in_words, wrong_player_count_text

LANGUAGES: Final = ("en", "de", "hu", "pl", "ro")
FRAGMENT: Final = re.compile(r"\{%\s*translate\s[^%]*%\}[,:]?\s*(<[^>]*>)?\s*\{%\s*(moment|deadline)\s(?![^%]*\sas\s)")
"""A text with a moment behind it, which other languages would put elsewhere."""


def test_no_badge_or_label_shares_a_text_with_the_audit_trail(texts_of_the_code: Path) -> None:
    in_trail = "games/staff/trail_words.py"
    entries = polib.pofile(str(texts_of_the_code))
    of_trail = [entry for entry in entries if in_trail in dict(entry.occurrences)]
    assert len(of_trail) == len(trail_words.WORDS)
    assert {entry.msgctxt for entry in of_trail} == {"audit trail"}
    assert [entry.msgid for entry in of_trail if set(dict(entry.occurrences)) != {in_trail}] == []


def test_a_word_has_a_text_for_each_of_its_uses(texts_of_the_code: Path) -> None:
    uses: dict[str, set[str | None]] = {}
    for entry in polib.pofile(str(texts_of_the_code)):
        uses.setdefault(entry.msgid, set()).add(entry.msgctxt)
    of_status = {"status of a game", "status of a turn", "status of a proposal", "what became of a report"}
    assert uses["open"] == {"setting of victory points", *of_status}
    assert uses["none"] == {"state of goods", "search"}
    assert uses["empty"] == {"state of a ship", "state of a plantation", "state of the trading house"}
    assert uses["From"] == {None, "sender of a mail"}
    assert uses["you"] == {None, "cost for the reader"}
    assert uses["Role"] == {None, "of staff"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_have_words_for_every_number(language: str) -> None:
    with translation.override(language):
        for figure in FIGURES:
            assert all(figure.label(number) for number in (0, 1, 3, 5, 20))
            assert language in ("de", "hu") or len({figure.label(number) for number in (1, 3, 20)}) > 1
    with translation.override("pl"):
        assert [FIGURES[0].label(number) for number in (1, 3, 5)] == ["gra w toku", "gry w toku", "gier w toku"]


def test_no_moment_stands_behind_a_piece_of_a_sentence() -> None:
    templates = (settings.BASE_DIR / "templates").rglob("*.*")
    assert [file.name for file in templates if FRAGMENT.search(file.read_text("utf-8"))] == []


def test_no_template_chooses_between_one_and_many_by_itself() -> None:
    templates = (settings.BASE_DIR / "templates").rglob("*.html")
    assert [file.name for file in templates if "verbose_name_plural" in file.read_text("utf-8")] == []


def test_how_many_can_play_is_one_sentence() -> None:
    with translation.override("pl"):
        assert wrong_player_count_text(2, 5) == "To gra dla 2–5 graczy."
    with translation.override("en"):
        assert wrong_player_count_text(2, 2) == "This game is for 2 players."


def test_examples_have_the_quotation_marks_of_the_language() -> None:
    with pytest.raises(NotationError) as refusal:
        game("puerto-rico").read_order("always dance")
    shown = {language: _in(language, refusal.value) for language in LANGUAGES}
    marks = {"en": ("“", "”"), "de": ("„", "“")}
    for language in LANGUAGES:
        begin, end = marks.get(language, ("„", "”"))
        assert len(re.findall(f"{begin}(always|never) [^{begin}{end}]*{end}", shown[language])) >= 2
        assert language in ("en", "de") or "“" not in shown[language]


def _in(language: str, error: NotationError) -> str:
    with translation.override(language):
        return in_words(error.message)
