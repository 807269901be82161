"""Reads about searches: what an account looks for, with whom, and what others do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from games.clocks import PACES, words
from games.engine import titles
from games.matchlog.access import Viewer, of_account
from games.models import Seek
from games.play import seeking
from games.play.seeking import Wish

WISHES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Search:
    """What one account, or several, look for."""

    wish: Wish
    asking: int  # accounts
    names: Sequence[str] = ()  # of those who ask, in their order; only of one's own
    seek: Seek | None = None  # one's own

    @property
    def title_name(self) -> str:
        return titles()[self.wish.title].name

    @property
    def pace_name(self) -> str:
        return str(words.NAMES[self.wish.pace])

    @property
    def pace_words(self) -> str:
        return words.in_short(PACES[self.wish.pace])

    @property
    def missing(self) -> range:
        return range(max(0, self.wish.size - self.asking))


@dataclass(frozen=True, slots=True)
class Searches:
    mine: Sequence[Search]
    others: Sequence[Search]  # of which one could ask for the same


def searches(viewer: Viewer) -> Searches:
    """What this account looks for, with whom; and what others do, the nearest to a table first."""
    asked = Seek.objects.filter(expires_at__gt=timezone.now(), title__in=list(titles()))
    mine = list(asked.filter(of_account(viewer)))
    same = Q(*(Q(**seeking.wish_of(seek)._asdict()) for seek in mine), _connector=Q.OR)
    names: dict[Wish, list[str]] = {seeking.wish_of(seek): [] for seek in mine}
    for seek in asked.filter(same).select_related("account") if mine else ():
        names[seeking.wish_of(seek)].append(seek.account.username)
    count = Counter(Wish(*row) for row in asked.order_by().values_list("title", "pace", "size"))
    others = sorted(count.keys() - names.keys(), key=lambda wish: (wish.size - count[wish], wish))
    return Searches(
        [
            Search(wish, len(names[wish]), names[wish], seek)
            for seek in mine
            for wish in [seeking.wish_of(seek)]
        ],
        [Search(wish, count[wish]) for wish in others[:WISHES_SHOWN]],
    )
