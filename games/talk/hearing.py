"""What a visitor hears at a match, and how much of it is new to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.matchlog.access import Viewer, Visit, of_account, who_left
from games.models import UNFINISHED, Claim, Holder, Match, Mute, ReadMark, Remark, Seat
from games.models.prepared import Prepared
from games.talk.channels import AT_THE_TABLE, Channels, Relation, read_by, written_by

SHOWN = 50
MOST_COUNTED = 100  # whoever has more to read need not know how much
_REFERENCE = re.compile(r"([tpsah])([1-9][0-9]{0,8})\Z")
_HELD = "h"  # instead of its channel's letter, by its speaker alone
_LETTERS = {channel.value[0]: channel.value for channel in Remark.Channel}


@dataclass(frozen=True, slots=True)
class Listener:
    """A visitor, and what they are to the match."""

    visited: Visit
    viewer: Viewer
    role: Relation

    @property
    def match(self) -> Match:
        return self.visited.match

    @property
    def hears(self) -> Channels:
        return read_by(self.role, self.match)

    @property
    def speaks_in(self) -> str | None:
        return written_by(self.role, self.match)

    @property
    def is_party(self) -> bool:
        """Whether there is anything to hear or to say here for this visitor."""
        return bool(self.hears) or self.speaks_in is not None

    @property
    def may_write(self) -> bool:
        """In words of one's own, not in phrases alone."""
        return self.speaks_in is not None and self.match.talk == Match.Talk.ALL


@dataclass(frozen=True, slots=True)
class Heard:
    """A remark as everyone who hears it does. Without a name: the account is gone."""

    ref: str
    kind: str
    text: str
    name: str
    account_id: int | None
    seat: int | None
    channel: str
    number: int | None
    made_at: datetime
    gone: str  # "taken back", "hidden" or nothing; then there is no text either
    is_held: bool = False  # and heard by its speaker alone


def listener(visited: Visit, viewer: Viewer) -> Listener:
    left = who_left(visited.match, visited.seats)
    return Listener(visited, viewer, _role(viewer, seat=visited.seat, left=left))


def role_of(match: Match, viewer: Viewer, *, seat: int | None) -> Relation:
    """The same at a match that is locked, from what stands in the database."""
    asked = viewer.pk is not None and seat is None and match.handed_over
    holders = Holder.objects.filter(match=match) if asked else Holder.objects.none()
    return _role(viewer, seat=seat, left=holders.values_list("account_id", flat=True))


def _role(viewer: Viewer, *, seat: int | None, left: Container[int | None]) -> Relation:
    if viewer.pk is None:
        return Relation.STRANGER
    if seat is not None:
        return Relation.PLAYER
    return Relation.LEFT if viewer.pk in left else Relation.WATCHER


def heard(who: Listener, *, before: str = "") -> list[Heard]:
    """The last remarks in the order in which they were made; or those before one of them."""
    found = _heard_by(who).select_related("account")
    if before:
        found = found.filter(pk__lt=primary_key(who, before))
    return [_heard(remark) for remark in reversed(found.order_by("-pk")[:SHOWN])]


def heard_about(who: Listener, number: int) -> list[Heard]:
    """What was said up to a move and then, with what followed: as much of either as is shown."""
    found, until = _heard_by(who).select_related("account"), Q(number=None) | Q(number__lte=number)
    before = reversed(found.filter(until).order_by("-pk")[:SHOWN])
    return [_heard(one) for one in (*before, *found.exclude(until).order_by("pk")[:SHOWN])]


def has_earlier(who: Listener, first: str) -> bool:
    return _heard_by(who).filter(pk__lt=primary_key(who, first)).exists()


def has_later(who: Listener, last: str) -> bool:
    return _heard_by(who).filter(pk__gt=primary_key(who, last)).exists()


def read_up_to(who: Listener) -> str:
    """The last remark that this visitor has read, by its reference; nothing: none."""
    mark = ReadMark.objects.filter(of_account(who.viewer), match=who.match).values("remark")
    last = _heard_by(who).filter(pk__lte=Subquery(mark[:1])).order_by("-pk").first()
    return "" if last is None else reference(last)


def unread(who: Listener) -> int:
    """How many remarks and claims of others are new to this account, in one query.

    A stranger has no mark.
    """
    account = who.viewer.pk
    if account is None or not (who.hears or who.match.is_dealt):
        return 0
    [counts] = _new_at_a_table(account, who.match.pk, *sorted(who.hears))
    return sum(counts)


