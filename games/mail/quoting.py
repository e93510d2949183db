"""What a person wrote in a reply, without what the mail program added: quotes, their headers, signatures.

Programs mark the original in as many ways as there are languages. No move holds a colon, an address or a time of day,
so the shapes of such headers can be told without knowing their words; mail-parser-reply then knows more signatures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from mailparser_reply import EmailMessage

LONGEST: Final = 8_000
"""Characters of a body that are looked at: nobody writes so many moves, and the patterns need a bound."""

# Not Danish, whose greeting "tak" is the beginning of "take corn", nor those with single letters.
_LANGUAGES: Final = ["en", "de", "pl", "fr", "it", "es", "nl", "cs"]

_QUOTED: Final = re.compile(r"^\s*[>|]")
_HEADER_LINE: Final = re.compile(r"^[\s*_]*[^\W\d_][\w .'-]{0,24}[*_]?\s?:[*_]?(\s|$)")
_RULE: Final = re.compile(r"^\s*(_{8,}|-{8,}|={8,})\s*$")
_ORIGINAL: Final = re.compile(r"^\s*[-_*]{3,}\s*[^\W\d].{2,60}?\s*[-_*]{3,}\s*$")
_HAS_SOURCE: Final = re.compile(r"@|\d{1,2}[:.]\d{2}|\d{4}")
_WROTE: Final = re.compile(
    r"(wrote|schrieb|írta|ezt írta|napisał|napisała|pisze|a scris|a écrit|escribió|ha scritto|schreef|skrev|napsal"
    r"|escreveu|kirjoitti|написал|пишет|έγραψε|写道)\W*(\(a\))?\s*.{0,80}[:：]\s*$",
    re.I,
)
_SIGNATURE: Final = re.compile(r"^\s*(--|—|__)\s*$")
_SENT_FROM: Final = re.compile(
    r"^\s*(sent from|get outlook for|sent via|sent with|gesendet von|von meinem .* gesendet|outlook für|elküldve|küldve"
    r"|az outlook|wysłane z|wysłano z|pobierz (program )?outlook|trimis de (pe|la)|descărcați outlook|envoyé depuis"
    r"|enviado desde|inviato da|verzonden vanaf|odesláno z)\b",
    re.I,
)
_GREETING: Final = re.compile(
    r"^\s*(hi|hello|hey|dear|good (morning|day|evening)|szia|sziasztok|hello|kedves|üdv|cześć|witam|dzień dobry|salut"
    r"|bună( ziua)?|hallo|liebe[rs]?|guten (tag|morgen|abend)|servus)\b[^\d]{0,40}[,!.]?\s*$",
    re.I,
)


def marker_line() -> str:
    """Stands near the top of every mail we send, in the reader's language: what is below it is not read."""
    return f"--- {gettext('write above this line')} ---"


@cache
def _marker_phrases() -> frozenset[str]:
    phrases = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            phrases.add(_bare(gettext("write above this line")))
    return frozenset(phrases)


def _bare(line: str) -> str:
    return " ".join(re.sub(r"[^\w ]+", " ", line).split()).casefold()


def written_lines(text: str) -> list[str]:
    """The lines that the sender typed himself, empty ones left out, soft-broken ones joined."""
    lines = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n").replace("\u200b", "").split("\n")
    lines = _until_the_original([line.rstrip().replace("\xa0", " ") for line in lines])
    lines = _without_library_signatures(lines)
    if first := next((line for line in lines if line.strip()), None):
        if _GREETING.match(first):
            lines = lines[lines.index(first) + 1 :]
    return [line for line in _joined(lines) if line]


def _until_the_original(lines: Sequence[str]) -> list[str]:
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        if _QUOTED.match(line):
            # Quoted line by line: who answers below or between the quotes is heard too.
            number += 1
            continue
        if _bare(line) in _marker_phrases() or _SIGNATURE.match(line) or _SENT_FROM.match(line):
            break
        if length := _attribution(lines, number):
            number += length
            if not _quote_follows(lines, number):
                break
            continue
        if _original_begins(lines, number):
            break
        kept.append(line)
        number += 1
    return kept


def _attribution(lines: Sequence[str], start: int) -> int:
    """How many lines from here are a header like "On ..., ... wrote:", however wrapped; 0 if none starts here."""
    block: list[str] = []
    for line in lines[start : start + 4]:
        if not line.strip() or _QUOTED.match(line):
            return 0
        block.append(line.strip())
        joined = " ".join(block)
        if joined.endswith((":", "：")):
            return len(block) if _WROTE.search(joined) or _HAS_SOURCE.search(joined) else 0
        # A header starts with its date, a name or an address, never with a finished move.
        if len(block) == 1 and not (_HAS_SOURCE.search(line) or len(line) > 30):
            return 0
    return 0


def _quote_follows(lines: Sequence[str], number: int) -> bool:
    following = next((line for line in lines[number:] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _original_begins(lines: Sequence[str], number: int) -> bool:
    """An unprefixed original: a rule, "---- Original Message ----", or a block of From:, Sent:, To:, Subject: lines."""
    line = lines[number]
    if _ORIGINAL.match(line) and _bare(line):
        return True
    if _RULE.match(line):
        return True
    block = [other for other in lines[number : number + 6] if other.strip()][:4]
    return len(block) >= 3 and all(_HEADER_LINE.match(other) for other in block[:3])


def _without_library_signatures(lines: Sequence[str]) -> list[str]:
    text = "\n".join(lines)
    if not text.strip():
        return []
    # Without keep_hyphen_lists a move behind a hyphen would pass for a signature.
    mail = EmailMessage(text=text, languages=list(_LANGUAGES), keep_hyphen_lists=True).read()
    reply = mail.replies[0]
    body = str(reply.content)
    for closing in (reply.signatures, *reply.disclaimers):
        # A closing stands after something; a mail that is nothing else is left for the reader to refuse politely.
        if closing and body.replace(closing, "").strip():
            body = body.replace(closing, "")
    return body.split("\n")


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines that end in a comma go on in the next: programs break long placements."""
    joined: list[str] = []
    open_end = False
    for line in lines:
        line = line.strip()
        if open_end and line:
            joined[-1] += " " + line
        else:
            joined.append(line)
        open_end = line.endswith(",")
    return joined
