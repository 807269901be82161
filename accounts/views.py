"""What allauth has no page for: preferences, logging out everywhere, closing the account."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from accounts import sanctions
from accounts.forms import CloseAccountForm, PreferencesForm
from accounts.languages import choices
from accounts.models import User
from accounts.standing import appealed_by, held_in_words
from accounts.text import visible


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=account_of(request))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, gettext("Saved."))
        return redirect("account")
    return render(request, "account/preferences.html", {"form": form})


@login_required
@require_POST
def end_logins(request: HttpRequest) -> HttpResponse:
    """Log the account out of every browser but this one."""
    user = account_of(request)
    sanctions.end_logins(user)
    login(request, user, backend=request.session["_auth_user_backend"])
    messages.success(request, gettext("Every other browser is logged out."))
    return redirect("account")


@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    user = account_of(request)
    form = CloseAccountForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        logout(request)
        sanctions.close_account(user)
        messages.success(request, gettext("Your account is deleted. Thanks for playing."))
        return redirect("home")
    return render(request, "account/close.html", {"form": form})


@login_required
@require_http_methods(["GET", "HEAD"])
def standing(request: HttpRequest) -> HttpResponse:
    """What the staff hold against the account, and held, and why; with the way to appeal."""
    held = account_of(request).sanctions.select_related("appeal")
    return render(request, "account/standing.html", {"sanctions": held_in_words(held)})


@require_POST
def appeal(request: HttpRequest) -> HttpResponse:
    """By a mark that only the account's holder was shown, who may not be able to log in."""
    sanction = appealed_by(request.POST.get("mark", ""))
    if sanction is None:
        return render(
            request,
            "account/appealed.html",
            {"refused": gettext("This page is too old. Open it again.")},
            status=409,
        )
    try:
        sanctions.appeal(sanction, visible(request.POST.get("text", ""), lines=True))
    except sanctions.NotAppealed as error:
        return render(request, "account/appealed.html", {"refused": str(error)}, status=409)
    if request.user.is_authenticated:
        messages.success(request, gettext("Sent. We will tell you what we decide."))
        return redirect("standing")
    return render(request, "account/appealed.html")


@csrf_exempt  # strangers' pages have no token in them, so that they are the same for all
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember the language in a cookie, and for an account in its preferences."""
    if request.user.is_authenticated:
        return _choose_with_token(request)
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return HttpResponseRedirect("/")  # another site's page chooses for nobody
    return _choose(request)


def _choose(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(_way_back(request))
    code = request.POST.get("language", "")
    if code not in dict(choices()) or not check_for_language(code):
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=365 * 24 * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=code)
    return response


_choose_with_token = csrf_protect(_choose)


def account_of(request: HttpRequest) -> User:
    """Return who is logged in, for views that nobody else reaches."""
    return cast(User, request.user)


def _way_back(request: HttpRequest) -> str:
    """Return the page the form stood on, if it is one of ours."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return page if ours and page.startswith("/") else "/"
