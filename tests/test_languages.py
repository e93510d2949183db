"""Languages are offered once they are complete; until then everybody reads English, and nothing but English."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import copy, copytree

import polib
import pytest
from django.conf import settings as site
from django.core.checks import run_checks
from django.test import Client
from pytest_django import Settings

from games.languages import count_missing_texts, find_catalogue_faults, offered_languages
from games.mail.compose import compose
from games.models import Delivery
from games.people.models import User
from games.table import notices
from games.table.audit import note
from tests.api.programs import program_of
from tests.table.games import opened
from tests.web.pages import client_of

FRENCH = ("Connexion", "Mot de passe", "utilisateur", "Enregistrer")
"""Words of a language that is not offered, in texts of libraries."""


def catalogue(
    folder: Path, language: str, texts: Mapping[str, str], domain: str = "django", *, compiled: bool = True
) -> None:
    """A catalogue with these texts; one that begins with "?" is to be looked at again."""
    file = folder / language / "LC_MESSAGES" / f"{domain}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    written = polib.POFile()
    written.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for english, other in texts.items():
        entry = polib.POEntry(msgid=english, msgstr=other.removeprefix("?"))
        if other.startswith("?"):
            entry.flags.append("fuzzy")
        written.append(entry)
    written.save(str(file))
    if compiled:
        written.save_as_mofile(str(file.with_suffix(".mo")))


def test_a_complete_language_is_offered_by_its_own_name(tmp_path: Path) -> None:
    catalogue(tmp_path, "hu", {"Save": "Mentés", "Undo": "Vissza"})
    assert offered_languages(tmp_path) == [("en", "English"), ("hu", "Magyar")]


def test_without_catalogues_there_is_english_alone(tmp_path: Path) -> None:
    assert offered_languages(tmp_path / "nowhere") == [("en", "English")]
    (tmp_path / "ro" / "LC_MESSAGES").mkdir(parents=True)
    assert offered_languages(tmp_path) == [("en", "English")]
    assert count_missing_texts(tmp_path)["ro"] > 0


@pytest.mark.parametrize("missing", ["", "?Vissza"])
def test_one_text_that_is_missing_or_unsure_keeps_a_language_back(tmp_path: Path, missing: str) -> None:
    catalogue(tmp_path, "hu", {"Save": "Mentés", "Undo": missing})
    assert count_missing_texts(tmp_path) == {"hu": 1}
    assert offered_languages(tmp_path) == [("en", "English")]


@pytest.mark.parametrize("wrong", ["Eladás: {god}", "Eladás", "{good} eladása {good:acc}", "Eladás: {good"])
def test_one_text_that_is_wrong_keeps_a_language_back(tmp_path: Path, wrong: str) -> None:
    catalogue(tmp_path, "hu", {"Save": "Mentés", "Sell {good}": "Eladás: {good}"})
    assert count_missing_texts(tmp_path) == {"hu": 0}
    catalogue(tmp_path, "hu", {"Save": "Mentés", "Sell {good}": wrong})
    assert count_missing_texts(tmp_path) == {"hu": 1}
    assert len(find_catalogue_faults(tmp_path, "hu")) >= 1


def test_a_translation_without_all_number_classes_keeps_a_language_back(tmp_path: Path) -> None:
    file = tmp_path / "pl" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    for classes, missing in ((3, 0), (2, 1)):
        written = polib.POFile()
        written.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=3; plural=n;"}
        forms = dict(enumerate(["{count} karta", "{count} karty", "{count} kart"][:classes]))
        written.append(polib.POEntry(msgid="{count} card", msgid_plural="{count} cards", msgstr_plural=forms))
        written.save(str(file))
        written.save_as_mofile(str(file.with_suffix(".mo")))
        assert count_missing_texts(tmp_path) == {"pl": missing}


def test_a_catalogue_that_is_behind_the_others_or_the_template_is_incomplete(tmp_path: Path) -> None:
    catalogue(tmp_path, "hu", {"Save": "Mentés", "Undo": "Vissza"})
    catalogue(tmp_path, "de", {"Save": "Speichern"})
    assert count_missing_texts(tmp_path) == {"de": 1, "hu": 0}
    (tmp_path / "django.pot").write_text('msgid ""\nmsgstr ""\n\nmsgid "New"\nmsgstr ""\n')
    assert count_missing_texts(tmp_path) == {"de": 2, "hu": 1}


def test_the_languages_that_are_offered_have_every_text_of_the_code(texts_of_the_code: Path, tmp_path: Path) -> None:
    """Whatever the catalogues know: a text that was added since the last makemessages is in none of them."""
    if site.LOCALE_FOLDER.exists():
        copytree(site.LOCALE_FOLDER, tmp_path, dirs_exist_ok=True)
    copy(texts_of_the_code, tmp_path)
    missing = count_missing_texts(tmp_path)
    assert {code: missing[code] for code, _name in site.LANGUAGES if missing.get(code)} == {}


def test_a_catalogue_without_the_texts_of_the_code_is_incomplete(texts_of_the_code: Path, tmp_path: Path) -> None:
    catalogue(tmp_path, "hu", {"Your turns": "Lépéseid"})
    assert count_missing_texts(tmp_path) == {"hu": 0}
    copy(texts_of_the_code, tmp_path)
    assert count_missing_texts(tmp_path)["hu"] > 1000
    known = {entry.msgid: entry.msgid_plural for entry in polib.pofile(str(tmp_path / "django.pot"))}
    assert known["{count} doubloon"] == "{count} doubloons", "counted, of the engine"
    assert {
        "victory point chips",
        "Take back my last move",
        "This name, or one that looks like it, is not free.",
    } <= set(known)


def test_every_domain_counts(tmp_path: Path) -> None:
    catalogue(tmp_path, "hu", {"Save": "Mentés"})
    catalogue(tmp_path, "hu", {"Copied": ""}, "djangojs")
    assert count_missing_texts(tmp_path) == {"hu": 1}


def test_a_catalogue_that_nobody_compiled_is_not_there(tmp_path: Path) -> None:
    catalogue(tmp_path, "hu", {"Save": "Mentés"}, compiled=False)
    assert offered_languages(tmp_path) == [("en", "English")]


def test_the_site_offers_what_is_complete_and_tells_what_is_not(tmp_path: Path, settings: Settings) -> None:
    assert offered_languages(site.LOCALE_FOLDER) == site.LANGUAGES
    assert not any(count_missing_texts(site.LOCALE_FOLDER).get(code) for code, _name in site.LANGUAGES)
    catalogue(tmp_path, "hu", {"Save": ""})
    settings.LOCALE_FOLDER = tmp_path
    (warning,) = [message for message in run_checks(tags=["translation"]) if message.id == "games.W002"]
    assert "hu is not offered: 1 texts" in warning.msg


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/no/"])
@pytest.mark.parametrize("language", ["fr", "cs"])
def test_a_browser_that_asks_for_another_language_gets_english_that_says_so(page: str, language: str) -> None:
    text = Client().get(page, headers={"accept-language": language}).content.decode()
    assert '<html lang="en">' in text
    assert not [word for word in FRENCH if word in text]


@pytest.mark.django_db
def test_refusals_of_libraries_are_english_too() -> None:
    response = Client().post("/accounts/login/", {"login": "x", "password": "y"}, headers={"accept-language": "fr"})
    assert "The username and/or password you specified are not correct" in response.content.decode()


@pytest.fixture
def french(anna: User) -> User:
    """Whose language was offered once."""
    anna.language = "fr"
    anna.save(update_fields=["language"])
    return anna


def test_whoever_chose_a_language_that_is_not_offered_reads_english(french: User) -> None:
    browser = client_of(french)
    for page in ("/", "/preferences/", "/accounts/email/", "/accounts/password/change/"):
        text = browser.get(page, headers={"accept-language": "fr"}).content.decode()
        assert '<html lang="en">' in text, page
        assert not [word for word in FRENCH if word in text], page
    assert program_of(french).raw("GET", "kinds/")["Content-Language"] == "en"
    assert program_of(french).ask("me/")["language"] == "en"


def test_mails_to_them_are_english_and_say_so(french: User, bob: User) -> None:
    game = opened(french, bob)
    notices.write(note("pause", by=None, game=game), french, "a topic", "a text", game=game)  # type: ignore[arg-type]
    for row in Delivery.objects.filter(user=french):
        mail = compose(row, pictures=False)
        assert '<html lang="en">' in mail.html
        assert "write above this line" in mail.text or not mail.reply_to


def test_preferences_offer_no_language_that_is_not_complete_and_keep_what_was_chosen(
    french: User, settings: Settings
) -> None:
    settings.LANGUAGES = [("en", "English")]
    browser = client_of(french)
    text = browser.get("/preferences/").content.decode()
    assert "Français" not in text
    assert "Magyar" not in text
    assert browser.post("/preferences/", {"username": "anna", "time_zone": "Europe/Paris"}).status_code == 302
    french.refresh_from_db()
    assert (french.time_zone, french.language, french.reading_language) == ("Europe/Paris", "fr", "en")


def test_once_the_language_is_there_they_read_it(french: User, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("fr", "Français")]
    text = client_of(french).get("/preferences/").content.decode()
    assert '<html lang="fr">' in text
    assert '<option value="fr" selected>Français' in text
