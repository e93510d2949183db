"""What people write in their language around an answer, and what their mail programs add, is no part of it."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from games.engine.line_reader import LineReader
from games.engine.name_tables import LANGUAGES, rows
from games.engine.registry import games
from games.mail.commands import clean_line
from games.mail.quoting import written_lines
from tests.languages.test_notation import SETUPS, played_positions

AROUND: Final = {
    "de": (
        ("Hallo!", "Guten Morgen,", "Liebes prweb,"),
        ("Viele Grüße\nAnna", "LG Anna", "Danke und bis bald!", "Gesendet von meinem iPhone", "-- \nAnna"),
        ("Am Sa., 21. Nov. 2026 um 12:00 Uhr schrieb prweb <a@example.org>:", "Am 21.11.26 um 12:00 schrieb prweb:"),
    ),
    "hu": (
        ("Szia!", "Sziasztok,", "Kedves prweb!", "Jó reggelt!"),
        ("Üdv,\nAnna", "Köszönöm!", "Üdvözlettel\nAnna", "Küldve az iPhone-omról", "-- \nAnna"),
        (
            "prweb <a@example.org> ezt írta (időpont: 2026. nov. 21., Szo, 12:00):",
            "2026. 11. 21. 12:00 keltezéssel, prweb írta:",
        ),
    ),
    "pl": (
        ("Cześć!", "Dzień dobry,", "Witam"),
        ("Pozdrawiam\nAnna", "Dzięki!", "Z poważaniem,\nAnna", "Wysłane z iPhone'a", "-- \nAnna"),
        ("W dniu 21.11.2026 o 12:00, prweb pisze:", "sob., 21 lis 2026 o 12:00 prweb <a@example.org> napisał(a):"),
    ),
    "ro": (
        ("Salut!", "Bună ziua,", "Bună,"),
        ("Cu stimă,\nAnna", "Mulțumesc!", "Numai bine\nAnna", "Trimis de pe iPhone-ul meu", "-- \nAnna"),
        (
            "În sâm., 21 nov. 2026 la 12:00, prweb <a@example.org> a scris:",
            "Pe 21 noiembrie 2026, la 12:00, prweb a scris:",
        ),
    ),
}
"""By language: greetings, what ends a mail, and what stands above a quote."""


def answers(language: str) -> list[str]:
    """Lines as people may write them."""
    chance, found = Random(language), set[str]()
    for setup in SETUPS:
        reader = LineReader(setup.game, language)
        for position in played_positions(setup, 5)[::7]:
            found.add(reader.show(chance.choice(setup.game.question(position).offers).text))
    return sorted(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_answer_is_read(language: str) -> None:
    greetings, endings, attributions = AROUND[language]
    chance = Random(language)
    for line in answers(language):
        above, ending, attribution = map(chance.choice, (greetings, endings, attributions))
        quote = f"{attribution}\n> {line}\n>\n> prweb"
        for text in (
            line,
            f"{line}\n{quote}",
            f"{line}\n\n{quote}",
            f"{above}\n{line}\n{ending}\n\n{quote}",
            f"{above}\n\n{line}\n\n{ending}",
        ):
            assert [clean_line(read) for read in written_lines(text)] == [line], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_an_article_it_is_read_as_well(language: str) -> None:
    """Some articles begin the line above a quote in other languages."""
    _greetings, _endings, attributions = AROUND[language]
    articles = {"de": "den Hafen bauen", "hu": "a kikötőt építem", "pl": "w faktorii kawę sprzedaję", "ro": "un port"}
    for attribution in attributions:
        assert written_lines(f"{articles[language]}\n{attribution}\n> prweb") == [articles[language]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_or_command_is_taken_for_a_courtesy(language: str) -> None:
    for row in rows(language).values():
        for name in row.names if row.game in ("site", *(game.key.replace("-", "") for game in games())) else ():
            if row.kind in ("verb", "role", "building", "card", "good", "command", "order"):
                assert written_lines(name) in ([name], [name.strip()]), row
