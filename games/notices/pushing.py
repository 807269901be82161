"""Notices to browsers that asked for them, with no page of ours open. One notification a table:
the next one takes its place, and it goes when what it asked for was done elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import lock_account
from games.models import PushSubscription
from games.notices import kinds, links, outbound, sealing
from games.notices.sending import Parcel, Refused, Trouble
from games.notices.shown import tag_of

MOST_BROWSERS = 10  # of one account
GIVES_UP_AFTER = timedelta(days=7)
KEPT_FOR = timedelta(days=7)  # by a push service, while the browser is off
HERE = "pushed_to"  # in a session: this browser
GONE = (404, 410)
TRY_LATER = (408, 425, 429)  # and whatever is wrong with the service itself
SERVER_ERROR = 500


class NoBrowser(Exception):
    """This is nothing that can be pushed to."""


def public_key() -> str:
    """By which browsers know whom they let push. Empty: this site does not."""
    if not settings.PUSH_KEY:
        return ""
    return sealing.encoded(sealing.octets_of(sealing.our_key(settings.PUSH_KEY).public_key()))


def browsers_of(account_id: int) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(account=account_id).order_by("-pk"))


def subscribe(account_id: int, *, address: str, key: str, auth: str, name: str) -> int:
    """Push to this browser from now on; whose it was before is not told there any more."""
    if not settings.PUSH_KEY or not sealing.is_browser(key, auth):
        raise NoBrowser
    try:
        outbound.check(address)
    except outbound.Unsafe:
        raise NoBrowser from None
    new = {
        "account_id": account_id, "key": key, "auth": auth, "name": name,
        "made_at": timezone.now(), "told_at": None, "failing_since": None,
    }  # fmt: skip
    with transaction.atomic():
        lock_account(account_id)
        # Not the same row: what was on its way to whoever had it is not for this account.
        PushSubscription.objects.filter(address=address).exclude(account=account_id).delete()
        made, _is_new = PushSubscription.objects.update_or_create(address=address, defaults=new)
        others = PushSubscription.objects.filter(account=account_id).exclude(pk=made.pk)
        kept = others.order_by("-pk").values_list("pk", flat=True)[: MOST_BROWSERS - 1]
        others.exclude(pk__in=list(kept)).delete()
    return made.pk


def subscribe_here(account_id: int, session: SessionBase, **browser: str) -> None:
    """The same, and whoever logs out here is not told here any more."""
    session[HERE] = subscribe(account_id, **browser)


def forget_here(account_id: int, session: SessionBase) -> None:
    here = session.pop(HERE, None)
    if isinstance(here, int):
        forget(account_id, here)


def forget(account_id: int, browser: int | None = None) -> None:
    """Push to this browser of the account's no more; or to none."""
    mine = PushSubscription.objects.filter(account=account_id)
    (mine if browser is None else mine.filter(pk=browser)).delete()


def send(parcel: Parcel) -> None:
    [said] = parcel.said
    _post(parcel, message_of(parcel), urgency="high" if kinds.KINDS[said.kind].urgent else "normal")


def message_of(parcel: Parcel) -> dict[str, object]:
    """All that a browser is told."""
    [it], [said] = parcel.about, parcel.said
    message: dict[str, object] = {
        "tag": tag_of(it.notice),
        "title": said.title,
        "text": said.text,
        "path": said.path,
        "label": said.label,
        "again": kinds.KINDS[said.kind].urgent,
    }
    if it.match is not None:
        account_id = parcel.reader.account.pk
        message["mute"] = links.address(account_id, links.MUTE, it.match.pk)
        message["mute_label"] = _("Mute this table")
    return message


def close(parcel: Parcel) -> None:
    """What was shown is not worth showing any more."""
    [it] = parcel.about
    _post(parcel, {"tag": tag_of(it.notice), "close": True}, urgency="normal")


def _post(parcel: Parcel, message: Mapping[str, object], *, urgency: str) -> None:
    browser = parcel.browser
    if browser is None or not settings.PUSH_KEY:
        raise Refused
    body = json.dumps({"id": parcel.key, **message}, ensure_ascii=False).encode()
    if len(body) > sealing.LARGEST:
        raise Refused
    contact = (
        settings.SITE_URL if settings.SITE_URL.startswith("https:") else "mailto:adit@localhost"
    )
    headers = {
        "Authorization": sealing.voucher(
            browser.address, settings.PUSH_KEY, contact=contact, now=parcel.now
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Topic": _topic(browser, str(message["tag"])),
        "Urgency": urgency,
    }
    sealed = sealing.sealed(body, key=browser.key, auth=browser.auth)
    try:
        answer = outbound.post(browser.address, sealed, headers)
    except outbound.Unsafe:
        raise Refused from None
    except outbound.Unreachable as error:
        _failed(browser, parcel)
        raise Trouble(str(error)) from error
    if answer.status in GONE:
        browser.delete()
        raise Refused(str(answer.status))
    if answer.status in TRY_LATER or answer.status >= SERVER_ERROR:
        _failed(browser, parcel)
        raise Trouble(str(answer.status))
    if not answer.is_good:
        raise Refused(str(answer.status))
    mine = PushSubscription.objects.filter(pk=browser.pk)
    mine.update(told_at=parcel.now, failing_since=None)


def _topic(browser: PushSubscription, what: str) -> str:
    """By which a service that still keeps an older push about it drops that. It tells the service
    nothing: not which table, and not that two browsers are told of the same.
    """
    return sealing.encoded(sha256(f"{browser.auth} {what}".encode()).digest())[:32]


def _failed(browser: PushSubscription, parcel: Parcel) -> None:
    """After a week in which nothing got through the browser is forgotten."""
    mine = PushSubscription.objects.filter(pk=browser.pk)
    if browser.failing_since is None:
        mine.update(failing_since=parcel.now)
    elif parcel.now - browser.failing_since >= GIVES_UP_AFTER:
        mine.delete()
