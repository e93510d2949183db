"""Pictures of the questions that whole games seldom come to, and of the mails that ask them: `make screenshots`."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from tests.e2e.chromium import running_chromium
from tests.e2e.expansion_games import LEVEL
from tests.e2e.gallery import Gallery, mails_of
from tests.e2e.mail_games import ANNA, asks
from tests.e2e.mail_sink import MailSink, running_sink
from tests.e2e.site_functions import open_rare_questions
from tests.e2e.stack import running_stack, wait_for
from tests.e2e.test_browser_game import ARTIFACTS, player


def main() -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="prweb-questions-") as folder,
        running_sink() as (sink, sink_port),
        running_stack(
            Path(folder), {"EMAIL_URL": f"smtp://127.0.0.1:{sink_port}", "PRWEB_HOSTED_GAMES": "100"}
        ) as stack,
        running_chromium() as browser,
    ):
        stack.person("anna", ANNA)
        games = stack.call(open_rare_questions, "anna", LEVEL)
        with player(browser, stack, "anna") as anna:
            for slug, (game, name) in games.items():
                print(name)
                gallery = Gallery(slug, name, browser)
                anna.open(f"/games/{game}/")
                anna.page.wait_for_selector("#question")
                gallery.look(anna, "asked")
                wait_for(partial(asking, sink, gallery), "the mail that asks comes", stack)
                gallery.keep_mail(asking(sink, gallery))
            assert anna.heard == [], anna.heard
        browser.close()


def asking(sink: MailSink, gallery: Gallery) -> Any:
    return next((mail for mail in mails_of(sink, gallery) if asks(mail)), None)


if __name__ == "__main__":
    main()
