"""What somebody said or did that led to a sanction, for whoever it is held against."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Sanction
from games.models import NOTICED, Case
from games.moderation import desk


@dataclass(frozen=True, slots=True)
class LedTo:
    """A case as its subject may read it: their own words, and where; nobody who reported it."""

    what: str
    table: str
    number: int | None
    quote: str


def led_to(sanction: Sanction) -> LedTo | None:
    """What the site only noticed is the staff's."""
    if sanction.report is None:
        return None
    about = Case.objects.filter(pk=sanction.report, about=sanction.account_id)
    case = about.exclude(kind__in=NOTICED).select_related("match").defer("match__secret").first()
    if case is None:
        return None
    return LedTo(
        what=case.get_kind_display(),
        table=case.match.name if case.match else "",
        number=case.number,
        quote=desk.quoted(case),
    )
