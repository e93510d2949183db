"""The page of one's bot accounts and API tokens."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.people.models import User
from games.permission_required import permission_required
from games.refusals import refusals_as_errors, show_refusals
from games.table import api_tokens, bot_accounts
from games.web.forms import BotAccountForm, TokenForm
from games.web.visitors import signed_in_user


@permission_required(Permission.SET_PREFERENCES)
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    return _page(request, signed_in_user(request))


@permission_required(Permission.MAKE_BOT_ACCOUNT)
@require_POST
def register(request: HttpRequest) -> HttpResponse:
    user, form = signed_in_user(request), BotAccountForm(request.POST)
    if form.is_valid():
        with refusals_as_errors(form, "name"):
            account = bot_accounts.create_bot_account(user, form.cleaned_data["name"])
            messages.success(request, _("%(name)s is registered.") % {"name": account.username})
            return redirect("programs")
    return _page(request, user, account_form=form)


@permission_required(Permission.MAKE_BOT_ACCOUNT)
@require_POST
@show_refusals("programs")
def close(request: HttpRequest, name: str) -> HttpResponse:
    bot_accounts.close_bot_account(signed_in_user(request), name)
    messages.success(request, _("%(name)s is closed.") % {"name": name})
    return redirect("programs")


@permission_required(Permission.MAKE_TOKEN)
@require_POST
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@never_cache
def make_token(request: HttpRequest) -> HttpResponse:
    """Creates a token and shows it, this one time."""
    user, form = signed_in_user(request), TokenForm(signed_in_user(request), request.POST)
    if form.is_valid():
        name, named = form.cleaned_data["name"], form.cleaned_data["account"]
        with refusals_as_errors(form):
            account = bot_accounts.find_bot_account(user, named) if named != user.username else None
            made = api_tokens.create_token(
                user, name, account, scopes=form.cleaned_data["scopes"], key=form.cleaned_data["key"]
            )
            return render(request, "web/token_made.html", {"token": made.token, "secret": made.secret})
    return _page(request, user, token_form=form)


@permission_required(Permission.REVOKE_TOKEN)
@require_POST
@show_refusals("programs")
def revoke_token(request: HttpRequest, handle: str) -> HttpResponse:
    api_tokens.revoke_token(signed_in_user(request), handle)
    messages.success(request, _("The token is revoked."))
    return redirect("programs")


def _page(
    request: HttpRequest,
    user: User,
    *,
    account_form: BotAccountForm | None = None,
    token_form: TokenForm | None = None,
) -> HttpResponse:
    context = {
        "accounts": bot_accounts.bot_accounts_of(user),
        "tokens": api_tokens.tokens_of(user),
        "account_form": account_form or BotAccountForm(),
        "token_form": token_form or TokenForm(user),
    }
    return render(request, "web/programs.html", context, status=422 if account_form or token_form else 200)
