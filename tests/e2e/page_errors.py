"""What a page complains of: errors of its scripts, and what the browser's console reports as an error."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page

# A poll that is under way when an answer is sent is given up on purpose (live.mjs), and htmx reports that as an error.
GIVEN_UP_ON_PURPOSE = ("htmx:afterRequest", "htmx:sendAbort")


def record_page_errors(page: Page) -> list[str]:
    """It grows while the page is looked at."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(GIVEN_UP_ON_PURPOSE):
            complaints.append(f"{message.text} ({message.location})")

    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", hear)
    return complaints
