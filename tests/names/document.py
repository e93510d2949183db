"""docs/rules/names.md: the names in all languages, made from games/engine/names by `python -m tests.names.document`."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final, TypeAlias

from games.engine.lexicon import normalize
from games.engine.name_tables import Row, english, rows, sources, style

LANGUAGES: Final = {"de": "German", "hu": "Hungarian", "pl": "Polish", "ro": "Romanian"}
GAMES: Final = {"puertorico": "Puerto Rico", "sanjuan": "San Juan", "site": "The site"}

_Found: TypeAlias = dict[str, list[tuple[str, list[str]]]]
"""By language, words with what is said of them."""

LONGEST_PARTICLE: Final = 2
"""Words such as the Romanian "de" say nothing."""

PATH: Final = Path(__file__).parents[2] / "docs" / "rules" / "names.md"

HEAD: Final = """\
# The names in all languages

What translations call every role, good, tile, building, card, component and term of both games, and the words of the
site. Made from `games/engine/names` by `python -m tests.names.document`; a test compares. The files there have the
grammatical forms too: a line of a catalogue is the name with its forms behind it.

The first name of a cell is shown. Names after “also” are understood in answers as well: other books of the same
language, misprints of a book, and words that people say. In brackets is where the shown name comes from, and behind
“also:” where the others do, unless they are ours. Where the books of one language disagree, the newest one's name is
shown. “own” means that no book at hand has a name for it: the word is ours, and native speakers may know a better one.
Only names come from the books, no sentence does.
"""

PLAY: Final = ("role", "good", "tile", "place", "person", "building", "card", "component")
"""What answers name."""

TITLES: Final = {
    "role": "roles",
    "good": "goods",
    "tile": "island tiles",
    "place": "where colonists without a circle are",
    "person": "people",
    "building": "buildings",
    "card": "cards",
    "component": "other components",
    "phase": "phases",
    "term": "terms of the rules",
    "verb": "verbs of answers",
    "noun": "other words of answers",
    "link": "words between the things of an answer",
    "kind": "kinds of questions, in orders to an adviser",
    "order": "how standing orders begin",
    "concept": "its own words",
    "command": "words of mails, plans and orders",
}


def document() -> str:
    parts = [HEAD, *_sources()]
    sections = dict.fromkeys((game, kind) for game, kind, _key in english())
    for game, kind in sections:
        parts += [f"\n## {GAMES[game]}: {TITLES[kind]}\n", *_table(game, kind)]
    parts += ["\n## Notes for translators\n", *_notes()]
    parts += ["\n## Words that mean several things\n", AMBIGUOUS, *_several_meanings()]
    parts += ["\n## Names that are a part of longer ones\n", PARTS, *_parts()]
    parts += ["\n## Words that several names share\n", SHARED, *_shared_words()]
    parts += ["\n## Words that are something else in English\n", ENGLISH, *_false_friends()]
    parts += ["\n## How each language is written\n", *_styles()]
    return "\n".join(parts) + "\n"


AMBIGUOUS: Final = """\
By game, or within one; letters without their marks. “form” is a grammatical form that is written as the other's name.
The question that is asked decides; what stays unclear is asked back.
"""

PARTS: Final = """\
Within one game. The short name alone is the thing in the second column; as an abbreviation it could be all of them.
"""

SHARED: Final = """\
Within one game, words that are no name by themselves and stand in the names of several roles, buildings or cards.
"""

ENGLISH: Final = """\
The reader's language wins, English comes second: in an answer the word means what it means in the reader's language.
"""


def _sources() -> list[str]:
    lines = ["Sources:", ""]
    for language, name in LANGUAGES.items():
        lines += [f"- {code} ({name}): {text}" for code, text in sources(language).items()]
    return lines


def _table(game: str, kind: str) -> list[str]:
    lines = [f"| English | {' | '.join(LANGUAGES.values())} |", "|---" * (len(LANGUAGES) + 1) + "|"]
    for place, text in english().items():
        if place[:2] == (game, kind):
            lines.append(f"| {text} | {' | '.join(_cell(rows(language)[place]) for language in LANGUAGES)} |")
    return lines


def _cell(row: Row) -> str:
    also = f", also {', '.join(row.also)}" if row.also else ""
    name = row.name or f"(the form “{row.wanted}”)"
    return f"{name}{also} ({row.source})"


def _notes() -> list[str]:
    return [
        f"- {LANGUAGES[language]}, {row.name} ({_meaning(row)}): {row.note}."
        for language in LANGUAGES
        for row in rows(language).values()
        if row.note
    ]


def plain(name: str) -> str:
    """As it is compared: in lower case, without accents."""
    return normalize(name)


def _meaning(row: Row) -> str:
    return f"{english()[row.game, row.kind, row.key]}, {GAMES[row.game]}"


def in_play(language: str) -> list[Row]:
    """The rows that answers name."""
    return [row for row in rows(language).values() if row.kind in PLAY]


def several_meanings(language: str) -> dict[str, list[str]]:
    """By what is typed, its meanings, if they are different ones."""
    names: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in in_play(language):
        thing = english()[row.game, row.kind, row.key]
        for name in row.names:
            names[plain(name)][thing].append(GAMES[row.game])
    for row in in_play(language):
        thing = english()[row.game, row.kind, row.key]
        for form in set(row.forms.values()):
            if plain(form) in names and thing not in names[plain(form)]:
                names[plain(form)][thing].append(f"form, {GAMES[row.game]}")
    return {
        name: [f"{thing} ({' and '.join(dict.fromkeys(games))})" for thing, games in things.items()]
        for name, things in sorted(names.items())
        if len(things) > 1
    }


def _several_meanings() -> list[str]:
    return _by_language("meanings", {language: [*several_meanings(language).items()] for language in LANGUAGES})


def _parts() -> list[str]:
    found: _Found = {}
    for language in LANGUAGES:
        found[language] = []
        for row in in_play(language):
            longer = [
                other.name
                for other in in_play(language)
                if other.game == row.game and _is_part(plain(row.name).split(), plain(other.name).split())
            ]
            if longer:
                found[language].append((row.name, [f"{_meaning(row)}; in: {', '.join(dict.fromkeys(longer))}"]))
    return _by_language("meaning, and where it is a part", found)


def _is_part(words: list[str], longer: list[str]) -> bool:
    return len(words) < len(longer) and words in (longer[: len(words)], longer[-len(words) :])


def _shared_words() -> list[str]:
    found: _Found = {}
    for language in LANGUAGES:
        names: dict[tuple[str, str], list[str]] = defaultdict(list)
        alone = {(row.game, plain(name)) for row in in_play(language) for name in row.names}
        for row in in_play(language):
            for word in set(plain(row.name).split()) if row.kind in ("role", "building", "card") else ():
                if len(word) > LONGEST_PARTICLE and (row.game, word) not in alone:
                    names[row.game, word].append(row.name)
        found[language] = [
            (word, [f"{GAMES[game]}: {', '.join(of)}"]) for (game, word), of in sorted(names.items()) if len(of) > 1
        ]
    return _by_language("names", found)


def _false_friends() -> list[str]:
    things: dict[str, list[str]] = defaultdict(list)
    for (game, kind, _key), text in english().items():
        if kind in PLAY:
            things[plain(text)].append(f"{text} ({GAMES[game]})")
    found: _Found = {}
    for language in LANGUAGES:
        found[language] = []
        for row in in_play(language):
            for name in row.names:
                if plain(name) in things and plain(name) != plain(english()[row.game, row.kind, row.key]):
                    meanings = ", ".join(dict.fromkeys(things[plain(name)]))
                    found[language].append((name, [f"{_meaning(row)}; in English: {meanings}"]))
    return _by_language("meaning", found)


def _by_language(column: str, found: _Found) -> list[str]:
    lines = [f"| language | word | {column} |", "|---|---|---|"]
    for language, words in found.items():
        lines += [f"| {LANGUAGES[language]} | {word} | {'; '.join(meanings)} |" for word, meanings in words]
    return lines


def _styles() -> list[str]:
    lines: list[str] = []
    for language, name in LANGUAGES.items():
        of = style(language)
        lines += [
            f"### {name} ({of['native']})\n",
            f"- address: {of['address']}",
            f"- quotation marks: {of['quotes'][0]}…{of['quotes'][1]}, within them"
            f" {of['inner_quotes'][0]}…{of['inner_quotes'][1]}",
            f"- dates: {of['date']}, short {of['short_date']}; time {of['time']}; numbers {of['number']}",
            f"- plurals: {of['plurals']}",
            *(f"- {note}" for note in of["notes"]),
            "",
        ]
    return lines[:-1]


if __name__ == "__main__":
    PATH.write_text(document())
