"""Profiles, friends, and whom somebody has blocked."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.access.profiles import may_see_profile, visible_profiles
from games.models import Block
from games.people.models import User
from games.permission_required import permission_required
from games.refusals import show_refusals
from games.table import blocks
from games.table.errors import NoSuchPerson
from games.table.friends import Circle, befriend, circle_of, unfriend
from games.table.named_people import find_person
from games.table.preferences import set_profile_shown
from games.table.profiles import profile_of
from games.web.forms import ProfileShownForm
from games.web.views.preferences import preferences_page
from games.web.visitors import signed_in_user


@permission_required(Permission.SEE_PROFILE)
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Who one is. Raises Http404 for a profile that the reader may not see, as for a name that nobody has."""
    reader = signed_in_user(request)
    try:
        person = find_person(name)
    except NoSuchPerson:
        raise Http404 from None
    if not may_see_profile(reader, person):
        raise Http404
    own = person.pk == reader.pk
    context = {
        "person": person,
        "profile": profile_of(person),
        "own": own,
        "standing": "" if own else _standing(circle_of(reader), person),
        "blocked": not own and Block.objects.filter(person=reader, blocked=person).exists(),
    }
    return render(request, "web/profile.html", context)


def _standing(circle: Circle, person: User) -> str:
    """What somebody is to the reader, as far as the reader may know."""
    for word, people in (("friend", circle.friends), ("asking", circle.asking), ("asked", circle.asked)):
        if person in people:
            return word
    return ""


@permission_required(Permission.SEE_FRIENDS)
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """Friends, requests, and whom the reader has blocked."""
    reader = signed_in_user(request)
    circle, blocked = circle_of(reader), blocks.blocked_by(reader)
    people = [*circle.friends, *circle.asking, *circle.asked, *(row.blocked for row in blocked)]
    context = {
        "circle": circle,
        "blocked": [row.blocked for row in blocked],
        "profiles": visible_profiles(reader, people),
    }
    return render(request, "web/friends.html", context)


@permission_required(Permission.BEFRIEND)
@require_POST
@show_refusals("friends")
def ask(request: HttpRequest) -> HttpResponse:
    """Asks somebody to be friends, or agrees if they have asked."""
    reader = signed_in_user(request)
    other = befriend(reader, _name(request))
    agreed = other in circle_of(reader).friends
    said = _("%(name)s and you are friends.") if agreed else _("%(name)s is asked, and can agree.")
    messages.success(request, said % {"name": other.username})
    return redirect("friends")


@permission_required(Permission.BEFRIEND)
@require_POST
@show_refusals("friends")
def end(request: HttpRequest) -> HttpResponse:
    """Ends a friendship, declines a request, or withdraws one."""
    unfriend(signed_in_user(request), _name(request))
    messages.success(request, _("Done; nobody is told."))
    return redirect("friends")


@permission_required(Permission.BLOCK)
@require_POST
@show_refusals("friends")
def block(request: HttpRequest) -> HttpResponse:
    other = blocks.block(signed_in_user(request), _name(request))
    messages.success(request, _("%(name)s is blocked, and is not told.") % {"name": other.username})
    return redirect("friends")


@permission_required(Permission.BLOCK)
@require_POST
@show_refusals("friends")
def unblock(request: HttpRequest) -> HttpResponse:
    other = blocks.unblock(signed_in_user(request), _name(request))
    messages.success(request, _("%(name)s is blocked no more.") % {"name": other.username})
    return redirect("friends")


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def choose_shown(request: HttpRequest) -> HttpResponse:
    """Keeps who may see one's profile."""
    user = signed_in_user(request)
    form = ProfileShownForm(user, request.POST)
    if not form.is_valid():
        return preferences_page(request, profile_form=form)
    set_profile_shown(user, form.cleaned_data["shown"])
    messages.success(request, _("Saved."))
    return redirect("preferences")


def _name(request: HttpRequest) -> str:
    return request.POST.get("name", "").strip()
