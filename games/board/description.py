"""What a drawing shows, as a heading, lists and tables: for whoever does not see it.

A page has it beside the drawing, not to be seen (class only-read); of the drawing itself only what can be chosen or
looked up is read out then. It is made of the same view, so it tells no more than the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

DESCRIPTION_CACHE_SIZE: Final = 500


@dataclass(frozen=True)
class Listing:
    """Facts of equal rank, one below the other."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """The first cell of each row names what the row is about."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    """Empty for the only table of a description."""


@dataclass(frozen=True)
class Description:
    """The title names a region of the page, and is its heading."""

    title: str
    blocks: tuple[Listing | Table, ...]


def table(heads: dict[str, list[str]], caption: str = "") -> Table:
    """A table from its columns, without those that are empty in all rows."""
    columns = {head: cells for head, cells in heads.items() if any(cells)}
    return Table(tuple(columns), tuple(zip(*columns.values(), strict=True)), caption)


@lru_cache(DESCRIPTION_CACHE_SIZE)
def description_html(description: Description, name: str) -> SafeString:
    """The region, by the id "read-<name>". Short markup, as a page has one for each drawing."""
    return format_html(
        '<section id="read-{}" class="only-read" aria-label="{}"><h3>{}</h3>{}</section>',
        name,
        description.title,
        description.title,
        format_html_join("", "{}", ((_block_html(block),) for block in description.blocks)),
    )


def _block_html(block: Listing | Table) -> SafeString:
    if isinstance(block, Listing):
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}", ((item,) for item in block.items)))
    # HTML closes cells and rows by itself.
    return format_html(
        "<table>{}<thead><tr>{}<tbody>{}</table>",
        format_html("<caption>{}</caption>", block.caption) if block.caption else "",
        format_html_join("", "<th scope=col>{}", ((head,) for head in block.heads)),
        format_html_join("", "<tr><th scope=row>{}{}", ((row[0], _cells(row[1:])) for row in block.rows)),
    )


def _cells(cells: tuple[str, ...]) -> SafeString:
    return format_html_join("", "<td>{}", ((cell,) for cell in cells))
