"""The writes: saying something, taking it back, hiding it, and how far somebody has read.

A match is locked while something is said at it, so that the order of the primary keys is the order
of the commits: whoever has read up to one has missed nothing before it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import TypeAlias

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import sanctions
from accounts.models import User, lock_account
from accounts.text import visible
from games.engine import EngineError
from games.models import Match, ReadMark, Remark, Seat
from games.talk import hearing, held
from games.talk.announcing import announce, announce_read
from games.talk.channels import Relation, written_by
from games.talk.hearing import Listener, by_reference, role_of
from games.talk.words import listed_in

Kind = Remark.Kind

LONGEST = 500
LONGEST_KEY = 40
LONGEST_REASON = 200
MAY_TAKE_BACK = timedelta(minutes=2)
MOST_PER_ACCOUNT = 2000  # at one match
Rates: TypeAlias = tuple[tuple[int, timedelta], ...]
# How many remarks of an account in how long, at all its tables together.
RATES: Rates = ((6, timedelta(seconds=20)), (40, timedelta(minutes=10)))


class NotHeard(EngineError):
    """The site refuses a remark, and says why."""


@transaction.atomic
def say(who: Listener, *, kind: Kind, text: str, key: str) -> Remark:
    """Say something where this visitor may speak. The same key says the same thing once."""
    account = speaker(who)
    match = locked(who.match)
    kept = key_of(key, kind, text)
    said = Remark.objects.filter(match=match, account=account, key=kept).first()
    if said is not None:
        return said
    mine = Seat.objects.filter(match=match, account=account).first()
    role = role_of(match, account, seat=mine.index if mine else None)
    channel = _channel(role, match, kind)
    if kind == Kind.TEXT:
        _refuse_muted(account)
    text = _text(text)
    if not 0 < len(key) <= LONGEST_KEY:
        raise NotHeard("no_key", _("Send that once more, please."))
    _keep_to_the_rate(account, match)
    word = listed_in(text) if kind == Kind.TEXT else None
    mine_held = Remark.objects.filter(match=match, account=account, is_held=True)
    beside = mine_held if word else _shown_in(match, channel)
    remark = Remark.objects.create(
        match=match,
        channel=channel,
        position=_next_position(beside),
        is_held=word is not None,
        kind=kind,
        text=text,
        account=account,
        seat=mine.index if mine else None,
        number=match.number,
        key=kept,
        made_at=timezone.now(),
    )
    if word is None:
        announce(match, remark, is_new=True)
    else:
        held.hold_line(remark, word)
    return remark


def key_of(key: str, *said: str) -> str:
    """By which the database knows that it is the same again.

    A form whose answer was lost, or to which somebody went back, has a key that was used: with other
    words in it, it says something else.
    """
    return sha256("\0".join((key, *said)).encode()).hexdigest()[:LONGEST_KEY]


def _shown_in(match: Match, channel: str) -> QuerySet[Remark]:
    return Remark.objects.filter(match=match, channel=channel, is_held=False)


def _next_position(beside: QuerySet[Remark]) -> int:
    last = beside.order_by("-position").values_list("position", flat=True).first()
    return (last or 0) + 1


def speaker(who: Listener) -> User:
    if not isinstance(who.viewer, User):
        raise NotHeard("not_logged_in", _("Log in to say something."))
    return who.viewer


def _refuse_muted(account: User) -> None:
    """Phrases are left to whoever is."""
    if why := why_muted(account.pk):
        raise NotHeard("muted", why)


def why_muted(account_id: int | None) -> str:
    """By the staff, not by others at the table; nothing: may write."""
    held = None if account_id is None else sanctions.barring(account_id, sanctions.Kind.MUTE)
    return "" if held is None else sanctions.in_words(held)


def locked(match: Match) -> Match:
    """No key of it is ever changed, so that moves are made and seats taken as before and after."""
    return Match.objects.select_for_update(no_key=True).defer("secret").get(pk=match.pk)


def _channel(role: Relation, match: Match, kind: Kind) -> str:
    channel = written_by(role, match)
    if channel is not None and (kind != Kind.TEXT or match.talk == Match.Talk.ALL):
        return channel
    if match.talk == Match.Talk.PHRASES:
        raise NotHeard("phrases_only", _("This table was set to phrases and claims only."))
    if match.talk == Match.Talk.NOTHING:
        raise NotHeard("silent", _("This table plays in silence. It was set up without talk."))
    raise NotHeard("no_channel", _("There is nothing for you to say here."))


def _text(text: str) -> str:
    text = visible(text)
    if not text:
        raise NotHeard("empty", _("Say something."))
    over = len(text) - LONGEST
    if over > 0:
        sentence = ngettext(
            "That line is too long by {count} character.",
            "That line is too long by {count} characters.",
            over,
        )
        raise NotHeard("too_long", sentence.format(count=over))
    return text


def _keep_to_the_rate(account: User, match: Match) -> None:
    lock_account(account.pk)
    own = Remark.objects.filter(account=account)
    most = max(count for count, _span in RATES)
    last = list(own.order_by("-made_at").values_list("made_at", flat=True)[:most])
    seconds = to_wait(last, timezone.now(), RATES)
    if seconds > 0:
        sentence = ngettext(
            "That was a lot at once. You can write again in {count} second.",
            "That was a lot at once. You can write again in {count} seconds.",
            seconds,
        )
        raise NotHeard("too_fast", sentence.format(count=seconds))
    if own.filter(match=match).count() >= MOST_PER_ACCOUNT:
        raise NotHeard("too_many", _("You have said enough at this table."))


def to_wait(last: list[datetime], now: datetime, rates: Rates) -> int:
    """Seconds, after what was said at these moments, newest first."""
    waits = [last[n - 1] + span - now for n, span in rates if len(last) >= n]
    return max([0, *(-(-wait // timedelta(seconds=1)) for wait in waits)])


@transaction.atomic
def take_back(who: Listener, *, ref: str) -> None:
    """One's own, for two minutes. That it was said is shown, what was said is gone."""
    account = speaker(who)
    match = locked(who.match)
    remark = by_reference(who, ref)
    if remark is None or remark.account_id != account.pk:
        raise NotHeard("not_yours", _("You can take back what you said yourself."))
    if remark.taken_back_at or remark.hidden_at:
        return
    now = timezone.now()
    if now - remark.made_at > MAY_TAKE_BACK:
        raise NotHeard("too_late", _("A line can be taken back for two minutes."))
    remark.text, remark.taken_back_at = "", now
    remark.save(update_fields=["text", "taken_back_at"])
    if not remark.is_held:
        announce(match, remark, is_new=False)


