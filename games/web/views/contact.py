"""Who runs the site and how to reach them."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import Permission
from games.permission_required import permission_required


@permission_required(Permission.VISIT)
@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    context = {
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
        "contact_link": _link_to(settings.OPERATOR_CONTACT),
        "imprint": settings.IMPRINT,
        "postmaster": f"postmaster@{settings.MAIL_HOST}",
        "abuse": f"abuse@{settings.MAIL_HOST}",
        "local": settings.MAILBOX_PAGES,
    }
    return render(request, "web/contact.html", context)


def _link_to(contact: str) -> str:
    """The link for the operator's contact text; empty if it is neither a web nor a mail address."""
    if urlsplit(contact).scheme in ("http", "https"):
        return contact
    return f"mailto:{contact}" if "@" in contact and not any(letter in contact for letter in " /?&<>") else ""