@Prepared
def _new_at_a_table(account: int, match: str, *channels: str) -> QuerySet[Match, Any]:
    mark = ReadMark.objects.filter(account_id=account, match=match)
    heard = Remark.objects.filter(match=match, channel__in=channels, is_held=False)
    remarks = _of_others(heard.filter(pk__gt=_read(mark, "remark")), account)
    claims = Claim.objects.filter(match=match, position__gt=_read(mark, "claim"))
    return Match.objects.filter(pk=match).values_list(
        _count(remarks), _count(_claims_of_others(claims, account))
    )


def unread_counts(account_id: int) -> Mapping[str, int]:
    """The same for all unfinished matches at which this account sits, by their ids."""
    seats = Seat.objects.filter(account_id=account_id, ended_at=None).values("match_id")
    open_or_under_way = (Match.Status.OPEN, *UNFINISHED)
    mark = ReadMark.objects.filter(account_id=account_id, match=OuterRef("match"))
    remarks = Remark.objects.filter(
        match_id__in=seats,
        match__status__in=open_or_under_way,
        channel__in=AT_THE_TABLE,
        is_held=False,
        pk__gt=_read(mark, "remark"),
    )
    claims = Claim.objects.filter(
        match_id__in=seats, match__status__in=UNFINISHED, position__gt=_read(mark, "claim")
    )
    counts = Counter[str]()
    for new in (_of_others(remarks, account_id), _claims_of_others(claims, account_id)):
        by_match = new.order_by().values("match_id").annotate(n=Count("pk"))
        counts.update(dict(by_match.values_list("match_id", "n")))
    return counts


def _read(mark: QuerySet[ReadMark], column: str) -> Coalesce:
    return Coalesce(Subquery(mark.values(column)[:1]), 0)


def _count(rows: QuerySet[Remark] | QuerySet[Claim]) -> Coalesce:
    """As a part of another query, and no further than is worth telling."""
    some = rows.model._default_manager.filter(pk__in=Subquery(rows.values("pk")[:MOST_COUNTED]))
    by_match = some.order_by().values("match_id").annotate(n=Count("pk"))
    return Coalesce(Subquery(by_match.values("n")), 0)


def _claims_of_others(claims: QuerySet[Claim], account_id: int) -> QuerySet[Claim]:
    """Whomever one has muted: nobody can mute a claim away."""
    return claims.filter(Q(account_id=None) | ~Q(account_id=account_id), taken_back_at=None)


def _of_others(remarks: QuerySet[Remark], account_id: int) -> QuerySet[Remark]:
    """Without what one said oneself, what is gone, and whom one has muted."""
    here = Q(match=None) | Q(match=OuterRef("match"))
    muted = Mute.objects.filter(here, account_id=account_id).values("about_id")
    there = remarks.filter(taken_back_at=None, hidden_at=None)
    # An account that is gone is null, which neither `exclude` nor `in` must stumble over.
    return there.filter(Q(account_id=None) | (~Q(account_id=account_id) & ~Q(account_id__in=muted)))


def _heard_by(who: Listener) -> QuerySet[Remark]:
    """What is held back is heard by its speaker alone."""
    said = Remark.objects.filter(match=who.match, channel__in=who.hears)
    return said.filter(Q(is_held=False) | of_account(who.viewer))


def _heard(remark: Remark) -> Heard:
    gone = "hidden" if remark.hidden_at else "taken back" if remark.taken_back_at else ""
    return Heard(
        ref=reference(remark),
        kind=remark.kind,
        text="" if gone else remark.text,
        name=remark.account.get_username() if remark.account else "",
        account_id=remark.account_id,
        seat=remark.seat,
        channel=remark.channel,
        number=remark.number,
        made_at=remark.made_at,
        gone=gone,
        is_held=remark.is_held,
    )


# How pages call a remark: by its channel and its place there


def reference(remark: Remark) -> str:
    return f"{_HELD if remark.is_held else remark.channel[0]}{remark.position}"


def by_reference(who: Listener, text: str) -> Remark | None:
    """One that this visitor hears."""
    found = _REFERENCE.match(text)
    if found is None:
        return None
    letter, position = found[1], int(found[2])
    is_held = letter == _HELD
    named = Q(is_held=is_held, position=position)
    of_channel = of_account(who.viewer) if is_held else Q(channel=_LETTERS[letter])
    return _heard_by(who).filter(named, of_channel).first()


def primary_key(who: Listener, text: str) -> int:
    found = by_reference(who, text)
    return 0 if found is None else found.pk


def speakers(heard: Sequence[Heard]) -> list[str]:
    """Everyone who speaks there and has a name, once."""
    return list(dict.fromkeys(one.name for one in heard if one.name))
