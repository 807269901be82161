"""What I am told: the page behind the bell, what I choose about it, and links in messages."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.matchlog.access import whole_number
from games.notices import feeds, hooks, kinds, links, outbound, pushing, reach, trying
from games.notices.rhythm import words_zone
from games.notices.shown import shown
from games.pages.agents import browser_name
from games.pages.asking import back_to, found, is_htmx, me, players_only
from games.play import Account

NOTICES_SHOWN = 50
IN_MENU = 6
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class ReachForm(forms.Form):
    """When mails come, and when nothing does. By the account's own clock."""

    rhythm = forms.ChoiceField(
        choices=[
            ("now", _("At once")),
            ("hour", _("Hourly, if there is something")),
            ("day", _("Once a day, at")),
        ],
        widget=forms.RadioSelect,
    )
    hour = forms.TypedChoiceField(
        choices=HOURS,
        coerce=int,
        widget=forms.Select(attrs={"aria-label": _("Hour of the daily mail")}),
    )
    quiet_from = forms.TypedChoiceField(label=_("From"), choices=HOURS, coerce=int)
    quiet_until = forms.TypedChoiceField(label=_("Until"), choices=HOURS, coerce=int)


class HookForm(forms.Form):
    """Whereto, and in which shape. Without an address there is no webhook."""

    style = forms.ChoiceField(choices=hooks.STYLES)
    address = forms.CharField(max_length=outbound.LONGEST_ADDRESS, required=False)

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        if address:
            try:
                outbound.check(address)
            except outbound.Unsafe as error:
                raise forms.ValidationError(str(error)) from None
        return address


