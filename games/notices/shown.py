"""The notices of an account as the site shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from games.models import Notice
from games.notices import kinds, mattering, mentions, reach, wording
from games.notices.rhythm import is_quiet
from games.notices.wording import Saying
from games.rendering.messages import Latest

JUST_NOW = timedelta(minutes=1)

# These are about the account's own seat. Whoever has left it looks in no more.
_OF_A_SEAT = {
    kinds.TURN, kinds.TIME, kinds.KEEPER, kinds.BEGUN, kinds.OVER, kinds.GIVEN, kinds.PAUSE, kinds.END,
    kinds.MENTION,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A notice and what it says."""

    notice: Notice
    said: Saying
    icon: str
    is_new: bool
    quote: str = ""  # of the talk, to whoever is mentioned in it


def shown(account: User, *, limit: int, now: datetime) -> list[ShownNotice]:
    """The newest first. What asked for something and is done with is left out."""
    wishes = reach.wishes_of(account, reach.reach_of(account.pk))
    found, newest = [], reach.newest(account.pk, limit=limit)
    called = [notice.number for notice in newest if notice.kind == kinds.MENTION]
    quotes = mentions.quoted(account.pk, called)
    unread = set(reach.unread(account.pk).values_list("pk", flat=True))
    for it in mattering.all_about(newest):
        notice = it.notice
        is_gone = it.match is None and notice.match_id is not None
        is_done = notice.read_at is not None and notice.kind in kinds.ASKING
        if is_gone or is_done or (notice.kind in _OF_A_SEAT and it.seat is None):
            continue
        said = wording.say(it, wishes, now)
        icon, is_new = kinds.KINDS[notice.kind].icon, notice.pk in unread
        quote = quotes.get(notice.number, "") if notice.kind == kinds.MENTION else ""
        found.append(ShownNotice(notice, said, icon, is_new, quote))
    return found


def latest(account: User, now: datetime) -> Latest | None:
    """What came just now, for a page that is open and not looked at: what the account wants pushed,
    and not while it sleeps.
    """
    chosen = reach.reach_of(account.pk)
    notice = reach.unread(account.pk).filter(made_at__gt=now - JUST_NOW).order_by("-pk").first()
    wishes = reach.wishes_of(account, chosen)
    if notice is None or is_quiet(now, wishes) or not reach.wants(chosen, notice.kind, kinds.PUSH):
        return None
    it = mattering.about(notice)
    if not mattering.matters(it):
        return None
    said = wording.say(it, wishes, now)
    return Latest(notice.pk, tag_of(notice), said.title, said.text, said.path)


def tag_of(notice: Notice) -> str:
    """What replaces what: one message a table, and one for each thing beside tables."""
    return notice.match_id or notice.kind
