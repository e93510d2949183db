"""What allauth, Django and Django REST framework say reads like the rest of the site: informal, and in its language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import allauth
import django
import knox
import polib
import pytest
import rest_framework
from allauth.mfa.adapter import get_adapter as mfa_adapter
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import translation
from django.utils.functional import Promise
from rest_framework import exceptions, serializers

from games.people.models import User
from prweb.accounts.adapter import AccountAdapter
from tests.api.programs import program_of
from tests.languages.test_pages_and_mails import NAMES, text_of
from tests.web.pages import client_of, proved

FOLDER: Final = settings.BASE_DIR / "games" / "library_texts"
LANGUAGES: Final = sorted(folder.name for folder in FOLDER.iterdir() if (folder / "LC_MESSAGES").is_dir())
OUR_TEXTS: Final = {code: polib.pofile(str(FOLDER / code / "LC_MESSAGES" / "django.po")) for code in LANGUAGES}

ENGLISH: Final = re.compile(r"[A-Za-z]{2,}[^\w<>{}]+[A-Za-z]{2,}")
"""Two words in a row, in a text that is the same in English."""
SAME: Final = re.compile(r"WebAuthn|TOTP Authenticator|IPv4|\S+@\S+|Puerto Rico|San Juan")
NOT_OURS: Final = {
    "de": r"\b(Sie|Ihr|Ihre[mnrs]?|Ihnen|Anmeldename|Sicherheits-Token)\b|(?<=\w )(Dir|Dein)\b",
    "hu": r"\b(Ön|[Jj]elszav(a|át|ának)|[Aa]dj(on|a)|[Íí]rj(on|a)|[Vv]álassz?on|[Vv]álasztania|[Bb]izonyosodjon|"
    r"[Kk]üldj(ön|e)|[Mm]entse|[Ee]llenőrizze|[Hh]asználj(on|a)|[Tt]öltsön|[Jj]avítsa|jogosultsága|"
    r"a személyes adatok|(?<!\()[Ee]mail|Azosító|azonosító alkalmazás)\b",
    "pl": r"\b(Pan|Pani|Państwo|[Pp]rosz[ęe]|prosimy|[Zz]apomniałeś|[Oo]trzymałeś|[Pp]odjąłeś|cierpliwy|zalogowany)\b",
    "ro": r"[şţŞŢ]|\b(\w+[aei]ți-vă|[Ii]ntroduceți|[Ss]electați|[Vv]erificați|[Uu]tilizați|[Ss]alvați|aveți|"
    r"vă|dumnea\w*|[Rr]eseteaza|[Dd]econecteaza|[Cc]onecteaza|[Tt]e rugam|actuala|noua|[Ss]chimba parola|"
    r"[Ii]ncearca|incercari|esuate|[Uu]rmatoarele|[Ee]sti|sa|si|sigur\(a\)|poti|"
    r"tastezi|aceeasi|inregistrat|permisa|gâtuită|[Ll]ink-ul)\b",
}
"""Formal address, words with a gender of the reader, letters that were left out, other names than the site's own."""


def faults(text: str, english: str, language: str) -> list[str]:
    """What is wrong with a text that stands for an English one."""
    left = text == english and ENGLISH.search(SAME.sub("", text))
    return [text] if left or re.search(NOT_OURS[language], text) else []


# What people do on the account pages, and what of it is refused.


def sign_in_wrongly(_user: User) -> Iterator[Any]:
    yield Client().get("/accounts/login/")
    yield Client().post("/accounts/login/", {"login": "anna", "password": "wrong"})
    yield Client().post("/accounts/login/", {"login": "", "password": ""})


def sign_up_wrongly(_user: User) -> Iterator[Any]:
    yield Client().get("/accounts/signup/")
    for password in ("kHj38-bvA", "90172634518", "basketball", "somebody@example.org"):
        wish = {"email": "somebody@example.org", "username": "anna", "password1": password}
        yield Client().post("/accounts/signup/", wish)
        yield Client().post("/accounts/signup/", {**wish, "username": "somebody"})
    yield Client().post("/accounts/signup/", {"email": "no address", "username": "", "password1": ""})
    yield Client().post("/accounts/signup/", {"email": "a@example.org", "username": "x" * 200, "password1": "x"})


def reset_the_password(user: User) -> Iterator[Any]:
    yield Client().get("/accounts/password/reset/")
    yield Client().post("/accounts/password/reset/", {"email": "no address"})
    yield Client().post("/accounts/password/reset/", {"email": user.email}, follow=True)
    yield Client().get("/accounts/password/reset/key/1-bad/")
    yield Client().get("/accounts/password/reset/key/done/")