class BrowserForm(forms.Form):
    """What a browser says of itself when it lets us push."""

    address = forms.CharField(max_length=outbound.LONGEST_ADDRESS)
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def notices(request: HttpRequest) -> HttpResponse:
    """The page behind the bell; for a page that is open, the bell's drop-down."""
    account = me(request)
    if request.method == "POST":
        reach.read_all(account.pk, up_to=whole_number(request.POST.get("up_to", "")))
        if not is_htmx(request):
            return redirect("notices")
    rows = shown(account, limit=NOTICES_SHOWN, now=timezone.now())
    unread = [row for row in rows if row.is_new]
    up_to = max((row.notice.pk for row in rows), default=0)
    if is_htmx(request):
        context = {"rows": rows[:IN_MENU], "has_unread": bool(unread), "up_to": up_to}
        return render(request, "games/notices_menu.html", context)
    earlier = [row for row in rows if not row.is_new]
    context = {"unread": unread, "earlier": earlier, "up_to": up_to}
    return render(request, "games/notices.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def notice_settings(request: HttpRequest) -> HttpResponse:
    account = me(request)
    if request.method == "POST" and _did_something(request, account):
        return redirect("notice_settings")
    chosen = reach.reach_of(account.pk)
    form = ReachForm(
        request.POST or None, initial=model_to_dict(chosen, list(ReachForm.base_fields))
    )
    if request.method == "POST" and form.is_valid():
        reach.set_times(account.pk, **form.cleaned_data)
        reach.choose(account.pk, _ticked(request))
        messages.success(request, gettext("Saved."))
        return redirect("notice_settings")
    address = reach.mail_addresses([account.pk]).get(account.pk)
    links_to_fetch = {name: _fetched_at(name, account.pk) for name in ("calendar", "feed")}
    context = {
        **links_to_fetch,
        "push_key": pushing.public_key(),
        "browsers": pushing.browsers_of(account.pk),
        "here": request.session.get(pushing.HERE),
        "hook": hooks.hook_of(account.pk),
        "styles": HookForm.base_fields["style"].choices,  # type: ignore[attr-defined]  # it has some
        "attempts": hooks.last_attempts(account.pk),
        "form": form,
        "channels": kinds.CHANNELS,
        "kinds": [
            (
                code,
                kind,
                [(channel, reach.wants(chosen, code, channel)) for channel in kinds.CHANNELS],
            )
            for code, kind in kinds.CHOICES.items()
        ],
        "address": address,
        "has_bounced": address is not None and address == chosen.bounced,
        "zone": words_zone(reach.wishes_of(account, chosen).zone),
        "muted": reach.muted_tables(account.pk),
    }
    return render(request, "games/notice_settings.html", context)


def _fetched_at(name: str, account_id: int) -> str:
    return settings.SITE_URL + reverse(name, args=[feeds.token_of(account_id)])


def _did_something(request: HttpRequest, account: Account) -> bool:
    """The small forms of the page, each with a button of its own."""
    if "unmute" in request.POST:
        reach.unmute(account.pk, request.POST["unmute"])
    elif "renew" in request.POST:
        feeds.renew(account.pk)
        messages.success(request, gettext("There are new links, and the old ones lead nowhere."))
    elif "push" in request.POST:
        _push_here(request, account)
    elif "forget" in request.POST:
        pushing.forget(account.pk, whole_number(request.POST["forget"]))
    elif "hook" in request.POST:
        _set_hook(request, account)
    elif "test" in request.POST:
        _test_hook(request, account)
    elif "try" in request.POST:
        _try_out(request, account, request.POST["try"])
    elif "again" in request.POST:
        reach.mail_again(account.pk)
        messages.success(request, gettext("We write to this address again."))
    else:
        return False
    return True


def _push_here(request: HttpRequest, account: Account) -> None:
    form = BrowserForm(request.POST)
    name = browser_name(request.headers.get("User-Agent", ""))
    try:
        if not form.is_valid():
            raise pushing.NoBrowser
        pushing.subscribe_here(account.pk, request.session, name=name, **form.cleaned_data)
    except pushing.NoBrowser:
        messages.error(request, gettext("This browser cannot be told."))
    else:
        messages.success(request, gettext("This browser is told from now on."))


def _set_hook(request: HttpRequest, account: Account) -> None:
    form = HookForm(request.POST)
    if form.is_valid():
        hooks.set_up(account.pk, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
    else:
        messages.error(request, gettext("That is no public https address."))


def _test_hook(request: HttpRequest, account: Account) -> None:
    try:
        attempt = hooks.test(account.pk)
    except hooks.TooManyTests:
        messages.error(request, gettext("That was a lot at once. Try again in a minute."))
        return
    if attempt is not None and attempt.is_good:
        messages.success(request, gettext("Test arrived: {answer}").format(answer=attempt.answer))
    elif attempt is not None:
        words = gettext("Test did not arrive: {answer}").format(answer=attempt.answer)
        messages.error(request, words)


def _try_out(request: HttpRequest, account: Account, channel: str) -> None:
    try:
        trying.send_test(account.pk, channel)
    except hooks.TooManyTests:
        messages.error(request, gettext("That was a lot at once. Try again in a minute."))
    except trying.NoWay:
        messages.error(request, gettext("There is nothing that a test could be sent to."))
    else:
        messages.success(
            request, gettext("A test is on its way. It should be there within a minute.")
        )


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root of the site, because it may look after what lies below its own address."""
    answer = render(request, "service-worker.js", content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


def _ticked(request: HttpRequest) -> dict[tuple[str, str], bool]:
    """Which of the boxes stand ticked in the form."""
    names = [(kind, channel) for kind in kinds.CHOICES for channel in kinds.CHANNELS]
    return {(kind, channel): f"{kind}.{channel}" in request.POST for kind, channel in names}


@never_cache
@require_safe
def calendar(_request: HttpRequest, token: str) -> HttpResponse:
    account = _owner(token)
    with translation.override(account.language or None):
        body = feeds.calendar(account, timezone.now())
    return HttpResponse(body, content_type="text/calendar; charset=utf-8")


@never_cache
@require_safe
def feed(_request: HttpRequest, token: str) -> HttpResponse:
    account = _owner(token)
    with translation.override(account.language or None):
        return HttpResponse(
            feeds.tables(account), content_type="application/atom+xml; charset=utf-8"
        )


def _owner(token: str) -> Account:
    """Whose secret link this is."""
    account = feeds.account_with(token)
    if account is None:
        raise Http404
    return account


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def mute_table(request: HttpRequest, match_id: str) -> HttpResponse:
    """From the table itself, for whoever has no mail with a link."""
    visited, account = found(match_id, request), me(request)
    if request.method == "POST":
        change = reach.unmute if "unmute" in request.POST else reach.mute
        change(account.pk, match_id)
        return back_to(match_id)
    is_muted = reach.is_muted(account.pk, match_id)
    context = {"match": visited.match, "is_muted": is_muted}
    return render(request, "games/mute_table.html", context)


@never_cache
@csrf_exempt  # mail programs post here by themselves (RFC 8058); the token says who may do what
@require_http_methods(["GET", "HEAD", "POST"])
def notice_link(request: HttpRequest, token: str) -> HttpResponse:
    """A link out of a message. Opening it does nothing, because machines open links too."""
    promise = links.promise(token)
    if promise is None:
        raise Http404
    table = reach.table_name(promise.match)
    if request.method == "POST":
        if promise.act == links.MUTE:
            reach.mute(promise.account, promise.match)
        else:
            reach.stop(promise.account, kinds.MAIL)
    context = {"act": promise.act, "table": table, "is_done": request.method == "POST"}
    return render(request, "games/notice_link.html", context)