@transaction.atomic
def hide(remark: Remark, *, reason: str, by: User) -> None:
    """The staff hide what somebody said. It leaves a mark, and is kept for the record."""
    match = _locked_for_staff(remark, by)
    visible_still = Remark.objects.filter(pk=remark.pk, hidden_at=None)
    if visible_still.update(hidden_at=timezone.now(), hidden_reason=reason[:LONGEST_REASON]):
        remark.refresh_from_db()
        if not remark.is_held:
            announce(match, remark, is_new=False)


@transaction.atomic
def let_through(remark: Remark, *, by: User) -> None:
    """A line that was held back appears in its place, among what was said when it was."""
    match = _locked_for_staff(remark, by)
    held_still = Remark.objects.filter(pk=remark.pk, is_held=True, hidden_at=None)
    position = _next_position(_shown_in(match, remark.channel))
    if held_still.filter(taken_back_at=None).update(is_held=False, position=position):
        remark.refresh_from_db()
        announce(match, remark, is_new=False)


def _locked_for_staff(remark: Remark, by: User) -> Match:
    match = locked(remark.match)
    seat = Seat.objects.filter(match=match, account=by).values_list("index", flat=True).first()
    if role_of(match, by, seat=seat) in (Relation.PLAYER, Relation.LEFT):
        raise NotHeard(
            "sits_there", _("You sit at this table: somebody else of the staff must do that.")
        )
    return match


def read(who: Listener, *, ref: str, claim: int = 0) -> None:
    """This account has read up to that remark and that claim. A mark never goes back."""
    last, account = hearing.primary_key(who, ref), who.viewer.pk
    if not (last or claim) or account is None:
        return
    mark, is_news = ReadMark.objects.get_or_create(
        match=who.match, account_id=account, defaults={"remark": last, "claim": claim}
    )
    if mark.remark < last:
        is_news |= bool(ReadMark.objects.filter(pk=mark.pk, remark__lt=last).update(remark=last))
    if mark.claim < claim:
        is_news |= bool(ReadMark.objects.filter(pk=mark.pk, claim__lt=claim).update(claim=claim))
    if is_news:
        announce_read(who.match, account)
