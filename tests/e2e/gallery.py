"""Pictures of a game's pages and mails, for people to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Browser

from tests.e2e.mail_sink import MailSink, text_of
from tests.e2e.test_browser_game import ARTIFACTS, DESKTOP, Player
from tests.e2e.widths import resize

PHONE: Final = {"width": 390, "height": 844}
TALLEST_PICTURE: Final = 4000
"""Pixels; mail programs scale what is taller until nothing can be read."""


@dataclass
class Gallery:
    """What is kept of one game. slug: how its files begin; seen: the kinds of questions photographed already."""

    slug: str
    name: str
    browser: Browser
    seen: set[str] = field(default_factory=set)
    mails: int = 0

    def look(self, person: Player, kind: str) -> None:
        if kind in self.seen:
            return
        self.seen.add(kind)
        name = f"{self.slug}-{len(self.seen):02}-{kind}"
        page = person.page
        # In a window as high as the page: what stays in sight while one scrolls would be cut off in a longer picture.
        height = max(DESKTOP["height"], int(page.evaluate("document.documentElement.scrollHeight")))
        resize(page, {**DESKTOP, "height": height})
        page.screenshot(path=ARTIFACTS / f"{name}-1280.png")
        resize(page, PHONE)
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            print(f"{name}: wider than a phone")
        page.screenshot(path=ARTIFACTS / f"{name}-390.png")
        page.screenshot(path=ARTIFACTS / f"{name}-390-page.png", full_page=True)
        resize(page, DESKTOP)

    def keep_mail(self, mail: Any) -> None:
        """Its text, its picture, and a photograph of how a mail program on a phone and on a desk shows it."""
        self.mails += 1
        stem = ARTIFACTS / f"{self.slug}-mail-{self.mails:02}"
        stem.with_suffix(".txt").write_text(f"Subject: {mail['Subject']}\n\n{text_of(mail)}")
        html = str(mail.get_body(preferencelist=("html",)).get_content())
        for part in mail.walk():
            if part.get_content_type() == "image/png":
                picture = part.get_payload(decode=True)
                stem.with_suffix(".png").write_bytes(picture)
                html = html.replace(f"cid:{part['Content-ID'].strip('<>')}", stem.with_suffix(".png").name)
                height = int.from_bytes(picture[20:24])
                if height > TALLEST_PICTURE:
                    print(f"{stem.name}: the picture is {height} high")
        stem.with_suffix(".html").write_text(html)
        page = self.browser.new_page()
        for width in (720, PHONE["width"]):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(stem.with_suffix(".html").as_uri())
            page.screenshot(path=f"{stem}-shown-{width}.png", full_page=True)
        page.close()


def mails_of(sink: MailSink, gallery: Gallery) -> list[Any]:
    return [mail for mail in sink.mails if f"[prweb {gallery.name}]" in str(mail["Subject"])]