def sign_in_by_code(user: User) -> Iterator[Any]:
    browser = Client()
    yield browser.get("/accounts/login/code/")
    yield browser.post("/accounts/login/code/", {"email": "no address"})
    yield browser.post("/accounts/login/code/", {"email": user.email}, follow=True)
    yield browser.post("/accounts/login/code/confirm/", {"code": "WRONG1"})


def change_the_account(user: User) -> Iterator[Any]:
    browser = client_of(user)
    yield browser.get("/accounts/password/change/")
    for wish in ("basketball", "90172634518", "short"):
        given = {"oldpassword": "wrong", "password1": wish, "password2": "another"}
        yield browser.post("/accounts/password/change/", given)
        yield browser.post("/accounts/password/change/", {**given, "password2": wish})
    yield browser.get("/accounts/reauthenticate/")
    yield browser.post("/accounts/reauthenticate/", {"password": "wrong"})
    proved(browser)
    yield browser.get("/accounts/email/")
    for address in ("no address", user.email, "new@example.org"):
        yield browser.post("/accounts/email/", {"email": address, "action_add": ""}, follow=True)
    yield browser.get("/accounts/logout/")
    browser.post("/accounts/logout/")
    yield browser.get("/accounts/login/")
    yield Client().get("/accounts/inactive/")


def set_up_second_factors(user: User) -> Iterator[Any]:
    browser = proved(client_of(user))
    for page in ("", "totp/activate/", "recovery-codes/", "recovery-codes/generate/", "webauthn/add/"):
        yield browser.get(f"/accounts/2fa/{page}", follow=True)
    yield browser.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    yield browser.post("/accounts/2fa/totp/activate/", {"code": ""})


def ask_the_api_wrongly(user: User) -> Iterator[Any]:
    program = program_of(user)
    yield program.raw("GET", "games/nowhere/")
    yield program.raw("DELETE", "me/")
    yield program.raw("POST", "games/", {"seats": [], "name": 3, "options": [], "kind": None})
    yield program.raw("POST", "games/", {"seats": "x", "name": "x" * 100, "kind": "chess"})


DOINGS: Final = (
    sign_in_wrongly,
    sign_up_wrongly,
    reset_the_password,
    sign_in_by_code,
    change_the_account,
    set_up_second_factors,
    ask_the_api_wrongly,
)


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _strings(part)


def pieces(response: Any) -> list[str]:
    """The texts of an answer; those of a problem of the API are its JSON strings."""
    text = response.content.decode()
    assert response.status_code < 500, text
    if "json" in response.get("Content-Type", ""):
        return list(_strings(json.loads(text)))
    return sorted(text_of(text))


