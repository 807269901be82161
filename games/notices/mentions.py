"""Who is called by name in what was said at a table. A name is what the talk itself shows as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.text import Truncator

from games.matchlog.access import Visit
from games.models import Match, Mute, ReadMark, Remark, Seat
from games.rendering.talk import voice

LOOKED_AT = 100  # the last ones
LONGEST_QUOTE = 160


@dataclass(frozen=True, slots=True)
class _Line:
    """A remark in which names are looked for; who said it does not matter there."""

    text: str
    number: int | None
    made_at: datetime
    kind: str = Remark.Kind.TEXT
    ref: str = ""
    name: str = ""
    seat: int | None = None
    gone: str = ""


def mentioned(
    match: Match, people: Sequence[Seat], *, since: datetime
) -> Iterator[tuple[Seat, Remark]]:
    """Those who sit there, by whom they want to hear. What spectators say among themselves none of
    them hears.
    """
    said = Remark.objects.filter(match=match, made_at__gte=since, text__contains="@")
    said = said.filter(kind=Remark.Kind.TEXT, is_held=False)
    said = said.filter(taken_back_at=None, hidden_at=None)
    said = said.exclude(channel=Remark.Channel.SPECTATORS).exclude(account=None)
    remarks = list(said.order_by("-pk")[:LOOKED_AT])
    if not remarks:
        return
    called = {seat.name: seat for seat in people}
    deaf = _deaf(match, people)
    for remark in remarks:
        for name in sorted(_names_in(remark, match, called)):
            seat = called[name]
            is_me = seat.account_id == remark.account_id
            if not is_me and (seat.account_id, remark.account_id) not in deaf:
                yield seat, remark


def _names_in(remark: Remark, match: Match, called: Mapping[str, Seat]) -> frozenset[str]:
    line = _Line(remark.text, remark.number, remark.made_at)
    return voice(line, visited=Visit(match, [], None), names=called).mentions


def _deaf(match: Match, people: Sequence[Seat]) -> set[tuple[int | None, int | None]]:
    """Who has muted whom, here or everywhere."""
    here = Q(match=None) | Q(match=match)
    muted = Mute.objects.filter(here, account__in=[seat.account_id for seat in people])
    return set(muted.values_list("account_id", "about_id"))


def quoted(account_id: int, remarks: Collection[int]) -> dict[int, str]:
    """What was said, for the page behind the log-in: no message that leaves the site quotes a line."""
    there = Remark.objects.filter(pk__in=remarks, is_held=False, taken_back_at=None, hidden_at=None)
    muted = Mute.objects.filter(account=account_id, about=OuterRef("account"))
    here = muted.filter(Q(match=None) | Q(match=OuterRef("match")))
    said = there.exclude(Exists(here)).values_list("pk", "text") if remarks else ()
    return {pk: Truncator(text).chars(LONGEST_QUOTE) for pk, text in said}


def is_worth_telling(remark_id: int, match: Match, account_id: int) -> bool:
    """Whether it is still said, and not read."""
    there = Remark.objects.filter(pk=remark_id, is_held=False, taken_back_at=None, hidden_at=None)
    read = ReadMark.objects.filter(match=match, account=account_id, remark__gte=remark_id)
    return there.exists() and not read.exists()
