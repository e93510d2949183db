"""The page that tells people who may do what is true."""

from __future__ import annotations

from tests.access.document import PATH, document


def test_the_page_about_access_is_what_the_code_says() -> None:
    assert PATH.read_text() == document(), "write it anew: python -m tests.access.document"