@pytest.mark.django_db
@pytest.mark.parametrize("doing", DOINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_account_pages_and_refusals_read_as_the_site_does(
    anna: User, language: str, doing: Callable[[User], Iterator[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, set[str]] = {}
    for code in ("en", language):
        User.objects.update(language=code)
        anna.refresh_from_db()
        with monkeypatch.context() as patch, override_settings(LANGUAGE_CODE=code, RATE_LIMITS_ON=False):
            patch.setattr(Client, "generic", _in_language(Client.generic, code))
            said[code] = {piece for response in doing(anna) for piece in pieces(response)}
    english = {piece for piece in said["en"] & said[language] if ENGLISH.search(SAME.sub("", NAMES.sub("", piece)))}
    assert english == set()
    assert [piece for piece in sorted(said[language]) if re.search(NOT_OURS[language], piece)] == []


def _in_language(send: Callable[..., Any], language: str) -> Callable[..., Any]:
    def sent(*args: Any, **given: Any) -> Any:
        given["headers"] = {**(given.get("headers") or {}), "accept-language": language}
        return send(*args, **given)

    return sent


# What no page of the tests shows: every error that our forms and adapters can raise.


def messages() -> dict[str, Any]:
    """By its English, every text of the libraries that a form, an adapter, a validator or an exception has ready."""
    fields: tuple[Any, ...] = (forms.CharField, forms.EmailField, forms.IntegerField, forms.DecimalField)
    fields += (forms.DateField, forms.DateTimeField, forms.ChoiceField, forms.MultipleChoiceField)
    fields += (forms.ModelChoiceField, forms.ModelMultipleChoiceField, forms.URLField, forms.BooleanField)
    fields += (serializers.CharField, serializers.BooleanField, serializers.IntegerField, serializers.ChoiceField)
    fields += (serializers.ListField, serializers.DictField, serializers.ListSerializer, serializers.Serializer)
    found = [text for field in fields for text in field.default_error_messages.values()]
    found += [text for text in AccountAdapter.error_messages.values() if "phone" not in str(text)]
    found += mfa_adapter().error_messages.values()
    found += [kind.default_detail for kind in vars(exceptions).values() if hasattr(kind, "default_detail")]
    found += [exceptions.Throttled.extra_detail_singular, exceptions.Throttled.extra_detail_plural]
    with translation.override("en"):
        return {str(text): text for text in found if isinstance(text, Promise)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_of_forms_adapters_and_the_api_is_translated(language: str) -> None:
    ready = messages()
    with translation.override(language):
        assert [fault for english, text in ready.items() for fault in faults(str(text), english, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_password_rule_is_told_as_the_site_tells_things(anna: User, language: str) -> None:
    told: dict[str, list[str]] = {}
    for code in ("en", language):
        with translation.override(code):
            told[code] = [validator.get_help_text() for validator in get_default_password_validators()]
            for password in ("a", "kHj38-bvA", "90172634518", "basketball", "anna@example.org"):
                for validator in get_default_password_validators():
                    try:
                        validator.validate(password, anna)
                    except ValidationError as error:
                        told[code] += error.messages
    wrong = [fault for both in zip(told[language], told["en"], strict=True) for fault in faults(*both, language)]
    assert wrong == []


# The catalogues.


@cache
def sources() -> tuple[frozenset[str], str]:
    """The strings in the code of the libraries, and their templates in one, with single spaces."""
    strings: set[str] = set()
    templates: list[str] = []
    for library in (allauth, django, rest_framework, knox):
        folder = Path(str(library.__file__)).parent
        for file in folder.rglob("*.py"):
            nodes = ast.walk(ast.parse(file.read_text("utf-8")))
            strings |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        if library is allauth:
            templates += [file.read_text("utf-8") for file in folder.rglob("templates/**/*.*") if file.is_file()]
    written = re.sub(r"{{\s*(\w+)\s*}}", r"{{ \1 }}", " ".join(templates))
    return frozenset(strings), " ".join(written.split())


def is_in_libraries(english: str) -> bool:
    strings, templates = sources()
    written = " ".join(re.sub(r"%\((\w+)\)s", r"{{ \1 }}", english).split())
    return english in strings or written in templates


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_libraries_still_have_what_we_say_otherwise(language: str) -> None:
    gone = [entry.msgid for entry in OUR_TEXTS[language] if not is_in_libraries(entry.msgid)]
    gone += [e.msgid_plural for e in OUR_TEXTS[language] if e.msgid_plural and not is_in_libraries(e.msgid_plural)]
    assert gone == [], "of another version of the library: take them out, or take its new text"


def test_a_text_that_no_library_has_is_found() -> None:
    assert is_in_libraries("Incorrect password.")
    assert not is_in_libraries("Incorrect passport.")


def test_every_offered_language_says_them_its_own_way() -> None:
    assert {code for code, _name in settings.LANGUAGES} - {"en"} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_texts_are_whole_and_fit_their_language(language: str) -> None:
    of_the_site = polib.pofile(str(settings.LOCALE_FOLDER / language / "LC_MESSAGES" / "django.po"))
    ours = OUR_TEXTS[language]
    assert ours.metadata["Plural-Forms"] == of_the_site.metadata["Plural-Forms"]
    classes = int(ours.metadata["Plural-Forms"].split("nplurals=")[1].split(";")[0])
    known = {(entry.msgctxt, entry.msgid) for entry in of_the_site if not entry.obsolete}
    assert {(entry.msgctxt, entry.msgid) for entry in ours} & known == set(), "the site's own texts win"
    for entry in ours:
        said = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        assert all(said), entry.msgid
        assert len(said) == (classes if entry.msgid_plural else 1), entry.msgid
        holes = [sorted(re.findall(r"%\(\w+\)[sd]|%d|\{[\w:]+\}", text)) for text in (entry.msgid, *said)]
        assert all(one == holes[0] for one in holes), entry.msgid
        assert [text for text in said if re.search(NOT_OURS[language], text)] == []


@pytest.mark.processes
def test_texts_of_the_code_go_to_the_catalogues_of_the_site_alone(tmp_path: Path, monkeypatch: Any) -> None:
    for package, text in (("prweb", "Of prweb"), ("games", "Of games")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "texts.py").write_text(f"_({text!r})\n")
    paths = [tmp_path / "games" / Path(path).name for path in settings.LOCALE_PATHS]
    for path in paths:
        (path / "hu" / "LC_MESSAGES").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with override_settings(LOCALE_PATHS=[str(path) for path in paths]):
        call_command("makemessages", locale=["hu"], verbosity=0)
    assert {file.parent.parent.parent for file in tmp_path.rglob("*.po")} == {paths[0]}
    assert {entry.msgid for entry in polib.pofile(str(next(paths[0].rglob("*.po"))))} == {"Of prweb", "Of games"}
