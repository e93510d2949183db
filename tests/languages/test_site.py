"""The site's own texts with terms in them, through Django's catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils import translation
from django.utils.translation import trans_real
from pytest_django import Settings

from games.engine.puertorico import names
from games.wording import in_words, say, say_counted

TEXTS = {
    (None, "picked the {role}"): "wybrał: {role:acc}",
    ("role of Puerto Rico", "captain"): "kapitan | acc: kapitana",
    ("good of Puerto Rico", "corn"): "kukurydza | gen: kukurydzy",
}


@pytest.fixture
def polish(tmp_path: Path, settings: Settings) -> Iterator[None]:
    file = tmp_path / "pl" / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    }
    for (kind, english), other in TEXTS.items():
        catalogue.append(polib.POEntry(msgctxt=kind, msgid=english, msgstr=other))
    barrels = dict(enumerate(f"{{count}} {word} {{good:gen}}" for word in ("beczka", "beczki", "beczek")))
    english, plural = "{count} barrel of {good}", "{count} barrels of {good}"
    catalogue.append(polib.POEntry(msgid=english, msgid_plural=plural, msgstr_plural=barrels))
    catalogue.save_as_mofile(str(file))
    settings.LOCALE_PATHS = [str(tmp_path)]
    trans_real._translations.clear()  # type: ignore[attr-defined]
    with translation.override("pl"):
        yield
    trans_real._translations.clear()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("polish")
def test_a_text_of_the_site_asks_for_forms_and_number_classes() -> None:
    assert say("picked the {role}", role=names.role("captain")) == "wybrał: kapitana"
    assert in_words(names.role("captain")) == "kapitan"
    said = [
        say_counted("{count} barrel of {good}", "{count} barrels of {good}", count, good=names.good("corn"))
        for count in (1, 3, 12, 22)
    ]
    assert said == ["1 beczka kukurydzy", "3 beczki kukurydzy", "12 beczek kukurydzy", "22 beczki kukurydzy"]


def test_english_needs_no_forms() -> None:
    assert say("picked the {role}", role=names.role("captain")) == "picked the captain"
