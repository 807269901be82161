"""Notices to an address of the account's own: as Discord or Slack take them, or as JSON. Signed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import BoundedSemaphore

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import lock_account
from games.models import HookAttempt, Webhook, new_token
from games.notices import kinds, looking, outbound
from games.notices.outbound import Reply
from games.notices.sending import Parcel, Refused, Trouble

GIVES_UP_AFTER = timedelta(days=7)
ATTEMPTS_KEPT = 20
STYLES = Webhook.Style.choices
SIGNATURE, DELIVERY = "Adit-Signature", "Adit-Delivery"
TESTS_A_MINUTE = 6  # of one account, deliveries counted too: the address may be somebody else's
# In a process: each holds one of its few threads for as long as the other side takes to answer.
_tests_at_once = BoundedSemaphore(2)


class TooManyTests(Exception):
    """Not now."""


def hook_of(account_id: int) -> Webhook | None:
    return Webhook.objects.filter(pk=account_id).first()


def last_attempts(account_id: int) -> list[HookAttempt]:
    return list(HookAttempt.objects.filter(account=account_id).order_by("-pk")[:ATTEMPTS_KEPT])


def set_up(account_id: int, *, style: str, address: str) -> None:
    """Another address has another secret, and begins anew. Without an address there is none."""
    if not address:
        Webhook.objects.filter(pk=account_id).delete()
        return
    outbound.check(address)
    before = hook_of(account_id)
    is_same = before is not None and before.address == address and before.off_at is None
    secret = before.secret if before is not None and is_same else new_token()
    fresh = {} if is_same else {"failing_since": None, "off_at": None, "secret": secret}
    defaults = {"style": style, "address": address, **fresh}
    Webhook.objects.update_or_create(account_id=account_id, defaults=defaults)


def send(parcel: Parcel) -> None:
    hook, [said] = hook_of(parcel.reader.account.pk), parcel.said
    if hook is None or hook.off_at is not None:
        raise Refused
    facts = {
        "id": parcel.key,
        "kind": said.kind,
        "table": said.table,
        "title": said.title,
        "text": said.text,
        "url": settings.SITE_URL + said.path,
        "at": parcel.now.isoformat(timespec="seconds"),
    }
    if _attempt(hook, facts, _begun(hook, facts, parcel.now)):
        Webhook.objects.filter(pk=hook.pk).update(failing_since=None)
        return
    _failed(hook, parcel.now)
    raise Trouble


def test(account_id: int) -> HookAttempt | None:
    """Send something at once, and say what came of it."""
    hook, now = hook_of(account_id), timezone.now()
    if hook is None:
        return None
    facts = {
        "id": new_token(),
        "kind": "test",
        "table": "",
        "title": _("Test"),
        "text": _("Your webhook works."),
        "url": settings.SITE_URL,
        "at": now.isoformat(timespec="seconds"),
    }
    if not _tests_at_once.acquire(blocking=False):
        raise TooManyTests
    try:
        is_good = _attempt(hook, facts, _begun_if_few(hook, facts, now))
    finally:
        _tests_at_once.release()
    if is_good:
        Webhook.objects.filter(pk=account_id).update(failing_since=None, off_at=None)
    return last_attempts(account_id)[0]


@transaction.atomic
def _begun_if_few(hook: Webhook, facts: Mapping[str, str], now: datetime) -> HookAttempt:
    """Counted before it is made, however many are made at once."""
    lock_account(hook.pk)
    lately = HookAttempt.objects.filter(account=hook.pk, at__gt=now - timedelta(minutes=1))
    if lately.count() >= TESTS_A_MINUTE:
        raise TooManyTests
    return _begun(hook, facts, now)


def _begun(hook: Webhook, facts: Mapping[str, str], now: datetime) -> HookAttempt:
    return HookAttempt.objects.create(
        account_id=hook.pk, what=facts["title"][:200], at=now, is_good=False
    )


def _attempt(hook: Webhook, facts: Mapping[str, str], begun: HookAttempt) -> bool:
    """Whether it was taken. What was answered is kept."""
    body = json.dumps(_STYLES[hook.style](facts), ensure_ascii=False).encode()
    try:
        answer = outbound.post(hook.address, body, _headers(hook, facts["id"], body, begun.at))
        words, is_good = _words(answer), answer.is_good
    except outbound.Unsafe as error:
        words, is_good = _("refused: {reason}").format(reason=error), False
    except outbound.Unreachable as error:
        words, is_good = _("no answer: {reason}").format(reason=error), False
    HookAttempt.objects.filter(pk=begun.pk).update(answer=words[:100], is_good=is_good)
    kept = HookAttempt.objects.filter(account=hook.pk).order_by("-pk").values("pk")[:ATTEMPTS_KEPT]
    HookAttempt.objects.filter(account=hook.pk).exclude(pk__in=[row["pk"] for row in kept]).delete()
    return is_good


def _words(answer: Reply) -> str:
    return _("{status}, {ms} ms").format(status=answer.status, ms=answer.milliseconds)


def _headers(hook: Webhook, key: str, body: bytes, now: datetime) -> dict[str, str]:
    at = str(int(now.timestamp()))
    return {
        "Content-Type": "application/json",
        DELIVERY: key,
        SIGNATURE: f"t={at},v1={signed(hook.secret, at, body)}",
    }


def signed(secret: str, at: str, body: bytes) -> str:
    """By which whoever has the secret knows that it came from us, and when."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def _failed(hook: Webhook, now: datetime) -> None:
    """After a week in which nothing got through it is switched off, and the account told."""
    since = hook.failing_since
    if since is None:
        Webhook.objects.filter(pk=hook.pk).update(failing_since=now)
    elif now - since >= GIVES_UP_AFTER:
        Webhook.objects.filter(pk=hook.pk, off_at=None).update(off_at=now)
        number = int(now.timestamp())
        found = looking.Found(account=hook.pk, kind=kinds.HOOK_OFF, number=number)
        looking.note(None, [found], now)


def _discord(facts: Mapping[str, str]) -> dict[str, object]:
    """A name may look like a call to everybody, and is none."""
    content = f"**{_plain(facts['title'])}**\n{_plain(facts['text'])}\n<{facts['url']}>"
    return {"content": content[:2000], "allowed_mentions": {"parse": []}}


def _plain(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@" else letter for letter in text)


def _slack(facts: Mapping[str, str]) -> dict[str, object]:
    title, text = (_escaped(facts[name]) for name in ("title", "text"))
    return {"text": f"*{title}*\n{text}\n<{facts['url']}>", "link_names": False}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_STYLES: Mapping[str, Callable[[Mapping[str, str]], Mapping[str, object]]] = {
    Webhook.Style.DISCORD: _discord,
    Webhook.Style.SLACK: _slack,
    Webhook.Style.JSON: dict,
}
