"""One's standing seeks."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import Permission
from games.engine import registry
from games.engine.contract import OptionError
from games.models import Seek, SeekFind
from games.permission_required import permission_required
from games.refusals import show_refusals
from games.table import seeks as service
from games.table.errors import BadSeek, NoSuchSeek, Refused
from games.web.kinds import kinds, requested_kind
from games.web.seek_form import SeekForm
from games.web.seek_lines import seek_line
from games.web.visitors import signed_in_user
from games.wording import in_words

MAX_FINDS = 10


@permission_required(Permission.SEE_SEEKS)
@require_safe
def seeks(request: HttpRequest) -> HttpResponse:
    """All seeks of the reader, and the games that they have found last."""
    reader = signed_in_user(request)
    found = SeekFind.objects.filter(person=reader).select_related("game").order_by("-pk")[:MAX_FINDS]
    context = {
        "lines": [seek_line(seek) for seek in service.seeks_of(reader)],
        "found": found,
        "most": service.MAX_SEEKS,
        "kinds": kinds(),
    }
    return render(request, "web/seeks.html", context)


@permission_required(Permission.SEE_SEEKS)
@require_safe
def how_they_work(request: HttpRequest) -> HttpResponse:
    """How seeks find games, and when they find none."""
    return render(request, "web/seeks_how.html", {"silent_days": settings.SEEK_SILENT_DAYS})


@permission_required(Permission.SEEK)
@require_http_methods(["GET", "HEAD", "POST"])
def new_seek(request: HttpRequest) -> HttpResponse:
    return _form_page(request, requested_kind(request) or kinds()[0].key)


@permission_required(Permission.SEEK)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, seek_id: int) -> HttpResponse:
    try:
        seek = service.seek_of(signed_in_user(request), seek_id)
    except NoSuchSeek:
        raise Http404 from None
    return _form_page(request, seek.kind, seek)


def _form_page(request: HttpRequest, kind: str, seek: Seek | None = None) -> HttpResponse:
    rules = registry.game(kind)
    form = SeekForm(rules, request.POST or None, seek=seek)
    if request.method == "POST" and form.is_valid():
        try:
            if seek is None:
                service.begin(signed_in_user(request), form.wishes())
            else:
                service.change(signed_in_user(request), seek.pk, form.wishes(seek))
            messages.success(request, _("We seek. You get a mail as soon as a game begins."))
            return redirect("seeks")
        except OptionError as error:
            form.add_option_error(error)
        except BadSeek as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        except Refused as refused:
            form.add_error(None, str(refused))
    context = {"form": form, "seek": seek, "kind": kind, "kinds": kinds(), "title": in_words(rules.title)}
    return render(request, "web/seek.html", context, status=422 if form.errors else 200)


@permission_required(Permission.END_SEEK)
@require_POST
@show_refusals("seeks")
def pause(request: HttpRequest, seek_id: int) -> HttpResponse:
    service.pause(signed_in_user(request), seek_id)
    messages.success(request, _("The seek is paused."))
    return redirect("seeks")


@permission_required(Permission.SEEK)
@require_POST
@show_refusals("seeks")
def take_up(request: HttpRequest, seek_id: int) -> HttpResponse:
    service.take_up(signed_in_user(request), seek_id)
    messages.success(request, _("We seek. You get a mail as soon as a game begins."))
    return redirect("seeks")


@permission_required(Permission.END_SEEK)
@require_POST
@show_refusals("seeks")
def end(request: HttpRequest, seek_id: int) -> HttpResponse:
    service.end(signed_in_user(request), seek_id)
    messages.success(request, _("The seek has ended. Games that it has found go on."))
    return redirect("seeks")
