"""Forms of terms in translated sentences: what a hole may ask for, and what is shown if it cannot be had."""

from __future__ import annotations

import pytest

from games.engine.patterns import PatternError, parse_pattern, parse_term
from games.engine.words import Message, count_term, list_message, term
from tests.languages.translators import translator_with

GOOD = "good of Puerto Rico"
COFFEE, CORN = term(GOOD, "coffee"), term(GOOD, "corn")
FORMS = {(GOOD, "coffee"): "kawa | acc: kawę | gender: f", (GOOD, "corn"): "kukurydza"}
MARKS = {("quotation marks", "“{term}”"): "„{term}”"}
SELL = "Sell {good}"


def selling(pattern: str, good: Message | str | int = COFFEE) -> str:
    return Message(SELL, {"good": good}).render(translator_with({SELL: pattern}, FORMS | MARKS))


def test_a_hole_has_the_form_for_which_it_asks() -> None:
    assert selling("Sprzedaj {good:acc}") == "Sprzedaj kawę"
    assert selling("{good:cap}: sprzedaj") == "Kawa: sprzedaj"
    assert selling("{good:cap acc} sprzedaj") == "Kawę sprzedaj"


def test_a_term_without_the_form_is_quoted_in_its_plain_one() -> None:
    assert selling("Sprzedaj {good:acc}", CORN) == "Sprzedaj „kukurydza”"
    assert selling("Sprzedaj {good:acc}", term(GOOD, "sugar")) == "Sprzedaj „sugar”", "not even translated"
    assert selling("Verkaufe {good:den}", CORN) == "Verkaufe „kukurydza”", "no gender, so no article"
    assert selling("{good:Az} fogy", CORN) == "A kukurydza fogy"


def test_words_agree_with_the_gender_of_a_term() -> None:
    assert selling("{good} {good:?m=przepadł,f=przepadła}") == "kawa przepadła"
    assert selling("{good} {good:?m=przepadł,f=przepadła}", CORN) == "kukurydza przepadł"


def test_what_is_asked_of_a_list_is_asked_of_each_of_its_terms() -> None:
    assert selling("Sprzedaj {good:acc}", list_message([COFFEE, CORN, COFFEE])) == "Sprzedaj kawę, „kukurydza”, kawę"
    assert selling("{good:Az acc} add el", list_message([COFFEE, COFFEE])) == "A kawę, a kawę add el"


def test_a_phrase_hands_on_what_is_asked_of_it() -> None:
    counted = count_term(GOOD, "{count} {good}", "{count} {good}", 5, good=COFFEE)
    translator = translator_with(
        {SELL: "{good:Az acc} add el"}, {**FORMS, (GOOD, "{count} {good}"): "{count} {good:^}"}
    )
    shown = Message(SELL, {"good": Message(counted.msgid, counted.params, kind=GOOD)}).render(translator)
    assert shown == "Az 5 kawę add el"


@pytest.mark.parametrize(
    ("filling", "shown"),
    [
        ("ananász", "az ananász"),
        ("Őzike", "az Őzike"),
        ("„ördög”", "az „ördög”"),
        ("kávé", "a kávé"),
        (1, "az 1"),
        (5, "az 5"),
        (50, "az 50"),
        (1000, "az 1000"),
        (15, "a 15"),
        (10, "a 10"),
        (100, "a 100"),
        (10_000, "a 10000"),
        ("I. bővítés", "az I. bővítés"),
        ("II. bővítés", "a II. bővítés"),
        ("Ilona", "az Ilona"),
        ("", "a "),
    ],
)
def test_the_hungarian_article_is_chosen_by_what_is_spoken(filling: str | int, shown: str) -> None:
    assert selling("{good:az}", filling) == shown


@pytest.mark.parametrize("name", ["{good}", "{good.__class__}", "%(good)s", "a | acc: b", "{", "}", "{0}", "<b>"])
def test_a_name_is_never_taken_for_a_pattern(name: str) -> None:
    assert selling("Sprzedaj {good}", name) == f"Sprzedaj {name}"
    assert selling("Sprzedaj {good:acc}", name) == f"Sprzedaj {name}", "people's names have no forms"


@pytest.mark.parametrize(
    "broken",
    [
        "Sprzedaj {good.__class__}",
        "Sprzedaj {good[0]}",
        "Sprzedaj {good!r}",
        "Sprzedaj {goods}",
        "Sprzedaj {good",
        "Sprzedaj good}",
        "Sprzedaj {}",
        "Sprzedaj {good:acc gen}",
        "Sprzedaj {good:gender}",
        "Sprzedaj {good:ACC}",
        "Sprzedaj {good:?f}",
    ],
)
def test_a_broken_translation_is_left_out_for_the_english_text(broken: str) -> None:
    assert selling(broken) == "Sell kawa"


@pytest.mark.parametrize(
    "broken", ["kawa | acc", "kawa | acc: kawę | acc: kawy", "kawa | den: kawę", "kawa | cap: Kawa"]
)
def test_a_broken_term_is_left_out_for_the_english_one(broken: str) -> None:
    with pytest.raises(PatternError):
        parse_term(broken)
    translator = translator_with({SELL: "Sprzedaj {good}"}, {(GOOD, "coffee"): broken})
    assert Message(SELL, {"good": COFFEE}).render(translator) == "Sprzedaj coffee"


def test_patterns_and_terms_are_parsed_once() -> None:
    assert parse_pattern("{a} b") is parse_pattern("{a} b")
    assert parse_term("kawa | acc: kawę") is parse_term("kawa | acc: kawę")


def test_a_hole_that_nothing_fills_is_a_fault_of_the_code() -> None:
    with pytest.raises(KeyError):
        Message(SELL, {"goods": COFFEE}).render()
